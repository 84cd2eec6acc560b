"""Errors that carry the facts when a person asks for something they can't have.

``bot.ui.context.refusals`` turns them into sentences.

Those about challenges and about games have modules of their own.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import dataclass_transform


@dataclass_transform(eq_default=False)
class Refusal(Exception):  # noqa: N818 - what it is; the errors below it say what's wrong
    """The root of these errors, which are dataclasses: their fields are the facts.

    A log says nothing of them, because they may be names.
    """

    def __init_subclass__(cls) -> None:
        dataclass(eq=False, repr=False)(cls)

    def __post_init__(self) -> None:
        self.args = ()


class TooBusyError(Refusal):
    """The bot has more requests than it can handle at the same time, and this one can wait."""


class StillWorkingError(Refusal):
    """The person already has as many requests in progress as one person may have."""


class UnknownPuzzleError(Refusal):
    """No puzzle has this name, or no longer does."""

    name: str


class NoSuchPuzzleError(Refusal):
    """There is no puzzle with the number that someone typed."""

    typed: str


class OnVacationError(Refusal):
    """The person is already on vacation, until ``until``."""

    until: datetime


class NoVacationDaysError(Refusal):
    """A vacation can last one to ``most`` days now, but another length was requested."""

    most: int


class HelpInPuzzleError(Refusal):
    """It would help to solve a puzzle of the day, which the person hasn't done yet."""


class UnknownActError(Refusal):
    """The moderator hasn't proposed such an action, or it was too long ago."""


class PastTheEndError(Refusal):
    """A list doesn't have such a page, or no longer has it."""


class OutsideServerError(Refusal):
    """The request only makes sense in a server, and this is outside of them."""


class CodeError(Refusal):
    """The root of errors about codes of servers. ``text`` is the code, or what was typed instead."""

    text: str


class UnknownOfferError(CodeError):
    """No server offers anything of this kind with the code, or one did long ago."""


class OwnCodeError(CodeError):
    """The code was made in the same server, but another one has to use it."""


class ExpiredCodeError(CodeError):
    """The code was used too late."""


class UsedCodeError(CodeError):
    """A server has already used the code."""


class NotAPositionError(Refusal):
    """``text`` isn't a position, or no game can have it."""

    text: str


class TwoSubjectsError(Refusal):
    """Both a game and a position were named, and a board shows only one of them."""
