"""Counting positions a number of plies ahead, the usual check of a move generator."""

from engine.game.position import Position

__all__ = ["perft"]


def perft(position: Position, depth: int) -> int:
    """Return how many sequences of ``depth`` moves there are from ``position``.

    A finished game has no positions after it.

    Raises:
        ValueError: ``depth`` is negative.

    >>> [perft(Position.start(), depth) for depth in range(3)]
    [1, 80, 792]
    """
    if depth < 0:
        message = f"a depth is 0 or more, not {depth}"
        raise ValueError(message)
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal_moves)
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves)
