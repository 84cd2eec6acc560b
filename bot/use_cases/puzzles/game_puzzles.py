"""Puzzles from finished games: what someone missed, for the people of the server where it was played.

Both players have to allow it, and can take that back: it's looked at whenever a puzzle is shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.clock import Clock
from bot.store import games
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.puzzles import game_puzzles
from bot.store.puzzles.game_puzzles import GamePuzzleRow
from bot.store.puzzles.puzzles import results_of
from bot.store.settings import players
from bot.use_cases.games.storing import load
from bot.use_cases.reviews import SECONDS_A_POSITION, Solver
from bot.use_cases.use_cases import UseCases
from bot.values.base36 import format_number, read_number
from bot.values.errors import UnknownPuzzleError
from bot.values.game.game import Game
from bot.values.players import GamePuzzles
from engine import Difficulty, Distances, Goal, Move, Position, Puzzle, Value, play_text

_SINCE: Final = timedelta(days=60)
_UNTIL: Final = timedelta(days=7)
"""Between these, a game may become a puzzle."""

_AT_ONCE: Final = 20
_FIRST_PLY: Final = 6
_LEAST_MOVES: Final = 4
_NEWEST: Final = 50
"""How many of a server's puzzles are offered."""

_DIGITS: Final = 7
_GOALS: Final = {Value.WIN: Goal.WIN, Value.DRAW: Goal.SAVE}
_NODES: Final = {Difficulty.EASY: 500, Difficulty.MEDIUM: 20_000}
"""Below so many positions to look at, it's that difficult."""


@dataclass(frozen=True, slots=True)
class GamePuzzle:
    """A puzzle and the game that it's from, and whether both players want to be named."""

    puzzle: Puzzle
    game: Game
    is_named: bool


class GamePuzzleBook(UseCases):
    """The puzzles from games of one database. The ``solver`` finds exact values."""

    def __init__(self, database: Database, clock: Clock, solver: Solver) -> None:
        super().__init__(database, clock)
        self._solver = solver

    async def make_some(self) -> int:
        """Look for puzzles in a few games that ended a week ago; return in how many."""
        now = self._clock.now()
        due = await self._database.read(game_puzzles.due, now - _SINCE, now - _UNTIL, _AT_ONCE)
        for number in due:
            await self._make(number, now)
        return len(due)

    async def _make(self, number: int, now: datetime) -> None:
        game = await self._database.read(load, number)
        puzzle = await puzzle_of(game, self._solver)
        row = GamePuzzleRow(number, game.place.guild_id or 0, None, None, None, None, now)
        if puzzle is not None:
            goal, difficulty = puzzle.goal.value, puzzle.difficulty.value
            row = replace(row, goal=goal, difficulty=difficulty, nodes=puzzle.nodes, play=puzzle.play)
        await self._keep(row)

    @retried
    async def _keep(self, row: GamePuzzleRow) -> None:
        async with self._database.writing() as connection:
            await games.lock(connection, row.game_id)
            await game_puzzles.keep(connection, row)

    @retried
    async def find(self, name: str, guild_id: int | None) -> GamePuzzle:
        """Return a puzzle from a game of this server, by its name.

        Raises:
            UnknownPuzzleError: there's none, or it's no longer fine for both players.
        """
        async with self._database.reading() as connection:
            row = None
            if guild_id is not None and is_from_game(name):
                number = read_number(name[1:])
                row = await game_puzzles.fetch(connection, number, guild_id=guild_id)
            if row is None or not (row.goal and row.difficulty and row.nodes and row.play):
                raise UnknownPuzzleError(name)
            game = await load(connection, row.game_id)
            wishes = [await players.fetch(connection, each.id) for each in (game.white, game.black)]
        goal, difficulty = Goal(row.goal), Difficulty(row.difficulty)
        puzzle = Puzzle(name, game.ruleset, goal, difficulty, row.nodes, row.play)
        return GamePuzzle(puzzle, game, all(wish.game_puzzles is GamePuzzles.NAMED for wish in wishes))

    @retried
    async def open_for(self, player_id: int, *, guild_id: int) -> Sequence[str]:
        """Return the names of a server's puzzles that a player hasn't finished, the newest first."""
        async with self._database.reading() as connection:
            rows = await game_puzzles.newest(connection, guild_id, limit=_NEWEST)
            results = await results_of(connection, player_id)
        names = [_name(row.game_id) for row in rows]
        return [name for name in names if name not in results or not results[name].closed]


def is_from_game(name: str) -> bool:
    """Return whether that's how puzzles from games are called; no others have names that long."""
    return len(name) == _DIGITS + 1 and name.startswith("g")


def _name(number: int) -> str:
    return f"g{format_number(number):0>{_DIGITS}}"


async def puzzle_of(game: Game, solver: Solver) -> Puzzle | None:
    """Return the last position of a game where someone missed the one right move, None if there's none.

    It isn't looked for where the solver doesn't find all values in time.
    """
    record = game.record
    for position, played in reversed([*zip(record.positions(), record.moves, strict=False)]):
        found = await solver.solve(position, 0, seconds=SECONDS_A_POSITION, line=False)
        if position.ply < _FIRST_PLY or Value.UNKNOWN in found.moves.values():
            return None
        right = [move for move, value in found.moves.items() if value is found.value]
        goal = _GOALS.get(found.value)
        if goal is None or len(right) > 1 or len(found.moves) < _LEAST_MOVES or played.move in right:
            continue
        lines = {move: await _line(position.play(move), solver) for move in position.legal_moves}
        play = play_text([each.move for each in record.moves[: position.ply]], right[0], lines)
        difficulty = next((each for each, most in _NODES.items() if found.nodes < most), Difficulty.HARD)
        puzzle = Puzzle(_name(game.number), game.ruleset, goal, difficulty, found.nodes, play)
        if _is_true(puzzle, found.moves):
            return puzzle
    return None


async def _line(position: Position, solver: Solver) -> Sequence[Move]:
    """Return how the game goes on to its end with perfect play, as far as that's known in time."""
    moves: list[Move] = []
    while position.legal_moves:
        found = await solver.solve(position, 0, seconds=SECONDS_A_POSITION, distances=Distances.BEST)
        following = found.line or ([] if found.best is None else [found.best])
        if not following:
            break
        for move in following:
            moves.append(move)
            position = position.play(move)
    return moves


def _is_true(puzzle: Puzzle, values: Mapping[Move, Value]) -> bool:
    """Return whether every line of a puzzle leads to an end that's worth what its first move is."""
    start = puzzle.position
    lines = {puzzle.solution: puzzle.solution_line, **puzzle.refutations}
    for move, line in lines.items():
        after = start.play(move)
        for each in line:
            after = after.play(each)
        outcome = after.outcome()
        if outcome is None:
            return False
        won, lost = outcome.winner is start.turn, outcome.winner is start.turn.opponent
        if values[move] is not (Value.WIN if won else Value.LOSS if lost else Value.DRAW):
            return False
    return True
