"""Rows of reviews, of what was shared in channels, and of the finished games of one player, with filters."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Subquery, delete, exists, or_, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import delete_rows
from bot.store.game_rows import fetch_games, select_games
from bot.store.rows import add_new, upsert
from bot.store.schema.conditions import has_result
from bot.store.schema.tables import games, reviews, shares
from bot.values.game.game import Game
from bot.values.standings import Result


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of a player's games to find: those in a guild, against one of ``opponent_ids``, and so on.

    None means all that have a result.
    """

    guild_id: int | None
    opponent_ids: tuple[int, ...] | None
    ruleset: str | None
    result: Result | None


async def finished(
    connection: AsyncConnection, player_id: int, wanted: Wanted, *, offset: int, limit: int
) -> list[Game]:
    """Return a page of a player's finished games, the latest first."""
    both = union_all(
        *(select(walk) for walk in _walks(wanted, offset + limit, player_id=player_id))
    ).subquery()
    latest = select(both.c.id).order_by(both.c.finished_at.desc(), both.c.id.desc())
    page = select_games(chosen=latest.offset(offset).limit(limit))
    return await fetch_games(connection, page.order_by(games.c.finished_at.desc(), games.c.id.desc()))


def _walks(wanted: Wanted, limit: int, *, player_id: int) -> Iterator[Subquery]:
    """Yield the first games of the player as White, and as Black: each walks along its own index."""
    among = [has_result()]
    if wanted.guild_id is not None:
        among.append(games.c.guild_id == wanted.guild_id)
    if wanted.ruleset is not None:
        among.append(games.c.ruleset == wanted.ruleset)
    for side, other in (("white", "black"), ("black", "white")):
        conditions = [games.c[f"{side}_id"] == player_id, *among]
        if wanted.opponent_ids is not None:
            conditions.append(games.c[f"{other}_id"].in_(wanted.opponent_ids))
        if wanted.result is not None:
            winner = {Result.WON: side, Result.DRAWN: None, Result.LOST: other}[wanted.result]
            conditions.append(games.c.winner == winner)
        yield (
            select(games.c.id, games.c.finished_at)
            .where(*conditions)
            .order_by(games.c.finished_at.desc(), games.c.id.desc())
            .limit(limit)
            .subquery()
        )


async def fetch(connection: AsyncConnection, number: int) -> str | None:
    """Return the review of a game in its text form, or None if there is none yet."""
    review: str | None = await connection.scalar(select(reviews.c.review).where(reviews.c.game_id == number))
    return review


async def keep(connection: AsyncConnection, number: int, review: str, now: datetime) -> None:
    """Store the review of a game in place of an earlier one."""
    await upsert(connection, reviews, {"game_id": number}, review=review, made_at=now)


async def after(connection: AsyncConnection, number: int, *, limit: int) -> list[tuple[int, str]]:
    """Return the first ``limit`` reviews of games with higher numbers, with their numbers, in order."""
    statement = (
        select(reviews.c.game_id, reviews.c.review)
        .where(reviews.c.game_id > number)
        .order_by(reviews.c.game_id)
        .limit(limit)
    )
    return [(row.game_id, row.review) for row in await connection.execute(statement)]


BEFORE_PART: Final = ":"
"""What comes between the number of a game and what was shared of it."""


async def is_shared(connection: AsyncConnection, subject: str, channel_id: int, since: datetime) -> bool:
    """Return whether this was shared in a channel since then, or is being shared."""
    found = select(exists().where(*_shared_there(subject, channel_id), shares.c.shared_at >= since))
    return bool(await connection.scalar(found))


async def claim(connection: AsyncConnection, subject: str, channel_id: int, now: datetime) -> bool:
    """Claim the sharing of this in a channel. False if someone already has."""
    return await add_new(connection, shares, subject=subject, channel_id=channel_id, shared_at=now)


async def release(connection: AsyncConnection, subject: str, channel_id: int) -> None:
    """Release what was claimed and not shared."""
    await connection.execute(delete(shares).where(*_shared_there(subject, channel_id)))


async def forget(connection: AsyncConnection, before: datetime) -> None:
    """Delete what was shared before then."""
    await delete_rows(connection, shares, shares.c.shared_at < before)


async def forget_games(connection: AsyncConnection, numbers: Sequence[int]) -> None:
    """Delete what was shared of these games, of which there is at least one."""
    parts = or_(*(shares.c.subject.between(*_parts_of(number)) for number in numbers))
    await delete_rows(connection, shares, parts)


def _parts_of(number: int) -> tuple[str, str]:
    """Return the first and the last text that the parts of a game can have: a range, which an index finds."""
    return f"{number}{BEFORE_PART}", f"{number}{BEFORE_PART}~"


def _shared_there(subject: str, channel_id: int) -> tuple[ColumnElement[bool], ...]:
    return shares.c.subject == subject, shares.c.channel_id == channel_id
