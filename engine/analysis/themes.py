"""What puzzles are about, to practice one thing: each theme is checked against rules and exact values."""

from enum import StrEnum
from functools import cache

from engine.analysis.explanation import EndsGame, Fact, LeavesSpaces, MakesTower, facts
from engine.analysis.puzzle import Goal, Puzzle
from engine.analysis.value import Value
from engine.game.outcome import Outcome, Reason

__all__ = ["Theme", "has_theme"]


class Theme(StrEnum):
    """What the right move of a puzzle is about.

    It makes a Tower; it sends the opponent to one or two spaces; it wins, and every other move loses; it
    holds the draw, and every other move loses; or it wins a game that's counted in the end.

    >>> [theme.value for theme in Theme]
    ['tower', 'send-away', 'only-move', 'hold', 'counting']
    """

    TOWER = "tower"
    SEND_AWAY = "send-away"
    ONLY_MOVE = "only-move"
    HOLD = "hold"
    COUNTING = "counting"


@cache
def has_theme(puzzle: Puzzle, theme: Theme) -> bool:
    """Return whether a puzzle has a theme. The first time, that takes up to a few milliseconds.

    >>> from engine import puzzles
    >>> [any(has_theme(puzzle, theme) for puzzle in puzzles()[:50]) for theme in Theme]
    [True, True, True, True, True]
    """
    wins = puzzle.goal is Goal.WIN
    match theme:
        case Theme.TOWER:
            return any(map(_makes_tower, facts(puzzle.position, puzzle.solution)))
        case Theme.SEND_AWAY:
            return any(isinstance(each, LeavesSpaces) for each in facts(puzzle.position, puzzle.solution))
        case Theme.ONLY_MOVE:
            return wins and all(puzzle.value_of(move) is Value.LOSS for move in puzzle.refutations)
        case Theme.HOLD:
            return not wins
        case Theme.COUNTING:
            end = _end(puzzle)
            return wins and end is not None and end.reason.by_count


def _makes_tower(fact: Fact) -> bool:
    return isinstance(fact, MakesTower) or (
        isinstance(fact, EndsGame) and fact.value is Value.WIN and fact.reason is Reason.THREE_TOWERS
    )


def _end(puzzle: Puzzle) -> Outcome | None:
    position = puzzle.position.play(puzzle.solution)
    for move in puzzle.solution_line:
        position = position.play(move)
    return position.outcome()
