"""The exact solver: what a position and each of its moves is worth if both players play perfectly.

It needs numpy and numba, which the rest of the engine does not: importing this package without them raises
`SolverUnavailableError`. `docs/solver.md` tells how it works.

>>> from engine import Position
>>> from engine.solver import Solver
>>> position = Position.parse("pyrga white Cb2 Sa1,Tb1w,Sb2 Ca1,Sb1,Cb2")
>>> solution = Solver(table_megabytes=16).solve(position)
>>> solution.value.value, [(str(move), value.value) for move, value in solution.moves.items()]
('loss', [('Tb2n', 'loss'), ('Tb2e', 'loss'), ('Tb2s', 'loss'), ('Tb2w', 'loss')])
"""

from importlib.util import find_spec


class SolverUnavailableError(ImportError):
    """numpy or numba is not installed, so there is no solver here."""


if find_spec("numba") is None or find_spec("numpy") is None:
    raise SolverUnavailableError(
        "the solver needs numpy and numba, the extra `solver`: pip install pyrga[solver]"
    )

from engine.solver.solver import DEFAULT_TABLE_MEGABYTES, Solver  # noqa: E402 - only where numba is
from engine.solver.value import Solution, Value  # noqa: E402

__all__ = ["DEFAULT_TABLE_MEGABYTES", "Solution", "Solver", "SolverUnavailableError", "Value"]
