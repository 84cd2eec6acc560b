"""What a person or a server can choose in a settings panel."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from discord import ChannelType

from bot.locale import Wording, Words, language_name, languages
from bot.ui.context.context import Context
from bot.ui.context.requests import ask
from bot.ui.message.content import Button
from bot.ui.message.custom_ids import CustomId
from bot.ui.message.selects import Option, Select, channel_select, select
from bot.values.preferences import GuildPreferences, PlayerPreferences

P = TypeVar("P", PlayerPreferences, GuildPreferences)
Options = Callable[[Words], Sequence[Option]]
Writer = Callable[[Context, Sequence[str]], Awaitable[None]]

AUTOMATIC = "auto"
"""The value of the option that doesn't fix a language."""


@dataclass(frozen=True, slots=True)
class Setting(Generic[P]):
    """One setting, with its own menu, whose custom_id has the ``name``."""

    name: str
    title: Wording
    options: Options
    values: Callable[[P], Sequence[str]]
    """Returns the options that are chosen."""

    change: Callable[[P, Sequence[str]], P]
    """Returns the preferences after these options were chosen."""

    none: Wording | None = None
    """What the menu shows if none is chosen. Any number of options can be; without it, exactly one."""

    explain: Callable[[Words, Sequence[str], datetime], str] | None = None
    """Says what the current choices mean at an instant, if needed."""

    shown: Callable[[Words, Sequence[str], datetime], Sequence[Option]] | None = None
    """Returns the options that the menu has at an instant, given the choices, if those aren't all."""

    def menu(self, custom_id: CustomId, words: Words, chosen: Sequence[str], now: datetime) -> Select | None:
        """Return the menu, with the current choice; None if there's nothing to choose now."""
        placeholder = self.none(words) if self.none else None
        options = self.options(words) if self.shown is None else self.shown(words, chosen, now)
        if not options:
            return None
        return select(custom_id, options, chosen, several=self.none is not None, placeholder=placeholder)

    async def note(self, context: Context, words: Words, chosen: Sequence[str]) -> str:
        """Return what's below the title, or an empty text."""
        return "" if self.explain is None else self.explain(words, chosen, context.services.clock.now())

    async def can_be(self, chosen: Sequence[str], context: Context) -> bool:
        """Return whether the menu offers this choice."""
        offered = {option.value for option in self.options(context.words)}
        return set(chosen) <= offered and (self.none is not None or len(chosen) == 1)


@dataclass(frozen=True, slots=True)
class ChannelSetting:
    """A setting of a server for up to ``most`` channels of certain kinds, or ``none``, kept in a field."""

    name: str
    title: Wording
    none: Wording
    kinds: Sequence[ChannelType]
    field: str
    most: int = 1
    write: Writer | None = None
    """Stores the choice, if changing the preferences isn't enough."""

    remark: Callable[[Context, Words], Awaitable[str]] | None = None
    """Says what has become of the choice, if needed."""

    def values(self, preferences: Any) -> Sequence[str]:
        """Return the channels that are chosen, as decimal ids."""
        chosen = getattr(preferences, self.field)
        if self.most == 1:
            return [] if chosen is None else [str(chosen)]
        return [str(channel) for channel in sorted(chosen)]

    def change(self, old: Any, chosen: Sequence[str]) -> Any:
        """Return the preferences after these channels were chosen."""
        channels = frozenset(map(int, chosen))
        value: Any = next(iter(channels), None) if self.most == 1 else channels
        return replace(old, **{self.field: value})

    def menu(self, custom_id: CustomId, words: Words, chosen: Sequence[str], now: datetime) -> Select:
        """Return the menu, with the current choice."""
        del now
        return channel_select(custom_id, self.kinds, chosen, most=self.most, placeholder=self.none(words))

    async def note(self, context: Context, words: Words, chosen: Sequence[str]) -> str:
        """Return what's below the title, or an empty text."""
        del chosen
        return "" if self.remark is None else await self.remark(context, words)

    async def can_be(self, chosen: Sequence[str], context: Context) -> bool:
        """Return whether these are channels of the server with the right kinds, and not too many."""
        if not chosen:
            return True
        are_ids = all(re.fullmatch(r"[0-9]{1,18}|[0-8][0-9]{18}", channel) for channel in chosen)
        if len(chosen) > self.most or not are_ids:
            return False
        guild = await ask(context.client.fetch_guild(context.guild_id, with_counts=False))
        offered = {channel.id for channel in await ask(guild.fetch_channels()) if channel.type in self.kinds}
        return set(map(int, chosen)) <= offered


AnySetting = Setting[Any] | ChannelSetting


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """A page of settings under its own ``title``: at most five, which fit on a phone's screen."""

    title: Wording
    settings: tuple[AnySetting, ...]
    buttons: Callable[[Words], Sequence[Button]] | None = None
    """Returns what's below them, if anything is."""


def language_options(automatic: str) -> Sequence[Option]:
    """Return the available languages, after an option called ``automatic`` that doesn't fix one."""
    return (
        Option(AUTOMATIC, automatic),
        *(Option(language, language_name(language)) for language in languages()),
    )


def switched_on(words: Words, value: str, description: str) -> Option:
    return Option(value, words.label("setting", "On"), description)


def one_of(  # noqa: PLR0913, PLR0917 - its menu, where it's kept, and how
    name: str,
    title: Wording,
    options: Options,
    field: str,
    kind: Callable[[str], Any] = str,
    unset: str = AUTOMATIC,
) -> Setting[Any]:
    """Return a choice of exactly one option, kept in a field as the ``kind`` of its value.

    The option ``unset`` stands for None.
    """
    return Setting(
        name,
        title,
        options,
        lambda chosen: [unset if getattr(chosen, field) is None else str(getattr(chosen, field))],
        lambda old, chosen: replace(old, **{field: None if chosen[0] == unset else kind(chosen[0])}),
    )


def switch(name: str, title: Wording, options: Options, field: str, off_on: tuple[str, str]) -> Setting[Any]:
    """Return a choice between two options, kept in a field that's false or true."""
    return Setting(
        name,
        title,
        options,
        lambda chosen: [off_on[getattr(chosen, field)]],
        lambda old, chosen: replace(old, **{field: chosen[0] == off_on[True]}),
    )
