"""A static evaluation: how good a position looks without a search."""

from engine.board.bitboard import one_or_more, three, two_or_more
from engine.game.outcome import TOWERS_TO_WIN, controlled_towers
from engine.game.position import Position
from engine.solver.proof_search import slots

__all__ = ["evaluate"]

_WON = 1_000
_NEARLY_WON = 500
_TOWER, _PAIR, _SINGLE = 8, 2, 1
_GIFT = 6
"""The worth of the next Tower to the player who will control it, if the opponent can't prevent it."""


def evaluate(after: Position) -> int:
    """Return how good a position looks to the player who moved last, in eighths of a Tower.

    A won game is 1,000 and a lost one -1,000; half of that is a game that ends so with the next move.
    """
    outcome = after.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return 0
        return -_WON if outcome.winner is after.turn else _WON
    opponent, own, legal = slots(after)
    return (
        _possessions(own, own | opponent)
        - _possessions(opponent, own | opponent)
        + _next(own, opponent, legal)
    )


def _possessions(own: int, filled: int) -> int:
    """Return what a player has: Towers, pairs that a third piece makes Towers, and single pieces."""
    several = two_or_more(filled)
    pairs = two_or_more(own) & several & ~three(filled)
    singles = one_or_more(own) & ~several
    return (
        _TOWER * controlled_towers(own, filled).bit_count()
        + _PAIR * pairs.bit_count()
        + _SINGLE * singles.bit_count()
    )


def _next(own: int, opponent: int, legal: int) -> int:
    """Return what the opponent's next piece is worth to the player of ``own``: a Tower lost, or gained."""
    filled = own | opponent
    usable = one_or_more(legal)
    ready = usable & two_or_more(filled)
    if ready & one_or_more(opponent):
        return -_worth_of_next_tower(opponent, filled)
    if ready and ready == usable:
        return _worth_of_next_tower(own, filled)
    return 0


def _worth_of_next_tower(own: int, filled: int) -> int:
    wins = controlled_towers(own, filled).bit_count() == TOWERS_TO_WIN - 1
    return _NEARLY_WON if wins else _GIFT
