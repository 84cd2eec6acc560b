"""What people can't do about standings, profiles and seasons."""

from bot.values.errors import Refusal
from bot.values.standings import Season


class RunningSeasonError(Refusal):
    """The server already has a season running."""

    season: Season


class TooManyRolesError(Refusal):
    """The server already gives as many roles for ratings as it may."""


class NoSeasonError(Refusal):
    """No season is running in the server."""


class UnknownSeasonError(Refusal):
    """No season with this number has ended in the server."""


class EmptyProfileError(Refusal):
    """There's nothing on the player's profile that can be seen from here."""


class OthersGamesError(Refusal):
    """Outside servers, people only see their own games and figures."""


class OneselfError(Refusal):
    """There are no games between a player and themselves."""
