"""What people can't do about standings, profiles and seasons."""

from bot.values.errors import MatchError
from bot.values.standings import Season


class RunningSeasonError(MatchError):
    """The server already has a season running."""

    season: Season


class TooManyRolesError(MatchError):
    """The server already gives as many roles for ratings as it may."""


class NoSeasonError(MatchError):
    """No season is running in the server."""


class UnknownSeasonError(MatchError):
    """No season with this number has ended in the server."""


class EmptyProfileError(MatchError):
    """There's nothing on the player's profile that can be seen from here."""


class OthersGamesError(MatchError):
    """Outside servers, people only see their own games and figures."""


class OneselfError(MatchError):
    """There are no games between a player and themselves."""
