"""The setting for the channel of a server's daily puzzle."""

from collections.abc import Sequence

from discord import ChannelType

from bot.ui.context.context import Context
from bot.ui.settings.setting import ChannelSetting


async def _read(context: Context) -> Sequence[str]:
    puzzles = context.services.daily_puzzles
    channel_id = await puzzles.channel_of(context.guild_id)
    return [] if channel_id is None else [str(channel_id)]


async def _write(context: Context, chosen: Sequence[str]) -> None:
    puzzles, guild_id = context.services.daily_puzzles, context.guild_id
    if chosen:
        await puzzles.switch_on(guild_id, int(chosen[0]), await context.public_language())
    else:
        await puzzles.switch_off(guild_id)


DAILY_SETTING = ChannelSetting(
    "puzzle",
    lambda words: words.gettext("Daily puzzle channel (no pings)"),
    lambda words: words.pgettext("setting", "Off"),
    (ChannelType.text, ChannelType.news),
    1,
    _read,
    _write,
)
"""The first puzzle is posted within a minute, unless the server already had one today.

If the bot can't post, the daily puzzle is switched off again.
"""
