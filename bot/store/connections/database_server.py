"""A PostgreSQL server: how the bot connects to it, and whether it can be reached."""

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

import structlog
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.connections.errors import BusyDatabaseError, RefusedConnectionError, UnreachableDatabaseError

PATIENCE: Final = 10.0
"""Maximum number of seconds that a transaction waits for its turn, and that connecting may take."""

_LOCK_MILLISECONDS: Final = 5_000
_IDLE_MILLISECONDS: Final = 60_000

# Notices within a minute that a server has silently vanished. By default, Linux takes hours.
_KEEPALIVES: Final = {
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}

# PostgreSQL's manual, appendix A: the connection broke (class 08); the server stops, crashed or starts.
_AWAY: Final = ("08", "57P01", "57P02", "57P03")
# A statement took too long, or waited too long for a lock.
_TIMEOUTS: Final = frozenset({"57014", "55P03"})

# A server that refuses a connection for one of these reasons accepts it a little later: it's starting,
# stopping, or recovering, or it has too many. libpq gives no code, only the text.
_PASSING: Final = ("the database system is ", "too many ", "connection slots are reserved")
# What libpq itself says when the server asks for a password that the address doesn't have.
_UNANSWERED: Final = "no password supplied"

log = structlog.get_logger(__name__)

_INTERRUPTIONS: Final = 10
_PAUSE: Final = 0.02


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """How much of a server one process uses: how many connections, and for how long at a time.

    ``statement_seconds`` is the maximum for one statement. With it, a statement waits for a lock for up to
    5 s, and a transaction in which nothing happens for 60 s is ended. None leaves it all to the server.
    """

    connections: int = 10
    statement_seconds: int | None = None

    @property
    def options(self) -> str:
        """Return the limits as a connection's options, which hold from the first statement on."""
        if self.statement_seconds is None:
            return ""
        milliseconds = {
            "statement_timeout": self.statement_seconds * 1_000,
            "lock_timeout": _LOCK_MILLISECONDS,
            "idle_in_transaction_session_timeout": _IDLE_MILLISECONDS,
        }
        return " ".join(f"-c {name}={value}" for name, value in milliseconds.items())


class DatabaseServer:
    """The server that one `Database` connects to. Each time it goes away or returns, that's logged once."""

    def __init__(self) -> None:
        self._away_since: float | None = None
        self._is_given_up = False
        self._waiting: dict[object, asyncio.Task[Any]] = {}

    @contextmanager
    def awaited(self, task: asyncio.Task[Any] | None = None) -> Iterator[None]:
        """Note that ``task``, or else the current one, may be waiting for the server until the block ends.

        Raises:
            UnreachableDatabaseError: it's no use, because the server has been given up.
        """
        if self._is_given_up:
            raise UnreachableDatabaseError(math.inf)
        key, waiting = object(), task or asyncio.current_task()
        if waiting is not None:
            self._waiting[key] = waiting
        try:
            yield
        finally:
            self._waiting.pop(key, None)

    async def give_up(self) -> None:
        """Cancel everything that waits for the server, and let nothing wait for it from now on."""
        self._is_given_up = True
        # A canceled task first asks the server to end its statement. If the server is silent, that takes ten
        # seconds, unless the task is canceled again.
        for _ in range(_INTERRUPTIONS):
            if not self._waiting:
                break
            for task in {*self._waiting.values()}:
                task.cancel()
            await asyncio.sleep(_PAUSE)

    def note_reached(self) -> None:
        """Note that a transaction was completed."""
        if self._away_since is not None:
            seconds = monotonic() - self._away_since
            self._away_since = None
            log.warning("the database server is back", seconds=round(seconds, 1))

    def raise_known(self, error: DBAPIError) -> None:
        """Translate an error for the caller, if it says something about the server.

        Raises:
            UnreachableDatabaseError: the server can't be reached, or has closed the connection.
            RefusedConnectionError: it doesn't let the bot in.
        """
        if _is_away(error):
            now = monotonic()
            if self._away_since is None:
                self._away_since = now
                log.warning("the database server can't be reached; trying again", error=_first_line(error))
            kind = RefusedConnectionError if _is_refused(error) else UnreachableDatabaseError
            raise kind(now - self._away_since) from error
        if _state(error) in _TIMEOUTS:
            log.warning("a statement took too long", error=_first_line(error))
            raise BusyDatabaseError from error


def engine_for(url: URL, limits: ServerLimits, process: str) -> AsyncEngine:
    """Return the engine for a server. A broken connection is noticed in use: checking would take time.

    ``process`` is the name that the server lists the connections under. What the address itself says takes
    precedence.
    """
    # A server that accepts a connection and stays silent would hold up even Ctrl-C for two minutes.
    arguments: dict[str, object] = {
        "connect_timeout": int(PATIENCE),
        "application_name": f"pyrga {process}",
        **_KEEPALIVES,
    }
    arguments = {name: value for name, value in arguments.items() if name not in url.query}
    options = f"{limits.options} {url.query.get('options', '')}".strip()
    if options:
        arguments["options"] = options
    return create_async_engine(
        url,
        hide_parameters=True,
        connect_args=arguments,
        pool_size=limits.connections,
        max_overflow=0,
        pool_timeout=PATIENCE,
    )


def _is_away(error: DBAPIError) -> bool:
    if error.connection_invalidated or _state(error).startswith(_AWAY):
        return True
    # If it refuses a connection, libpq doesn't give the code.
    return isinstance(error, OperationalError) and not _state(error)


def _is_refused(error: DBAPIError) -> bool:
    if error.connection_invalidated or _state(error):
        return False
    told = str(error.orig)
    return _UNANSWERED in told or ("FATAL:" in told and not any(reason in told for reason in _PASSING))


def _state(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""


def _first_line(error: DBAPIError) -> str:
    return str(error.orig).partition("\n")[0]
