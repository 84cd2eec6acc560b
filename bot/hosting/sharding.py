"""Which shards a process runs, and why it may not run them."""

from datetime import timedelta

from bot.clock import SystemClock
from bot.environment import SettingError
from bot.settings import Settings
from bot.sharded_client import SessionStartsError
from bot.shards import Shards, ShardsError

_MINUTE = timedelta(minutes=1)


def chosen_shards(ids: tuple[int, ...] | None, count: int | None) -> Shards | None:
    """The shards with these ids of ``count``; None if neither is given.

    Raises:
        SettingError: one is missing, or they don't fit each other.
    """
    if ids is None and count is None:
        return None
    if ids is None or count is None:
        raise SettingError(
            "--shards" if ids is None else "--of",
            "It's missing: --shards and --of go together.",
            "Give both, as in --shards 0-3 --of 16.",
        )
    try:
        return Shards(ids, count)
    except ShardsError as error:
        raise SettingError("--shards", f"{str(error).capitalize()}.", "Shards are counted from 0.") from None


def check_database(settings: Settings, shards: Shards | None) -> None:
    """Check that other processes can run the shards that this one doesn't.

    Raises:
        SettingError: they can't, because the database is a file of this process alone.
    """
    if shards is None or shards.are_all or settings.database_file() is None:
        return
    raise SettingError(
        "PYRGA_DATABASE_URL",
        f"An SQLite file is for one process, and this one would only run the shards {shards}.",
        "Run all shards in one process, without --shards and --of, or move to PostgreSQL.",
    )


def refused_start(error: SessionStartsError) -> SettingError:
    """What a host is told whose bot has connected too often."""
    returning = SystemClock().now() + error.wait + _MINUTE
    return SettingError(
        "DISCORD_TOKEN",
        f"This process has {error.needed} shards, and Discord lets only {error.remaining} connect for now.",
        f"Start it again after {returning:%Y-%m-%d %H:%M} UTC:"
        " Discord resets the token of a bot that connects too often.",
    )
