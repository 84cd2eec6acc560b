"""What is in a backup, and what is wrong with one."""

from dataclasses import dataclass

from bot.store.schema.revision import newest_revision, remedy_for, too_new

OTHER_BACKUP = "Choose another backup."
OTHER_DATABASE = "Set PYRGA_DATABASE_URL to the bot's database."


class BackupError(Exception):
    """A backup can't be written or restored. ``problem`` and ``remedy`` are whole sentences."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem} {remedy}")
        self.problem = problem
        self.remedy = remedy


class StoppedBackupError(BackupError):
    """The bot is stopping, so the backup was given up."""

    def __init__(self) -> None:
        super().__init__("The bot is stopping.", "It makes the backup after it starts again.")


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database has: the version of its tables, None if they aren't the bot's, and the rows in each."""

    revision: str | None
    rows: dict[str, int]

    def check(self, name: str, remedy: str) -> None:
        """Check that it's a database of the bot that this version can use, perhaps after a migration.

        Raises:
            BackupError: it isn't. The error calls it ``name``, and says ``remedy`` if it isn't the bot's.
        """
        if self.revision is None or not {"games", "players"} <= self.rows.keys():
            raise BackupError(f"{name} isn't a database of the bot.", remedy)
        if self.revision > newest_revision():
            raise BackupError(too_new(name, self.revision), remedy_for(self.revision))

    def __str__(self) -> str:
        """The counts as text: ``games: 12, players: 5``."""
        return f"games: {self.rows['games']}, players: {self.rows['players']}"
