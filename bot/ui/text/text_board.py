"""A board as text in a message: in words, one row after another, and as a grid of fixed width.

The words come first. They're meant to be read aloud, and listeners can skip the grid, whose signs make little
sense to them.
"""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.ui.text.alt_text import joined, side_text
from bot.ui.text.words import piece_name
from engine import Color, Direction, Piece, Position, Space

_ARROWS = {Direction.NORTH: "^", Direction.EAST: ">", Direction.SOUTH: "v", Direction.WEST: "<"}
_NO_PIECE = "."
_WIDTH = 4
# Three pieces, one of which has a direction.
_CELL = 4


def text_board(words: NullTranslations, position: Position) -> str:
    """The pieces on the board and in both hands, as lines of a message."""
    lines = [_row(words, position, spaces) for spaces in _rows()]
    lines += [side_text(words, position, color) for color in Color]
    # Translators: stands above the board as a grid of letters: S for a white Square, s for a black one.
    caption = words.gettext("The same as a grid. Capital letters are White's pieces:")
    return "\n".join([*lines, f"-# {caption}", "```", *_grid(position), "```"])


def _rows() -> list[list[Space]]:
    """The board's rows from the top, each from a to d."""
    spaces = list(Space)
    starts = range(0, len(spaces), _WIDTH)
    return [spaces[start : start + _WIDTH] for start in starts][::-1]


def _row(words: NullTranslations, position: Position, spaces: Sequence[Space]) -> str:
    said = [_space(words, position, space) for space in spaces if position.pieces(space)]
    number = spaces[0].row + 1
    if not said:
        # Translators: {row} is the number of a row of the board, in which there is no piece.
        return words.gettext("Row {row}: empty.").format(row=number)
    # Translators: a row of the board, such as "Row 3: b3 white Square, black Cylinder; d3 black Square."
    return words.gettext("Row {row}: {spaces}.").format(row=number, spaces=joined(words, said))


def _space(words: NullTranslations, position: Position, space: Space) -> str:
    return f"{space} {', '.join(piece_name(words, piece) for piece in position.pieces(space))}"


def _grid(position: Position) -> list[str]:
    rows = [
        f"{spaces[0].row + 1}  {'  '.join(_cell(position, space) for space in spaces)}".rstrip()
        for spaces in _rows()
    ]
    columns = "  ".join(column.ljust(_CELL) for column in "abcd")
    return [*rows, f"   {columns}".rstrip()]


def _cell(position: Position, space: Space) -> str:
    letters = "".join(map(_letter, position.pieces(space)))
    return (letters or _NO_PIECE).ljust(_CELL)


def _letter(piece: Piece) -> str:
    letter = piece.kind.value if piece.color is Color.WHITE else piece.kind.value.lower()
    return letter if piece.direction is None else letter + _ARROWS[piece.direction]
