"""The computer: exact values and moves from a solver that runs alongside the bot.

``Computer`` is the entry point: ``solve`` and ``choose`` take a position of the engine and the id of the
person who asks. Its errors are in ``bot.computer.computer``. ``ComputerTurns`` plays its moves in games, and
``Analyses`` finds values while a person looks at a position.

One worker (``python -m engine.solver.worker``) is started on first use, with low priority, and ends after
five idle minutes. A long search pauses every two seconds to let others go first. If the worker dies, the
request is made again; after three deaths it's refused. A game that waits for a solver that isn't there is
stalled, and its board says so.
"""

from bot.computer.analyses import Analyses
from bot.computer.computer import Computer
from bot.computer.turns import ComputerTurns

__all__ = ["Analyses", "Computer", "ComputerTurns"]
