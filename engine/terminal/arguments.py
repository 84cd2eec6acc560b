"""The arguments that commands share: the ruleset and the moves."""

from argparse import ArgumentParser, ArgumentTypeError

from engine.game.rules import Ruleset

__all__ = ["add_moves", "add_ruleset"]

_RULESET_HELP = (
    "pyrga, classic (like pyrga, but White's first two pieces can both be Squares), or pilotis "
    "(like classic, but a player who can't place a piece loses)"
)

_MOVES_HELP = (
    "the moves so far, in order, such as Sb3, Tc2n, or Ca1: the piece (S, T, or C), the space, and where a "
    "Triangle points (n, e, s, or w); leave them out for the start of the game"
)


def add_ruleset(parser: ArgumentParser) -> None:
    """Add the argument ``ruleset``, a ``Ruleset``."""
    parser.add_argument(
        "ruleset", metavar="RULESET", choices=list(Ruleset), type=_ruleset, help=_RULESET_HELP
    )


def add_moves(parser: ArgumentParser) -> None:
    """Add the argument ``moves``, a list of texts."""
    # Without the default, argparse would call them required when something else is missing.
    parser.add_argument("moves", metavar="MOVE", nargs="*", default=[], help=_MOVES_HELP)


def _ruleset(text: str) -> Ruleset:
    try:
        return Ruleset(text)
    except ValueError:
        message = f"{text!a} is not one of {', '.join(Ruleset)}"
        raise ArgumentTypeError(message) from None
