"""What's said of moves, checked by rules and a search that know nothing of the engine's."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import (
    Distances,
    EndsGame,
    EveryMove,
    Fact,
    HoldsOut,
    Keeps,
    LeavesMove,
    LeavesSpaces,
    LetsWin,
    LosesWithin,
    MakesTower,
    Misses,
    OnlyMove,
    Position,
    Refuted,
    Ruleset,
    Value,
    WinsIn,
    facts,
    puzzles,
)
from engine.solver import Solver
from tests.engine.naive_rules import NaiveGame

pytestmark = pytest.mark.thorough

MOST_NODES = 150
VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}

Worth = tuple[int, int]
"""A naive value, and in how many plies the game ends if the winner hurries and the loser doesn't."""


class TooWideError(Exception):
    """A position has too many to look at after it."""


class Minimax:
    """The plainest search of one position, with the plainest rules."""

    def __init__(self, ruleset: Ruleset, moves: list[str]) -> None:
        self._ruleset = str(ruleset)
        self._nodes = 0
        self.before = self.game(moves)
        self.worths = {move: self._after([*moves, move]) for move in self.before.legal()}

    def game(self, moves: list[str]) -> NaiveGame:
        game = NaiveGame(self._ruleset)
        for move in moves:
            game.play(move)
        return game

    def is_best(self, moves: list[str], reply: str) -> bool:
        """Return whether no reply is worth more to its player."""
        self._nodes = 0
        worths = {each: self._after([*moves, each])[0] for each in self.game(moves).legal()}
        return worths[reply] == max(worths.values())

    def _after(self, moves: list[str]) -> Worth:
        """Return what the last of these moves is worth to its player, with this move counted."""
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise TooWideError
        game = self.game(moves)
        replies = game.legal()
        if replies:
            value, plies = best([self._after([*moves, reply]) for reply in replies])
            return -value, plies + 1
        outcome, mover = game.outcome(), game.history[-1][0]
        assert outcome is not None
        return (0 if outcome[0] == "draw" else 1 if outcome[0] == mover else -1), 1


def best(worths: list[Worth]) -> Worth:
    """Return the best of these: a fast win, or else a draw, or else a slow loss."""
    return max(worths, key=lambda worth: (worth[0], -worth[0] * worth[1]))


def played(games: Random) -> Iterator[tuple[Ruleset, list[str]]]:
    """Yield positions near the ends of games, as the puzzles have them, that the naive search can manage."""
    for puzzle in games.sample(puzzles(), len(puzzles())):
        line = [*puzzle.moves, puzzle.solution, *puzzle.solution_line]
        for back in (2, 4, 5):
            yield puzzle.ruleset, list(map(str, line[:-back]))


def is_true(  # noqa: PLR0911 - one answer for each kind
    fact: Fact, move: str, search: Minimax, moves: list[str]
) -> bool:
    """Return whether a fact is true of a move, by the naive rules and the naive search."""
    worths, after = search.worths, search.game([*moves, move])
    value, plies = worths[move]
    same = [each for each in worths.values() if each[0] == value]
    mover = search.before.mover()
    match fact:
        case EndsGame(said, reason):
            found = after.outcome()
            return found is not None and (VALUES[value], found[1]) == (said, str(reason))
        case OnlyMove(said):
            return VALUES[value] is said and value == best([*worths.values()])[0] and len(same) == 1
        case EveryMove(said):
            return VALUES[value] is said and len(same) == len(worths)
        case WinsIn(said):
            return (value, plies) == (1, said)
        case HoldsOut(said, longest):
            lost = len(same) == len(worths) and value == -1
            most = max(each for _, each in worths.values())
            return lost and (plies == said == most if longest else plies >= said)
        case Keeps(said):
            return VALUES[value] is said and value == best([*worths.values()])[0]
        case MakesTower(number):
            return after.towers(mover) == number == search.before.towers(mover) + 1
        case LeavesMove(reply):
            return after.legal() == [str(reply)]
        case LeavesSpaces(spaces):
            return {reply[1:3] for reply in after.legal()} == set(map(str, spaces)) <= set(after.pointed_at())
        case _:
            return is_true_of_mistake(fact, move, search, moves)


def is_true_of_mistake(fact: Fact, move: str, search: Minimax, moves: list[str]) -> bool:
    """Return whether a move gives something away, and a fact says truly why."""
    value, plies = search.worths[move]
    most = best([*search.worths.values()])[0]
    assert value < most
    match fact:
        case LetsWin(reply, reason):
            won = search.game([*moves, move, str(reply)])
            return won.outcome() == (won.history[-1][0], str(reason))
        case Refuted(reply, said):
            return VALUES[-value] is said and search.is_best([*moves, move], str(reply))
        case LosesWithin(said):
            return value == -1 and plies - 1 <= said
        case Misses(better, said):
            top = [each for each, (worth, _) in search.worths.items() if worth == most]
            return VALUES[most] is said and top == [str(better)]
        case _:
            raise TypeError(fact)


@pytest.mark.parametrize("positions", [200, pytest.param(3_000, marks=pytest.mark.soak)])
def test_no_fact_about_a_move_is_false(cache_folder: Path, positions: int) -> None:
    solver = Solver(table_megabytes=64, cache_folder=cache_folder, book=False)
    kinds: Counter[str] = Counter()
    checked = 0
    for ruleset, moves in played(Random(1)):
        if checked == positions:
            break
        try:
            search = Minimax(ruleset, moves)
        except TooWideError:
            continue
        checked += 1
        position = Position.replay(ruleset, moves)
        solution = solver.solve(position, line=False, distances=Distances.ALL)
        for move in position.legal_moves:
            after = solver.solve(position.play(move))
            for fact in facts(position, move, solution, after.line):
                kinds[type(fact).__name__] += 1
                assert is_true(fact, str(move), search, moves), (str(position), str(move), fact)
    assert len(kinds) == 13, kinds
