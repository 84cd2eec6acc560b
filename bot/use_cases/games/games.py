"""The use cases of games: each reads one, lets it change, and saves it, in one transaction.

What boards are known to show is recorded for many games in one transaction.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

import structlog
from cachetools import LRUCache
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import games
from bot.store.clocks import due_times
from bot.store.connections.database import Database
from bot.store.connections.transactions import context_of_shared_work, retried
from bot.store.games import ShownRow
from bot.store.processes import Claim, claim
from bot.use_cases.clocks.downtime import hear
from bot.use_cases.games.answers import check_answer, may_answer
from bot.use_cases.games.storing import load, load_to_change, new_due, save
from bot.use_cases.processes import TakenInteractionError
from bot.use_cases.use_cases import UseCases
from bot.values.clocks import TOLD_TOGETHER, Due, DueKind
from bot.values.errors import Refusal
from bot.values.game import boards, presence, turns
from bot.values.game.game import Board, Game, Transition
from bot.values.game.game_errors import RepeatedMoveError

Check = Callable[[Game], object]
"""Checks whether a game may be changed in the way it's about to be; raises an error if not."""


def admit_all(game: Game) -> None:
    del game


class Games(UseCases):
    """The games in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        self._shown = ShownBoards(database)

    async def get(self, number: int) -> Game:
        """Return the game with this number, or raise an UnknownGameError."""
        return await self._database.read_once(load, number)

    async def may_answer(self, game: Game) -> bool:
        """Return whether the computer, which is to move in a game, may do so now."""
        return await self._database.read(may_answer, game, self._clock.now())

    @retried
    async def change(  # noqa: PLR0913 - what a click says, and how it's answered
        self,
        number: int,
        transition: Transition,
        *,
        by: int | None = None,
        admit: Check = admit_all,
        interaction_id: int | None = None,
        repeated: bool = False,
    ) -> Game:
        """Let something happen to a game that its players could still change; return the game after it.

        The change is durable when this returns. If it's made ``by`` a player, they're present from now on,
        even if nothing comes of it. If the time of the player to move has run out and that ends
        the game, they lose first, however late it's noticed. ``admit`` is called with the game before
        anything changes, and may refuse with its own error. If this answers an interaction, that's claimed
        in the same transaction.

        Raises:
            TakenInteractionError: another process has claimed the interaction.
        """
        refusal: Refusal
        async with self._database.writing() as connection:
            before, now = await load_to_change(connection, number), self._clock.now()
            admit(before)
            await self._claim(connection, interaction_id)
            if turns.is_over_time(before, now):
                before = await self._lose_by_time(connection, before, now)
            present = before
            if by is not None and before.outcome is None:
                present = presence.see(before, by, now)
            try:
                after = transition(present, now)
                await check_answer(connection, after, now)
                return await self.save(connection, before, after, now)
            except Refusal as error:
                refusal = error
                await save(connection, before, present, now)
        if repeated and isinstance(refusal, RepeatedMoveError):
            # It was played here, in a transaction that was committed although the answer got lost.
            return refusal.game
        raise refusal

    @retried
    async def update(self, number: int, transition: Transition, *, told: int | None = None) -> Game:
        """Let something happen to a game no matter whose time runs; return the game after it.

        With a revision that's ``told``, no one needs to be notified about it any longer.
        """
        async with self._database.writing() as connection:
            before, now = await load_to_change(connection, number), self._clock.now()
            if told is not None:
                await due_times.drop_of_games(connection, DueKind.NOTIFICATION, [(number, told)])
            return await self.save(connection, before, transition(before, now), now)

    async def save(self, connection: AsyncConnection, before: Game, after: Game, now: datetime) -> Game:
        """Store a change of a game that this transaction has locked; return the game as it then stands."""
        if after.revision != before.revision:
            self._shown.doubt(before)
        return await save(connection, before, after, now)

    async def see(self, game: Game, player_id: int) -> Game:
        """Record that a player of a game is at it now, to within some seconds; return the game after it."""
        if presence.see(game, player_id, self._clock.now()) is game:
            return game
        return await self.update(game.number, lambda game, now: presence.see(game, player_id, now))

    async def note_shown(self, game: Game, message_ids: Collection[int], *, told: bool = False) -> None:
        """Record that these messages show ``game``, unless it has gone on since.

        If it has, or the change before was still on its way to Discord, they're drawn once more. ``told``
        says that no one needs to be notified about it any longer, either.
        """
        await self._shown.note(game, message_ids, told=told)

    async def unshown(self, limit: int, *, below: int | None = None) -> list[Game]:
        """Return games with boards that the bot can edit and that may not show their current state.

        The newest come first. ``below`` leaves out the game with this number and all newer ones.
        """
        return await self._database.read_once(games.dirty, limit, below=below)

    async def waits_for_others(self, game: Game) -> bool:
        """Return whether the player who's awaited is told a minute later, with what else waits for them.

        That's so if they play several games, and have the time.
        """
        may_wait = presence.may_wait(game, self._clock.now())
        return may_wait and await self._database.read_once(games.plays_several, game.awaited.id)

    async def told_with(self, due: Due) -> Mapping[Due, Game]:
        """Return the games that one message is about when a reminder or notification is due.

        The most urgent comes first. They stay due until that's noted. There are none if it's gone, was moved,
        or comes too late.
        """
        return await self._database.read(self._told_with, due)

    async def _told_with(self, connection: AsyncConnection, due: Due) -> Mapping[Due, Game]:
        now = self._clock.now()
        until = max(due.at + TOLD_TOGETHER[due.kind], now)
        rows = {row.about: row for row in await due_times.with_others(connection, due, until)}
        first = await games.fetch(connection, due.about) if due.about in rows else None
        if first is None or (due.kind is DueKind.REMINDER and not presence.is_to_remind(first, now)):
            return {}
        others, together = [number for number in rows if number != first.number], [first]
        for start in range(0, len(others), LOOKED_AT):
            found = await games.fetch_several(connection, others[start : start + LOOKED_AT])
            joined = presence.told_together(due.kind, [first, *found], now)
            if joined == [first]:
                break
            together += [game for game in joined if game is not first]
        return {rows[game.number]: game for game in presence.told_together(due.kind, together, now)}

    @retried
    async def note_reminded(self, reminders: Collection[Due]) -> None:
        """Schedule the next reminders after those that were given, or came too late."""
        async with self._database.writing() as connection:
            for due in sorted(reminders, key=lambda each: each.about):
                game = await load_to_change(connection, due.about)
                at = presence.reminder_time(game, max(due.at, self._clock.now()))
                if await due_times.take(connection, due.id, due.at) and at is not None:
                    await due_times.add(connection, new_due(game, DueKind.REMINDER, at))

    async def note_told(self, told: Collection[Game]) -> None:
        """Note that no one needs to be notified about these states of games any longer."""
        states = [(game.number, game.revision) for game in told]
        await self._database.write(due_times.drop_of_games, DueKind.NOTIFICATION, states)

    @retried
    async def call_later(self, game: Game) -> None:
        """Notify later about a game that hasn't changed: who has to know is present, or can't be told now."""
        async with self._database.writing() as connection:
            standing, now = await load_to_change(connection, game.number), self._clock.now()
            if standing.revision == game.revision:
                at = presence.call_time(standing, now)
                rows = [] if at is None else [new_due(standing, DueKind.NOTIFICATION, at)]
                await due_times.replace(connection, game.number, [DueKind.NOTIFICATION], rows)

    async def _lose_by_time(self, connection: AsyncConnection, game: Game, now: datetime) -> Game:
        """Return a game whose time has run out as it ended, unless that ran while no one could play."""
        # This may be the first to notice.
        await hear(connection, game.home_of(game.position.turn).place.guild_id, now)
        game = await load(connection, game.number)
        if not turns.is_over_time(game, now):
            return game
        return await self.save(connection, game, turns.lose_by_time(game, now), now)

    async def _claim(self, connection: AsyncConnection, interaction_id: int | None) -> None:
        """Claim an interaction if others might."""
        if interaction_id is None or not self._database.is_shared:
            return
        claimed = await claim(connection, interaction_id, self._database.process, self._clock.now())
        if claimed is Claim.TAKEN:
            raise TakenInteractionError


LOOKED_AT: Final = 50
"""Number of games that are read at a time to find those that are told together with one.

If none of that many is, it's told without looking at the rest: or else, with hundreds of games in as many
places, each would look at all others.
"""

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
    """The records of what boards are known to show that wait to be stored in one database.

    Losing such a record loses nothing: the board is drawn once more. So records don't need a transaction
    each: those that wait for the database at the same time share one.

    Two processes' edits may reach Discord in a different order than the changes that they show. So a process
    that shows an older state than the latest marks the game. A process that changes a game whose last change
    may still be on its way, perhaps from a process that has died, leaves it marked. Then it's drawn once
    more.
    """

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
