"""What people can't do about standings, profiles and seasons."""

from bot.values.errors import Refusal, sentence
from bot.values.standings import Season


class RunningSeasonError(Refusal):
    """The server already has a season running."""

    season: Season

    @property
    def number(self) -> int:
        return self.season.number

    says = sentence("Season {number} is already running. End it first with /pyrga-server season end.")


class TooManyRolesError(Refusal):
    says = sentence("This server already gives as many roles as possible. Remove one first.")


class NoSeasonError(Refusal):
    says = sentence("No season is running. Start one with /pyrga-server season start.")


class UnknownSeasonError(Refusal):
    """No season with this number has ended in the server."""

    says = sentence(
        "No such season has ended here. For the running one, choose **this season** in /pyrga leaderboard."
    )


class EmptyProfileError(Refusal):
    says = sentence(
        "There's nothing on this profile yet. It fills up with finished games and wins against the computer: "
        "start with /pyrga challenge or /pyrga play."
    )


class OthersGamesError(Refusal):
    says = sentence(
        "Outside servers, you can only see your own games. For other people's, use this command in a server."
    )


class OneselfError(Refusal):
    """There are no games between a player and themselves."""

    says = sentence("Pick someone else, or two different people.")
