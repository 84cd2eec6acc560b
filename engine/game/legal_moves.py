"""The legal moves of a position, as a sequence that is listed only when it is read."""

from collections.abc import Iterator, Sequence
from typing import overload

from engine.board.bitboard import MOVES_AT, SLOT_OF
from engine.board.move import Move

__all__ = ["LegalMoves"]


class LegalMoves(Sequence[Move]):
    """The legal moves of a position in list order. It can be iterated, indexed and measured, and knows `in`.

    `Position.legal_moves` makes it; it is empty when the game is over. Checking whether a move is in it does
    not list the moves.

    >>> from engine import Move, Position
    >>> legal = Position.replay("pyrga", ["Cb3"]).legal_moves
    >>> legal
    LegalMoves(Sb3 Tb3n Tb3e Tb3s Tb3w)
    >>> len(legal), str(legal[-1]), Move.parse("Cb3") in legal
    (5, 'Tb3w', False)
    """

    __slots__ = ("_listed", "_slots")

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._listed: list[Move] | None = None

    def _list(self) -> list[Move]:
        if self._listed is None:
            self._listed = []
            unlisted = self._slots
            while unlisted:
                lowest = unlisted & -unlisted
                self._listed += MOVES_AT[lowest]
                unlisted ^= lowest
        return self._listed

    def __len__(self) -> int:
        return len(self._list())

    def __bool__(self) -> bool:
        return self._slots != 0

    def __iter__(self) -> Iterator[Move]:
        return iter(self._list())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and SLOT_OF[move.number] & self._slots != 0

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        return self._list()[index]

    def __repr__(self) -> str:
        return f"LegalMoves({' '.join(map(str, self))})"
