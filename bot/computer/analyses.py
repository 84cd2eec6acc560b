"""Analyses that go on in the background for as long as a person looks at a position."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextvars import copy_context
from dataclasses import dataclass
from typing import Final

import structlog

from bot.computer.computer import Computer, has_values
from bot.values.errors import Refusal
from engine import Distances, Position, Solution, Value

MOST_SECONDS: Final = 60.0
"""Maximum number of seconds that a search for the values of one position takes."""

SECONDS_FOR_DISTANCES: Final = 10.0
"""Number of seconds after which a search that has all values stops looking for distances."""

_FIRST_STEP: Final = 0.5
_STEP: Final = 2.0
# Seconds of search between reports that have no new values, only more distances.
_PACE: Final = 6.0

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Finding:
    """What an analysis has found so far.

    ``solution`` is None if the computer has no answer. If ``ended``, it won't find any more:
    everything is known, or it took too long.
    """

    solution: Solution | None
    ended: bool

    @property
    def complete(self) -> bool:
        return self.solution is not None and is_complete(self.solution)


Report = Callable[[Finding], Awaitable[None]]
"""Shows a finding. The analysis continues when this returns."""


def is_complete(solution: Solution) -> bool:
    """Return whether everything is known: the value of every legal move, and how far each win and loss is."""
    return has_values(solution) and all(
        distance.exact is not None for distance in solution.distances.values()
    )


class Analysis:
    """An analysis of ``position``, whose findings ``report`` shows."""

    def __init__(self, position: Position, report: Report) -> None:
        self.position = position
        self.report = report
        self.context = copy_context()
        """That of the click that wants it, for the log."""
        self.first: asyncio.Future[Finding | None] = asyncio.get_running_loop().create_future()
        """The first finding; None if that of another position replaced this one before there was any."""

    def note_first(self, finding: Finding | None) -> None:
        """Set the first finding, unless there was one before."""
        if not self.first.done():
            self.first.set_result(finding)


class Analyses:
    """Finds the values of the position that each person is looking at, one for each person.

    When a person goes on to another position, the analysis of the previous one ends. It isn't interrupted,
    since that would end the solver's process for everyone: it finishes its current step of at most two
    seconds. So each person has at most one request in the computer's queue. A search for one position takes
    at most ``seconds``.
    """

    def __init__(self, computer: Computer, *, seconds: float = MOST_SECONDS) -> None:
        self._computer = computer
        self._seconds = seconds
        self._wanted: dict[int, Analysis] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def begin(self, player_id: int, position: Position, report: Report) -> Analysis:
        """Analyze ``position`` from now on, instead of what ``player_id`` was looking at before.

        ``report`` is called with the first finding, with each one that has more values, and now and then with
        one that has more distances. The last one has ended. Once another analysis has replaced this one, it's
        no longer called. One of the same position replaces it, too, but both have the same first
        finding: whichever of two clicks is answered last shows the values.
        """
        analysis, previous = Analysis(position, report), self._wanted.get(player_id)
        if previous is not None and previous.position == position:
            analysis.first = previous.first
        else:
            self.end(player_id)
        self._wanted[player_id] = analysis
        if player_id not in self._tasks:
            task = asyncio.create_task(self._work(player_id))
            self._tasks[player_id] = task
            task.add_done_callback(lambda _: self._tasks.pop(player_id))
        return analysis

    def end(self, player_id: int) -> None:
        """Stop searching for what ``player_id`` was looking at."""
        analysis = self._wanted.pop(player_id, None)
        if analysis is not None:
            analysis.note_first(None)

    async def stop(self) -> None:
        """Cancel every analysis."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, player_id: int) -> None:
        while (analysis := self._wanted.get(player_id)) is not None:
            try:
                carried_out = self._carry_out(player_id, analysis)
                await asyncio.create_task(carried_out, context=analysis.context)
            except Exception:
                # No one awaits this task, so no one else would report it.
                log.exception("an analysis failed")
            if self._wanted.get(player_id) is analysis:
                self.end(player_id)

    async def _carry_out(self, player_id: int, analysis: Analysis) -> None:
        known, reported = (-1, 0), 0.0
        async for finding, spent in self._findings(player_id, analysis):
            if self._wanted.get(player_id) is not analysis:
                return
            more = _known(finding.solution)
            if finding.ended or more[0] > known[0] or (more > known and spent - reported >= _PACE):
                known, reported = more, spent
                analysis.note_first(finding)
                await analysis.report(finding)

    async def _findings(self, player_id: int, analysis: Analysis) -> AsyncIterator[tuple[Finding, float]]:
        """Yield findings step by step, with the seconds that they took, until the analysis has ended."""
        spent, step, solution = 0.0, _FIRST_STEP, None
        while spent < self._limit(solution):
            solution = await self._step(analysis.position, step, player_id=player_id)
            spent, step = spent + step, _STEP
            if solution is None or is_complete(solution):
                break
            yield Finding(solution, ended=False), spent
        yield Finding(solution, ended=True), spent

    def _limit(self, solution: Solution | None) -> float:
        if solution is not None and has_values(solution):
            return min(self._seconds, SECONDS_FOR_DISTANCES)
        return self._seconds

    async def _step(self, position: Position, seconds: float, *, player_id: int) -> Solution | None:
        try:
            return await self._computer.solve(position, player_id, seconds=seconds, distances=Distances.ALL)
        except Refusal as error:
            log.info("no values", error=repr(error))
            return None


def _known(solution: Solution | None) -> tuple[int, int]:
    """Return how many values and how many distances are known."""
    if solution is None:
        return 0, 0
    values = (solution.value, *solution.moves.values())
    distances = solution.distances.values()
    return (
        sum(value is not Value.UNKNOWN for value in values),
        sum(distance.exact is not None for distance in distances),
    )
