"""The ways in which a game can start."""

from enum import StrEnum

__all__ = ["Start"]


class Start(StrEnum):
    """How a game starts. White wins a plain game if both play perfectly.

    - `PLAIN`: White chooses the first move.
    - `BALANCED`: White's first move is random, among those whose exact value is a draw.
    - `SWAP`: after White's first move, Black may change sides.
    - `ADVANTAGE`: White's first move is random, among those whose exact value wins for the weaker player.

    >>> Start("swap")
    <Start.SWAP: 'swap'>
    """

    PLAIN = "plain"
    BALANCED = "balanced"
    SWAP = "swap"
    ADVANTAGE = "advantage"

    @property
    def is_random(self) -> bool:
        """Whether White's first move is random.

        >>> Start.BALANCED.is_random
        True
        """
        return self in {Start.BALANCED, Start.ADVANTAGE}

    @property
    def is_fair(self) -> bool:
        """Whether neither player has an advantage.

        >>> Start.PLAIN.is_fair
        False
        """
        return self in {Start.BALANCED, Start.SWAP}
