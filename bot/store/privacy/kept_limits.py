"""Rows of limits that outlast a deletion, and the key of the hashes that they know people by."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from secrets import randbits
from typing import Final

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import hold_in_key_order
from bot.store.rows import add_new, batches, fetch_all, values_of
from bot.store.schema.tables import kept_limits, secret_keys

_KEY: Final = "kept_limits"
_BITS: Final = 62


@dataclass(frozen=True, slots=True)
class KeptLimitRow:
    """A limit of a ``person``, perhaps only with some ``other``; both are hashes. It may have no end."""

    person: str
    other: str | None
    kind: str
    until: datetime | None


_COLUMNS = tuple(kept_limits.c[name] for name in KeptLimitRow.__slots__)


async def fetch_key(connection: AsyncConnection) -> bytes | None:
    """Return the key of the hashes, or None if it hasn't been made."""
    secret: bytes | None = await connection.scalar(
        select(secret_keys.c.secret).where(secret_keys.c.name == _KEY)
    )
    return secret


async def add_key(connection: AsyncConnection, secret: bytes) -> None:
    """Store the key of the hashes, unless there's one."""
    await add_new(connection, secret_keys, name=_KEY, secret=secret)


async def fetch(
    connection: AsyncConnection, person: str, *, other_person: str | None, now: datetime
) -> list[KeptLimitRow]:
    """Return what limits a person now, alone or with another, and the other with them or alone."""
    people = [each for each in (person, other_person) if each is not None]
    wanted = (
        kept_limits.c.person.in_(people),
        or_(kept_limits.c.other.is_(None), kept_limits.c.other.in_(people)),
        or_(kept_limits.c.until.is_(None), kept_limits.c.until > now),
    )
    return await fetch_all(connection, select(*_COLUMNS).where(*wanted), KeptLimitRow)


async def fetch_all_of(connection: AsyncConnection, people: Sequence[str], kind: str) -> list[KeptLimitRow]:
    """Return the limits of these people of a kind that has no end."""
    found: list[KeptLimitRow] = []
    for some in batches(people):
        theirs = select(*_COLUMNS).where(kept_limits.c.person.in_(some), kept_limits.c.kind == kind)
        found += await fetch_all(connection, theirs, KeptLimitRow)
    return found


async def add(connection: AsyncConnection, limits: Sequence[KeptLimitRow]) -> None:
    """Store limits. There has to be at least one."""
    # Numbers in order would tell when the person of one that stays left, and so which deleted player it was.
    rows = [{"id": randbits(_BITS), **values_of(each)} for each in limits]
    await connection.execute(insert(kept_limits), rows)


async def drop(
    connection: AsyncConnection, kind: str, *, other_person: str, person: str | None = None
) -> None:
    """Delete the limits of a kind with some other: those of one person, or of everyone."""
    own = [] if person is None else [kept_limits.c.person == person]
    await _delete(connection, kept_limits.c.kind == kind, kept_limits.c.other == other_person, *own)


async def drop_of(connection: AsyncConnection, people: Sequence[str], kinds: Sequence[str]) -> None:
    """Delete the limits of these people, of these kinds."""
    await _delete(connection, kept_limits.c.person.in_(people), kept_limits.c.kind.in_(list(kinds)))


async def drop_over(connection: AsyncConnection, now: datetime) -> None:
    await _delete(connection, kept_limits.c.until <= now)


async def _delete(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> None:
    await hold_in_key_order(connection, kept_limits, and_(*conditions))
    await connection.execute(delete(kept_limits).where(*conditions))
