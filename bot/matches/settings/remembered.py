"""Keeps values that rarely change in memory for a while after they're read."""

from collections import OrderedDict
from collections.abc import Hashable
from time import monotonic
from typing import Final, Generic, TypeVar

MOST: Final = 10_000
"""Maximum number of values kept; the least recently used go first."""

FRESH_FOR: Final = 60.0
"""A value that another process may have changed is read again after this many seconds."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """Values by their keys. If the database is ``shared`` with other processes, they expire."""

    def __init__(self, *, shared: bool) -> None:
        self._shared = shared
        self._values: OrderedDict[K, tuple[V, float]] = OrderedDict()

    def __contains__(self, key: K) -> bool:
        found = self._values.get(key)
        return found is not None and (not self._shared or monotonic() - found[1] < FRESH_FOR)

    def __getitem__(self, key: K) -> V:
        self._values.move_to_end(key)
        return self._values[key][0]

    def keep(self, key: K, value: V) -> V:
        """Keep a value that was just read or stored, and return it."""
        self._values[key] = value, monotonic()
        self._values.move_to_end(key)
        if len(self._values) > MOST:
            self._values.popitem(last=False)
        return value
