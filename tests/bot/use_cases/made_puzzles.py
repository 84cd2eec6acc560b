"""Puzzles for tests of what counts: only the number and a few traits matter."""

from datetime import datetime

from bot.store.connections.database import Database
from bot.store.puzzles import game_puzzles
from bot.store.puzzles.game_puzzles import GamePuzzleRow
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzle, DailyPuzzles
from engine import Difficulty, Goal, Move, Puzzle, Ruleset

RIGHT, WRONG = Move.parse("Sa1"), Move.parse("Sb1")


def made_puzzle(
    number: str,
    difficulty: Difficulty = Difficulty.EASY,
    goal: Goal = Goal.WIN,
    ruleset: Ruleset = Ruleset.PYRGA,
    nodes: int = 100,
) -> Puzzle:
    """Return a puzzle at the start of a game where only ``RIGHT`` is right. It isn't won within two turns."""
    return Puzzle(number, ruleset, goal, difficulty, nodes, f" | {RIGHT} {WRONG} | {WRONG}")


async def keep_of_game(database: Database, puzzle: Puzzle, now: datetime, *, guild_id: int) -> None:
    """Store a puzzle as one from the first game, which is called g0000001."""
    made = puzzle.goal.value, puzzle.difficulty.value, puzzle.nodes, puzzle.play
    await database.write(game_puzzles.keep, GamePuzzleRow(1, guild_id, *made, now))


async def post(daily: DailyPuzzles) -> list[DailyPuzzle]:
    """Claim and post the puzzles that are due."""
    claimed = [await daily.claim(subscription) for subscription in await daily.due()]
    posted = [each for each in claimed if each is not None]
    for number, each in enumerate(posted):
        await daily.note_posted(each, 1000 + number)
    return posted
