"""The value of a position by trying every move to the end, and what the tests look at: late positions."""

from random import Random

from engine import Position, Ruleset
from tests.engine.games import random_positions

__all__ = ["late_positions", "naive_values"]

Values = dict[Position, int]


def naive_values(position: Position, seen: Values) -> int:
    """1, 0 or -1 for the player to move; `seen` is filled with the values of all that comes after."""
    if position not in seen:
        outcome = position.outcome()
        if outcome is None:
            seen[position] = max(-naive_values(position.play(move), seen) for move in position.legal_moves)
        elif outcome.winner is None:
            seen[position] = 0
        else:
            seen[position] = 1 if outcome.winner is position.turn else -1
    return seen[position]


def late_positions(ruleset: Ruleset, random: Random, number: int, ply: int) -> list[Position]:
    """This many unfinished positions with `ply` pieces on the board, from random games."""
    found: list[Position] = []
    while len(found) < number:
        visited = random_positions(ruleset, random)
        if len(visited) > ply + 1:
            found.append(visited[ply])
    return found
