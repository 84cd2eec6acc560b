"""Checks whether this machine has what the bot needs, before it's started or beside it."""

import base64
import binascii
import re
from collections.abc import Iterator
from importlib.util import find_spec

from bot.environment import SettingError
from bot.hosting.data_checks import check_backups, check_database, check_disk, check_permissions
from bot.hosting.findings import Finding, Level, failed, invalid, ok, warning
from bot.settings import Settings
from render.text.lettering import EMOJI_FONTS, SHAPING

_TOKEN = re.compile(r"([\w-]+)\.[\w-]+\.[\w-]+", re.ASCII)

_EXIT_CODES = {Level.OK: 0, Level.WARNING: 0, Level.FAILED: 1, Level.INVALID: 2}


def report_checks() -> int:
    """Print a line for each check, with what to do; return the exit code.

    It's 0 if the bot can run, 1 if not, and 2 if a setting is invalid. The bot may be running.
    """
    code = 0
    for finding in _findings():
        print(finding, flush=True)  # noqa: T201 - for the terminal
        code = max(code, _EXIT_CODES[finding.level])
    return code


def _findings() -> Iterator[Finding]:
    try:
        settings = Settings.load()
        settings.database()
    except SettingError as error:
        yield invalid("settings", error)
        yield from _check_fonts()
        return
    yield ok("settings", "all are valid.")
    yield _check_token(settings)
    # Opening the database takes away what others may do with it.
    yield from check_permissions(settings)
    yield from check_database(settings)
    yield check_disk(settings)
    yield check_backups(settings)
    yield from _check_fonts()
    yield _check_solver(settings)


def _check_token(settings: Settings) -> Finding:
    try:
        token = settings.token()
    except SettingError as error:
        return invalid("token", error)
    found = _TOKEN.fullmatch(token)
    if found is None or not _is_id(found[1]):
        return failed(
            "token",
            "DISCORD_TOKEN doesn't look like a bot's token, which has three parts with periods between them. "
            "Copy it again from the Discord Developer Portal: Bot > Reset Token.",
        )
    return ok("token", "it looks valid. You'll see whether Discord accepts it when the bot starts.")


def _is_id(encoded: str) -> bool:
    """Whether this is the id of an application as tokens begin with it."""
    try:
        return base64.urlsafe_b64decode(f"{encoded}{'=' * (-len(encoded) % 4)}").isdigit()
    except binascii.Error:
        return False


def _check_fonts() -> Iterator[Finding]:
    if any(font.exists() for font in EMOJI_FONTS):
        yield ok("emoji font", "it's installed.")
    else:
        yield warning(
            "emoji font",
            "Pictures leave out emoji in names. Install Noto Color Emoji (Debian: fonts-noto-color-emoji).",
        )
    if SHAPING:
        yield ok("FriBidi", "it's installed.")
    else:
        yield warning(
            "FriBidi", "Pictures don't join Arabic and Indic letters. Install FriBidi (Debian: libfribidi0)."
        )


def _check_solver(settings: Settings) -> Finding:
    if settings.solver_megabytes == 0:
        return ok("solver", "it's turned off (PYRGA_SOLVER_MEGABYTES=0), so no one can play the computer.")
    if find_spec("numba") is None:
        return warning(
            "solver",
            "There's no computer to play, and no hints or reviews. Install the extra `solver`, "
            "or set PYRGA_SOLVER_MEGABYTES=0.",
        )
    return ok("solver", f"it's installed. Its table uses {settings.solver_megabytes} MB while it's needed.")
