"""What the environment and the ``.env`` file say. Only this module reads them.

It loads little, because ``pyrga health`` runs twice a minute: everything else about settings is in
``bot.settings``. pydantic-settings would take 0.3 s and 30 MB, more than an idle bot can spare.
"""

import os
import re
from io import StringIO
from pathlib import Path

DEFAULT_DATABASE_URL = "sqlite:///./data/pyrga.db"

_SQLITE = "sqlite:///"
ENV_FILE = Path(".env")
OWNER_ONLY = 0o600

# An address that all libraries read the same way: with every special character escaped.
_PART = r"(?:[\w.~-]|%[0-9A-Fa-f]{2})*"
_OPTION = rf"(?:host|sslmode|sslrootcert|options)=(?:{_PART}|/)*"
_SERVER = re.compile(
    rf"postgresql(?:\+psycopg)?(?P<rest>://(?:{_PART}(?::{_PART})?@)?[\w.-]*(?::\d+)?/{_PART}"
    rf"(?:\?{_OPTION}(?:&{_OPTION})*)?)",
    re.ASCII,
)

# Where programs, libraries, the user's folders and temporary files are, the language, and what Python and
# numba do.
_HARMLESS = frozenset(
    {"PATH", "LD_LIBRARY_PATH", "HOME", "XDG_CACHE_HOME", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "LANG", "TZ"}
)
_HARMLESS_FAMILIES = ("LC_", "PYTHON", "NUMBA_")


class SettingError(Exception):
    """A setting keeps the bot from starting.

    ``setting`` is its name in the environment, ``problem`` what is wrong with it and ``remedy`` what to do;
    the last two are whole sentences. None of them ever contains the value of a secret.
    """

    def __init__(self, setting: str, problem: str, remedy: str) -> None:
        super().__init__(f"{setting}: {problem} {remedy}")
        self.setting = setting
        self.problem = problem
        self.remedy = remedy


class CommandError(Exception):
    """A command of the host can't be done. The text says why, and what to do about it."""


def variable(name: str) -> str | None:
    """Return the value of a variable from the environment, or else from ``.env``.

    None if it's in neither, or empty where it's looked up first.

    Raises:
        SettingError: ``.env`` can't be read.
    """
    set_here = _environment()
    return (set_here[name] if name in set_here else _env_file().get(name)) or None


def variables() -> dict[str, str]:
    """Return the variables of ``.env`` and the environment, which wins, except for empty ones.

    Their names are in capitals.

    Raises:
        SettingError: ``.env`` can't be read.
    """
    return {name: value for name, value in (_env_file() | _environment()).items() if value}


def database_file() -> Path | None:
    """Return the SQLite file of an address in the usual form, ``sqlite:///path``; None for other addresses.

    ``Settings.database`` distinguishes the others, which takes longer.
    """
    address = variable("PYRGA_DATABASE_URL")
    path = (DEFAULT_DATABASE_URL if address is None else address).removeprefix(_SQLITE)
    is_unusual = not path or path == address or "?" in path or "%" in path
    return None if is_unusual else Path(path)


def database_server() -> str | None:
    """Return the address of a PostgreSQL server, as its driver reads it; None for other addresses.

    ``Settings.database`` distinguishes the others, which takes longer. The address may contain a password.
    """
    found = _SERVER.fullmatch(variable("PYRGA_DATABASE_URL") or "")
    return None if found is None else f"postgresql{found['rest']}"


def write_variable(name: str, value: str) -> None:
    """Set a variable in ``.env``, which from then on only its owner can read. The rest of it stays.

    Raises:
        SettingError: ``.env`` can't be written.
    """
    from dotenv import set_key  # noqa: PLC0415 - as in _env_file

    try:
        if ENV_FILE.exists():
            ENV_FILE.chmod(OWNER_ONLY)
        if _env_file().get(name) != value:
            set_key(ENV_FILE, name, value, quote_mode="never", follow_symlinks=True)
    except OSError as error:
        problem = f"The bot can't write it in {Path.cwd()} ({error.strerror})."
        raise SettingError(str(ENV_FILE), problem, "Let the user running the bot write there.") from None


def child_environment() -> dict[str, str]:
    """Return the environment for a process that the bot starts: what every program needs, and no secrets."""
    return {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _HARMLESS or name.upper().startswith(_HARMLESS_FAMILIES)
    }


def postgresql_environment(password: str | None) -> dict[str, str]:
    """Return the environment for a program of PostgreSQL, which connects with this password."""
    its_own = {name: value for name, value in os.environ.items() if name.startswith("PG")}
    given = {} if password is None else {"PGPASSWORD": password}
    return child_environment() | its_own | given


def _environment() -> dict[str, str]:
    return {name.upper(): value for name, value in os.environ.items()}


def _env_file() -> dict[str, str]:
    if not ENV_FILE.is_file():
        return {}
    from dotenv import dotenv_values  # noqa: PLC0415 - a container has no such file, and it's slow to load

    read = dotenv_values(stream=StringIO(_env_text()))
    return {name.upper(): value for name, value in read.items() if value is not None}


def _env_text() -> str:
    """Return what ``.env`` says. Notepad and PowerShell like to begin UTF-8 with a mark, or write UTF-16."""
    not_text = SettingError(str(ENV_FILE), "It isn't UTF-8 text.", "Save it again as plain text in UTF-8.")
    try:
        text = ENV_FILE.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise not_text from None
    except OSError as error:
        remedy = "Let the user running the bot read it."
        raise SettingError(str(ENV_FILE), f"The bot can't read it ({error.strerror}).", remedy) from None
    # UTF-16 without a mark can pass for UTF-8, with a zero after each letter.
    if "\0" in text:
        raise not_text
    return text
