"""Errors for what can't be done with a team match, as in ``bot.values.errors``."""

from bot.values.errors import Refusal
from bot.values.teams.team_match import TeamMatch


class UnknownTeamMatchError(Refusal):
    """There's no such team match in the server, or there no longer is."""


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
    """No one can sign up anymore."""


class SideFullError(TeamMatchError):
    """The side has the maximum number of people."""


class AlreadySignedUpError(TeamMatchError):
    """The person is already on this side."""


class OtherSideError(TeamMatchError):
    """The person plays for the other server."""


class NotOnSideError(TeamMatchError):
    """The person isn't on a side, or has left it."""


class NoSuchMemberError(TeamMatchError):
    """The person whom someone else chose isn't on this server's side, or has left it."""


class TeamMatchEndedError(TeamMatchError):
    """The team match is over, or was canceled."""


class TeamMatchNotRunningError(TeamMatchError):
    """It only makes sense while the team match is played."""


class TeamMatchMovedOnError(TeamMatchError):
    """The team match has changed since, and what was meant isn't there anymore."""
