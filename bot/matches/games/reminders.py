"""When players want to be reminded of their deadlines."""

from collections.abc import Set as AbstractSet

from bot.clock import Clock
from bot.matches.games.loading import load, reminder_hours
from bot.matches.games.turns import plan_reminder
from bot.matches.values.clocks import DueKind
from bot.matches.values.players import Player
from bot.store.clocks import due_times
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.games import games as game_rows
from bot.store.settings.identities import player_reminders, remember_player, set_player_reminders


class Reminders:
    """The choices of the players in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def hours(self, player_id: int) -> frozenset[int]:
        """How many hours before a deadline a player is reminded: some of ``clocks.REMINDER_HOURS``."""
        async with self._database.reading_once() as connection:
            return reminder_hours(await player_reminders(connection, player_id))

    @retried
    async def choose(self, player: Player, hours: AbstractSet[int]) -> None:
        """Choose them, for the turns that run as well."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, now)
            await set_player_reminders(connection, player.id, " ".join(map(str, sorted(hours))))
            turns = await due_times.of_players(connection, [player.id], [DueKind.DEADLINE])
            for number in sorted(turn.game_id for turn in turns if turn.game_id is not None):
                await game_rows.hold(connection, number)
                await due_times.drop_of_game(connection, number, [DueKind.REMINDER])
                game = await load(connection, number)
                if game.clock is not None and game.to_move.id == player.id and not game.clock.claimable:
                    await plan_reminder(connection, game, game.clock.until, after=now)
