"""Finds the shortest forced win: `python -m engine.solver.making.shortest_win RULESET [MOVE...]`.

A game that is still on after a certain ply is called a draw. The first ply with which the winner still wins
is the one by which they can force the end.
"""

from argparse import ArgumentParser
from collections.abc import Sequence

from engine.board.piece import Colour
from engine.errors import EngineError
from engine.game.position import Position
from engine.game.ruleset import Ruleset
from engine.solver.kernel.rules import ALL_PIECES
from engine.solver.proof_search import WHITE_AT_LEAST_DRAWS, WHITE_WINS, Budget, ProofSearch

__all__ = ["forced_win", "main"]

_MEGABYTES = 1536


def forced_win(position: Position, table_megabytes: int) -> tuple[Colour, int] | None:
    """Return who wins with best play, and by which ply they can force the end; None if no one can.

    Args:
        position: A position in which the game is on.
        table_megabytes: The size of the table, of which each ply in question gets a new one.
    """
    winner, last = None, ALL_PIECES
    while last > position.ply and (found := _winner_by(position, last, table_megabytes)):
        winner, last = found, last - 1
    return (winner, last + 1) if winner else None


def _winner_by(position: Position, last_ply: int, table_megabytes: int) -> Colour | None:
    search = ProofSearch(table_megabytes, last_ply)
    if search.answer(position, WHITE_WINS, Budget()):
        return Colour.WHITE
    return None if search.answer(position, WHITE_AT_LEAST_DRAWS, Budget()) else Colour.BLACK


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = ArgumentParser(
        prog="python -m engine.solver.making.shortest_win", description="Find the shortest forced win."
    )
    parser.add_argument("ruleset", metavar="RULESET", type=Ruleset, choices=Ruleset)
    parser.add_argument("moves", metavar="MOVE", nargs="*", help="the moves so far, in which the game is on")
    parser.add_argument(
        "--megabytes", type=int, default=_MEGABYTES, help="size of the table; by default 1536"
    )
    options = parser.parse_args(arguments)
    try:
        position = Position.replay(options.ruleset, options.moves)
    except EngineError as error:
        parser.error(str(error))
    if not position.legal_moves:
        parser.error("the game is over")
    win = forced_win(position, options.megabytes)
    print(f"{win[0]} wins by ply {win[1]}" if win else "nobody can force a win")  # noqa: T201 - the output
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
