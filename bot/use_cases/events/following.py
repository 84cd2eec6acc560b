"""What games and their events tell each other: results, who has moved, and what has to follow."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.clocks import due_times
from bot.store.events import events
from bot.store.events.events import EventGameRow, ResultRow
from bot.store.game_rows import first_moves
from bot.store.settings import players
from bot.values.events.parts import EventGame, Leaving, PlannedGame
from bot.values.game import endings
from bot.values.game.game import BY_LOT, FEWEST_COUNTED_PLIES, UNCOUNTED, Transition
from engine import Color, Reason, mover

_BOTH_HAVE_MOVED: Final = 3
"""The plies of a game after both players' first moves, if one was drawn by lot before."""

MOST_GAMES: Final = 20
"""Maximum number of games of events that someone plays at the same time. The others begin later."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: White's points, or None if it has no result. ``white`` is who that was then.

    It's ``unmoved`` if someone ran out of time before they had made a move.
    """

    number: int
    white: int
    score: float | None
    adjudicated: bool
    unmoved: bool


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who has done anything in any game of an event, and who has lost one on time."""

    moved: frozenset[int]
    late: frozenset[int]


async def take_endings(connection: AsyncConnection, number: int) -> list[Ending]:
    """Take the endings that an event doesn't know yet. This transaction has locked the event."""
    return [
        _ending(row, Reason(row.reason))
        for row in await events.results(connection, number)
        # If the game has changed since, there's a newer row.
        if await due_times.take(connection, row.due_id, row.at) and row.reason is not None
    ]


def _ending(row: ResultRow, reason: Reason) -> Ending:
    is_unmoved = reason is Reason.TIMEOUT and row.plies < _BOTH_HAVE_MOVED
    score = score_of(row.winner, reason)
    return Ending(row.number, row.white_id, score, reason is Reason.ADJUDICATION, is_unmoved)


def score_of(winner: str | None, reason: str | None) -> float | None:
    """Return White's points in a game that ended like this; None if it has no result, or hasn't ended."""
    if reason is None or reason in UNCOUNTED:
        return None
    return 0.5 if winner is None else float(winner == Color.WHITE)


async def attendance(connection: AsyncConnection, number: int) -> Attendance:
    """Return who has moved in an event, and who was too late."""
    rows = await events.games_of(connection, number)
    moved = frozenset(player_id for row in rows for player_id in _seen_in(row))
    late = (player_id for row in rows if row.reason == Reason.TIMEOUT for player_id in _losers(row))
    return Attendance(moved, frozenset(late))


def _seen_in(row: EventGameRow) -> Iterator[int]:
    """Yield the players of a game who have done anything in it."""
    if row.swapped:
        yield from (row.white_id, row.black_id)
    for ply, (_, revision) in enumerate(first_moves(row.moves)):
        if revision != BY_LOT:
            yield row.white_id if mover(ply) is Color.WHITE else row.black_id
    if row.reason == Reason.RESIGNATION:
        yield from _losers(row)


def _losers(row: EventGameRow) -> Sequence[int]:
    if row.winner is None:
        return ()
    return [row.black_id if row.winner == Color.WHITE else row.white_id]


def act_on(row: EventGameRow, game: EventGame | None, left: Mapping[int, Leaving]) -> Transition | None:
    """Return what has to happen to a game because of who has left; None if nothing has.

    ``game`` is the game as its event knows it, or None if it's played again; then its result doesn't count.
    ``left`` says why which of its players left.
    """
    is_running = row.reason is None
    if game is None:
        return endings.annul if row.reason not in {None, *UNCOUNTED} else None
    if not game.is_void:
        return None
    if Leaving.NO_SHOW in left.values():
        return endings.annul if is_running or row.reason not in UNCOUNTED else None
    if not is_running or not left:
        return None
    if row.plies < FEWEST_COUNTED_PLIES:
        return endings.call_off
    leaver = next(iter(left))
    return partial(endings.resign, player_id=leaver)


async def next_of(connection: AsyncConnection, planned: Sequence[PlannedGame]) -> PlannedGame | None:
    """Return the first planned game whose players can begin one more. This transaction holds them then."""
    people = sorted({player_id for each in planned for player_id in each.game.players})
    await players.lock(connection, people)
    counts = await events.count_running_games(connection, people)
    free = (
        each
        for each in planned
        if all(counts.get(player_id, 0) < MOST_GAMES for player_id in each.game.players)
    )
    return next(free, None)


async def first_moves_of_pair(
    connection: AsyncConnection, number: int, games: Iterable[EventGame], pair: Collection[int]
) -> Collection[str]:
    """Return how the games of two people that have begun in an event, which are among these, began."""
    others = [game.number for game in games if set(game.players) == set(pair) and game.number is not None]
    rows = await events.games_of(connection, number, others) if others else []
    return {move for row in rows for move, _ in first_moves(row.moves, 1)}
