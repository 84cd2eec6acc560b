"""What Ctrl-C does to a command: it ends without a word."""

from collections.abc import Callable

__all__ = ["INTERRUPTED", "quietly"]

INTERRUPTED = 130
"""The exit status of a command that was ended by Ctrl-C, as shells have it: 128 and the signal's number."""


def quietly(command: Callable[[], int]) -> int:
    """Run a command and return its exit status, which is ``INTERRUPTED`` if Ctrl-C ended it.

    >>> quietly(lambda: 0)
    0
    >>> def interrupted() -> int:
    ...     raise KeyboardInterrupt
    >>> quietly(interrupted)
    130
    """
    try:
        return command()
    except KeyboardInterrupt:
        return INTERRUPTED
