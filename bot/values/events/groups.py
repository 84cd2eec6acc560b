"""Groups of a cup: who comes into which, who plays whom as White, their tables, and who advances."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final, Protocol

from bot.values.events.parts import Entrant, EventGame, Group

LARGEST_GROUP: Final = 8
"""Maximum number of people in a group."""

_USUAL_GROUP: Final = 6
_MANY_GROUPS: Final = 5


def by_strength(entrants: Iterable[Entrant]) -> list[int]:
    """Return the ids of entrants, who are in the order of joining, from the strongest to the weakest."""
    return [each.player.id for each in sorted(entrants, key=lambda each: each.strength.order)]


def dealt(people: Sequence[int], *, double: bool) -> tuple[Group, ...]:
    """Return the groups for people from the strongest to the weakest, with all their games.

    They're dealt as a snake: one into each group, then the same backwards, and so on.
    """
    count = 1 if len(people) <= LARGEST_GROUP else -(-len(people) // _USUAL_GROUP)
    there_and_back = [*range(count), *reversed(range(count))]
    seats: list[list[int]] = [[] for _ in range(count)]
    for index, player_id in enumerate(people):
        seats[there_and_back[index % len(there_and_back)]].append(player_id)
    return tuple(group(number, own, double=double) for number, own in enumerate(seats, start=1))


def group(number: int, people: Sequence[int], *, double: bool) -> Group:
    """Return a group of people in the order of dealing, with all their games."""
    odd = (None,) if len(people) % 2 else ()
    return Group((*people, *odd), tuple(_games(people, double=double)), number)


def with_late_entrant(before: Group, player_id: int, present: Collection[int], *, double: bool) -> Group:
    """Return a group with someone in its free place, who plays those who are still there."""
    people = [player_id if seat is None else seat for seat in before.seats]
    theirs = [
        game
        for game in _games(people, double=double)
        if player_id in game.players and game.opponent_of(player_id) in present
    ]
    return replace(before, seats=tuple(people), games=(*before.games, *theirs))


def _games(people: Sequence[int], *, double: bool) -> list[EventGame]:
    """Return the games of a group, round by round; the second ones of each pair follow all first ones."""
    pairings = [pairing for together in rounds(len(people)) for pairing in together]
    first = [EventGame(people[white], people[black]) for white, black in pairings]
    second = [EventGame(game.black, game.white, second=True) for game in first]
    return first + second if double else first


def rounds(size: int) -> Iterator[list[tuple[int, int]]]:
    """Yield who is White and Black in each round of the Berger table for so many seats, counted from 0.

    It's as FIDE publishes it (C.05, Annex 1). An odd number uses the table of the next even one. Whoever
    would meet the empty last seat doesn't play in that round.

    >>> for pairings in rounds(4):
    ...     print(*(f"{white + 1}-{black + 1}" for white, black in pairings))
    1-4 2-3
    4-3 1-2
    2-4 3-1
    >>> [len(pairings) for pairings in rounds(5)]
    [2, 2, 2, 2, 2]
    """
    seats = size + size % 2
    last = seats - 1
    for number in range(last):
        # The last seat stays where it is; the others move on by half the table.
        top = number * (seats // 2) % last
        first = (last, top) if number % 2 else (top, last)
        others = [((top + step) % last, (top - step) % last) for step in range(1, seats // 2)]
        yield [pairing for pairing in (first, *others) if max(pairing) < size]


@dataclass(frozen=True, slots=True)
class Standing:
    """One person in the table of a group.

    ``sonneborn_berger`` adds up the points of those they've beaten, and half the points of those they've
    drawn with. ``direct`` are their points against those with whom they'd share a place otherwise. ``left``
    is how many games they still have to play, and ``is_present`` whether they haven't left.

    ``place`` is 1 for the best, and None for someone who has left and whose games were all struck. ``rank``
    is their place among those who are present: it decides who advances. None if they've left.
    """

    player_id: int
    points: float
    sonneborn_berger: float
    direct: float
    black_wins: int
    left: int
    is_present: bool
    place: int | None = None
    rank: int | None = None

    @property
    def strength(self) -> tuple[float, float, bool, float, int]:
        """Return what standings are compared by."""
        return self.points, self.sonneborn_berger, self.is_present, self.direct, self.black_wins


def table(group: Group, present: Collection[int]) -> tuple[Standing, ...]:
    """Return the table of a group, the best first; those who are equal are in the order of dealing.

    ``present`` are the ids of those who haven't left.
    """
    counted = [game for game in group.games if game.counts]
    points = {player_id: _points(player_id, counted) for player_id in group.people}
    standings = [
        _standing(group, player_id, points, counted, present=player_id in present)
        for player_id in group.people
    ]
    placed = [each for each in standings if each.is_present or not _is_struck(group, each.player_id)]
    direct = [each for equal in _equals(placed) for each in _with_direct_points(equal, counted)]
    ranked = sorted(direct, key=attrgetter("strength"), reverse=True)
    ranked = [replace(each, place=place_among(each, ranked)) for each in ranked]
    there = [each for each in ranked if each.is_present]
    ranked = [replace(each, rank=place_among(each, there)) if each.is_present else each for each in ranked]
    return (*ranked, *(each for each in standings if each not in placed))


def _standing(
    group: Group, player_id: int, points: Mapping[int, float], counted: Sequence[EventGame], *, present: bool
) -> Standing:
    own = [game for game in counted if player_id in game.players]
    return Standing(
        player_id,
        points[player_id],
        sum(game.score_of(player_id) * points[game.opponent_of(player_id)] for game in own),
        0,
        sum(game.black == player_id and game.score == 0 for game in own),
        sum(not game.is_settled for game in group.games_of(player_id)),
        present,
    )


def _points(player_id: int, games: Iterable[EventGame]) -> float:
    return sum(game.score_of(player_id) for game in games if player_id in game.players)


def _is_struck(group: Group, player_id: int) -> bool:
    return all(game.struck for game in group.games_of(player_id))


def _equals(standings: Iterable[Standing]) -> Iterator[list[Standing]]:
    """Yield those who are equal before the games among them count, in the order of dealing.

    Games against someone who has left part no one: otherwise the table would have another order than prizes.
    """
    together: dict[tuple[float, float, bool], list[Standing]] = {}
    for each in standings:
        together.setdefault((each.points, each.sonneborn_berger, each.is_present), []).append(each)
    yield from together.values()


def _with_direct_points(equal: Sequence[Standing], counted: Iterable[EventGame]) -> Iterator[Standing]:
    people = {each.player_id for each in equal}
    among = [game for game in counted if people.issuperset(game.players)]
    for each in equal:
        yield replace(each, direct=_points(each.player_id, among))


class Ranked(Protocol):
    """A line of a table."""

    @property
    def strength(self) -> tuple[float, ...]:
        """Return what lines are compared by."""


def place_among(each: Ranked, lines: Iterable[Ranked]) -> int:
    """Return the place of a line among all, which those who are equal share. The best is 1."""
    return 1 + sum(other.strength > each.strength for other in lines)


def advancing(groups: Sequence[Group], present: Collection[int], entrants: Sequence[Entrant]) -> list[int]:
    """Return the ids of those who advance from groups, in the order in which they're dealt next.

    Two advance from each group, or one if there are many, and everyone who shares their place; but only
    the better dealt of those, if the next stage wouldn't get smaller otherwise.
    """
    most = 1 if len(groups) >= _MANY_GROUPS else 2
    best = [_best(each, present, most) for each in groups]
    if sum(map(len, best)) >= sum(len(each.people) for each in groups):
        best = [dict(list(each.items())[:most]) for each in best]
    ranks = {player_id: rank for each in best for player_id, rank in each.items()}
    return sorted(
        (player_id for player_id in by_strength(entrants) if player_id in ranks), key=ranks.__getitem__
    )


def _best(of: Group, present: Collection[int], most: int) -> Mapping[int, int]:
    """Return the rank of each of the best in a group; those who are equal are in the order of dealing."""
    return {
        each.player_id: each.rank
        for each in table(of, present)
        if each.rank is not None and each.rank <= most
    }
