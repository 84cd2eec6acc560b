"""The text form of a review, in which it is stored."""

import json
from typing import Any

from engine.analysis.review import Review, ReviewedMove
from engine.analysis.value import Value
from engine.board.move import Move

__all__ = ["parse_review", "print_review"]

_VERSION = 1


def print_review(review: Review) -> str:
    """Return a review as one line of JSON.

    >>> from engine import Move, Review, ReviewedMove, Value
    >>> moves = (ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.WIN, decision=True),)
    >>> print(print_review(Review(moves)))
    {"version":1,"starting_moves":0,"moves":[["Sb3","win","win",true,[]]]}
    """
    moves = [
        [
            str(reviewed.move),
            reviewed.before,
            reviewed.after,
            reviewed.decision,
            list(map(str, reviewed.best)),
        ]
        for reviewed in review.moves
    ]
    content = {"version": _VERSION, "starting_moves": review.starting_moves, "moves": moves}
    return json.dumps(content, separators=(",", ":"))


def parse_review(text: str) -> Review:
    """Return the review whose text form is `text`.

    Raises:
        ValueError: It is not the text form of a review in this version.

    >>> from engine import Review
    >>> parse_review(print_review(Review(()))) == Review(())
    True
    """
    content = json.loads(text)
    try:
        if content["version"] != _VERSION:
            raise ValueError(f"a review of version {content['version']}; this reads {_VERSION} only")
        return Review(tuple(map(_reviewed_move, content["moves"])), int(content["starting_moves"]))
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a review: {error}") from error


def _reviewed_move(content: list[Any]) -> ReviewedMove:
    move, before, after, decision, best = content
    return ReviewedMove(
        Move.parse(move),
        Value(before),
        Value(after),
        decision=bool(decision),
        best=tuple(map(Move.parse, best)),
    )
