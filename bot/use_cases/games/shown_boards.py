"""Records what boards are known to show, many in one transaction.

Losing such a record loses nothing: the board is drawn once more. So records don't need a transaction each:
those that wait for the database at the same time share one.

Two processes' edits may reach Discord in a different order than the changes that they show. So a process that
shows an older state than the latest marks the game. A process that changes a game whose last change may
still be on its way, perhaps from a process that has died, leaves it marked. Then it's drawn once more.
"""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

import structlog
from cachetools import LRUCache

from bot.store import games
from bot.store.clocks import due_times
from bot.store.connections.database import Database
from bot.store.connections.transactions import context_of_shared_work, retried
from bot.store.games import ShownRow
from bot.use_cases.games.storing import load_to_change
from bot.values.clocks import DueKind
from bot.values.game import boards
from bot.values.game.game import Board, Game

REMEMBERED: Final = 200
"""Number of games whose boards this process knows as they were before and after it last noted them.

That's for what was read just before, so only the last few seconds count.
"""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Note:
    """These messages show ``game``, which is as it's stored. No one needs to be told of it if ``told``."""

    game: Game
    message_ids: frozenset[int]
    told: bool

    def with_earlier(self, other: "_Note | None") -> "_Note":
        """Return the note that says what both say, if they are about the same state."""
        if other is None or other.game.revision < self.game.revision:
            return self
        if other.game.revision > self.game.revision:
            return other
        return replace(self, message_ids=self.message_ids | other.message_ids, told=self.told or other.told)


class ShownBoards:
    """The records waiting to be stored in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._doubtful: set[int] = set()
        self._notes: dict[int, _Note] = {}
        self._stored: LRUCache[int, tuple[tuple[Board, ...], tuple[Board, ...]]] = LRUCache(REMEMBERED)
        self._next: asyncio.Task[None] | None = None

    def doubt(self, game: Game) -> None:
        """Leave ``game``, which is about to change, marked the next time it's shown, unless it's shown now.

        On SQLite nothing is in doubt: one process shows everything, in order.
        """
        if self._database.is_shared and game.place.reachable and not game.shown:
            self._doubtful.add(game.number)

    async def note(self, game: Game, message_ids: Collection[int], *, told: bool) -> None:
        """Record that these messages show ``game``, unless it has gone on since or that is in doubt.

        ``told`` says that no one needs to be notified about it any longer, either. Returns once that is
        stored.
        """
        note = _Note(game, frozenset(message_ids), told)
        self._notes[game.number] = note.with_earlier(self._notes.get(game.number))
        if self._next is None:
            # It notes other tasks' boards, too.
            self._next = asyncio.create_task(self._store(), context=context_of_shared_work())
        await asyncio.shield(self._next)

    async def _store(self) -> None:
        try:
            async with self._database.writing() as connection:
                notes = self._take()
                rows = {self._row(note): note for note in notes if note.message_ids}
                beside_others = await games.record_shown(connection, rows)
                told = [(note.game.number, note.game.revision) for note in notes if note.told]
                await due_times.drop_of_games(connection, DueKind.NOTIFICATION, told)
            for row in beside_others:
                await self._store_beside_others(row, rows[row])
        except Exception:
            # No one is waiting for the result. The boards are drawn once more.
            log.exception("shown boards not noted")
        finally:
            if self._next is asyncio.current_task():
                self._take()

    @retried
    async def _store_beside_others(self, row: ShownRow, note: _Note) -> None:
        """Store what messages show, although their game's boards aren't what they were when it was read.

        This process shows everything in order. What others have shown meanwhile may be older or newer. Each
        game has its own transaction, which holds no other rows that someone who holds the game waits for.
        """
        async with self._database.writing() as connection:
            standing = await load_to_change(connection, row.number)
            if self._database.is_shared:
                shown = boards.doubt(standing)
            else:
                shown = boards.show(standing, note.message_ids, row.shown)
            await games.store_boards(connection, shown)

    def _row(self, note: _Note) -> ShownRow:
        game, number = note.game, note.game.number
        read, stored = self._stored.pop(number, ((), ()))
        if game.boards == read:
            # It was read just before the last note was stored.
            game = replace(game, boards=stored)
        in_doubt = number in self._doubtful
        # What is shown once more is certain.
        self._doubtful.discard(number)
        shown = boards.doubt(game) if in_doubt else boards.show(game, note.message_ids, game.revision)
        if not in_doubt:
            self._stored[number] = game.boards, shown.boards
        return ShownRow.of(game, shown)

    def _take(self) -> Collection[_Note]:
        """Return what is to be stored now. Anything recorded from here on waits for another transaction."""
        notes, self._notes, self._next = self._notes, {}, None
        return notes.values()
