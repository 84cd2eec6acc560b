"""Rows of searches for an opponent, and what else decides which of them can become a game."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    and_,
    case,
    delete,
    exists,
    func,
    not_,
    or_,
    select,
    true,
    union,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.selectable import NamedFromClause

from bot.store.clocks.heartbeats import is_answered
from bot.store.codec import Columns, Shape
from bot.store.connections.statements import in_key_order, update_rows
from bot.store.games import is_of_player
from bot.store.names import name_in
from bot.store.rows import add_new, batches, fetch_all, fetch_rows
from bot.store.schema.conditions import (
    FINISHED,
    FOUND,
    HEARING,
    NOTICE_DUE,
    OF_PEOPLE,
    REMOVED,
    RUNNING,
    constant_text,
)
from bot.store.schema.tables import (
    EVERYWHERE,
    blocks,
    games,
    guilds,
    notice_servers,
    players,
    ratings,
    searches,
)
from bot.values.clocks import USUAL_END, ZONES, is_quiet, local_time
from bot.values.glicko import NEW
from bot.values.players import ChallengePolicy, NoticeReach, Player
from bot.values.searches import Search
from bot.values.standings import Strength

Two = tuple[int, int]
"""The ids of two people."""

_SOURCE = searches.join(players, players.c.id == searches.c.player_id).outerjoin(
    guilds, guilds.c.id == searches.c.guild_id
)
_IS_PRESENT = or_(searches.c.guild_id.is_(None), not_(REMOVED))
_IS_EVERYWHERE = and_(
    searches.c.everywhere,
    players.c.across_servers.is_(true()),
    or_(searches.c.guild_id.is_(None), guilds.c.across_servers.is_not(False)),
)

_SIDES = (games.c.white_id, games.c.black_id)
_OPPONENTS = (games.c.white_id.label("one"), games.c.black_id.label("other"))


_COLUMNS: Final = Columns(
    Search,
    searches,
    Shape(
        names={"number": "id", "clock": "move_seconds"},
        flat={"place", "terms"},
        without={"here", "overall", "strangers"},
    ),
)


async def add(connection: AsyncConnection, search: Search) -> None:
    """Store a new search, whose number is ignored."""
    values = _COLUMNS.write(search) | {"tell_at": search.began_at}
    del values["id"]
    await connection.execute(searches.insert().values(values))


async def move(connection: AsyncConnection, number: int, *, channel_id: int) -> None:
    """Store that a search was last asked in another channel."""
    moved = update(searches).where(searches.c.id == number)
    await connection.execute(moved.values(channel_id=channel_id))


async def of_player(connection: AsyncConnection, player_id: int, now: datetime) -> list[Search]:
    """Return a person's searches, the oldest first."""
    return await _select(connection, now, searches.c.player_id == player_id)


async def waiting(
    connection: AsyncConnection, now: datetime, numbers: Collection[int] | None = None
) -> list[Search]:
    """Return all searches, or those of these numbers, the oldest first.

    They're those where the bot still is, of people who accept challenges.
    """
    accepting = players.c.challenge_policy.is_distinct_from(constant_text(ChallengePolicy.NOBODY))
    some = [] if numbers is None else [searches.c.id.in_(numbers)]
    return await _select(connection, now, _IS_PRESENT, accepting, *some)


async def are_several(connection: AsyncConnection) -> bool:
    """Return whether there's more than one search."""
    found = await connection.scalars(select(searches.c.id).limit(2))
    return len(found.all()) > 1


async def blocking(connection: AsyncConnection, player_ids: Sequence[int]) -> list[Two]:
    """Return whom these people have blocked: first who did, then whom."""
    found: list[Two] = []
    for some in batches(player_ids):
        blocked = select(blocks.c.player_id.label("one"), blocks.c.blocked_id.label("other")).where(
            blocks.c.player_id.in_(some)
        )
        found += await fetch_all(connection, blocked, _two)
    return found


async def started(connection: AsyncConnection, player_ids: Sequence[int], since: datetime) -> list[Two]:
    """Return the people against whom these have started games as White since then, once for each game."""
    found: list[Two] = []
    for some in batches(player_ids):
        chosen = games.c.white_id.in_(some), games.c.created_at >= since
        # A game that began since then and ended also ended since then, so an index finds it.
        ways = ((RUNNING,), (FINISHED, games.c.finished_at >= since))
        begun = (select(*_OPPONENTS).where(*chosen, *way) for way in ways)
        found += await fetch_all(connection, union_all(*begun), _two)
    return found


async def have_met(connection: AsyncConnection, player_ids: Sequence[int]) -> list[Two]:
    """Return whom these people have ever started games with."""
    found: list[Two] = []
    for some in batches(player_ids):
        met = (select(*_OPPONENTS).where(side.in_(some)) for side in _SIDES)
        found += await fetch_all(connection, union(*met), _two)
    return found


async def games_as_white(connection: AsyncConnection, last: int, *, player_id: int) -> int:
    """Return the number of their last games against people in which a player was White.

    Those that are running come first, then those that ended last.
    """
    newest = games.c.id.desc()
    people, ended = OF_PEOPLE, games.c.finished_at.desc()
    whites: list[int] = []
    for condition, order in ((RUNNING, (newest,)), (FINISHED, (ended, newest))):
        theirs = is_of_player(player_id, condition, people, order=order, limit=last)
        found = select(games.c.white_id).where(theirs).order_by(*order).limit(last)
        whites += await connection.scalars(found)
    return whites[:last].count(player_id)


async def count_people(  # noqa: PLR0913 - who counts
    connection: AsyncConnection,
    guild_id: int | None,
    *,
    player_id: int,
    now: datetime,
    everywhere: bool,
    without: str,
) -> int:
    """Return how many people other than this one look for an opponent in a guild, or also everywhere else.

    Those who accept only such challenges as ``without`` says don't count.
    """
    there = searches.c.guild_id == guild_id
    reached = or_(there, _IS_EVERYWHERE) if everywhere else there
    willing = players.c.challenge_policy.is_distinct_from(without)
    others = (reached, searches.c.player_id != player_id, willing)
    counted = select(func.count(searches.c.player_id.distinct())).select_from(_SOURCE)
    counted = counted.where(*others, _IS_PRESENT, searches.c.expires_at > now)
    return int((await connection.execute(counted)).scalar_one())


async def last_found(connection: AsyncConnection) -> datetime | None:
    """Return when the last game began that came from searches, or None."""
    last = select(games.c.created_at).where(FOUND).order_by(games.c.id.desc()).limit(1)
    at: datetime | None = await connection.scalar(last)
    return at


async def to_tell(connection: AsyncConnection, now: datetime) -> list[Search]:
    """Return the searches that others are to be told of now, the oldest first."""
    return await _select(connection, now, _IS_PRESENT, searches.c.tell_at <= now)


async def hearers(
    connection: AsyncConnection, search: Search, now: datetime, since: datetime, limit: int
) -> list[Search]:
    """Return who wants to hear of a search, as if they looked for the same game there, the nearest first.

    They've heard of none ``since`` then, and of another one last, don't look for the same, and aren't in
    their quiet hours.
    """
    ruleset, place, clock = search.terms.ruleset, search.place.guild_id, search.terms.clock
    here, overall, own = ratings.alias("here"), ratings.alias("overall"), searches.alias("own")
    there = and_(notice_servers.c.player_id == players.c.id, notice_servers.c.guild_id == place)
    source: Any = players.join(notice_servers, there, isouter=search.everywhere)
    for rating, pool in ((here, place), (overall, EVERYWHERE)):
        key = (rating.c.pool == pool, rating.c.ruleset == ruleset, rating.c.player_id == players.c.id)
        source = source.outerjoin(rating, and_(*key))
    reached: ColumnElement[bool] = notice_servers.c.player_id.is_not(None)
    if search.everywhere:
        is_everywhere = players.c.notice_reach == constant_text(NoticeReach.EVERYWHERE)
        reached = or_(reached, and_(is_everywhere, players.c.across_servers.is_not(False)))
    rated, mine = (overall, search.overall) if search.everywhere else (here, search.here)
    searching = exists().where(
        *(own.c.player_id == players.c.id, own.c.ruleset == ruleset),
        *(own.c.move_seconds == clock, own.c.rated == search.terms.rated),
    )
    statement = (
        select(
            *(players.c.id, players.c.name.label("account_name"), players.c.challenge_policy),
            *(name_in(place or EVERYWHERE, players).label("name"), *_rating_in(here), *_rating_in(overall)),
        )
        .select_from(source)
        .where(
            HEARING,
            reached,
            players.c.id != search.player.id,
            players.c.noticed_about.is_distinct_from(search.number),
            players.c.challenge_policy.is_distinct_from(constant_text(ChallengePolicy.NOBODY)),
            or_(players.c.notice_clocks.is_(None), players.c.notice_clocks.contains(str(int(clock)))),
            _may_hear(since),
            _is_awake(now),
            not_(searching),
        )
        .order_by(func.abs(func.coalesce(rated.c.rating, NEW.rating) - mine.rating), players.c.id)
        .limit(limit)
    )
    return [_as_if(search, row, now) for row in await fetch_rows(connection, statement)]


def _may_hear(since: datetime) -> ColumnElement[bool]:
    return or_(players.c.noticed_at.is_(None), players.c.noticed_at <= since)


def _is_awake(now: datetime) -> ColumnElement[bool]:
    """Return whether someone's clock isn't in their quiet hours, or they have none."""
    hour = case({zone: local_time(zone, now).hour for zone in ZONES}, value=players.c.time_zone)
    until = func.coalesce(players.c.quiet_until, USUAL_END)
    none = players.c.time_zone.is_(None), players.c.quiet_from.is_(None)
    return or_(*none, not_(is_quiet(hour, players.c.quiet_from, until)))


def _as_if(search: Search, row: Mapping[str, Any], now: datetime) -> Search:
    here, overall = _strengths(row, now)
    return replace(
        search,
        number=0,
        player=Player(row["id"], row["name"], row["account_name"]),
        began_at=now,
        here=here,
        overall=overall,
        strangers=row["challenge_policy"] != ChallengePolicy.ACQUAINTANCES,
    )


async def plan_notices(
    connection: AsyncConnection, search: Search, player_ids: Collection[int], now: datetime, since: datetime
) -> None:
    """Store that these people are about to hear of a search, if they've heard of none ``since`` then."""
    theirs = players.c.id.in_(player_ids), _may_hear(since)
    planned = {"noticed_at": now, "noticed_about": search.number, "notice_due": True}
    await update_rows(connection, players, *theirs, **planned)
    told = update(searches).where(searches.c.id == search.number)
    await connection.execute(told.values(tell_at=search.next_notice(now)))


async def planned_notices(connection: AsyncConnection, limit: int) -> list[Two]:
    """Return who's about to hear of which search: first who, then its number."""
    found = select(players.c.id.label("one"), players.c.noticed_about.label("other")).where(NOTICE_DUE)
    return await fetch_all(connection, found.order_by(players.c.id).limit(limit), _two)


async def note_noticed(connection: AsyncConnection, player_ids: Collection[int]) -> None:
    """Store that these people have heard of a search."""
    await update_rows(connection, players, players.c.id.in_(player_ids), notice_due=False)


async def hear(connection: AsyncConnection, guild_id: int, *, player_id: int, wanted: bool) -> None:
    """Store whether a player wants to hear of searches in a guild."""
    key = {"guild_id": guild_id, "player_id": player_id}
    if wanted:
        await add_new(connection, notice_servers, **key)
    else:
        there = (notice_servers.c[name] == value for name, value in key.items())
        await connection.execute(delete(notice_servers).where(*there))


async def take(connection: AsyncConnection, numbers: Collection[int]) -> int:
    """Delete these searches; return how many of them there were."""
    return await _delete(connection, searches.c.id.in_(numbers))


async def cancel(connection: AsyncConnection, number: int, *, player_id: int) -> bool:
    """Delete a search of a person; return whether it was still there."""
    return bool(await _delete(connection, searches.c.id == number, searches.c.player_id == player_id))


async def drop_expired(connection: AsyncConnection, now: datetime, since: datetime) -> None:
    """Delete the searches whose time is over, unless no one could play there ``since``: they get it back."""
    await _delete(connection, searches.c.expires_at <= now, is_answered(searches.c.guild_id, since))


async def stranded(connection: AsyncConnection, now: datetime) -> list[Search]:
    """Return the searches in guilds that have removed the bot, the oldest first."""
    return await _select(connection, now, REMOVED)


async def _delete(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> int:
    deleted = await connection.execute(
        delete(searches).where(in_key_order(searches.c.id, *conditions)),
        execution_options={"preserve_rowcount": True},
    )
    return deleted.rowcount


def _two(one: int, other: int) -> Two:
    return one, other


def _rating_in(pool: NamedFromClause) -> tuple[ColumnElement[Any], ...]:
    """Return the rating in a pool with its name, and until when it's established."""
    return pool.c.rating.label(pool.name), pool.c.established_until.label(f"{pool.name}_until")


async def _select(
    connection: AsyncConnection, now: datetime, *conditions: ColumnElement[bool]
) -> list[Search]:
    here, overall = ratings.alias("here"), ratings.alias("overall")
    source: Any = _SOURCE
    for rating, pool in ((here, searches.c.guild_id), (overall, EVERYWHERE)):
        key = (
            rating.c.pool == pool,
            rating.c.ruleset == searches.c.ruleset,
            rating.c.player_id == players.c.id,
        )
        source = source.outerjoin(rating, and_(*key))
    statement = (
        select(
            *(column for column in searches.c if column.name != "everywhere"),
            _IS_EVERYWHERE.label("everywhere"),
            name_in(searches.c.guild_id, players).label("player_name"),
            players.c.name.label("player_account_name"),
            players.c.challenge_policy,
            *_rating_in(here),
            *_rating_in(overall),
        )
        .select_from(source)
        .where(searches.c.expires_at > now, *conditions)
        .order_by(searches.c.began_at, searches.c.id)
    )
    return [_search_of(row, now) for row in await fetch_rows(connection, statement)]


def _search_of(row: Mapping[str, Any], now: datetime) -> Search:
    """Return the search in a row.

    It's everywhere if the player asked for that, and they and the server still allow games across servers.
    """
    here, overall = _strengths(row, now)
    return _COLUMNS.read(
        row,
        here=overall if row["guild_id"] is None else here,
        overall=overall,
        strangers=row["challenge_policy"] != ChallengePolicy.ACQUAINTANCES,
    )


def _strengths(row: Mapping[str, Any], now: datetime) -> tuple[Strength, Strength]:
    """Return a player's strength in a guild, and in all of them."""
    pools = ("here", "overall")
    here, overall = (
        Strength.of(row[pool], established_until=row[f"{pool}_until"], now=now) for pool in pools
    )
    return here, overall
