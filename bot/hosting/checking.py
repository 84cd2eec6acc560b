"""Checks whether this machine has what the bot needs, before it's started or beside it."""

import asyncio
import base64
import binascii
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from bot.clock import SystemClock
from bot.environment import ENV_FILE, SettingError
from bot.machine import existing, room_of
from bot.settings import Settings
from bot.store.connections.database import try_writing
from bot.store.connections.errors import UnusableDatabaseError, reason
from bot.store.copies import DailyBackups, MigrationBackups
from bot.store.schema.revision import (
    Migration,
    needing_stop,
    newest_revision,
    pending_after,
    reasons,
    remedy_for,
    too_new,
)
from render.text.lettering import EMOJI_FONTS, SHAPING

_TOKEN = re.compile(r"([\w-]+)\.[\w-]+\.[\w-]+", re.ASCII)
_OTHERS = 0o077
_OVERDUE = timedelta(days=2)


class _Level(StrEnum):
    """How bad it is: the bot runs, runs without something, can't run, or a setting is invalid."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class _Finding:
    """What one check has found. ``told`` says what to do, unless all is well."""

    level: _Level
    subject: str
    told: str

    def __str__(self) -> str:
        return f"{self.level:8} {self.subject}: {self.told}"


_ok = partial(_Finding, _Level.OK)
_warning = partial(_Finding, _Level.WARNING)
_failed = partial(_Finding, _Level.FAILED)


def _invalid(subject: str, error: SettingError) -> _Finding:
    """Return what's told of an invalid setting."""
    return _Finding(_Level.INVALID, subject, f"{error.setting}: {error.problem} {error.remedy}")


_EXIT_CODES = {_Level.OK: 0, _Level.WARNING: 0, _Level.FAILED: 1, _Level.INVALID: 2}


def report_checks() -> int:
    """Print a line for each check, with what to do; return the exit code.

    It's 0 if the bot can run, 1 if not, and 2 if a setting is invalid. The bot may be running.
    """
    code = 0
    for finding in _findings():
        print(finding, flush=True)  # noqa: T201 - for the terminal
        code = max(code, _EXIT_CODES[finding.level])
    return code


def _findings() -> Iterator[_Finding]:
    try:
        settings = Settings.load()
        settings.database()
    except SettingError as error:
        yield _invalid("settings", error)
        yield from _check_fonts()
        return
    unknown = Settings.unknown()
    if unknown:
        yield _warning(
            "settings", f"these don't exist: {', '.join(unknown)}. See .env.example for all names."
        )
    else:
        yield _ok("settings", "all are valid.")
    yield _check_token(settings)
    # Opening the database takes away what others may do with it.
    yield from _check_permissions(settings)
    yield from _check_database(settings)
    yield _check_disk(settings)
    yield _check_backups(settings)
    yield from _check_fonts()
    yield _check_solver(settings)


def _check_token(settings: Settings) -> _Finding:
    try:
        token = settings.token()
    except SettingError as error:
        return _invalid("token", error)
    found = _TOKEN.fullmatch(token)
    if found is None or not _is_id(found[1]):
        return _failed(
            "token",
            "DISCORD_TOKEN doesn't look like a bot's token, which has three parts with periods between them. "
            "Copy it again from the Discord Developer Portal: Bot > Reset Token.",
        )
    return _ok("token", "it looks valid. You'll see whether Discord accepts it when the bot starts.")


def _is_id(encoded: str) -> bool:
    """Return whether this is the id of an application as tokens begin with it."""
    try:
        return base64.urlsafe_b64decode(f"{encoded}{'=' * (-len(encoded) % 4)}").isdigit()
    except binascii.Error:
        return False


def _check_fonts() -> Iterator[_Finding]:
    if any(font.exists() for font in EMOJI_FONTS):
        yield _ok("emoji font", "it's installed.")
    else:
        yield _warning(
            "emoji font",
            "Pictures leave out emoji in names. Install Noto Color Emoji (Debian: fonts-noto-color-emoji).",
        )
    if SHAPING:
        yield _ok("FriBidi", "it's installed.")
    else:
        yield _warning(
            "FriBidi", "Pictures don't join Arabic and Indic letters. Install FriBidi (Debian: libfribidi0)."
        )


def _check_solver(settings: Settings) -> _Finding:
    if settings.solver_megabytes == 0:
        return _ok("solver", "it's turned off (PYRGA_SOLVER_MEGABYTES=0), so no one can play the computer.")
    if find_spec("numba") is None:
        return _warning(
            "solver",
            "There's no computer to play, and no hints or reviews. If docs/hosting.md says that this machine "
            "can have one, install the extra `solver`; or set PYRGA_SOLVER_MEGABYTES=0.",
        )
    return _ok("solver", f"it's installed. Its table uses {settings.solver_megabytes} MB while it's needed.")


def _check_database(settings: Settings) -> Iterator[_Finding]:
    """Yield whether it can be read and written, and which version its tables have."""
    file = settings.database_file()
    if file is not None and not file.exists():
        yield _check_new(file)
        return
    try:
        revision = asyncio.run(try_writing(settings.database()))
    except ModuleNotFoundError:
        yield _failed("database", "PostgreSQL needs the extra `postgresql`. Install it.")
    except SettingError as error:
        yield _invalid("database", error)
    except (SQLAlchemyError, sqlite3.Error, UnusableDatabaseError, OSError) as error:
        yield _failed("database", f"It can't be used: {reason(error)}. {_remedy(file)}")
    else:
        yield _ok("database", "it can be read and written.")
        yield _check_revision(revision, MigrationBackups(settings))


def _check_new(file: Path) -> _Finding:
    folder = existing(file)
    if not os.access(folder, os.W_OK):
        remedy = "Make it writable for the user running the bot, or set PYRGA_DATABASE_URL."
        return _failed("database", f"The bot can't create {file}: it can't write to {folder}. {remedy}")
    return _ok("database", f"there's none at {file} yet. The bot creates it when it first starts.")


def _remedy(file: Path | None) -> str:
    if file is None:
        return "Check PYRGA_DATABASE_URL, that the server is running, and what its user is allowed to do."
    return "Make it and its folder writable for the user running the bot. If it's damaged, restore a backup."


def _check_revision(revision: str | None, backups: MigrationBackups) -> _Finding:
    newest = newest_revision()
    if revision is None:
        return _ok("tables", "there are none yet. The bot creates them when it first starts.")
    if revision > newest:
        return _failed(
            "tables", f"{too_new('The database', revision)} {remedy_for(revision, backups.newest())}"
        )
    if revision < newest:
        return _ok(
            "tables",
            f"they're at version {revision}. When the bot starts, it makes a backup and updates them to "
            f"{newest}. {_about_others(pending_after(revision))}",
        )
    return _ok("tables", f"they're up to date, at version {revision}.")


def _about_others(pending: Sequence[Migration]) -> str:
    """Return what processes of an older version have to do before these migrations."""
    if not needing_stop(pending):
        return "Running processes can keep going."
    return f"Stop all processes first, because of {reasons(pending)}."


def _check_permissions(settings: Settings) -> Iterator[_Finding]:
    """Yield whether others on this machine can read the games or the token."""
    file = settings.database_file()
    private = [ENV_FILE] if file is None else [ENV_FILE, file, Path(f"{file}-wal")]
    open_to_others = [path for path in private if path.exists() and path.stat().st_mode & _OTHERS]
    if os.name == "posix":
        for path in open_to_others:
            told = f"Others on this machine have access to {path}. Run: chmod go= {path}"
            yield _warning("permissions", told)
        if not open_to_others:
            yield _ok("permissions", "only their owner has access to the database and .env.")


def _check_disk(settings: Settings) -> _Finding:
    """Return whether there's room for the database to grow, and for a copy of it."""
    room = room_of(settings)
    if room.is_short:
        return _failed("disk", f"Only {room}. Free up some space.")
    if room.is_tight:
        taken = f"the database takes {room.taken // 1_000_000:,} MB"
        return _warning("disk", f"Only {room}, and {taken}. Free up some space.")
    return _ok("disk", f"{room}.")


def _check_backups(settings: Settings) -> _Finding:
    """Return whether there are daily backups, if they're wanted."""
    if settings.backups == 0:
        return _ok("backups", "the bot doesn't make any by itself. Set PYRGA_BACKUPS to get one every day.")
    folder = settings.daily_backup_folder()
    if not os.access(existing(folder), os.W_OK):
        return _failed(
            "backups", f"The bot can't write to {folder}. Make it writable for the user running it."
        )
    if settings.database_file() is None and shutil.which("pg_dump") is None:
        return _failed("backups", "pg_dump isn't installed. Install PostgreSQL's client programs.")
    stored = DailyBackups(settings.database(), folder, settings.backups).stored()
    if not stored:
        return _ok("backups", f"there's none in {folder} yet. A running bot makes one every day.")
    newest = stored[-1]
    if SystemClock().now().timestamp() - newest.stat().st_mtime > _OVERDUE.total_seconds():
        return _warning("backups", f"The newest is {newest}, more than two days old. The bot's log says why.")
    return _ok("backups", f"the newest is {newest}.")
