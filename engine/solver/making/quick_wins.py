"""Finds wins within a few plies by trying everything, which takes no solver."""

from engine.game.position import Position

__all__ = ["plies_to_win"]


def plies_to_win(position: Position, limit: int) -> int | None:
    """Return in how few plies the player to move can force a win; None if it takes more than ``limit``.

    0 means that they have already won.
    """
    return next((plies for plies in range(limit + 1) if _wins_within(position, plies)), None)


def _wins_within(position: Position, plies: int) -> bool:
    """Return whether the player to move can force a win in this many plies."""
    legal = position.legal_moves
    if not legal:
        outcome = position.outcome()
        return outcome is not None and outcome.winner is position.turn
    return plies > 0 and any(_loses_within(position.play(move), plies - 1) for move in legal)


def _loses_within(position: Position, plies: int) -> bool:
    """Return whether the player to move loses within this many plies with every move."""
    legal = position.legal_moves
    if not legal:
        outcome = position.outcome()
        return outcome is not None and outcome.winner is position.turn.opponent
    return plies > 0 and all(_wins_within(position.play(move), plies - 1) for move in legal)
