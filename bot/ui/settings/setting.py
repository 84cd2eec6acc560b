"""What a person or a server can choose in a settings panel."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from discord import ChannelType

from bot.locale import Wording, Words, language_name, languages
from bot.ui.context.context import Context
from bot.ui.message.custom_ids import CustomId
from bot.ui.message.selects import Option, Select, channel_select, select

Reader = Callable[[Context], Awaitable[Sequence[str]]]
Writer = Callable[[Context, Sequence[str]], Awaitable[None]]

AUTOMATIC = "auto"
"""The value of the option that doesn't fix a language."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting, with its own menu.

    ``read`` returns the current choices, and ``write`` stores new ones, for the person behind the interaction
    or for their server. With ``none``, any number of options can be chosen, and the menu shows this text if
    none is; without it, exactly one has to be. ``explain`` says what the current choices mean at an instant,
    if needed.
    """

    name: str
    title: Wording
    options: Callable[[Words], Sequence[Option]]
    read: Reader
    write: Writer
    none: Wording | None = None
    explain: Callable[[Words, Sequence[str], datetime], str] | None = None

    def menu(self, custom_id: CustomId, words: Words, chosen: Sequence[str]) -> Select:
        """Return the menu, with the current choice."""
        placeholder = self.none(words) if self.none else None
        return select(
            custom_id, self.options(words), chosen, several=self.none is not None, placeholder=placeholder
        )

    async def can_be(self, chosen: Sequence[str], context: Context) -> bool:
        """Return whether the menu offers this choice."""
        offered = {option.value for option in self.options(context.words)}
        return set(chosen) <= offered and (self.none is not None or len(chosen) == 1)


@dataclass(frozen=True, slots=True)
class ChannelSetting:
    """A setting for up to ``most`` channels of certain kinds, or ``none``. The values are decimal ids."""

    name: str
    title: Wording
    none: Wording
    kinds: Sequence[ChannelType]
    most: int
    read: Reader
    write: Writer

    def menu(self, custom_id: CustomId, words: Words, chosen: Sequence[str]) -> Select:
        return channel_select(custom_id, self.kinds, chosen, most=self.most, placeholder=self.none(words))

    async def can_be(self, chosen: Sequence[str], context: Context) -> bool:
        """Return whether these are channels of the server with the right kinds, and not too many."""
        if not chosen:
            return True
        are_ids = all(re.fullmatch(r"[0-9]{1,18}|[0-8][0-9]{18}", channel) for channel in chosen)
        if len(chosen) > self.most or not are_ids:
            return False
        guild = await context.client.fetch_guild(context.guild_id, with_counts=False)
        offered = {channel.id for channel in await guild.fetch_channels() if channel.type in self.kinds}
        return set(map(int, chosen)) <= offered


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """A page of settings under its own ``title``: at most five, which fit on a phone's screen."""

    title: Wording
    settings: tuple[Setting | ChannelSetting, ...]


def language_options(automatic: str) -> Sequence[Option]:
    """Return the available languages, after an option called ``automatic`` that doesn't fix one."""
    return (
        Option(AUTOMATIC, automatic),
        *(Option(language, language_name(language)) for language in languages()),
    )
