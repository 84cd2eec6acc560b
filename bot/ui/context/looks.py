"""What seemed to be gone, or out of reach, when the bot last asked: one look isn't enough.

People throw a bot out and invite it again, lock a channel for an hour, or take a permission away by mistake,
and Discord's lists can lack entries. So nothing that can't be undone follows before two looks ``APART``.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

import discord
from cachetools import TTLCache

from bot.clock import Clock
from bot.ui.context.requests import LOST, RefusedError, RequestError

APART: Final = timedelta(minutes=10)
"""How far apart the two looks are at least."""

LONGEST_LOSS: Final = timedelta(days=7)
"""How long the bot looks for what's kept meanwhile: boards without news, and where puzzles are posted."""

_LONGEST: Final = timedelta(hours=1)
"""The longest time from one look of background work to the next: as long as a thing has been missing."""

_KEPT: Final = timedelta(days=1)
"""How long a look counts without another one."""

_MOST: Final = 20_000


@dataclass(frozen=True, slots=True)
class _Missing:
    """A thing that wasn't found from ``since`` to ``last``, and may be gone if it's ``lost`` since a time."""

    since: datetime
    last: datetime
    lost: datetime | None


class Looks:
    """The things of one client that were missing when it last looked. A thing is any value that names it.

    After a restart, none is known, which only delays what follows from it.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._missing: TTLCache[Hashable, _Missing] = TTLCache(
            _MOST, _KEPT.total_seconds(), lambda: clock.now().timestamp()
        )

    def missing(self, thing: Hashable, apart: timedelta = APART) -> bool:
        """Note a look that found a thing missing; return whether one at least ``apart`` before did, too."""
        now = self._clock.now()
        known = self._missing.get(thing, _Missing(now, now, None))
        self._missing[thing] = replace(known, last=now, lost=known.lost or now)
        return self.is_gone(thing, apart)

    def fails(self, thing: Hashable, error: RequestError, apart: timedelta = APART) -> bool:
        """Note how asking for a thing failed; return whether it's gone, as far as two looks can tell."""
        if isinstance(error, LOST):
            return self.missing(thing, apart)
        if isinstance(error, RefusedError):
            self.missing(thing)
            self._missing[thing] = replace(self._missing[thing], lost=None)
        return False

    def there(self, thing: Hashable) -> None:
        """Note a look that found a thing."""
        self._missing.pop(thing, None)

    def is_missing(self, thing: Hashable) -> bool:
        """Return whether the last look found a thing missing, or didn't find out."""
        return thing in self._missing

    def is_gone(self, thing: Hashable, apart: timedelta = APART) -> bool:
        """Return whether two looks ``apart`` have found a thing missing, and none in between has found it."""
        known = self._missing.get(thing)
        return known is not None and known.lost is not None and known.last - known.lost >= apart

    def is_due(self, thing: Hashable) -> bool:
        """Return whether background work may ask for a thing now."""
        known = self._missing.get(thing)
        return known is None or self._clock.now() >= known.last + min(known.last - known.since, _LONGEST)


class LookingClient(discord.AutoShardedClient):
    """A Discord client that knows what was missing when it last looked."""

    looks: Looks
