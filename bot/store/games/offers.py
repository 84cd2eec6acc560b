"""Rows of offers: the last one of each kind by each player of a game."""

from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import offers


@dataclass(frozen=True, slots=True)
class OfferRow:
    """An offer as stored, made at ``ply``. It waits for an answer while the game is at ``revision``.

    ``answer`` says how it ended, if someone ended it and the board may still show that.
    """

    game_id: int
    kind: str
    color: str
    ply: int
    revision: int
    answer: str | None = None


_COLUMNS = tuple(offers.c[name] for name in OfferRow.__slots__)


async def keep(connection: AsyncConnection, offer: OfferRow) -> None:
    """Store an offer in place of the same player's previous one of its kind."""
    later = {"ply": offer.ply, "revision": offer.revision, "answer": offer.answer}
    row = insert(connection.dialect, offers).values(
        game_id=offer.game_id, kind=offer.kind, color=offer.color, **later
    )
    await connection.execute(
        row.on_conflict_do_update(index_elements=["game_id", "kind", "color"], set_=later)
    )


async def last(connection: AsyncConnection, number: int, kind: str, color: str) -> OfferRow | None:
    """The last offer of this kind by the player of this color, whether answered or not; or None."""
    statement = select(*_COLUMNS).where(
        offers.c.game_id == number, offers.c.kind == kind, offers.c.color == color
    )
    row = (await connection.execute(statement)).one_or_none()
    return None if row is None else OfferRow(*row)


async def answer(connection: AsyncConnection, number: int, revision: int, answer: str) -> None:
    """Store how the offer that a game waits on at ``revision`` ended."""
    waiting = (offers.c.game_id == number, offers.c.revision == revision)
    await connection.execute(update(offers).where(*waiting).values(answer=answer))


async def forget_answers(connection: AsyncConnection, number: int) -> None:
    """Forget how the offers of a game ended, because its position or its sides have changed since then."""
    await connection.execute(update(offers).where(offers.c.game_id == number).values(answer=None))


async def drop(connection: AsyncConnection, number: int, kind: str) -> None:
    """Delete a game's offers of one kind."""
    await connection.execute(delete(offers).where(offers.c.game_id == number, offers.c.kind == kind))
