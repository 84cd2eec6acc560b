"""The computer: exact values and moves from one solver, which runs beside the bot.

``Computer`` is the door: ``solve`` and ``choose`` take a position of the engine and the id of the person who
asks. What it cannot do is an error of ``bot.computer.errors``.
"""

from bot.computer.computer import Computer

__all__ = ["Computer"]
