"""The text form of a review, in which it's stored."""

import json
from collections.abc import Iterable
from typing import Any

from engine.analysis.review import Review
from engine.analysis.reviewed_move import ReviewedMove
from engine.analysis.value import Distance, Value
from engine.board.move import Move

__all__ = ["parse_review", "print_review"]

_VERSION = 2
_WITHOUT_DETAILS = 1
"""The version that had the first five parts of a move only."""


def print_review(review: Review) -> str:
    """Return a detailed review as one line of JSON.

    Each move is a list: the move, the values before and after it, whether it was a decision, the better
    moves, those whose value isn't known, the distances before and after it, the refutation, the improvement.

    Raises:
        ValueError: the review has no details. It was read from an older version and should be made again.

    >>> from engine import Move, Review, ReviewedMove, Value
    >>> moves = (ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.WIN, decision=True),)
    >>> print(print_review(Review(moves)))
    {"version":2,"starting_moves":0,"opening_moves":0,"moves":[["Sb3","win","win",true,[],[],null,null,[],[]]]}
    """
    if not review.detailed:
        raise ValueError("a review without details is not stored again")
    moves = [
        [
            str(reviewed.move),
            reviewed.before,
            reviewed.after,
            reviewed.decision,
            list(map(str, reviewed.best)),
            list(map(str, reviewed.unsure)),
            _bounds(reviewed.distance_before),
            _bounds(reviewed.distance_after),
            list(map(str, reviewed.refutation)),
            list(map(str, reviewed.improvement)),
        ]
        for reviewed in review.moves
    ]
    content = {
        "version": _VERSION,
        "starting_moves": review.starting_moves,
        "opening_moves": review.opening_moves,
        "moves": moves,
    }
    return json.dumps(content, separators=(",", ":"))


def parse_review(text: str) -> Review:
    """Return the review whose text form is ``text``; one of version 1 has no details.

    Raises:
        ValueError: it isn't the text form of a review in a known version.

    >>> from engine import Review
    >>> parse_review(print_review(Review(()))) == Review(())
    True
    >>> parse_review('{"version":1,"starting_moves":0,"moves":[["Sb3","win","win",true,[]]]}').detailed
    False
    """
    content = json.loads(text)
    try:
        version, moves = content["version"], content["moves"]
        if version not in (_WITHOUT_DETAILS, _VERSION):
            raise ValueError(f"a review of version {version}; this reads versions up to {_VERSION}")
        detailed = version == _VERSION
        read = _reviewed_move if detailed else _reviewed_move_without_details
        opening_moves = int(content["opening_moves"]) if detailed else 0
        return Review(tuple(map(read, moves)), int(content["starting_moves"]), opening_moves, detailed)
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a review: {error}") from error


def _bounds(distance: Distance | None) -> list[int] | None:
    return None if distance is None else [distance.at_least, distance.at_most]


def _reviewed_move_without_details(content: list[Any]) -> ReviewedMove:
    move, before, after, decision, best = content
    return ReviewedMove(
        Move.parse(move), Value(before), Value(after), decision=bool(decision), best=_moves(best)
    )


def _reviewed_move(content: list[Any]) -> ReviewedMove:
    move, before, after, decision, best, unsure, far_before, far_after, refutation, improvement = content
    return ReviewedMove(
        Move.parse(move),
        Value(before),
        Value(after),
        decision=bool(decision),
        best=_moves(best),
        unsure=_moves(unsure),
        distance_before=_distance(far_before),
        distance_after=_distance(far_after),
        refutation=_moves(refutation),
        improvement=_moves(improvement),
    )


def _moves(texts: Iterable[str]) -> tuple[Move, ...]:
    return tuple(map(Move.parse, texts))


def _distance(bounds: list[Any] | None) -> Distance | None:
    if bounds is None:
        return None
    at_least, at_most = bounds
    return Distance(int(at_least), int(at_most))
