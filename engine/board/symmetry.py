"""The eight symmetries of the board, under which the rules don't change."""

from enum import Enum

from engine.board.move import BOARD_EDGE, MOVES, Direction, Move, Space

__all__ = ["Symmetry"]


class Symmetry(Enum):
    """A rotation or reflection of the board, which also turns the directions of Triangles.

    The value says how it's made: whether columns and rows change places, then whether the columns and then
    the rows are reversed. Turns are clockwise as White sees the board. ``MAIN_DIAGONAL`` leaves a1 and d4
    where they are, ``OTHER_DIAGONAL`` a4 and d1.

    >>> [str(symmetry.space(Space.B1)) for symmetry in Symmetry]
    ['b1', 'a3', 'c4', 'd2', 'c1', 'b4', 'a2', 'd3']
    """

    IDENTITY = (False, False, False)
    QUARTER_TURN = (True, False, True)
    HALF_TURN = (False, True, True)
    THREE_QUARTER_TURN = (True, True, False)
    MIRRORED_COLUMNS = (False, True, False)
    MIRRORED_ROWS = (False, False, True)
    MAIN_DIAGONAL = (True, False, False)
    OTHER_DIAGONAL = (True, True, True)

    @property
    def inverse(self) -> "Symmetry":
        """Return the symmetry that undoes this one.

        >>> Symmetry.QUARTER_TURN.inverse
        <Symmetry.THREE_QUARTER_TURN: (True, True, False)>
        """
        turned = {Symmetry.QUARTER_TURN, Symmetry.THREE_QUARTER_TURN}
        return (turned - {self}).pop() if self in turned else self

    def space(self, space: Space) -> Space:
        """Return where ``space`` goes.

        >>> Symmetry.HALF_TURN.space(Space.A1)
        <Space.D4: 15>
        """
        return _SPACES[self][space]

    def direction(self, direction: Direction) -> Direction:
        """Return where ``direction`` points afterward.

        >>> Symmetry.QUARTER_TURN.direction(Direction.NORTH)
        <Direction.EAST: 'e'>
        """
        return _DIRECTIONS[self][direction]

    def move(self, move: Move) -> Move:
        """Return what ``move`` becomes.

        >>> str(Symmetry.MAIN_DIAGONAL.move(Move.parse("Tb1w")))
        'Ta2s'
        """
        return _MOVES[self][move.number] if move.number in _MOVES[self] else _image_of_move(self, move)


def _image_of_space(symmetry: Symmetry, space: Space) -> Space:
    swapped, columns_reversed, rows_reversed = symmetry.value
    column, row = (space.row, space.column) if swapped else (space.column, space.row)
    column = BOARD_EDGE - 1 - column if columns_reversed else column
    row = BOARD_EDGE - 1 - row if rows_reversed else row
    return Space(column + BOARD_EDGE * row)


def _image_of_direction(symmetry: Symmetry, direction: Direction) -> Direction:
    swapped, columns_reversed, rows_reversed = symmetry.value
    column_step, row_step = reversed(direction.step) if swapped else direction.step
    step = (-column_step if columns_reversed else column_step, -row_step if rows_reversed else row_step)
    return next(candidate for candidate in Direction if candidate.step == step)


def _image_of_move(symmetry: Symmetry, move: Move) -> Move:
    direction = None if move.direction is None else symmetry.direction(move.direction)
    return Move(move.kind, symmetry.space(move.space), direction)


_SPACES = {symmetry: {space: _image_of_space(symmetry, space) for space in Space} for symmetry in Symmetry}
_DIRECTIONS = {
    symmetry: {direction: _image_of_direction(symmetry, direction) for direction in Direction}
    for symmetry in Symmetry
}
# A canonical form asks for eight images of every piece, so those of the playable moves are worked out once.
_MOVES = {symmetry: {move.number: _image_of_move(symmetry, move) for move in MOVES} for symmetry in Symmetry}
