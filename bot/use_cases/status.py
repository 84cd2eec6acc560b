"""How the bot is doing, as its database tells."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.store import games, processes
from bot.store.clocks import heartbeats
from bot.store.clocks.heartbeats import Heartbeat
from bot.store.connections.transactions import retried
from bot.use_cases.use_cases import UseCases

_TELLING_THE_HOST = "telling the host"
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """How all processes with a database are doing, the latest heartbeat first, and what's in it."""

    at: datetime
    heartbeats: tuple[Heartbeat, ...]
    running_games: int
    boards_to_redraw: int
    moved_at: datetime | None
    """When the last move was stored."""


class Statuses(UseCases):
    """What one database says of the processes that use it, and of the games in it."""

    @retried
    async def read(self) -> Status:
        """Return how the bot is doing now."""
        async with self._database.reading() as connection:
            return Status(
                at=await self._common_time(connection),
                heartbeats=await heartbeats.running(connection),
                running_games=await games.count_running(connection),
                boards_to_redraw=await games.count_unshown(connection),
                moved_at=await games.last_move(connection),
            )

    @retried
    async def take_turn_to_tell(self) -> bool:
        """Return whether the host may be told something now: if no process has done so for a day."""
        async with self._database.writing() as connection:
            now = await self._common_time(connection)
            holder, until = self._database.process, now + _DAY
            return None is not await processes.take_lease(
                connection, _TELLING_THE_HOST, holder=holder, now=now, until=until
            )

    @retried
    async def give_turn_back(self) -> None:
        """Let the host be told later what couldn't be told now."""
        async with self._database.writing() as connection:
            now = await self._common_time(connection)
            holder = self._database.process
            await processes.release_lease(connection, _TELLING_THE_HOST, holder=holder, now=now)
