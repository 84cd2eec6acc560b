"""What's said of moves, checked by rules and a search that know nothing of the engine's."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, product
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import (
    Color,
    Distances,
    EndsGame,
    EveryMove,
    Fact,
    ForcesTower,
    GivesTower,
    HoldsOut,
    Keeps,
    LeavesMove,
    LeavesSpaces,
    LetsTower,
    LetsWin,
    Level,
    LosesWithin,
    MakesTower,
    Misses,
    OnlyMove,
    Position,
    Prevents,
    Refuted,
    Ruleset,
    Value,
    WinsIn,
    Worth,
    facts,
)
from engine.solver import Solver
from engine.solver.levels import choose
from tests.engine.naive_rules import NaiveGame

pytestmark = pytest.mark.thorough

MOST_NODES = 150
RANDOM_MOVES = 4
VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}

NaiveWorth = tuple[int, int]
"""A naive value, and in how many plies the game ends if the winner hurries and the loser doesn't."""


class TooWideError(Exception):
    """A position has too many to look at after it."""


class Minimax:
    """The plainest search of one position, with the plainest rules."""

    def __init__(self, ruleset: Ruleset, moves: list[str]) -> None:
        self.ruleset, self.moves = ruleset, moves
        self._nodes = 0
        self.worths = {move: self._after(move) for move in self.game().legal()}

    def game(self, *more: str) -> NaiveGame:
        """Return the game after some more moves."""
        game = NaiveGame(str(self.ruleset))
        for move in (*self.moves, *more):
            game.play(move)
        return game

    def is_best(self, moves: list[str], reply: str) -> bool:
        """Return whether no reply is worth more to its player."""
        self._nodes = 0
        worths = {each: self._after(*moves, each)[0] for each in self.game(*moves).legal()}
        return worths[reply] == max(worths.values())

    def wins_at_once(self, move: str) -> dict[str, str]:
        """Return the replies to a move with which the opponent wins at once, and why each wins."""
        after = self.game(move)
        ends = {reply: self.game(move, reply).outcome() for reply in after.legal()}
        return {reply: end[1] for reply, end in ends.items() if end and end[0] == after.mover()}

    def towers_at_once(self, move: str) -> dict[str, int]:
        """Return how many Towers the opponent controls after each reply to a move."""
        after = self.game(move)
        return {reply: self.game(move, reply).towers(after.mover()) for reply in after.legal()}

    def makes_no_tower(self, move: str) -> bool:
        """Return whether no reply to a move completes a Tower of the opponent's."""
        after = self.game(move)
        return all(towers <= after.towers(after.mover()) for towers in self.towers_at_once(move).values())

    def _after(self, *more: str) -> NaiveWorth:
        """Return what the last of these moves is worth to its player, with this move counted."""
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise TooWideError
        game = self.game(*more)
        replies = game.legal()
        if replies:
            value, plies = best([self._after(*more, reply) for reply in replies])
            return -value, plies + 1
        outcome, mover = game.outcome(), game.history[-1][0]
        assert outcome is not None
        return (0 if outcome[0] == "draw" else 1 if outcome[0] == mover else -1), 1


def best(worths: list[NaiveWorth]) -> NaiveWorth:
    """Return the best of these: a fast win, or else a draw, or else a slow loss."""
    return max(worths, key=lambda worth: (worth[0], -worth[0] * worth[1]))


def played(solver: Solver, games: Random) -> Iterator[Minimax]:
    """Yield positions of random games and games between levels, as far from the end as can be searched."""
    for ruleset, is_random in cycle(product(Ruleset, (True, False))):
        levels = [None if is_random else games.choice([*Level][:4]) for _ in Color]
        moves = game_between(levels, ruleset, solver, games)
        try:
            for ply in reversed(range(len(moves))):
                yield Minimax(ruleset, moves[:ply])
        except TooWideError:
            pass


def game_between(
    levels: Sequence[Level | None], ruleset: Ruleset, solver: Solver, games: Random
) -> list[str]:
    """Return the moves of a game to its end between two levels, or random players."""
    position, moves = Position.start(ruleset), []
    while position.outcome() is None:
        level = levels[position.ply % 2]
        # The first moves are random, so that no two games are the same.
        if level is None or position.ply < RANDOM_MOVES:
            move = games.choice(position.legal_moves)
        else:
            move = choose(position, level, solver=solver, random=games, seconds=0.1)
        position = position.play(move)
        moves.append(str(move))
    return moves


def is_true(  # noqa: PLR0911 - one answer for each kind
    fact: Fact, move: str, search: Minimax
) -> bool:
    """Return whether a fact is true of a move, by the naive rules and the naive search."""
    worths = search.worths
    value, plies = worths[move]
    most, longest = best([*worths.values()])
    same = [each for each in worths.values() if each[0] == value]
    match fact:
        case OnlyMove(said):
            return VALUES[value] is said and value == most and len(same) == 1
        case EveryMove(said):
            return VALUES[value] is said and len(same) == len(worths)
        case WinsIn(said):
            return (value, plies) == (1, said)
        case HoldsOut(said, is_longest):
            return most == -1 and (plies == said == longest if is_longest else plies >= said)
        case Keeps(said):
            return VALUES[value] is said and value == most
        case Refuted() | LosesWithin() | Misses():
            given_away = value < most or (value == most == -1 and plies < longest)
            return given_away and is_true_of_mistake(fact, move, search)
        case _:
            return is_true_on_the_board(fact, move, search)


def is_true_of_mistake(fact: Fact, move: str, search: Minimax) -> bool:
    """Return whether a fact says truly why a move gives something away."""
    value, plies = search.worths[move]
    most, _ = best([*search.worths.values()])
    match fact:
        case Refuted(reply, said):
            return VALUES[-value] is said and search.is_best([move], str(reply))
        case LosesWithin(said):
            return value == -1 and plies - 1 <= said
        case Misses(better, said):
            top = [each for each, (worth, _) in search.worths.items() if worth == most]
            return VALUES[most] is said and top == [str(better)] != [move]
        case _:
            raise TypeError(fact)


def is_true_on_the_board(  # noqa: PLR0911 - one answer for each kind
    fact: Fact, move: str, search: Minimax
) -> bool:
    """Return whether a fact about what a move does is true by the naive rules."""
    before, after = search.game(), search.game(move)
    mover, opponent, replies = before.mover(), after.mover(), after.legal()
    spaces = {reply[1:3] for reply in replies}
    match fact:
        case EndsGame(said, reason):
            found = after.outcome()
            return found is not None and (VALUES[search.worths[move][0]], found[1]) == (said, str(reason))
        case LetsWin(reply, reason):
            wins = {each: search.wins_at_once(each) for each in search.worths}
            return wins[move].get(str(reply)) == str(reason) and not all(wins.values())
        case Prevents(reason):
            wins = {each: search.wins_at_once(each) for each in search.worths}
            others = [set(wins[each].values()) for each in wins if each != move]
            return not wins[move] and all(str(reason) in each for each in others) and len(others) > 0
        case LetsTower(reply, number):
            towers = {each: search.towers_at_once(each) for each in search.worths}
            made = towers[move][str(reply)] == number == after.towers(opponent) + 1
            return made and any(search.makes_no_tower(each) for each in towers)
        case MakesTower(number):
            return after.towers(mover) == number == before.towers(mover) + 1
        case GivesTower(number):
            return after.towers(opponent) == number == before.towers(opponent) + 1
        case ForcesTower(where):
            given = [search.game(move, reply).towers(mover) > after.towers(mover) for reply in replies]
            return all(given) and spaces == set(map(str, where))
        case LeavesMove(reply):
            return replies == [str(reply)]
        case LeavesSpaces(where):
            return spaces == set(map(str, where)) <= set(after.pointed_at())
        case _:
            raise TypeError(fact)


@pytest.mark.parametrize("positions", [200, pytest.param(10_000, marks=pytest.mark.soak)])
def test_no_fact_about_a_move_in_a_played_game_is_false(cache_folder: Path, positions: int) -> None:
    solver = Solver(table_megabytes=64, cache_folder=cache_folder, book=False)
    kinds: Counter[str] = Counter()
    for search in islice(played(solver, Random(1)), positions):
        position = Position.replay(search.ruleset, search.moves)
        solution = solver.solve(position, line=False, distances=Distances.ALL)
        for move in position.legal_moves:
            refutation = solver.solve(position.play(move)).line
            worth = Worth.solved(move, solution, refutation)
            for fact in {*facts(position, move), *facts(position, move, worth)}:
                kinds[type(fact).__name__] += 1
                assert is_true(fact, str(move), search), (str(position), str(move), fact)
    assert set(kinds) == {kind.__name__ for kind in Fact.__subclasses__()}
