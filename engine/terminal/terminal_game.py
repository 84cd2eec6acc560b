"""A game against the computer in a terminal: ``python -m engine play``."""

import sys
from random import Random
from typing import TYPE_CHECKING

from engine.analysis.level import Level
from engine.board.move import AmbiguousMoveError, Color, InvalidMoveError, Move
from engine.game.position import IllegalMoveError, Position
from engine.game.rules import Ruleset
from engine.terminal.board_text import board_text

if TYPE_CHECKING:
    from engine.solver import Solver

__all__ = ["play_in_terminal"]

_HELP = "Type a move such as Sb3, Tc2n, or Ca1. ? lists the legal moves, and quit ends the game."


def play_in_terminal(
    ruleset: Ruleset,
    level: Level,
    person: Color,
    *,
    solver: "Solver",
    random: Random,
) -> None:
    """Play a game between the person at the terminal and the computer, until it's over or the person quits.

    The board and the computer's moves go to standard output; the person's moves are lines of standard input,
    whose end is like ``quit``.
    """
    # The solver that's given here has chosen the folder for compiled code.
    from engine.solver.levels import choose  # noqa: PLC0415

    _say(f"You're {person}, and the computer (level {level}) is {person.opponent}. {_HELP}")
    position = Position.start(ruleset)
    while position.legal_moves:
        move: Move | None
        if position.turn is person:
            _say(f"\n{board_text(position)}")
            move = _read_move(position)
            if move is None:
                return
        else:
            move = choose(position, level, solver=solver, random=random)
            _say(f"The computer plays {move}.")
        position = position.play(move)
    _say(f"\n{board_text(position)}\n{_verdict(position, person)}")


def _read_move(position: Position) -> Move | None:
    """Ask until a legal move is typed; return None if the person wants to stop."""
    while True:
        _say("Your move: ", end="")
        line = sys.stdin.readline()
        text = line.strip()
        if not line or text.lower() == "quit":
            _say("" if line else "\n", end="")
            return None
        if text == "?":
            _say(" ".join(map(str, position.legal_moves)))
        elif not text:
            _say(_HELP)
        else:
            try:
                move = Move.parse(text)
                position.play(move)
            except IllegalMoveError as error:
                _say(f"{error.move} is illegal: {error.rule.sentence}.")
            except AmbiguousMoveError as error:
                _say(f"Which one? {', '.join(map(str, error.candidates))}")
            except InvalidMoveError as error:
                _say(f"{error}. {_HELP}")
            else:
                return move


def _verdict(position: Position, person: Color) -> str:
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return "It's a draw."
    return "You win." if outcome.winner is person else "The computer wins."


def _say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()
