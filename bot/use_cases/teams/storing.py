"""Loads and saves team matches."""

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import searches
from bot.store.events import teams
from bot.store.events.teams import MemberRow, NamedMemberRow, SideRow, TeamMatchRow
from bot.use_cases.challenges.limits import KeptLimits
from bot.values.events.event import EventStatus, Leaving
from bot.values.players import Place, Player, ThemeName
from bot.values.standings import Strength
from bot.values.teams.sorting import Couple
from bot.values.teams.team_errors import UnknownTeamMatchError
from bot.values.teams.team_match import Member, Side, TeamMatch
from bot.values.teams.text_forms import read_boards, read_terms, write_boards, write_terms


async def load(connection: AsyncConnection, number: int) -> TeamMatch:
    """Load a team match, in three statements."""
    found = await load_several(connection, [number])
    if not found:
        raise UnknownTeamMatchError
    return found[0]


async def load_several(connection: AsyncConnection, numbers: Collection[int]) -> list[TeamMatch]:
    """Load the team matches with these numbers, the newest first, in three statements."""
    rows = await teams.fetch(connection, numbers)
    sides = await teams.fetch_sides(connection, numbers)
    members = await teams.fetch_members(connection, numbers)
    return [
        _match_of(
            row,
            [side for side in sides if side.team_match_id == row.id],
            [named for named in members if named.member.team_match_id == row.id],
        )
        for row in rows
    ]


async def load_to_change(connection: AsyncConnection, number: int) -> TeamMatch:
    """Load a team match that no one else changes until the transaction ends."""
    await teams.hold(connection, number)
    return await load(connection, number)


async def add(connection: AsyncConnection, match: TeamMatch) -> TeamMatch:
    """Store a new team match, whose number is ignored and that no one has signed up for; return it."""
    number = await teams.add(connection, {**_values(match), "created_at": match.created_at})
    await teams.keep_sides(connection, _side_rows(match, number))
    return await load(connection, number)


async def save(connection: AsyncConnection, before: TeamMatch, after: TeamMatch) -> TeamMatch:
    """Store a change of a team match that this transaction holds."""
    if after == before:
        return after
    old, new = _values(before), _values(after)
    changed = {name: value for name, value in new.items() if value != old[name]}
    if changed:
        await teams.change(connection, before.number, revision=before.revision, values=changed)
    for player_id in sorted(_ids(before) - _ids(after)):
        await teams.drop_member(connection, after.number, player_id=player_id)
    known = {*_side_rows(before, before.number), *_member_rows(before)}
    sides = [row for row in _side_rows(after, after.number) if row not in known]
    await teams.keep_sides(connection, sides)
    await teams.keep_members(connection, [row for row in _member_rows(after) if row not in known])
    return after


async def barred_couples(
    connection: AsyncConnection, match: TeamMatch, limits: KeptLimits
) -> Collection[Couple]:
    """Return who in a team match can't play whom, because one of them has blocked the other."""
    people = sorted(_ids(match))
    blocked = await searches.blocking(connection, people)
    return frozenset([*map(frozenset, blocked), *await limits.blocks_among(connection, people)])


def _ids(match: TeamMatch) -> set[int]:
    return {member.player.id for side in match.sides for member in side.members}


def _match_of(row: TeamMatchRow, sides: Sequence[SideRow], members: Sequence[NamedMemberRow]) -> TeamMatch:
    first, second = (
        _side_of(side, [named for named in members if named.member.side == side.side]) for side in sides
    )
    return TeamMatch(
        number=row.id,
        terms=read_terms(json.loads(row.terms)),
        sides=(first, second),
        created_at=row.created_at,
        status=EventStatus(row.status),
        boards=read_boards(row.boards, [named.member.player_id for named in members]),
        started_at=row.started_at,
        ends_at=row.ends_at,
        postponed_until=row.postponed_until,
        checked_at=row.checked_at,
        ended_at=row.ended_at,
        unsettled=row.unsettled,
        waits_until=row.waits_until,
        revision=row.revision,
    )


def _side_of(row: SideRow, members: Iterable[NamedMemberRow]) -> Side:
    return Side(
        place=Place(row.guild_id, row.channel_id),
        manager_id=row.manager_id,
        name=row.name,
        language=row.language,
        theme=ThemeName(row.theme),
        members=tuple(map(_member_of, members)),
        message_id=row.message_id,
        lost=row.lost,
        shown=row.shown,
        shown_at=row.shown_at,
        called_at=row.called_at,
        told=row.told,
        told_end=row.told_end,
    )


def _member_of(named: NamedMemberRow) -> Member:
    row = named.member
    left = None if row.leaving is None else Leaving(row.leaving)
    return Member(
        Player(row.player_id, named.name), row.joined_at, Strength(row.rating, row.provisional), left
    )


def _values(match: TeamMatch) -> dict[str, Any]:
    """Return what's stored of a team match as it changes, apart from its sides and members."""
    people = [member.player.id for side in match.sides for member in side.members]
    return {
        "status": match.status.value,
        "revision": match.revision,
        "started_at": match.started_at,
        "ends_at": match.ends_at,
        "postponed_until": match.postponed_until,
        "checked_at": match.checked_at,
        "ended_at": match.ended_at,
        "waits_until": match.waits_until,
        "due_at": match.due_at,
        "unsettled": match.unsettled,
        "terms": json.dumps(write_terms(match.terms), separators=(",", ":")),
        "boards": write_boards(match.boards, people),
    }


def _side_rows(match: TeamMatch, number: int) -> list[SideRow]:
    return [
        SideRow(
            number,
            index,
            side.guild_id,
            side.manager_id,
            side.name,
            side.place.channel_id,
            side.message_id,
            side.language,
            side.theme.value,
            side.lost,
            side.shown,
            side.shown_at,
            side.called_at,
            side.told,
            side.told_end,
        )
        for index, side in enumerate(match.sides)
    ]


def _member_rows(match: TeamMatch) -> list[MemberRow]:
    return [
        MemberRow(
            match.number,
            member.player.id,
            index,
            position,
            member.joined_at,
            member.strength.rating,
            member.strength.provisional,
            None if member.left is None else member.left.value,
        )
        for index, side in enumerate(match.sides)
        for position, member in enumerate(side.members)
    ]
