"""What happens in events without a click: they start, games begin, they're decided, they end, cards change.

Each step is stored before anyone sees it, and done again by the next round if the process dies in between.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any, Final

import structlog

from bot.computer.computer import ComputerFailedError, ComputerUnavailableError
from bot.jobs.failures import going_on
from bot.ui.board.display import show
from bot.ui.context.client import ServingClient
from bot.ui.context.requests import RequestError, ask
from bot.ui.events.posting import TELLING, AnyEvent, look_of, show_event, tell, tell_host
from bot.use_cases.events.events import Events
from bot.use_cases.events.nights import Nights
from bot.values.events.event_errors import NotMemberError
from bot.values.events.parts import EventStatus
from bot.values.game.endings import adjudicate
from bot.values.game.game import BestPlay, Game, Transition
from bot.values.game.game_errors import FinishedGameError
from bot.values.players import Place
from engine import Position

INTERVAL = 10.0
"""Number of seconds between two rounds."""

NIGHT_INTERVAL = 2.0
"""The same for game nights."""

PAUSE = 6.0
"""Seconds from one beginning game to the next: Discord opens about 50 threads per channel in five minutes."""

PAUSE_WITHOUT_THREAD = 1.0
"""The same where games have no threads: Discord accepts about five messages per channel in five seconds."""

_BATCH: Final = 100

_LONGEST_TURN: Final = 30.0
"""Number of seconds for which games of an event begin before it's the turn of other events."""

log = structlog.get_logger(__name__)


async def keep_cups(client: ServingClient) -> None:
    """Do what is due in all cups, one after another."""
    await _keep_all(client, client.services.cups)


async def keep_team_matches(client: ServingClient) -> None:
    """Do what is due in all team matches, one after another."""
    await _keep_all(client, client.services.team_matches)


async def keep_nights(client: ServingClient) -> None:
    """Do what is due in all game nights, at the same time, because people wait there."""
    nights = client.services.nights
    await asyncio.gather(*(_keep_night(client, nights, number) for number in await nights.due(_BATCH)))


async def _keep_night(client: ServingClient, nights: Nights, number: int) -> None:
    await _keep_safely(client, nights, number)
    night = await nights.get(number)
    if night.status is EventStatus.CANCELED and night.scheduled_id is not None:
        # Otherwise, Discord ends it at its time.
        await nights.note(night, lambda each, _: replace(each, scheduled_id=None))
        with suppress(RequestError):
            await ask(client.http.delete_scheduled_event(night.card.guild_id, night.scheduled_id))


async def keep_leagues(client: ServingClient) -> None:
    """Begin the months of leagues that are due. Their cups are kept like others."""
    leagues = client.services.leagues
    for number in await leagues.due(_BATCH):
        league = await leagues.get(number)
        here = Place(league.guild_id, league.channel_id)
        people = [member.player for member in league.members]
        gone, _ = await client.memberships.call_roll(client, here, people, _LONGEST_TURN)
        for player_id in gone:
            with suppress(NotMemberError):
                await leagues.leave(number, player_id=player_id)
        await leagues.begin_month(number)


async def take_results(client: ServingClient, kind: Events[Any], number: int) -> None:
    """Let an event know how its games have ended, and show that."""
    event = await kind.take_results(number)
    # What else has to be done now comes first, so that the card shows it, too.
    if event is not None and not kind.is_to_advance(event):
        await _show(client, kind, event)


async def _keep_all(client: ServingClient, kind: Events[Any]) -> None:
    for number in await kind.due(_BATCH):
        await _keep_safely(client, kind, number)


async def _keep_safely(client: ServingClient, kind: Events[Any], number: int) -> None:
    with going_on("event failed", number=number):
        await _keep(client, kind, number)


async def _keep(client: ServingClient, kind: Events[Any], number: int) -> None:
    event: AnyEvent = await kind.get(number)
    if event.paused_at is not None and event.ended_at is None:
        event = await _show(client, kind, event)
        if event.paused_at is not None and not client.looks.is_gone(look_of(event, 0)):
            return
    if kind.is_starting(event):
        await _let_out_absent(client, kind, event)
    before, event = event, await kind.advance(number)
    if before.paused_at is not None and before.ended_at is None and event.ended_at is not None:
        await tell_host(client, event, 0)
    if undecided := kind.undecided(event):
        await _decide(client, undecided)
        event = await kind.advance(number)
    # What follows leads to the card.
    event = await _show(client, kind, event)
    for side in range(len(event.cards)):
        if event.is_to_tell(side) and client.looks.is_due(look_of(event, side, TELLING)):
            event = await tell(client, event, side)
    longest = min(_LONGEST_TURN, event.drawn_every.total_seconds())
    if event.unstarted and event.paused_at is None and await _begin_games(client, kind, number, longest):
        await _show(client, kind, await kind.get(number))


async def _let_out_absent(client: ServingClient, kind: Events[Any], event: AnyEvent) -> None:
    """Let everyone out of an event that's about to start who has left the server that they play for."""
    gone, is_complete = set[int](), True
    for side, card in enumerate(event.cards):
        people = [entrant.player for entrant in event.present if entrant.side == side]
        absent, is_all = await client.memberships.call_roll(client, card.place, people, _LONGEST_TURN)
        gone, is_complete = gone | absent, is_complete and is_all
    if gone or not is_complete:
        await kind.let_out(event.number, gone, is_complete=is_complete)


async def _show(client: ServingClient, kind: Events[Any], event: AnyEvent) -> AnyEvent:
    """Show the cards of an event that have to be posted or edited now; return it after that."""
    for side in kind.to_show(event):
        if not client.looks.is_due(look_of(event, side)):
            continue
        event = await show_event(client, event, side)
    return event


async def _begin_games(client: ServingClient, kind: Events[Any], number: int, longest: float) -> bool:
    """Begin games of an event, one after another, for so many seconds; return whether any has begun.

    As long as Discord accepts no more of them, no other begins.
    """
    if await _has_unposted(client, number):
        return False
    turn_ends, begun = monotonic() + longest, False
    while monotonic() < turn_ends and (game := await kind.begin_next(number)) is not None:
        begun = True
        shown = await show(client, game)
        if shown.unposted:
            break
        in_channel = all(
            home.place == planned.place for home, planned in zip(shown.homes, game.homes, strict=True)
        )
        await asyncio.sleep(PAUSE_WITHOUT_THREAD if in_channel else PAUSE)
    return begun


async def _has_unposted(client: ServingClient, number: int) -> bool:
    """Return whether a game of an event has begun that couldn't be posted yet."""
    unshown = await client.services.games.unshown(_BATCH)
    return any(game.event == number and game.unposted for game in unshown)


async def _decide(client: ServingClient, games: Iterable[int]) -> None:
    """Decide games whose time is over as best play would, as far as the solver finds that out."""
    for number in games:
        game = await client.services.games.get(number)
        best_play = await _best_play(client, game)
        try:
            decided = await client.services.games.change(number, _decided(game.position, best_play))
        except FinishedGameError:
            continue
        await show(client, decided)


async def _best_play(client: ServingClient, game: Game) -> BestPlay | None:
    try:
        return await client.services.computer.decide(game.position)
    except (ComputerUnavailableError, ComputerFailedError) as error:
        log.warning("game not decided by best play", game=game.number, error=repr(error))
    return None


def _decided(position: Position, best_play: BestPlay | None) -> Transition:
    """Decide a game by what's best in this position. If someone has moved since, the next round does."""
    return lambda game, now: game if game.position != position else adjudicate(game, best_play, now)
