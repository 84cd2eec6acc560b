"""The computer: exact values and moves from a solver that runs alongside the bot.

``Computer`` is the entry point: ``solve`` and ``choose`` take a position of the engine and the id of the
person who asks. Its errors are in ``bot.computer.errors``. ``ComputerTurns`` plays its moves in games, and
``Searches`` finds values while a person looks at a position.
"""

from bot.computer.computer import Computer
from bot.computer.searches import Searches
from bot.computer.turns import ComputerTurns

__all__ = ["Computer", "ComputerTurns", "Searches"]
