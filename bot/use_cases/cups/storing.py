"""Loads and saves cups and leagues, and writes what follows when a cup is over.

No two transactions wait for each other, because all of them lock rows in one order: first cups, then players,
leagues, games, and last what comes due.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.events import cups, leagues
from bot.store.events.cups import CupRow, EntrantRow, NamedEntrantRow
from bot.store.events.leagues import LeagueRow, MemberRow, NamedMemberRow
from bot.use_cases.cups.bars import lift_bars
from bot.use_cases.standings.badges import give
from bot.values.badges import Badge
from bot.values.cups import league
from bot.values.cups.cup import Cup, Entrant
from bot.values.cups.cup_errors import UnknownCupError, UnknownLeagueError
from bot.values.cups.league import League, Member
from bot.values.cups.results import champions, medals
from bot.values.cups.text_forms import read_stages, read_terms, write_stages, write_terms
from bot.values.events.event import EventStatus, Leaving
from bot.values.players import Player, ThemeName
from bot.values.standings import Strength
from engine import Ruleset

_MEDALS: Final = {1: Badge.CUP_GOLD, 2: Badge.CUP_SILVER, 3: Badge.CUP_BRONZE}


async def load(connection: AsyncConnection, number: int) -> Cup:
    """Load a cup, in two statements."""
    row = await cups.fetch(connection, number)
    if row is None:
        raise UnknownCupError
    return _cup_of(row, await cups.fetch_entrants(connection, [number]))


async def load_several(connection: AsyncConnection, numbers: Collection[int]) -> list[Cup]:
    """Load the cups with these numbers, the newest first, in two statements."""
    entrants: dict[int, list[NamedEntrantRow]] = {number: [] for number in numbers}
    for named in await cups.fetch_entrants(connection, numbers):
        entrants[named.entrant.cup_id].append(named)
    return [_cup_of(row, entrants[row.id]) for row in await cups.fetch_several(connection, numbers)]


async def load_to_change(connection: AsyncConnection, number: int) -> Cup:
    """Load a cup that no one else changes until the transaction ends."""
    await cups.hold(connection, number)
    return await load(connection, number)


async def add(connection: AsyncConnection, cup: Cup) -> Cup:
    """Store a new cup, whose number is ignored; return it as stored."""
    number = await cups.add(connection, {**_values(cup), "created_at": cup.created_at})
    await cups.keep_entrants(connection, _rows(cup, number))
    return await load(connection, number)


async def save(connection: AsyncConnection, before: Cup, after: Cup, now: datetime) -> Cup:
    """Store a change of a cup that this transaction holds, and everything that follows from it."""
    if after == before:
        return after
    old, new = _values(before), _values(after)
    changed = {name: value for name, value in new.items() if value != old[name]}
    if changed:
        await cups.change(connection, before.number, revision=before.revision, values=changed)
    gone = {entrant.player.id for entrant in before.entrants} - {
        entrant.player.id for entrant in after.entrants
    }
    for player_id in sorted(gone):
        await cups.drop_entrant(connection, after.number, player_id=player_id)
    known = set(_rows(before, before.number))
    await cups.keep_entrants(connection, [row for row in _rows(after, after.number) if row not in known])
    if before.status is EventStatus.RUNNING and after.status is EventStatus.OVER:
        await _reward(connection, after, now)
    if after.league is not None:
        await _tell_league(connection, after.league, before, after, now)
    return after


async def _tell_league(
    connection: AsyncConnection, number: int, before: Cup, after: Cup, now: datetime
) -> None:
    """Let a league know who has left its month, and how that has ended."""
    gone = [
        entrant.player.id
        for entrant in after.entrants
        if entrant.left is not None and entrant.player.id in before.present_in(len(before.stages) - 1)
    ]
    ends = before.ended_at is None and after.ended_at is not None
    if not gone and not ends:
        return
    told = known = await load_league_to_change(connection, number)
    for player_id in gone:
        if told.member(player_id) is not None:
            told = league.leave(told, player_id)
    if ends:
        told = league.end_month(told, after, now)
    await save_league(connection, known, told)


async def _reward(connection: AsyncConnection, cup: Cup, now: datetime) -> None:
    """Store who has won a cup that has just ended, and forget that those who finished it once didn't."""
    won = medals(cup) or dict.fromkeys(champions(cup), 1)
    await cups.keep_medals(connection, cup.number, won)
    if cup.league is None:
        for player_id, place in sorted(won.items()):
            await give(connection, player_id, {_MEDALS[place]}, now)
    await lift_bars(connection, [entrant.player.id for entrant in cup.present])


async def load_league(connection: AsyncConnection, number: int) -> League:
    """Load a league."""
    row = await leagues.fetch(connection, number)
    if row is None:
        raise UnknownLeagueError
    members = await leagues.fetch_members(connection, number)
    won = (
        ()
        if row.champions_cup_id is None
        else await leagues.fetch_champions(connection, row.champions_cup_id)
    )
    return _league_of(row, members, won)


async def load_league_to_change(connection: AsyncConnection, number: int) -> League:
    """Load a league that no one else changes until the transaction ends."""
    await leagues.hold(connection, number)
    return await load_league(connection, number)


async def add_league(connection: AsyncConnection, new: League) -> League:
    """Store a new league, whose number is ignored; return it as stored."""
    number = await leagues.add(connection, {**_league_values(new), "created_at": new.created_at})
    await leagues.keep_members(connection, _member_rows(new, number))
    return await load_league(connection, number)


async def save_league(connection: AsyncConnection, before: League, after: League) -> League:
    """Store a change of a league that this transaction holds."""
    old, new = _league_values(before), _league_values(after)
    changed = {name: value for name, value in new.items() if value != old[name]}
    if changed:
        await leagues.change(connection, before.number, revision=before.revision, values=changed)
    gone = {member.player.id for member in before.members} - {member.player.id for member in after.members}
    for player_id in sorted(gone):
        await leagues.drop_member(connection, after.number, player_id=player_id)
    known = set(_member_rows(before, before.number))
    rows = [row for row in _member_rows(after, after.number) if row not in known]
    await leagues.keep_members(connection, rows)
    return after


def _cup_of(row: CupRow, entrants: Iterable[NamedEntrantRow]) -> Cup:
    people = tuple(map(_entrant_of, entrants))
    return Cup(
        number=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host_id=row.host_id,
        terms=read_terms(row.terms),
        language=row.language,
        theme=ThemeName(row.theme),
        created_at=row.created_at,
        status=EventStatus(row.status),
        entrants=people,
        stages=read_stages(row.stages, [entrant.player.id for entrant in people]),
        postponed_until=row.postponed_until,
        paused_at=row.paused_at,
        ended_at=row.ended_at,
        league=row.league_id,
        unsettled=row.unsettled,
        waits_until=row.waits_until,
        revision=row.revision,
        message_id=row.message_id,
        shown=row.shown,
        shown_at=row.shown_at,
        called_at=row.called_at,
        told_stages=row.told_stages,
        told_end=row.told_end,
    )


def _entrant_of(named: NamedEntrantRow) -> Entrant:
    row = named.entrant
    return Entrant(
        Player(row.player_id, named.name, named.account_name),
        row.joined_at,
        Strength(row.rating, row.provisional),
        None if row.leaving is None else Leaving(row.leaving),
        row.left_in,
    )


def _league_of(row: LeagueRow, members: Iterable[NamedMemberRow], won: Iterable[int]) -> League:
    return League(
        number=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host_id=row.host_id,
        ruleset=Ruleset(row.ruleset),
        move_seconds=row.move_seconds,
        language=row.language,
        theme=ThemeName(row.theme),
        created_at=row.created_at,
        members=tuple(map(_member_of, members)),
        month=row.month,
        cup=row.cup_id,
        next_at=row.next_at,
        tried_at=row.tried_at,
        stopped_at=row.stopped_at,
        sizes=tuple(map(int, row.sizes.split())),
        last_cup=row.champions_cup_id,
        champions=frozenset(won),
        revision=row.revision,
    )


def _member_of(named: NamedMemberRow) -> Member:
    row = named.member
    player = Player(row.player_id, named.name, named.account_name)
    return Member(player, row.joined_at, row.division, row.place, row.seat)


def _member_rows(of: League, number: int) -> Sequence[MemberRow]:
    return [
        MemberRow(
            number,
            member.player.id,
            position,
            member.joined_at,
            member.division,
            member.place,
            member.seat,
        )
        for position, member in enumerate(of.members)
    ]


def _league_values(of: League) -> dict[str, Any]:
    """Return what's stored of a league as it changes, apart from who is in it."""
    return {
        "guild_id": of.guild_id,
        "channel_id": of.channel_id,
        "host_id": of.host_id,
        "ruleset": of.ruleset.value,
        "move_seconds": of.move_seconds,
        "language": of.language,
        "theme": of.theme.value,
        "month": of.month,
        "revision": of.revision,
        "cup_id": of.cup,
        "champions_cup_id": of.last_cup,
        "next_at": of.next_at,
        "tried_at": of.tried_at,
        "stopped_at": of.stopped_at,
        "sizes": " ".join(map(str, of.sizes)),
    }


def _rows(cup: Cup, number: int) -> Sequence[EntrantRow]:
    return [
        EntrantRow(
            number,
            entrant.player.id,
            position,
            entrant.joined_at,
            entrant.strength.rating,
            entrant.strength.provisional,
            None if entrant.left is None else entrant.left.value,
            entrant.left_in,
        )
        for position, entrant in enumerate(cup.entrants)
    ]


def _values(cup: Cup) -> dict[str, Any]:
    """Return what's stored of a cup as it changes, apart from who is in it."""
    people = [entrant.player.id for entrant in cup.entrants]
    return {
        "guild_id": cup.guild_id,
        "league_id": cup.league,
        "host_id": cup.host_id,
        "channel_id": cup.channel_id,
        "message_id": cup.message_id,
        "language": cup.language,
        "theme": cup.theme.value,
        "status": cup.status.value,
        "revision": cup.revision,
        "ended_at": cup.ended_at,
        "paused_at": cup.paused_at,
        "postponed_until": cup.postponed_until,
        "waits_until": cup.waits_until,
        "due_at": cup.due_at,
        "unsettled": cup.unsettled,
        "shown": cup.shown,
        "shown_at": cup.shown_at,
        "called_at": cup.called_at,
        "told_stages": cup.told_stages,
        "told_end": cup.told_end,
        "terms": write_terms(cup.terms),
        "stages": write_stages(cup.stages, people),
    }
