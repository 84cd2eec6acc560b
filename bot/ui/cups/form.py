"""The form in which a cup is made, and what it says once it comes back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from gettext import NullTranslations
from typing import Any

import discord
from discord import ui

from bot.matches.cups.cup import LENGTHS, LONGEST_NAME, MOVE_TIMES, CupTerms
from bot.ui.components.forms import form_with
from bot.ui.message.custom_ids import Count, CustomId, UnknownButtonError
from bot.ui.message.incoming import chosen_values, typed_text
from bot.ui.text.status import clock_name
from engine import Ruleset, Start

_NAME, _TIME, _BEGIN, _LENGTH, _EXTRAS = "name", "time", "begin", "length", "extras"
_RATED, _DOUBLE, _SWAP = "rated", "double", "swap"

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
        """Whether it isn't said yet."""
        return self == CupStart()

    @property
    def instant(self) -> datetime | None:
        """The instant, if there is one."""
        return None if self.at is None else datetime.fromtimestamp(self.at, UTC)

    @property
    def delay(self) -> timedelta | None:
        """How long it takes until then, if that's what was said."""
        return None if self.seconds is None else timedelta(seconds=self.seconds)


class CupForm(CustomId, word="cup-form"):
    """The form for a cup. It only asks for the start if the command didn't say that."""

    ruleset: Ruleset
    start: CupStart


@dataclass(frozen=True, slots=True)
class FilledCup:
    """What someone wrote and chose in the form: the terms, and when the cup starts."""

    terms: CupTerms
    start: CupStart


def cup_form(words: NullTranslations, form: CupForm) -> ui.Modal:
    """The form for a cup."""
    _ = words.gettext
    return form_with(
        form,
        # Translators: the title of a form (at most 45 characters).
        _("New cup"),
        _name_field(words),
        _time_field(words),
        *([_begin_field(words)] if form.start.is_open else []),
        _length_field(words),
        _extras_field(words),
    )


def _name_field(words: NullTranslations) -> ui.Label[Any]:
    _ = words.gettext
    # Translators: fields of a form (at most 45 characters each).
    return ui.Label(
        text=_("Name of the cup"),
        component=ui.TextInput(custom_id=_NAME, min_length=1, max_length=LONGEST_NAME),
    )


def _time_field(words: NullTranslations) -> ui.Label[Any]:
    _ = words.gettext
    options = [
        discord.RadioGroupOption(
            label=clock_name(words, seconds), value=str(seconds), default=seconds == _AS_USUAL.move_seconds
        )
        for seconds in MOVE_TIMES
    ]
    return ui.Label(text=_("Clock"), component=ui.RadioGroup(custom_id=_TIME, options=options))


def _begin_field(words: NullTranslations) -> ui.Label[Any]:
    _ = words.gettext
    in_days = words.ngettext
    options = [
        discord.SelectOption(
            label=in_days("In {count} day", "In {count} days", days).format(count=days),
            value=f"{days}d",
            default=days == _DAYS_UNTIL_START[1],
        )
        for days in _DAYS_UNTIL_START
    ]
    options += [
        discord.SelectOption(
            label=words.ngettext(
                "When {count} person has joined", "When {count} people have joined", people
            ).format(count=people),
            value=f"{people}p",
        )
        for people in _WANTED
    ]
    return ui.Label(
        text=_("When it starts"),
        # Translators: below a field of a form (at most 100 characters).
        description=_("For another time or number of people, use the options of the command."),
        component=ui.Select(custom_id=_BEGIN, options=options),
    )


def _length_field(words: NullTranslations) -> ui.Label[Any]:
    _ = words.gettext
    options = [
        discord.RadioGroupOption(
            label=words.ngettext("After {count} day", "After {count} days", days).format(count=days),
            value=str(days),
            default=days == _AS_USUAL.days,
        )
        for days in LENGTHS
    ]
    return ui.Label(
        text=_("When play ends"),
        # Translators: below a field of a form (at most 100 characters).
        description=_("Or when all games are over. With more than 8 people, that's for each stage."),
        component=ui.RadioGroup(custom_id=_LENGTH, options=options),
    )


def _extras_field(words: NullTranslations) -> ui.Label[Any]:
    _, pgettext = words.gettext, words.pgettext
    options = [
        discord.CheckboxGroupOption(label=pgettext("rated games", "Rated"), value=_RATED, default=True),
        discord.CheckboxGroupOption(
            label=_("Two games per pair"), value=_DOUBLE, description=_("With reversed colors")
        ),
        discord.CheckboxGroupOption(
            label=_("Swap start"),
            value=_SWAP,
            description=_("Black can take White's side. Otherwise the start is balanced"),
        ),
    ]
    group: ui.CheckboxGroup[Any] = ui.CheckboxGroup(
        custom_id=_EXTRAS, options=options, required=False, min_values=0
    )
    return ui.Label(text=_("Games"), component=group)


def filled(form: CupForm, data: Mapping[str, Any]) -> FilledCup:
    """Return what someone wrote and chose in the form.

    Raises:
        UnknownButtonError: they chose something that isn't there.
    """
    extras = chosen_values(data, _EXTRAS)
    seconds = _one_of(chosen_values(data, _TIME), MOVE_TIMES)
    days = _one_of(chosen_values(data, _LENGTH), LENGTHS)
    start = _start(chosen_values(data, _BEGIN)) if form.start.is_open else form.start
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
    )
    return FilledCup(terms, start)


def _one_of(chosen: Sequence[str], offered: Sequence[int]) -> int:
    """The number that was chosen among those that were offered. Modified clients send any."""
    found = [number for number in offered if chosen == [str(number)]]
    if not found:
        raise UnknownButtonError(str(chosen))
    return found[0]


def _start(chosen: Sequence[str]) -> CupStart:
    starts = {f"{days}d": CupStart(seconds=days * 24 * 3600) for days in _DAYS_UNTIL_START}
    starts |= {f"{people}p": CupStart(wanted=people) for people in _WANTED}
    if len(chosen) != 1 or chosen[0] not in starts:
        raise UnknownButtonError(str(chosen))
    return starts[chosen[0]]
