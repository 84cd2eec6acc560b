"""A position as plain text, for terminals and logs."""

from engine.board.move import BOARD_EDGE, Color, Direction, Kind, Piece, Space
from engine.game.position import Position

__all__ = ["board_text"]

_ARROWS = {Direction.NORTH: "^", Direction.EAST: ">", Direction.SOUTH: "v", Direction.WEST: "<"}
_NO_PIECE = {Kind.SQUARE: ".", Kind.TRIANGLE: "..", Kind.CYLINDER: "."}


def board_text(position: Position) -> str:
    """Return the board as lines of text, and below it the hands and whose turn it is, or how the game ended.

    A space is four characters: Square, Triangle with an arrow, Cylinder; capital letters are White's and dots
    stand for missing pieces.

    >>> print(board_text(Position.replay("pyrga", ["Tb3e", "Cc3"])))
    4  ....  ....  ....  ....
    3  ....  .T>.  ...c  ....
    2  ....  ....  ....  ....
    1  ....  ....  ....  ....
       a     b     c     d
    white holds S5 T4 C5
    black holds S5 T5 C4
    white to move; Cc3 asks for c3
    """
    rows = (_row(position, row) for row in reversed(range(BOARD_EDGE)))
    columns = "   " + "     ".join("abcd")
    hands = (f"{color} holds {_hand(position, color)}" for color in Color)
    return "\n".join((*rows, columns, *hands, _status(position)))


def _row(position: Position, row: int) -> str:
    cells = (_cell(position, space) for space in Space if space.row == row)
    return f"{row + 1}  {'  '.join(cells)}"


def _cell(position: Position, space: Space) -> str:
    present = {piece.kind: _symbol(piece) for piece in position.pieces(space)}
    return "".join(present.get(kind, _NO_PIECE[kind]) for kind in Kind)


def _symbol(piece: Piece) -> str:
    letter = piece.kind.value if piece.color is Color.WHITE else piece.kind.value.lower()
    return letter if piece.direction is None else letter + _ARROWS[piece.direction]


def _hand(position: Position, color: Color) -> str:
    return " ".join(f"{kind}{number}" for kind, number in position.hand(color).items())


def _status(position: Position) -> str:
    outcome = position.outcome()
    if outcome is not None:
        return f"outcome: {outcome}"
    demand = position.demand
    if demand.move is None:
        return f"{position.turn} to move, anywhere"
    asked = f"{position.turn} to move; {demand.move} asks for {' '.join(map(str, demand.spaces))}"
    if demand.why.is_fallback:
        return f"{asked} in vain ({demand.why}): any empty space"
    return asked
