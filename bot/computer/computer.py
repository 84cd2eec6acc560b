"""The computer's public interface."""

from collections.abc import Callable, Mapping
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from time import monotonic

import structlog

from bot.computer.errors import ComputerUnavailableError
from bot.computer.process import Answer, SolverProcess
from bot.fair_queue import FairQueue
from bot.values.game.game import BestPlay
from engine import Color, Distance, Distances, Lead, Level, Move, Position, Reason, Solution, Value

MOST_REQUESTS = 4
"""Maximum number of requests per player at a time. A review only makes one at a time."""

NO_ONE = 0
"""Who requests what no player does."""

SECONDS_TO_DECIDE = 60.0
"""How long the search for the value of a position may take that decides a game."""

_SECONDS_FOR_LINE = 10.0
_NEEDED = ("numba", "numpy")
# A search stops after this many seconds to let others go first. The next one continues with everything in the
# table; because shares of time grow with the search, even a small table is enough in the end.
_SHARE = 2.0
_GROWTH = 1 / 8

log = structlog.get_logger(__name__)


class Computer:
    """Solves positions and chooses moves, for one player after another.

    Args:
        megabytes: The size of the solver's table; 0 switches the computer off.
        cache_folder: Where compiled code is kept between starts, created if it's missing; None for the user's
            cache folder.
        idle: The solver's process ends after this many seconds without a request.
        find: How to look for a module.
    """

    def __init__(
        self,
        *,
        megabytes: int,
        cache_folder: Path | None,
        idle: float = 300.0,
        find: Callable[[str], ModuleSpec | None] = find_spec,
    ) -> None:
        self.available = megabytes > 0 and all(find(name) is not None for name in _NEEDED)
        """Whether this host has what the computer needs."""
        self._process = SolverProcess(megabytes=megabytes, cache_folder=cache_folder, idle=idle)
        self._queue = FairQueue(MOST_REQUESTS)

    @property
    def idle(self) -> bool:
        """Return whether the solver would start on a request right away: it runs, and no one else asks."""
        return self.pid is not None and not self._queue.busy

    @property
    def waiting(self) -> int:
        """Return the number of requests that are waiting for the solver."""
        return self._queue.waiting

    @property
    def pid(self) -> int | None:
        """Return the id of the solver's process, if it's running."""
        return self._process.pid

    async def solve(
        self,
        position: Position,
        player_id: int,
        *,
        seconds: float | None = None,
        line: bool = True,
        distances: Distances = Distances.NONE,
    ) -> Solution:
        """Return the value of a position and of every legal move, requested by the player ``player_id``.

        ``seconds`` is how long the search itself may take; whatever it hasn't found by then is unknown.
        ``line`` says whether to include a line of perfect play, and ``distances`` says which distances to
        look for.

        Raises:
            ComputerUnavailableError: this host has no computer.
            StillWorkingError: ``player_id`` already has too many requests.
            ComputerFailedError: the solver died repeatedly.
        """
        request = {"task": "solve", "position": str(position), "line": line, "distances": distances}
        return await self._search(
            request, seconds, lambda found: _is_complete(found, distances), player_id=player_id
        )

    async def decide(self, position: Position, *, seconds: float = SECONDS_TO_DECIDE) -> BestPlay | None:
        """Return how a game ends from a position with best play; None if that isn't found in so many seconds.

        It's requested by no one, and takes turns with what players request.
        """
        request = {"task": "solve", "position": str(position), "line": False}
        found = await self._search(
            request, seconds, lambda found: found.value is not Value.UNKNOWN, player_id=NO_ONE
        )
        if found.value is Value.UNKNOWN:
            return None
        winners = {Value.WIN: position.turn, Value.LOSS: position.turn.opponent}
        winner = winners.get(found.value)
        request |= {"line": True, "distances": Distances.BEST}
        found = await self._search(request, _SECONDS_FOR_LINE, _has_line, player_id=NO_ONE)
        return BestPlay(winner, found.distance.exact if found.distance else None, found.line)

    async def choose(self, position: Position, player_id: int, level: Level) -> Move:
        """Return the move of a level against the player ``player_id``, or raise what ``solve`` does."""
        self._check_available()
        request = {"task": "choose", "position": str(position), "level": level}
        with self._queue.request(player_id):
            async with self._queue.share(player_id):
                return Move.parse((await self._process.ask(request))["move"])

    async def warm(self) -> None:
        """Start compiling whatever isn't compiled yet, in the background. Failures are only logged."""
        if not self.available:
            log.info("no computer on this host")
            return
        try:
            await self._process.warm()
        except OSError as error:
            log.warning("solver not compiled ahead", error=str(error))

    async def close(self) -> None:
        """End the solver's process."""
        await self._process.close()

    async def _search(
        self,
        request: Mapping[str, object],
        seconds: float | None,
        is_enough: Callable[[Solution], bool],
        *,
        player_id: int,
    ) -> Solution:
        """Search in shares, between which others take their turns, until what's found is enough."""
        self._check_available()
        spent, nodes = 0.0, 0
        with self._queue.request(player_id):
            while True:
                share = max(_SHARE, spent * _GROWTH)
                if seconds is not None:
                    share = min(share, seconds - spent)
                async with self._queue.share(player_id):
                    began = monotonic()
                    solution = _solution(await self._process.ask({**request, "seconds": share}), nodes)
                # The process may have had to start, which doesn't count as search time.
                spent += min(monotonic() - began, share)
                nodes = solution.nodes
                if is_enough(solution) or (seconds is not None and spent >= seconds):
                    return solution

    def _check_available(self) -> None:
        if not self.available:
            raise ComputerUnavailableError


def _solution(answer: Answer, nodes: int) -> Solution:
    distance, lead = answer["distance"], answer["lead"]
    return Solution(
        value=Value(answer["value"]),
        moves={Move.parse(move): Value(value) for move, value in answer["moves"].items()},
        guess=Value(answer["guess"]),
        best=None if answer["best"] is None else Move.parse(answer["best"]),
        line=tuple(Move.parse(move) for move in answer["line"]),
        nodes=nodes + answer["nodes"],
        distance=None if distance is None else Distance(*distance),
        distances={Move.parse(move): Distance(*bounds) for move, bounds in answer["distances"].items()},
        lead=None if lead is None else Lead(Color(lead[0]), Reason(lead[1]), lead[2]),
    )


def has_values(solution: Solution) -> bool:
    """Return whether the value of a position and of every legal move is known."""
    return solution.value is not Value.UNKNOWN and Value.UNKNOWN not in solution.moves.values()


def _has_line(solution: Solution) -> bool:
    is_exact = solution.distance is not None and solution.distance.exact is not None
    return bool(solution.line) and (is_exact or solution.value is Value.DRAW)


def _is_complete(solution: Solution, distances: Distances) -> bool:
    if not has_values(solution):
        return False
    wanted = [solution.distance] if solution.distance else []
    if distances is Distances.ALL:
        wanted += solution.distances.values()
    return all(distance.exact is not None for distance in wanted)
