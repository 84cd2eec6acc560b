"""The parts of a team match that are stored as JSON, which name people by their place among the members."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bot.values.events.text_forms import read_game, write_game
from bot.values.teams.team_match import TeamBoard, TeamTerms
from engine import Ruleset


def write_terms(terms: TeamTerms) -> dict[str, Any]:
    """Return the terms of a team match as what JSON can hold."""
    return {
        "ruleset": terms.ruleset,
        "move_seconds": terms.move_seconds,
        "boards": terms.boards,
        "sign_up_days": terms.sign_up_days,
        "days": terms.days,
    }


def read_terms(facts: Mapping[str, Any]) -> TeamTerms:
    return TeamTerms(**{**facts, "ruleset": Ruleset(facts["ruleset"])})


def write_boards(boards: Sequence[TeamBoard], people: Sequence[int]) -> str:
    """Return the boards of a team match with these members as text."""
    places = {player_id: place for place, player_id in enumerate(people)}
    facts = [
        {
            "players": [places[player_id] for player_id in board.players],
            "since": [since.isoformat() for since in board.since],
            "games": [write_game(game, places) for game in board.games],
        }
        for board in boards
    ]
    return json.dumps(facts, separators=(",", ":"))


def read_boards(text: str, people: Sequence[int]) -> tuple[TeamBoard, ...]:
    return tuple(_board(facts, people) for facts in json.loads(text))


def _board(facts: Mapping[str, Any], people: Sequence[int]) -> TeamBoard:
    first, second = (people[place] for place in facts["players"])
    since = tuple(map(datetime.fromisoformat, facts["since"]))
    games = tuple(read_game(game, people) for game in facts["games"])
    return TeamBoard((first, second), (since[0], since[1]), games)
