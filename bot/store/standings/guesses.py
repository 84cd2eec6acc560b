"""Rows of guesses: which move someone who wasn't playing expected, and whether it was played."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, case, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import delete_rows, insert, lock_in_key_order
from bot.store.rows import values_of
from bot.store.schema.tables import guesses
from bot.store.standings.ranked_lists import RankedList, admitted
from bot.values.players import Player
from bot.values.standings import Guesser


@dataclass(frozen=True, slots=True)
class GuessRow:
    """What someone expects a player to play at a ply of a game, and in which guild they said so."""

    game_id: int
    ply: int
    player_id: int
    guild_id: int
    move: str
    guessed_at: datetime


async def put(connection: AsyncConnection, guess: GuessRow, since: datetime) -> bool:
    """Store a guess in place of an earlier one; False if it's known whether that one was right.

    One from before the game has come to its position, at ``since``, was about a position that was taken back.
    """
    adding = insert(connection.dialect, guesses).values(values_of(guess))
    later = {name: adding.excluded[name] for name in ("guild_id", "move", "guessed_at")}
    key, earlier = [*guesses.primary_key], or_(guesses.c.correct.is_(None), guesses.c.guessed_at < since)
    putting = adding.on_conflict_do_update(index_elements=key, set_={**later, "correct": None}, where=earlier)
    # To return the key, SQLite would look for rows that refer to it.
    stored = await connection.execute(putting, execution_options={"preserve_rowcount": True})
    return stored.rowcount == 1


async def judge(connection: AsyncConnection, number: int, *, ply: int, move: str) -> tuple[int, int]:
    """Store which guesses at a ply of a game were right; return how many were, and how many there are."""
    unknown = and_(guesses.c.game_id == number, guesses.c.ply == ply, guesses.c.correct.is_(None))
    await lock_in_key_order(connection, guesses, unknown)
    judging = update(guesses).where(unknown).values(correct=guesses.c.move == move)
    judged = [*await connection.scalars(judging.returning(guesses.c.correct))]
    return sum(judged), len(judged)


async def withdraw(connection: AsyncConnection, number: int) -> None:
    """Delete the guesses at the next move of a game, which a takeback or a swap has changed."""
    await delete_rows(connection, guesses, guesses.c.game_id == number, guesses.c.correct.is_(None))


def guessers(guild_id: int, since: datetime, without: Collection[int] = ()) -> RankedList[Guesser]:
    """Return who has guessed right in a guild since an instant, without deleted players and some others.

    Those with most right guesses come first, then those who needed fewest.
    """
    guess = guesses.c
    right = func.sum(case((guess.correct, 1), else_=0))
    listed = [
        guess.guild_id == guild_id,
        guess.guessed_at >= since,
        guess.correct.is_not(None),
        *admitted(guess.player_id, guild_id, without),
    ]
    sums = (
        select(guess.player_id, right.label("right"), func.count().label("total"))
        .where(*listed)
        .group_by(guess.player_id)
        .having(right > 0)
        # A statement that asks for it several times adds it up once.
        .cte("guessers")
    )
    return RankedList(
        pool=guild_id,
        listed=[],
        highest_first=(sums.c.right,),
        lowest_first=(sums.c.total,),
        among_equals=(sums.c.player_id,),
        make=lambda rank, player_id, name, right, total: Guesser(rank, Player(player_id, name), right, total),
    )
