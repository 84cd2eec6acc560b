"""Errors for what can't be done with an event or a league, as in ``bot.values.errors``."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from bot.values.errors import Refusal, sentence, sentences
from bot.values.events.cup import FEWEST, LONGEST_NAME, MOST, Cup
from bot.values.events.event import Event
from bot.values.events.night import Night
from bot.values.events.team_match import MOST_MEMBERS, TeamMatch


class EventError(Refusal):
    """The root of errors about an event, which carry it, and say one thing of cups, and another of others."""

    event: Event
    of_cup: ClassVar[str]
    of_team_match: ClassVar[str]
    of_night: ClassVar[str]

    @property
    def says(self) -> str:  # type: ignore[override]  # it depends on the event
        """Return what it says of such an event."""
        if isinstance(self.event, Cup):
            return self.of_cup
        return self.of_team_match if isinstance(self.event, TeamMatch) else self.of_night


class EventClosedError(EventError):
    of_cup = sentence("You can't join {cup} anymore. See /pyrga-event cups.")
    of_team_match = sentence("Sign-up for this team match is over.")
    of_night = sentence("This game night is over, or almost. Start another one with /pyrga-event night.")


class CupFullError(EventError):
    count = MOST
    of_cup = sentence("{cup} is full: it has {count} people.")
    of_night = sentence("This game night is full: it has {count} people.")


class SideFullError(EventError):
    count = MOST_MEMBERS
    of_team_match = sentence("{count} people have already signed up here, the maximum.")


class AlreadyJoinedError(EventError):
    of_cup = sentence("You're already in {cup}.")
    of_team_match = sentence("You've already signed up for this team match.")
    of_night = sentence("You're in already. As soon as you're paired, I'll mention you on your board.")


class LeftBeforeError(EventError):
    of_cup = sentence("You've left {cup}, so you can't join it again.")


class OtherSideError(EventError):
    of_team_match = sentence("You already play for the other server in this team match.")


class NotInEventError(EventError):
    """The person isn't in the event, or doesn't play in it anymore."""

    of_cup = sentence("You aren't playing in {cup}.")
    of_team_match = sentence("You aren't in this team match.")
    of_night = sentence("You aren't being paired in this game night. Press **I'm in** to play.")


class NoSuchEntrantError(EventError):
    """The person whom someone else chose isn't in the event for this server, or doesn't play anymore."""

    of_cup = sentence("That person isn't playing in {cup}.")
    of_team_match = sentence("That person doesn't play for this server in this team match.")


class EventEndedError(EventError):
    of_cup = sentence("{cup} is already over.")
    of_team_match = sentence("This team match is already over.")
    of_night = sentence("This game night is already over.")


class EventNotRunningError(EventError):
    of_cup = sentence("{cup} hasn't started yet.")
    of_team_match = sentence("This team match isn't being played.")
    of_night = sentence("This game night hasn't started yet.")


class EventStartedError(EventError):
    of_cup = sentence("{cup} has already started.")
    of_team_match = sentence("Sign-up for this team match is over.")


class EventMovedOnError(EventError):
    of_cup = sentence("{cup} has moved on. Open it again and try once more.")
    of_team_match = sentence("This team match has moved on. Open it again and try once more.")


class StageNotOverError(EventError):
    of_cup = sentence("{cup} still has games to play.")
    of_team_match = sentence("This team match isn't being played.")


class AlreadyProlongedError(EventError):
    """A moderator has already moved the end of the stage."""

    of_cup = sentence("The end of this stage of {cup} was already moved, which is only possible once.")


class OwnEventError(EventError):
    """A moderator can't annul a game of an event that they're in, or were."""

    of_cup = sentence(
        "You've joined {cup}, so you can't annul its games. Someone else who manages the server can."
    )
    of_night = sentence(
        "You've joined this game night, so you can't annul its games. Someone else who manages the server "
        "can."
    )


class OwnRivalError(EventError):
    """A moderator can't remove someone from an event that they play in themselves, once it runs."""

    of_cup = sentence(
        "You play in {cup} yourself, so you can't remove anyone else while it's running. Someone else who "
        "manages the server can."
    )


class BlockedEntrantError(EventError):
    """The person would play people whom they block, or who block them. They can confirm it.

    ``names`` are those whom they block themselves: nobody is told who blocks them.
    """

    names: Sequence[str]
    of_cup = sentence("In {cup}, you might play someone you don't usually play. Press **Join** again.")


class UnknownNightError(Refusal):
    says = sentence("This game night no longer exists. Start another one with /pyrga-event night.")


class TwoNightsError(Refusal):
    """There's another game night in the channel, whose card the sentence links to."""

    night: Night
    says = sentence("There's already a game night in this channel: {link}. There can only be one at a time.")


class UnknownCupError(Refusal):
    says = sentence("This cup no longer exists. See /pyrga-event cups.")


class BarredError(Refusal):
    """The person can't join cups until ``until``, because they didn't show up in one."""

    until: datetime
    # Translators: Discord shows {time} in the reader's language, such as "in 5 days".
    says = sentence("You didn't play in a cup that you had joined. You can join cups again {time}.")


class TooManyCupsError(Refusal):
    number: int
    says = sentences(
        "This server already has {number} open cup, the maximum. Wait until it starts, or cancel it.",
        "This server already has {number} open cups, the maximum. Wait until one starts, or cancel it.",
    )


class BadNameError(Refusal):
    count = LONGEST_NAME
    says = sentence("A cup's name has to be plain text of up to {count} characters, without mentions.")


class BadStartError(Refusal):
    says = sentence(
        "It can't start then. Pick a time in the future, within the next 60 days, such as 2d 12h. A date is "
        "in your time zone if you've chosen one in /pyrga settings, and otherwise in UTC."
    )


class BadSizeError(Refusal):
    fewest, most = FEWEST, MOST
    # Translators: both placeholders are numbers.
    says = sentence("A cup has from {fewest} to {most} people.")


class UnfairStartError(Refusal):
    """A rated cup can't have games in which White chooses the first move."""

    says = sentence("Rated cups need a balanced start or a swap start, or White would win.")


class UnknownLeagueError(Refusal):
    says = sentence("This league no longer exists. See /pyrga-event league.")


class LeagueStoppedError(Refusal):
    says = sentence("This league has ended. See /pyrga-event league.")


class AlreadyMemberError(Refusal):
    says = sentence("You're already in this league.")


class NotMemberError(Refusal):
    says = sentence("You aren't in this league.")


class LeagueExistsError(Refusal):
    says = sentence("This server already has a league for this ruleset.")


class UnknownTeamMatchError(Refusal):
    says = sentence("This team match no longer exists. See /pyrga-event team-matches.")


class TooManyTeamMatchesError(Refusal):
    """This server, or one ``elsewhere``, has the maximum number of team matches, which is ``limit``."""

    limit: int
    elsewhere: bool


class ServersApartError(Refusal):
    """This server, or one ``elsewhere``, doesn't allow games across servers."""

    elsewhere: bool
