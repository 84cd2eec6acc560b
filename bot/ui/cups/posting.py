"""Shows a cup on its card, which is the picture of what the database knows."""

from collections.abc import Sequence
from functools import partial

import discord
import structlog

from bot.locale import words_for
from bot.ui.context.announcing import announce_once
from bot.ui.context.cards import answer_clicks, put_card, tell_people
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.requests import FAILURES
from bot.ui.context.sight import has_same_audience
from bot.ui.cups.card import cup_card, result_parts
from bot.ui.cups.words import linked_cup, listed_names
from bot.ui.message.content import GOLD, Content, boxed
from bot.values.base36 import format_number
from bot.values.cups.cup import Cup

log = structlog.get_logger(__name__)


async def show_cup(client: ServingClient, number: int, click: Context | None = None) -> None:
    """Bring the card of a cup up to date: as the answer to the ``click`` on it, or with an edit.

    While Discord is busy with one state, newer ones come in, and then only the newest is shown.
    """
    await client.mailboxes.hand_in(("cup", number), click, partial(_show, client, number))


async def _show(client: ServingClient, number: int, clicks: Sequence[Context | None]) -> None:
    cup = await client.services.cups.get(number)
    card = await cup_card(cup)
    by_click = await answer_clicks(clicks, card)
    if by_click or await _put(client, cup, card):
        await client.services.cups.note_shown(number, revision=cup.revision, by_click=by_click)


async def _put(client: ServingClient, cup: Cup, card: Content) -> bool:
    """Edit the card, or post it if there's none; return whether it's shown now."""
    again = not cup.is_end_shown
    try:
        message_id = await put_card(
            client, cup.number, card, channel_id=cup.channel_id, message_id=cup.message_id, again=again
        )
    except FAILURES as error:
        await _note_failure(client, cup, error)
        return False
    if message_id != cup.message_id:
        await client.services.cups.put_card(cup.number, channel_id=cup.channel_id, message_id=message_id)
    return True


async def _note_failure(client: ServingClient, cup: Cup, error: Exception) -> None:
    """Pause a cup if its channel is gone, or the bot may no longer post there. Others are tried again."""
    log.info("cup not shown", cup=cup.number, error=str(error))
    if not isinstance(error, discord.NotFound | discord.Forbidden):
        return
    if cup.ended_at is None:
        await client.services.cups.pause(cup.number)
    else:
        # There's nothing left to wait for.
        await client.services.cups.note_shown(cup.number, revision=cup.revision)


async def tell_stage(client: ServingClient, cup: Cup) -> None:
    """Post that a stage has begun. Only at the start of the cup, that mentions everyone in it, once.

    If the bot dies meanwhile and comes back so late that Discord wouldn't notice a repetition, they're only
    named, because they may have been mentioned.
    """
    words, number = words_for(cup.language), len(cup.stages)
    if number == 1:
        # Translators: {cup} is a link to the cup.
        sentence = words.say("{cup} has started. Make your first moves: **My games** has the links.")
        calls = await client.services.cups.begin_call(cup.number)
    else:
        # Translators: {cup} is a link to the cup.
        sentence, calls = words.say("The next stage of {cup} has started."), False
    called = [entrant.player.id for entrant in cup.playing] if calls else []
    text, names = f"🏆 {sentence.format(cup=linked_cup(words, cup))}", listed_names(cup.playing)
    key = f"{format_number(cup.number)}-stage-{number}"
    try:
        await tell_people(client, cup.channel_id, text, called, names=names, key=key)
    except FAILURES as error:
        if calls:
            await client.services.cups.drop_call(cup.number)
        await _note_failure(client, cup, error)
        return
    await client.services.cups.note_told(cup.number, stages=number)


async def announce_end(client: ServingClient, cup: Cup) -> None:
    """Post the result where the server wants results, if anywhere. No one is pinged."""
    chosen = (await client.services.preferences.guild(cup.guild_id)).announcement_channel_id
    if chosen is not None:
        audience = await has_same_audience(client, cup.place, chosen)
        if audience is None:
            return
        content = await _result_post(cup)
        key = f"{format_number(cup.number)}-cup"
        if audience and not await announce_once(
            client, chosen, key, view=content.view, files=content.files()
        ):
            return
    await client.services.cups.note_announced(cup.number)


async def _result_post(cup: Cup) -> Content:
    """Return the result of a cup that's over, with a link to its card."""
    words = words_for(cup.language)
    return boxed(f"### 🏆 {linked_cup(words, cup)}", *await result_parts(words, cup), accent=GOLD)
