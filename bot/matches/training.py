"""The win trainer: for how many moves a player keeps the win that White has from the start.

A player's attempts are numbered separately for each ruleset. Only the latest one counts, until it gives the
win away or the game ends; whatever they try after that is practice.
"""

from bot.clock import Clock
from bot.matches.values.players import Player
from bot.store import training
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.settings.players import remember_player
from bot.store.training import Step, TrainingRow
from engine import Ruleset

Progress = TrainingRow
"""How far a player got."""


class Training:
    """The win trainer of the players of one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def begin(self, player: Player, ruleset: Ruleset) -> Progress:
        """Begin another attempt. From now on, only this one counts."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, now)
            return await training.begin(connection, player.id, ruleset.value, now)

    @retried
    async def progress(self, player_id: int, ruleset: Ruleset) -> Progress:
        """Return how far a player got. Someone who never began has the attempt 0."""
        async with self._database.reading_once() as connection:
            return await training.fetch(connection, player_id, ruleset.value) or Progress(0, 0, 0)

    async def keep_win(
        self, player_id: int, ruleset: Ruleset, run: int, *, moves: int, won: bool
    ) -> tuple[Progress, bool]:
        """Note that the player's first ``moves`` moves in the attempt ``run`` kept the win, or ``won``.

        Returns how far the player then got, and whether it counted. A win counts once.
        """
        counted = await self._note(Step(player_id, ruleset.value, run, moves, won=won, ended=won))
        return await self.progress(player_id, ruleset), counted

    async def lose_win(self, player_id: int, ruleset: Ruleset, run: int) -> Progress:
        """Note that the player gave the win away in the attempt ``run``, which no longer counts."""
        await self._note(Step(player_id, ruleset.value, run, 0, won=False, ended=True))
        return await self.progress(player_id, ruleset)

    @retried
    async def _note(self, step: Step) -> bool:
        async with self._database.writing() as connection:
            return await training.note(connection, step, self._clock.now())
