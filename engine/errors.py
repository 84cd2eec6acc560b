"""The base class of the errors that the engine raises about its input.

Each error is defined beside what it's about and carries its facts as attributes; the words that a player
sees are for the interface to choose.
"""

__all__ = ["EngineError"]


class EngineError(ValueError):
    """The base class of every error that the engine raises about its input.

    >>> from engine import Position
    >>> try:
    ...     Position.replay("pyrga", ["Sb3", "Sa1"])
    ... except EngineError as error:
    ...     print(error)
    Sa1 at ply 1: the last piece asks for other spaces
    """
