"""Values found by trying every move to the end, and late positions for tests."""

from functools import cache
from random import Random

from engine import Color, Position, Ruleset
from tests.engine.games import random_positions

__all__ = ["GOES_ON", "last_ply", "late_positions", "naive_values"]

GOES_ON = 99
Values = dict[Position, int]


def naive_values(position: Position, seen: Values) -> int:
    """Return 1, 0 or -1 for the player to move; `seen` gets the values of everything that follows."""
    if position not in seen:
        outcome = position.outcome()
        if outcome is None:
            seen[position] = max(-naive_values(position.play(move), seen) for move in position.legal_moves)
        elif outcome.winner is None:
            seen[position] = 0
        else:
            seen[position] = 1 if outcome.winner is position.turn else -1
    return seen[position]


@cache
def last_ply(position: Position, winner: Color) -> int:
    """Return how many pieces the board has when the winner wins in a hurry; GOES_ON if they can't win."""
    outcome = position.outcome()
    if outcome is not None:
        return position.ply if outcome.winner is winner else GOES_ON
    choose = min if position.turn is winner else max
    return choose(last_ply(position.play(move), winner) for move in position.legal_moves)


def late_positions(ruleset: Ruleset, random: Random, number: int, ply: int) -> list[Position]:
    """Return this many unfinished positions with `ply` pieces on the board, from random games."""
    found: list[Position] = []
    while len(found) < number:
        visited = random_positions(ruleset, random)
        if len(visited) > ply + 1:
            found.append(visited[ply])
    return found
