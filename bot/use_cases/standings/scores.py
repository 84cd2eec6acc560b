"""The score between two people in one server, or in all their games outside servers."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.standings import records
from bot.store.standings.records import Pair
from bot.values.game.game import Game
from bot.values.standings import NO_GAMES, Score
from engine import Color


async def score_between(
    connection: AsyncConnection, guild_id: int | None, *, player_id: int, other_id: int
) -> Score:
    """Return the score of a player against another in a guild, or outside all guilds if it's None."""
    pair = Pair(player_id, other_id, guild_id=guild_id, everywhere=False)
    rows = await records.results_between(connection, pair)
    return sum((Score.of(row.result, row.games) for row in rows), NO_GAMES)


async def score_with(connection: AsyncConnection, game: Game) -> Score | None:
    """Return White's score against Black with a game that has just ended and isn't stored as ended yet.

    It's None for games that don't count, and for those with the computer.
    """
    if game.outcome is None or not game.is_counted or game.level is not None:
        return None
    before = await score_between(connection, game.guild_id, player_id=game.white.id, other_id=game.black.id)
    result = {None: "draw", Color.WHITE: "win", Color.BLACK: "loss"}[game.outcome.winner]
    return before + Score.of(result, 1)
