"""Rows that say how far each player got in the win trainer."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import case, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import Columns, Form, Shape
from bot.store.connections.statements import insert
from bot.store.rows import fetch_rows
from bot.store.schema.tables import training
from bot.values.lines import Line, Progress


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """What happened in a person's attempt number ``run`` with a ruleset after ``line``, packed.

    It has gone on to ``next_line``. Its first ``length`` moves kept the win, or ``won``; once ``ended``, it
    no longer counts.
    """

    player_id: int
    ruleset: str
    run: int
    line: str
    next_line: str
    length: int
    won: bool
    ended: bool


_PROGRESS: Final = Columns(
    Progress,
    training,
    Shape(forms={"line": Form(lambda line, _: line.packed(), lambda text, _: Line.unpack(text))}),
)


async def fetch(connection: AsyncConnection, player_id: int, ruleset: str) -> Progress | None:
    """Return how far a player got with a ruleset, or None if they never began."""
    found = select(training).where(training.c.player_id == player_id, training.c.ruleset == ruleset)
    rows = await fetch_rows(connection, found)
    return _PROGRESS.read(rows[0]) if rows else None


async def begin(
    connection: AsyncConnection, player_id: int, ruleset: str, *, line: str, now: datetime
) -> Progress:
    """Begin another attempt of a known player after a packed line. From now on, only this one counts."""
    row = insert(connection.dialect, training).values(
        player_id=player_id, ruleset=ruleset, run=1, longest=0, wins=0, line=line, trained_at=now
    )
    begun = row.on_conflict_do_update(
        index_elements=["player_id", "ruleset"],
        set_={"run": training.c.run + 1, "line": line, "trained_at": now},
    )
    (stored,) = await fetch_rows(connection, begun.returning(training))
    return _PROGRESS.read(stored)


async def note(connection: AsyncConnection, step: TrainingStep, now: datetime) -> bool:
    """Note what happened in an attempt, and return whether it counts: that's only after the stored line."""
    longer = case((training.c.longest < step.length, step.length), else_=training.c.longest)
    noted = await connection.execute(
        update(training)
        .where(
            training.c.player_id == step.player_id,
            training.c.ruleset == step.ruleset,
            training.c.run == step.run,
            training.c.line == step.line,
        )
        .values(
            longest=longer,
            wins=training.c.wins + int(step.won),
            run=training.c.run + int(step.ended),
            line=step.next_line,
            trained_at=now,
        )
    )
    return noted.rowcount == 1
