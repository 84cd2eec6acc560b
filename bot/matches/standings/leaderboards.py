"""Leaderboards of rated players, and the ladder of wins against the computer."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.errors import PastTheEndError
from bot.matches.pages import LONGEST_LIST, Page
from bot.matches.standings.rated_games import deviation_at
from bot.matches.values.players import Player
from bot.matches.values.standings import (
    LadderPage,
    LeaderboardChoice,
    LeaderboardPage,
    Period,
    RatedPlace,
    Rung,
)
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.standings import ladder, leaderboards, seasons
from bot.store.standings.ladder import RungRow
from bot.store.standings.leaderboards import Leaderboard, PlaceRow
from bot.store.standings.ratings import pool_of

HIDDEN_AFTER: Final = timedelta(days=90)
"""Players who haven't played a rated game for this long aren't listed."""

PAGE_SIZE: Final = 10

_LONGEST: Final = 100_000
"""Maximum number of ranks, so that players far down can find themselves."""

_WEEK: Final = timedelta(days=7)
_MONTH: Final = timedelta(days=30)
_LATEST: Final = 12
"""Number of each player's latest ratings on a page."""


class Leaderboards:
    """The standings in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def people(
        self, choice: LeaderboardChoice, reader_id: int, page: int, without: Collection[int] = ()
    ) -> LeaderboardPage:
        """Return one page (the first is 0) of a leaderboard of rated players, as ``reader_id`` sees it.

        No one in ``without`` is listed. Without a season, the leaderboard of the season is empty.

        Raises:
            PastTheEndError: there is no such page, except the first.
        """
        wanted = Page(page, PAGE_SIZE, LONGEST_LIST if choice.provisional else _LONGEST)
        async with self._database.reading() as connection:
            leaderboard = await leaderboard_of(connection, choice, self._clock.now(), without)
            if leaderboard is None:
                return LeaderboardPage(page, (), more=False, own=None)
            week = leaderboard.now - _WEEK
            read = leaderboards.provisional if choice.provisional else leaderboards.ranked
            rows, more = wanted.cut(
                await read(connection, leaderboard, week, offset=wanted.offset, limit=wanted.limit)
            )
            if page and not rows:
                raise PastTheEndError
            own, rank = await place_on(connection, leaderboard, reader_id)
            listed = [row.player_id for row in rows] + ([] if own is None else [own.player_id])
            latest = await leaderboards.latest_ratings(connection, leaderboard, listed, limit=_LATEST)
        places = [
            _place(row, None if choice.provisional else wanted.offset + index, latest, leaderboard.now)
            for index, row in enumerate(rows, start=1)
        ]
        mine = None if own is None else _place(own, rank, latest, leaderboard.now)
        return LeaderboardPage(page, tuple(places), more, mine)

    @retried
    async def page_of(
        self, choice: LeaderboardChoice, player_id: int, without: Collection[int] = ()
    ) -> tuple[LeaderboardChoice, int] | None:
        """Return where a player is listed: among those with a rank or the others, and on which page.

        Returns None if they aren't on the leaderboard. The positions of the others aren't counted, so their
        page is the first.
        """
        async with self._database.reading() as connection:
            leaderboard = await leaderboard_of(connection, choice, self._clock.now(), without)
            own, rank = (
                (None, None) if leaderboard is None else await place_on(connection, leaderboard, player_id)
            )
        if own is None:
            return None
        found = replace(choice, provisional=rank is None)
        return found, 0 if rank is None else (rank - 1) // PAGE_SIZE

    @retried
    async def ladder(self, guild_id: int | None, reader_id: int, page: int) -> LadderPage:
        """Return one page (the first is 0) of the ladder of a guild, or of all games if it's None.

        It lists everyone who has beaten the computer. Wins with hints don't count.

        Raises:
            PastTheEndError: there is no such page, except the first.
        """
        wanted = Page(page, PAGE_SIZE, _LONGEST)
        pool = pool_of(guild_id)
        async with self._database.reading() as connection:
            rows, more = wanted.cut(
                await ladder.page(connection, pool, offset=wanted.offset, limit=wanted.limit)
            )
            if page and not rows:
                raise PastTheEndError
            own = await ladder.rung_of(connection, pool, reader_id)
            mine = None if own is None else _rung(own, 1 + await ladder.count_better(connection, pool, own))
        rungs = [_rung(row, rank) for rank, row in enumerate(rows, start=wanted.offset + 1)]
        return LadderPage(page, tuple(rungs), more, mine)


async def leaderboard_of(
    connection: AsyncConnection, choice: LeaderboardChoice, now: datetime, without: Collection[int]
) -> Leaderboard | None:
    """Return a leaderboard for a query, without some players; None if it's that of a season and none runs."""
    start = None
    if choice.period is Period.MONTH:
        start = now - _MONTH
    if choice.period is Period.SEASON:
        season = None if choice.guild_id is None else await seasons.running(connection, choice.guild_id)
        if season is None:
            return None
        start = season.started_at
    active_since = max(now - HIDDEN_AFTER, start or now - HIDDEN_AFTER)
    return Leaderboard(pool_of(choice.guild_id), choice.ruleset.value, now, active_since, start, without)


async def place_on(
    connection: AsyncConnection, leaderboard: Leaderboard, player_id: int
) -> tuple[PlaceRow | None, int | None]:
    """Return a player's row, if they're on the leaderboard, and their rank, if they have one."""
    row = await leaderboards.place_of(connection, leaderboard, leaderboard.now - _WEEK, player_id)
    if row is None or row.established_until is None or row.established_until <= leaderboard.now:
        return row, None
    return row, 1 + await leaderboards.count_better(connection, leaderboard, row.rating, player_id)


def _place(row: PlaceRow, rank: int | None, latest: dict[int, list[float]], now: datetime) -> RatedPlace:
    return RatedPlace(
        rank,
        Player(row.player_id, row.name),
        row.rating,
        deviation_at(now, row.deviation, row.volatility, row.rated_at),
        None if row.week_ago is None else row.rating - row.week_ago,
        tuple(latest[row.player_id]),
        row.games,
        row.streak,
    )


def _rung(row: RungRow, rank: int) -> Rung:
    return Rung(rank, Player(row.player_id, row.name), row.level, row.wins)
