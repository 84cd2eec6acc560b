"""Rows of guesses: which move someone who wasn't playing expected, and whether it was played."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, Subquery, and_, case, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import hold_in_key_order, insert
from bot.store.names import name_in
from bot.store.rows import fetch_all, fetch_one, values_of
from bot.store.schema.tables import DELETED_IDS, guesses, players


@dataclass(frozen=True, slots=True)
class GuessRow:
    """What someone expects a player to play at a ply of a game, and in which guild they said so."""

    game_id: int
    ply: int
    player_id: int
    guild_id: int
    move: str
    guessed_at: datetime


@dataclass(frozen=True, slots=True)
class GuesserRow:
    """A line of a guild's guessers: ``right`` of their ``total`` guesses were right.

    Equal results share a ``rank``; ``line`` is how many are listed up to this one.
    """

    rank: int
    line: int
    player_id: int
    name: str
    right: int
    total: int


@dataclass(frozen=True, slots=True)
class Guessers:
    """Who has guessed right in a guild since an instant, without deleted players and some others."""

    guild_id: int
    since: datetime
    without: Collection[int] = ()


async def put(connection: AsyncConnection, guess: GuessRow) -> bool:
    """Store a guess in place of an earlier one; False if it's known whether that one was right."""
    adding = insert(connection.dialect, guesses).values(values_of(guess))
    later = {name: adding.excluded[name] for name in ("guild_id", "move", "guessed_at")}
    key = [*guesses.primary_key]
    putting = adding.on_conflict_do_update(index_elements=key, set_=later, where=guesses.c.correct.is_(None))
    # To return the key, SQLite would look for rows that refer to it.
    stored = await connection.execute(putting, execution_options={"preserve_rowcount": True})
    return stored.rowcount == 1


async def judge(connection: AsyncConnection, number: int, *, ply: int, move: str) -> tuple[int, int]:
    """Store which guesses at a ply of a game were right; return how many were, and how many there are."""
    unknown = and_(guesses.c.game_id == number, guesses.c.ply == ply, guesses.c.correct.is_(None))
    await hold_in_key_order(connection, guesses, unknown)
    judging = update(guesses).where(unknown).values(correct=guesses.c.move == move)
    judged = [*await connection.scalars(judging.returning(guesses.c.correct))]
    return sum(judged), len(judged)


async def withdraw(connection: AsyncConnection, number: int) -> None:
    """Delete the guesses at a move of a game that won't come, because moves were taken back."""
    unknown = and_(guesses.c.game_id == number, guesses.c.correct.is_(None))
    await hold_in_key_order(connection, guesses, unknown)
    await connection.execute(delete(guesses).where(unknown))


async def page(
    connection: AsyncConnection, guessers: Guessers, *, offset: int, limit: int
) -> list[GuesserRow]:
    """Return some of the guessers: by most right, then by fewest guesses, then by id."""
    ranked = _ranked(guessers)
    statement = _lines(guessers, ranked).order_by(ranked.c.line).offset(offset).limit(limit)
    return await fetch_all(connection, statement, GuesserRow)


async def line_of(connection: AsyncConnection, guessers: Guessers, player_id: int) -> GuesserRow | None:
    """Return a player's line among the guessers, if they have one."""
    ranked = _ranked(guessers)
    statement = _lines(guessers, ranked).where(ranked.c.player_id == player_id)
    return await fetch_one(connection, statement, GuesserRow)


def _ranked(guessers: Guessers) -> Subquery:
    guess = guesses.c
    right, total = func.sum(case((guess.correct, 1), else_=0)), func.count()
    best_first = (right.desc(), total)
    listed = [
        guess.guild_id == guessers.guild_id,
        guess.guessed_at >= guessers.since,
        guess.correct.is_not(None),
        ~guess.player_id.between(*DELETED_IDS),
    ]
    if guessers.without:
        listed.append(guess.player_id.not_in(sorted(guessers.without)))
    return (
        select(
            func.rank().over(order_by=best_first).label("rank"),
            func.row_number().over(order_by=(*best_first, guess.player_id)).label("line"),
            guess.player_id,
            right.label("right"),
            total.label("total"),
        )
        .where(*listed)
        .group_by(guess.player_id)
        .having(right > 0)
        .subquery()
    )


def _lines(guessers: Guessers, ranked: Subquery) -> Select[Any]:
    found = ranked.c
    named = select(
        *found["rank", "line", "player_id", "right", "total"],
        name_in(guessers.guild_id, players).label("name"),
    )
    return named.join(players, players.c.id == found.player_id)
