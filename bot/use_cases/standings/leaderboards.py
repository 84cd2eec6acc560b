"""Leaderboards of rated players, and the ladder of wins against the computer."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.transactions import retried
from bot.store.standings import leaderboards, ranked_lists, seasons
from bot.store.standings.leaderboards import Leaderboard, PlaceRow, rated_players
from bot.store.standings.ranked_lists import RankedList
from bot.store.standings.ratings import pool_of
from bot.use_cases.standings.ratings import rating_in
from bot.use_cases.use_cases import UseCases
from bot.values.errors import PastTheEndError
from bot.values.glicko import aged, periods_between
from bot.values.pages import Page
from bot.values.players import Player
from bot.values.standings import LeaderboardChoice, Line, Period, RankedPage, RatedPlace, Rung

HIDDEN_AFTER: Final = timedelta(days=90)
"""Players who haven't played a rated game for this long aren't listed."""

PAGE_SIZE: Final = 10

_LONGEST: Final = 100_000
"""Maximum number of lines, so that players far down can find themselves."""

_MONTH: Final = timedelta(days=30)
_LATEST: Final = 12
"""Number of each player's latest ratings on a page."""


class Leaderboards(UseCases):
    """The standings in one database."""

    @retried
    async def people(
        self, choice: LeaderboardChoice, page: int | None, without: Collection[int] = (), *, reader_id: int
    ) -> RankedPage[RatedPlace]:
        """Return one page of a leaderboard of rated players, as in ``read_page``.

        Players with a rank come first, then those whose ratings are provisional, the highest first in both.
        No one in ``without`` is listed. Without a season, the leaderboard of the season is empty.
        """
        async with self._database.reading() as connection:
            leaderboard = await leaderboard_of(connection, choice, self._clock.now(), without)
            if leaderboard is None:
                return RankedPage(page or 0, (), more=False, own=None, is_started=False)
            found = await read_page(connection, rated_players(leaderboard), page, reader_id=reader_id)
            listed = [*found.lines, *([] if found.own is None else [found.own])]
            latest = await leaderboards.latest_ratings(
                connection, leaderboard, [row.player_id for row in listed], limit=_LATEST
            )
        return found.showing(lambda row: _place(row, latest, leaderboard.now))

    async def ladder(
        self, page: int | None, without: Collection[int] = (), *, guild_id: int | None, reader_id: int
    ) -> RankedPage[Rung]:
        """Return one page of the ladder of a guild, or of all games if it's None, as in ``read_page``.

        It lists everyone who has beaten the computer, except those in ``without``. Wins with hints don't
        count.
        """
        ranking = leaderboards.ladder(pool_of(guild_id), without)
        return await self._database.read(read_page, ranking, page, reader_id=reader_id)


async def read_page(
    connection: AsyncConnection,
    ranking: RankedList[Line],
    page: int | None,
    *,
    reader_id: int,
    size: int = PAGE_SIZE,
) -> RankedPage[Line]:
    """Return one page of a list (the first is 0) as ``reader_id`` sees it; None is the page with the reader.

    Raises:
        PastTheEndError: there is no such page, except the first.
    """
    if page is None:
        before = await ranked_lists.count_before(connection, ranking, reader_id)
        page = (before or 0) // size
    wanted = Page(page, size, _LONGEST)
    found = await ranked_lists.page(connection, ranking, offset=wanted.offset, limit=wanted.limit)
    lines, more = wanted.cut(found)
    if page and not lines:
        raise PastTheEndError
    own = await ranked_lists.line_of(connection, ranking, reader_id)
    return RankedPage(page, tuple(lines), more, own)


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
    return leaderboard_since(start, choice, now, without)


def leaderboard_since(
    start: datetime | None, choice: LeaderboardChoice, now: datetime, without: Collection[int] = ()
) -> Leaderboard:
    """Return a leaderboard that counts the games since ``start``, or all of them if it's None."""
    active_since = max(now - HIDDEN_AFTER, start or now - HIDDEN_AFTER)
    return Leaderboard(pool_of(choice.guild_id), choice.ruleset.value, now, active_since, start, without)


def _place(row: PlaceRow, latest: dict[int, list[float]], now: datetime) -> RatedPlace:
    return RatedPlace(
        row.rank,
        Player(row.player_id, row.name),
        rating=row.rating,
        deviation=aged(rating_in(row), periods_between(row.rated_at, now)).deviation,
        change=None if row.week_ago is None else row.rating - row.week_ago,
        latest=tuple(latest[row.player_id]),
        games=row.games,
        streak=row.streak,
    )
