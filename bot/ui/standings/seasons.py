"""What people are told about seasons, and the final leaderboard of one. No one is pinged."""

from collections.abc import Sequence
from gettext import NullTranslations

import discord
import structlog
from discord import ui
from discord.utils import format_dt

from bot.locale import ENGLISH, words_for
from bot.matches.base36 import format_number
from bot.matches.standings.seasons import SeasonEnd
from bot.matches.values.standings import FinalPlace, Season
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.failures import FAILURES
from bot.ui.message.accents import GOLD
from bot.ui.message.content import Box, Content, layout
from bot.ui.text.words import name, ruleset_name
from engine import Ruleset

SHOWN_PLACES = 10

# Too many requests, or a problem at Discord.
_LATER = {429, *range(500, 600)}

log = structlog.get_logger(__name__)


def season_started(words: NullTranslations, season: Season) -> str:
    """Tell a manager that a season has started."""
    sentence = words.gettext(
        "Season {number} has started. To see its leaderboard, choose **this season** in /pyrga leaderboard. "
        "To end it, use /pyrga-server season end."
    )
    return sentence.format(number=season.number)


async def season_ended(context: Context, season: Season) -> Content:
    """Tell a manager that a season is over, and how it ended."""
    _ = context.words.gettext
    channel = (await context.services.preferences.guild(season.guild_id)).announcement_channel
    if channel is None:
        said = _("To have this posted, choose a results channel in /pyrga-server settings.")
    else:
        said = _("This will be posted in <#{channel}>.").format(channel=channel)
    return await final_board(context.client, context.words, season, said)


async def announce_season(client: ServingClient, end: SeasonEnd) -> bool:
    """Post how a season ended. If the channel doesn't accept it, that is logged and not tried again.

    Returns:
        Returns whether this is settled. It isn't if Discord can't be reached or is busy.
    """
    season = end.season
    language = (await client.services.preferences.guild(season.guild_id)).language
    content = await final_board(client, words_for(language or ENGLISH), season)
    try:
        await client.get_partial_messageable(end.channel_id).send(
            view=content.view,
            files=content.files(),
            allowed_mentions=discord.AllowedMentions.none(),
            # Discord ignores the second of two messages with the same nonce, so what a restart interrupts
            # comes only once.
            nonce=f"{format_number(season.id)}-season",
        )
    except FAILURES as error:
        if not isinstance(error, discord.HTTPException) or error.status in _LATER:
            log.info("season not announced yet", season=season.id, error=str(error))
            return False
        log.warning("season not announced", season=season.id, channel=end.channel_id, error=str(error))
    await client.services.seasons.announced(end)
    return True


async def final_board(client: ServingClient, words: NullTranslations, season: Season, *said: str) -> Content:
    """The leaderboards at the end of a season, one for each ruleset that was played."""
    _ = words.gettext
    lines = [
        "### " + _("Season {number} is over").format(number=season.number),
        _("From {start} to {end}").format(
            start=format_dt(season.started_at, "D"), end=format_dt(season.ended_at or season.started_at, "D")
        ),
    ]
    boards = 0
    for ruleset in Ruleset:
        places = await client.services.seasons.final_places(season, ruleset, limit=SHOWN_PLACES)
        if places:
            boards += 1
            lines += [f"**{ruleset_name(words, ruleset)}**", *_lines(words, places)]
    if not boards:
        lines.append(_("No one played enough rated games for an established rating."))
    lines += [f"-# {text}" for text in said]
    return Content(layout(Box(ui.TextDisplay("\n".join(lines)), accent_colour=GOLD)))


def _lines(words: NullTranslations, places: Sequence[FinalPlace]) -> list[str]:
    medals = {1: "🥇", 2: "🥈", 3: "🥉"}
    return [
        "{place} {player} · {rating}, {games}".format(
            place=medals.get(place.rank, f"{place.rank}\\."),
            player=name(place.player),
            rating=round(place.rating),
            games=words.ngettext("{number} game", "{number} games", place.games).format(number=place.games),
        )
        for place in places
    ]
