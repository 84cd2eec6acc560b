"""Rows of what moderators did to games, cups, and leagues, and of what players report to the host."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import in_key_order, update_rows
from bot.store.names import name_in
from bot.store.rows import add_row, fetch_all, fetch_one, upsert, values_of
from bot.store.schema.tables import cups, games, leagues, moderation_acts, players, reports, team_sides
from bot.values.acts import EventActKind


@dataclass(frozen=True, slots=True)
class NewAct:
    """What a moderator does to a game, an event, or a league, or to someone who votes or plays there."""

    guild_id: int
    moderator_id: int
    kind: str
    game_id: int | None = None
    reason: str | None = None
    event_id: int | None = None
    player_id: int | None = None
    league_id: int | None = None


@dataclass(frozen=True, slots=True)
class ActRow:
    """An action as stored, with the moderator's name. It was done if it has a time.

    It's about a game, a cup with these ``terms``, or a team match against the server called ``opponent``, and
    then perhaps about someone in it, or about a league of this ``ruleset``.
    """

    id: int
    guild_id: int
    moderator_id: int
    moderator_name: str
    kind: str
    game_id: int | None
    reason: str | None
    done_at: datetime | None
    event_id: int | None
    league_id: int | None
    player_id: int | None
    player_name: str | None
    terms: str | None
    opponent: str | None
    ruleset: str | None


_ENTRANTS = players.alias()

_ELSEWHERE = {
    "moderator_name": name_in(moderation_acts.c.guild_id, players),
    "player_name": name_in(moderation_acts.c.guild_id, _ENTRANTS),
    "terms": cups.c.terms,
    "opponent": team_sides.c.name,
    "ruleset": leagues.c.ruleset,
}

_COLUMNS = tuple(
    _ELSEWHERE[name].label(name) if name in _ELSEWHERE else moderation_acts.c[name]
    for name in ActRow.__slots__
)

_NAMED = (
    moderation_acts.join(players, players.c.id == moderation_acts.c.moderator_id)
    .outerjoin(_ENTRANTS, _ENTRANTS.c.id == moderation_acts.c.player_id)
    .outerjoin(cups, cups.c.id == moderation_acts.c.event_id)
    .outerjoin(
        team_sides,
        and_(
            team_sides.c.team_match_id == moderation_acts.c.event_id,
            team_sides.c.guild_id != moderation_acts.c.guild_id,
        ),
    )
    .outerjoin(leagues, leagues.c.id == moderation_acts.c.league_id)
)


async def log(connection: AsyncConnection, act: NewAct, now: datetime) -> None:
    """Store an action that was done without a question of its own."""
    await connection.execute(insert(moderation_acts).values(**values_of(act), proposed_at=now, done_at=now))


async def canceler_of(connection: AsyncConnection, event_id: int) -> int | None:
    """Return the id of the moderator who has called an event off; None if no one has."""
    called_off = moderation_acts.c.event_id == event_id, moderation_acts.c.kind == EventActKind.CANCEL
    found: int | None = await connection.scalar(select(moderation_acts.c.moderator_id).where(*called_off))
    return found


async def add(connection: AsyncConnection, act: NewAct, now: datetime) -> int:
    """Store an action that hasn't been confirmed yet, and return its number."""
    return await add_row(connection, moderation_acts, {**values_of(act), "proposed_at": now})


async def drop_unconfirmed(connection: AsyncConnection, guild_id: int, before: datetime) -> None:
    """Delete the actions of a guild that were proposed before then and never confirmed."""
    old = in_key_order(
        moderation_acts.c.id,
        moderation_acts.c.guild_id == guild_id,
        moderation_acts.c.done_at.is_(None),
        moderation_acts.c.proposed_at < before,
    )
    await connection.execute(delete(moderation_acts).where(old))


async def fetch(connection: AsyncConnection, number: int) -> ActRow | None:
    """Return the action with this number, done or not; or None."""
    statement = select(*_COLUMNS).select_from(_NAMED).where(moderation_acts.c.id == number)
    return await fetch_one(connection, statement, ActRow)


async def mark_done(connection: AsyncConnection, number: int, now: datetime) -> None:
    """Record that an action was done."""
    await connection.execute(
        update(moderation_acts).where(moderation_acts.c.id == number).values(done_at=now)
    )


async def done_in(connection: AsyncConnection, guild_id: int, *, offset: int, limit: int) -> list[ActRow]:
    """Return what was done in a guild, the latest first."""
    order = (moderation_acts.c.done_at.desc(), moderation_acts.c.id.desc())
    done = (moderation_acts.c.guild_id == guild_id, moderation_acts.c.done_at.is_not(None))
    # Names are only looked up for this page, not for the ones before it.
    page = select(moderation_acts.c.id).where(*done).order_by(*order).offset(offset).limit(limit).subquery()
    on_page = moderation_acts.c.id.in_(select(page.c.id))
    statement = select(*_COLUMNS).select_from(_NAMED).where(on_page).order_by(*order)
    return await fetch_all(connection, statement, ActRow)


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report, with the players of the game. Without a text, it named someone whose data was deleted."""

    game_id: int
    reporter_id: int
    text: str | None
    reported_at: datetime
    white_id: int
    white_name: str
    black_id: int
    black_name: str


async def keep(
    connection: AsyncConnection, number: int, text: str, now: datetime, *, reporter_id: int
) -> None:
    """Store what a player reports about a game, in place of an earlier report of theirs about it."""
    key = {"game_id": number, "reporter_id": reporter_id}
    await upsert(connection, reports, key, text=text, reported_at=now)


async def newest(connection: AsyncConnection, limit: int) -> list[ReportRow]:
    """Return the newest reports, the last one first."""
    statement = (
        select(*reports.c, games.c.white_id, games.c.white_name, games.c.black_id, games.c.black_name)
        .join(games, games.c.id == reports.c.game_id)
        .order_by(reports.c.reported_at.desc())
        .limit(limit)
    )
    return await fetch_all(connection, statement, ReportRow)


async def clear_texts(connection: AsyncConnection, numbers: Sequence[int]) -> None:
    """Clear the texts of the reports about these games."""
    await update_rows(connection, reports, reports.c.game_id.in_(numbers), text=None)
