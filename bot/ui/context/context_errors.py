"""Errors for what can't be done in the place of an interaction. They carry facts."""

from enum import Enum
from typing import Final

from bot.ui.context.requests import ForbiddenError, GoneError, RefusedError
from bot.values.errors import Refusal, sentence
from bot.values.game.game_errors import GameError


class MissingPermissionsError(Refusal):
    """The bot lacks permissions that it needs in the channel. ``permissions`` are their Discord keys."""

    permissions: tuple[str, ...]


class NoThreadHereError(Refusal):
    says = sentence(
        "This channel can't have a thread for the game. Leave out the thread option to play here."
    )


class SimulOpponentError(Refusal):
    says = sentence("Anyone can join a simul. Leave the opponent empty.")


class SimulPlaceError(Refusal):
    says = sentence("A simul needs a channel of a server that has added me.")


class NoComputerForDayError(Refusal):
    says = sentence(
        "There's no game of the day, because the computer that makes it isn't available on this host."
    )


class PrivateAnswersOnlyError(Refusal):
    says = sentence(
        "Only you would see the board in this server. Play in DMs with me instead, or ask someone who "
        "manages the server to add me."
    )


NOT_POSTED: Final = (RefusedError, ForbiddenError, GoneError, PrivateAnswersOnlyError)
"""What's raised if nothing was posted. After any other failure, it may have been all the same."""


class ForbiddenChannelError(Refusal):
    """The server restricts its games to other channels, whose ids are ``allowed``."""

    allowed: frozenset[int]


class ElsewhereError(GameError):
    says = sentence("Game {game} is played elsewhere: [open the board]({link})")


class UnshownMoveError(Refusal):
    says = sentence("Your move counts. Discord doesn't let me show it here right now.")


class UnshownChangeError(Refusal):
    says = sentence("That counts. Discord doesn't let me show it here right now.")


class HiddenGameError(GameError):
    says = sentence("Not everyone here can see the channel of game {game}, so it can't be shown here.")


class NoGameShownError(Refusal):
    says = sentence("There's no game on this message. Pick one with a board.")


class OutOfSightError(Refusal):
    says = sentence(
        "This challenge is in a channel you can't see. Join it in DMs with me, and you'll get a board there."
    )


class NotAPersonError(Refusal):
    """Someone asked for the profile or the score of a bot called ``name``."""

    name: str
    says = sentence(
        "{name} is a bot, and only people have a profile and a score. For games against the computer, see "
        "**Computer** in /pyrga leaderboard."
    )


class NotAllowedError(Refusal):
    says = sentence("Only people with the Manage Server permission can do that.")


class RoleProblem(Enum):
    """Why a role can't be given for a rating, as it's said."""

    # Translators: {role} is a role on Discord.
    PERMISSION = sentence("I need the permission **Manage Roles** in this server to give {role}.")
    TOO_HIGH = sentence(
        "My own role has to be above {role}. Move it up in the server settings on Discord, under Roles."
    )
    UNFIT = sentence("Bots can't give {role}. Pick another role, or make a new one.")
    POWERFUL = sentence(
        "{role} lets people do more than members usually can, in the server or in one of its channels, so I "
        "don't give it for a rating. Pick another role, or take those permissions from it."
    )
    NOT_YOURS = sentence(
        "Only people with the Manage Roles permission, and with a role above it, can have {role} given."
    )


class RoleProblemError(Refusal):
    """The role with this id can't be given for a rating."""

    problem: RoleProblem
    role_id: int


class NotAHostError(Refusal):
    says = sentence(
        "Only people with the Manage Server permission can set up cups, game nights, and games of channels "
        "here. They can allow it for everyone in /pyrga-server settings."
    )


class TwoStartsError(Refusal):
    says = sentence("Choose either when the cup starts, or with how many people.")


class UnfitStartError(Refusal):
    """The ``text`` that someone typed isn't a time at which something can start."""

    text: str
    # Translators: {text} is what someone typed; name times as they're typed in your language. Leave @time as
    # it is.
    says = sentence(
        "{text} isn't a time. Say how long until the start, such as 90m or 2d 12h, or a day and a time, such "
        "as tomorrow 20:00, Friday 8pm, or 2026-12-01 20:00, or type @time to pick a date."
    )
