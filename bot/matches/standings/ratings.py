"""Rated games change the ratings of both players, in the transaction that ends them."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.standings.glicko import NEW, Rating, Result, aged, rated
from bot.matches.values.games import UNCOUNTED, Game, RatingChange
from bot.store.schema.tables import OUTSIDE_SERVERS
from bot.store.standings import ratings as rating_rows
from bot.store.standings.ratings import RatingChangeRow, RatingRow
from engine import Colour, Outcome

PERIOD: Final = timedelta(days=5)
"""A rating period: without games, a deviation of 60 points grows to about 110 in a year."""


async def rate(
    connection: AsyncConnection, game: Game, outcome: Outcome, now: datetime
) -> tuple[RatingChange, ...]:
    """Change the ratings of both players of ``game`` if it is rated and counts; return how they changed.

    A game counts if it has a result and at least ``FEWEST_RATED_PLIES`` plies were played.
    """
    if not game.rated or outcome.reason in UNCOUNTED or game.is_too_short_to_rate:
        return ()
    pool = OUTSIDE_SERVERS if game.place.guild_id is None else game.place.guild_id
    white, black = (_first(pool, player.id, now) for player in (game.white, game.black))
    rows = await rating_rows.hold(connection, white, black)
    changes = []
    for colour in Colour:
        player, opponent = game.player(colour).id, game.player(colour.opponent).id
        before, periods = _rating(rows[player]), _periods(rows[player], now)
        faced = aged(_rating(rows[opponent]), _periods(rows[opponent], now))
        after = rated(before, [Result(faced, _score(outcome, colour))], periods)
        await rating_rows.keep(
            connection, RatingRow(pool, player, after.rating, after.deviation, after.volatility, now)
        )
        change = RatingChange(player, before.rating, after.rating)
        await rating_rows.add_change(
            connection, RatingChangeRow(game.number, player, change.before, change.after)
        )
        changes.append(change)
    return tuple(changes)


def _first(pool: int, player: int, now: datetime) -> RatingRow:
    return RatingRow(pool, player, NEW.rating, NEW.deviation, NEW.volatility, now)


def _rating(row: RatingRow) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


def _periods(row: RatingRow, now: datetime) -> float:
    return max(now - row.rated_at, timedelta()) / PERIOD


def _score(outcome: Outcome, colour: Colour) -> float:
    if outcome.winner is None:
        return 0.5
    return float(outcome.winner is colour)
