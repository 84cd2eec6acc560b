"""Rated games change the ratings of both players, in the transaction that ends them.

Each game counts in two pools: that of its server, and that of all games. A game outside servers only counts
in the latter.
"""

from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.match.match import Match
from bot.matches.standings.rated_games import changes_by, keys_of, pools_of, rating_after, unrated
from bot.matches.standings.rerating import rerate_some, settle
from bot.matches.values.standings import RatingChange
from bot.store.standings import rating_changes, rating_events
from bot.store.standings import ratings as rating_rows
from bot.store.standings.rating_events import RatedGameRow


async def rate(connection: AsyncConnection, game: Match, now: datetime) -> tuple[RatingChange, ...]:
    """Change the ratings of both players of a finished ``game`` that has a result; return how they changed.

    It counts if it's rated and at least ``FEWEST_RATED_PLIES`` plies were played. The changes returned are
    those in the pool of the game's server, or in that of all games if it's outside servers.
    """
    if not game.rated or game.outcome is None or game.is_too_short_to_rate:
        return ()
    place, ruleset = game.place, game.ruleset.value
    winner = None if game.outcome.winner is None else game.outcome.winner.value
    row = RatedGameRow(0, game.number, place.guild_id, ruleset, game.white.id, game.black.id, winner, now)
    held = await rating_rows.hold(connection, [unrated(key, now) for key in keys_of(row)])
    # Numbered after the ratings are locked, so that the numbers of each player's games are in order.
    numbered = replace(row, event_id=await rating_events.add_game(connection, game.number, ruleset))
    changes = changes_by(numbered, {one.key: one for one in held})
    await rating_rows.keep(connection, map(rating_after, changes))
    await rating_changes.add(connection, changes)
    shown = max(pools_of(place.guild_id))
    return tuple(
        RatingChange(one.player_id, one.before, one.after, one.deviation)
        for one in changes
        if one.pool == shown
    )


async def revert(connection: AsyncConnection, game: Match) -> None:
    """Undo what a game did to ratings, including its effect on later games.

    Later games are rated again in order: the first of them right away, and the others by ``rerate_some``.
    """
    await rating_rows.keep_others_out(connection)
    event_id = await rating_events.find_game(connection, game.number)
    if event_id is None:
        return
    keys = await rating_changes.remove(connection, event_id)
    await rating_events.remove(connection, event_id)
    await settle(connection, keys)
    await rating_events.mark_outdated(connection, game.ruleset.value, event_id)
    await rerate_some(connection)
