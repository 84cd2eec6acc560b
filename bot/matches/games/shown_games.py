"""Records that the boards of games are up to date, many in one transaction.

Losing such a record loses nothing: the board is drawn once more. So records don't need a transaction each:
those that wait for the database at the same time share one.

Two processes' edits may reach Discord in a different order than the changes that they show. So a process that
shows an older state than the latest marks the game. A process that changes a game whose last change may still
be on its way, perhaps from a process that has died, leaves it marked. Then it's drawn once more.
"""

import asyncio
from collections.abc import Collection
from contextvars import Context

import structlog

from bot.matches.values.clocks import DueKind
from bot.matches.values.games import Game
from bot.store.clocks import due_times
from bot.store.connections.database import Database
from bot.store.games import games as game_rows

log = structlog.get_logger(__name__)


class ShownGames:
    """The records waiting to be stored in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._doubtful: set[int] = set()
        self._noted: dict[tuple[int, int], bool] = {}
        self._next: asyncio.Task[None] | None = None

    def doubt(self, game: Game) -> None:
        """Leave ``game``, which is about to change, marked the next time it's shown, unless it's shown now.

        On SQLite nothing is in doubt: one process shows everything, in order.
        """
        if self._database.is_shared and game.place.reachable and not game.shown:
            self._doubtful.add(game.number)

    async def note(self, game: Game, *, told: bool) -> None:
        """Record that every board of ``game`` shows it, unless it has gone on since or that is in doubt.

        ``told`` says that no one needs to be notified about it any longer, either. Returns once that is
        stored.
        """
        state = game.number, game.revision
        self._noted[state] = told or self._noted.get(state, False)
        if self._next is None:
            # In a context of its own, not behind a leader's fence, because it notes other tasks' boards, too.
            self._next = asyncio.create_task(self._store(), context=Context())
        await asyncio.shield(self._next)

    async def _store(self) -> None:
        try:
            async with self._database.writing() as connection:
                noted = self._take()
                await game_rows.mark_shown(connection, self._certain(noted))
                told = [state for state, is_told in noted.items() if is_told]
                await due_times.drop_of_games(connection, DueKind.NOTIFICATION, told)
        except Exception:
            # No one is waiting for the result. The boards are drawn once more.
            log.exception("shown games not noted")
        finally:
            if self._next is asyncio.current_task():
                self._take()

    def _certain(self, noted: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the states that aren't in doubt. What is shown once more is certain."""
        certain = [(number, revision) for number, revision in noted if number not in self._doubtful]
        self._doubtful.difference_update(number for number, _ in noted)
        return certain

    def _take(self) -> dict[tuple[int, int], bool]:
        """Return what is to be stored now. Anything recorded from here on waits for another transaction."""
        noted, self._noted, self._next = self._noted, {}, None
        return noted
