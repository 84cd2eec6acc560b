"""Rated games change the ratings of both players, in the transaction that ends them."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.glicko import NEW, Rating, Result, aged, rated
from bot.matches.values import UNCOUNTED, Game, RatingChange
from bot.store import ratings as rating_rows
from bot.store.ratings import RatingChangeRow, RatingRow
from engine import Colour, Outcome

PERIOD: Final = timedelta(days=5)
"""A rating period: without games, a deviation of 60 points grows to about 110 in a year."""

OUTSIDE_SERVERS: Final = 0
"""The pool of the games that are played in no server. Every other pool has its server's id."""


async def rate(
    connection: AsyncConnection, game: Game, outcome: Outcome, now: datetime
) -> tuple[RatingChange, ...]:
    """Change the ratings of the two who played ``game``, if it is rated and counts; how they changed."""
    if not game.rated or outcome.reason in UNCOUNTED:
        return ()
    pool = OUTSIDE_SERVERS if game.place.guild_id is None else game.place.guild_id
    rows = await rating_rows.hold(connection, pool, (game.white.id, game.black.id))
    changes = []
    for colour in Colour:
        player, opponent = game.player(colour).id, game.player(colour.opponent).id
        before, periods = _rating(rows.get(player)), _periods(rows.get(player), now)
        faced = aged(_rating(rows.get(opponent)), _periods(rows.get(opponent), now))
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


def _rating(row: RatingRow | None) -> Rating:
    return NEW if row is None else Rating(row.rating, row.deviation, row.volatility)


def _periods(row: RatingRow | None, now: datetime) -> float:
    return 0.0 if row is None else max(now - row.rated_at, timedelta()) / PERIOD


def _score(outcome: Outcome, colour: Colour) -> float:
    if outcome.winner is None:
        return 0.5
    return float(outcome.winner is colour)
