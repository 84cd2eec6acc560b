"""Seasons of a server: when one ends, its leaderboards are kept and ratings become less certain."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.transactions import retried
from bot.store.settings import rating_roles
from bot.store.settings.guilds import remember_guild
from bot.store.standings import ratings, seasons
from bot.store.standings.leaderboards import rated_players
from bot.store.standings.ranked_lists import page
from bot.use_cases.standings.badges import give
from bot.use_cases.standings.leaderboards import leaderboard_since
from bot.use_cases.standings.ratings import RESTART_DEVIATION
from bot.use_cases.use_cases import UseCases
from bot.values.badges import Badge
from bot.values.errors import NoSeasonError, RunningSeasonError, UnknownSeasonError
from bot.values.players import Player
from bot.values.standings import FinalPlace, LeaderboardChoice, Season
from engine import Ruleset

_MEDALS: Final = {1: Badge.SEASON_GOLD, 2: Badge.SEASON_SILVER, 3: Badge.SEASON_BRONZE}

KEPT_PLACES: Final = 100
"""Maximum number of places of each leaderboard that are kept at the end of a season."""


@dataclass(frozen=True, slots=True)
class SeasonEnd:
    """The end of a season, to be announced in a channel."""

    season: Season
    channel_id: int


class Seasons(UseCases):
    """The seasons in one database. Months are those of UTC."""

    async def running(self, guild_id: int) -> Season | None:
        return await self._database.read_once(seasons.running, guild_id)

    async def ended(self, number: int, *, guild_id: int) -> Season:
        """Return a past season of a server."""
        row = await self._database.read_once(seasons.fetch, number, guild_id=guild_id)
        if row is None or row.ended_at is None:
            raise UnknownSeasonError
        return row

    @retried
    async def start(self, guild_id: int, *, repeated: bool = False) -> Season:
        """Start a server's next season, and return it."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember_guild(connection, guild_id, now)
            await ratings.keep_others_out(connection)
            running = await seasons.running(connection, guild_id)
            if running is not None:
                if repeated:
                    return running
                raise RunningSeasonError(running.number)
            return await seasons.start(connection, guild_id, now)

    @retried
    async def end(self, guild_id: int, *, repeated: bool = False) -> Season:
        """End a server's season: keep its leaderboards, and make its ratings less certain; return it."""
        async with self._database.writing() as connection:
            await ratings.keep_others_out(connection)
            running = await seasons.running(connection, guild_id)
            ended = await seasons.newest(connection, guild_id) if repeated else None
            if running is None and ended is not None:
                return ended
            if running is None:
                raise NoSeasonError
            return await _end(connection, running, self._clock.now())

    async def due(self) -> list[int]:
        """Return the servers with monthly seasons whose next one has to begin."""
        return await self._database.read_once(seasons.due, self._month())

    @retried
    async def roll_over(self, guild_id: int) -> None:
        """End the season of an earlier month in a server, if one is running, and start this month's."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await ratings.keep_others_out(connection)
            running = await seasons.running(connection, guild_id)
            if running is not None:
                if running.started_at >= self._month():
                    return
                await _end(connection, running, now)
            await seasons.start(connection, guild_id, now)

    async def final_places(
        self, season: Season, ruleset: Ruleset, *, limit: int = KEPT_PLACES
    ) -> Sequence[FinalPlace]:
        """Return the leaderboard of a ruleset at the end of a season."""
        return await self._database.read_once(seasons.places_of, season.id, ruleset.value, limit=limit)

    async def to_announce(self, limit: int) -> list[SeasonEnd]:
        """Return the ends of seasons that haven't been announced yet."""
        found = await self._database.read_once(seasons.to_announce, limit)
        return [SeasonEnd(row, channel_id) for row, channel_id in found]

    async def announced(self, end: SeasonEnd) -> None:
        """Record that the end of a season was announced, or can't be."""
        await self._database.write(seasons.mark_announced, end.season.id)

    def _month(self) -> datetime:
        now = self._clock.now().astimezone(UTC)
        return now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


async def _end(connection: AsyncConnection, season: Season, now: datetime) -> Season:
    for ruleset in Ruleset:
        await _keep_places(connection, season, ruleset, now)
    await seasons.end(connection, season.id, now)
    await ratings.add_restart(connection, season.id)
    await ratings.widen(connection, season.guild_id, deviation=RESTART_DEVIATION)
    await rating_roles.note_everyone(connection, season.guild_id, now)
    return replace(season, ended_at=now)


async def _keep_places(connection: AsyncConnection, season: Season, ruleset: Ruleset, now: datetime) -> None:
    leaderboard = leaderboard_since(season.started_at, LeaderboardChoice(season.guild_id, ruleset), now)
    rows = await page(connection, rated_players(leaderboard), offset=0, limit=KEPT_PLACES)
    places = [
        FinalPlace(row.rank, Player(row.player_id, row.name), row.rating, row.games, row.streak)
        for row in rows
        if row.rank is not None
    ]
    await seasons.keep_places(connection, season.id, ruleset.value, places)
    for place in places[: len(_MEDALS)]:
        await give(connection, place.player.id, {_MEDALS[place.rank]}, now)
