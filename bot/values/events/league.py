"""A league: a frozen value with everything that's true of it, and what can happen to it. It has no SQL."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from bot.values.events.cup import FEWEST, Cup, CupTerms
from bot.values.events.event_errors import AlreadyMemberError, LeagueStoppedError, NotMemberError
from bot.values.events.groups import LARGEST_GROUP, table
from bot.values.events.parts import EventStatus, Group
from bot.values.players import Player, ThemeName
from bot.values.standings import Strength
from engine import Ruleset

BREAK: Final = timedelta(days=3)
"""How long it is from the end of a month to the next one."""

NEXT_TRY: Final = timedelta(days=1)
"""How much later it's tried again to begin a month, if there were too few people."""

_SMALL: Final = 5
"""From a division of so many people or fewer, only one goes up and one down."""

_MOVERS: Final = 2


@dataclass(frozen=True, slots=True)
class Member:
    """Someone in a league, with their division and place of the last month, if they played in it.

    ``seat`` is where they were dealt in their division, counted from 0: it parts those who share a place.
    """

    player: Player
    joined_at: datetime
    division: int | None = None
    place: int | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class League:
    """A league in its current state.

    ``members`` are in the order in which they joined. ``month`` is the number of months that have begun,
    ``cup`` the number of the current one's cup, or None between two months, and ``next_at`` when the next
    one begins. ``tried_at`` is when it last couldn't, because there were too few people. ``sizes`` are those
    of the divisions of the last month that was played to its end, ``last_cup`` is the number of its cup, and
    ``champions`` are the ids of those who have won it.
    """

    number: int
    guild_id: int
    channel_id: int
    host_id: int
    ruleset: Ruleset
    move_seconds: int
    language: str
    theme: ThemeName
    created_at: datetime
    members: tuple[Member, ...] = ()
    month: int = 0
    cup: int | None = None
    next_at: datetime | None = None
    tried_at: datetime | None = None
    stopped_at: datetime | None = None
    sizes: tuple[int, ...] = ()
    last_cup: int | None = None
    champions: frozenset[int] = frozenset()
    revision: int = 0

    def member(self, player_id: int) -> Member | None:
        return next((member for member in self.members if member.player.id == player_id), None)

    @property
    def terms(self) -> CupTerms:
        """Return the terms of the next month, whose name is its number."""
        return CupTerms(str(self.month + 1), self.ruleset, self.move_seconds, has_stages=False)

    def divisions(self, strengths: Mapping[int, Strength]) -> list[list[int]]:
        """Return the ids of the members of each division of the next month, in the order of dealing.

        There are none if there are too few people. ``strengths`` are how strong the members are now.
        """
        if len(self.members) < FEWEST:
            return []
        return _cut(self._order(strengths))

    def _order(self, strengths: Mapping[int, Strength]) -> list[int]:
        divisions = [self._last_in(number) for number in range(1, len(self.sizes) + 1)]
        parted = [
            _parted(people, size, rises=number > 0, falls=number + 1 < len(divisions))
            for number, (people, size) in enumerate(zip(divisions, self.sizes, strict=True))
        ]
        order: list[int] = []
        for number, (_, stay, _) in enumerate(parted):
            fallen = parted[number - 1][2] if number > 0 else []
            risen = parted[number + 1][0] if number + 1 < len(parted) else []
            order += [*fallen, *stay, *risen]
        new = [member.player.id for member in self.members if member.division is None]
        return [*order, *sorted(new, key=lambda player_id: strengths[player_id].order)]

    def _last_in(self, division: int) -> list[int]:
        """Return who is still there of a division of the last month, the best first."""
        there = [
            (member.place or 0, member.seat or 0, member.player.id)
            for member in self.members
            if member.division == division
        ]
        return [player_id for *_, player_id in sorted(there)]


def join(league: League, player: Player, now: datetime) -> League:
    """Let someone in, from the next month on. If that waits for people, it's tried again at once."""
    _check_goes_on(league)
    if league.member(player.id) is not None:
        raise AlreadyMemberError
    joined = replace(league, members=(*league.members, Member(player, now)))
    return _changed(joined if league.tried_at is None else replace(joined, next_at=now))


def leave(league: League, player_id: int) -> League:
    """Let someone out. If they play in the current month, they have to leave its cup, too."""
    if league.member(player_id) is None:
        raise NotMemberError
    members = tuple(member for member in league.members if member.player.id != player_id)
    return _changed(replace(league, members=members))


def stop(league: League, now: datetime) -> League:
    """Let it end: no other month begins, but the current one is played to its end."""
    _check_goes_on(league)
    return _changed(replace(league, stopped_at=now, next_at=None))


def put_off(league: League, now: datetime) -> League:
    """Note that a month couldn't begin, because there are too few people."""
    return _changed(replace(league, tried_at=now, next_at=now + NEXT_TRY))


def begin_month(league: League, cup: int) -> League:
    """Note that the next month has begun, with this cup."""
    return _changed(replace(league, month=league.month + 1, cup=cup, next_at=None, tried_at=None))


def end_month(league: League, cup: Cup, now: datetime) -> League:
    """Note how the current month ended. If its cup was canceled, what was known before it stays.

    If that was because its channel is gone, no other month begins.
    """
    if league.cup != cup.number:
        return league
    stopped_at = league.stopped_at or (now if cup.was_given_up else None)
    next_at = None if stopped_at is not None else now + BREAK
    ended = replace(league, cup=None, next_at=next_at, stopped_at=stopped_at)
    if cup.status is not EventStatus.OVER or cup.stage is None:
        return _changed(ended)
    placed = tuple(placed_after(cup, member) for member in league.members)
    played_out = replace(ended, members=placed, sizes=sizes_of(cup), last_cup=cup.number)
    return _changed(replace(played_out, champions=cup.champions))


def placed_after(cup: Cup, member: Member) -> Member:
    """Return a member with their division, place, and seat after a month that was played."""
    found = cup.stages[0].group_of(member.player.id)
    ranks = {} if found is None else {each.player_id: each.rank for each in table(found, cup.present_in(0))}
    place = ranks.get(member.player.id)
    if found is None or place is None:
        return replace(member, division=None, place=None, seat=None)
    return replace(member, division=found.number, place=place, seat=found.seats.index(member.player.id))


def sizes_of(cup: Cup) -> tuple[int, ...]:
    """Return how many people the divisions of a month had."""
    return tuple(len(group.people) for group in cup.stages[0].groups)


def movers(month: Cup, division: Group) -> tuple[Sequence[int], Sequence[int]]:
    """Return the ids of those who go up from a division after this month, and who go down, as it stands."""
    there = [each.player_id for each in table(division, month.present_in(0)) if each.is_present]
    falls = division is not month.stages[0].groups[-1]
    up, _, down = _parted(there, len(division.people), rises=division.number > 1, falls=falls)
    return up, down


def _cut(people: Sequence[int]) -> list[list[int]]:
    """Return divisions of people from the best on, as large as they can be; the larger ones come first."""
    count = -(-len(people) // LARGEST_GROUP)
    size, larger = divmod(len(people), count)
    starts = [number * size + min(number, larger) for number in range(count + 1)]
    return [list(people[start:end]) for start, end in pairwise(starts)]


def _parted(
    people: Sequence[int], size: int, *, rises: bool, falls: bool
) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """Return who goes up from a division, who stays, and who goes down. No one does both."""
    movers = 1 if size <= _SMALL else _MOVERS
    up = people[:movers] if rises else []
    rest = people[len(up) :]
    down = rest[max(len(rest) - movers, 0) :] if falls else []
    return up, rest[: len(rest) - len(down)], down


def _check_goes_on(league: League) -> None:
    if league.stopped_at is not None:
        raise LeagueStoppedError


def _changed(league: League) -> League:
    return replace(league, revision=league.revision + 1)
