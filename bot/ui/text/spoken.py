"""Moves and steps in words, in the reader's language, for people who have messages read to them.

Everywhere else a move is in signs, such as "► c2", and a step is an arrow. Screen readers would call the sign
"black right-pointing pointer", whatever color the piece has.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from gettext import NullTranslations

from bot.ui.text.words import SIGNS, StepSign, joined, kind_name
from engine import Direction, Kind, Move

_MOVE = re.compile(f"([{''.join(SIGNS)}])[ \N{NO-BREAK SPACE}]([a-d][1-4])")

# A line or a sentence, with Discord's marks for headings, lists and bold.
_START = re.compile(r"(?:^|[.!?] )[#>*\s-]*$", re.MULTILINE)


def move_name(words: NullTranslations, move: Move) -> str:
    """Return a move in words: ``Triangle on c2, pointing up``."""
    return _name(words, move.kind, move.direction, str(move.space))


def spelled_out(words: NullTranslations, text: str) -> str:
    """Return ``text`` with all of its moves in words, or the label of a button that makes a step.

    >>> from gettext import NullTranslations
    >>> spelled_out(NullTranslations(), "Play ■ c2, or ► b1.")
    'Play Square on c2, or Triangle on b1, pointing right.'
    """

    def spelled(found: re.Match[str]) -> str:
        said = joined(words, [_name(words, *SIGNS[sign], space) for sign, space in _MOVE.findall(found[0])])
        return said[0].upper() + said[1:] if _START.search(text, 0, found.start()) else said

    return _steps(words).get(text) or _moves(words).sub(spelled, text)


def _name(words: NullTranslations, kind: Kind, direction: Direction | None, space: str) -> str:
    pgettext = words.pgettext
    pattern = {
        # Translators: a move, in a sentence or a list; {space} is such as "c2".
        (Kind.SQUARE, None): pgettext("move", "Square on {space}"),
        (Kind.CYLINDER, None): pgettext("move", "Cylinder on {space}"),
        # Translators: on a button: a Triangle whose direction is chosen next.
        (Kind.TRIANGLE, None): pgettext("move", "Triangle on {space}"),
        (Kind.TRIANGLE, Direction.NORTH): pgettext("move", "Triangle on {space}, pointing up"),
        (Kind.TRIANGLE, Direction.EAST): pgettext("move", "Triangle on {space}, pointing right"),
        (Kind.TRIANGLE, Direction.SOUTH): pgettext("move", "Triangle on {space}, pointing down"),
        (Kind.TRIANGLE, Direction.WEST): pgettext("move", "Triangle on {space}, pointing left"),
    }[kind, direction]
    return pattern.format(space=space)


@lru_cache(maxsize=64)
def _steps(words: NullTranslations) -> Mapping[str, str]:
    pgettext = words.pgettext
    return {
        # Translators: buttons (about 20 characters) for people who don't want arrows.
        StepSign.FIRST: pgettext("to a move", "First"),
        StepSign.BACK: pgettext("to a move", "Back"),
        StepSign.NEXT: pgettext("to a move", "Next"),
        StepSign.LAST: pgettext("to a move", "Last"),
    }


@lru_cache(maxsize=64)
def _moves(words: NullTranslations) -> re.Pattern[str]:
    """Return what matches a list of moves, or one with the name of its kind, as in a menu."""
    kinds = "|".join(re.escape(kind_name(words, kind)) for kind in Kind)
    return re.compile(rf"{_MOVE.pattern}(?: \((?:{kinds})\)|(?:, {_MOVE.pattern})*)")
