"""What people are told about seasons, and the final leaderboard of one. No one is pinged."""

from collections.abc import Sequence

import structlog
from discord.utils import format_dt

import render
from bot.locale import ENGLISH, Words, words_for
from bot.ui.components.drawing import drawn
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.permissions import check_can_post
from bot.ui.context.posting import announce_once
from bot.ui.context.requests import RequestError, ask
from bot.ui.context.sight import server_name
from bot.ui.message.content import GOLD, Content, Picture, boxed, draw
from bot.ui.standings.pages import streak_figure, streak_text
from bot.ui.text.words import escaped, joined, on_one_line, plain_name, ruleset_name
from bot.use_cases.standings.seasons import SeasonEnd
from bot.values.base36 import format_number
from bot.values.players import Place, ThemeName
from bot.values.standings import FinalPlace, Season
from engine import Ruleset

log = structlog.get_logger(__name__)

SHOWN_PLACES = 10


def season_started(words: Words, season: Season) -> str:
    """Tell a manager that a season has started."""
    return words.say(
        "Season {number} has started. To see its leaderboard, choose **this season** in /pyrga leaderboard. "
        "To end it, use /pyrga-server season end.",
        number=season.number,
    )


async def season_ended(context: Context, season: Season) -> Content:
    """Tell a manager that a season is over, and how it ended."""
    words = context.words
    channel = (await context.services.preferences.guild(season.guild_id)).announcement_channel_id
    if channel is None:
        said = words.say("To have this posted, choose a results channel in /pyrga-server settings.")
    else:
        said = words.say("This will be posted in <#{channel}>.", channel=channel)
    return await _final_leaderboard(context.client, words, season, context.place, said)


async def show_season(context: Context, number: int, *, share: bool) -> None:
    """Show how a season of the server ended, in private or to the whole channel."""
    season = await context.services.seasons.ended(number, guild_id=context.guild_id)
    if share:
        check_can_post(context)
        words = words_for(await context.public_language())
        content = await _final_leaderboard(context.client, words, season, context.place)
        await context.reply.public(content)
    else:
        content = await _final_leaderboard(context.client, context.words, season, context.place)
        await context.reply.private(content)


async def announce_season(client: ServingClient, end: SeasonEnd) -> None:
    """Post how a season ended. If the channel doesn't accept it, that's logged and not tried again."""
    season = end.season
    words = await _server_words(client, season.guild_id)
    content = await _final_leaderboard(client, words, season, Place(season.guild_id, end.channel_id))
    key = f"{format_number(season.id)}-season"
    settled = await announce_once(client, end.channel_id, key, content)
    if settled:
        await client.services.seasons.announced(end)


async def _server_words(client: ServingClient, guild_id: int) -> Words:
    """Return the words for a server where no one has clicked: its choice, or its language on Discord."""
    chosen = (await client.services.preferences.guild(guild_id)).language
    if chosen is not None:
        return words_for(chosen)
    try:
        guild = await ask(client.fetch_guild(guild_id, with_counts=False))
    except RequestError as error:
        log.info("server's language not looked up", guild=guild_id, error=str(error))
        return words_for(ENGLISH)
    return words_for(str(guild.preferred_locale))


async def _final_leaderboard(
    client: ServingClient, words: Words, season: Season, place: Place, *said: str
) -> Content:
    """Return the leaderboards at the end of a season, one for each ruleset that was played.

    ``place`` is somewhere in the server, whose name they have.
    """
    server = await server_name(client, place)
    lines = [
        # Translators: a heading.
        "### " + words.say("Season {number} is over", number=season.number),
        # Translators: Discord shows both as dates in the reader's language.
        words.say(
            "From {start} to {end}",
            start=format_dt(season.started_at, "D"),
            end=format_dt(season.ended_at or season.started_at, "D"),
        ),
    ]
    theme = (await client.services.preferences.guild(season.guild_id)).theme
    pictures = [
        await _picture(words, season, ruleset, places, theme, server=server)
        for ruleset in Ruleset
        if (places := await client.services.seasons.final_places(season, ruleset, limit=SHOWN_PLACES))
    ]
    if not pictures:
        lines.append(words.say("No one played enough rated games for an established rating."))
    return boxed([*lines, *(f"-# {one}" for one in said)], *pictures, accent=GOLD)


def _scope(words: Words, ruleset: Ruleset, server: str | None) -> str:
    """Return what a leaderboard is about. The server is last, so that only a long name is cut short."""
    # Translators: in small print, after the ruleset that the leaderboard is about.
    final = words.say("final leaderboard")
    named = [] if server is None else [on_one_line(server)]
    return " · ".join([ruleset_name(words, ruleset), final, *named])


async def _picture(  # noqa: PLR0913 - a picture with everything that it says
    words: Words,
    season: Season,
    ruleset: Ruleset,
    places: Sequence[FinalPlace],
    theme: ThemeName,
    *,
    server: str | None,
) -> Picture:
    title = words.say("Season {number}", number=season.number)
    scope = _scope(words, ruleset, server)
    headings = render.LeaderboardHeadings(
        words.label("column", "Player"),
        words.label("column", "Rating"),
        None,
        (words.label("column", "Games"), words.label("column", "Streak")),
    )
    rows = tuple(
        render.LeaderboardRow(
            place.rank,
            plain_name(place.player),
            str(round(place.rating)),
            (str(place.games), streak_figure(words, place.streak)),
        )
        for place in places
    )
    page = render.LeaderboardPage(title, scope, headings, rows)
    png = await draw(render.leaderboard, page, theme=drawn(theme))
    lines = [f"{title} ({scope})"]
    for place in places:
        games = words.count("{number} game", "{number} games", place.games)
        facts = [f"{place.rank}. {plain_name(place.player)}", str(round(place.rating)), games]
        lines.append(" · ".join(filter(None, [*facts, streak_text(words, place.streak)])))
    filename = f"season-{season.number}-{ruleset}.png"
    return Picture(filename, png, joined(words, lines), lines[0], [*map(escaped, lines[1:])])
