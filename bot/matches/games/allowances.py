"""What the state of a game allows its two players to do, besides moves."""

from bot.matches.values.games import Game
from engine import Color, Start


def both_have_moved(game: Game) -> bool:
    """Return whether both players have chosen a move. A random first move doesn't count."""
    return game.position.ply >= _lots(game) + 2


def ply_to_return_to(game: Game, color: Color) -> int | None:
    """Return the ply before the last move chosen by the player of this color, or None if there is none.

    After a change of sides, the move before it counts for both players.
    """
    ply = game.position.ply - (2 if game.position.turn is color else 1)
    return ply if ply >= (1 if game.swapped else _lots(game)) else None


def _lots(game: Game) -> int:
    return 1 if game.start is Start.BALANCED else 0
