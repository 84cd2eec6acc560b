"""What a profile has besides the player's record: their rating, its history, and their accuracy."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, delete, func, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.names import name_in
from bot.store.rows import fetch_all, fetch_one, stop_other_writers, upsert_rows
from bot.store.schema.conditions import WON, counted
from bot.store.schema.tables import (
    EVERYWHERE,
    accuracies,
    cup_entrants,
    cups,
    games,
    ladder_rungs,
    leagues,
    night_entrants,
    nights,
    players,
    puzzle_results,
    rating_changes,
    ratings,
)
from bot.store.standings.ratings import Key
from bot.values.events.cup import FEWEST_EVERYWHERE
from bot.values.standings import RatedMoment


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """A player's rating in a pool and ruleset, or None without a rated game, and other figures.

    ``best_streak`` is the most wins in a row, or None without a win. In reviewed games, ``kept`` of
    ``decisions`` kept the value. ``puzzles`` counts solved ones, ``level`` is the highest level beaten
    without help, and ``cups`` and ``nights`` count the cups and game nights that they've won in the pool, by
    any ruleset.
    """

    name: str
    rating: float | None
    deviation: float | None
    volatility: float | None
    games: int | None
    streak: int | None
    rated_at: datetime | None
    best_streak: int | None
    kept: int
    decisions: int
    puzzles: int
    level: int | None
    cups: int
    nights: int


@dataclass(frozen=True, slots=True)
class BestWinRow:
    """A player's win against the highest-rated opponent, who had ``opponent_rating`` then, and the game.

    ``boards`` are those of the game as stored.
    """

    opponent_id: int
    opponent_name: str
    opponent_rating: float
    game_id: int
    white_id: int
    created_at: datetime
    boards: str


async def fetch(connection: AsyncConnection, key: Key) -> ProfileRow | None:
    """Return the profile of a player in a pool and ruleset; None if the player isn't known."""
    pool, ruleset, player_id = key
    reviewed = (accuracies.c.pool == pool, accuracies.c.ruleset == ruleset)
    summed = (func.coalesce(func.sum(accuracies.c[name]), 0).label(name) for name in ("kept", "decisions"))
    sums = select(*summed).where(accuracies.c.player_id == player_id, *reviewed).subquery()
    rung = ladder_rungs.c.pool == pool, ladder_rungs.c.player_id == player_id
    rating = and_(ratings.c.pool == pool, ratings.c.ruleset == ruleset, ratings.c.player_id == players.c.id)
    figures: list[ColumnElement[Any]] = [
        select(func.max(rating_changes.c.streak))
        .where(*_changed(key), WON)
        .scalar_subquery()
        .label("best_streak"),
        sums.c.kept,
        sums.c.decisions,
        select(func.count(puzzle_results.c.solved_at))
        .where(puzzle_results.c.player_id == player_id)
        .scalar_subquery()
        .label("puzzles"),
        select(ladder_rungs.c.level).where(*rung).scalar_subquery().label("level"),
        _won(cups, cup_entrants, cups.c.league_id.is_(None), pool=pool, player_id=player_id).label("cups"),
        _won(nights, night_entrants, pool=pool, player_id=player_id).label("nights"),
    ]
    rated = ratings.c["rating", "deviation", "volatility", "games", "streak", "rated_at"]
    statement = (
        select(name_in(pool, players).label("name"), *rated, *figures)
        .outerjoin(ratings, rating)
        .join(sums, true())
        .where(players.c.id == player_id)
    )
    return await fetch_one(connection, statement, ProfileRow)


def _won(
    table: Table, entrants: Table, *conditions: ColumnElement[bool], pool: int, player_id: int
) -> ColumnElement[int]:
    """Return how many events of a kind a player has won in a pool; in all servers, those that count there."""
    number, *_ = entrants.primary_key
    won = (entrants.c.player_id == player_id, entrants.c.medal == 1, *conditions)
    here = table.c.played >= FEWEST_EVERYWHERE if pool == EVERYWHERE else table.c.guild_id == pool
    source = entrants.join(table, table.c.id == number)
    return select(func.count()).select_from(source).where(*won, here).scalar_subquery()


async def champion_of(connection: AsyncConnection, guild_id: int, *, player_id: int) -> list[str]:
    """Return the rulesets in which a player is the champion of a league of a guild now."""
    statement = (
        select(leagues.c.ruleset)
        .join(cup_entrants, cup_entrants.c.cup_id == leagues.c.champions_cup_id)
        .where(
            leagues.c.guild_id == guild_id,
            leagues.c.stopped_at.is_(None),
            cup_entrants.c.player_id == player_id,
            cup_entrants.c.medal == 1,
        )
    )
    return [*await connection.scalars(statement.order_by(leagues.c.ruleset))]


async def history(connection: AsyncConnection, key: Key, numbers: Collection[int]) -> list[RatedMoment]:
    """Return a player's ratings after these games, the oldest first.

    Games are numbered from 1.
    """
    number = rating_changes.c.games
    statement = (
        select(rating_changes.c.after.label("rating"), rating_changes.c.deviation, rating_changes.c.rated_at)
        .where(*_changed(key), number.in_(numbers))
        .order_by(number)
    )
    return await fetch_all(connection, statement, RatedMoment)


async def best_win(connection: AsyncConnection, key: Key) -> BestWinRow | None:
    """Return a player's latest rated win against the highest-rated opponent; None without a win."""
    won = rating_changes.c
    found = (
        select(won.game_id, won.opponent_id, won.opponent_rating)
        .where(*_changed(key), WON)
        .order_by(won.opponent_rating.desc(), won.event_id.desc())
        .limit(1)
        .subquery()
    )
    statement = (
        select(
            found.c.opponent_id,
            name_in(key[0], players).label("opponent_name"),
            found.c.opponent_rating,
            games.c.id.label("game_id"),
            *games.c["white_id", "created_at", "boards"],
        )
        .join(games, games.c.id == found.c.game_id)
        .join(players, players.c.id == found.c.opponent_id)
    )
    return await fetch_one(connection, statement, BestWinRow)


def _changed(key: Key) -> tuple[ColumnElement[bool], ...]:
    pool, ruleset, player_id = key
    return (
        rating_changes.c.pool == pool,
        rating_changes.c.ruleset == ruleset,
        rating_changes.c.player_id == player_id,
    )


@dataclass(frozen=True, slots=True)
class AccuracyRow:
    """How many of a player's decisions in a game kept the value."""

    game_id: int
    player_id: int
    pool: int
    ruleset: str
    kept: int
    decisions: int


@dataclass(frozen=True, slots=True)
class CountedGameRow:
    """A game that counts: who played it, and where."""

    game_id: int
    guild_id: int | None
    ruleset: str
    white_id: int
    black_id: int


async def games_that_count(connection: AsyncConnection, numbers: Collection[int]) -> list[CountedGameRow]:
    """Return those of the given games that count."""
    columns = (games.c[name] for name in CountedGameRow.__slots__[1:])
    statement = select(games.c.id.label("game_id"), *columns).where(games.c.id.in_(numbers), counted())
    return await fetch_all(connection, statement, CountedGameRow)


async def keep_accuracy(connection: AsyncConnection, accuracy: Sequence[AccuracyRow]) -> None:
    """Store what reviews say, replacing what earlier reviews of the same games said."""
    await upsert_rows(connection, accuracies, accuracy)


async def remove_accuracy(connection: AsyncConnection, number: int) -> None:
    """Delete what the review of a game said about its players."""
    await connection.execute(delete(accuracies).where(accuracies.c.game_id == number))


async def clear_accuracy(connection: AsyncConnection) -> None:
    """Delete everything. Other writers to the table wait until the transaction ends."""
    await stop_other_writers(connection, accuracies)
    await connection.execute(delete(accuracies))
