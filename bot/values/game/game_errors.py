"""Errors for what someone asked of games and can't have, as in ``bot.values.errors``."""

from datetime import datetime

from bot.values.crowds import FIRST_RESIGNATION
from bot.values.errors import Refusal, sentence, sentences
from bot.values.game.game import MOST_ANSWERS, MOST_PAIRS, MOST_WATCHED, Game
from bot.values.players import Player


class UnknownGameError(Refusal):
    """There is no such game here. ``game`` is what was asked for."""

    game: str
    says = sentence("There's no game {game} here. Use /pyrga games to see yours.")


class GameError(Refusal):
    """The root of the errors about one known game, which is ``game`` as it stands."""

    game: Game


class NotAPlayerError(GameError):
    """The person is not one of the game's two players."""


class NotYourTurnError(GameError):
    says = sentence("It's {name}'s turn. Please wait for yours.")

    @property
    def name(self) -> Player:
        return self.game.to_move


class NotWaitingError(GameError):
    says = sentence("That's {name}'s choice. Until then you can still move.")

    @property
    def name(self) -> Player:
        return self.game.opponent_of(self.game.to_move.id)


class FinishedGameError(GameError):
    says = sentence("Game {game} is already over.")


class RunningGameError(GameError):
    says = sentence("Game {game} isn't over yet. You can review and analyze it once it is.")


class StaleRevisionError(GameError):
    says = sentence("The game has moved on. Check the board and try again.")


class RepeatedMoveError(StaleRevisionError):
    """The same person already played this move with this button: a double click."""


class ForbiddenMoveError(GameError):
    """The rules forbid the move, or ``text`` is not a move."""

    text: str
    says = sentence("You can't play that move now. Please use one of the buttons.")


class OnlyMoveError(GameError):
    says = sentence("Only one move is possible, so there's nothing to guess.")


class GuessedError(GameError):
    says = sentence("You guessed this move before it was taken back. Guess the next one.")


class OwnTurnError(GameError):
    says = sentence("It's your turn to move. You can set up conditional moves after that.")


class ClaimableGameError(GameError):
    says = sentence("Time has run out. Waiting for {name} to claim the win or give more time.")

    @property
    def name(self) -> Player:
        return self.game.opponent_of(self.game.to_move.id)


class WithComputerError(GameError):
    says = sentence("You can't offer a draw to the computer or set up conditional moves against it.")


class NotAddressedError(GameError):
    says = sentence("Only {name} can answer this. Any move also cancels it.")

    @property
    def name(self) -> Player:
        return self.game.awaited


class NotOfferedError(GameError):
    says = sentence("Only {name} can withdraw this offer. You can accept or decline it.")

    @property
    def name(self) -> Player:
        return self.game.opponent_of(self.game.awaited.id)


class OpenOfferError(GameError):
    says = sentence("There's already an offer on the board. {name} has to answer it first.")

    @property
    def name(self) -> Player:
        return self.game.awaited


class OwnGameError(GameError):
    """A moderator can't annul a game that they play, or have played."""

    says = sentence("Game {game} is yours, so you can't annul it. Someone else who manages the server can.")


class TextWantedError(GameError):
    """A player's settings, or in a game of two people those of the other one, want the board in words."""

    player: Player
    says = sentence("{name} uses text mode, so this board stays in words.")


class OnePlaceError(GameError):
    says = sentence("Only games in two places are reported. Ask a moderator of this server.")


class TwoPlacesError(GameError):
    says = sentence(
        "Game {game} is also played in another place, so you can't decide about it here. Its players can "
        "report it to whoever runs this bot: press **More…** below the board, then **Report…**."
    )


class BoardLimitError(GameError):
    count = MOST_WATCHED
    says = sentence("Game {game} is already shown in {count} other channels, and more aren't possible.")


class OfferedLatelyError(GameError):
    """The person asked for the same thing recently, and can again after ``number`` more moves."""

    number: int
    says = sentences(
        "You just asked that. You can ask again after {number} more move.",
        "You just asked that. You can ask again after {number} more moves.",
    )


class TooEarlyError(GameError):
    """Not both players have moved yet. Until then the game can be canceled."""


class TooLateError(GameError):
    says = sentence("Both players have moved, so the game can't be canceled anymore.")


class EventGameError(GameError):
    says = sentence(
        "Games of cups, team matches, and game nights can't be canceled. You can resign this one."
    )


class NothingToTakeBackError(GameError):
    says = sentence("You have no move to take back.")


class RatedTakeBackError(GameError):
    says = sentence("Takebacks aren't allowed in rated games, cups, team matches, and game nights.")


class ComputerThinksError(GameError):
    says = sentence("The computer is about to move. You can take your move back after that.")


class PlanLimitError(GameError):
    answers, pairs = MOST_ANSWERS, MOST_PAIRS
    # Translators: both placeholders are numbers.
    says = sentence("Conditional moves can have up to {answers} replies, {pairs} moves deep.")


class RematchedError(GameError):
    """The game already has a rematch, which is ``game``."""


class AnnulledGameError(GameError):
    says = sentence(
        "A moderator ended game {game}, so it has no rematch. Start a new game with /pyrga challenge."
    )


class DeletedOpponentError(GameError):
    says = sentence(
        "The other player of game {game} deleted their data, so there's no one to ask for a rematch. Start a "
        "new game with /pyrga challenge."
    )


class TwoPlacesRematchError(GameError):
    """The game was played in two places, so it has no rematch: its card would be in one of them."""

    says = sentence(
        "Game {game} was played in two places, so it has no rematch. Find an opponent with /pyrga find."
    )


class EventRematchError(GameError):
    says = sentence(
        "Game {game} was part of an event, so it has no rematch. Start a new game with /pyrga challenge."
    )


class HintsNotAllowedError(GameError):
    says = sentence(
        "This game has no hints. You can allow them when you challenge someone to a casual game, and games "
        "against the computer always have them."
    )


class RunningComputerGameError(Refusal):
    """The person already has ``game`` with the computer, and asked for one at a time."""

    game: Game
    says = sentence(
        "You're already playing the computer: [game {game}]({link}). To start another, use /pyrga play."
    )


class TooManyComputerGamesError(Refusal):
    """The person already has the maximum number of games with the computer in this server: ``games``."""

    games: tuple[Game, ...]


class NoRunningGameError(Refusal):
    says = sentence("You have no games in progress here. Start one with /pyrga challenge or /pyrga play.")


class NoFinishedGameError(Refusal):
    says = sentence("You haven't finished a game here yet, so there's nothing to review.")


class ChooseGameError(Refusal):
    games: tuple[Game, ...]
    # Translators: {games} are links to games, separated by commas.
    says = sentence("You're playing several games here: {games}. Add the one you mean to the command.")


class HelpInGameError(GameError):
    says = sentence(
        "You're playing game {game}, in which hints aren't allowed, and this would help you there. You can "
        "see what moves are worth once it's over."
    )


class LateVoteError(GameError):
    """Voting at ``ply`` closed at an instant, and the vote came at a later one."""

    ply: int
    closed_at: datetime
    voted_at: datetime


class TooEarlyToResignError(GameError):
    move = FIRST_RESIGNATION + 1
    says = sentence("You can vote to resign from move {move} on.")


class ExcludedVoterError(GameError):
    says = sentence("A moderator has excluded you from voting in this game.")


class FormerVoterError(GameError):
    """The person has deleted their data since they voted in this game, or were excluded from that."""

    says = sentence(
        "You deleted your data while this game was being played, so you can't vote in it anymore."
    )


class OtherSideError(GameError):
    says = sentence("You've voted for the other channel in this game, so you can't vote for this one.")


class ChannelPlaysError(GameError):
    says = sentence("This channel is already playing: [game {game}]({link}).")


class ApartError(Refusal):
    says = sentence(
        "This server doesn't allow games across servers. Someone who manages it can change that in "
        "/pyrga-server settings."
    )


class OtherChannelPlaysError(Refusal):
    """The channel of the other server can't play now, because it or others there already do."""

    says = sentence("The other server's channel is already playing. Try again once that game is over.")


class TooManyChannelsPlayError(Refusal):
    """The maximum number of channels of this server already play: ``games``."""

    games: tuple[Game, ...]
    # Translators: {games} are links to games, separated by commas.
    says = sentence(
        "As many channels as possible are already playing in this server: {games}. Wait until one is done."
    )


class HelpInVoteError(HelpInGameError):
    """It would help the person, or whoever they tell, to vote in this game."""

    says = sentence(
        "A channel is playing game {game}, and this would help there. You can see what moves are worth once "
        "it's over."
    )


class HelpfulAnswerError(HelpInGameError):
    """The answer of the computer at this level, in a game called ``other``, would help the person."""

    level: int
    other: int

    says = sentence(
        "Level {level} hardly ever goes wrong, and what it plays here would help you in game {game}. So "
        "it'll wait until that game has moved on."
    )


class HelpfulVoteError(HelpInGameError):
    """The answer of the computer at this level to a move would help who votes for it, in their own game."""

    level: int

    says = sentence(
        "Level {level} hardly ever goes wrong, and what it plays after this move would help you in game "
        "{game}. Vote for another move, or wait until that game has moved on."
    )
