"""Rows of challenges."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import challenges, players


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge as stored, with the names of its two people."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    challenger_id: int
    challenger_name: str
    opponent_id: int
    opponent_name: str
    ruleset: str
    colour: str
    language: str
    theme: str
    start: str
    rated: bool
    hints: bool
    created_at: datetime
    status: str


@dataclass(frozen=True, slots=True)
class NewChallenge:
    """What a challenge is made of before it has a number."""

    guild_id: int
    channel_id: int
    challenger_id: int
    opponent_id: int
    ruleset: str
    colour: str
    language: str
    theme: str
    start: str
    rated: bool
    hints: bool


async def add(connection: AsyncConnection, challenge: NewChallenge, now: datetime) -> int:
    """Store an open challenge and return its number."""
    values = {name: getattr(challenge, name) for name in NewChallenge.__slots__}
    statement = insert(challenges).values(**values, status="open", created_at=now)
    result = await connection.execute(statement.returning(challenges.c.id))
    return int(result.scalar_one())


async def fetch(connection: AsyncConnection, number: int) -> ChallengeRow | None:
    """The challenge of this number, or None."""
    challenger, opponent = players.alias("challenger"), players.alias("opponent")
    columns = [column for column in challenges.c if column.name in ChallengeRow.__slots__]
    statement = (
        select(*columns, challenger.c.name.label("challenger_name"), opponent.c.name.label("opponent_name"))
        .join(challenger, challenger.c.id == challenges.c.challenger_id)
        .join(opponent, opponent.c.id == challenges.c.opponent_id)
        .where(challenges.c.id == number)
    )
    row = (await connection.execute(statement)).mappings().one_or_none()
    return None if row is None else ChallengeRow(**row)


async def close(connection: AsyncConnection, number: int, status: str, now: datetime) -> bool:
    """Close an open challenge; False where it was not open any more."""
    statement = (
        update(challenges)
        .where(challenges.c.id == number, challenges.c.status == "open")
        .values(status=status, closed_at=now)
    )
    return (await connection.execute(statement)).rowcount == 1


async def place(connection: AsyncConnection, number: int, message_id: int) -> None:
    """Note which message shows the challenge."""
    await connection.execute(
        update(challenges).where(challenges.c.id == number).values(message_id=message_id)
    )
