"""Finds the shortest forced win: ``python -m engine.solver.making.shortest_win RULESET [MOVE...]``."""

from argparse import ArgumentParser
from collections.abc import Sequence

from engine.analysis.value import Value
from engine.board.move import Color
from engine.errors import EngineError
from engine.game.position import Position
from engine.game.rules import Ruleset
from engine.interruption import quietly
from engine.solver.distance_search import DistanceSearch
from engine.solver.proof_search import Budget
from engine.solver.solver import Solver

__all__ = ["forced_win", "main"]

_MEGABYTES = 512


def forced_win(position: Position, table_megabytes: int) -> tuple[Color, int] | None:
    """Return who wins with best play, and by which ply they can force the end; None if no one can.

    Args:
        position: A position in which the game is on.
        table_megabytes: The size of the table of the search for the ply.
    """
    value = Solver(table_megabytes=table_megabytes).solve(position, line=False).value
    if value is Value.DRAW:
        return None
    winner = position.turn if value is Value.WIN else position.turn.opponent
    _, ply = DistanceSearch(table_megabytes).narrow(position, winner, Budget())
    return winner, ply


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = ArgumentParser(
        prog="python -m engine.solver.making.shortest_win", description="Find the shortest forced win."
    )
    parser.add_argument("ruleset", metavar="RULESET", type=Ruleset, choices=Ruleset, help=", ".join(Ruleset))
    parser.add_argument(
        "moves",
        metavar="MOVE",
        nargs="*",
        default=[],
        help="the moves so far, such as Sb3, Tc2n, or Ca1; leave them out for the start of the game",
    )
    parser.add_argument("--megabytes", type=int, default=_MEGABYTES, help="size of the table (default: 512)")
    options = parser.parse_args(arguments)
    try:
        position = Position.replay(options.ruleset, options.moves)
    except EngineError as error:
        parser.error(str(error))
    if not position.legal_moves:
        parser.error("the game is over")
    win = forced_win(position, options.megabytes)
    print(f"{win[0]} wins by ply {win[1]}" if win else "no one can force a win")  # noqa: T201 - the output
    return 0


if __name__ == "__main__":
    raise SystemExit(quietly(main))
