"""The ways in which a game can start."""

from enum import StrEnum

__all__ = ["Start"]


class Start(StrEnum):
    """How a game starts. White wins a plain game if both play perfectly; the other starts are fair.

    - `PLAIN`: White chooses the first move.
    - `BALANCED`: White's first move is random, among those whose exact value is a draw.
    - `SWAP`: after White's first move, Black may change sides.

    >>> Start("swap")
    <Start.SWAP: 'swap'>
    """

    PLAIN = "plain"
    BALANCED = "balanced"
    SWAP = "swap"
