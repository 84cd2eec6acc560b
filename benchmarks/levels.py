"""How strong the levels are: `python benchmarks/levels.py [--games N] [--pair LEVEL]`.

Each level plays the one below, and the lowest plays two players who look one ply ahead: one takes a win in
one and otherwise moves at random, the other plays what looks best. The games begin with openings of random
moves that keep the draw, under the three rulesets in turn, and both sides play each opening with each color.
For each pair it prints the share of the points (a draw is half a point), its 95% confidence interval, and the
CPU time of moves.

`--pair` only measures this level against the one below (1: against the players who look one ply ahead).
`--seconds` is how long the highest level compares moves; less makes it faster and never stronger.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, median, pstdev
from time import process_time

# Started as a file, Python would look for `engine` beside it first, and find engine.py there.
sys.path.insert(0, str(Path(__file__).parent.parent))

from engine import Color, Level, Move, Position, Ruleset
from engine.solver import Solver, Value
from engine.solver.evaluation import evaluate
from engine.solver.levels import choose
from engine.solver.perfect_play import SECONDS

SEED = 2025
CONFIDENCE = 1.96
PIECES = 3
"""On the board at the beginning."""


@dataclass
class Player:
    """A player: a name, how they choose, and how many seconds their moves took."""

    name: str
    choose: Callable[[Position, Random], Move]
    spent: list[float] = field(default_factory=list)

    def play(self, position: Position, random: Random) -> Position:
        """Return the position after their move."""
        begin = process_time()
        move = self.choose(position, random)
        self.spent.append(process_time() - begin)
        return position.play(move)


def level_player(level: Level, solver: Solver, seconds: float) -> Player:
    """Return the player of a level."""
    return Player(
        f"level {level}",
        lambda position, random: choose(position, level, solver=solver, random=random, seconds=seconds),
    )


def win_in_one(position: Position, random: Random) -> Move:
    """Return a move that wins immediately, or else any move."""
    for move in position.legal_moves:
        outcome = position.play(move).outcome()
        if outcome and outcome.winner is position.turn:
            return move
    return random.choice(position.legal_moves)


def best_looking(position: Position, random: Random) -> Move:
    """Return one of the moves that look best without a search."""
    looks = {move: evaluate(position.play(move)) for move in position.legal_moves}
    best = max(looks.values())
    return random.choice([move for move, look in looks.items() if look == best])


def openings(solver: Solver, random: Random) -> Iterator[Position]:
    """Yield drawn positions with three pieces, each after moves that keep the draw, in all rulesets."""
    for ruleset in cycle(Ruleset):
        position = Position.start(ruleset)
        while position.ply < PIECES:
            moves = solver.solve(position, line=False).moves
            # From the start, which is won, any drawing move will do; later there is always one.
            drawing = [move for move, value in moves.items() if value is Value.DRAW]
            position = position.play(random.choice(drawing))
        yield position


def points_of_white(position: Position, white: Player, black: Player, random: Random) -> float:
    """Play a game from a position and return White's points."""
    while position.legal_moves:
        position = (white if position.turn is Color.WHITE else black).play(position, random)
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return 0.5
    return float(outcome.winner is Color.WHITE)


def measure(player: Player, rival: Player, beginnings: Iterator[Position], games: int) -> None:
    """Play this many games, two from each opening, and print the table's line."""
    random, points = Random(SEED), []
    for beginning in (next(beginnings) for _ in range(games // 2)):
        points.append(points_of_white(beginning, player, rival, random))
        points.append(1 - points_of_white(beginning, rival, player, random))
    share, (low, high) = fmean(points), interval(points)
    print(
        f"{player.name} v {rival.name:20} {100 * share:5.1f} % ({100 * low:4.1f} to {100 * high:4.1f})"
        f" {100 * points.count(0) / len(points):7.1f} % lost {len(points):6} games"
        f" {median(player.spent):8.3f} {max(player.spent):7.3f} s",
        flush=True,
    )


def interval(points: list[float]) -> tuple[float, float]:
    """Return the 95% confidence interval of the share of points."""
    error = CONFIDENCE * pstdev(points) / sqrt(len(points))
    return fmean(points) - error, fmean(points) + error


def main() -> None:
    """Print the table."""
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=400, help="for each pair, an even number")
    parser.add_argument("--pair", type=int, choices=list(map(int, Level)), help="only this level")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of the highest level's comparison")
    options = parser.parse_args()
    solver = Solver()
    print("                                points           games            median, longest time of a move")
    for level in [Level(options.pair)] if options.pair else Level:
        rivals = (
            [level_player(Level(level - 1), solver, options.seconds)]
            if level > Level.ONE
            else [Player("win in one", win_in_one), Player("best looking", best_looking)]
        )
        for rival in rivals:
            player = level_player(level, solver, options.seconds)
            measure(player, rival, openings(solver, Random(SEED)), options.games)


if __name__ == "__main__":
    main()
