"""The words for what a person asked for and cannot have."""

from collections.abc import Callable
from gettext import NullTranslations
from typing import Any

from discord.utils import format_dt

from bot.computer import errors as computer_errors
from bot.matches import errors
from bot.matches.errors import MatchError
from bot.store.connections.errors import BusyDatabaseError
from bot.ui.context import challenge_refusals, game_refusals
from bot.ui.context.errors import (
    ElsewhereError,
    ForbiddenChannelError,
    MissingPermissionsError,
    NotAllowedError,
    NoThreadHereError,
    OutOfSightError,
    PrivateAnswersOnlyError,
)
from bot.ui.message.custom_ids import UnknownButtonError
from bot.ui.text.links import message_link
from bot.ui.text.words import echoed, game_name, permission_name

Refusal = MatchError | BusyDatabaseError
"""An error that says what a person cannot have, and why."""


def refusal(words: NullTranslations, error: Refusal) -> str:
    """One or two kind sentences for the person who caused ``error``."""
    if isinstance(error, BusyDatabaseError):
        return _busy_database(words)
    return _SENTENCES[type(error)](words, error)


def _unknown_puzzle(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This puzzle is not in use any more. /pyrga puzzle has others.")


def _on_vacation(words: NullTranslations, error: errors.OnVacationError) -> str:
    sentence = words.gettext("You are on vacation until {end} already. /pyrga vacation lets you end it.")
    return sentence.format(end=format_dt(error.until, "D"))


def _no_vacation_days(words: NullTranslations, error: errors.NoVacationDaysError) -> str:
    if error.most == 0:
        return words.gettext("You have no vacation days left this year.")
    sentence = words.ngettext(
        "You can take one day of vacation now.", "You can take up to {days} days of vacation now.", error.most
    )
    return sentence.format(days=error.most)


def _computer_unavailable(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext(
        "The computer is not available on this host. /pyrga challenge starts a game with somebody here."
    )


def _computer_busy(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("The computer still thinks about what you asked it before. Please try again soon.")


def _computer_failed(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("The computer does not answer just now. Please try again in a minute.")


def _unknown_act(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This question is too old, or another's. Please give the command again.")


def _outside_server(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This works in servers only.")


def _elsewhere(words: NullTranslations, error: ElsewhereError) -> str:
    sentence = words.gettext("Game {game} is played elsewhere: [to the board]({link})")
    return sentence.format(game=game_name(error.game.number), link=message_link(error.game))


def _private_answers_only(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext(
        "In this server only you would see the board. Play in my private messages instead, or ask those who "
        "manage the server to add me."
    )


def _out_of_sight(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext(
        "This challenge was made in a channel that you cannot see. Join it in private messages with me: "
        "there you get a board."
    )


def _missing_permissions(words: NullTranslations, error: MissingPermissionsError) -> str:
    sentence = words.ngettext(
        "I need this permission in this channel: {permissions}. Please ask a moderator to grant it.",
        "I need these permissions in this channel: {permissions}. Please ask a moderator to grant them.",
        len(error.permissions),
    )
    return sentence.format(
        permissions=", ".join(echoed(permission_name(words, key)) for key in error.permissions)
    )


def _forbidden_channel(words: NullTranslations, error: ForbiddenChannelError) -> str:
    sentence = words.gettext("Games of this server are played in other channels: {channels}")
    return sentence.format(channels=", ".join(f"<#{channel}>" for channel in sorted(error.allowed)))


def _not_allowed(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("Only people who may manage this server can do that.")


def _no_thread_here(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("A game here cannot have a thread of its own. Leave that out to play right here.")


def _too_busy(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("I'm swamped with moves right now. Please try again in a minute.")


def _busy_database(words: NullTranslations) -> str:
    return words.gettext(
        "My database is busy right now. Nothing has changed, so please try again in a minute."
    )


def _unknown_button(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This button is not in use any more. /pyrga help tells what is.")


def unfit_value(words: NullTranslations, value: object) -> str:
    """The same for a value that an option of a command cannot have."""
    sentence = words.gettext("{value} does not fit there. Pick one of the offered values.")
    return sentence.format(value=echoed(str(value)))


def obsolete_command(words: NullTranslations) -> str:
    """The same for a command of another version of the bot."""
    return words.gettext("This command has just changed. Please try again in a minute.")


_SENTENCES: dict[type[MatchError], Callable[[NullTranslations, Any], str]] = {
    **challenge_refusals.SENTENCES,
    **game_refusals.SENTENCES,
    errors.UnknownPuzzleError: _unknown_puzzle,
    errors.OnVacationError: _on_vacation,
    errors.NoVacationDaysError: _no_vacation_days,
    computer_errors.ComputerUnavailableError: _computer_unavailable,
    computer_errors.ComputerBusyError: _computer_busy,
    computer_errors.ComputerFailedError: _computer_failed,
    errors.UnknownActError: _unknown_act,
    errors.OutsideServerError: _outside_server,
    ElsewhereError: _elsewhere,
    PrivateAnswersOnlyError: _private_answers_only,
    OutOfSightError: _out_of_sight,
    MissingPermissionsError: _missing_permissions,
    ForbiddenChannelError: _forbidden_channel,
    NotAllowedError: _not_allowed,
    NoThreadHereError: _no_thread_here,
    UnknownButtonError: _unknown_button,
    errors.TooBusyError: _too_busy,
}
