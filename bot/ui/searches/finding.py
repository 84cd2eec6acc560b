"""/pyrga find and its panel: what people press to look for an opponent, and what they're told."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.ui.board.display import announce
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.memberships import server_name
from bot.ui.context.permissions import check_can_post, check_channel
from bot.ui.games.server_lists import Entry, joinable_challenges
from bot.ui.message.custom_ids import FindOpponent
from bot.ui.searches.panel import (
    CancelSearch,
    SearchEverywhere,
    SearchHere,
    consent_panel,
    search_panel,
)
from bot.ui.text.status import started_sentence
from bot.use_cases.searches.opponent_searches import Asked, Looking
from bot.values.errors import OutsideServerError
from bot.values.game.game import Game
from bot.values.searches.matching import Pair
from bot.values.searches.search import Search, SearchClock, SearchTerms
from bot.values.searches.search_errors import OutOfReachError
from engine import Ruleset

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
        await _show_panel(context)
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
    """End a search, and show those that are left."""
    await context.services.opponent_searches.cancel(clicked.search, player_id=context.user.id)
    await _show_panel(context)


async def _check_place(context: Context) -> None:
    if not context.place.reachable:
        raise OutOfReachError
    await check_channel(context)
    check_can_post(context)


async def _search(context: Context, terms: SearchTerms, *, everywhere: bool) -> None:
    language = await context.public_language()
    server = await server_name(context.client, context.place) if everywhere else None
    await context.services.opponent_searches.ask(
        context.user, Asked(context.place, terms, language, everywhere, server)
    )
    started = await start_games(context.client)
    mine = next((game for game in started if game.color_of(context.user.id) is not None), None)
    if mine is None:
        await _show_panel(context)
    else:
        await context.reply.private(started_sentence(context.words, context.named(mine), context.user.id))


async def _show_panel(context: Context) -> None:
    services, guild_id = context.services, context.interaction.guild_id
    searches = await services.opponent_searches.of_player(context.user.id)
    looking = await _looking(context, searches)
    challenges: Sequence[Entry] = ()
    if guild_id is not None:
        challenges = await joinable_challenges(context, MOST_CHALLENGES, guild_id=guild_id)
    content = search_panel(context.words, searches, looking, challenges, computer=services.computer.available)
    await context.reply.private(content, in_place=True)


async def _looking(context: Context, searches: Sequence[Search]) -> Looking:
    everywhere = context.interaction.guild_id is None or any(search.everywhere for search in searches)
    return await context.services.opponent_searches.looking(
        context.place.guild_id, player_id=context.user.id, everywhere=everywhere
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
    return started


async def _are_together(client: ServingClient, pair: Pair) -> bool:
    """Return whether one board is enough: who has waited less can see the channel where the other asked."""
    there, here = pair.first.place, pair.second.place
    if there.guild_id is None or there.guild_id != here.guild_id:
        return False
    if there.channel_id == here.channel_id:
        return True
    return await client.sight.sees(client, pair.second.player.id, there)
