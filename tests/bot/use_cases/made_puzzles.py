"""Puzzles for tests of what counts: only the number and a few traits matter."""

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


async def post(daily: DailyPuzzles) -> list[DailyPuzzle]:
    """Claim and post the puzzles that are due."""
    claimed = [await daily.claim(subscription) for subscription in await daily.due()]
    posted = [each for each in claimed if each is not None]
    for number, each in enumerate(posted):
        await daily.note_posted(each, 1000 + number)
    return posted
