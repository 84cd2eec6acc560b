"""What can't be done where an interaction comes from, as errors that carry facts."""

from bot.matches.errors import MatchError
from bot.matches.games.errors import GameError


class MissingPermissionsError(MatchError):
    """The bot lacks permissions that it needs in the channel. ``permissions`` are Discord's keys of them."""

    def __init__(self, permissions: tuple[str, ...]) -> None:
        super().__init__(permissions)
        self.permissions = permissions


class NoThreadHereError(MatchError):
    """The channel cannot have threads: it is one itself, or of another kind than text."""


class PrivateAnswersOnlyError(MatchError):
    """The server shows what a bot that somebody brought along answers to that person only."""


class ForbiddenChannelError(MatchError):
    """The server keeps its games to other channels. ``allowed`` are their ids."""

    def __init__(self, allowed: frozenset[int]) -> None:
        super().__init__(allowed)
        self.allowed = allowed


class ElsewhereError(GameError):
    """The game is played where this is not, and its opponent could not follow it here."""


class OutOfSightError(MatchError):
    """The person cannot see the channel in which a challenge was made."""


class NotAllowedError(MatchError):
    """The person may not do this in the server."""
