"""Badges that players have, and the games that their rules look at."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    FromClause,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
    union,
    union_all,
)
from sqlalchemy import insert as sqlalchemy_insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import Columns
from bot.store.connections.statements import insert
from bot.store.rows import fetch_all, stop_other_writers, values_of
from bot.store.schema.conditions import FINISHED, constant_text, counted, is_computer, is_person
from bot.store.schema.tables import badges, games, players, reviews
from bot.values.badges import PlayedGame

_PLAYED: Final = Columns(PlayedGame, games)
_COLORS = (("white", "black"), ("black", "white"))
_NUMBER = bindparam("number", type_=games.c.id.type)
_PEOPLE = {color: bindparam(f"{color}_id", type_=games.c[f"{color}_id"].type) for color, _ in _COLORS}


@dataclass(frozen=True, slots=True)
class BadgeRow:
    """A badge that a player has. ``game_id`` is the game that earned it, or None."""

    player_id: int
    badge: str
    game_id: int | None
    earned_at: datetime


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """The review of a game in its text form."""

    game_id: int
    review: str
    made_at: datetime


async def played(
    connection: AsyncConnection, number: int, *, white_id: int, black_id: int, most_opponents: int
) -> list[PlayedGame]:
    """Return a game that has just ended, as each person in it sees it; nothing if it doesn't count.

    A player's opponents beyond the first ``most_opponents`` may be left uncounted.
    """
    parameters = {"number": number, "white_id": white_id, "black_id": black_id}
    rows = (await connection.execute(_played(most_opponents), parameters)).mappings()
    return [_PLAYED.read(dict(row)) for row in rows]


async def played_by(connection: AsyncConnection, player_ids: Collection[int]) -> list[PlayedGame]:
    """Return every finished game of some players that counts, as each of them sees it, in no order."""
    sides = (_side(color, games.c[f"{color}_id"].in_(player_ids)) for color, _ in _COLORS)
    rows = (await connection.execute(union_all(*sides))).mappings()
    return [_PLAYED.read(dict(row)) for row in rows]


async def reviews_of(connection: AsyncConnection, player_ids: Collection[int]) -> list[ReviewRow]:
    """Return the reviews of the finished games of some players, in no order."""
    sides = (
        select(reviews.c.game_id, reviews.c.review, reviews.c.made_at)
        .join(games, games.c.id == reviews.c.game_id)
        .where(FINISHED, games.c[f"{color}_id"].in_(player_ids))
        for color, _ in _COLORS
    )
    return await fetch_all(connection, union(*sides), ReviewRow)


async def add(connection: AsyncConnection, earned: Sequence[BadgeRow]) -> list[BadgeRow]:
    """Store badges; return those that their players didn't have yet, in no order."""
    if not earned:
        return []
    # In the order of the key, so that two transactions never wait for each other.
    rows = sorted(earned, key=lambda row: (row.player_id, row.badge))
    adding = insert(connection.dialect, badges).values([values_of(row) for row in rows])
    new = adding.on_conflict_do_nothing().returning(*badges.c)
    return await fetch_all(connection, new, BadgeRow)


async def drop_of_game(connection: AsyncConnection, game_id: int, badge: str) -> list[int]:
    """Delete a badge of everyone whom a game has earned it; return who that was."""
    theirs = delete(badges).where(badges.c.game_id == game_id, badges.c.badge == badge)
    return [*await connection.scalars(theirs.returning(badges.c.player_id))]


async def of_player(connection: AsyncConnection, player_id: int) -> list[BadgeRow]:
    """Return the badges of a player, in no order."""
    statement = select(badges).where(badges.c.player_id == player_id)
    return await fetch_all(connection, statement, BadgeRow)


async def players_after(connection: AsyncConnection, last: int, *, limit: int) -> Sequence[int]:
    """Return the ids of up to ``limit`` players after the one with the id ``last``, in order."""
    statement = select(players.c.id).where(players.c.id > last).order_by(players.c.id).limit(limit)
    return (await connection.execute(statement)).scalars().all()


async def keep_others_out(connection: AsyncConnection) -> None:
    """Make everyone else who wants to add badges wait until the transaction ends."""
    await stop_other_writers(connection, badges)


async def correct(
    connection: AsyncConnection, player_ids: Collection[int], keys: Iterable[str], right: Sequence[BadgeRow]
) -> int:
    """Give some players exactly those of the badges in ``keys`` that are ``right``.

    Returns how many were missing, wrong or extra.
    """
    these = (badges.c.player_id.in_(player_ids), badges.c.badge.in_(list(keys)))
    stored = set(await fetch_all(connection, select(badges).where(*these), BadgeRow))
    wrong, missing = stored - set(right), set(right) - stored
    if wrong:
        key = tuple_(badges.c.player_id, badges.c.badge)
        await connection.execute(delete(badges).where(key.in_([(row.player_id, row.badge) for row in wrong])))
    if missing:
        await connection.execute(sqlalchemy_insert(badges), [values_of(row) for row in missing])
    return len({(row.player_id, row.badge) for row in wrong | missing})


@cache
def _played(most_opponents: int) -> CompoundSelect[Any]:
    """Return the statement of ``played``. Building it costs much more than running it."""
    sides = (
        _side(
            color,
            games.c.id == _NUMBER,
            opponents=_opponents(most_opponents, player_id=_PEOPLE[color], opponent_id=_PEOPLE[other]),
            rulesets=_rulesets(color, player_id=_PEOPLE[color], opponent_id=_PEOPLE[other]),
        )
        for color, other in _COLORS
    )
    return union_all(*sides)


def _side(
    color: str,
    *conditions: ColumnElement[bool],
    opponents: ColumnElement[int] | None = None,
    rulesets: ColumnElement[int] | None = None,
) -> Select[Any]:
    other = "black" if color == "white" else "white"
    me = games.c[f"{color}_id"]
    return select(
        games.c.id.label("game_id"),
        me.label("player_id"),
        games.c[f"{other}_id"].label("opponent_id"),
        literal(color).label("color"),
        *games.c["winner", "reason", "ruleset", "start", "plies"],
        games.c[f"{color}_helped"].label("is_helped"),
        games.c.finished_at,
        (literal(0) if opponents is None else opponents).label("opponents"),
        (literal(0) if rulesets is None else rulesets).label("rulesets"),
    ).where(is_person(me), counted(), *conditions)


def _opponents(
    most: int, *, player_id: ColumnElement[int], opponent_id: ColumnElement[int]
) -> ColumnElement[int]:
    """Return how many people a player has finished games with, or 0 if they had met this opponent before."""
    earlier = games.alias("earlier")
    met = [
        exists().where(
            earlier.c[f"{color}_id"] == player_id,
            earlier.c[f"{other}_id"] == opponent_id,
            earlier.c.id != _NUMBER,
            counted(earlier),
        )
        for color, other in _COLORS
    ]
    people = []
    for color, other in _COLORS:
        ended = games.alias(f"ended_as_{color}")
        them = ended.c[f"{other}_id"]
        mine = (ended.c[f"{color}_id"] == player_id, is_person(them))
        met_so = select(them).where(*mine, counted(ended)).distinct()
        people.append(select(met_so.limit(most).subquery()))
    number = select(func.count()).select_from(union(*people).subquery()).scalar_subquery()
    return case((or_(is_computer(opponent_id), *met), 0), else_=number)


def _rulesets(
    color: str, *, player_id: ColumnElement[int], opponent_id: ColumnElement[int]
) -> ColumnElement[int]:
    """Return in how many rulesets a player has beaten people; 0 if it isn't their first win in one."""
    earlier = games.alias("earlier_win")
    before = [
        exists().where(
            *_won(earlier, side, player_id),
            earlier.c.ruleset == games.c.ruleset,
            earlier.c.id != _NUMBER,
        )
        for side, _ in _COLORS
    ]
    wins = []
    for side, _ in _COLORS:
        won = games.alias(f"won_as_{side}")
        wins.append(select(won.c.ruleset).where(*_won(won, side, player_id)))
    number = select(func.count()).select_from(union(*wins).subquery()).scalar_subquery()
    has_won = and_(games.c.winner == color, games.c.reason != constant_text("adjudication"))
    is_new = and_(has_won, is_person(opponent_id), ~or_(*before))
    return case((is_new, number), else_=0)


def _won(table: FromClause, color: str, player_id: ColumnElement[int]) -> tuple[ColumnElement[bool], ...]:
    other = "black" if color == "white" else "white"
    return (
        table.c[f"{color}_id"] == player_id,
        table.c.winner == color,
        is_person(table.c[f"{other}_id"]),
        table.c.reason != constant_text("adjudication"),
        counted(table),
    )
