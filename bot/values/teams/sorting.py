"""Who plays whom on which board."""

from collections.abc import Collection, Sequence

from bot.values.events.event import strength_order
from bot.values.teams.team_match import Pair, Side

Couple = frozenset[int]
"""The ids of two people."""


def by_strength(side: Side) -> list[int]:
    """Return the ids of everyone on a side, the strongest first."""
    return [each.player.id for each in sorted(side.present, key=lambda each: strength_order(each.strength))]


def pairs(first: Sequence[int], second: Sequence[int], boards: int, barred: Collection[Couple]) -> list[Pair]:
    """Return who meets on up to so many boards, given both sides from the strongest to the weakest.

    First meets first, and so on. If two would meet who block each other, the side with more people, or else
    the second one, moves its player down: the next one below who may play comes up in their place. If there's
    none, they change places with the nearest one above with whom that works for both. A board for which
    there's no one isn't played.

    >>> pairs([1, 2, 3], [11, 12], 20, {frozenset({1, 11})})
    [(2, 11), (1, 12)]
    """
    sides = list(first), list(second)
    moving, other = sides if len(first) > len(second) else sides[::-1]
    count = min(boards, len(first), len(second))

    def may_meet(player: int, board: int) -> bool:
        return frozenset((player, other[board])) not in barred

    for board in range(count):
        player = moving[board]
        if may_meet(player, board):
            continue
        below = [place for place in range(board + 1, len(moving)) if may_meet(moving[place], board)]
        above = [
            place
            for place in reversed(range(board))
            if may_meet(moving[place], board) and may_meet(player, place)
        ]
        if below:
            moving.insert(board, moving.pop(below[0]))
        elif above:
            moving[board], moving[above[0]] = moving[above[0]], player
    met = zip(sides[0], sides[1], strict=False)
    return [pair for _, pair in zip(range(count), met, strict=False) if frozenset(pair) not in barred]
