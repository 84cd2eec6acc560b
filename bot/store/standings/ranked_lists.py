"""Lists of players by rank, whatever they're ranked by: a page, and someone's own line."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import ColumnElement, FromClause, Select, Subquery, and_, func, select, true, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.names import name_in
from bot.store.schema.conditions import LISTED
from bot.store.schema.tables import DELETED_IDS, EVERYWHERE, players

Line = TypeVar("Line")
Columns = tuple[ColumnElement[Any], ...]
Conditions = Sequence[ColumnElement[bool]]

_IS_RANKED = "is_ranked"
_EVERYONE: Final = true()


def _as_they_are(lines: Select[Any], found: FromClause) -> Select[Any]:
    del found
    return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedList(Generic[Line]):
    """Who is on a list of players in a pool, in what order, and what's shown of each.

    With an index of the columns of the order, the others needn't be read to find a page.
    """

    pool: int
    listed: Conditions
    """What's true of everyone on the list."""

    highest_first: Columns = ()
    lowest_first: Columns = ()
    """What players are ranked by: the highest in the first columns, then the lowest in these."""

    among_equals: Columns = ()
    """In what order those come who share a rank, the lowest first.

    The last column of the whole order is the player's id.
    """

    ranked: ColumnElement[bool] = _EVERYONE
    """Who has a rank."""

    unranked: Conditions = ()
    """Who comes after that, without a rank. Each condition is for a range of another index."""

    with_facts: Callable[[Select[Any], FromClause], Select[Any]] = _as_they_are
    """Adds to a line, which has the columns of the order and the player's ``name``, what else is shown."""

    make: Callable[..., Line]
    """Makes a line from its ``rank``, which is None for those without one, and all of its columns."""

    @property
    def order(self) -> Columns:
        """Return the columns that decide on the order."""
        return self.highest_first + self.lowest_first + self.among_equals

    def best_first(self, source: FromClause | None = None) -> list[ColumnElement[Any]]:
        """Return the order of the list, or of a ``source`` that has its columns."""
        columns = self.order if source is None else [source.c[column.name] for column in self.order]
        falling = len(self.highest_first)
        return [*(column.desc() for column in columns[:falling]), *columns[falling:]]

    def above(self, row: Mapping[str, Any]) -> list[ColumnElement[bool]]:
        """Return the ranges of those before a row: better in one column, and equal in those before it."""
        ranges: list[ColumnElement[bool]] = []
        equal: ColumnElement[bool] = _EVERYONE
        for index, column in enumerate(self.order):
            value = row[column.name]
            ranges.append(and_(equal, column > value if index < len(self.highest_first) else column < value))
            equal = and_(equal, column == value)
        return ranges

    def result(self, row: Mapping[str, Any]) -> list[Any]:
        """Return what decides on the rank of a row."""
        return [row[column.name] for column in self.highest_first + self.lowest_first]

    def with_better_rank(self, row: Mapping[str, Any]) -> list[ColumnElement[bool]]:
        """Return the ranges of those with a better rank than a row."""
        return self.above(row)[: len(self.highest_first + self.lowest_first)]


def admitted(ids: ColumnElement[int], pool: int, without: Collection[int]) -> list[ColumnElement[bool]]:
    """Return which ``ids`` can be on a list of a pool: not those who are deleted or in ``without``.

    On the lists of all servers, there are only those who want that.
    """
    # For a range of ids, SQLite would use the key and sort the whole pool.
    conditions: list[ColumnElement[bool]] = [~ids.between(*DELETED_IDS)]
    if without:
        conditions.append(ids.not_in(sorted(without)))
    if pool == EVERYWHERE:
        conditions.append(ids.in_(select(players.c.id).where(LISTED)))
    return conditions


async def page(
    connection: AsyncConnection, ranking: RankedList[Line], *, offset: int, limit: int
) -> list[Line]:
    """Return some of the lines: of players with a rank, and, from where those end, of the others."""
    rows = await _walk(connection, ranking, [ranking.ranked], offset=offset, limit=limit)
    rank, lines = offset, list[Line]()
    if rows and offset and ranking.among_equals:
        # Those who share the first rank may begin on the page before.
        rank = sum(await _counts(connection, ranking, ranking.with_better_rank(rows[0])))
    for index, row in enumerate(rows):
        if index and ranking.result(row) != ranking.result(rows[index - 1]):
            rank = offset + index
        lines.append(ranking.make(rank=rank + 1, **row))
    if not ranking.unranked or len(lines) == limit:
        return lines
    skipped = 0
    if offset and not lines:
        skipped = offset - sum(await _counts(connection, ranking, [ranking.ranked]))
    others = await _walk(connection, ranking, ranking.unranked, offset=skipped, limit=limit - len(lines))
    return [*lines, *(ranking.make(rank=None, **row) for row in others)]


async def line_of(connection: AsyncConnection, ranking: RankedList[Line], player_id: int) -> Line | None:
    """Return a player's line; None if they aren't on the list."""
    own = await _own(connection, ranking, player_id)
    if own is None:
        return None
    row, is_ranked = own
    if not is_ranked:
        return ranking.make(rank=None, **row)
    better = [and_(ranking.ranked, each) for each in ranking.with_better_rank(row)]
    return ranking.make(rank=1 + sum(await _counts(connection, ranking, better)), **row)


async def count_before(connection: AsyncConnection, ranking: RankedList[Any], player_id: int) -> int | None:
    """Return how many are listed before a player; None if they aren't on the list."""
    own = await _own(connection, ranking, player_id)
    if own is None:
        return None
    row, is_ranked = own
    parts = [ranking.ranked] if is_ranked else ranking.unranked
    ranges = [and_(part, each) for part in parts for each in ranking.above(row)]
    return sum(await _counts(connection, ranking, ranges if is_ranked else [ranking.ranked, *ranges]))


async def _own(
    connection: AsyncConnection, ranking: RankedList[Any], player_id: int
) -> tuple[dict[str, Any], bool] | None:
    """Return a player's row, and whether they have a rank."""
    mine = (*ranking.listed, ranking.order[-1] == player_id)
    found = select(*ranking.order, ranking.ranked.label(_IS_RANKED)).where(*mine).subquery()
    rows = await _rows(connection, ranking, found)
    return (rows[0], bool(rows[0].pop(_IS_RANKED))) if rows else None


async def _walk(
    connection: AsyncConnection, ranking: RankedList[Any], parts: Conditions, *, offset: int, limit: int
) -> list[dict[str, Any]]:
    """Return the rows of some players in order, found by the index of each part."""
    walks = [
        select(*ranking.order).where(*ranking.listed, part).order_by(*ranking.best_first()) for part in parts
    ]
    if len(walks) == 1:
        found = walks[0].offset(offset).limit(limit).subquery()
    else:
        both = union_all(*(select(walk.limit(offset + limit).subquery()) for walk in walks)).subquery()
        ordered = select(both).order_by(*ranking.best_first(both))
        found = ordered.offset(offset).limit(limit).subquery()
    return await _rows(connection, ranking, found, *ranking.best_first(found))


async def _rows(
    connection: AsyncConnection, ranking: RankedList[Any], found: Subquery, *order: ColumnElement[Any]
) -> list[dict[str, Any]]:
    # The rest is only looked up for these, not for those before them.
    named = select(*found.c, name_in(ranking.pool, players).label("name"))
    lines = named.join(players, players.c.id == found.c[ranking.order[-1].name])
    statement = ranking.with_facts(lines, found).order_by(*order)
    return [dict(row) for row in (await connection.execute(statement)).mappings()]


async def _counts(connection: AsyncConnection, ranking: RankedList[Any], ranges: Conditions) -> Sequence[int]:
    # Each is one range of an index; in a single condition, no index would be used.
    counts = (
        select(func.count()).where(*ranking.listed, each).scalar_subquery().label(f"range_{number}")
        for number, each in enumerate(ranges)
    )
    return [*(await connection.execute(select(*counts))).one()]
