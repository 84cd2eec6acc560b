"""Which of Discord's shards a process serves.

Discord divides the servers of a large bot among shards, each with its own connection. Direct messages
belong to shard 0.
"""

import re
from dataclasses import dataclass
from itertools import groupby
from math import gcd
from typing import Self

_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?", re.ASCII)


class ShardsError(ValueError):
    """These aren't valid shards. The text is a sentence for hosts, without a period."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One of ``count`` shards."""

    id: int
    count: int

    def has(self, guild_id: int | None) -> bool:
        """Return whether a server belongs to it; None stands for direct messages."""
        return ((guild_id or 0) >> 22) % self.count == self.id

    def overlaps(self, other: "Shard") -> bool:
        """Return whether a server could belong to both, as with another number of shards."""
        return (self.id - other.id) % gcd(self.count, other.count) == 0


@dataclass(frozen=True, slots=True)
class Shards:
    """One or more of ``count`` shards: their ids, each from 0 to ``count - 1``, in order.

    Raises:
        ShardsError: there are none, or one doesn't exist.
    """

    ids: tuple[int, ...]
    count: int

    def __post_init__(self) -> None:
        if not self.ids:
            raise ShardsError("a process needs at least one shard")
        if self.ids[-1] >= self.count:
            raise ShardsError(
                f"there's no shard {self.ids[-1]} of {self.count}: the last is {self.count - 1}"
            )

    @classmethod
    def all(cls, count: int) -> Self:
        return cls(tuple(range(count)), count)

    @property
    def are_all(self) -> bool:
        """Return whether no other process is needed."""
        return len(self.ids) == self.count

    def __str__(self) -> str:
        """Return the ids in the form that can be typed, and the count, such as ``0-3,6 of 16``."""
        return f"{_written(self.ids)} of {self.count}"


def parse_shard_ids(text: str) -> tuple[int, ...]:
    """Return the ids that were typed, in order.

    Raises:
        ShardsError: it isn't a list of ids and ranges.

    >>> parse_shard_ids("0,2,5-7")
    (0, 2, 5, 6, 7)
    """
    ids: set[int] = set()
    for part in text.split(","):
        found = _RANGE.fullmatch(part.strip())
        if found is None:
            raise ShardsError(f"{text!r} isn't a list of shards: write it like 0-3 or 0,2,5-7")
        first, last = int(found[1]), int(found[2] or found[1])
        if first > last:
            raise ShardsError(f"{part.strip()!r} ends before it begins")
        ids.update(range(first, last + 1))
    return tuple(sorted(ids))


def _written(ids: tuple[int, ...]) -> str:
    # Neighbors are equally far from their places in the list.
    runs = [[each for _, each in run] for _, run in groupby(enumerate(ids), lambda pair: pair[1] - pair[0])]
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
