"""Rows of games: one for each, read and written as a whole, and found by what its columns say.

And players' private notes about them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Self

from sqlalchemy import (
    ColumnElement,
    Select,
    UnaryExpression,
    Update,
    bindparam,
    case,
    delete,
    exists,
    func,
    literal_column,
    or_,
    select,
    true,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.game_rows import (
    COLUMNS,
    fetch_games,
    first_moves,
    game_of,
    guilds_of,
    select_games,
    write_boards,
)
from bot.store.rows import add_row, fetch_rows, upsert
from bot.store.schema.conditions import (
    FINISHED,
    OF_CROWD,
    OF_EVENT,
    OF_PEOPLE,
    OF_SIMUL,
    RUNNING,
    TO_ANNOUNCE,
    UNSHOWN,
    WAITING_FOR_COMPUTER,
    WITH_COMPUTER,
    constant_text,
)
from bot.store.schema.tables import challenges, due_times, games, guilds, notes, votes
from bot.values.clocks import DueKind
from bot.values.game.fair_play import Protected
from bot.values.game.game import Game
from engine import Ruleset

NEWEST = (games.c.id.desc(),)

_GUILDS = ("guild_id", "white_guild_id", "black_guild_id")
_CLOCKS = (DueKind.DEADLINE, DueKind.CLAIM)

# This allows others to add rows that refer to the game. Otherwise, two transactions that each added some and
# then held the game would wait for each other.
_LOCKED = select(games.c.id).where(games.c.id == bindparam("number")).with_for_update(key_share=True)
_RECORD_SHOWN = (
    update(games)
    .where(games.c.id == bindparam("number"), games.c.boards == bindparam("before"))
    .values(
        boards=bindparam("after"),
        dirty=case((games.c.revision == bindparam("shown"), bindparam("still_dirty")), else_=true()),
        white_guild_id=bindparam("white_guild_id"),
        black_guild_id=bindparam("black_guild_id"),
    )
)


def is_of_player(
    player_id: int,
    *conditions: ColumnElement[bool],
    order: Sequence[UnaryExpression[Any]] = NEWEST,
    limit: int | None = None,
) -> ColumnElement[bool]:
    """Return a condition that selects the first games of a player that meet the conditions.

    It finds at most ``limit`` for each side, including the player's first ones. Each side is a walk along its
    own index: with a single condition with an OR, a database would read all of a player's games, or all that
    meet the conditions.
    """
    walks = (
        select(games.c.id)
        .where(games.c[f"{side}_id"] == player_id, *conditions)
        .order_by(*order)
        .limit(limit)
        .subquery()
        for side in ("white", "black")
    )
    return games.c.id.in_(union_all(*(select(walk.c.id) for walk in walks)))


@dataclass(frozen=True, slots=True)
class ShownRow:
    """What the boards of a game are known to show at the revision ``shown``.

    ``before`` are the boards as they were read and ``after`` as they are now. ``still_dirty`` says whether
    the game has to be drawn once more. The guilds are those of the players, if it's in two places: where a
    deleted one was is forgotten once the boards show that.
    """

    number: int
    shown: int
    before: str
    after: str
    still_dirty: bool
    white_guild_id: int | None = None
    black_guild_id: int | None = None

    @classmethod
    def of(cls, before: Game, after: Game) -> Self:
        """Return the row for a game whose boards are known to show it, given it as it was and as it's now."""
        texts, where = (write_boards(before), write_boards(after)), guilds_of(after)
        return cls(
            before.number,
            before.revision,
            *texts,
            after.is_dirty,
            white_guild_id=where["white_guild_id"],
            black_guild_id=where["black_guild_id"],
        )


class StaleGameError(Exception):
    """The stored game isn't the one that was read. Nothing was changed."""


_BY_NUMBER = select_games().where(games.c.id == bindparam("number"))
_BETWEEN = (
    select_games().where(games.c.id.between(bindparam("first"), bindparam("last"))).order_by(games.c.id)
)
_BY_CHALLENGE = select_games().where(games.c.challenge_id == bindparam("challenge"))
_BY_CHALLENGER = (
    select_games()
    .where(
        games.c.challenge_id.in_(
            select(challenges.c.id).where(
                challenges.c.challenger_id == bindparam("challenger"),
                challenges.c.created_at == bindparam("at"),
            )
        )
    )
    .order_by(games.c.id)
)
_BY_SIMUL = select_games().where(OF_SIMUL, games.c.simul_id == bindparam("simul")).order_by(games.c.id)


async def fetch(connection: AsyncConnection, number: int) -> Game | None:
    return next(iter(await fetch_games(connection, _BY_NUMBER, {"number": number})), None)


async def rows_between(connection: AsyncConnection, first: int, last: int) -> list[dict[str, Any]]:
    """Return the games from one number to another as rows, which ``game_of`` reads, in order."""
    return await fetch_rows(connection, _BETWEEN, {"first": first, "last": last})


async def last_number(connection: AsyncConnection) -> int:
    """Return the highest number of a game, or 0."""
    return await connection.scalar(select(func.max(games.c.id))) or 0


async def fetch_several(connection: AsyncConnection, numbers: Iterable[int]) -> list[Game]:
    """Return the games with these numbers, the newest first: as many as fit on one page."""
    wanted = set(numbers)
    return await _select(connection, games.c.id.in_(wanted), limit=len(wanted)) if wanted else []


async def fetch_of_challenge(connection: AsyncConnection, challenge_id: int) -> Game | None:
    return next(iter(await fetch_games(connection, _BY_CHALLENGE, {"challenge": challenge_id})), None)


async def of_challenges(connection: AsyncConnection, challenger_id: int, at: datetime) -> list[Game]:
    """Return the games that challenges by a person, all made at one instant, have led to, in this order."""
    return await fetch_games(connection, _BY_CHALLENGER, {"challenger": challenger_id, "at": at})


async def of_simul(connection: AsyncConnection, simul_id: int) -> list[Game]:
    """Return the games of the people who have joined a simul, in this order."""
    return await fetch_games(connection, _BY_SIMUL, {"simul": simul_id})


async def add(connection: AsyncConnection, game: Game, challenge_id: int | None) -> int:
    """Store a new game, which a challenge may have led to, and return its number."""
    return await add_row(connection, games, {**COLUMNS.write(game), "challenge_id": challenge_id})


async def change(connection: AsyncConnection, before: Game, after: Game) -> None:
    """Store a change of a game.

    If it has just ended and counts among people, its result is marked for announcement, if the guild wants
    that.
    """
    values = COLUMNS.changes(before, after)
    if before.is_counted and not after.is_counted:
        values["announcement_channel_id"] = None
    if not values:
        return
    announced = before.outcome is None and after.is_counted and after.level is None
    where = {"number": before.number, "at_revision": before.revision}
    changed = await connection.execute(_changing(tuple(values), announced), where | values)
    if changed.rowcount != 1:
        raise StaleGameError(before.number, before.revision)


@lru_cache(maxsize=256)
def _changing(names: tuple[str, ...], announced: bool) -> Update:  # noqa: FBT001 - a part of the key
    values: dict[str, Any] = {name: bindparam(name) for name in names}
    if announced:
        wanted = select(guilds.c.announcement_channel_id).where(guilds.c.id == games.c.guild_id)
        values["announcement_channel_id"] = wanted.scalar_subquery()
    return (
        update(games)
        .where(games.c.id == bindparam("number"), games.c.revision == bindparam("at_revision"))
        .values(values)
    )


async def record_shown(connection: AsyncConnection, shown: Iterable[ShownRow]) -> Sequence[ShownRow]:
    """Store what the boards of games are known to show.

    Nothing is stored where the boards are no longer as they were read; those rows are returned. A game that
    has gone on since is marked dirty: another process may already have shown the newer state, before this
    older one replaced it.
    """
    # In the same order as everywhere else, so that two transactions never wait for each other.
    rows = sorted(shown, key=lambda each: each.number)
    if not rows or (await connection.execute(_RECORD_SHOWN, [*map(asdict, rows)])).rowcount == len(rows):
        return ()
    numbers = [row.number for row in rows]
    found = await connection.execute(select(games.c.id, games.c.boards).where(games.c.id.in_(numbers)))
    boards = dict(found.all())
    return [row for row in rows if boards.get(row.number) != row.after]


async def store_boards(connection: AsyncConnection, game: Game) -> None:
    """Store the boards of a game, and whether one that the bot can edit doesn't show it."""
    values = {"boards": write_boards(game), "dirty": game.is_dirty, **guilds_of(game)}
    await connection.execute(update(games).where(games.c.id == game.number).values(values))


async def lock(connection: AsyncConnection, number: int) -> None:
    """Keep other transactions from changing a game until this one ends.

    Anything read after this is consistent. On SQLite a writing transaction holds everything anyway.
    """
    if connection.dialect.name != "sqlite":
        await connection.execute(_LOCKED, {"number": number})


async def lock_clocked_of(connection: AsyncConnection, player_id: int) -> None:
    """Do what ``lock`` does for all of a player's running games that have a clock."""
    if connection.dialect.name != "sqlite":
        await lock_running(connection, player_id, games.c.move_seconds.is_not(None))


async def lock_running(
    connection: AsyncConnection, player_id: int, *conditions: ColumnElement[bool]
) -> Sequence[int]:
    """Lock a player's running games that meet the conditions, and return their numbers."""
    held = select(games.c.id).where(is_of_player(player_id, RUNNING, *conditions)).order_by(games.c.id)
    return (await connection.execute(held.with_for_update(key_share=True))).scalars().all()


async def plays_several(connection: AsyncConnection, player_id: int) -> bool:
    """Return whether a player has more than one running game against people."""
    mine = select(games.c.id).where(is_of_player(player_id, RUNNING, OF_PEOPLE, limit=2)).limit(2)
    return len((await connection.scalars(mine)).all()) > 1


async def events_of(connection: AsyncConnection, player_id: int) -> Sequence[int]:
    """Return the events in which a player has running games, in the order of their numbers."""
    mine = select(games.c.event_id).where(is_of_player(player_id, RUNNING))
    return sorted({event for event in await connection.scalars(mine) if event is not None})


async def began_in_event(connection: AsyncConnection, player_id: int, *, event_id: int) -> datetime | None:
    """Return when a player's first game in an event began; None if they haven't had one there."""
    mine = or_(games.c.white_id == player_id, games.c.black_id == player_id)
    first = select(func.min(games.c.created_at)).where(OF_EVENT, games.c.event_id == event_id, mine)
    began: datetime | None = await connection.scalar(first)
    return began


async def running_of(
    connection: AsyncConnection,
    guild_id: int | None,
    *,
    player_id: int,
    limit: int,
    order: Sequence[UnaryExpression[Any]] = NEWEST,
) -> list[Game]:
    """Return a player's running games in a guild, or everywhere if that is None; the newest first.

    Those in two places belong to both.
    """
    there = [] if guild_id is None else [or_(*(games.c[name] == guild_id for name in _GUILDS))]
    mine = is_of_player(player_id, RUNNING, *there, order=order, limit=limit)
    return await _select(connection, mine, order=order, limit=limit)


def turns_first(player_id: int) -> Sequence[UnaryExpression[Any]]:
    """Return the order in which games come first that wait for a player's move, the least time first."""
    due, is_turn = due_times.alias("running_out"), _is_turn_of(player_id)
    clock = (due.c.game_id == games.c.id, due.c.kind.in_(map(constant_text, _CLOCKS)))
    until = select(func.min(due.c.at)).where(*clock).correlate(games).scalar_subquery()
    return is_turn.desc(), case((is_turn, until)).asc().nulls_last(), *NEWEST


def _is_turn_of(player_id: int) -> ColumnElement[bool]:
    return case((games.c.plies % 2 == 0, games.c.white_id), else_=games.c.black_id) == player_id


async def next_of(connection: AsyncConnection, number: int, *, player_id: int) -> tuple[Game, int] | None:
    """Return which running game waits for a player's move with the least time, and how many do.

    The game with this number isn't one of them. None if there's none.
    """
    waiting = is_of_player(player_id, RUNNING, games.c.id != number, _is_turn_of(player_id))
    found = select(games.c.id, func.count().over().label("number")).where(waiting)
    first = found.order_by(*turns_first(player_id)).limit(1)
    rows = await fetch_rows(
        connection, select_games(literal_column("chosen.number").label("number"), chosen=first)
    )
    return (game_of(rows[0]), rows[0]["number"]) if rows else None


async def running_without_hints(connection: AsyncConnection, player_id: int) -> list[Protected]:
    """Return the courses of a player's running games in which hints aren't allowed."""
    return await _courses(connection, is_of_player(player_id, RUNNING, games.c.hints.is_(False)))


async def running_without_hints_in(
    connection: AsyncConnection, limit: int, *, guild_id: int
) -> list[Protected]:
    """Return those of all running games of a guild, the newest; those in two places belong to both."""
    there = _walks_of(guild_id, RUNNING, games.c.hints.is_(False), limit=limit)
    return await _courses(connection, there)


async def _courses(connection: AsyncConnection, condition: ColumnElement[bool]) -> list[Protected]:
    found = select(games.c.id, games.c.ruleset, games.c.moves).where(condition)
    return [_protected(row) for row in await connection.execute(found)]


async def running_where_people_vote(
    connection: AsyncConnection, player_id: int, *, guild_id: int | None
) -> list[Protected]:
    """Return the courses of the running games of channels.

    A player is known to see those in which they've voted, and those of a guild.
    """
    own = exists().where(votes.c.game_id == games.c.id, votes.c.player_id == player_id)
    columns = (games.c.id, games.c.ruleset, games.c.moves, *(games.c[name] for name in _GUILDS))
    found = select(*columns, own.label("voted")).where(RUNNING, OF_CROWD).order_by(*NEWEST)
    return [
        replace(
            _protected(row),
            voted_on=True,
            known=row.voted
            or (guild_id is not None and guild_id in [getattr(row, name) for name in _GUILDS]),
        )
        for row in await connection.execute(found)
    ]


def _protected(row: Any) -> Protected:
    course = " ".join(move for move, _ in first_moves(row.moves))
    return Protected(Ruleset(row.ruleset), course, row.id)


async def running_of_crowds(connection: AsyncConnection, limit: int, *, guild_id: int) -> list[Game]:
    """Return the running games that channels of a guild play, the newest first."""
    return await _select(connection, games.c.id.in_(union_all(*_of_crowds(guild_id))), limit=limit)


def _of_crowds(guild_id: int) -> list[Select[int]]:
    # Each has its own index, as in ``is_of_player``.
    return [select(games.c.id).where(games.c[name] == guild_id, RUNNING, OF_CROWD) for name in _GUILDS]


async def running_in(connection: AsyncConnection, limit: int, *, guild_id: int) -> list[Game]:
    return await _select(connection, games.c.guild_id == guild_id, RUNNING, limit=limit)


async def running_between_others(
    connection: AsyncConnection, guild_id: int, *, player_id: int, limit: int
) -> list[Game]:
    """Return the running games of a guild between two people other than a player, the newest first.

    Those in two places belong to both.
    """
    others = (games.c.white_id != player_id, games.c.black_id != player_id, OF_PEOPLE)
    return await _select(connection, _walks_of(guild_id, RUNNING, *others, limit=limit), limit=limit)


def _walks_of(guild_id: int, *conditions: ColumnElement[bool], limit: int) -> ColumnElement[bool]:
    """Return a condition that selects the newest games of a guild, each kind of them by its own index."""
    walks = (
        select(games.c.id)
        .where(games.c[guild] == guild_id, *conditions)
        .order_by(*NEWEST)
        .limit(limit)
        .subquery()
        for guild in _GUILDS
    )
    return games.c.id.in_(union_all(*(select(walk.c.id) for walk in walks)))


async def finished_of(
    connection: AsyncConnection, guild_id: int | None, *, player_id: int, limit: int
) -> list[Game]:
    """Return a player's finished games in a guild, or everywhere if that is None; the latest first."""
    order = (games.c.finished_at.desc(), *NEWEST)
    there = [] if guild_id is None else [games.c.guild_id == guild_id]
    mine = is_of_player(player_id, FINISHED, *there, order=order, limit=limit)
    return await _select(connection, mine, order=order, limit=limit)


async def running_with_computer(
    connection: AsyncConnection, guild_id: int | None, *, player_id: int, limit: int
) -> list[Game]:
    """Return a player's running games with the computer in a guild, or outside all; the newest first.

    Those of the day aren't among them.
    """
    there = games.c.guild_id == guild_id
    mine = is_of_player(player_id, RUNNING, there, WITH_COMPUTER, games.c.day.is_(None), limit=limit)
    return await _select(connection, mine, limit=limit)


async def waiting_for_computer(
    connection: AsyncConnection, limit: int, since: datetime | None = None
) -> list[Game]:
    """Return running games that have a message and are waiting for the computer's move, the newest first.

    With ``since``, only those that began by then and have had no move since.
    """
    waiting: list[ColumnElement[bool]] = [WAITING_FOR_COMPUTER]
    if since is not None:
        waiting.append(func.coalesce(games.c.played_at, games.c.created_at) <= since)
    return await _select(connection, *waiting, limit=limit)


async def dirty(connection: AsyncConnection, limit: int, *, below: int | None = None) -> list[Game]:
    """Return games with boards that may not show their current state, the newest first.

    ``below`` leaves out the game with this number and all newer ones.
    """
    older = [] if below is None else [games.c.id < below]
    return await _select(connection, UNSHOWN, *older, limit=limit)


async def to_announce(connection: AsyncConnection, limit: int) -> list[tuple[Game, int]]:
    """Return games whose results have to be announced, the newest first, each with the channel for that."""
    rows = await fetch_rows(connection, _selected(TO_ANNOUNCE, limit=limit))
    return [(game_of(row), row["announcement_channel_id"]) for row in rows]


async def mark_announced(connection: AsyncConnection, number: int) -> None:
    """Record that the result of a game no longer needs an announcement."""
    await connection.execute(update(games).where(games.c.id == number).values(announcement_channel_id=None))


async def challenge_of(connection: AsyncConnection, number: int) -> int | None:
    """Return the number of the challenge that a game came from, or None."""
    found: int | None = await connection.scalar(select(games.c.challenge_id).where(games.c.id == number))
    return found


async def have_met(connection: AsyncConnection, one: int, other: int) -> bool:
    """Return whether two people have ever started a game with each other."""
    either = or_(
        exists().where(games.c.white_id == one, games.c.black_id == other),
        exists().where(games.c.white_id == other, games.c.black_id == one),
    )
    return bool(await connection.scalar(select(either)))


async def count_running(connection: AsyncConnection) -> int:
    return await connection.scalar(select(func.count()).select_from(games).where(RUNNING)) or 0


async def count_unshown(connection: AsyncConnection) -> int:
    return await connection.scalar(select(func.count()).select_from(games).where(UNSHOWN)) or 0


async def last_move(connection: AsyncConnection) -> datetime | None:
    """Return when the last move was played, or None if none ever was."""
    played: datetime | None = await connection.scalar(select(func.max(games.c.played_at)))
    return played


async def count_rated(
    connection: AsyncConnection, player_id: int, *, other_id: int, since: datetime, uncounted: Iterable[str]
) -> int:
    """Return how many rated games of two players have begun since then, except those that don't count."""
    begun = (games.c.rated.is_(true()), games.c.created_at >= since)
    # A game that began since then and ended also ended since then, so an index finds it.
    ended = (FINISHED, games.c.finished_at >= since, games.c.reason.not_in(list(uncounted)))
    counts = [
        select(func.count())
        .where(games.c.white_id == white, games.c.black_id == black, *begun, *conditions)
        .scalar_subquery()
        for white, black in ((player_id, other_id), (other_id, player_id))
        for conditions in ((RUNNING,), ended)
    ]
    return int((await connection.execute(select(sum(counts[1:], start=counts[0])))).scalar_one())


async def rated_opponents(
    connection: AsyncConnection, player_id: int, since: datetime, uncounted: Iterable[str]
) -> Sequence[int]:
    """Return whom a player has played rated games with that began since then, once for each that counts.

    Those that are still running are left out.
    """
    # As above, an index finds those that have ended since.
    ended = (FINISHED, games.c.finished_at >= since, games.c.reason.not_in(list(uncounted)))
    begun = (games.c.rated.is_(true()), games.c.created_at >= since)
    sides = ((games.c.white_id, games.c.black_id), (games.c.black_id, games.c.white_id))
    ways = (select(other).where(own == player_id, *begun, *ended) for own, other in sides)
    return (await connection.execute(union_all(*ways))).scalars().all()


async def _select(
    connection: AsyncConnection,
    *conditions: ColumnElement[bool],
    limit: int,
    order: Sequence[UnaryExpression[Any]] = NEWEST,
) -> list[Game]:
    return await fetch_games(connection, _selected(*conditions, limit=limit, order=order))


def _selected(
    *conditions: ColumnElement[bool], limit: int, order: Sequence[UnaryExpression[Any]] = NEWEST
) -> Select[Any]:
    chosen = select(games.c.id).where(*conditions).order_by(*order).limit(limit)
    return select_games(chosen=chosen).order_by(*order)


async def fetch_note(connection: AsyncConnection, number: int, *, player_id: int) -> str:
    """Return a player's note about a game; an empty string if there is none."""
    statement = select(notes.c.text).where(notes.c.game_id == number, notes.c.player_id == player_id)
    text: str | None = await connection.scalar(statement)
    return text or ""


async def keep_note(
    connection: AsyncConnection, number: int, text: str, now: datetime, *, player_id: int
) -> None:
    await upsert(connection, notes, {"game_id": number, "player_id": player_id}, text=text, written_at=now)


async def drop_note(connection: AsyncConnection, number: int, *, player_id: int) -> None:
    await connection.execute(delete(notes).where(notes.c.game_id == number, notes.c.player_id == player_id))
