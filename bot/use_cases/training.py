"""The win trainer: for how many moves a player keeps the win that White has from the start.

A player's attempts are numbered separately for each ruleset. Only the latest one counts, until it gives the
win away or the game ends, and only after the moves that are stored as its line; anything else is practice.
"""

from bot.store import training
from bot.store.connections.transactions import retried
from bot.store.training import TrainingStep
from bot.use_cases.names import remember
from bot.use_cases.use_cases import UseCases
from bot.values.lines import Line, Progress
from bot.values.players import Player
from engine import Position, Ruleset


class Training(UseCases):
    """The win trainer of the players of one database."""

    @retried
    async def begin(self, player: Player, ruleset: Ruleset) -> Progress:
        """Begin another attempt. From now on, only this one counts."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember(connection, player, now)
            return await training.begin(
                connection, player.id, ruleset.value, line=_start(ruleset).packed(), now=now
            )

    async def progress(self, player_id: int, ruleset: Ruleset) -> Progress:
        """Return how far a player got. Someone who never began has the attempt 0."""
        progress = await self._database.read_once(training.fetch, player_id, ruleset.value)
        return progress or Progress(0, 0, 0, _start(ruleset))

    async def keep_win(
        self, run: int, before: Line, after: Line, *, player_id: int, won: bool
    ) -> tuple[Progress, bool]:
        """Note that the player went on from ``before`` to ``after`` in the attempt ``run``.

        That kept the win, or ``won``. Returns how far the player then got, and whether it counted. A win
        counts once.
        """
        ruleset, kept = before.start.ruleset, (after.played + 1) // 2
        lines = before.packed(), after.packed()
        counted = await self._note(
            TrainingStep(player_id, ruleset.value, run, *lines, kept, won=won, ended=won)
        )
        return await self.progress(player_id, ruleset), counted

    async def lose_win(self, run: int, line: Line, *, player_id: int) -> Progress:
        """Note that the player gave the win away after ``line`` in the attempt ``run``, which ends."""
        ruleset, packed = line.start.ruleset, line.packed()
        await self._note(
            TrainingStep(player_id, ruleset.value, run, packed, packed, 0, won=False, ended=True)
        )
        return await self.progress(player_id, ruleset)

    async def _note(self, step: TrainingStep) -> bool:
        return await self._database.write(training.note, step, self._clock.now())


def _start(ruleset: Ruleset) -> Line:
    return Line(Position.start(ruleset))
