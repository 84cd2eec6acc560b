"""Which commands Discord has, so that they're only sent when they have changed."""

from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.processes import commands


class SyncedCommands:
    """The commands that Discord has been told, as far as one database knows."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @retried
    async def are_known(self, application_id: int, digest: str) -> bool:
        """Return whether the commands with this digest are those that Discord was told last."""
        async with self._database.reading_once() as connection:
            return await commands.digest(connection, application_id) == digest

    @retried
    async def note(self, application_id: int, digest: str) -> None:
        """Record that Discord has been told the commands with this digest."""
        async with self._database.writing() as connection:
            await commands.note(connection, application_id, digest)
