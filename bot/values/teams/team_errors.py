"""Errors for what can't be done with a team match, as in ``bot.values.errors``."""

from bot.values.errors import Refusal, sentence
from bot.values.teams.team_match import MOST_MEMBERS, TeamMatch


class UnknownTeamMatchError(Refusal):
    says = sentence("This team match no longer exists. See /pyrga-event team-matches.")


class TooManyTeamMatchesError(Refusal):
    """This server, or one ``elsewhere``, has the maximum number of team matches, which is ``limit``."""

    limit: int
    elsewhere: bool


class ServersApartError(Refusal):
    """This server, or one ``elsewhere``, doesn't allow games across servers."""

    elsewhere: bool


class TeamMatchError(Refusal):
    """The root of errors about a team match, which carry it."""

    match: TeamMatch


class SignUpClosedError(TeamMatchError):
    says = sentence("Sign-up for this team match is over.")


class SideFullError(TeamMatchError):
    count = MOST_MEMBERS
    says = sentence("{count} people have already signed up here, the maximum.")


class AlreadySignedUpError(TeamMatchError):
    says = sentence("You've already signed up for this team match.")


class OtherSideError(TeamMatchError):
    says = sentence("You already play for the other server in this team match.")


class NotOnSideError(TeamMatchError):
    """The person isn't on a side, or has left it."""

    says = sentence("You aren't in this team match.")


class NoSuchMemberError(TeamMatchError):
    """The person whom someone else chose isn't on this server's side, or has left it."""

    says = sentence("That person doesn't play for this server in this team match.")


class TeamMatchEndedError(TeamMatchError):
    says = sentence("This team match is already over.")


class TeamMatchNotRunningError(TeamMatchError):
    says = sentence("This team match isn't being played.")


class TeamMatchMovedOnError(TeamMatchError):
    says = sentence("This team match has moved on. Open it again and try once more.")
