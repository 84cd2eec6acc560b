"""What happens to cups without a click: they start, their games begin, their stages end, their cards change.

Each step is stored before anyone sees it, and done again by the next round if the process dies in between.
"""

import asyncio
from time import monotonic
from typing import Final

import structlog

from bot.computer.errors import ComputerFailedError, ComputerUnavailableError
from bot.matches.cups.cup import Cup, CupStatus
from bot.matches.games.games import Transition
from bot.matches.match.endings import adjudicate
from bot.matches.match.match import BestPlay, Match
from bot.matches.match.match_errors import FinishedGameError
from bot.store.connections.transactions import LostLeaseError
from bot.ui.board.display import show
from bot.ui.context.client import ServingClient
from bot.ui.cups.posting import announce_end, show_cup, tell_stage
from engine import Position

INTERVAL = 10.0
_BATCH: Final = 20

PAUSE = 6.0
"""Seconds from one beginning game to the next: Discord opens about 50 threads per channel in five minutes."""

PAUSE_WITHOUT_THREAD = 1.0
"""The same where games have no threads: Discord accepts about five messages per channel in five seconds."""

_LONGEST_TURN: Final = 30.0
"""Number of seconds for which games of a cup begin before it's the turn of other cups."""

log = structlog.get_logger(__name__)


async def keep_cups(client: ServingClient) -> None:
    """Do what is due in all cups, one after another."""
    for number in await client.services.cups.due(_BATCH):
        try:
            await _keep(client, number)
        except LostLeaseError:
            raise
        except Exception:
            # The others shouldn't have to wait for it.
            log.exception("cup failed", cup=number)


async def keep_leagues(client: ServingClient) -> None:
    """Begin the months of leagues that are due. Their cups are kept like others."""
    for number in await client.services.leagues.due(_BATCH):
        await client.services.leagues.begin_month(number)


async def _keep(client: ServingClient, number: int) -> None:
    await _adjudicate(client, number)
    cup = await client.services.cup_games.advance(number)
    if await client.services.cups.to_show(number):
        # What follows leads to the card.
        await show_cup(client, number)
        cup = await client.services.cups.get(number)
    if cup.status is CupStatus.RUNNING and cup.paused_at is None:
        await _begin_stage(client, cup)
    cup = await client.services.cups.get(number)
    if cup.status is CupStatus.OVER and not cup.told_end:
        await announce_end(client, cup)
    if await client.services.cups.to_show(number):
        await show_cup(client, number)


async def _begin_stage(client: ServingClient, cup: Cup) -> None:
    """Tell people that a stage has begun, and begin its games, so that none comes before they're told.

    As long as Discord accepts no more of them, no other begins.
    """
    if cup.told_stages < len(cup.stages):
        await tell_stage(client, cup)
    if not cup.unstarted or await _has_unposted(client, cup):
        return
    turn_ends = monotonic() + _LONGEST_TURN
    while monotonic() < turn_ends:
        match = await client.services.cup_games.begin_next(cup.number)
        if match is None:
            return
        shown = await show(client, match)
        if shown.unposted:
            return
        await asyncio.sleep(PAUSE_WITHOUT_THREAD if shown.place == cup.place else PAUSE)


async def _has_unposted(client: ServingClient, cup: Cup) -> bool:
    """Return whether a game of a cup has begun that couldn't be posted yet."""
    unshown = await client.services.games.unshown(_BATCH)
    return any(game.event == cup.number and game.unposted for game in unshown)


async def _adjudicate(client: ServingClient, number: int) -> None:
    """Decide the games whose time is over as best play would, as far as the solver finds that out."""
    for match in await client.services.cup_games.undecided(number):
        game = await client.services.games.get(match)
        best_play = await _best_play(client, game)
        try:
            decided = await client.services.games.change(match, _decided(game.position, best_play))
        except FinishedGameError:
            continue
        await show(client, decided)


async def _best_play(client: ServingClient, game: Match) -> BestPlay | None:
    try:
        return await client.services.computer.decide(game.position)
    except (ComputerUnavailableError, ComputerFailedError) as error:
        log.warning("game not decided by best play", game=game.number, error=repr(error))
    return None


def _decided(position: Position, best_play: BestPlay | None) -> Transition:
    """Decide a match by what's best in this position. If someone has moved since, the next round does."""
    return lambda match, now: match if match.position != position else adjudicate(match, best_play, now)
