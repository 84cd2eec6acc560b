"""Games of events as what JSON can hold. They name people by their place in the order of joining."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.values.events.event import EventGame


def write_game(game: EventGame, places: Mapping[int, int]) -> list[Any]:
    """Return a game, given the places of its players by their ids."""
    flags = [int(flag) for flag in (game.second, game.struck, game.adjudicated, game.forfeited)]
    return [places[game.white], places[game.black], game.number, game.score, *flags]


def read_game(facts: Sequence[Any], people: Sequence[int]) -> EventGame:
    """Return the game that ``write_game`` wrote."""
    white, black, number, score, *flags = facts
    second, struck, adjudicated, forfeited = map(bool, flags)
    return EventGame(
        people[white],
        people[black],
        second=second,
        number=number,
        score=score,
        struck=struck,
        adjudicated=adjudicated,
        forfeited=forfeited,
    )
