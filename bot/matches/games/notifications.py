"""Whether and how players are told that it's their turn, or that their game is over.

Players who clicked on the board within the last few minutes see it for themselves. Anyone else is notified
once, in the way they chose. Each pending notification is a due time, so that it's sent even if the bot
restarts or the player has just left.
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
"""How long after their last click a player counts as present, or half their time per move if that's less."""

PATIENCE = timedelta(minutes=1)
"""How long the process that changed a game has to send the notification before the due time does."""

FRESHNESS = timedelta(hours=12)
"""A message older than this is out of sight, so the next turn gets a new one."""


_GRAIN = timedelta(seconds=15)


class Delivery(Enum):
    """How a player finds out about something.

    If the bot can only answer, a mention is a followup to the answer, or there is none.
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
    """Who was seen where, in one database, and who has to be notified."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def see(self, game: Game, player_id: int) -> Game:
        """Record that a player of a game is at it now, to within some seconds; return the updated game.

        Of a spectator nothing is recorded.
        """
        now = self._clock.now()
        if game.color_of(player_id) is None or not is_news(game, player_id, now):
            return game
        async with self._database.writing() as connection:
            return await note_seen(connection, game, player_id, now)

    @retried
    async def settle(self, game: Game) -> None:
        """Record that no one needs to be notified about ``game`` any longer, unless it has gone on since."""
        async with self._database.writing() as connection:
            await game_rows.hold(connection, game.number)
            await due_times.drop_of_games(connection, DueKind.NOTIFICATION, [(game.number, game.revision)])

    def deliveries(self, game: Game) -> Mapping[Player, Delivery]:
        """Return how each person who has to know about the latest change of a game is notified."""
        return {player: self.reach(game, player) for player in addressees(game)}

    @retried
    async def take(self, due: Due) -> int | None:
        """Return the number of a game whose players may have to be notified now, from the row that says so.

        None if the row is gone or was moved: the game went on, or another process was faster.
        """
        async with self._database.writing() as connection:
            return due.about if await due_times.take(connection, due.id, due.at) else None

    @retried
    async def wait(self, game: Game) -> None:
        """Notify later about a game that hasn't changed, because the player to move is present."""
        async with self._database.writing() as connection:
            await game_rows.hold(connection, game.number)
            row = await game_rows.fetch(connection, game.number)
            if row is not None and row.revision == game.revision:
                await plan_call(connection, game_of(row), self._clock.now())

    def reach(self, game: Game, player: Player) -> Delivery:
        """Return how a player of ``game`` is notified about something there."""
        away = _away_from(game, player)
        if away is not None and self._clock.now() < away:
            return Delivery.PRESENT
        chosen = game.seat_of(player.id).notifications
        delivery = _CALLS[chosen or NotificationMode.MENTION]
        if delivery is Delivery.MENTION and game.private_board_of(player.id) is not None:
            # A mention elsewhere wouldn't lead to their board.
            return Delivery.PRIVATE
        if game.place.reachable or delivery is not Delivery.MENTION:
            return delivery
        # A followup stays forever because the bot can't delete it later, so only people who asked for it get
        # one.
        return Delivery.NONE if chosen is None else Delivery.FOLLOWUP

    def is_out_of_sight(self, game: Game) -> bool:
        """Return whether a game's message is so old that no one notices an edit, and can be posted again."""
        fresh = game.posted_at is not None and self._clock.now() - game.posted_at < FRESHNESS
        return game.place.reachable and not fresh


def is_news(game: Game, player_id: int, now: datetime) -> bool:
    """Return whether it's worth recording that a player of a game was seen there now.

    Most clicks closely follow another one, and each record is a write.
    """
    seen = game.seat_of(player_id).seen_at
    return seen is None or not timedelta() <= now - seen < _GRAIN


async def note_seen(connection: AsyncConnection, game: Game, player_id: int, now: datetime) -> Game:
    """Record that a player of a game was seen there; return the updated game."""
    await presences.see(connection, game.number, player_id, now)
    return game.with_seat(player_id, replace(game.seat_of(player_id), seen_at=now))


def addressees(game: Game) -> Sequence[Player]:
    """Return who has to know about the latest change: who has to move or answer, or both if it's over."""
    players = (game.awaited,) if game.outcome is None else (game.white, game.black)
    return [player for player in players if player.level is None and not player.is_deleted]


async def plan_call(connection: AsyncConnection, game: Game, now: datetime) -> None:
    """Schedule the notification about a change of a game, in the transaction of the change."""
    await due_times.replace(connection, game.number, [DueKind.NOTIFICATION], call_after(game, now))


def call_after(game: Game, now: datetime) -> list[NewDue]:
    """Return when a change of a game is to be announced to its players, if at all.

    While the player to move is present, it's when they count as away. Otherwise the process that made the
    change notifies them at once, and the due time is only the fallback. A notification that could only come
    too late is left out.
    """
    at = now + PATIENCE
    for player in addressees(game) if game.outcome is None else ():
        away = _away_from(game, player)
        at = at if away is None else max(at, away)
    wanted = addressees(game) and (game.clock is None or at < game.clock.until)
    return [NewDue(DueKind.NOTIFICATION, at, game_id=game.number)] if wanted else []


def _away_from(game: Game, player: Player) -> datetime | None:
    """Return when a player counts as away from a game unless they're seen again; None if they never were."""
    seen = game.seat_of(player.id).seen_at
    if seen is None:
        return None
    if game.move_seconds is None:
        return seen + PRESENCE
    return seen + min(PRESENCE, timedelta(seconds=game.move_seconds) / 2)
