"""How often a review says why a mistake was bad: `python benchmarks/explanations.py [--games N]`.

Random games and games between levels, half of each and under the three rulesets in turn, are reviewed. Of the
moves that changed the value, it prints how many are explained, and how often each kind of fact is true of
them. Then it does the same with the moves that gave nothing away, as hints explain them.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle, islice, product
from pathlib import Path
from random import Random

# Started as a file, Python would look for `benchmarks` beside it first.
sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.table import heading, row
from bot.locale import words_for
from bot.ui.text.explanations import explanation
from engine import Distances, Fact, Level, Move, Position, Record, RecordedMove, Ruleset, Worth, facts
from engine.solver import Solver
from engine.solver.levels import choose
from engine.terminal.random_game import random_game

SEED = 2026
SECONDS = 10.0
"""For each position, as in reviews."""
OPENING = 4
"""Moves of a game for which no one is judged."""
WORDS = words_for("en")


@dataclass
class Told:
    """What's said of some moves: how many there are, the sentences of each, and the kinds of their facts."""

    moves: int = 0
    sentences: list[int] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, position: Position, move: Move, worth: Worth) -> None:
        """Add a move in a position."""
        self.moves += 1
        said = explanation(WORDS, position, move, worth)
        self.sentences.append(said.count("."))
        self.kinds.update({type(fact).__name__ for fact in facts(position, move, worth)})

    def print(self, title: str, target: str = "") -> None:
        """Print the lines of the table."""
        heading(f"{title}: {self.moves}")
        said = sum(map(bool, self.sentences))
        row("something is said", 100 * said / max(self.moves, 1), "%", target)
        row("two sentences are", 100 * self.sentences.count(2) / max(self.moves, 1), "%")
        row("most sentences", str(max(self.sentences, default=0)), "", "at most 2")
        kinds = {kind.__name__ for kind in Fact.__subclasses__()}
        for kind in sorted(kinds, key=lambda kind: (-self.kinds[kind], kind)):
            row(f"  {kind}", 100 * self.kinds[kind] / max(self.moves, 1), "%")


def games(solver: Solver, random: Random) -> Iterator[Record]:
    """Yield games, every other one random, the others between two levels."""
    for ruleset, is_random in cycle(product(Ruleset, (True, False))):
        yield random_game(ruleset, random) if is_random else level_game(ruleset, solver, random)


def level_game(ruleset: Ruleset, solver: Solver, random: Random) -> Record:
    """Return a game between two of the levels that people begin with, after two random moves."""
    position, moves = Position.start(ruleset), []
    levels = random.choices([*Level][:5], k=2)
    while position.outcome() is None:
        by_level = position.ply > 1
        level = levels[position.ply % 2]
        move = (
            choose(position, level, solver=solver, random=random)
            if by_level
            else random.choice(position.legal_moves)
        )
        moves.append(RecordedMove(move))
        position = position.play(move)
    return Record(ruleset, tuple(moves), position.outcome())


def worths(record: Record, solver: Solver) -> Iterator[tuple[Position, Move, Worth]]:
    """Yield what the judged moves of a game are worth, as far as the solver finds it out."""
    positions = list(record.positions())
    for position, played in list(zip(positions, record.moves, strict=False))[OPENING:]:
        solution = solver.solve(position, seconds=SECONDS, line=False, distances=Distances.ALL)
        worth = Worth.solved(played.move, solution)
        if worth.gives_away:
            line = solver.solve(position.play(played.move), seconds=SECONDS, distances=Distances.BEST).line
            worth = Worth.solved(played.move, solution, line)
        if worth.known:
            yield position, played.move, worth


def main() -> None:
    """Print the table."""
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=60)
    options = parser.parse_args()
    solver, mistakes, others = Solver(), Told(), Told()
    for record in islice(games(solver, Random(SEED)), options.games):
        for position, move, worth in worths(record, solver):
            told = mistakes if worth.value is not worth.best else others
            told.add(position, move, worth)
    mistakes.print("Moves that changed the value", "at least 80 %")
    others.print("Other moves")


if __name__ == "__main__":
    main()
