"""Errors for what can't be done with a cup or a league, as in ``bot.values.errors``."""

from collections.abc import Sequence
from datetime import datetime

from bot.values.cups.cup import FEWEST, LONGEST_NAME, MOST, Cup
from bot.values.errors import Refusal, sentence, sentences


class UnknownCupError(Refusal):
    says = sentence("This cup no longer exists. See /pyrga-event cups.")


class CupError(Refusal):
    """The root of errors about a cup, which carry it."""

    cup: Cup


class CupClosedError(CupError):
    says = sentence("You can't join {cup} anymore. See /pyrga-event cups.")


class CupFullError(CupError):
    count = MOST
    says = sentence("{cup} is full: it has {count} people.")


class AlreadyJoinedError(CupError):
    says = sentence("You're already in {cup}.")


class LeftBeforeError(CupError):
    says = sentence("You've left {cup}, so you can't join it again.")


class NotInCupError(CupError):
    """The person isn't in the cup, or doesn't play in it anymore."""

    says = sentence("You aren't playing in {cup}.")


class NoSuchEntrantError(CupError):
    says = sentence("That person isn't playing in {cup}.")


class CupEndedError(CupError):
    says = sentence("{cup} is already over.")


class CupNotRunningError(CupError):
    says = sentence("{cup} hasn't started yet.")


class CupStartedError(CupError):
    says = sentence("{cup} has already started.")


class CupMovedOnError(CupError):
    says = sentence("{cup} has moved on. Open it again and try once more.")


class AlreadyProlongedError(CupError):
    """A moderator has already moved the end of the stage."""

    says = sentence("The end of this stage of {cup} was already moved, which is only possible once.")


class StageNotOverError(CupError):
    says = sentence("{cup} still has games to play.")


class BlockedEntrantError(CupError):
    """The person would play people whom they block, or who block them. They can confirm it.

    ``names`` are those whom they block themselves: nobody is told who blocks them.
    """

    names: Sequence[str]
    says = sentence("In {cup}, you might play someone you don't usually play. Press **Join** again.")


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
        "A cup can't start then. Pick a time in the future, within the next 60 days, such as 2d 12h."
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
