"""The use cases of games: each reads one, lets it change, and saves it, in one transaction."""

from collections.abc import Awaitable, Callable, Collection
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
from bot.values.game import endings, presence, turns
from bot.values.game.game import Board, Game
from bot.values.game.game_errors import FinishedGameError, RepeatedMoveError
from bot.values.players import Player

Transition = Callable[[Game, datetime], Game]
"""Returns a game as it stands after something happened to it at an instant, or raises a ``GameError``."""

Change = Callable[[AsyncConnection, Game, datetime], Awaitable[Game]]
"""As ``Transition``, but reads or stores what else belongs to the game in the same transaction."""

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
    async def change(self, number: int, transition: Transition, *, by: int | None = None) -> Game:
        """Let something happen to a game that its players could still change; return the game after it.

        The change is durable when this returns. If it's made ``by`` a player, they're present from now on,
        even if nothing comes of it. If the time of the player to move has run out and that ends
        the game, they lose first, however late it's noticed.

        Raises:
            FinishedGameError: its time has run out.
        """
        return await self._change(number, transition, by=by)

    @retried
    async def play(  # noqa: PLR0913 - what a click says, and how it is answered
        self,
        number: int,
        *,
        revision: int,
        text: str,
        player_id: int,
        admit: Check = admit_all,
        interaction_id: int | None = None,
        repeated: bool = False,
    ) -> Game:
        """Play a move with a button made at ``revision``, as in ``turns.play``.

        ``admit`` is called with the game before anything changes, and may refuse with its own error. If the
        move answers an interaction, the interaction is claimed in the same transaction.

        Raises:
            TakenInteractionError: another process has claimed the interaction.
            RepeatedMoveError: the same click came twice.
        """

        def played(game: Game, now: datetime) -> Game:
            if turns.repeats(game, revision, text, player_id=player_id):
                raise RepeatedMoveError(game)
            return turns.play(game, revision, text, now, player_id=player_id)

        try:
            return await self._change(
                number, played, by=player_id, admit=admit, interaction_id=interaction_id
            )
        except RepeatedMoveError as error:
            if not repeated:
                raise
            # It was played here, in a transaction that was committed although the answer got lost.
            return error.game

    async def resign(self, number: int, *, player_id: int) -> Game:
        """End a running game as lost for ``player_id``, as in ``endings.resign``."""
        return await self.change(number, lambda game, now: endings.resign(game, player_id, now), by=player_id)

    async def update(self, number: int, transition: Transition) -> Game:
        """Let something happen to a game no matter whose time runs; return the game after it."""
        return await self.update_with(number, _alone(transition))

    async def change_boards(self, game: Game, transition: Transition, *, told: bool) -> Game:
        """Let something happen to the boards of a game, as in ``update``.

        ``told`` says that no one needs to be notified about ``game`` any longer, unless it has gone on.
        """

        async def change(connection: AsyncConnection, before: Game, now: datetime) -> Game:
            if told:
                known = [(game.number, game.revision)]
                await due_times.drop_of_games(connection, DueKind.NOTIFICATION, known)
            return transition(before, now)

        return await self.update_with(game.number, change)

    @retried
    async def update_with(self, number: int, change: Change) -> Game:
        """Do what ``update`` does with a change that isn't only of the game."""
        async with self._database.writing() as connection:
            before, now = await load_to_change(connection, number), self._clock.now()
            return await self._save(connection, before, await change(connection, before, now), now)

    async def see(self, game: Game, player_id: int) -> Game:
        """Record that a player of a game is at it now, to within some seconds; return the game after it."""
        if presence.see(game, player_id, self._clock.now()) is game:
            return game
        return await self.update(game.number, lambda game, now: presence.see(game, player_id, now))

    def deliveries(self, game: Game) -> presence.Deliveries:
        """Return how each person who has to know about the latest change of a game is notified now."""
        return presence.deliveries(game, self._clock.now())

    def reach(self, game: Game, player: Player) -> presence.Delivery:
        """Return how a player of a game is notified about something there now."""
        return presence.reach(game, player, self._clock.now())

    def is_out_of_sight(self, board: Board) -> bool:
        """Return whether a board is so old by now that it's better posted again."""
        return presence.is_out_of_sight(board, self._clock.now())

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

    async def on_due(self, due: Due, transition: Transition) -> Game | None:
        """Let what came due happen to its game, according to the row ``due``; return the game after it.

        None if the row is gone or was moved: someone moved, or another process was faster.
        """
        return await self.on_due_with(due, _alone(transition))

    @retried
    async def on_due_with(self, due: Due, change: Change) -> Game | None:
        """Do what ``on_due`` does with a change that isn't only of the game."""
        async with self._database.writing() as connection:
            # Before the row is gone, which is a part of the game's clock.
            before, now = await load_to_change(connection, due.about), self._clock.now()
            if not await due_times.take(connection, due.id, due.at):
                return None
            return await self._save(connection, before, await change(connection, before, now), now)

    async def run_out(self, due: Due) -> Game | None:
        """End a game whose turn has run out of time, or make it claimable, as in ``on_due``."""
        return await self.on_due(due, lambda game, now: turns.run_out(game, due.at, now=now))

    @retried
    async def remind(self, due: Due) -> Game | None:
        """Return a game whose player to move is to be reminded now, and schedule the next reminder.

        None if the row is gone or was moved, or if it is too late for a reminder.
        """
        async with self._database.writing() as connection:
            if not await _take(connection, due):
                return None
            game = await load(connection, due.about)
            if game.clock is None or game.clock.until <= self._clock.now():
                return None
            at = presence.reminder_time(game, due.at)
            if at is not None:
                reminder = NewDue(DueKind.REMINDER, at, game_id=game.number, player_id=game.to_move.id)
                await due_times.add(connection, reminder)
            return game

    async def take_call(self, due: Due) -> int | None:
        """Return the number of a game whose players may have to be notified now, according to a row.

        None if the row is gone or was moved: the game went on, or another process was faster.
        """
        return due.about if await self._database.write(due_times.take, due.id, due.at) else None

    @retried
    async def call_later(self, game: Game) -> None:
        """Notify later about a game that hasn't changed, because the player to move is present."""
        async with self._database.writing() as connection:
            standing, now = await load_to_change(connection, game.number), self._clock.now()
            if standing.revision == game.revision:
                at = presence.call_time(standing, now)
                rows = [] if at is None else [NewDue(DueKind.NOTIFICATION, at, game_id=game.number)]
                await due_times.replace(connection, game.number, [DueKind.NOTIFICATION], rows)

    async def _change(
        self,
        number: int,
        transition: Transition,
        *,
        by: int | None,
        admit: Check = admit_all,
        interaction_id: int | None = None,
    ) -> Game:
        """Do what ``change`` does, unless ``admit`` refuses with its own error."""
        refusal: Refusal
        async with self._database.writing() as connection:
            before, now = await load_to_change(connection, number), self._clock.now()
            admit(before)
            await self._claim(connection, interaction_id)
            try:
                if turns.is_over_time(before, now):
                    before = await self._after_downtime(connection, before, now)
                if turns.is_over_time(before, now):
                    lost = turns.lose_by_time(before, now)
                    raise FinishedGameError(await self._save(connection, before, lost, now))
                present = before if by is None else presence.see(before, by, now)
                return await self._save(connection, before, transition(present, now), now)
            except Refusal as error:
                refusal = error
                if by is not None and before.outcome is None and not isinstance(error, FinishedGameError):
                    await save(connection, before, presence.see(before, by, now), now)
        raise refusal

    async def _save(self, connection: AsyncConnection, before: Game, after: Game, now: datetime) -> Game:
        if after.revision != before.revision:
            self._shown.doubt(before)
        return await save(connection, before, after, now)

    async def _after_downtime(self, connection: AsyncConnection, game: Game, now: datetime) -> Game:
        # If the bot was down, this may be the first to notice.
        await downtime.beat(connection, now, self._database.process)
        return await load(connection, game.number)

    async def _claim(self, connection: AsyncConnection, interaction_id: int | None) -> None:
        """Claim an interaction if others might."""
        if interaction_id is None or not self._database.is_shared:
            return
        claimed = await claim(connection, interaction_id, self._database.process, self._clock.now())
        if claimed is Claim.TAKEN:
            raise TakenInteractionError


async def _take(connection: AsyncConnection, due: Due) -> bool:
    # The game first, then its row, as in every other change of a game.
    await games.hold(connection, due.about)
    return await due_times.take(connection, due.id, due.at)


def _alone(transition: Transition) -> Change:
    """Return the change that only lets something happen to the game."""

    async def change(connection: AsyncConnection, game: Game, now: datetime) -> Game:
        del connection
        return transition(game, now)

    return change
