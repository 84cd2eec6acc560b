"""Errors for what someone asked of games and can't have, as in ``bot.values.errors``."""

from datetime import datetime

from bot.values.errors import Refusal
from bot.values.game.game import Game
from bot.values.players import Player


class UnknownGameError(Refusal):
    """There is no such game here. ``game`` is what was asked for."""

    game: str


class GameError(Refusal):
    """The root of the errors about one known game, which is ``game`` as it stands."""

    game: Game


class NotAPlayerError(GameError):
    """The person is not one of the game's two players."""


class NotYourTurnError(GameError):
    """The person plays in this game, but it's the other's turn."""


class NotWaitingError(GameError):
    """Only the player who is waiting for the other's move can do this."""


class FinishedGameError(GameError):
    """The game is over."""


class RunningGameError(GameError):
    """The game is not over yet."""


class StaleRevisionError(GameError):
    """The button was made for an earlier state of the game."""


class RepeatedMoveError(StaleRevisionError):
    """The same person already played this move with this button: a double click."""


class ForbiddenMoveError(GameError):
    """The rules forbid the move, or ``text`` is not a move."""

    text: str


class OnlyMoveError(GameError):
    """There's only one legal move, so there's nothing to guess."""


class GuessedError(GameError):
    """The person guessed this move before it was taken back, and knows whether they were right."""


class OwnTurnError(GameError):
    """It's the person's own turn, and this is only possible while they wait."""


class ClaimableGameError(GameError):
    """Time has run out, and the waiting player has to decide what happens next."""


class WithComputerError(GameError):
    """This is for games of two people, and this one is against the computer."""


class NotAddressedError(GameError):
    """The offer is for the other player to answer."""


class NotOfferedError(GameError):
    """The other player made the offer, and only they can withdraw it."""


class OpenOfferError(GameError):
    """An offer is waiting for an answer, and there can only be one at a time."""


class TextWantedError(GameError):
    """The other player, ``player``, wants the board in words."""

    player: Player


class OnePlaceError(GameError):
    """The game is played in one place, whose moderators decide about it."""


class TwoPlacesError(GameError):
    """The game is played in two places, so that no one's moderators decide about it."""


class BoardLimitError(GameError):
    """People already watch the game in as many channels as possible."""


class OfferedLatelyError(GameError):
    """The person asked for the same thing recently, and can again after ``plies`` more moves."""

    plies: int


class TooEarlyError(GameError):
    """Not both players have moved yet. Until then the game can be canceled."""


class TooLateError(GameError):
    """Both players have moved, so the game can no longer be canceled."""


class EventGameError(GameError):
    """The game belongs to an event, so it can't be canceled."""


class NothingToTakeBackError(GameError):
    """The player hasn't chosen a move yet that could be taken back."""


class RatedTakeBackError(GameError):
    """Rated games and those of events don't allow takebacks."""


class ComputerThinksError(GameError):
    """It's the computer's turn, and the person has to wait for it."""


class PlanLimitError(GameError):
    """There can be no more conditional moves, or none further ahead."""


class RematchedError(GameError):
    """The game already has a rematch, which is ``game``."""


class AnnulledGameError(GameError):
    """A moderator ended the game, so it has no rematch."""


class DeletedOpponentError(GameError):
    """The other player's data was deleted, so the game has no rematch."""


class TwoPlacesRematchError(GameError):
    """The game was played in two places, so it has no rematch: its card would be in one of them."""


class EventRematchError(GameError):
    """The game belongs to an event, so it has no rematch."""


class HintsNotAllowedError(GameError):
    """The game doesn't allow hints."""


class RunningComputerGameError(Refusal):
    """The person already has ``game`` with the computer, and asked for one at a time."""

    game: Game


class TooManyComputerGamesError(Refusal):
    """The person already has the maximum number of games with the computer in this server: ``games``."""

    games: tuple[Game, ...]


class NoRunningGameError(Refusal):
    """The person has no running game here."""


class NoFinishedGameError(Refusal):
    """The person has no finished game here."""


class ChooseGameError(Refusal):
    """The person has several running games and has to name one."""

    games: tuple[Game, ...]


class HelpInGameError(GameError):
    """It would help the person in this game, in which hints aren't allowed."""


class LateVoteError(GameError):
    """Voting at ``ply`` closed at an instant, and the vote came at a later one."""

    ply: int
    closed_at: datetime
    voted_at: datetime


class TooEarlyToResignError(GameError):
    """People can't vote to resign yet."""


class ExcludedVoterError(GameError):
    """A moderator has excluded the person from voting in this game."""


class FormerVoterError(GameError):
    """The person has deleted their data since they voted in this game, or were excluded from that."""


class OtherSideError(GameError):
    """The person has voted for the other channel in this game."""


class ChannelPlaysError(GameError):
    """The channel already plays a game."""


class ApartError(Refusal):
    """The server doesn't allow games across servers."""


class OtherChannelPlaysError(Refusal):
    """The channel of the other server can't play now, because it or others there already do."""


class TooManyChannelsPlayError(Refusal):
    """The maximum number of channels of this server already play: ``games``."""

    games: tuple[Game, ...]


class HelpInVoteError(HelpInGameError):
    """It would help the person, or whoever they tell, to vote in this game."""
