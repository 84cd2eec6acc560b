"""What someone's game of the day is worth: a square for each move, from exact values, and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from bot.values.game.game import Game
from engine import Color, Outcome, Reason, Review, ReviewedMove, Value, mover

_WHOLE: Final = 1000


@dataclass(frozen=True, slots=True)
class CardKey:
    """A channel's day, whose results one card gathers."""

    channel_id: int
    day: date


class Square(StrEnum):
    """What a move did: it kept the value, gave a little, or gave it away."""

    KEPT = "k"
    LITTLE = "l"
    AWAY = "a"


_WORTH: Final = {Square.KEPT: 1.0, Square.LITTLE: 0.5, Square.AWAY: 0.0}


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The ``squares`` of someone's moves, at least one, and how many ``plies`` were played after the start.

    If they never moved, or resigned or ran out of time in a game that wasn't lost, the last square says so.
    """

    squares: tuple[Square, ...]
    plies: int

    @property
    def quality(self) -> int:
        """Return how much of the value was kept, in thousandths: what gave a little counts half."""
        return round(_WHOLE * sum(map(_WORTH.__getitem__, self.squares)) / len(self.squares))


def result_of(game: Game, review: Review) -> DailyResult | None:
    """Return the result of a finished game of the day; None if the review lacks values."""
    color, outcome = person_color(game), game.outcome
    if outcome is None or not review.complete:
        return None
    own = [ply for ply in range(game.given_moves, len(review.moves)) if mover(ply) is color]
    squares = [_square(review.moves[ply]) for ply in own]
    if not squares or (_gave_up(outcome, color) and _left(review, color) is not Value.LOSS):
        squares.append(Square.AWAY)
    return DailyResult(tuple(squares), len(game.moves) - game.given_moves)


def _square(move: ReviewedMove) -> Square:
    if move.is_mistake:
        return Square.LITTLE if (move.before, move.after) == (Value.WIN, Value.DRAW) else Square.AWAY
    return Square.LITTLE if _wins_later(move) else Square.KEPT


def _wins_later(move: ReviewedMove) -> bool:
    """Return whether a move kept a win, but another one would surely have won sooner."""
    before, after = move.distance_before, move.distance_after
    if move.after is not Value.WIN or before is None or after is None:
        return False
    return after.at_least > before.at_most


def person_color(game: Game) -> Color:
    """Return which side the person has in a game with the computer."""
    return Color.WHITE if game.white.level is None else Color.BLACK


def _gave_up(outcome: Outcome, color: Color) -> bool:
    return outcome.winner is color.opponent and outcome.reason in {Reason.RESIGNATION, Reason.TIMEOUT}


def _left(review: Review, color: Color) -> Value:
    """Return what the game was worth for a player when it stopped."""
    last = review.values[-1]
    return last if color is Color.WHITE else last.reversed


def emblems(squares: Sequence[Square]) -> str:
    """Return squares as people see them, which tell nothing of the moves themselves."""
    return "".join({Square.KEPT: "🟩", Square.LITTLE: "🟨", Square.AWAY: "🟥"}[each] for each in squares)
