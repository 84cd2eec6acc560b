"""Rows of team matches, of their two sides, and of who plays in them, as team matches."""

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import case, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import Columns, Form, Shape
from bot.store.events import events
from bot.store.events.entrants import GROUPS, card_columns, entrant_columns, people_in, save_entrants
from bot.store.rows import change_row, fetch_all, lock_rows
from bot.store.schema.conditions import CURRENT_TEAM_MATCH, DUE_TEAM_MATCH
from bot.store.schema.tables import players, team_matches, team_members, team_sides
from bot.values.events.parts import Card, Entrant, Stage
from bot.values.events.team_match import SIDES, TeamMatch

_CARD: Final = card_columns(
    team_sides,
    {"host_id": "manager_id", "server_name": "name"},
    # There's only one stage.
    {"told": Form(lambda stages, _: stages > 0, lambda told, _: int(told))},
)
_ENTRANT: Final = entrant_columns(team_members)
_NAMES: Final = {"number": "id"}
_APART: Final = ("cards", "entrants", "stages")


def _stage_of(match: TeamMatch) -> dict[str, Any]:
    """Return what's stored of the only stage of a team match, and when it's due."""
    people, stage = people_in(match), match.stage
    if stage is None:
        return {"due_at": match.due_at, "boards": "[]"}
    since = {
        entrant.player.id: max(entrant.joined_at, stage.started_at).isoformat() for entrant in match.entrants
    }
    boards = [
        {
            "players": facts["seats"],
            "since": [since[player_id] for player_id in board.people],
            "games": facts["games"],
        }
        for board, facts in zip(stage.groups, GROUPS.write(stage.groups, people), strict=True)
    ]
    return {
        "due_at": match.due_at,
        "boards": json.dumps(boards, separators=(",", ":")),
        "started_at": stage.started_at,
        "ends_at": stage.ends_at,
        "checked_at": stage.checked_at,
    }


_MATCH: Final = Columns(TeamMatch, team_matches, Shape(names=_NAMES, without=_APART), derived=_stage_of)
_WITHOUT_TEXTS: Final = Columns(TeamMatch, team_matches, Shape(names=_NAMES, without={*_APART, "terms"}))


async def fetch(connection: AsyncConnection, numbers: Collection[int]) -> list[TeamMatch]:
    """Return the team matches with these numbers, the newest first, in three statements."""
    cards: dict[int, list[Card]] = {number: [] for number in numbers}
    people: dict[int, list[Entrant]] = {number: [] for number in numbers}
    mine = (team_sides.c.team_match_id.in_(list(numbers)), team_members.c.team_match_id.in_(list(numbers)))
    sides = select(team_sides).where(mine[0]).order_by(team_sides.c.team_match_id, team_sides.c.side)
    for row in await fetch_all(connection, sides, dict[str, Any]):
        cards[row["team_match_id"]].append(_CARD.read(row))
    stage = case((team_members.c.leaving.is_not(None), 0)).label("left_in")
    members = (
        select(team_members, players.c.name.label("player_name"), stage)
        .join_from(team_members, players, players.c.id == team_members.c.player_id)
        .where(mine[1])
        .order_by(team_members.c.team_match_id, team_members.c.side, team_members.c.position)
    )
    for row in await fetch_all(connection, members, dict[str, Any]):
        people[row["team_match_id"]].append(_ENTRANT.read(row))
    wanted = select(team_matches).where(team_matches.c.id.in_(list(numbers)))
    rows = await fetch_all(connection, wanted.order_by(team_matches.c.id.desc()), dict[str, Any])
    return [_team_match(row, cards[row["id"]], people[row["id"]]) for row in rows]


def _team_match(row: Mapping[str, Any], cards: Collection[Card], entrants: Collection[Entrant]) -> TeamMatch:
    if row["started_at"] is None:
        return _MATCH.read(row, cards=tuple(cards), entrants=tuple(entrants))
    people = [entrant.player.id for entrant in entrants]
    boards = json.loads(row["boards"])
    came = {
        people[place]: datetime.fromisoformat(at)
        for board in boards
        for place, at in zip(board["players"], board["since"], strict=True)
    }
    later = {player_id: at for player_id, at in came.items() if at > row["started_at"]}
    there = (replace(each, joined_at=later.get(each.player.id, each.joined_at)) for each in entrants)
    groups = GROUPS.read([{**board, "seats": board["players"]} for board in boards], people)
    stage = Stage(groups, row["started_at"], row["ends_at"], checked_at=row["checked_at"])
    return _MATCH.read(row, cards=tuple(cards), entrants=tuple(there), stages=(stage,))


async def lock(connection: AsyncConnection, number: int) -> None:
    """Keep other transactions from changing a team match until this one ends."""
    await lock_rows(connection, team_matches, number)


async def add(connection: AsyncConnection, match: TeamMatch) -> int:
    """Store a new team match, whose number is ignored and that no one is in, and return its number."""
    number = await events.add(connection, events.TEAM_MATCH)
    await connection.execute(team_matches.insert().values({**_MATCH.write(match), "id": number}))
    await connection.execute(team_sides.insert(), [_side(match, number, side) for side in SIDES])
    return number


async def save(connection: AsyncConnection, before: TeamMatch, after: TeamMatch) -> None:
    """Store a change of a team match, or raise a StaleRowError if ``before`` isn't what's stored."""
    changes = _MATCH.changes(before, after)
    if changes:
        await change_row(connection, team_matches, _WITHOUT_TEXTS.write(before), changes)
    for side in SIDES:
        known, changed = (_side(match, before.number, side) for match in (before, after))
        if changed != known:
            await change_row(connection, team_sides, known, changed)
    await save_entrants(connection, team_members, _members(before), _members(after))


def _side(match: TeamMatch, number: int, side: int) -> dict[str, Any]:
    return {"team_match_id": number, "side": side, **_CARD.write(match.cards[side])}


def _members(match: TeamMatch) -> list[dict[str, Any]]:
    return [
        {"team_match_id": match.number, "position": position, **_ENTRANT.write(entrant)}
        for side in SIDES
        for position, entrant in enumerate(match.members(side))
    ]


async def due(connection: AsyncConnection, now: datetime, limit: int) -> list[int]:
    """Return the numbers of team matches for which something has to be done, the longest waiting first."""
    waiting = select(team_matches.c.id).where(DUE_TEAM_MATCH, team_matches.c.due_at <= now)
    return [*await connection.scalars(waiting.order_by(team_matches.c.due_at).limit(limit))]


async def current_in(connection: AsyncConnection, guild_id: int) -> list[int]:
    """Return the numbers of a guild's team matches that aren't over, in order."""
    source = team_sides.join(team_matches, team_matches.c.id == team_sides.c.team_match_id)
    theirs = select(team_matches.c.id).select_from(source)
    theirs = theirs.where(team_sides.c.guild_id == guild_id, CURRENT_TEAM_MATCH)
    return [*await connection.scalars(theirs.order_by(team_matches.c.id))]


async def current_of(connection: AsyncConnection, player_id: int) -> list[int]:
    """Return the numbers of the team matches that go on and that someone is in and hasn't left, in order."""
    source = team_members.join(team_matches, team_matches.c.id == team_members.c.team_match_id)
    theirs = (team_members.c.player_id == player_id, team_members.c.leaving.is_(None), CURRENT_TEAM_MATCH)
    found = select(team_matches.c.id).select_from(source).where(*theirs).order_by(team_matches.c.id)
    return [*await connection.scalars(found)]
