"""The buttons on a game's message. The rooms above answer them."""

from enum import StrEnum

from bot.ui.board.move_buttons import Choice
from bot.ui.message.custom_ids import Count, CustomId
from engine import Move


class PlayMove(CustomId, word="play"):
    """Plays a move in ``game``, as it was drawn at ``revision``."""

    game: int
    revision: Count
    move: Move


class AskBeforeMove(CustomId, word="ask"):
    """Asks privately whether to play a move, for players who confirm their moves."""

    game: int
    revision: Count
    move: Move


class ConfirmMove(CustomId, word="confirm"):
    """Plays a move that was asked about or hinted at privately."""

    game: int
    revision: Count
    move: Move


class ChooseMove(CustomId, word="choose"):
    """Shows the rest of the moves after a part of one was chosen."""

    game: int
    revision: Count
    choice: Choice


class BoardAction(StrEnum):
    """What can be done on the board besides moving.

    ``DRAW``, ``RESIGN`` and ``CANCEL`` ask privately first.
    """

    SWAP = "swap"
    CLAIM = "claim"
    GIVE_TIME = "give-time"
    DRAW = "draw"
    RESIGN = "resign"
    CANCEL = "cancel"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


class ActOnBoard(CustomId, word="act"):
    """Does something else in ``game``, as it was drawn at ``revision``."""

    game: int
    revision: Count
    action: BoardAction


class TakeHint(CustomId, word="hint"):
    """Begins a private hint, for the player to move, in games that allow hints."""

    game: int


class OfferRematch(CustomId, word="rematch"):
    """Offers a rematch of a finished game, or accepts one."""

    game: int


class PlayNextLevel(CustomId, word="next-level"):
    """Starts a game at the next level, after a win over the computer."""

    game: int


class ShowMore(CustomId, word="more"):
    """Shows privately what else there is."""

    game: int
