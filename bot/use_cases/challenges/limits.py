"""Whom people don't want to play, and what still limits them after their data was deleted.

The database knows people whose data was deleted by HMAC-SHA-256 of their ids, under a key of its own. Whoever
has the database can check whether a known id is meant, but can't read ids from it.
"""

import hmac
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import privacy, searches, votes
from bot.store.challenges import blocks
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.privacy import KeptLimitRow
from bot.store.votes import Hashes
from bot.use_cases.names import remember
from bot.use_cases.use_cases import UseCases
from bot.values.challenge_errors import SelfBlockError
from bot.values.pages import Page
from bot.values.players import Player

WAIT: Final = timedelta(days=1)
"""How long a person has to wait before their first challenge after a deletion.

That's longer than any pause between challenges or after one was declined, so those needn't be kept.
"""

_KEY_BYTES: Final = 32


NO_SHOWS_KEPT: Final = timedelta(days=180)
"""How long it's remembered that someone didn't show up in a cup, after they could join cups again."""

VOTERS_KEPT: Final = timedelta(days=180)
"""How long it's remembered that someone voted in a running game: longer than channels take for one."""


class LimitKind(StrEnum):
    """What's kept about a person.

    Someone blocked them, they began a rated game today, they have to wait, they can't join cups, they didn't
    show up in one, they voted in a game that channels play, or were excluded from that, or they've begun the
    game of the day.
    """

    BLOCKED = "blocked"
    RATED = "rated"
    WAITING = "waiting"
    BARRED = "barred"
    NO_SHOW = "no_show"
    VOTED = votes.VOTED
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Limits:
    """What limits a person now, alone or with one other, because of a deletion.

    ``blocked`` says whether the other has blocked them, ``blocks`` whether they have blocked the other.
    ``rated`` is the number of rated games that the two began today and that are no longer in their names.
    ``waits_until`` is when the person can challenge anyone again, or None if they can now. ``no_shows`` is
    how often they didn't show up in a cup, and ``barred_until`` when they can join cups again.
    """

    blocked: bool = False
    blocks: bool = False
    rated: int = 0
    waits_until: datetime | None = None
    no_shows: int = 0
    barred_until: datetime | None = None


NO_LIMITS = Limits()
"""The limits of someone who never deleted their data."""


class KeptLimits:
    """The kept limits in one database. Every method is a part of a transaction."""

    def __init__(self) -> None:
        self._key: bytes | None = None

    async def between(
        self, connection: AsyncConnection, player_id: int, *, other_id: int | None, now: datetime
    ) -> Limits:
        """Return what limits a player now, alone and with another."""
        key = await self._stored_key(connection)
        if key is None:
            return NO_LIMITS
        person, other = _hash(key, player_id), None if other_id is None else _hash(key, other_id)
        found = await privacy.fetch(connection, person, other_person=other, now=now)
        blocked = {row.person for row in found if row.kind == LimitKind.BLOCKED}
        own = [row for row in found if row.person == person]
        return Limits(
            blocked=person in blocked,
            blocks=other in blocked,
            rated=sum(row.kind == LimitKind.RATED for row in found),
            waits_until=_latest(own, LimitKind.WAITING),
            no_shows=sum(row.kind == LimitKind.NO_SHOW for row in own),
            barred_until=_latest(own, LimitKind.BARRED),
        )

    async def blocks_among(
        self, connection: AsyncConnection, player_ids: Iterable[int]
    ) -> list[frozenset[int]]:
        """Return which two of these players can't play each other because of a kept block."""
        key = await self._stored_key(connection)
        if key is None:
            return []
        people = {_hash(key, player_id): player_id for player_id in player_ids}
        blocks = await privacy.fetch_all_of(connection, [*people], LimitKind.BLOCKED)
        return [frozenset({people[row.person], people[row.other]}) for row in blocks if row.other in people]

    async def barred_among(
        self, connection: AsyncConnection, player_ids: Sequence[int]
    ) -> frozenset[frozenset[int]]:
        """Return which two of these players can't play each other: one has blocked the other, or had."""
        blocked = await searches.blocking(connection, player_ids)
        kept = await self.blocks_among(connection, player_ids)
        return frozenset([*map(frozenset, blocked), *kept])

    async def hashes_of(self, connection: AsyncConnection, player_id: int, *, game: int) -> Hashes:
        """Return what a player and a game are called here; nothing is kept under empty names."""
        key = await self._stored_key(connection)
        if key is None:
            return Hashes()
        return Hashes(person=_hash(key, player_id), game=_hash(key, _called(game)))

    async def has_begun(self, connection: AsyncConnection, player_id: int, day: date) -> bool:
        """Return whether a player had begun the game of a day before they deleted their data."""
        key = await self._stored_key(connection)
        other = None if key is None else _hash(key, str(day))
        people = (
            [] if other is None else await privacy.people_with(connection, LimitKind.DAY, other_person=other)
        )
        return key is not None and _hash(key, player_id) in people

    async def forget_no_shows(self, connection: AsyncConnection, player_ids: Iterable[int]) -> None:
        """Forget that these players didn't show up in cups."""
        key = await self._stored_key(connection)
        if key is not None:
            people = [_hash(key, player_id) for player_id in player_ids]
            await privacy.drop_of(connection, people, (LimitKind.BARRED, LimitKind.NO_SHOW))

    async def sure_key(self, database: Database) -> bytes:
        """Return the key, which is made if there's none yet."""
        if self._key is None:
            self._key = await database.write(make_key)
        return self._key

    async def _stored_key(self, connection: AsyncConnection) -> bytes | None:
        """Return the key, which never changes once it's committed."""
        if self._key is None:
            self._key = await privacy.fetch_key(connection)
        return self._key


@dataclass(frozen=True, slots=True)
class Leaving:
    """A person whose data is being deleted.

    ``blockers`` are the people who blocked them, and ``rated_opponents`` those with whom they began rated
    games today, once for each game. Those games count until ``day_ends``. ``no_shows`` is how often they
    didn't show up in a cup, and ``barred_until`` when they could join cups again. ``voted_in`` are the
    running games in which they voted, or were excluded from voting, and ``day`` is the last whose game they
    began.
    """

    player_id: int
    blockers: Sequence[int]
    rated_opponents: Sequence[int]
    day_ends: datetime
    no_shows: int = 0
    barred_until: datetime | None = None
    voted_in: Sequence[int] = ()
    day: date | None = None


async def make_key(connection: AsyncConnection) -> bytes:
    """Return the key of a database, which is made if there's none yet."""
    key = await privacy.fetch_key(connection)
    if key is None:
        await privacy.add_key(connection, secrets.token_bytes(_KEY_BYTES))
        # Another process may have been faster.
        return await make_key(connection)
    return key


async def keep_limits(connection: AsyncConnection, leaving: Leaving, now: datetime) -> None:
    """Keep what limits a person whose data this transaction deletes. Their own blocks go."""
    key = await make_key(connection)
    person = _hash(key, leaving.player_id)
    await privacy.drop_over(connection, now)
    await privacy.drop(connection, LimitKind.BLOCKED, other_person=person)
    blocked = _rows(key, person, leaving.blockers, LimitKind.BLOCKED, None)
    rated = _rows(key, person, leaving.rated_opponents, LimitKind.RATED, leaving.day_ends)
    waits = KeptLimitRow(person, None, LimitKind.WAITING, now + WAIT)
    voted = _rows(key, person, map(_called, leaving.voted_in), LimitKind.VOTED, now + VOTERS_KEPT)
    day = _rows(
        key, person, [] if leaving.day is None else [str(leaving.day)], LimitKind.DAY, leaving.day_ends
    )
    await privacy.add(connection, [*blocked, *rated, *voted, *day, waits, *_no_shows(person, leaving)])


def _no_shows(person: str, leaving: Leaving) -> list[KeptLimitRow]:
    until = leaving.barred_until
    if until is None:
        return []
    no_show = KeptLimitRow(person, None, LimitKind.NO_SHOW, until + NO_SHOWS_KEPT)
    return [KeptLimitRow(person, None, LimitKind.BARRED, until), *leaving.no_shows * [no_show]]


def _rows(
    key: bytes, person: str, others: Iterable[int | str], kind: LimitKind, until: datetime | None
) -> list[KeptLimitRow]:
    return [KeptLimitRow(person, _hash(key, other), kind, until) for other in others]


def _latest(rows: Iterable[KeptLimitRow], kind: LimitKind) -> datetime | None:
    return max((row.until for row in rows if row.kind == kind and row.until is not None), default=None)


def _called(game: int) -> str:
    """Return what no person is called."""
    return f"game {game}"


def _hash(key: bytes, name: int | str) -> str:
    return hmac.digest(key, str(name).encode(), "sha256").hex()


_HANDLE: Final = 24


def _handle_of(key: bytes, player: str, other: str) -> str:
    """Return what a player's block of another is called, given what both are called among the limits."""
    return _hash(key, f"block {player} {other}")[:_HANDLE]


@dataclass(frozen=True, slots=True)
class BlockedPlayer:
    """Someone whom a person has blocked: their name, and a ``handle`` of the block that tells no id."""

    player: Player
    handle: str


class Blocks(UseCases):
    """The blocks in one database. They apply in every server, and no one is told that they are blocked."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        self._kept_limits = KeptLimits()

    @retried
    async def block(self, player: Player, other: Player) -> None:
        """Keep ``other`` from challenging ``player`` and from joining their open challenges."""
        if player.id == other.id:
            raise SelfBlockError
        now = self._clock.now()
        async with self._database.writing() as connection:
            for one in sorted((player, other), key=lambda one: one.id):
                await remember(connection, one, now)
            await blocks.add(connection, player.id, blocked_id=other.id, now=now)

    async def unblock(self, player_id: int, *, other_id: int) -> None:
        """Remove the block of someone with this id, if there is one, as in ``unblock_by``."""
        key = await self._kept_limits.sure_key(self._database)
        await self.unblock_by(player_id, _handle_of(key, _hash(key, player_id), _hash(key, other_id)))

    @retried
    async def unblock_by(self, player_id: int, handle: str) -> None:
        """Remove the block with this handle, if there is one, even if they've deleted their data since."""
        key = await self._kept_limits.sure_key(self._database)
        player = _hash(key, player_id)
        async with self._database.writing() as connection:
            for other_id in await blocks.all_blocked_by(connection, player_id):
                if _handle_of(key, player, _hash(key, other_id)) == handle:
                    await blocks.remove(connection, player_id, blocked_id=other_id)
            for other in await privacy.people_with(connection, LimitKind.BLOCKED, other_person=player):
                if _handle_of(key, player, other) == handle:
                    await privacy.drop(connection, LimitKind.BLOCKED, other_person=player, person=other)

    async def blocked(self, player_id: int, *, page: int, size: int) -> tuple[list[BlockedPlayer], bool]:
        """Return one page (the first is 0) of the people a player has blocked, and whether more follow."""
        key = await self._kept_limits.sure_key(self._database)
        player = _hash(key, player_id)
        wanted = Page(page, size)
        found = await self._database.read_once(
            blocks.blocked_by, player_id, offset=wanted.offset, limit=wanted.limit
        )
        rows, follows = wanted.cut(found)
        people = [Player(number, name) for number, name in rows]
        return [BlockedPlayer(each, _handle_of(key, player, _hash(key, each.id))) for each in people], follows
