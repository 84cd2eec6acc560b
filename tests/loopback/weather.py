"""Decides which requests of the bot meet trouble, and what kind of it."""

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from math import inf
from random import Random
from time import monotonic

from tests.loopback.kinds import Kind, Reach

_PLACE = re.compile(r"(?:channels|guilds|webhooks/\d+|interactions/\d+)/[^/]+")

_LULL = 5.0
"""After a trouble for everything, there's none for this many times as long."""


@dataclass(slots=True)
class Block:
    """What the next ``times`` requests with a method and a path meet. Both may contain ``*`` for any text.

    With an event ``until``, the rest of the request waits for it. ``happened`` is set with the first such
    request, and ``count`` has how many there were.
    """

    kind: Kind
    method: str = "*"
    path: str = "*"
    times: float = inf
    until: asyncio.Event | None = None
    happened: asyncio.Event = field(default_factory=asyncio.Event)
    count: int = 0

    def meets(self, method: str, path: str) -> bool:
        """Return whether such a request meets it."""
        return self.count < self.times and fnmatch(method, self.method) and fnmatch(path, self.path)


@dataclass(frozen=True, slots=True)
class _Spell:
    """A trouble that lasts. The times are from ``time.monotonic``."""

    kind: Kind
    began: float
    end: float


class Weather:
    """What requests meet: what a test asks for, and otherwise trouble by chance, the same for the same seed.

    A ``share`` of the requests that would be in the clear meets one of ``kinds``, which lasts ``longest``
    seconds at most. Without them, there's only what was blocked or has begun. ``met`` counts the requests
    that met each kind by chance.
    """

    def __init__(
        self, seed: int = 0, kinds: Sequence[Kind] = (), share: float = 0.3, longest: float = inf
    ) -> None:
        self.blocks: list[Block] = []
        self.met: Counter[str] = Counter()
        self._random = Random(seed)
        self.kinds = kinds
        self._share = share
        self._longest = longest
        self._spells: dict[str, _Spell] = {}
        self._gone: set[str] = set()
        self._lull_end = 0.0

    def block(
        self,
        kind: Kind,
        method: str = "*",
        path: str = "*",
        *,
        times: float = inf,
        until: asyncio.Event | None = None,
    ) -> Block:
        """Have requests meet a kind from now on, before any other block and any chance."""
        added = Block(kind, method, path, times, until)
        self.blocks.insert(0, added)
        return added

    def clear(self) -> None:
        """Let the sky be clear from now on."""
        self.blocks.clear()
        self._spells.clear()
        self.kinds = ()

    def forecast(self, method: str, path: str) -> Block | None:
        """Return what a request meets, or None in clear sky. A block counts it."""
        for block in self.blocks:
            if block.meets(method, path):
                block.count += 1
                block.happened.set()
                return block
        kind = self._by_chance(place_of(path))
        if kind is None:
            return None
        self.met[kind.name] += 1
        return Block(kind)

    def _by_chance(self, place: str) -> Kind | None:
        now = monotonic()
        for where in ("", place):
            spell = self._spells.get(where)
            if spell is not None and now < spell.end:
                return spell.kind.after(now - spell.began)
        if not self.kinds or self._random.random() >= self._share:
            return None
        return self._begin(self._random.choice(self.kinds), place, now)

    def _begin(self, kind: Kind, place: str, now: float) -> Kind | None:
        lasts = min(kind.lasts, self._longest)
        if kind.reach is Reach.EVERYTHING:
            if now < self._lull_end:
                return None
            self._lull_end = now + lasts * (1 + _LULL)
        if kind.is_final:
            # What's gone twice is gone for good, so it's only gone once.
            if place in self._gone:
                return None
            self._gone.add(place)
        if kind.reach is not Reach.REQUEST:
            where = "" if kind.reach is Reach.EVERYTHING else place
            self._spells[where] = _Spell(kind, now, now + lasts)
        return kind


def place_of(path: str) -> str:
    """Return the part of a path that names a channel, a guild, or an interaction."""
    found = _PLACE.match(path)
    return path if found is None else found[0]
