"""The part of the table about SQL: how many statements and transactions a click takes on SQLite."""

import asyncio
import sqlite3
import statistics
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.click_load.games import ClickedGame, new_games, show_games
from benchmarks.click_load.seeding import seed
from benchmarks.click_load.table import Table
from benchmarks.click_load.wire import TOKEN, use_stand_in
from bot.app import create_client
from bot.matches.base36 import format_number
from bot.settings import Settings
from tests.loopback.messages import PATIENCE
from tests.loopback.people import People
from tests.loopback.server import LoopbackDiscord, loopback

_ROUNDS = 5
"""Clicks of each kind. A job may run during one or two of them, so the most frequent count is reported."""

_LAST_SEEN = timedelta(minutes=1)
"""How long ago the players were at the board: still present, but long enough that it's noted again."""

_PAUSE = 0.5
"""Seconds without a statement after which a click is over."""


_THREE_DAYS = 3 * 24 * 60 * 60
"""In seconds."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of click on a board before the first move.

    ``button`` is its custom_id, with places for the game's number and revision. ``move_seconds`` is the
    game's time per move, or None without a clock.
    """

    name: str
    button: str
    by_white: bool
    edits_board: bool
    target: str
    move_seconds: int | None = None


_KINDS = (
    _Kind("a move", "play:{}:{}:Sb2", by_white=True, edits_board=True, target="10 in 2"),
    _Kind(
        "a move in a game with a clock",
        "play:{}:{}:Sb2",
        by_white=True,
        edits_board=True,
        target="10 in 2",
        move_seconds=_THREE_DAYS,
    ),
    _Kind(
        "a click that only changes the buttons",
        "choose:{}:{}:T:",
        by_white=True,
        edits_board=True,
        target="3",
    ),
    _Kind("a refused click", "play:{}:{}:Sb2", by_white=False, edits_board=False, target="3"),
)


@dataclass(slots=True)
class _Trace:
    """The SQL that this process gives to SQLite, whatever layers lie above it."""

    statements: list[str] = field(default_factory=list)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch every connection made within the block."""
        connect = sqlite3.connect

        def watched(*arguments: Any, **options: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*arguments, **options)
            connection.set_trace_callback(self.statements.append)
            return connection

        sqlite3.connect = watched  # type: ignore[assignment]
        try:
            yield
        finally:
            sqlite3.connect = connect

    def count(self) -> tuple[int, int]:
        """How many statements there were, besides those that begin or end a transaction, and transactions."""
        begun = sum(statement.startswith("BEGIN") for statement in self.statements)
        ended = sum(statement.startswith(("COMMIT", "ROLLBACK")) for statement in self.statements)
        return len(self.statements) - begun - ended, begun

    async def until_quiet(self) -> None:
        """Wait until there are no new statements for a while."""
        before = -1
        while before != len(self.statements):
            before = len(self.statements)
            await asyncio.sleep(_PAUSE)


async def report_statements(table: Table) -> None:
    """Run the bot in this process, and count what each kind of click does in its own games."""
    table.heading("SQL statements on SQLite")
    trace = _Trace()
    numbered = new_games(_ROUNDS * len(_KINDS))
    games = {kind: numbered[place * _ROUNDS : (place + 1) * _ROUNDS] for place, kind in enumerate(_KINDS)}
    for kind in _KINDS:
        for game in games[kind]:
            game.move_seconds = kind.move_seconds
    with trace.watching():
        async with _bot(numbered) as server:
            for kind in _KINDS:
                counts = [await _count(trace, server, game, kind) for game in games[kind]]
                statements, transactions = statistics.mode(counts)
                table.row(kind.name, f"{statements} in {transactions}", kind.target)


async def _count(trace: _Trace, server: LoopbackDiscord, game: ClickedGame, kind: _Kind) -> tuple[int, int]:
    """Count what one click does.

    Raises:
        RuntimeError: it wasn't answered as expected.
    """
    await trace.until_quiet()
    trace.statements.clear()
    custom_id = kind.button.format(format_number(game.number), game.revision)
    exchange = await People(server).tap(game.white if kind.by_white else game.black, game.message, custom_id)
    await server.answers.wait(exchange, PATIENCE)
    await trace.until_quiet()
    if bool(game.message.edits) is not kind.edits_board:
        raise RuntimeError(f"{kind.name}: not answered as expected")
    return trace.count()


@asynccontextmanager
async def _bot(games: Sequence[ClickedGame]) -> AsyncIterator[LoopbackDiscord]:
    with tempfile.TemporaryDirectory(prefix="pyrga-load-") as folder:
        url = f"sqlite:///{Path(folder) / 'pyrga.db'}"
        seed(url, games, datetime.now(UTC) - _LAST_SEEN)
        async with loopback(TOKEN, checked=False) as server:
            use_stand_in(str(server.address))
            show_games(games, server)
            client = create_client(Settings(database_url=url, solver_megabytes=0), pause=0)
            running = asyncio.create_task(client.start(TOKEN))
            await server.identified.wait()
            yield server
            await client.close()
            await running
