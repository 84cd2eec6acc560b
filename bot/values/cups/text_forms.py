"""The parts of a cup that are stored as JSON. They name entrants by their place in the order of joining."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bot.values.cups.cup import CupTerms, Group, Stage
from bot.values.events.text_forms import read_game, write_game
from engine import Ruleset, Start


def write_terms(terms: CupTerms) -> str:
    """Return the terms of a cup as text."""
    facts = {
        "name": terms.name,
        "ruleset": terms.ruleset,
        "move_seconds": terms.move_seconds,
        "days": terms.days,
        "rated": terms.rated,
        "double": terms.double,
        "start": terms.start,
        "starts_at": _written(terms.starts_at),
        "wanted": terms.wanted,
        "has_stages": terms.has_stages,
    }
    return _encoded({name: fact for name, fact in facts.items() if fact is not None})


def read_terms(text: str) -> CupTerms:
    """Return the terms that ``write_terms`` wrote."""
    facts = json.loads(text)
    starts_at = _read(facts.get("starts_at"))
    start, ruleset = Start(facts["start"]), Ruleset(facts["ruleset"])
    return CupTerms(**{**facts, "ruleset": ruleset, "start": start, "starts_at": starts_at})


def write_stages(stages: Sequence[Stage], people: Sequence[int]) -> str | None:
    """Return the stages of a cup with these entrants as text; None before the start."""
    positions = {player_id: position for position, player_id in enumerate(people)}
    return _encoded([_stage(stage, positions) for stage in stages]) if stages else None


def read_stages(text: str | None, people: Sequence[int]) -> tuple[Stage, ...]:
    return () if text is None else tuple(_read_stage(facts, people) for facts in json.loads(text))


def _stage(stage: Stage, positions: Mapping[int, int]) -> dict[str, Any]:
    return {
        "started_at": _written(stage.started_at),
        "ends_at": _written(stage.ends_at),
        "prolonged": stage.prolonged,
        "checked_at": _written(stage.checked_at),
        "groups": [_group(group, positions) for group in stage.groups],
    }


def _read_stage(facts: Mapping[str, Any], people: Sequence[int]) -> Stage:
    groups = (_read_group(number, group, people) for number, group in enumerate(facts["groups"], start=1))
    started_at, ends_at = (
        datetime.fromisoformat(facts["started_at"]),
        datetime.fromisoformat(facts["ends_at"]),
    )
    return Stage(tuple(groups), started_at, ends_at, facts["prolonged"], _read(facts["checked_at"]))


def _group(group: Group, positions: Mapping[int, int]) -> dict[str, Any]:
    seats = [None if seat is None else positions[seat] for seat in group.seats]
    return {"seats": seats, "games": [write_game(game, positions) for game in group.games]}


def _read_group(number: int, facts: Mapping[str, Any], people: Sequence[int]) -> Group:
    seats = tuple(None if seat is None else people[seat] for seat in facts["seats"])
    return Group(number, seats, tuple(read_game(game, people) for game in facts["games"]))


def _encoded(subject: object) -> str:
    return json.dumps(subject, ensure_ascii=False, separators=(",", ":"))


def _written(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _read(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
