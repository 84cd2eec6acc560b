"""Which commands Discord has, so that they're only sent when they have changed."""

from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.processes import processes


class SyncedCommands:
    """The commands that were sent to Discord, according to one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @retried
    async def are_known(self, application_id: int, digest: str) -> bool:
        """Return whether the commands with this digest are the ones that were last sent to Discord."""
        async with self._database.reading_once() as connection:
            return await processes.fetch_digest(connection, application_id) == digest

    @retried
    async def note(self, application_id: int, digest: str) -> None:
        """Record that the commands with this digest were sent to Discord."""
        async with self._database.writing() as connection:
            await processes.note_digest(connection, application_id, digest)
