"""Rows of challenges, and of rematches: which challenge, or which game with the computer, followed a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    and_,
    exists,
    func,
    literal,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import Columns, Shape
from bot.store.game_rows import APART, apart_in
from bot.store.names import name_in
from bot.store.rows import add_row, fetch_one, fetch_rows, lock_rows, upsert
from bot.store.schema.conditions import DECLINED, OF_SIMUL, OPEN
from bot.store.schema.tables import (
    EVERYWHERE,
    blocks,
    challenges,
    games,
    players,
    ratings,
    records,
    rematches,
)
from bot.values.challenges import Challenge
from bot.values.glicko import Rating
from bot.values.standings import Reliability
from engine import Reason

HeldRating = tuple[Rating, datetime]
"""A rating after the last rated game, and when that was."""


@dataclass(frozen=True, slots=True)
class StoredChallenge:
    """A challenge as it's stored, and the ratings of its people; None without a rated game.

    They're those in the pool of its guild, or of all games.
    """

    challenge: Challenge
    challenger: HeldRating | None
    opponent: HeldRating | None


_STORED: Final = Columns(
    Challenge,
    challenges,
    Shape(
        names={"number": "id", "proposed_at": "created_at", "total_increment": "increment_seconds"},
        flat={"place", "terms"},
        without={
            "challenger_rating",
            "opponent_rating",
            "stakes",
            "favored",
            "games",
            "apart",
            "reliability",
        },
    ),
)
_OF_RATING = ("rating", "deviation", "volatility", "rated_at")


async def add(connection: AsyncConnection, challenge: Challenge) -> int:
    """Store a new challenge, whose number is ignored; return its number."""
    return await add_row(connection, challenges, _STORED.write(challenge))


async def fetch(
    connection: AsyncConnection, number: int, *, opponent_id: int | None = None
) -> StoredChallenge | None:
    """Return the challenge of this number, or None; with ``opponent_id``, as if that player had joined it."""
    found = await _select(connection, challenges.c.id == number, limit=1, opponent_id=opponent_id)
    return next(iter(found), None)


async def lock(connection: AsyncConnection, number: int) -> None:
    """Keep other transactions from changing a challenge until this one ends."""
    await lock_rows(connection, challenges, number)


async def lock_people(connection: AsyncConnection, number: int, *, player_id: int) -> None:
    """Hold whoever has made a challenge and another player, in order, as in ``players.lock``.

    Otherwise two people who accept each other's challenges at once would wait for each other.
    """
    if connection.dialect.name != "sqlite":
        challenger = select(challenges.c.challenger_id).where(challenges.c.id == number).scalar_subquery()
        held = select(players.c.id).where(players.c.id.in_([player_id, challenger])).order_by(players.c.id)
        await connection.execute(held.with_for_update(key_share=True))


async def fetch_of_code(connection: AsyncConnection, code: str) -> StoredChallenge | None:
    """Return the challenge with this code, or None. A closed one no longer has a code."""
    return await _first(connection, challenges.c.code == code)


async def open_between(
    connection: AsyncConnection, guild_id: int | None, *, one: int, other: int, now: datetime
) -> StoredChallenge | None:
    """Return an open challenge between two people in a guild, or outside all of them; or None."""
    # With a single condition with an OR, a database would read all open challenges.
    there = (challenges.c.guild_id == guild_id, *_is_open(now))
    ways = (
        select(challenges.c.id).where(
            challenges.c.challenger_id == challenger, challenges.c.opponent_id == opponent, *there
        )
        for challenger, opponent in ((one, other), (other, one))
    )
    return await _first(connection, challenges.c.id.in_(union_all(*ways)))


async def open_of(
    connection: AsyncConnection, guild_id: int | None, *, challenger_id: int, now: datetime
) -> list[StoredChallenge]:
    """Return a person's open challenges in a guild, or outside all of them; the newest first."""
    mine = (challenges.c.guild_id == guild_id, challenges.c.challenger_id == challenger_id)
    return await _select(connection, *mine, *_is_open(now))


async def open_to(
    connection: AsyncConnection, guild_id: int, *, player_id: int, now: datetime, limit: int
) -> list[StoredChallenge]:
    """Return challenges in a guild, to a player or to everyone, that the player may accept; the newest first.

    Simuls that they've joined are left out, and so are those where the bot can only answer, because only a
    click on their cards accepts them.
    """
    to_them = or_(challenges.c.opponent_id.is_(None), challenges.c.opponent_id == player_id)
    there = (challenges.c.guild_id == guild_id, challenges.c.reachable.is_(True))
    others = (challenges.c.challenger_id != player_id, ~_is_blocked(challenges.c.challenger_id, player_id))
    plays = or_(games.c.white_id == player_id, games.c.black_id == player_id)
    # With NOT EXISTS, PostgreSQL would read all games of simuls.
    joined = select(func.count()).where(OF_SIMUL, games.c.simul_id == challenges.c.id, plays)
    unjoined = joined.correlate(challenges).scalar_subquery() == 0
    return await _select(connection, *there, to_them, *others, unjoined, *_is_open(now), limit=limit)


def _is_blocked(one: ColumnElement[int], other: int) -> ColumnElement[bool]:
    return or_(
        exists().where(blocks.c.player_id == one, blocks.c.blocked_id == other),
        exists().where(blocks.c.player_id == other, blocks.c.blocked_id == one),
    )


async def count_open(
    connection: AsyncConnection, guild_id: int | None, *, challenger_id: int, now: datetime
) -> int:
    """Return how many open challenges a person has made in a guild, or outside all of them."""
    mine = (challenges.c.guild_id == guild_id, challenges.c.challenger_id == challenger_id)
    count = select(func.count()).select_from(challenges).where(*mine, *_is_open(now))
    return int((await connection.execute(count)).scalar_one())


async def last_unaccepted(
    connection: AsyncConnection, challenger_id: int, since: datetime
) -> datetime | None:
    """Return when a person last made a challenge, since a given time, that was not accepted; None if never.

    One that was withdrawn doesn't count.
    """
    last: datetime | None = await connection.scalar(
        select(func.max(challenges.c.created_at)).where(
            challenges.c.challenger_id == challenger_id,
            challenges.c.created_at > since,
            challenges.c.status.not_in(("accepted", "canceled")),
        )
    )
    return last


async def last_declined(
    connection: AsyncConnection, challenger_id: int, *, opponent_id: int
) -> datetime | None:
    """Return when a person last declined a challenge from another, or None."""
    last: datetime | None = await connection.scalar(
        select(func.max(challenges.c.closed_at)).where(
            challenges.c.challenger_id == challenger_id, challenges.c.opponent_id == opponent_id, DECLINED
        )
    )
    return last


async def close(connection: AsyncConnection, number: int, status: str, now: datetime) -> bool:
    """Close an open challenge; False if it was no longer open."""
    return await _close(connection, number, status, now, challenges.c.expires_at > now)


async def join(connection: AsyncConnection, number: int, *, opponent_id: int) -> None:
    """Give a challenge its opponent."""
    await connection.execute(
        update(challenges).where(challenges.c.id == number).values(opponent_id=opponent_id)
    )


async def expire(connection: AsyncConnection, number: int, now: datetime) -> bool:
    """Close a challenge whose time has run out; False if it has time left or is closed."""
    return await _close(connection, number, "expired", now, challenges.c.expires_at <= now)


async def _close(
    connection: AsyncConnection, number: int, status: str, now: datetime, in_time: ColumnElement[bool]
) -> bool:
    statement = update(challenges).where(challenges.c.id == number, OPEN, in_time)
    closed = await connection.execute(statement.values(status=status, closed_at=now, code=None))
    return closed.rowcount == 1


async def set_card(connection: AsyncConnection, number: int, *, message_id: int) -> None:
    """Store which message shows the challenge."""
    await connection.execute(
        update(challenges).where(challenges.c.id == number).values(message_id=message_id)
    )


def _is_open(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return OPEN, challenges.c.expires_at > now


async def _first(connection: AsyncConnection, condition: ColumnElement[bool]) -> StoredChallenge | None:
    return next(iter(await _select(connection, condition, limit=1)), None)


async def _select(
    connection: AsyncConnection,
    *conditions: ColumnElement[bool],
    limit: int | None = None,
    opponent_id: int | None = None,
) -> list[StoredChallenge]:
    people = {
        "challenger": challenges.c.challenger_id,
        "opponent": challenges.c.opponent_id if opponent_id is None else literal(opponent_id, BigInteger),
    }
    challenger, opponent = players.alias("challenger"), players.alias("opponent")
    names = [
        column
        for player in (challenger, opponent)
        for column in (
            name_in(challenges.c.guild_id, player).label(f"{player.name}_name"),
            player.c.name.label(f"{player.name}_account_name"),
        )
    ]
    columns = (column for column in challenges.c if column.name != "opponent_id")
    statement: Select[Any] = (
        select(*columns, people["opponent"].label("opponent_id"), *names)
        .join(challenger, challenger.c.id == people["challenger"])
        .outerjoin(opponent, opponent.c.id == people["opponent"])
    )
    for side, player_id in people.items():
        rating = ratings.alias(f"{side}_in_pool")
        theirs = and_(
            rating.c.pool == func.coalesce(challenges.c.guild_id, EVERYWHERE),
            rating.c.ruleset == challenges.c.ruleset,
            rating.c.player_id == player_id,
        )
        statement = statement.outerjoin(rating, theirs)
        statement = statement.add_columns(*(rating.c[name].label(f"{side}_{name}") for name in _OF_RATING))
    finished, late = _reliability()
    statement = statement.add_columns(finished.label("finished"), late.label("late"))
    found = statement.where(*conditions).order_by(challenges.c.id.desc()).limit(limit)
    rows = await fetch_rows(connection, found)
    apart = await _apart_in_former(connection, [row["id"] for row in rows if row["opponent_id"] is not None])
    return [
        StoredChallenge(
            _STORED.read(
                row,
                apart=apart.get(row["id"], frozenset()),
                reliability=None if row["guild_id"] is None else Reliability(row["finished"], row["late"]),
            ),
            _held(row, "challenger"),
            _held(row, "opponent"),
        )
        for row in rows
    ]


def _reliability() -> tuple[ColumnElement[int], ColumnElement[int]]:
    """Return how many games the challenger has finished in the guild, and how many they've lost on time."""
    there = (records.c.pool == challenges.c.guild_id, records.c.player_id == challenges.c.challenger_id)
    count = select(func.coalesce(func.sum(records.c.games), 0)).where(*there).correlate(challenges)
    late = count.where(records.c.reason == Reason.TIMEOUT, records.c.result == "loss")
    return count.scalar_subquery(), late.scalar_subquery()


async def _apart_in_former(
    connection: AsyncConnection, numbers: Sequence[int]
) -> Mapping[int, frozenset[int]]:
    """Return who plays apart in the games that these challenges are rematches of, by their numbers."""
    former = select(rematches.c.challenge_id, rematches.c.game_id)
    rows = (
        await fetch_rows(connection, former.where(rematches.c.challenge_id.in_(numbers))) if numbers else []
    )
    of_game = {row["game_id"]: row["challenge_id"] for row in rows}
    their_games = select(games.c.id, *(games.c[name] for name in APART)).where(games.c.id.in_(of_game))
    found = await fetch_rows(connection, their_games) if rows else []
    return {of_game[row["id"]]: apart_in(row) for row in found}


def _held(row: Mapping[str, Any], side: str) -> HeldRating | None:
    rating, deviation, volatility, rated_at = (row[f"{side}_{name}"] for name in _OF_RATING)
    return None if rating is None else (Rating(rating, deviation, volatility), rated_at)


@dataclass(frozen=True, slots=True)
class RematchRow:
    """The rematch of a game: a challenge, or, with the computer, the new game itself."""

    game_id: int
    challenge_id: int | None = None
    next_game_id: int | None = None


_REMATCH_COLUMNS = tuple(rematches.c[name] for name in RematchRow.__slots__)


async def fetch_rematch(connection: AsyncConnection, number: int) -> RematchRow | None:
    """Return the last rematch of a game, or None."""
    statement = select(*_REMATCH_COLUMNS).where(rematches.c.game_id == number)
    return await fetch_one(connection, statement, RematchRow)


async def keep_rematch(connection: AsyncConnection, rematch: RematchRow) -> None:
    """Store a rematch in place of an earlier one that came to nothing."""
    key = {"game_id": rematch.game_id}
    await upsert(
        connection, rematches, key, challenge_id=rematch.challenge_id, next_game_id=rematch.next_game_id
    )


async def former_game(connection: AsyncConnection, challenge_id: int) -> int | None:
    """Return the number of the game that a challenge is a rematch of, or None."""
    statement = select(rematches.c.game_id).where(rematches.c.challenge_id == challenge_id)
    number: int | None = await connection.scalar(statement)
    return number
