"""What a host does with the database: back it up, move it, repair it, and serve people's rights.

Two bots on one SQLite file would both answer every click, so a second process is kept away from it. On
PostgreSQL they may, so that one can follow the other. People who can't use ``/pyrga privacy`` ask the host.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from importlib.util import find_spec
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import SystemClock
from bot.environment import OWNER_ONLY, SettingError
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.connections.errors import UnusableDatabaseError, reason
from bot.store.copies import GO_ON, back_up, move, restore
from bot.store.moderation import ReportRow
from bot.use_cases.games.games import Games
from bot.use_cases.privacy import Deletion, Deletions, Exports
from bot.use_cases.servers import Reports
from bot.use_cases.standings import badges, openings, ratings, recomputing
from bot.values.players import Player, printable
from engine import puzzles


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Database]:
    """Give the database of the settings, which there is, for as long as the block lasts."""
    _check_file(settings)
    database = Database(settings.database())
    try:
        yield database
    except (SQLAlchemyError, UnusableDatabaseError) as error:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            f"The bot can't use the database: {reason(error)}.",
            "Check that it's the database this version of the bot runs with.",
        ) from None
    finally:
        await database.close()


def _check_file(settings: Settings) -> None:
    file = settings.database_file()
    if file is not None and not file.is_file():
        raise SettingError("PYRGA_DATABASE_URL", f"There's no database at {file}.", "Check its path.")


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Keep others away from the SQLite file of the settings for as long as the block lasts.

    The system ends the lock with the process, however that ends. The empty file ``…-lock`` beside the
    database stays.

    Raises:
        SettingError: another process has the file.
    """
    file = settings.database_file()
    if file is None:
        yield
        return
    # A lock that is only the existence of a file would outlive a process that was killed.
    lock = FileLock(f"{file.resolve()}-lock", mode=OWNER_ONLY, blocking=False, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            f"Another process of the bot is using {file}.",
            "Stop it first, or give this one a database of its own.",
        ) from None
    except OSError as error:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            f"The bot can't lock {file} ({error.strerror}).",
            "Make its folder writable for the user running the bot, or choose another file.",
        ) from None
    try:
        yield
    finally:
        lock.release()


def recompute(subject: str) -> int:
    """Compute a subject from the games, correct what is stored, and print how many rows were wrong.

    Returns the exit code. The bot may be running.
    """
    print(f"Rows corrected: {asyncio.run(_recomputed(_SUBJECTS[subject]))}")  # noqa: T201 - for the terminal
    return 0


async def _recomputed(compute: Callable[[AsyncConnection], Awaitable[object]]) -> object:
    async with opened(Settings.load()) as database, database.writing() as connection:
        return await compute(connection)


async def _standings(connection: AsyncConnection) -> str:
    records, ladder = await recomputing.recompute_standings(connection)
    return f"{records} in the records, {ladder} in the ladder"


async def _badges(connection: AsyncConnection) -> int:
    return await badges.recompute(connection, puzzles())


_SUBJECTS: dict[str, Callable[[AsyncConnection], Awaitable[object]]] = {
    "standings": _standings,
    "ratings": ratings.recompute,
    "badges": _badges,
    "openings": openings.recompute,
}


def export_person(person: int) -> int:
    """Print everything that's stored about the person with this Discord id; return the exit code."""
    exported = asyncio.run(_export(person))
    if exported is None:
        return _nothing_about(person)
    sys.stdout.buffer.write(exported)
    return 0


def print_reports() -> int:
    """Print what players reported about games in two places, the last report first; return the exit code."""
    for report in asyncio.run(_reports()):
        print(_report_line(report))  # noqa: T201 - for the terminal
    return 0


async def _reports() -> Sequence[ReportRow]:
    async with opened(Settings.load()) as database:
        return await Reports(database, SystemClock()).newest()


def _report_line(report: ReportRow) -> str:
    names = {report.white_id: report.white_name, report.black_id: report.black_name}
    sides = {player_id: Player(player_id, name).name for player_id, name in names.items()}
    by = sides.pop(report.reporter_id, "?")
    about = ", ".join(f"{name} ({player_id})" for player_id, name in sides.items())
    text = printable(json.dumps(report.text or "", ensure_ascii=False))
    at = f"{report.reported_at:%Y-%m-%d %H:%M} UTC"
    return f"{at}  game {report.game_id}  {by} ({report.reporter_id}) about {about}: {text}"


def delete_person(person: int) -> int:
    """Delete what's stored about the person with this Discord id, and say so; return the exit code.

    If the bot is running, it shows what ended by that.
    """
    deletion = asyncio.run(_delete(person))
    if deletion is None:
        return _nothing_about(person)
    ended = f"Games resigned: {len(deletion.games)}, challenges closed: {len(deletion.challenges)}."
    print(f"Deleted. {ended}")  # noqa: T201 - for the terminal
    return 0


async def _export(person: int) -> bytes | None:
    async with opened(Settings.load()) as database:
        return await Exports(database).export(person)


async def _delete(person: int) -> Deletion | None:
    async with opened(Settings.load()) as database:
        clock = SystemClock()
        return await Deletions(database, clock, Games(database, clock)).delete(person)


def _nothing_about(person: int) -> int:
    print(f"Nothing is stored about {person}.", file=sys.stderr)  # noqa: T201 - for the terminal
    return 1


def back_up_to(file: Path) -> int:
    """Copy the database to a new file, and return the exit code. The bot may be running."""
    back_up(Settings.load().database(), file)
    print(f"Backed up the database to {file} ({file.stat().st_size / 1_000_000:,.1f} MB).")  # noqa: T201 - for the terminal
    return 0


def restore_from(file: Path) -> int:
    """Put a backup in the place of the database; return the exit code."""
    settings = Settings.load()
    settings.prepare_data_folder()
    with alone(settings):
        kept = restore(file, settings.database(), SystemClock().now())
    print(f"Restored the database from {file}.")  # noqa: T201 - for the terminal
    if kept is not None:
        print(f"The previous database is now {kept}. Delete it once everything works.")  # noqa: T201 - as above
    return 0


def move_database(source: str, *, target: str) -> int:
    """Copy everything from one database to an empty one, verify the copy, and return the exit code.

    Each is an address as in ``PYRGA_DATABASE_URL``, or the path of an SQLite file. Passwords aren't printed.
    """
    urls: list[URL] = []
    with ExitStack() as stack:
        for side, address in (("FROM", source), ("TO", target)):
            try:
                settings = _settings(address, is_source=side == "FROM")
                stack.enter_context(alone(settings))
            except SettingError as error:
                raise SettingError(side, error.problem, error.remedy) from None
            urls.append(settings.database())
        try:
            move(urls[0], urls[1], lambda doing: print(doing, flush=True))  # noqa: T201 - for the terminal
        except KeyboardInterrupt:
            print(f"Interrupted. {GO_ON}", file=sys.stderr)  # noqa: T201 - for the terminal
            raise
    print("Everything is copied and verified. Set PYRGA_DATABASE_URL to TO's address, then start the bot.")  # noqa: T201 - for the terminal
    return 0


def _settings(address: str, *, is_source: bool) -> Settings:
    settings = Settings(database_url=address if "://" in address else f"sqlite:///{address}")
    file = settings.database_file()
    if file is None and find_spec("psycopg") is None:
        raise SettingError("PYRGA_DATABASE_URL", "PostgreSQL needs the extra `postgresql`.", "Install it.")
    if is_source:
        _check_file(settings)
    settings.prepare_data_folder()
    return settings
