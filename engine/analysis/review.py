"""A review of a game: what every move did to the exact value, the turning points, and the accuracy."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import cycle

from engine.analysis.value import Solution, Value
from engine.board.move import Move
from engine.board.piece import Colour
from engine.game.outcome import Outcome
from engine.game.position import Position
from engine.records.record import Record

__all__ = ["Accuracy", "Judgement", "Review", "ReviewedMove", "mover", "review_game"]


class Judgement(StrEnum):
    """What a move did, from the point of view of the player who made it.

    No move makes the exact value better for its player: it keeps the value or gives something away. What
    a player gains, the opponent gave away the move before. So there are three groups:

    - `KEPT_WIN`, `KEPT_DRAW`, `STAYED_LOST`: the value was kept, and there was nothing more to gain.
    - `LOSS_TO_DRAW`, `LOSS_TO_WIN`, `DRAW_TO_WIN`: the opponent had just made a mistake, some moves would
      have given the gain back, and this one took it.
    - `WIN_TO_DRAW`, `WIN_TO_LOSS`, `DRAW_TO_LOSS`: a mistake.

    `START` is a move that belongs to the start of the game, for which no one is judged. `UNKNOWN` says that
    the value before the move or after it is unknown.

    >>> Judgement.WIN_TO_DRAW.is_mistake, Judgement.LOSS_TO_DRAW.is_mistake
    (True, False)
    """

    KEPT_WIN = "kept-win"
    KEPT_DRAW = "kept-draw"
    STAYED_LOST = "stayed-lost"
    LOSS_TO_DRAW = "loss-to-draw"
    LOSS_TO_WIN = "loss-to-win"
    DRAW_TO_WIN = "draw-to-win"
    WIN_TO_DRAW = "win-to-draw"
    WIN_TO_LOSS = "win-to-loss"
    DRAW_TO_LOSS = "draw-to-loss"
    START = "start"
    UNKNOWN = "unknown"

    @property
    def is_mistake(self) -> bool:
        """Whether the move gave something away.

        >>> [judgement.value for judgement in Judgement if judgement.is_mistake]
        ['win-to-draw', 'win-to-loss', 'draw-to-loss']
        """
        return self in _MISTAKES.values()


_MISTAKES = {
    (Value.WIN, Value.DRAW): Judgement.WIN_TO_DRAW,
    (Value.WIN, Value.LOSS): Judgement.WIN_TO_LOSS,
    (Value.DRAW, Value.LOSS): Judgement.DRAW_TO_LOSS,
}
_KEPT = {
    Value.WIN: Judgement.KEPT_WIN,
    Value.DRAW: Judgement.KEPT_DRAW,
    Value.LOSS: Judgement.STAYED_LOST,
}
_TAKEN = {
    (Value.LOSS, Value.DRAW): Judgement.LOSS_TO_DRAW,
    (Value.LOSS, Value.WIN): Judgement.LOSS_TO_WIN,
    (Value.DRAW, Value.WIN): Judgement.DRAW_TO_WIN,
}


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move and what is known about it; all values are for the player who made it.

    Attributes:
        move: The move.
        before: The value of the position in which it was played.
        after: The value of the move itself.
        decision: Whether legal moves of different value existed, as far as values are known.
        best: If the move was a mistake, the moves known to keep the value, the one to recommend first.

    >>> ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True).best
    ()
    """

    move: Move
    before: Value
    after: Value
    decision: bool
    best: tuple[Move, ...] = ()

    @property
    def known(self) -> bool:
        """Whether both values are known.

        >>> ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.UNKNOWN, decision=False).known
        False
        """
        return Value.UNKNOWN not in (self.before, self.after)


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How many of a player's decisions kept the value.

    >>> Accuracy(kept=3, decisions=4).share
    0.75
    """

    kept: int
    decisions: int

    @property
    def share(self) -> float | None:
        """The share of decisions that kept the value, 0 to 1; None if there was nothing to decide.

        >>> Accuracy(kept=0, decisions=0).share is None
        True
        """
        return self.kept / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class Review:
    """What every move of a game did. `print_review` and `parse_review` are its text form.

    Attributes:
        moves: The moves in the order of play, White's first.
        starting_moves: How many of the first moves belong to the start of the game: no one is judged for
            them, and the values before them don't matter.

    >>> Review((ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True),)).turning_points
    (0,)
    """

    moves: tuple[ReviewedMove, ...]
    starting_moves: int = 0

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """What each move did.

        >>> moved = ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True)
        >>> Review((moved,)).judgements[0].value
        'win-to-draw'
        """
        return tuple(map(self._judgement, range(len(self.moves))))

    @property
    def turning_points(self) -> tuple[int, ...]:
        """The plies, counted from 0, whose moves changed the value of the game, as far as it is known.

        >>> Review((ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True),)).turning_points
        (0,)
        """
        return tuple(ply for ply, judgement in enumerate(self.judgements) if judgement.is_mistake)

    @property
    def values(self) -> tuple[Value, ...]:
        """The values for White: before the first move, and after each move. Empty if no one moved.

        >>> moved = ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True)
        >>> [value.value for value in Review((moved,)).values]
        ['win', 'draw']
        """
        if not self.moves:
            return ()
        first = Value.UNKNOWN if self.starting_moves else self.moves[0].before
        sides = cycle(Colour)
        after = (
            reviewed.after if next(sides) is Colour.WHITE else reviewed.after.reversed
            for reviewed in self.moves
        )
        return (first, *after)

    @property
    def complete(self) -> bool:
        """Whether every value that matters was found out.

        >>> Review((ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True),)).complete
        True
        """
        return all(reviewed.known for reviewed in self.moves[self.starting_moves :])

    def accuracy(self, colour: Colour) -> Accuracy:
        """Return how often a player kept the value when the legal moves differed in value.

        Decisions whose outcome is unknown do not count.

        >>> moved = ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True)
        >>> Review((moved,)).accuracy(Colour.WHITE)
        Accuracy(kept=0, decisions=1)
        """
        decisions = [
            reviewed
            for ply, reviewed in enumerate(self.moves)
            if ply >= self.starting_moves and mover(ply) is colour and reviewed.decision and reviewed.known
        ]
        return Accuracy(sum(reviewed.after is reviewed.before for reviewed in decisions), len(decisions))

    def _judgement(self, ply: int) -> Judgement:
        reviewed = self.moves[ply]
        if ply < self.starting_moves:
            return Judgement.START
        if not reviewed.known:
            return Judgement.UNKNOWN
        if reviewed.after is not reviewed.before:
            return _MISTAKES[reviewed.before, reviewed.after]
        kept = _KEPT[reviewed.before]
        if ply <= self.starting_moves or not reviewed.decision:
            return kept
        earlier = self.moves[ply - 1].before.reversed
        return _TAKEN.get((earlier, reviewed.before), kept)


def mover(ply: int) -> Colour:
    """Return who makes the move of a ply, counted from 0.

    >>> mover(0).value, mover(1).value
    ('white', 'black')
    """
    return Colour.BLACK if ply % 2 else Colour.WHITE


def review_game(record: Record, solutions: Sequence[Solution | None], starting_moves: int = 0) -> Review:
    """Return the review of a game.

    Args:
        record: The game.
        solutions: For every move, what was found about the position in which it was played; None if it wasn't
            solved.
        starting_moves: How many of the first moves belong to the start of the game.

    Raises:
        ValueError: There are not as many solutions as moves.

    >>> from engine import RecordedMove, Ruleset
    >>> record = Record(Ruleset.PYRGA, (RecordedMove.parse("Sb3"),), None)
    >>> review_game(record, [None]).judgements
    (<Judgement.UNKNOWN: 'unknown'>,)
    """
    if len(solutions) != len(record.moves):
        raise ValueError(f"{len(record.moves)} moves cannot have {len(solutions)} solutions")
    reviewed: list[ReviewedMove] = []
    # From the end: what is known about a position tells something about the move that led to it.
    after = _value_at_the_end(record.position)
    for recorded, solution in zip(reversed(record.moves), reversed(solutions), strict=True):
        reviewed.insert(0, _reviewed(recorded.move, solution, after))
        after = reviewed[0].before.reversed
    return Review(tuple(reviewed), starting_moves)


def _value_at_the_end(position: Position) -> Value:
    """Return the value of a position for the player who moved last, if the rules say it."""
    outcome = position.outcome()
    return Value.UNKNOWN if outcome is None else _value(outcome, position.turn.opponent)


def _value(outcome: Outcome, colour: Colour) -> Value:
    if outcome.winner is None:
        return Value.DRAW
    return Value.WIN if outcome.winner is colour else Value.LOSS


def _reviewed(move: Move, solution: Solution | None, after: Value) -> ReviewedMove:
    values = dict(solution.moves) if solution else {}
    if after is Value.UNKNOWN:
        after = values.get(move, Value.UNKNOWN)
    values[move] = after
    before = solution.value if solution else Value.UNKNOWN
    if after is Value.WIN:
        before = Value.WIN
    known = {value for value in (before, *values.values()) if value is not Value.UNKNOWN}
    mistake = (before, after) in _MISTAKES
    return ReviewedMove(
        move,
        before,
        after,
        decision=len(known) > 1,
        best=_keeping(values, before, solution.best if solution else None) if mistake else (),
    )


def _keeping(values: dict[Move, Value], before: Value, recommended: Move | None) -> tuple[Move, ...]:
    """Return the moves known to keep the value, in list order, except that the recommended one is first."""
    keeping = sorted(move for move, value in values.items() if value is before)
    return tuple(sorted(keeping, key=lambda move: move != recommended))
