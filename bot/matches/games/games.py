"""Two people play: moves, resigning, and where a game is shown."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.clocks import downtime
from bot.matches.game_locks import GameLocks
from bot.matches.games.allowances import both_have_moved
from bot.matches.games.errors import (
    FinishedGameError,
    NotAPlayerError,
    NotYourTurnError,
    RepeatedMoveError,
    StaleRevisionError,
    TooLateError,
)
from bot.matches.games.loading import fetch, game_of, load
from bot.matches.games.notifications import is_news, note_seen
from bot.matches.games.playing import play_move
from bot.matches.games.shown_games import ShownGames
from bot.matches.games.turns import begin_turn, end, end_by_time
from bot.matches.processes.interactions import TakenInteractionError
from bot.matches.values import clocks
from bot.matches.values.games import Game
from bot.matches.values.places import Place
from bot.store.connections.database import Database
from bot.store.connections.retrying import may_be_done, retried
from bot.store.games import conditional_moves as plan_rows
from bot.store.games import games as game_rows
from bot.store.games import offers as offer_rows
from bot.store.games.games import Showing
from bot.store.processes.interactions import Claim, claim
from engine import Color, Outcome, Reason, Record, RecordedMove, mover

Admit = Callable[[Game], None]
"""Checks whether a game may be changed in the way it's about to be; raises an error if not."""


def admit_all(game: Game) -> None:
    """Allow every change."""
    del game


class Games:
    """The games in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._shown = ShownGames(database)
        self._locks = GameLocks()

    def lock(self, number: int) -> AbstractAsyncContextManager[None]:
        """A lock held from before a change of a game until its message shows it, so that edits stay in order.

        It only orders the clicks of this process. The revision in the database decides between two moves.
        No one holds it while waiting long for Discord: the board is edited later.
        """
        return self._locks.lock(number)

    @retried
    async def get(self, number: int) -> Game:
        """Return the game with this number.

        Raises:
            UnknownGameError: there is none.
        """
        async with self._database.reading_once() as connection:
            return await load(connection, number)

    @retried
    async def record(self, number: int) -> Record:
        """Return a game with all its moves, as a record of the engine.

        Raises:
            UnknownGameError: there is no such game.
        """
        async with self._database.reading_once() as connection:
            row = await fetch(connection, number)
        game = game_of(row)
        return Record(
            game.ruleset,
            tuple(RecordedMove.parse(move.text) for move in game.moves),
            game.outcome,
            white=game.white.name,
            black=game.black.name,
            date=row.created_at.date(),
            start=game.start,
            rated=game.rated,
            hints=game.hints,
        )

    @asynccontextmanager
    async def changing(
        self, number: int, admit: Admit = admit_all
    ) -> AsyncIterator[tuple[AsyncConnection, Game]]:
        """Open a transaction that changes a game; yield both. No one else changes the game in the meantime.

        ``admit`` is called with the game first and may refuse with its own error. If the time of the
        player to move has run out and that ends the game, they lose first, however late it's noticed.

        Raises:
            UnknownGameError: there is no such game.
            FinishedGameError: it is over, or its time has run out.
        """
        async with self._database.writing() as connection:
            await game_rows.hold(connection, number)
            game = await load(connection, number)
            admit(game)
            self._shown.doubt(game)
            if not await self._is_over_time(connection, game):
                yield connection, game
                return
            ended = await end_by_time(connection, game, self._clock.now())
        raise FinishedGameError(ended)

    @retried
    async def play(  # noqa: PLR0913 - what a click says, and how it is answered
        self,
        number: int,
        revision: int,
        text: str,
        player_id: int,
        *,
        admit: Admit = admit_all,
        interaction_id: int | None = None,
    ) -> Game:
        """Play a move with a button made at ``revision``, and return the game after it.

        Any conditional moves that follow are played as well. The moves are durable when this returns.
        ``admit`` is called with the game before anything changes, and may refuse with its own error. If
        the move answers an interaction, the interaction is claimed in the same transaction.

        Raises:
            TakenInteractionError: another process has claimed the interaction.
            UnknownGameError: there is no such game.
            FinishedGameError: it is over.
            RepeatedMoveError: the same click came twice.
            StaleRevisionError: the game went on since the button was made.
            NotAPlayerError, NotYourTurnError: the player can't move now.
            ForbiddenMoveError: the move is against the rules.
        """
        async with self.changing(number, admit) as (connection, game):
            is_own = await self._claim(connection, interaction_id)
            if repeats(game, revision, text, player_id):
                if is_own or may_be_done():
                    # It was played here, in a transaction that was committed although the answer got lost.
                    return game
                raise RepeatedMoveError(game)
            check_turn(game, revision, player_id)
            now = self._clock.now()
            news = is_news(game, player_id, now)
            seen = await note_seen(connection, game, player_id, now) if news else game
            return await play_move(connection, seen, text, now)

    @retried
    async def swap(self, number: int, revision: int, player_id: int) -> Game:
        """Change sides after White's first move, with a button made at ``revision``.

        Raises:
            UnknownGameError, FinishedGameError: there is no such game, or it is over.
            NotAPlayerError, NotYourTurnError: the player can't move now.
            StaleRevisionError: the game went on since, or doesn't offer it.
        """
        async with self.changing(number) as (connection, game):
            check_turn(game, revision, player_id)
            if not game.offers_swap or not await game_rows.advance(connection, number, revision):
                raise StaleRevisionError(game)
            await game_rows.swap(connection, number)
            await plan_rows.drop_of_game(connection, number)
            await offer_rows.forget_answers(connection, number)
            return await begin_turn(connection, await load(connection, number), self._clock.now())

    @retried
    async def resign(self, number: int, player_id: int) -> Game:
        """End a running game as lost for ``player_id``, no matter whose turn it is.

        Raises:
            UnknownGameError, FinishedGameError: there is no such game, or it is over.
            NotAPlayerError: the player doesn't play in it.
        """
        async with self.changing(number) as (connection, game):
            color = check_player(game, player_id)
            if game.outcome is not None:
                raise FinishedGameError(game)
            outcome = Outcome(color.opponent, Reason.RESIGNATION)
            return await end(connection, game, outcome, self._clock.now())

    @retried
    async def abort(self, number: int, player_id: int) -> Game:
        """Cancel a running game before both have moved, no matter whose turn it is.

        Raises:
            UnknownGameError, FinishedGameError: there is no such game, or it is over.
            NotAPlayerError: the player doesn't play in it.
            TooLateError: both players have moved.
        """
        async with self.changing(number) as (connection, game):
            check_player(game, player_id)
            if game.outcome is not None:
                raise FinishedGameError(game)
            if both_have_moved(game):
                raise TooLateError(game)
            return await end(connection, game, Outcome(None, Reason.ABORTED), self._clock.now())

    @retried
    async def stall(self, game: Game) -> Game | None:
        """Record that the computer can't move in ``game`` right now, and return the game as it stands.

        None if that is known already, or the game has gone on. The next move ends it.
        """
        async with self._database.writing() as connection:
            if not await game_rows.stall(connection, game.number, game.revision):
                return None
            return await load(connection, game.number)

    @retried
    async def set_board(self, game: Game, place: Place, message_id: int | None) -> Game:
        """Record which message shows a game now, and return the game as it stands.

        The game stays in its server, or outside of all servers.
        """
        async with self._database.writing() as connection:
            shown = Showing(place.channel_id, place.reachable, message_id, self._clock.now())
            await game_rows.set_board(connection, game.number, shown)
            return await load(connection, game.number)

    @retried
    async def choose_text_board(self, number: int, player_id: int, *, wanted: bool) -> Game:
        """Switch the board in words on or off in one game, for everyone; return the game as it stands.

        Raises:
            UnknownGameError: there is no such game.
            NotAPlayerError: the player doesn't play in it.
        """
        async with self._database.writing() as connection:
            check_player(await load(connection, number), player_id)
            await game_rows.choose_text_board(connection, number, wanted)
            return await load(connection, number)

    async def mark_shown(self, game: Game, *, told: bool = False) -> None:
        """Record that every message of ``game`` shows it, unless the game has gone on since.

        If it has, or the change before was still on its way to Discord, the messages are drawn once more.

        ``told`` says that no one needs to be notified about it any longer, either.
        """
        await self._shown.note(game, told=told)

    @retried
    async def unshown(self, limit: int, *, below: int | None = None) -> list[Game]:
        """Return games whose message the bot can edit and that may not show their current state.

        The newest come first. ``below`` leaves out the game with this number and all newer ones.
        """
        async with self._database.reading_once() as connection:
            return [game_of(row) for row in await game_rows.dirty(connection, limit, below=below)]

    async def _claim(self, connection: AsyncConnection, interaction_id: int | None) -> bool:
        """Claim an interaction if others might; return whether this process had already done so.

        Raises:
            TakenInteractionError: another process has.
        """
        if interaction_id is None or not self._database.is_shared:
            return False
        claimed = await claim(connection, interaction_id, self._database.process, self._clock.now())
        if claimed is Claim.TAKEN:
            raise TakenInteractionError
        return claimed is Claim.OWN

    async def _is_over_time(self, connection: AsyncConnection, game: Game) -> bool:
        now = self._clock.now()
        if not _seems_over_time(game, now):
            return False
        # If the bot was down, this may be the first to notice.
        await downtime.beat(connection, now, self._database.process)
        return _seems_over_time(await load(connection, game.number), now)


def check_player(game: Game, player_id: int) -> Color:
    """Return the color of ``player_id``.

    Raises:
        NotAPlayerError: ``player_id`` doesn't play in ``game``.
    """
    color = game.color_of(player_id)
    if color is None:
        raise NotAPlayerError(game)
    return color


def _seems_over_time(game: Game, now: datetime) -> bool:
    if game.clock is None or game.clock.claimable or game.outcome is not None:
        return False
    return clocks.is_live(game.move_seconds or 0) and game.clock.until <= now


def repeats(game: Game, revision: int, text: str, player_id: int) -> bool:
    """Return whether a player has already played this move with a button made at ``revision``."""
    return any(
        (move.revision, move.text) == (revision, text) and game.color_of(player_id) is mover(ply)
        for ply, move in enumerate(game.moves)
    )


def check_turn(game: Game, revision: int, player_id: int) -> None:
    """Check that a player may choose a move with a button made at ``revision``.

    Raises:
        FinishedGameError: the game is over.
        StaleRevisionError: it went on since the button was made.
        NotAPlayerError, NotYourTurnError: the player can't move now.
    """
    if game.outcome is not None:
        raise FinishedGameError(game)
    if revision != game.revision:
        raise StaleRevisionError(game)
    if check_player(game, player_id) is not game.position.turn:
        raise NotYourTurnError(game)
