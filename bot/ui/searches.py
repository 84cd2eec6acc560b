"""/pyrga find and its panel: what people press to look for an opponent, and what they're told."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

import discord
import structlog
from discord import ui

from bot.locale import Words, words_for
from bot.ui.board.display import announce
from bot.ui.board.messages import started_text
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post, check_channel
from bot.ui.context.posting import send_private
from bot.ui.context.requests import RequestError, nonce_of
from bot.ui.context.sight import server_name
from bot.ui.games.lists import Entry, joinable_challenges
from bot.ui.message.content import BLUE, GOLD, Box, Content, Row, boxed, layout
from bot.ui.message.custom_ids import CustomId, FindOpponent, PlayComputer, button
from bot.ui.settings.notice_settings import notify_button
from bot.ui.text.status import clock_name
from bot.ui.text.words import relative_time, ruleset_name
from bot.use_cases.searches import Asked, Looking
from bot.values.errors import OutOfReachError, OutsideServerError
from bot.values.game.game import Game
from bot.values.searches import Search, SearchClock, SearchPair, SearchTerms
from engine import Ruleset

log = structlog.get_logger(__name__)


class CancelSearch(CustomId, word="cancel-search"):
    """Ends a search."""

    search: int


class SearchEverywhere(CustomId, word="search-everywhere"):
    """Agrees to games across servers, and looks for such a game everywhere."""

    terms: SearchTerms


class PlayNow(CustomId, word="play-now", label=lambda words: words.say("Play now")):
    """Looks for an opponent at once, as far as the person has agreed to."""


class SearchHere(CustomId, word="search-here"):
    """Looks for such a game in this server only."""

    terms: SearchTerms


def search_panel(  # noqa: PLR0913 - what's in it
    words: Words,
    searches: Sequence[Search],
    looking: Looking,
    challenges: Sequence[Entry],
    started: str = "",
    *,
    computer: bool,
) -> Content:
    """Return a person's searches, the chances that someone comes, and what they can play meanwhile.

    ``started`` says that a game has come from them. ``challenges`` are open ones of the server, and
    ``computer`` says whether this host has one.
    """
    title = (
        words.say("Looking for an opponent") if searches else words.say("You aren't looking for an opponent")
    )
    lines = [f"### {title}", *filter(None, [started])]
    if searches:
        lines.append(words.say("When your game starts, I'll mention you where you asked."))
    lines.append(_looking_text(words, looking))
    sections = [_section(words, search) for search in searches]
    box = Box(ui.TextDisplay("\n".join(lines)), *sections, accent_color=BLUE)
    items: list[ui.Item[ui.LayoutView]] = [box]
    if challenges:
        listed = [ui.Section(ui.TextDisplay(entry.text), accessory=entry.button) for entry in challenges]
        # Translators: a heading above the open challenges of a server.
        heading = words.say("Or join one of these")
        items.append(Box(ui.TextDisplay(f"### {heading}"), *listed, accent_color=GOLD))
    play = button(PlayComputer(None), words.say("Play the computer"), discord.ButtonStyle.primary)
    items.append(Row(*[play] * computer, notify_button(words)))
    return Content(layout(*items))


def consent_text(words: Words, *, in_server: bool) -> str:
    """Return what people elsewhere will see of someone who plays them, and a question about that."""
    if in_server:
        return words.say(
            "### Play people from other servers?\n"
            "They see your account's name, your rating, and the name of this server. They see nothing else, "
            "and no one can write to you. You each get a board where you are.\n"
            "I'll only ask once. To change your mind, use /pyrga settings."
        )
    return words.say(
        "### Play people from servers?\n"
        "They see your account's name and your rating. They see nothing else, and no one can write to "
        "you. You each get a board where you are.\n"
        "I'll only ask once. To change your mind, use /pyrga settings."
    )


def consent_panel(words: Words, terms: SearchTerms, *, in_server: bool) -> Content:
    """Return what people elsewhere will see, before someone's first search everywhere."""
    # Translators: buttons: look for an opponent everywhere, or in this server only.
    buttons = [button(SearchEverywhere(terms), words.say("Search everywhere"), discord.ButtonStyle.success)]
    if in_server:
        buttons.append(button(SearchHere(terms), words.say("Only this server")))
    text = consent_text(words, in_server=in_server)
    return boxed(text, rows=[Row(*buttons)], accent=GOLD)


def _looking_text(words: Words, looking: Looking) -> str:
    if looking.people:
        people = words.count(
            "{count} other person is looking.",
            "{count} other people are looking.",
            looking.people,
            count=looking.people,
        )
    else:
        people = words.say("No one else is looking right now.")
    if looking.last_began is None:
        return people
    # Translators: Discord shows {time} in the reader's language, such as "2 hours ago".
    last = words.say("The last game found this way started {time}.", time=relative_time(looking.last_began))
    return f"{people} {last}"


def _section(words: Words, search: Search) -> ui.Section[ui.LayoutView]:
    facts = [*facts_of(words, search.terms), _reach(words, search)]
    # Translators: Discord shows both times in the reader's language, such as "5 minutes ago" and "in 7 days".
    times = words.say(
        "since {began}, expires {expiry}",
        began=relative_time(search.began_at),
        expiry=relative_time(search.expires_at),
    )
    cancel = button(CancelSearch(search.number), words.label("end a search", "Cancel"))
    return ui.Section(ui.TextDisplay(f"{' · '.join(facts)}\n-# {times}"), accessory=cancel)


def facts_of(words: Words, terms: SearchTerms) -> Sequence[str]:
    """Return what someone looks for, in words."""
    rated = words.label("fact about a game", "rated")
    kind = rated if terms.rated else words.label("fact about a game", "casual")
    return [ruleset_name(words, terms.ruleset), kind, clock_name(words, terms.clock)]


def _reach(words: Words, search: Search) -> str:
    if search.everywhere:
        return words.label("where someone looks for an opponent", "everywhere")
    if search.place.guild_id is None:
        # In DMs, someone who plays only in their servers reaches no one.
        return words.label("where someone looks for an opponent", "paused by your settings")
    return words.label("where someone looks for an opponent", "this server")


_KEPT: Final = timedelta(minutes=13)
"""How long a panel is kept up to date. Discord lets the bot change it for 15 minutes after a click."""

MOST_CHALLENGES = 3
"""Maximum number of open challenges in the panel."""


class Reach(StrEnum):
    """Where someone looks for an opponent."""

    SERVER = "server"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class SearchWish:
    """What someone said about the opponent they look for. None means they left it open."""

    ruleset: Ruleset | None = None
    clock: SearchClock | None = None
    rated: bool | None = None
    reach: Reach | None = None


NO_WISH = SearchWish()


async def find_opponent(context: Context, wish: SearchWish) -> None:
    """Begin to look for an opponent, and show what comes from that.

    Someone who already does and left everything open only sees their searches. Before the first search
    everywhere, they're asked whether they agree to what others will see.
    """
    await _check_place(context)
    services = context.services
    if wish == NO_WISH and await services.opponent_searches.of_player(context.user.id):
        await _show_panel(context, await _read_panel(context))
        return
    server = await services.preferences.guild(context.place.guild_id)
    chosen = (await services.preferences.player(context.user.id)).across_servers
    everywhere = _is_everywhere(context, wish.reach, allowed=server.across_servers, chosen=chosen)
    rated = wish.rated is not False
    terms = SearchTerms(wish.ruleset or server.ruleset, wish.clock or SearchClock.DAY, rated)
    if everywhere and server.across_servers and chosen is None:
        in_server = context.interaction.guild_id is not None
        await context.reply.private(consent_panel(context.words, terms, in_server=in_server))
        return
    await _search(context, terms, everywhere=everywhere)


def _is_everywhere(
    context: Context, reach: Reach | None, *, allowed: bool = True, chosen: bool | None = None
) -> bool:
    """Return whether someone looks everywhere. That's the default in DMs, and where it's possible."""
    in_server = context.interaction.guild_id is not None
    if reach is Reach.SERVER and not in_server:
        raise OutsideServerError
    if reach is None:
        return not in_server or (allowed and chosen is not False)
    return reach is Reach.EVERYWHERE


@on_click(FindOpponent)
async def find_on_usual_terms(context: Context, clicked: FindOpponent) -> None:
    del clicked
    await find_opponent(context, NO_WISH)


@on_click(PlayNow)
async def play_now(context: Context, clicked: PlayNow) -> None:
    """Begin to look for an opponent without a question: everywhere only if the person has agreed to that."""
    del clicked
    agreed = (await context.services.preferences.player(context.user.id)).across_servers
    await find_opponent(context, NO_WISH if agreed else SearchWish(reach=Reach.SERVER))


@on_click(SearchEverywhere)
async def agree_and_search(context: Context, clicked: SearchEverywhere) -> None:
    """Note that the person agrees to games across servers, and look for one."""
    await _check_place(context)
    await context.services.preferences.change_player(
        context.user, lambda old: replace(old, across_servers=True)
    )
    await _search(context, clicked.terms, everywhere=True)


@on_click(SearchHere)
async def search_here(context: Context, clicked: SearchHere) -> None:
    """Look for an opponent in this server only. The person is asked again the next time."""
    await _check_place(context)
    await _search(context, clicked.terms, everywhere=_is_everywhere(context, Reach.SERVER))


@on_click(CancelSearch)
async def cancel_search(context: Context, clicked: CancelSearch) -> None:
    """End a search, and show those that are left, and the game if it has become one."""
    searches, who, message = context.services.opponent_searches, context.user.id, context.interaction.message
    canceled = await searches.cancel(clicked.search, player_id=who)
    # A process that was killed has left the panel as it was.
    started = None if canceled or message is None else await searches.found(who, message.created_at)
    said = "" if started is None else started_text(context, started)
    await _show_panel(context, await _read_panel(context), said)


async def _check_place(context: Context) -> None:
    if not context.place.reachable:
        raise OutOfReachError
    await check_channel(context)
    check_can_post(context)


async def _search(context: Context, terms: SearchTerms, *, everywhere: bool) -> None:
    language = await context.public_language()
    server = await server_name(context.client, context.place) if everywhere else None
    await search_for(context, Asked(context.place, terms, language, everywhere, server))


async def search_for(context: Context, asked: Asked) -> None:
    """Begin to look for an opponent, and show what comes from that."""
    asked_at = context.services.clock.now()
    await context.services.opponent_searches.ask(context.user, asked)
    started = await start_games(context.client)
    # Read before a game is looked for: if one starts in between, the panel shows it later.
    panel = await _read_panel(context)
    mine = next((game for game in started if game.color_of(context.user.id) is not None), None)
    if mine is None:
        # Someone else's click may have brought the two together in the same moment.
        mine = await context.services.opponent_searches.found(context.user.id, asked_at, asked)
    if mine is None:
        await _show_panel(context, panel)
    else:
        await context.reply.private(started_text(context, mine))


@dataclass(slots=True)
class _ShownPanel:
    """The newest panel of a person: the interaction that it answers, and what it shows, since when."""

    context: Context
    searches: Sequence[Search]
    shown_at: datetime


async def _read_panel(context: Context) -> _ShownPanel:
    """Return what a panel shows now. Games that start from now on are what's missing later."""
    now = context.services.clock.now()
    return _ShownPanel(context, await context.services.opponent_searches.of_player(context.user.id), now)


async def _show_panel(context: Context, panel: _ShownPanel, started: str = "") -> None:
    content = await _panel(context, panel.searches, started)
    await context.reply.private_about((CancelSearch, context.user.id), content)
    context.client.search_panels.pop(context.user.id, None)
    if panel.searches:
        context.client.search_panels[context.user.id] = panel


async def keep_panels(client: ServingClient) -> None:
    """Bring all panels up to date, and close those that the bot soon can't change anymore."""
    for player_id in [*client.search_panels]:
        await _keep_panel(client, player_id)


async def _keep_panel(client: ServingClient, player_id: int, started: Game | None = None) -> None:
    """Show a person on their panel what has become of their searches: a game that has ``started``."""
    panel: _ShownPanel | None = client.search_panels.pop(player_id, None)
    if panel is None:
        return
    context, searches = panel.context, client.services.opponent_searches
    left = await searches.of_player(player_id)
    ends = client.services.clock.now() - panel.shown_at >= _KEPT
    gone = len(left) < len(panel.searches)
    if gone and started is None:
        started = await searches.found(player_id, panel.shown_at)
    try:
        if gone:
            said = "" if started is None else started_text(context, started)
            await context.reply.keep_up(await _panel(context, left, said))
        elif ends:
            await context.reply.keep_up(_closed_panel(context.words))
    except RequestError as error:
        log.info("searches not kept up to date", error=str(error))
    if left and not ends:
        # There may be a newer one by now.
        client.search_panels.setdefault(player_id, replace(panel, searches=left))


async def end_stranded(client: ServingClient) -> None:
    """End the searches in servers that have removed the bot, and tell each person once."""
    for search in await client.services.opponent_searches.stranded():
        text = words_for(search.language).say(
            "I'm no longer in the server where you were looking for an opponent, so that search has ended. "
            "To look somewhere else, use /pyrga find in another server, or here."
        )
        nonce = nonce_of("search", search.number)
        # As long as it isn't possible to tell them, the search stays.
        if await send_private(client, search.player.id, text, nonce) is not None:
            await client.services.opponent_searches.cancel(search.number, player_id=search.player.id)


async def close_panels(client: ServingClient) -> None:
    """Close all panels, because the bot stops: after that, no one can change them."""
    panels: list[_ShownPanel] = [*client.search_panels.values()]
    closing = (panel.context.reply.keep_up(_closed_panel(panel.context.words)) for panel in panels)
    await asyncio.gather(*closing, return_exceptions=True)


def _closed_panel(words: Words) -> Content:
    """Return what stays of a panel that can't be changed anymore: only what remains true."""
    return boxed(
        words.say(
            "### You asked for an opponent\n"
            "When your game starts, I'll mention you where you asked. To see or cancel your searches, use "
            "/pyrga find."
        )
    )


async def _panel(context: Context, searches: Sequence[Search], started: str = "") -> Content:
    services, guild_id = context.services, context.interaction.guild_id
    everywhere = context.interaction.guild_id is None or any(search.everywhere for search in searches)
    looking = await context.services.opponent_searches.looking(
        context.place.guild_id, player_id=context.user.id, everywhere=everywhere
    )
    challenges: Sequence[Entry] = ()
    if guild_id is not None:
        challenges = await joinable_challenges(context, MOST_CHALLENGES, guild_id=guild_id)
    return search_panel(
        context.words, searches, looking, challenges, started, computer=services.computer.available
    )


async def start_games(client: ServingClient) -> list[Game]:
    """Start all games that come from searches now; return those that this process has started, as shown."""
    started: list[Game] = []
    # Again after each time, because a game can keep two people from the next one, who then fit someone else.
    while games := await _start_once(client):
        started += games
    return started


async def _start_once(client: ServingClient) -> list[Game]:
    searches = client.services.opponent_searches
    started = []
    for pair in await searches.pairs():
        game = await searches.begin(pair, together=await _are_together(client, pair))
        if game is not None:
            started.append(await announce(client, game))
            for search in (pair.first, pair.second):
                await _keep_panel(client, search.player.id, started[-1])
    return started


async def _are_together(client: ServingClient, pair: SearchPair) -> bool:
    """Return whether one board is enough: who has waited less can see the channel where the other asked."""
    there, here = pair.first.place, pair.second.place
    if there.guild_id is None or there.guild_id != here.guild_id:
        return False
    if there.channel_id == here.channel_id:
        return True
    return await client.sight.sees(client, pair.second.player.id, there)
