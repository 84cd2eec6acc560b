"""How often people chose each opening move of their games, and how they scored with it.

Games between people that count anywhere do, in the pool of their server and in the pool of all games. A
move counts if a person chose it, so a random first move doesn't. Wins and draws are those of the color that
made the move, no matter who played that color in the end. Moves that are the same up to symmetry are counted
together.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.database import Database
from bot.store.schema.tables import EVERYWHERE
from bot.store.standings import openings
from bot.store.standings.openings import Key, OpenedRow, OpeningRow
from bot.use_cases.standings.ratings import pools_of
from bot.values.game.game import BY_LOT, Game
from bot.values.lines import pack_moves, pack_position
from engine import Move, Position, Ruleset, mover

PLIES: Final = 6
"""How many of the first moves of a game count."""

_BATCH: Final = 500
"""Number of games that are read at a time."""


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """How many games continued with a move, and how many of those the mover won and drew."""

    games: int = 0
    wins: int = 0
    draws: int = 0

    @property
    def score(self) -> float:
        """Return the average points of the player who made the move, 0 to 1; a draw is half a point."""
        return (self.wins + self.draws / 2) / self.games


NEVER = MoveRecord()
"""The tally of a move that no one chose."""


@dataclass(frozen=True, slots=True)
class OpeningMove:
    """A move from a position, together with all that are the same up to symmetry.

    ``here`` counts the games of one server, and ``everywhere`` those of all.
    """

    moves: tuple[Move, ...]
    here: MoveRecord
    everywhere: MoveRecord


class Openings:
    """The opening moves of the games of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def moves(self, position: Position, guild_id: int | None) -> list[OpeningMove]:
        """Return the legal moves of a position. Those that are the same up to symmetry are one.

        Without a guild, there are no games ``here``. From the ply ``PLIES`` on, nothing is counted.
        """
        by_choice: dict[tuple[str, str], list[Move]] = {}
        for move in position.legal_moves:
            by_choice.setdefault(_choice(position, move), []).append(move)
        found: dict[Key, OpeningRow] = {}
        if by_choice and position.ply < PLIES:
            ((packed, _), *_) = by_choice
            counted = await self._database.read_once(openings.of_position, pools_of(guild_id), packed)
            found = {row.key: row for row in counted}
        return [
            OpeningMove(
                tuple(moves),
                NEVER if guild_id is None else _tally(found.get((guild_id, *choice))),
                _tally(found.get((EVERYWHERE, *choice))),
            )
            for choice, moves in by_choice.items()
        ]


async def count(connection: AsyncConnection, game: Game) -> None:
    """Count the first moves of a game that has just ended and counts, if people played it."""
    if game.level is None:
        await openings.add(connection, _rows_of(_opened(game)))


async def uncount(connection: AsyncConnection, game: Game) -> None:
    """Undo what ``count`` did for a finished game, which is given as it was when it counted."""
    if game.level is not None:
        return
    counted = [
        replace(row, games=-row.games, wins=-row.wins, draws=-row.draws) for row in _rows_of(_opened(game))
    ]
    await openings.add(connection, counted)
    await openings.remove_empty(connection, [row.key for row in counted])


async def recompute(connection: AsyncConnection) -> int:
    """Count the games again and correct what's stored; return how many rows were missing, wrong or extra.

    The counts of servers that have removed the bot stay as they are. Games that end meanwhile wait.
    """
    await openings.keep_others_out(connection)
    removed = set(await openings.removed_guilds(connection))
    right = {row.key: row for row in await _count_all(connection) if row.pool not in removed}
    stored = {row.key: row for row in await openings.every(connection) if row.pool not in removed}
    wrong = [key for key in right.keys() | stored.keys() if right.get(key) != stored.get(key)]
    await openings.replace(
        connection, [key for key in wrong if key in stored], [right[key] for key in wrong if key in right]
    )
    return len(wrong)


async def _count_all(connection: AsyncConnection) -> list[OpeningRow]:
    games, wins, draws = Counter[Key](), Counter[Key](), Counter[Key]()
    last = 0
    while batch := await openings.counted_after(connection, last, limit=_BATCH):
        for opened in batch:
            for row in _rows_of(opened):
                games[row.key] += row.games
                wins[row.key] += row.wins
                draws[row.key] += row.draws
        last = batch[-1].id
    return [OpeningRow(*key, games[key], wins[key], draws[key]) for key in games]


def _opened(game: Game) -> OpenedRow:
    winner = None if game.outcome is None or game.outcome.winner is None else game.outcome.winner.value
    moves = tuple((move.text, move.revision) for move in game.moves)
    return OpenedRow(game.number, game.guild_id, game.ruleset.value, winner, moves)


def _rows_of(game: OpenedRow) -> list[OpeningRow]:
    """Return a row for each move that counts, in each pool."""
    return [
        OpeningRow(pool, *choice, games=1, wins=int(won), draws=int(game.winner is None))
        for choice, won in _choices(game)
        for pool in pools_of(game.guild_id)
    ]


def _choices(game: OpenedRow) -> Iterator[tuple[tuple[str, str], bool]]:
    """Yield what people chose in the first moves, and whether the color that moved won."""
    position = Position.start(Ruleset(game.ruleset))
    for ply, (text, revision) in enumerate(game.moves[:PLIES]):
        move = Move.parse(text)
        if revision != BY_LOT:
            yield _choice(position, move), game.winner == mover(ply).value
        position = position.play(move)


@lru_cache(maxsize=512)
def _choice(position: Position, move: Move) -> tuple[str, str]:
    """Return a position and a legal move as they're stored: the same for all symmetric ones."""
    symmetries = position.canonical_symmetries()
    canonical = position.transformed(symmetries[0])
    return pack_position(canonical), pack_moves([min(symmetry.move(move) for symmetry in symmetries)])


def _tally(row: OpeningRow | None) -> MoveRecord:
    return NEVER if row is None else MoveRecord(row.games, row.wins, row.draws)
