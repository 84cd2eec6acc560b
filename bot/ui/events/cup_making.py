"""Makes cups: who may, the form, what it says once it comes back, and the card that comes from it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from discord import ui

from bot.locale import Words
from bot.ui.components.forms import check_field, chosen_of, form_with, menu_field, radio_field
from bot.ui.context.context import Context
from bot.ui.context.context_errors import NOT_POSTED, TwoStartsError
from bot.ui.context.handlers import on_form
from bot.ui.context.permissions import check_can_post, check_channel, check_may_host, threadless_note
from bot.ui.context.requests import RequestError, SavedError
from bot.ui.events.cup_card import cup_card
from bot.ui.message.custom_ids import Count, CustomId
from bot.ui.message.incoming import chosen_values, typed_text
from bot.ui.message.selects import Option
from bot.ui.text.status import clock_name
from bot.values.events import event_changes
from bot.values.events.cup import LONGEST_NAME, MOVE_TIMES, CupTerms
from bot.values.events.event_errors import BadNameError
from bot.values.events.parts import LENGTHS
from bot.values.players import shown
from engine import Ruleset, Start

_NAME, _TIME, _BEGIN, _LENGTH, _EXTRAS = "name", "time", "begin", "length", "extras"
_RATED, _DOUBLE, _SWAP, _NO_VACATIONS = "rated", "double", "swap", "no-vacations"

_DAYS_UNTIL_START = (1, 2, 3, 7)
_WANTED = (4, 6, 8, 12, 16)
_AS_USUAL = CupTerms("", Ruleset.PYRGA)


@dataclass(frozen=True)
class CupStart:
    """When a cup starts: at an instant, in seconds since 1970, in so many seconds, or with so many people.

    All three are None if that isn't said yet.
    """

    at: int | None = None
    seconds: Count | None = None
    wanted: Count | None = None

    @property
    def is_open(self) -> bool:
        """Return whether it isn't said yet."""
        return self == CupStart()

    @property
    def instant(self) -> datetime | None:
        return None if self.at is None else datetime.fromtimestamp(self.at, UTC)

    @property
    def delay(self) -> timedelta | None:
        """Return how long it takes until then, if that's what was said."""
        return None if self.seconds is None else timedelta(seconds=self.seconds)


_STARTS = {
    **{f"{days}d": CupStart(seconds=days * 24 * 3600) for days in _DAYS_UNTIL_START},
    **{f"{people}p": CupStart(wanted=people) for people in _WANTED},
}


class CupForm(CustomId, word="cup-form"):
    """The form for a cup. It only asks for the start if the command didn't say that."""

    ruleset: Ruleset
    start: CupStart


@dataclass(frozen=True, slots=True)
class FilledCup:
    """What someone wrote and chose in the form: the terms, and when the cup starts."""

    terms: CupTerms
    start: CupStart


def cup_form(words: Words, form: CupForm, note: str | None) -> ui.Modal:
    """Return the form for a cup, with a note about where its games are played."""
    return form_with(
        form,
        # Translators: the title of a form (at most 45 characters).
        words.say("New cup"),
        _name_field(words),
        _time_field(words),
        *([_begin_field(words)] if form.start.is_open else []),
        _length_field(words),
        _extras_field(words, note),
    )


def _name_field(words: Words) -> ui.Label[Any]:
    # Translators: fields of a form (at most 45 characters each).
    return ui.Label(
        text=words.say("Name of the cup"),
        component=ui.TextInput(custom_id=_NAME, min_length=1, max_length=LONGEST_NAME),
    )


def _time_field(words: Words) -> ui.Label[Any]:
    options = [Option(str(seconds), clock_name(words, seconds)) for seconds in MOVE_TIMES]
    return radio_field(_TIME, words.say("Clock"), options, str(_AS_USUAL.move_seconds))


def _begin_field(words: Words) -> ui.Label[Any]:
    options = [
        Option(f"{days}d", words.count("In {count} day", "In {count} days", days, count=days))
        for days in _DAYS_UNTIL_START
    ]
    options += [
        Option(
            f"{people}p",
            words.count(
                "When {count} person has joined", "When {count} people have joined", people, count=people
            ),
        )
        for people in _WANTED
    ]
    return menu_field(
        _BEGIN,
        words.say("When it starts"),
        options,
        f"{_DAYS_UNTIL_START[1]}d",
        # Translators: below a field of a form (at most 100 characters).
        words.say("For another time or number of people, use the options of the command."),
    )


def _length_field(words: Words) -> ui.Label[Any]:
    options = [
        Option(str(days), words.count("After {count} day", "After {count} days", days, count=days))
        for days in LENGTHS
    ]
    return radio_field(
        _LENGTH,
        words.say("When play ends"),
        options,
        str(_AS_USUAL.days),
        # Translators: below a field of a form (at most 100 characters).
        words.say("Or when all games are over. With more than 8 people, that's for each stage."),
    )


def _extras_field(words: Words, note: str | None) -> ui.Label[Any]:
    options = [
        Option(_RATED, words.label("rated games", "Rated")),
        Option(_DOUBLE, words.say("Two games per pair"), words.say("With reversed colors")),
        Option(
            _SWAP,
            words.say("Swap start"),
            words.say("Black can take White's side. Otherwise the start is balanced"),
        ),
        Option(_NO_VACATIONS, words.say("No vacations"), words.say("Clocks run on during them")),
    ]
    return check_field(_EXTRAS, words.say("Games"), options, [_RATED], note)


def filled(form: CupForm, data: Mapping[str, Any]) -> FilledCup:
    """Return what someone wrote and chose in the form."""
    extras = chosen_values(data, _EXTRAS)
    seconds = int(chosen_of(data, _TIME, [*map(str, MOVE_TIMES)]))
    days = int(chosen_of(data, _LENGTH, [*map(str, LENGTHS)]))
    start = _STARTS[chosen_of(data, _BEGIN, _STARTS)] if form.start.is_open else form.start
    terms = CupTerms(
        " ".join(typed_text(data, _NAME).split()),
        form.ruleset,
        seconds,
        days,
        rated=_RATED in extras,
        double=_DOUBLE in extras,
        start=Start.SWAP if _SWAP in extras else Start.BALANCED,
        starts_at=start.instant,
        wanted=start.wanted,
        vacations=_NO_VACATIONS not in extras,
    )
    return FilledCup(terms, start)


# What Discord would read as a mention, if it weren't escaped.
_MENTION = re.compile(r"<[@#/:]|@everyone|@here")


async def open_form(
    context: Context, begins: datetime | timedelta | None, people: int | None, ruleset: Ruleset | None
) -> None:
    """Open the form for a cup. It asks for its start if neither a time nor a number of people is given."""
    if begins is not None and people is not None:
        raise TwoStartsError
    await _check_place(context)
    if begins is not None:
        # Before anyone fills in a form in vain.
        context.services.cups.check_start(begins)
    server = await context.services.preferences.guild(context.guild_id)
    form = CupForm(ruleset or server.ruleset, _start_of(begins, people))
    await context.reply.form(await _form_again(context, form))


def _start_of(begins: datetime | timedelta | None, people: int | None) -> CupStart:
    if isinstance(begins, datetime):
        return CupStart(at=int(begins.timestamp()))
    return CupStart(seconds=None if begins is None else int(begins.total_seconds()), wanted=people)


async def _check_place(context: Context) -> None:
    await check_may_host(context)
    await check_channel(context)
    check_can_post(context)


def _check_name(text: str) -> None:
    """Check that Discord wouldn't read a mention in a cup's name."""
    if _MENTION.search(shown(text)):
        raise BadNameError


async def _form_again(context: Context, form: CupForm) -> ui.Modal:
    return cup_form(context.words, form, threadless_note(context))


@on_form(CupForm, again=_form_again)
async def make_cup(context: Context, form: CupForm, data: Mapping[str, Any]) -> None:
    """Make the cup, and post its card."""
    await _check_place(context)
    wanted = filled(form, data)
    _check_name(wanted.terms.name)
    cups, theme = context.services.cups, (await context.services.preferences.guild(context.guild_id)).theme
    cup = await cups.create(
        context.place,
        context.user,
        wanted.terms,
        language=await context.public_language(),
        theme=theme,
        starts_in=wanted.start.delay,
    )
    try:
        message_id = await context.reply.public(await cup_card(cup))
    except NOT_POSTED:
        # No one has seen it, so no one could ever join or cancel it.
        await cups.discard(cup.number)
        raise
    except RequestError as error:
        # It's posted with the next round.
        raise SavedError("card not posted") from error
    channel_id, revision = cup.card.place.channel_id, cup.revision
    posted = await cups.put_card(cup, 0, channel_id=channel_id, message_id=message_id)
    await cups.note(posted, lambda each, now: event_changes.show(each, 0, revision, now))
