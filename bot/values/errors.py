"""Errors for what a person can't have: each carries the facts, and what it says of them.

Those about challenges, games, and events have modules of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Self, dataclass_transform


def sentence(english: str) -> str:
    """Mark what an error says for the translators' list. It's translated when someone is told."""
    return english


def sentences(one: str, many: str) -> tuple[str, str]:
    """Mark what's said of one and of several, such as by an error, of its ``number``."""
    return one, many


@dataclass_transform(eq_default=False)
class Refusal(Exception):  # noqa: N818 - what it is; the errors below it say what's wrong
    """The root of these errors, which are dataclasses: their fields are the facts.

    ``says`` is what happened, then what to do about it. ``bot.ui.context.refusals`` fills in the facts, or
    has more than one sentence for an error. A log says nothing of the facts, because they may be names.
    """

    says: ClassVar[str | tuple[str, str]]

    def __init_subclass__(cls) -> None:
        dataclass(eq=False, repr=False)(cls)

    def __post_init__(self) -> None:
        self.args = ()

    def with_facts(self, change: Callable[[Any], Any]) -> Self:
        """Return the same error, each of whose facts is what ``change`` makes of it."""
        return type(self)(**{field: change(fact) for field, fact in vars(self).items()})


class TooBusyError(Refusal):
    says = sentence("I'm swamped with moves right now. Please try again in a minute.")


class StillWorkingError(Refusal):
    says = sentence("I'm still working on your last request. Please try again soon.")


class UnknownPuzzleError(Refusal):
    name: str
    says = sentence("This puzzle is no longer available. Get another one with /pyrga-learn puzzle.")


class NoSuchPuzzleError(Refusal):
    typed: str
    # Translators: {typed} is what someone typed.
    says = sentence(
        "There's no puzzle {typed}. A puzzle's code is above its board, such as e66p4. Leave it out to get "
        "the next puzzle that fits you."
    )


class OnVacationError(Refusal):
    """The person is already on vacation."""

    until: datetime


class NoVacationDaysError(Refusal):
    """A vacation can last one to ``most`` days now, but another length was requested."""

    most: int


class HelpInPuzzleError(Refusal):
    says = sentence(
        "This would give away a puzzle of the day that you haven't solved yet. Solve it first, or come back "
        "tomorrow."
    )


class HelpInDayError(Refusal):
    says = sentence(
        "This would help with the game of the day. You can see what moves are worth there tomorrow."
    )


class DayBegunError(Refusal):
    says = sentence(
        "You'd begun today's game before you deleted your data. Come back tomorrow for the next one."
    )


class NoGameOfDayError(Refusal):
    says = sentence("There's no game today, because the computer found no fair start for it.")


class PlayedHereError(Refusal):
    says = sentence(
        "Someone in this server is playing a position of this game, so its review can't be shared now. Try "
        "again when that game is over."
    )


class UnknownActError(Refusal):
    says = sentence("This confirmation has expired or isn't yours. Please run the command again.")


class PastTheEndError(Refusal):
    says = sentence("The list is shorter now. Go back to its first page.")


class OutsideServerError(Refusal):
    says = sentence("This only works in servers.")


class CodeError(Refusal):
    """The root of errors about a code that a server has made."""

    text: str

    @property
    def code(self) -> str:
        return self.text


class UnknownOfferError(Refusal):
    """No server offers anything of this kind with the code, or one did long ago."""

    code: str
    # Translators: {code} is what someone typed.
    says = sentence("There's no code {code}. Check it with the person who gave it to you.")


class OwnCodeError(CodeError):
    says = sentence(
        "The code {code} was made in this server. Someone who manages another server has to use it."
    )


class ExpiredCodeError(CodeError):
    says = sentence("The code {code} has expired. Ask for a new one.")


class UsedCodeError(CodeError):
    says = sentence("The code {code} has already been used, and each works only once. Ask for a new one.")


class NotAPositionError(Refusal):
    """``text`` isn't a position, or no game can have it."""

    text: str
    example = "`pyrga white Cb2 Sb3 Cb2`"
    # Translators: {text} is what someone typed, {example} the text of a position.
    says = sentence(
        "{text} isn't a valid position. A position has five parts: the ruleset, the side to move, the last "
        "piece, White's pieces, and Black's pieces. Example: {example}"
    )


class NotARecordError(Refusal):
    """A text isn't a record of a game; where the trouble is, each counted from 1, as far as that's known."""

    line: int | None = None
    move: int | None = None


class RecordTooLargeError(Refusal):
    """A file has more than ``most`` kilobytes."""

    most: int
    says = sentence("This file is too large for the record of a game. It can have up to {most} kilobytes.")


class TwoSubjectsError(Refusal):
    says = sentence("Use only one of these options at a time.")


class RunningSeasonError(Refusal):
    """The server already has a season running, with this number."""

    number: int
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


class TooManySearchesError(Refusal):
    number: int
    says = sentences(
        "You already have {number} search, the maximum. Cancel it first: /pyrga find shows it.",
        "You already have {number} searches, the maximum. Cancel one first: /pyrga find shows them.",
    )


class NoChallengesWantedError(Refusal):
    says = sentence(
        "You've chosen not to be challenged, so no one can play you. Change that in /pyrga settings first."
    )


class OwnServersOnlyError(Refusal):
    says = sentence(
        "You've chosen to play only in your servers. To play elsewhere, change that in /pyrga settings."
    )


class ServerApartError(Refusal):
    """Someone searches everywhere in a server that doesn't allow games across servers."""

    says = sentence(
        "This server doesn't allow games across servers. Look in this server only, or use /pyrga find in DMs "
        "with me."
    )


class OutOfReachError(Refusal):
    says = sentence(
        "I can't post a board here later on my own. Use /pyrga find in DMs with me, or in a server that has "
        "added me."
    )
