"""Starts the games of searches that fit, and shows each where its players asked."""

from bot.matches.match.match import Match
from bot.matches.searches.matching import Pair
from bot.ui.board.display import announce
from bot.ui.context.client import ServingClient


async def start_games(client: ServingClient) -> list[Match]:
    """Start all games that come from searches now; return those that this process has started, as shown."""
    started: list[Match] = []
    # Again after each time, because a game can keep two people from the next one, who then fit someone else.
    while games := await _start_once(client):
        started += games
    return started


async def _start_once(client: ServingClient) -> list[Match]:
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
