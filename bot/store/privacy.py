"""What refers to a person or a server, from the tables themselves: to read it, replace them, or delete it."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from secrets import randbits
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    RowMapping,
    Table,
    bindparam,
    case,
    delete,
    insert,
    or_,
    select,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import delete_rows, lock_in_key_order, update_rows
from bot.store.game_rows import APART, apart_in
from bot.store.names import account_name
from bot.store.rows import add_new, batches, fetch_all, fetch_rows, values_of
from bot.store.schema import tables
from bot.store.schema.conditions import OPEN, REMOVED, RUNNING_SEASON, is_person
from bot.store.schema.tables import (
    blocks,
    challenges,
    cup_entrants,
    cups,
    daily_cards,
    daily_games,
    daily_puzzles,
    daily_solves,
    events,
    games,
    guilds,
    kept_limits,
    league_members,
    leagues,
    metadata,
    moderation_acts,
    nicknames,
    night_entrants,
    nights,
    opening_moves,
    players,
    rating_changes,
    rematches,
    reviews,
    season_places,
    seasons,
    secret_keys,
    team_matches,
    team_members,
    team_sides,
)

References = Mapping[Table, Sequence[Column[Any]]]

DELETED: Final = (
    tables.badges,
    tables.blocks,
    tables.codes,
    tables.crowd_hosts,
    tables.daily_games,
    tables.daily_solves,
    tables.due_times,
    tables.league_members,
    tables.nicknames,
    tables.notes,
    tables.notice_servers,
    tables.puzzle_months,
    tables.puzzle_results,
    tables.puzzle_solvers,
    tables.reports,
    tables.role_checks,
    tables.role_holders,
    tables.rushes,
    tables.searches,
    tables.training,
    tables.vacations,
)
"""Tables whose rows go with the person. The rows of all others stay, under the new player."""

OF_THE_SERVER: Final = (
    tables.allowed_channels,
    tables.codes,
    tables.daily_cards,
    tables.daily_puzzles,
    tables.nicknames,
    tables.notice_servers,
    tables.rating_roles,
    tables.role_checks,
    tables.role_holders,
    tables.role_removals,
    tables.searches,
)
"""Tables with a server's own data, in addition to its seasons, events, leagues, and counts of opening moves.

All other rows belong to its players.
"""

_NO_CHOICES: Final[dict[str, Any]] = dict.fromkeys(
    column.name for column in guilds.c if column.nullable and column is not guilds.c.removed_at
)
_SET = update(guilds).where(guilds.c.id == bindparam("guild")).values(removed_at=bindparam("at"))


def references_to(target: Table) -> References:
    """Return the columns that refer to ``target``, by table. Tables come after those that they refer to."""
    found = {
        table: [key.parent for key in table.foreign_keys if key.column.table is target]
        for table in metadata.sorted_tables
    }
    return {table: sorted(columns, key=str) for table, columns in found.items() if columns}


async def lock(connection: AsyncConnection, player_id: int) -> Sequence[str]:
    """Keep others from adding anything about a player until the transaction ends; return what they're called.

    That's the name of their account and those in servers, or nothing if there's no such player.
    """
    # Everyone who changes events and players locks events first.
    entered = select(cup_entrants.c.cup_id).where(cup_entrants.c.player_id == player_id)
    await lock_in_key_order(connection, cups, cups.c.host_id == player_id, cups.c.id.in_(entered))
    came = select(night_entrants.c.night_id).where(night_entrants.c.player_id == player_id)
    await lock_in_key_order(connection, nights, nights.c.host_id == player_id, nights.c.id.in_(came))
    joined = select(team_members.c.team_match_id).where(team_members.c.player_id == player_id)
    managed = select(team_sides.c.team_match_id).where(team_sides.c.manager_id == player_id)
    await lock_in_key_order(
        connection, team_matches, team_matches.c.id.in_(joined), team_matches.c.id.in_(managed)
    )
    held = select(players.c.name).where(players.c.id == player_id).with_for_update()
    account = [*await connection.scalars(held)]
    elsewhere = select(nicknames.c.name).where(nicknames.c.player_id == player_id)
    return [*account, *await connection.scalars(elsewhere)]


async def blockers(connection: AsyncConnection, player_id: int) -> Sequence[int]:
    """Return the people who have blocked a player, in the order of their ids."""
    theirs = select(blocks.c.player_id).where(blocks.c.blocked_id == player_id)
    return sorted(await connection.scalars(theirs))


async def open_challenges(connection: AsyncConnection, player_id: int) -> list[tuple[int, bool]]:
    """Return the numbers of the open challenges from or to a player, in order, and whether they made each."""
    sides = (challenges.c.challenger_id, challenges.c.opponent_id)
    ways = (
        select(challenges.c.id, challenges.c.challenger_id).where(side == player_id, OPEN) for side in sides
    )
    found = union_all(*ways).subquery()
    rows = await connection.execute(
        select(found.c.id, (found.c.challenger_id == player_id).label("own")).order_by(found.c.id)
    )
    return [(row.id, bool(row.own)) for row in rows]


async def add_stand_in(connection: AsyncConnection, new_id: int, name: str, now: datetime) -> None:
    """Add the player called ``name`` who'll take the place of a deleted one."""
    await connection.execute(insert(players).values(id=new_id, name=name, created_at=now))


async def lock_games(connection: AsyncConnection, player_id: int) -> Sequence[int]:
    """Keep others from changing the games of a player until the transaction ends; return their numbers."""
    sides = (games.c.white_id == player_id, games.c.black_id == player_id)
    await lock_in_key_order(connection, games, *sides)
    # Each side has its own index.
    found = union_all(*(select(games.c.id).where(side) for side in sides))
    return sorted(await connection.scalars(found))


async def forget_challenge_places(connection: AsyncConnection, player_id: int) -> None:
    """Forget where outside servers a player's challenges were made.

    Where only a click can change the card, it's recognized by its message, which is kept.
    """
    for side in (challenges.c.challenger_id, challenges.c.opponent_id):
        private = (side == player_id, challenges.c.guild_id.is_(None))
        message_id = case((challenges.c.reachable, None), else_=challenges.c.message_id)
        forgotten = {"channel_id": 0, "reachable": False, "message_id": message_id}
        await update_rows(connection, challenges, *private, **forgotten)


async def reasons(connection: AsyncConnection, guild_ids: Sequence[int]) -> list[tuple[int, str]]:
    """Return the reasons that moderators of some guilds gave, each with the number of the act."""
    statement = select(moderation_acts.c.id, moderation_acts.c.reason).where(
        moderation_acts.c.guild_id.in_(guild_ids), moderation_acts.c.reason.is_not(None)
    )
    return [(row.id, row.reason) for row in await connection.execute(statement)]


async def clear_reasons(connection: AsyncConnection, numbers: Sequence[int]) -> None:
    """Clear the reasons of these acts."""
    await update_rows(connection, moderation_acts, moderation_acts.c.id.in_(numbers), reason=None)


async def replace(connection: AsyncConnection, player_id: int, *, new_id: int) -> None:
    """Replace a player by another in every table but that of games, which no longer refers to them.

    The messages with puzzles of the day that they solved, and the cards of their events and of their results
    of the day, are marked for redrawing. What was theirs alone is deleted.
    """
    solved = select(daily_solves.c.guild_id, daily_solves.c.day).where(daily_solves.c.player_id == player_id)
    named = tuple_(daily_puzzles.c.guild_id, daily_puzzles.c.day).in_(solved)
    shared = select(daily_games.c.channel_id, daily_games.c.day).where(daily_games.c.player_id == player_id)
    theirs_is_on = tuple_(daily_cards.c.channel_id, daily_cards.c.day).in_(shared)
    await update_rows(connection, daily_cards, theirs_is_on, listed=-1)
    posted = daily_puzzles.c.message_id.is_not(None)
    await update_rows(connection, daily_puzzles, named, posted, outdated=True)
    for table, people in ((cups, cup_entrants), (team_matches, team_members), (nights, night_entrants)):
        number, *_ = people.primary_key
        theirs = table.c.id.in_(select(number).where(people.c.player_id == player_id))
        redrawn = {"revision": table.c.revision + 1, "due_at": table.c.created_at}
        await connection.execute(update(table).where(theirs).values(redrawn))
    for table, columns in references_to(players).items():
        if table is games:
            continue
        # For all columns together: rows of the second may come before those of the first.
        await lock_in_key_order(connection, table, *(column == player_id for column in columns))
        for column in columns:
            if table in DELETED:
                await connection.execute(delete(table).where(column == player_id))
            else:
                await connection.execute(update(table).where(column == player_id).values({column: new_id}))
    await connection.execute(delete(players).where(players.c.id == player_id))


async def removal_times(connection: AsyncConnection) -> Mapping[int, datetime | None]:
    """Return when each guild removed the bot, or None if it hasn't."""
    rows = await connection.execute(select(guilds.c.id, guilds.c.removed_at))
    return {row.id: row.removed_at for row in rows}


async def set_removed(connection: AsyncConnection, guild_ids: Iterable[int], at: datetime | None) -> None:
    """Store when these guilds removed the bot; None if they have it."""
    rows = [{"guild": guild_id, "at": at} for guild_id in sorted(guild_ids)]
    if rows:
        await connection.execute(_SET, rows)


async def removed_before(connection: AsyncConnection, instant: datetime) -> list[int]:
    """Return the guilds that removed the bot at a time or before."""
    statement = select(guilds.c.id).where(REMOVED, guilds.c.removed_at <= instant)
    return [*await connection.scalars(statement)]


async def forget_guilds(connection: AsyncConnection, guild_ids: Sequence[int]) -> None:
    """Delete what these guilds have for themselves."""
    for table in OF_THE_SERVER:
        await delete_rows(connection, table, table.c.guild_id.in_(guild_ids))
    await delete_rows(connection, opening_moves, opening_moves.c.pool.in_(guild_ids))
    await _forget_names(connection, guild_ids)
    await _forget_seasons(connection, guild_ids)
    await _forget_events(connection, guild_ids)
    await update_rows(connection, guilds, guilds.c.id.in_(guild_ids), **_NO_CHOICES)


async def _forget_names(connection: AsyncConnection, guild_ids: Sequence[int]) -> None:
    """Replace the names that people had in the games of guilds with those of their accounts."""
    for color in ("white", "black"):
        player_id, name = games.c[f"{color}_id"], games.c[f"{color}_name"]
        account = account_name(player_id)
        # The computer's name is in the language of each game.
        other = (games.c.guild_id.in_(guild_ids), is_person(player_id), name != account)
        await update_rows(connection, games, *other, **{name.name: account})


async def _forget_seasons(connection: AsyncConnection, guild_ids: Sequence[int]) -> None:
    """Delete the seasons of guilds. Only when they ended is kept: ratings are computed from that."""
    theirs = seasons.c.guild_id.in_(guild_ids)
    await lock_in_key_order(connection, seasons, theirs)
    ids = [*await connection.scalars(select(seasons.c.id).where(theirs))]
    await delete_rows(connection, season_places, season_places.c.season_id.in_(ids))
    await connection.execute(delete(seasons).where(theirs, RUNNING_SEASON))
    await connection.execute(update(seasons).where(theirs).values(announcement_channel_id=None))


async def _forget_events(connection: AsyncConnection, guild_ids: Sequence[int]) -> None:
    """Delete the events and leagues of guilds. Their games stay."""
    cup_ids = [*await connection.scalars(select(cups.c.id).where(cups.c.guild_id.in_(guild_ids)))]
    ids = [*await connection.scalars(select(leagues.c.id).where(leagues.c.guild_id.in_(guild_ids)))]
    sided = select(team_sides.c.team_match_id).where(team_sides.c.guild_id.in_(guild_ids))
    team_ids = sorted({*await connection.scalars(sided)})
    night_ids = [*await connection.scalars(select(nights.c.id).where(nights.c.guild_id.in_(guild_ids)))]
    numbers = [*cup_ids, *team_ids, *night_ids]
    await update_rows(connection, games, games.c.event_id.in_(numbers), event_id=None)
    acts = moderation_acts.c.event_id.in_(numbers) | moderation_acts.c.league_id.in_(ids)
    await delete_rows(connection, moderation_acts, acts)
    await delete_rows(connection, cup_entrants, cup_entrants.c.cup_id.in_(cup_ids))
    await delete_rows(connection, cups, cups.c.id.in_(cup_ids))
    for table in (team_members, team_sides):
        await delete_rows(connection, table, table.c.team_match_id.in_(team_ids))
    await delete_rows(connection, team_matches, team_matches.c.id.in_(team_ids))
    await delete_rows(connection, night_entrants, night_entrants.c.night_id.in_(night_ids))
    await delete_rows(connection, nights, nights.c.id.in_(night_ids))
    await delete_rows(connection, events, events.c.id.in_(numbers))
    await delete_rows(connection, league_members, league_members.c.league_id.in_(ids))
    await delete_rows(connection, leagues, leagues.c.id.in_(ids))


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


async def people_with(connection: AsyncConnection, kind: str, *, other_person: str) -> list[str]:
    """Return the people who have a limit of a kind with some other."""
    theirs = (kept_limits.c.kind == kind, kept_limits.c.other == other_person)
    return [*await connection.scalars(select(kept_limits.c.person).where(*theirs))]


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
    theirs = (kept_limits.c.kind == kind, kept_limits.c.other == other_person, *own)
    await delete_rows(connection, kept_limits, *theirs)


async def drop_of(connection: AsyncConnection, people: Sequence[str], kinds: Sequence[str]) -> None:
    """Delete the limits of these people, of these kinds."""
    theirs = (kept_limits.c.person.in_(people), kept_limits.c.kind.in_(list(kinds)))
    await delete_rows(connection, kept_limits, *theirs)


async def drop_over(connection: AsyncConnection, now: datetime) -> None:
    await delete_rows(connection, kept_limits, kept_limits.c.until <= now)


OF_OTHERS: Final = frozenset({blocks.c.blocked_id, rating_changes.c.opponent_id})
"""References in rows about someone else: who has blocked the person, and how opponents' ratings changed."""

NOT_PERSONAL: Final = frozenset({reviews})
"""Tables that belong to games and say nothing about a person: a review is computed from the moves alone."""

GAMES: Final = games.name
"""The name of the table of games, whose rows also say what only the other player may know."""

_AT_A_TIME: Final = 1000
"""Number of rows to read at a time: between batches, others get their turn."""

_GAMES_AT_A_TIME: Final = 50
"""Number of games whose rows are read at a time."""


OF_PEOPLE: Final = (
    (players, players.c.id),
    *(
        (table, column)
        for table, columns in references_to(players).items()
        for column in columns
        if column not in OF_OTHERS
    ),
    (tables.role_removals, tables.role_removals.c.user_id),
)
"""The tables with rows about a person, each with a column that says who it is."""

OF_GAMES: Final = tuple(
    table
    for table in references_to(games)
    if table not in NOT_PERSONAL and table not in references_to(players)
)
"""The tables with rows that belong to a game and say nothing about who."""

NAMING_PEOPLE: Final[Mapping[str, Sequence[str]]] = {
    table.name: [column.name for column in columns] for table, columns in references_to(players).items()
}
"""The columns that refer to people, by the names of their tables."""

Values = Mapping[str, Any] | RowMapping
"""A row, by the names of its columns."""

Sink = Callable[[str, Sequence[Values]], object]
"""Takes rows of the table with this name, some at a time."""


async def read(connection: AsyncConnection, player_id: int, take: Sink) -> None:
    """Pass everything that's stored about a player to ``take``, one table after another.

    The tables come in an order of their own. Tables without rows are left out, and so is what's private to
    others.
    """
    numbers: list[int] = []
    for table, column in OF_PEOPLE:
        async for rows in _pages(connection, table, column == player_id):
            is_of_challenges = table is challenges
            told = await _without_foreign_places(connection, rows, player_id) if is_of_challenges else rows
            take(table.name, told)
            numbers += (row["id"] for row in rows if table is games)
    for table in OF_GAMES:
        for some in batches(numbers, _GAMES_AT_A_TIME):
            rows = await _rows_of_games(connection, table, some)
            if rows:
                take(table.name, rows)


async def _without_foreign_places(
    connection: AsyncConnection, rows: Sequence[Values], player_id: int
) -> Sequence[Values]:
    """Return rows of challenges, without the places where a player who plays apart may never have been."""
    of_games, foreign = [games.c[name] for name in APART], set[int]()
    of_former = select(rematches.c.challenge_id, *of_games).join(games, games.c.id == rematches.c.game_id)
    for some in batches([row["id"] for row in rows], _GAMES_AT_A_TIME):
        for found in (
            select(games.c.challenge_id, *of_games).where(games.c.challenge_id.in_(some)),
            of_former.where(rematches.c.challenge_id.in_(some)),
        ):
            those = await fetch_rows(connection, found)
            foreign |= {row["challenge_id"] for row in those if player_id in apart_in(row)}
    nowhere = dict.fromkeys(("channel_id", "message_id"))
    return [{**row, **nowhere} if row["id"] in foreign else row for row in rows]


async def foreign_guilds(connection: AsyncConnection, player_id: int) -> AbstractSet[int]:
    """Return the guilds in which a player may never have been: in all their games there, they play apart."""
    is_apart = dict[int, bool]()
    for side in (games.c.white_id, games.c.black_id):
        theirs = select(games.c.guild_id, *(games.c[name] for name in APART)).where(side == player_id)
        for row in await fetch_rows(connection, theirs.where(games.c.guild_id.is_not(None))):
            is_apart[row["guild_id"]] = is_apart.get(row["guild_id"], True) and player_id in apart_in(row)
    return {guild_id for guild_id, apart in is_apart.items() if apart}


async def _rows_of_games(connection: AsyncConnection, table: Table, numbers: Sequence[int]) -> list[Values]:
    some = select(table).where(table.c.game_id.in_(numbers)).order_by(*table.primary_key)
    return [*(await connection.execute(some)).mappings()]


async def _pages(
    connection: AsyncConnection, table: Table, condition: ColumnElement[bool]
) -> AsyncIterator[Sequence[Values]]:
    """Yield the rows of a table that meet a condition, some at a time."""
    # Found by the condition's index before they're sorted: if asked for the order of the key, a database may
    # walk along the whole table instead.
    found = select(table).where(condition).cte("chosen").prefix_with("MATERIALIZED")
    ordered = select(found).order_by(*(found.c[column.name] for column in table.primary_key))
    offset = 0
    while rows := (await connection.execute(ordered.offset(offset).limit(_AT_A_TIME))).mappings().all():
        yield rows
        offset += _AT_A_TIME
