"""The win trainer: for how many moves a player keeps the win that White has from the start.

A player's attempts are numbered separately for each ruleset. Only the latest one counts, until it gives the
win away or the game ends; whatever they try after that is practice.
"""

from dataclasses import dataclass

from bot.clock import Clock
from bot.matches.values.players import Player
from bot.store import training
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.settings.players import remember_player
from bot.store.training import AttemptKey, StepRow
from engine import Ruleset


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a player got with a ruleset.

    ``run`` is the attempt that counts now, ``longest`` is how many moves in a row from the start kept the win
    in their longest attempt, and ``wins`` is how many attempts kept it to the end.
    """

    run: int
    longest: int
    wins: int


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
            row = await training.begin(connection, player.id, ruleset.value, now)
        return Progress(row.run, row.longest, row.wins)

    @retried
    async def progress(self, player_id: int, ruleset: Ruleset) -> Progress:
        """Return how far a player got. Someone who never began has the attempt 0."""
        async with self._database.reading_once() as connection:
            row = await training.fetch(connection, player_id, ruleset.value)
        return Progress(0, 0, 0) if row is None else Progress(row.run, row.longest, row.wins)

    async def keep_win(
        self, player_id: int, ruleset: Ruleset, run: int, *, moves: int, won: bool
    ) -> tuple[Progress, bool]:
        """Note that the player's first ``moves`` moves in the attempt ``run`` kept the win, or ``won``.

        Returns how far the player then got, and whether it counted. A win counts once.
        """
        attempt = AttemptKey(player_id, ruleset.value, run)
        counted = await self._note(attempt, StepRow(moves, won=won, ended=won))
        return await self.progress(player_id, ruleset), counted

    async def lose_win(self, player_id: int, ruleset: Ruleset, run: int) -> Progress:
        """Note that the player gave the win away in the attempt ``run``, which no longer counts."""
        attempt = AttemptKey(player_id, ruleset.value, run)
        await self._note(attempt, StepRow(0, won=False, ended=True))
        return await self.progress(player_id, ruleset)

    @retried
    async def _note(self, attempt: AttemptKey, step: StepRow) -> bool:
        async with self._database.writing() as connection:
            return await training.note(connection, attempt, step, self._clock.now())
