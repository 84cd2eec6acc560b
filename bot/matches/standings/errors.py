"""What people can't do about standings and seasons."""

from bot.matches.errors import MatchError
from bot.matches.values.standings import Season


class RunningSeasonError(MatchError):
    """The server already has a season running."""

    def __init__(self, season: Season) -> None:
        super().__init__(season.number)
        self.season = season


class NoSeasonError(MatchError):
    """The server has no such season, or none is running."""
