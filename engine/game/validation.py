"""Checks whether the position that a text describes can arise in a game.

The checks are necessary, not sufficient: they look at the whole board but only at the last few plies of its
past. Proving that some order of all the moves leads to a position is a search of another kind;
docs/notation.md says so.
"""

from collections import Counter
from collections.abc import Iterator

from engine.board.bitboard import SLOT_OF
from engine.board.move import HAND_OF_EACH_KIND, Color, Kind, Move
from engine.game.outcome import TOWERS_TO_WIN, controlled_towers, three_towers
from engine.game.position_text import PositionFields
from engine.game.rules import legal_slots

__all__ = ["PLIES_RETRACED", "impossibility"]

PLIES_RETRACED = 4
"""How many plies the checks go back."""


def impossibility(fields: PositionFields) -> str | None:
    """Return why no game has the position that ``fields`` describe, or None if no check finds a reason."""
    return next(_impossibilities(fields), None)


def _impossibilities(fields: PositionFields) -> Iterator[str]:
    # From what's wrong with a piece to what's wrong with the game: each check relies on those before it.
    yield from _misplaced_pieces(fields)
    yield from _wrong_numbers(fields)
    yield from _wrong_last_piece(fields)
    yield from _too_many_towers(fields)
    yield from _broken_opening(fields)
    yield from _impossible_past(fields)


def _misplaced_pieces(fields: PositionFields) -> Iterator[str]:
    pieces = (*fields.white, *fields.black)
    for piece in pieces:
        if piece.points_off_board:
            yield f"{piece} points off the board"
    for (kind, space), number in Counter((piece.kind, piece.space) for piece in pieces).items():
        if number > 1:
            yield f"{space!s} has {number} {_plural(kind)}; a space holds at most one of each kind"


def _wrong_numbers(fields: PositionFields) -> Iterator[str]:
    for color, pieces in ((Color.WHITE, fields.white), (Color.BLACK, fields.black)):
        for kind, number in Counter(piece.kind for piece in pieces).items():
            if number > HAND_OF_EACH_KIND:
                yield (
                    f"{color} has {number} {_plural(kind)} on the board; "
                    f"a player has {HAND_OF_EACH_KIND} of each kind"
                )
    lead = len(fields.white) - len(fields.black)
    if lead != (0 if fields.turn is Color.WHITE else 1):
        yield (
            f"{len(fields.white)} white and {len(fields.black)} black pieces cannot be "
            f"on the board with {fields.turn} to move"
        )


def _wrong_last_piece(fields: PositionFields) -> Iterator[str]:
    last_move = fields.last_move
    if last_move is None:
        if fields.white:
            yield "there are pieces on the board but no last piece"
        return
    mover = fields.turn.opponent
    if last_move not in _pieces_of(mover, fields):
        yield f"the last piece {last_move} is not one of {mover}'s pieces, and {mover} has just moved"


def _too_many_towers(fields: PositionFields) -> Iterator[str]:
    white, black = _filled(fields.white), _filled(fields.black)
    white_towers = controlled_towers(white, white | black).bit_count()
    black_towers = controlled_towers(black, white | black).bit_count()
    if max(white_towers, black_towers) > TOWERS_TO_WIN or white_towers == black_towers == TOWERS_TO_WIN:
        yield (
            f"white controls {white_towers} Towers and black {black_towers}; "
            f"the game ends when one player controls {TOWERS_TO_WIN}"
        )


def _broken_opening(fields: PositionFields) -> Iterator[str]:
    only_squares = {piece.kind for piece in fields.white} == {Kind.SQUARE}
    if fields.ruleset.restricts_opening and len(fields.white) > 1 and only_squares:
        yield "white has only Squares, and the first two white pieces may not both be Squares"


def _impossible_past(fields: PositionFields) -> Iterator[str]:
    last_move = fields.last_move
    if last_move is None:
        return
    mover = _pieces_of(fields.turn.opponent, fields)
    before, opponent = _without(mover, last_move), _pieces_of(fields.turn, fields)
    if three_towers(_filled(before), _filled(opponent)):
        yield f"the game was already over before the last piece {last_move}"
    elif not _playable(fields, last_move, before, opponent, PLIES_RETRACED):
        yield f"the last piece {last_move} could not be played after any order of the other pieces"


def _playable(
    fields: PositionFields,
    move: Move,
    mover: tuple[Move, ...],
    opponent: tuple[Move, ...],
    plies: int,
) -> bool:
    """Return whether some order of the other pieces, looking back this many plies, makes ``move`` legal.

    Args:
        fields: The position in question, for its ruleset.
        move: The piece just played.
        mover: The other pieces of the player who played it.
        opponent: The pieces of the other player.
        plies: How far back to look; beyond that, the past is taken to be possible.
    """
    if plies == 0 or not opponent:
        return True
    mover_filled, opponent_filled = _filled(mover), _filled(opponent)
    return any(
        SLOT_OF[move.number] & legal_slots(fields.ruleset, mover_filled, opponent_filled, previous)
        and _playable(fields, previous, _without(opponent, previous), mover, plies - 1)
        for previous in opponent
    )


def _pieces_of(color: Color, fields: PositionFields) -> tuple[Move, ...]:
    return fields.white if color is Color.WHITE else fields.black


def _without(pieces: tuple[Move, ...], piece: Move) -> tuple[Move, ...]:
    return tuple(other for other in pieces if other != piece)


def _filled(pieces: tuple[Move, ...]) -> int:
    return sum(SLOT_OF[piece.number] for piece in pieces)


def _plural(kind: Kind) -> str:
    return f"{kind.name.capitalize()}s"
