"""Leaderboards of rated players, and the ladder of wins against the computer."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.standings import ladder, leaderboards, seasons
from bot.store.standings.ladder import Ladder, RungRow
from bot.store.standings.leaderboards import Leaderboard, PlaceRow
from bot.store.standings.ratings import pool_of
from bot.use_cases.standings.rated_games import rating_in
from bot.values.errors import PastTheEndError
from bot.values.glicko import aged, periods_between
from bot.values.pages import Page
from bot.values.players import Player
from bot.values.standings import LadderPage, LeaderboardChoice, LeaderboardPage, Period, RatedPlace, Rung

HIDDEN_AFTER: Final = timedelta(days=90)
"""Players who haven't played a rated game for this long aren't listed."""

PAGE_SIZE: Final = 10

_LONGEST: Final = 100_000
"""Maximum number of lines, so that players far down can find themselves."""

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
        self, choice: LeaderboardChoice, page: int, without: Collection[int] = (), *, reader_id: int
    ) -> LeaderboardPage:
        """Return one page (the first is 0) of a leaderboard of rated players, as ``reader_id`` sees it.

        Players with a rank come first, then those whose ratings are provisional, the highest first in both.
        No one in ``without`` is listed. Without a season, the leaderboard of the season is empty.

        Raises:
            PastTheEndError: there is no such page, except the first.
        """
        wanted = Page(page, PAGE_SIZE, _LONGEST)
        async with self._database.reading() as connection:
            leaderboard = await leaderboard_of(connection, choice, self._clock.now(), without)
            if leaderboard is None:
                return LeaderboardPage(page, (), more=False, own=None, is_started=False)
            rows, more = wanted.cut(await _rows(connection, leaderboard, wanted))
            if page and not rows:
                raise PastTheEndError
            own, rank = await place_on(connection, leaderboard, reader_id)
            listed = [row.player_id for row in rows] + ([] if own is None else [own.player_id])
            latest = await leaderboards.latest_ratings(connection, leaderboard, listed, limit=_LATEST)
        places = [
            _place(row, rank if row.is_established(leaderboard.now) else None, latest, leaderboard.now)
            for rank, row in enumerate(rows, start=wanted.offset + 1)
        ]
        mine = None if own is None else _place(own, rank, latest, leaderboard.now)
        return LeaderboardPage(page, tuple(places), more, mine)

    @retried
    async def page_of(
        self, choice: LeaderboardChoice, player_id: int, without: Collection[int] = ()
    ) -> int | None:
        """Return the page that lists a player, or None if they aren't on the leaderboard."""
        async with self._database.reading() as connection:
            leaderboard = await leaderboard_of(connection, choice, self._clock.now(), without)
            if leaderboard is None:
                return None
            own, rank = await place_on(connection, leaderboard, player_id)
            if own is None:
                return None
            if rank is not None:
                return (rank - 1) // PAGE_SIZE
            before = await leaderboards.count_before(connection, leaderboard, own.rating, player_id=player_id)
        return before // PAGE_SIZE

    @retried
    async def ladder(
        self, guild_id: int | None, *, reader_id: int, page: int, without: Collection[int] = ()
    ) -> LadderPage:
        """Return one page (the first is 0) of the ladder of a guild, or of all games if it's None.

        It lists everyone who has beaten the computer, except those in ``without``. Wins with hints don't
        count.

        Raises:
            PastTheEndError: there is no such page, except the first.
        """
        wanted = Page(page, PAGE_SIZE, _LONGEST)
        listed = Ladder(pool_of(guild_id), without)
        async with self._database.reading() as connection:
            rows, more = wanted.cut(
                await ladder.page(connection, listed, offset=wanted.offset, limit=wanted.limit)
            )
            if page and not rows:
                raise PastTheEndError
            own = await ladder.rung_of(connection, listed.pool, player_id=reader_id)
            mine = None if own is None else _rung(own, 1 + await ladder.count_better(connection, listed, own))
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
    if row is None or not row.is_established(leaderboard.now):
        return row, None
    return row, 1 + await leaderboards.count_better(connection, leaderboard, row.rating, player_id=player_id)


async def _rows(connection: AsyncConnection, leaderboard: Leaderboard, wanted: Page) -> list[PlaceRow]:
    """Return the rows of a page: of players with a rank, and, from where those end, of the others."""
    week = leaderboard.now - _WEEK
    rows = await leaderboards.ranked(connection, leaderboard, week, offset=wanted.offset, limit=wanted.limit)
    if len(rows) == wanted.limit:
        return rows
    skipped = 0
    if not rows and wanted.offset:
        skipped = wanted.offset - await leaderboards.count_ranked(connection, leaderboard)
    others = await leaderboards.provisional(
        connection, leaderboard, week, offset=skipped, limit=wanted.limit - len(rows)
    )
    return [*rows, *others]


def _place(row: PlaceRow, rank: int | None, latest: dict[int, list[float]], now: datetime) -> RatedPlace:
    return RatedPlace(
        rank,
        Player(row.player_id, row.name),
        rating=row.rating,
        deviation=aged(rating_in(row), periods_between(row.rated_at, now)).deviation,
        change=None if row.week_ago is None else row.rating - row.week_ago,
        latest=tuple(latest[row.player_id]),
        games=row.games,
        streak=row.streak,
    )


def _rung(row: RungRow, rank: int) -> Rung:
    return Rung(rank, Player(row.player_id, row.name), row.level, row.wins)
