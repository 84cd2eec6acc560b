"""Puzzles from finished games: which games give one, and that it has one right move."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.connections.database import Database
from bot.store.schema.tables import game_puzzles
from bot.use_cases.puzzles.game_puzzles import GamePuzzle, GamePuzzleBook
from bot.use_cases.puzzles.puzzles import AnswerCost, Merit, Puzzles
from bot.values.errors import UnknownPuzzleError
from bot.values.players import GamePuzzles
from engine import Position, Solution, puzzles
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HERE, THERE, Clocked

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine.solver import Solver

pytestmark = [pytest.mark.thorough, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]

LATE = 24
MISSED = next(each for each in puzzles() if each.position.ply >= LATE and each.solution_line)
"""A puzzle of which a game is made in which it was missed."""


class Oracle:
    """The real solver."""

    def __init__(self) -> None:
        self._solver = Solver(table_megabytes=16)

    async def solve(self, position: Position, player_id: int, **wanted: Any) -> Solution:
        del player_id
        return self._solver.solve(position, **wanted)


@pytest.fixture
def book(database: Database, clock: StandingClock) -> GamePuzzleBook:
    return GamePuzzleBook(database, clock, Oracle())


async def play(clocked: Clocked) -> int:
    """Have Ada and Blaise play a game in which one of them misses the right move; return its number."""
    wrong, line = max(MISSED.refutations.items(), key=lambda item: len(item[1]))
    game = await clocked.agree(ruleset=MISSED.ruleset)
    game = await clocked.move(game, " ".join(map(str, (*MISSED.moves, wrong, *line))))
    assert game.outcome is not None
    return game.number


async def offered(book: GamePuzzleBook) -> list[GamePuzzle]:
    """Return the puzzles that Chiyo is offered in the server of the games."""
    return [
        await book.find(name, HERE.guild_id)
        for name in await book.open_for(CHIYO.id, guild_id=HERE.guild_id or 0)
    ]


async def test_a_game_becomes_a_puzzle_a_week_later_while_both_allow_it(
    clocked: Clocked, clock: StandingClock, book: GamePuzzleBook
) -> None:
    number = await play(clocked)
    await clocked.choose(ADA, game_puzzles=GamePuzzles.NAMED)
    clock.move(8 * DAY)
    assert not await book.make_some(), "Blaise doesn't allow it"
    await clocked.choose(BLAISE, game_puzzles=GamePuzzles.UNNAMED)
    clock.move(-2 * DAY)
    assert not await book.make_some(), "it's too early"
    clock.move(2 * DAY)
    assert await book.make_some() == 1
    assert not await book.make_some(), "once is enough"

    (found,) = await offered(book)
    assert (found.game.number, found.is_named) == (number, False)
    assert found.puzzle.position == MISSED.position
    values = Solver(table_megabytes=16).solve(MISSED.position).moves
    assert {move: found.puzzle.value_of(move) for move in values} == values
    await clocked.choose(BLAISE, game_puzzles=GamePuzzles.NAMED)
    assert [each.is_named for each in await offered(book)] == [True]
    name = found.puzzle.number
    for guild_id in (THERE.guild_id, None):
        with pytest.raises(UnknownPuzzleError):
            await book.find(name, guild_id)
    assert await book.open_for(CHIYO.id, guild_id=THERE.guild_id or 0) == []

    await clocked.choose(ADA, game_puzzles=GamePuzzles.OFF)
    assert await offered(book) == []
    with pytest.raises(UnknownPuzzleError):
        await book.find(name, HERE.guild_id)
    await clocked.choose(ADA, game_puzzles=GamePuzzles.NAMED)
    assert len(await offered(book)) == 1
    await clocked.deletions.delete(BLAISE.id, "Deleted")
    assert await offered(book) == []
    async with clocked.database.reading() as connection:
        assert (await connection.execute(select(game_puzzles))).all() == []


async def test_nothing_is_kept_of_a_game_whose_player_deletes_their_data_while_it_s_looked_at(
    clocked: Clocked, clock: StandingClock
) -> None:
    class Interrupted(Oracle):
        async def solve(self, position: Position, player_id: int, **wanted: Any) -> Solution:
            await clocked.deletions.delete(BLAISE.id, "Deleted")
            return await super().solve(position, player_id, **wanted)

    await play(clocked)
    for player in (ADA, BLAISE):
        await clocked.choose(player, game_puzzles=GamePuzzles.NAMED)
    clock.move(8 * DAY)
    assert await GamePuzzleBook(clocked.database, clock, Interrupted()).make_some() == 1
    async with clocked.database.reading() as connection:
        assert (await connection.execute(select(game_puzzles))).all() == []


async def test_whoever_solves_a_puzzle_from_a_game_is_not_rated_for_it_and_gets_it_once(
    clocked: Clocked, clock: StandingClock, book: GamePuzzleBook
) -> None:
    await play(clocked)
    for player in (ADA, BLAISE):
        await clocked.choose(player, game_puzzles=GamePuzzles.UNNAMED)
    clock.move(8 * DAY)
    await book.make_some()
    (found,) = await offered(book)
    service = Puzzles(clocked.database, clock, puzzles())
    assert await service.cost_of_answer(CHIYO.id, found.puzzle) is AnswerCost.NOTHING
    wrong = await service.attempt(CHIYO, found.puzzle, next(iter(found.puzzle.refutations)))
    assert (wrong.merit, wrong.change, wrong.again) == (Merit.WRONG, None, None)
    assert (await service.attempt(CHIYO, found.puzzle, found.puzzle.solution)).merit is Merit.SOLVED
    assert (await service.record(CHIYO.id)).solved == 0
    assert await offered(book) == []
