"""The figures of a load."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.click_load.clickers import Click


@dataclass(frozen=True, slots=True)
class Figures:
    """What happened in the measured ``seconds``.

    ``clicks`` are those that began in that time, ``shown`` counts the new boards, and ``cpu_seconds`` is
    the CPU time of the process.
    """

    clicks: Sequence[Click]
    shown: int
    seconds: float
    cpu_seconds: float

    @property
    def clicks_per_second(self) -> float:
        """Boards with a new move per second."""
        return self.shown / self.seconds

    @property
    def cpu_per_click(self) -> float:
        """Milliseconds of CPU time per board with a new move."""
        return 1000 * self.cpu_seconds / self.shown if self.shown else math.nan

    @property
    def failed(self) -> int:
        """Clicks that got an error, no answer in time, or no board in time."""
        return sum(click.failed for click in self.clicks)

    def until_answered(self, share: float) -> float:
        """Milliseconds until this share (0 to 1) of the clicks had a first answer."""
        return 1000 * percentile([click.answered for click in self.clicks if click.answered], share)

    def until_shown(self, share: float) -> float:
        """Milliseconds until this share (0 to 1) of the clicks had a new board."""
        return 1000 * percentile([click.shown for click in self.clicks if click.shown], share)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that isn't exceeded by this share (0 to 1) of ``values``; NaN if there are none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan
