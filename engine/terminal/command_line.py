"""The command line of the engine: ``python -m engine COMMAND RULESET ...``.

If the input isn't a legal game, standard error gives the ply, the move, and the rule that forbids it, and the
exit status is 2. Ctrl-C ends a command without a message, and the exit status is 130.
"""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from random import Random
from typing import TYPE_CHECKING

from engine.analysis.explanation import Worth, facts
from engine.analysis.level import Level
from engine.analysis.value import Distances
from engine.board.move import AmbiguousMoveError, Color, InvalidMoveError, Move
from engine.errors import EngineError
from engine.game.perft import perft
from engine.game.position import IllegalMoveError, Position
from engine.game.rules import Ruleset
from engine.records.record_text import print_record
from engine.terminal.arguments import add_moves, add_ruleset
from engine.terminal.board_text import board_text
from engine.terminal.random_game import random_game
from engine.terminal.terminal_game import play_in_terminal

if TYPE_CHECKING:
    from engine.solver import Solver

__all__ = ["main"]

_STANDARD_INPUT = "-"
_ILLEGAL_INPUT = 2
_OUTPUT_CLOSED = 1
_LEVEL = 4

_BATCH_HELP = (
    "With a single - instead of moves, reads a list of moves from each line of standard input (an empty line "
    "is the start of the game) and answers each with one line, starting with `error: ` if a move is illegal."
)

_Answer = Callable[[Position, Namespace], str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0, or 2 for input that isn't a game.

    Args:
        arguments: What follows the program's name; by default what the process was started with.

    >>> main(["outcome", "pyrga", "Sb3"])
    ongoing black
    0
    """
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads the answers has seen enough, as with ``head``. What's still buffered must not be
        # written at exit, where it would fail a second time.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _OUTPUT_CLOSED
    return status


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m engine",
        description="Try out the rules of Pyrga.",
        epilog="Run `python -m engine COMMAND --help` for the arguments of a command.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, summary: str, run: Callable[[Namespace], int]) -> ArgumentParser:
        added = commands.add_parser(name, help=summary, description=summary)
        add_ruleset(added)
        added.set_defaults(run=run)
        return added

    legal = command("legal", "print the legal moves in list order, on one line", _answer)
    _add_moves(legal, _legal)
    counting = command(
        "perft", "count the positions exactly DEPTH plies later, once for each way to get there", _answer
    )
    counting.add_argument("depth", metavar="DEPTH", type=_natural, help="how many plies, 0 or more")
    _add_moves(counting, _perft)
    outcome = command(
        "outcome", "print the result and the reason (`draw draw`), or `ongoing` and who is to move", _answer
    )
    _add_moves(outcome, _outcome)
    solve = command(
        "solve",
        "print the exact value for the side to move, then that of each legal move for the same side, as in "
        "`win Sd2=win Td2w=draw`; a finished game's outcome",
        _solving,
    )
    _add_moves(solve)
    explain = command(
        "explain",
        "print what's true of each legal move, or of the one given with --move, as in `Sd2: wins-in 3, "
        "leaves-move Sd4`; moves of which nothing is known are left out; a finished game has its outcome",
        _explaining,
    )
    explain.add_argument("--move", metavar="MOVE", help="a legal move")
    _add_moves(explain)
    show = command("show", "print the board, or with -, each position's text", _answer)
    _add_moves(show, _board, line=_position_text)
    games = command("random", "print the records of N random games", _print_random_games)
    games.add_argument("number", metavar="N", type=_natural, help="how many games, 0 or more")
    games.add_argument("--seed", metavar="S", type=int, help="the same seed gives the same games")
    play = command(
        "play",
        "play a game against the computer, one move a line; `?` lists the legal moves, and `quit` ends it",
        _play,
    )
    play.add_argument(
        "--level",
        metavar="N",
        type=int,
        choices=list(map(int, Level)),
        default=_LEVEL,
        help="the computer's level, 1 to 8 (default: 4)",
    )
    play.add_argument(
        "--color",
        dest="color",
        choices=list(map(str, Color)),
        default=str(Color.WHITE),
        help="your color (default: white)",
    )
    play.add_argument(
        "--seed", metavar="S", type=int, help="the same seed gives the same moves from the computer"
    )
    return parser


def _add_moves(parser: ArgumentParser, answer: _Answer | None = None, line: _Answer | None = None) -> None:
    add_moves(parser)
    parser.epilog = _BATCH_HELP
    parser.set_defaults(answer=answer, answer_of_line=line or answer)


def _natural(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        message = f"{text!a} must be a whole number, 0 or more"
        raise ArgumentTypeError(message)
    return int(text)


def _answer(options: Namespace) -> int:
    if options.moves == [_STANDARD_INPUT]:
        _answer_lines(options)
        return 0
    try:
        answer = options.answer(_position_after(options.ruleset, " ".join(options.moves)), options)
    except _IllegalInputError as error:
        sys.stderr.write(f"error: {error}\n")
        return _ILLEGAL_INPUT
    sys.stdout.write(f"{answer}\n")
    return 0


def _answer_lines(options: Namespace) -> None:
    if isinstance(sys.stdin, TextIOWrapper):
        # Bytes that aren't text are then one more malformed move, on their own line, and don't end
        # everything.
        sys.stdin.reconfigure(errors="backslashreplace")
    for line in sys.stdin:
        try:
            answer = options.answer_of_line(_position_after(options.ruleset, line), options)
        except _IllegalInputError as error:
            answer = f"error: {error}"
        # Line by line, so that a program on the other end of a pipe can wait for each answer.
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


class _IllegalInputError(EngineError):
    """A list of moves isn't a game; the message says at which ply, which move, and why."""


def _position_after(ruleset: Ruleset, moves: str) -> Position:
    position = Position.start(ruleset)
    for text in moves.split():
        position = _played(position, text)
    return position


def _played(position: Position, text: str) -> Position:
    try:
        return position.play(Move.parse(text))
    except IllegalMoveError as error:
        message = f"ply {position.ply}: {error.move} is illegal: {error.rule}: {error.rule.sentence}"
        raise _IllegalInputError(message) from error
    except (InvalidMoveError, AmbiguousMoveError) as error:
        message = f"ply {position.ply}: {error}"
        raise _IllegalInputError(message) from error


def _legal(position: Position, _options: Namespace) -> str:
    return " ".join(map(str, position.legal_moves))


def _perft(position: Position, options: Namespace) -> str:
    return str(perft(position, options.depth))


def _outcome(position: Position, _options: Namespace) -> str:
    return str(position.outcome() or f"ongoing {position.turn}")


def _solving(options: Namespace) -> int:
    def values(solver: "Solver", position: Position) -> str:
        solution = solver.solve(position, line=False)
        return " ".join([solution.value, *(f"{move}={value}" for move, value in solution.moves.items())])

    return _answer_solved(options, values)


def _explaining(options: Namespace) -> int:
    def explanations(solver: "Solver", position: Position) -> str:
        chosen: Sequence[Move] = position.legal_moves
        if options.move is not None:
            _played(position, options.move)
            chosen = [Move.parse(options.move)]
        solution = solver.solve(position, line=False, distances=Distances.ALL)
        known = {}
        for move in chosen:
            worth = Worth.solved(move, solution)
            if worth.gives_away:
                refutation = solver.solve(position.play(move)).line
                worth = Worth.solved(move, solution, refutation)
            known[move] = ", ".join(map(str, facts(position, move, worth)))
        return "; ".join(f"{move}: {said}" for move, said in known.items() if said)

    return _answer_solved(options, explanations)


def _answer_solved(options: Namespace, answer: Callable[["Solver", Position], str]) -> int:
    """Answer with what the solver says about a position, or with the outcome of a finished one."""
    solver = _solver()
    if solver is None:
        return _ILLEGAL_INPUT

    def answered(position: Position, _options: Namespace) -> str:
        return answer(solver, position) if position.outcome() is None else _outcome(position, options)

    options.answer = options.answer_of_line = answered
    return _answer(options)


def _solver() -> "Solver | None":
    """Return the solver; if there's none, say so on standard error."""
    try:
        # Only some commands need this slow import, so only they wait for it.
        from engine.solver import Solver  # noqa: PLC0415

        return Solver()
    except (ImportError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return None


def _board(position: Position, _options: Namespace) -> str:
    return board_text(position)


def _position_text(position: Position, _options: Namespace) -> str:
    return str(position)


def _play(options: Namespace) -> int:
    solver = _solver()
    if solver is None:
        return _ILLEGAL_INPUT
    random = Random(options.seed)  # noqa: S311 - nor is what the computer plays
    play_in_terminal(
        options.ruleset, Level(options.level), Color(options.color), solver=solver, random=random
    )
    return 0


def _print_random_games(options: Namespace) -> int:
    random = Random(options.seed)  # noqa: S311 - a random game is no secret
    for number in range(options.number):
        separator = "\n" if number else ""
        sys.stdout.write(separator + print_record(random_game(options.ruleset, random)))
    return 0
