"""The exact solver: what a position and each of its moves is worth if both players play perfectly.

It needs numpy and numba, which the rest of the engine doesn't: importing this package without them raises
``SolverUnavailableError``. ``docs/solver.md`` says how it works, and what it found.

>>> from engine import Position
>>> from engine.solver import Solver
>>> solver = Solver(table_megabytes=16)
>>> solution = solver.solve(Position.replay("pyrga", "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e".split()))
>>> solution.value.value, {str(move): value.value for move, value in solution.moves.items()}
('win', {'Sd2': 'win', 'Td2n': 'win', 'Td2s': 'win', 'Td2w': 'draw', 'Cd2': 'win'})

A position's value is from the point of view of the player to move, and a move's from that of the player who
makes it. What a limit (``seconds``, ``nodes``) leaves open is ``Value.UNKNOWN``; every other value is proven.
With ``Distances.ALL``, a solution also says how many plies away the end is. Compiled code is kept in
``cache_folder``, so that only the first process compiles. ``engine.review_game`` judges a whole game with
such solutions, and ``engine.solver.levels.choose`` plays at one of eight levels.
"""

from importlib.util import find_spec


class SolverUnavailableError(ImportError):
    """The solver can't be used, because numpy or numba isn't installed."""


if find_spec("numba") is None or find_spec("numpy") is None:
    # Never by the project's name alone: in a package registry, someone else's project has it.
    raise SolverUnavailableError(
        "the solver needs numpy and numba: in the folder of this project, run `pip install '.[solver]'` or "
        "`uv sync --extra solver`"
    )

from engine.analysis.value import Solution, Value  # noqa: E402
from engine.solver.solver import DEFAULT_TABLE_MEGABYTES, Solver  # noqa: E402 - only where numba is

__all__ = ["DEFAULT_TABLE_MEGABYTES", "Solution", "Solver", "SolverUnavailableError", "Value"]
