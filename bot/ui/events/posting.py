"""Shows events on their cards, which are pictures of what the database knows, and tells people about them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar, cast

import structlog
from discord.utils import format_dt

from bot.locale import words_for
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.posting import announce_once, answer_clicks, put_card, send_private, tell_people
from bot.ui.context.requests import RequestError, nonce_of
from bot.ui.context.sight import has_same_audience
from bot.ui.events.cup_card import cup_card, result_parts
from bot.ui.events.cup_words import linked_cup, listed_names, people_in, with_trophy
from bot.ui.events.night_card import linked_night, night_card
from bot.ui.events.night_card import result_parts as night_results
from bot.ui.events.team_card import linked_team_match, result_text, team_card
from bot.ui.message.content import GOLD, Content, boxed
from bot.use_cases.events.events import Events
from bot.values.base36 import format_number
from bot.values.events import event_changes
from bot.values.events.cup import Cup
from bot.values.events.event import Event
from bot.values.events.night import Night
from bot.values.events.parts import EventStatus
from bot.values.events.team_match import TeamMatch

Contest = Cup | TeamMatch
"""An event in which everyone knows from the start whom they play."""

AnyEvent = Contest | Night

TELLING: Final = "telling"

A = TypeVar("A", bound=AnyEvent)

log = structlog.get_logger(__name__)


def events_like(client: ServingClient, event: Event) -> Events[Any]:
    """Return the use cases of the events of a kind."""
    if isinstance(event, Night):
        return client.services.nights
    return client.services.cups if isinstance(event, Cup) else client.services.team_matches


async def _event_card(client: ServingClient, event: AnyEvent, side: int) -> Content:
    """Return the card of a server for an event's current state, in the card's language and theme."""
    if isinstance(event, Night):
        numbers = [game.number for game in event.running if game.number is not None]
        games = await client.services.game_queries.several(numbers) if numbers else ()
        return await night_card(event, games)
    return await cup_card(event) if isinstance(event, Cup) else team_card(event, side)


async def show_event(client: ServingClient, event: A, side: int = 0, click: Context | None = None) -> A:
    """Bring a card of an event up to date: as the answer to the ``click`` on it, or with an edit.

    While Discord is busy with one state, newer ones come in, and then only the newest is shown. Return the
    event as it's stored then.
    """
    letter = _Letter(event, click)
    await client.mailboxes.hand_in((event.number, side), letter, partial(_show, client, side))
    return cast("A", letter.event)


@dataclass(slots=True)
class _Letter:
    """An event that's to be shown, or is shown by now, and the click that this answers."""

    event: AnyEvent
    click: Context | None


async def _show(client: ServingClient, side: int, letters: Sequence[_Letter]) -> None:
    event = max((letter.event for letter in letters), key=lambda each: each.revision)
    content = await _event_card(client, event, side)
    by_click = await answer_clicks([letter.click for letter in letters], content)
    revision = event.revision
    shown, event = (True, event) if by_click else await _put(client, event, side, content)
    if shown:
        event = await events_like(client, event).note(
            event, lambda each, now: event_changes.show(each, side, revision, None if by_click else now)
        )
    for letter in letters:
        letter.event = event


async def _put(client: ServingClient, event: AnyEvent, side: int, content: Content) -> tuple[bool, AnyEvent]:
    """Edit a card, or post it if there's none. Return whether it's shown now, and the event after that."""
    card = event.cards[side]
    channel_id, again = card.place.channel_id, not event.is_end_shown(side)
    try:
        message_id = await put_card(
            client, event.number, content, channel_id=channel_id, message_id=card.message_id, again=again
        )
    except RequestError as error:
        return False, await _note_failure(client, event, side, error)
    client.looks.there(look_of(event, side))
    if message_id != card.message_id or card.lost or event.paused_at is not None:
        posted = events_like(client, event).put_card
        event = await posted(event, side, channel_id=channel_id, message_id=message_id)
    return True, event


async def _note_failure(client: ServingClient, event: AnyEvent, side: int, error: RequestError) -> AnyEvent:
    """Note that a channel is gone, or the bot may no longer post there, as two looks say; tell the host."""
    log.info("event not shown", number=event.number, side=side, error=str(error))
    use_cases, is_gone = events_like(client, event), client.looks.fails(look_of(event, side), error)
    after: AnyEvent = event
    if event.paused_at is not None or event.cards[side].lost:
        after = await use_cases.note(event, lambda each, now: event_changes.miss_card(each, side, now))
    elif is_gone:
        after = await use_cases.lose_card(event, side)
    else:
        return event
    return await _tell_of_loss(client, after, side)


async def _tell_of_loss(client: ServingClient, event: AnyEvent, side: int) -> AnyEvent:
    """Tell the host that an event can't be shown, once for each time that its card is lost.

    It's stored already that it's lost, so if they can't be told now, or by this process, they're told later.
    """
    # Losing its channel is what ends a game night.
    is_over = event.ended_at is not None and not isinstance(event, Night)
    if is_over or event.cards[side].told_loss or event.status is EventStatus.OVER:
        return event
    if await tell_host(client, event, side) is None:
        return event
    told: AnyEvent = await events_like(client, event).note(
        event, lambda each, _: event_changes.tell_loss(each, side)
    )
    return told


def look_of(event: AnyEvent, side: int, what: str = "card") -> tuple[str, int, int]:
    """Return what's looked for when a server's card of an event is to be shown, or something else there."""
    return what, event.number, side


async def tell_host(client: ServingClient, event: AnyEvent, side: int) -> bool | None:
    """Tell whoever has made an event that it's paused or was canceled because its channel is gone.

    The answer is that of ``send_private``.
    """
    card = event.cards[side]
    words = words_for(card.language)
    if isinstance(event, Night):
        text = words.say("The game night was called off because its channel is gone. Its games go on.")
    elif isinstance(event, TeamMatch):
        text = words.say(
            "I can't post in the channel of {match} right now. Its games continue, in DMs if need be, and "
            "I'll show its card again as soon as I can.",
            match=linked_team_match(event, side),
        )
    elif event.ended_at is None:
        text = words.say(
            "I can't post in the channel of {cup} right now, so it's paused. It'll continue by itself once I "
            "can post there again. To move it, use /pyrga-event cups in another channel. After seven days, "
            "it's canceled.",
            cup=linked_cup(words, event),
        )
    else:
        text = words.say(
            "{cup} was canceled because I couldn't post in its channel for seven days.",
            cup=linked_cup(words, event),
        )
    return await send_private(
        client, card.host_id, text, nonce_of("loss", event.number, side, event.revision)
    )


async def tell(client: ServingClient, event: AnyEvent, side: int) -> AnyEvent:
    """Tell people of a server about a stage, or post the result; return the event after that."""
    if event.ended_at is not None or isinstance(event, Night):
        return await announce_end(client, event, side)
    return await tell_stage(client, event, side)


async def tell_stage(client: ServingClient, event: Contest, side: int = 0) -> AnyEvent:
    """Post that a stage has begun, or was extended.

    At the start of the event, that mentions everyone in it, and in an extension those whom it's for,
    once. If the bot dies meanwhile and comes back so late that Discord wouldn't notice a repetition, they're
    only named, because they may have been mentioned.
    """
    use_cases, number, calls = events_like(client, event), event.tellings, False
    extension = event.extension
    if number == 1 or extension is not None:
        event = await use_cases.note(event, lambda each, now: event_changes.begin_call(each, side, now))
        calls = use_cases.may_call(event, side)
    people = [
        entrant
        for entrant in event.playing
        if entrant.side == side and (extension is None or entrant.player.id in extension.absent)
    ]
    called = [entrant.player.id for entrant in people] if calls else []
    key = f"{format_number(event.number)}-stage-{number}-{side}"
    try:
        await tell_people(
            client,
            event.cards[side].place.channel_id,
            _stage_text(event, side),
            called,
            names=listed_names(people),
            key=key,
        )
    except RequestError as error:
        if calls:
            event = await use_cases.note(event, lambda each, _: event_changes.drop_call(each, side))
        log.info("stage not told", number=event.number, side=side, error=str(error))
        client.looks.fails(look_of(event, side, TELLING), error)
        return event
    told: AnyEvent = await use_cases.note(event, lambda each, _: event_changes.tell(each, side, number))
    return told


def _stage_text(event: Contest, side: int) -> str:
    words = words_for(event.cards[side].language)
    if isinstance(event, TeamMatch):
        # Translators: {match} is a link to the team match.
        said = words.say(
            "{match} has started. Make your first moves: **My games** has the links.",
            match=linked_team_match(event, side),
        )
        return f"⚔️ {said}"
    extension = event.extension
    if extension is not None:
        # Translators: {cup} is a link to the cup. Discord shows {end} as a date and time.
        said = words.say(
            "Hardly anyone has made a move in {cup}, so there's one more day: until {end}. **My games** has "
            "the links.",
            cup=linked_cup(words, event),
            end=format_dt(extension.until, "f"),
        )
    elif len(event.stages) == 1:
        # Translators: {cup} is a link to the cup.
        said = words.say(
            "{cup} has started. Make your first moves: **My games** has the links.",
            cup=linked_cup(words, event),
        )
    else:
        # Translators: {cup} is a link to the cup.
        said = words.say("The next stage of {cup} has started.", cup=linked_cup(words, event))
    return with_trophy(words, event, said)


async def announce_end(client: ServingClient, event: AnyEvent, side: int = 0) -> AnyEvent:
    """Post the result where a server wants results, or else where the event is. No one is pinged.

    It's where the event is, too, if others could read it where the server wants results.
    """
    card = event.cards[side]
    chosen = (await client.services.preferences.guild(card.guild_id)).announcement_channel_id
    audience = False if chosen is None else await has_same_audience(client, card.place, chosen)
    if audience is None:
        return event
    channel_id = chosen if audience and chosen is not None else card.place.channel_id
    key = f"{format_number(event.number)}-result-{side}"
    if not await announce_once(client, channel_id, key, await _result_post(event, side)):
        return event
    told: AnyEvent = await events_like(client, event).note(
        event, lambda each, _: event_changes.tell_end(each, side)
    )
    return told


async def _result_post(event: AnyEvent, side: int) -> Content:
    """Return the result of an event that's over, with a link to its card."""
    words = words_for(event.cards[side].language)
    event = people_in(words, event)
    if isinstance(event, TeamMatch):
        title = f"### ⚔️ {linked_team_match(event, side)}"
        return boxed(f"{title}\n{result_text(words, event)}", accent=GOLD)
    if isinstance(event, Night):
        title = f"### 🌙 {linked_night(words, event)}"
        return boxed(title, *await night_results(words, event), accent=GOLD)
    heading = with_trophy(words, event, linked_cup(words, event))
    return boxed(f"### {heading}", *await result_parts(words, event), accent=GOLD)
