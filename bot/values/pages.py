"""Lists shown a page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

LONGEST_LIST = 1_000
"""Maximum number of rows that lists usually show: every page further down takes longer to find."""

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of ``size`` rows; the first page has the ``number`` 0. None begins beyond ``longest`` rows."""

    number: int
    size: int
    longest: int = LONGEST_LIST

    @property
    def offset(self) -> int:
        """Return how many rows come before this page."""
        return min(self.number, self._last) * self.size

    @property
    def limit(self) -> int:
        """Return how many rows to read: one more than the page has shows whether another one follows."""
        return self.size + 1

    def cut(self, rows: Sequence[Row]) -> tuple[list[Row], bool]:
        """Return the rows of this page from those that were read, and whether another page follows."""
        return list(rows[: self.size]), len(rows) > self.size and self.number < self._last

    @property
    def _last(self) -> int:
        return self.longest // self.size - 1
