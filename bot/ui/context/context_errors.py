"""Errors for what can't be done in the place of an interaction. They carry facts."""

from enum import Enum, auto

from bot.values.errors import Refusal
from bot.values.game.game_errors import GameError


class MissingPermissionsError(Refusal):
    """The bot lacks permissions that it needs in the channel. ``permissions`` are their Discord keys."""

    permissions: tuple[str, ...]


class NoThreadHereError(Refusal):
    """The channel can't have threads: it is one itself, or isn't a text channel."""


class SimulOpponentError(Refusal):
    """Someone challenged one person to a simul."""


class SimulPlaceError(Refusal):
    """The bot can't post the games of a simul here, because it isn't in the server or there is none."""


class PrivateAnswersOnlyError(Refusal):
    """In this server, only the person who brought the bot along sees what it answers."""


class ForbiddenChannelError(Refusal):
    """The server restricts its games to other channels, whose ids are ``allowed``."""

    allowed: frozenset[int]


class ElsewhereError(GameError):
    """The game is played somewhere else, and its opponent couldn't follow it here."""


class HiddenGameError(GameError):
    """Not everyone who sees the channel can see the channel of the game."""


class NoGameShownError(Refusal):
    """A message that was right-clicked doesn't show a game."""


class OutOfSightError(Refusal):
    """The person can't see the channel in which a challenge was made."""


class NotAPersonError(Refusal):
    """Someone asked for the profile or the score of a bot called ``name``."""

    name: str


class NotAllowedError(Refusal):
    """The person isn't allowed to do this in the server."""


class RoleProblem(Enum):
    """Why a role can't be given for a rating."""

    PERMISSION = auto()
    TOO_HIGH = auto()
    UNFIT = auto()
    POWERFUL = auto()
    NOT_YOURS = auto()


class RoleProblemError(Refusal):
    """The role with this id can't be given for a rating."""

    problem: RoleProblem
    role_id: int


class NotAHostError(Refusal):
    """The person may not set up cups in the server."""


class TwoStartsError(Refusal):
    """A cup should start both at a time and with a number of people."""


class UnfitStartError(Refusal):
    """The ``text`` that someone typed isn't a time at which something can start."""

    text: str
