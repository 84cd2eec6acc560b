"""The use cases of games: each reads one, lets it change, and saves it, in one transaction."""

from collections.abc import Callable, Collection
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import games
from bot.store.clocks import due_times
from bot.store.clocks.due_times import NewDue
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.processes import Claim, claim
from bot.use_cases.clocks import downtime
from bot.use_cases.games.shown_boards import ShownBoards
from bot.use_cases.games.storing import load, load_to_change, save
from bot.use_cases.processes.assignments import TakenInteractionError
from bot.use_cases.use_cases import UseCases
from bot.values.clocks import Due, DueKind
from bot.values.errors import Refusal
from bot.values.game import presence, turns
from bot.values.game.game import Game, Transition
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
        """Return the game with this number.

        Raises:
            UnknownGameError: there is none.
        """
        return await self._database.read_once(load, number)

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
                return await self.save(connection, before, transition(present, now), now)
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
        """Store a change of a game that this transaction holds, and return the game as it then stands."""
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

    @retried
    async def remind(self, due: Due) -> Game | None:
        """Return a game whose player to move is to be reminded now, and schedule the next reminder.

        None if the row is gone or was moved, or if it is too late for a reminder.
        """
        async with self._database.writing() as connection:
            game = await load_to_change(connection, due.about)
            if not await due_times.take(connection, due.id, due.at):
                return None
            if game.clock is None or game.clock.until <= self._clock.now():
                return None
            at = presence.reminder_time(game, due.at)
            if at is not None:
                reminder = NewDue(DueKind.REMINDER, at, game_id=game.number, player_id=game.to_move.id)
                await due_times.add(connection, reminder)
            return game

    @retried
    async def call_later(self, game: Game) -> None:
        """Notify later about a game that hasn't changed, because the player to move is present."""
        async with self._database.writing() as connection:
            standing, now = await load_to_change(connection, game.number), self._clock.now()
            if standing.revision == game.revision:
                at = presence.call_time(standing, now)
                rows = [] if at is None else [NewDue(DueKind.NOTIFICATION, at, game_id=game.number)]
                await due_times.replace(connection, game.number, [DueKind.NOTIFICATION], rows)

    async def _lose_by_time(self, connection: AsyncConnection, game: Game, now: datetime) -> Game:
        """Return a game whose time has run out as it ended, unless that ran while the bot was down."""
        # This may be the first to notice.
        await downtime.beat(connection, now, self._database.process)
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
