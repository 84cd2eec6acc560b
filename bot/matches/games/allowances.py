"""What the state of a game allows its two players, besides moves."""

from bot.matches.values.challenges import Start
from bot.matches.values.games import Game
from engine import Colour


def both_have_moved(game: Game) -> bool:
    """Whether both players have chosen a move. A first move drawn by lot is nobody's."""
    return game.position.ply >= _lots(game) + 2


def ply_to_return_to(game: Game, colour: Colour) -> int | None:
    """The ply before the last move that the player of this colour chose, or None where there is none.

    After a change of sides, the move that it was about stands for both.
    """
    ply = game.position.ply - (2 if game.position.turn is colour else 1)
    return ply if ply >= (1 if game.swapped else _lots(game)) else None


def _lots(game: Game) -> int:
    return 1 if game.start is Start.BALANCED else 0
