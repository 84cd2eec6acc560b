"""Whether and where a server has a puzzle of the day, as a setting."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.ui.permissions import check_can_post
from bot.ui.selects import Option
from bot.ui.services import Interaction, language_of, place_of
from bot.ui.setting import Setting

OFF, HERE, ELSEWHERE = "off", "here", "elsewhere"


def _title(words: NullTranslations) -> str:
    return words.gettext("A puzzle of the day, for everybody and without a ping")


def _options(words: NullTranslations) -> Sequence[Option]:
    _ = words.gettext
    return (
        Option(OFF, _("Off")),
        Option(HERE, _("Every day in this channel"), _("Today's comes in a minute, if it has not yet")),
        Option(ELSEWHERE, _("Every day in another channel"), _("Open these settings there to choose it")),
    )


async def _read(interaction: Interaction) -> Sequence[str]:
    place = place_of(interaction)
    channel_id = await interaction.client.services.daily_puzzles.channel_of(place.guild_id)
    if channel_id is None:
        return [OFF]
    return [HERE if channel_id == place.channel_id else ELSEWHERE]


async def _write(interaction: Interaction, chosen: Sequence[str]) -> None:
    puzzles, place = interaction.client.services.daily_puzzles, place_of(interaction)
    if chosen == [HERE]:
        check_can_post(interaction)
        await puzzles.switch_on(place, language_of(interaction))
    elif chosen == [OFF]:
        await puzzles.switch_off(place.guild_id)


DAILY_SETTING = Setting("puzzle", _title, _options, _read, _write)
"""Elsewhere can be seen there, not chosen: a channel is chosen by being in it."""
