"""Whether and how those who play are told that it is their turn, or that their game is over.

Who clicked at the board within the last minutes sees it himself. Anybody else is called once, in the way
that he chose. What is still to be told is a due time, so that neither a restart nor a player who has just
gone away leaves somebody untold.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.games.loading import game_of
from bot.matches.values.clocks import DueKind
from bot.matches.values.due import Due
from bot.matches.values.games import Game
from bot.matches.values.players import NotificationMode, Player
from bot.store.clocks import due_times
from bot.store.clocks.due_times import NewDue
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.games import games as game_rows
from bot.store.games import presences

PRESENCE = timedelta(minutes=5)
"""So long after his last click a player counts as being at the board, or half his time for a move if less."""

PATIENCE = timedelta(minutes=1)
"""So long whoever changed a game has to tell of it himself, before the due time does."""

FRESHNESS = timedelta(hours=12)
"""A message older than this is out of sight: the next turn is posted anew."""


_GRAIN = timedelta(seconds=15)


class Delivery(Enum):
    """How a player learns of something.

    Where the bot can only answer, a mention is a followup to the answer, or there is none.
    """

    PRESENT = "present"
    MENTION = "mention"
    FOLLOWUP = "followup"
    PRIVATE = "private"
    NONE = "none"


_CALLS = {
    NotificationMode.MENTION: Delivery.MENTION,
    NotificationMode.PRIVATE: Delivery.PRIVATE,
    NotificationMode.NONE: Delivery.NONE,
}


class Notifications:
    """Who was seen where, in one database, and what follows from it."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def see(self, game: Game, player_id: int) -> Game:
        """Note that a player of a game clicked there just now, to within some seconds; the game with that."""
        now = self._clock.now()
        if not is_news(game, player_id, now):
            return game
        async with self._database.writing() as connection:
            return await note_seen(connection, game, player_id, now)

    @retried
    async def settle(self, game: Game) -> None:
        """Note that nobody need be told of ``game`` any more, unless it has gone on since."""
        async with self._database.writing() as connection:
            await game_rows.hold(connection, game.number)
            await due_times.drop_of_games(connection, DueKind.NOTIFICATION, [(game.number, game.revision)])

    def deliveries(self, game: Game) -> Mapping[Player, Delivery]:
        """How each person who has to know of the latest change of a game is to learn of it."""
        return {player: self.reach(game, player) for player in addressees(game)}

    @retried
    async def take(self, due: Due) -> int | None:
        """The number of a game of which somebody may have to be told now, by the row that says so.

        None where the row is gone or was moved: the game went on, or another process was faster.
        """
        async with self._database.writing() as connection:
            return due.about if await due_times.take(connection, due.id, due.at) else None

    @retried
    async def wait(self, game: Game) -> None:
        """Tell later of a game that has not changed, because who is to move is at the board."""
        async with self._database.writing() as connection:
            await game_rows.hold(connection, game.number)
            row = await game_rows.fetch(connection, game.number)
            if row is not None and row.revision == game.revision:
                await plan_call(connection, game_of(row), self._clock.now())

    def reach(self, game: Game, player: Player) -> Delivery:
        """How a person who plays in ``game`` is to learn of something there."""
        away = _away_from(game, player)
        if away is not None and self._clock.now() < away:
            return Delivery.PRESENT
        chosen = game.seat_of(player.id).notifications
        delivery = _CALLS[chosen or NotificationMode.MENTION]
        if delivery is Delivery.MENTION and game.private_board_of(player.id) is not None:
            # A mention elsewhere would not lead to their board.
            return Delivery.PRIVATE
        if game.place.reachable or delivery is not Delivery.MENTION:
            return delivery
        # A followup stays for ever, as the bot cannot delete it later: so only for those who asked for it.
        return Delivery.NONE if chosen is None else Delivery.FOLLOWUP

    def is_out_of_sight(self, game: Game) -> bool:
        """Whether a game's message is so old that an edit of it goes unnoticed, and can be posted anew."""
        fresh = game.posted_at is not None and self._clock.now() - game.posted_at < FRESHNESS
        return game.place.reachable and not fresh


def is_news(game: Game, player_id: int, now: datetime) -> bool:
    """Whether it is worth noting that a player of a game was seen there just now.

    Most clicks follow another one closely, and each note is something to be written.
    """
    seen = game.seat_of(player_id).seen_at
    return seen is None or not timedelta() <= now - seen < _GRAIN


async def note_seen(connection: AsyncConnection, game: Game, player_id: int, now: datetime) -> Game:
    """Note that a player of a game was seen there; the game with that."""
    await presences.see(connection, game.number, player_id, now)
    return game.with_seat(player_id, replace(game.seat_of(player_id), seen_at=now))


def addressees(game: Game) -> Sequence[Player]:
    """Who has to know of the latest change of a game: who has to move or answer, or both when it is over."""
    players = (game.awaited,) if game.outcome is None else (game.white, game.black)
    return [player for player in players if player.level is None]


async def plan_call(connection: AsyncConnection, game: Game, now: datetime) -> None:
    """Note that a change of a game is to be told; done in the transaction of the change."""
    await due_times.replace(connection, game.number, [DueKind.NOTIFICATION], call_after(game, now))


def call_after(game: Game, now: datetime) -> list[NewDue]:
    """When a change of a game is to be told, if it is.

    While the player to move is at the board, they have until they are away; else whoever made the change
    tells of it at once, and the due time only stands in for them. A call that could only come too late is
    none.
    """
    at = now + PATIENCE
    for player in addressees(game) if game.outcome is None else ():
        away = _away_from(game, player)
        at = at if away is None else max(at, away)
    wanted = addressees(game) and (game.clock is None or at < game.clock.until)
    return [NewDue(DueKind.NOTIFICATION, at, game_id=game.number)] if wanted else []


def _away_from(game: Game, player: Player) -> datetime | None:
    """When a player counts as away from a game unless they are seen there again; None if they never were."""
    seen = game.seat_of(player.id).seen_at
    if seen is None:
        return None
    if game.move_seconds is None:
        return seen + PRESENCE
    return seen + min(PRESENCE, timedelta(seconds=game.move_seconds) / 2)
