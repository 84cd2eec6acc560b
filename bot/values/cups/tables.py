"""The table of a group: points, what parts those who have the same, and places."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from bot.values.cups.cup import Group
from bot.values.events.event import EventGame


@dataclass(frozen=True, slots=True)
class Row:
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
    def strength(self) -> tuple[float, float, float, int]:
        """Return what rows are compared by."""
        return self.points, self.sonneborn_berger, self.direct, self.black_wins


def table(group: Group, present: Collection[int]) -> tuple[Row, ...]:
    """Return the table of a group, the best first; those who are equal are in the order of dealing.

    ``present`` are the ids of those who haven't left.
    """
    counted = [game for game in group.games if game.counts]
    points = {player_id: _points(player_id, counted) for player_id in group.people}
    rows = [
        _row(group, player_id, points, counted, present=player_id in present) for player_id in group.people
    ]
    placed = [row for row in rows if row.is_present or not _is_struck(group, row.player_id)]
    direct = [row for equal in _equals(placed) for row in _with_direct_points(equal, counted)]
    ranked = sorted(direct, key=attrgetter("strength"), reverse=True)
    ranked = [replace(row, place=_place(row, ranked)) for row in ranked]
    there = [row for row in ranked if row.is_present]
    ranked = [replace(row, rank=_place(row, there)) if row.is_present else row for row in ranked]
    return (*ranked, *(row for row in rows if row not in placed))


def _row(
    group: Group, player_id: int, points: Mapping[int, float], counted: Sequence[EventGame], *, present: bool
) -> Row:
    own = [game for game in counted if player_id in game.players]
    return Row(
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


def _equals(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield those who are equal before the games among them count, in the order of dealing."""
    together: dict[tuple[float, float], list[Row]] = {}
    for row in rows:
        together.setdefault((row.points, row.sonneborn_berger), []).append(row)
    yield from together.values()


def _with_direct_points(equal: Sequence[Row], counted: Iterable[EventGame]) -> Iterator[Row]:
    people = {row.player_id for row in equal}
    among = [game for game in counted if people.issuperset(game.players)]
    for row in equal:
        yield replace(row, direct=_points(row.player_id, among))


def _place(row: Row, rows: Iterable[Row]) -> int:
    return 1 + sum(other.strength > row.strength for other in rows)
