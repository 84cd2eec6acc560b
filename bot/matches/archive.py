"""Archives the moves of games that ended long ago, a few games at a time."""

from datetime import timedelta

from bot.clock import Clock
from bot.store import archive
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried

GAMES_AT_ONCE = 50
"""Maximum number of games that one transaction archives."""


class Archive:
    """The moves of games in one database that ended more than ``days`` days ago; 0 archives none."""

    def __init__(self, database: Database, clock: Clock, days: int) -> None:
        self._database = database
        self._clock = clock
        self._days = days
        self._last = 0

    @retried
    async def archive_some(self) -> bool:
        """Archive the moves of some games; return whether there may be more right now.

        If the process is killed meanwhile, nothing is left half done: the next one continues.
        """
        if self._days == 0:
            return False
        before = self._clock.now() - timedelta(days=self._days)
        async with self._database.reading() as connection:
            found = await archive.stored_after(connection, self._last, GAMES_AT_ONCE)
        ended = [row.number for row in found if row.finished_at is not None and row.finished_at < before]
        if ended:
            async with self._database.writing() as connection:
                await archive.archive(connection, ended)
        # Numbers rise with time, so the games that follow haven't ended long enough ago, either.
        is_last = len(found) < GAMES_AT_ONCE or found[-1].created_at >= before
        self._last = 0 if is_last else found[-1].number
        return not is_last
