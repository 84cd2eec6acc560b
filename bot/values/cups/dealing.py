"""Who comes into which group, and who advances from it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from bot.values.cups.cup import Entrant, Group
from bot.values.cups.pairings import rounds
from bot.values.cups.tables import table
from bot.values.events.event import EventGame, strength_order

LARGEST_GROUP: Final = 8
"""Maximum number of people in a group."""

_USUAL_GROUP: Final = 6
_MANY_GROUPS: Final = 5


def by_strength(entrants: Iterable[Entrant]) -> list[int]:
    """Return the ids of entrants, who are in the order of joining, from the strongest to the weakest."""
    return [each.player.id for each in sorted(entrants, key=lambda each: strength_order(each.strength))]


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
    return Group(number, (*people, *odd), tuple(_games(people, double=double)))


def with_late_entrant(before: Group, player_id: int, present: Collection[int], *, double: bool) -> Group:
    """Return a group with someone in its free place, who plays those who are still there."""
    people = [player_id if seat is None else seat for seat in before.seats]
    theirs = [
        game
        for game in _games(people, double=double)
        if player_id in game.players and game.opponent_of(player_id) in present
    ]
    return Group(before.number, tuple(people), (*before.games, *theirs))


def _games(people: Sequence[int], *, double: bool) -> list[EventGame]:
    """Return the games of a group, round by round; the second ones of each pair follow all first ones."""
    pairings = [pairing for together in rounds(len(people)) for pairing in together]
    first = [EventGame(people[white], people[black]) for white, black in pairings]
    second = [EventGame(game.black, game.white, second=True) for game in first]
    return first + second if double else first


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
        row.player_id: row.rank for row in table(of, present) if row.rank is not None and row.rank <= most
    }
