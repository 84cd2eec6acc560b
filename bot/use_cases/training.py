"""The win trainer: for how many moves a player keeps the win that White has from the start.

A player's attempts are numbered separately for each ruleset. Only the latest one counts, until it gives the
win away or the game ends, and only after the moves that are stored as its line; anything else is practice.
"""

from dataclasses import dataclass
from typing import Self

from bot.store import training
from bot.store.connections.transactions import retried
from bot.store.training import TrainingRow, TrainingStep
from bot.use_cases.names import remember
from bot.use_cases.use_cases import UseCases
from bot.values.lines import Line
from bot.values.players import Player
from engine import Position, Ruleset


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a player got with a ruleset.

    ``longest`` is how many moves in a row from the start kept the win in their longest attempt, and ``wins``
    is how many attempts kept it to the end. In the attempt ``run``, which counts, ``line`` has been played.
    """

    run: int
    longest: int
    wins: int
    line: Line

    @classmethod
    def of(cls, row: TrainingRow) -> Self:
        return cls(row.run, row.longest, row.wins, Line.unpack(row.line))

    def counts(self, run: int, line: Line) -> bool:
        """Return whether what's played after ``line`` in the attempt ``run`` counts."""
        return (run, line) == (self.run, self.line)

    def replies_to(self, run: int, line: Line) -> bool:
        """Return whether the last move of the attempt ``run`` is a reply to ``line``, which is all played."""
        return self.run == run and (self.line.start, self.line.moves[:-1]) == (line.start, line.moves)


class Training(UseCases):
    """The win trainer of the players of one database."""

    @retried
    async def begin(self, player: Player, ruleset: Ruleset) -> Progress:
        """Begin another attempt. From now on, only this one counts."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember(connection, player, now)
            row = await training.begin(
                connection, player.id, ruleset.value, line=_start(ruleset).packed(), now=now
            )
        return Progress.of(row)

    async def progress(self, player_id: int, ruleset: Ruleset) -> Progress:
        """Return how far a player got. Someone who never began has the attempt 0."""
        row = await self._database.read_once(training.fetch, player_id, ruleset.value)
        return Progress(0, 0, 0, _start(ruleset)) if row is None else Progress.of(row)

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
