"""What happens in events without a click: games begin one after another, and are decided at the end."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from time import monotonic
from typing import Final

import structlog

from bot.computer.computer import ComputerFailedError, ComputerUnavailableError
from bot.ui.board.display import show
from bot.ui.context.client import ServingClient
from bot.values.game.endings import adjudicate
from bot.values.game.game import BestPlay, Game, Transition
from bot.values.game.game_errors import FinishedGameError
from engine import Position

PAUSE = 6.0
"""Seconds from one beginning game to the next: Discord opens about 50 threads per channel in five minutes."""

PAUSE_WITHOUT_THREAD = 1.0
"""The same where games have no threads: Discord accepts about five messages per channel in five seconds."""

_BATCH: Final = 20

_LONGEST_TURN: Final = 30.0
"""Number of seconds for which games of an event begin before it's the turn of other events."""

log = structlog.get_logger(__name__)


async def begin_games(
    client: ServingClient, number: int, begin_next: Callable[[int], Awaitable[Game | None]]
) -> None:
    """Begin games of an event, one after another.

    As long as Discord accepts no more of them, no other begins.
    """
    if await _has_unposted(client, number):
        return
    turn_ends = monotonic() + _LONGEST_TURN
    while monotonic() < turn_ends:
        game = await begin_next(number)
        if game is None:
            return
        shown = await show(client, game)
        if shown.unposted:
            return
        in_channel = all(
            home.place == planned.place for home, planned in zip(shown.homes, game.homes, strict=True)
        )
        await asyncio.sleep(PAUSE_WITHOUT_THREAD if in_channel else PAUSE)


async def _has_unposted(client: ServingClient, number: int) -> bool:
    """Return whether a game of an event has begun that couldn't be posted yet."""
    unshown = await client.services.games.unshown(_BATCH)
    return any(game.event == number and game.unposted for game in unshown)


async def decide(client: ServingClient, numbers: Iterable[int]) -> None:
    """Decide games whose time is over as best play would, as far as the solver finds that out."""
    for number in numbers:
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
