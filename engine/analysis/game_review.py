"""Puts what the solver found out about the positions of a game together to a review."""

from collections.abc import Mapping, Sequence

from engine.analysis.review import Review
from engine.analysis.reviewed_move import ReviewedMove
from engine.analysis.value import Distance, Solution, Value
from engine.board.move import Color, Move
from engine.game.outcome import Outcome
from engine.game.position import Position
from engine.records.record import Record

__all__ = ["review_game"]

_NOTHING = Solution(Value.UNKNOWN, {}, Value.UNKNOWN, None, (), nodes=0)
_Lines = Mapping[int, Sequence[Move]]


def review_game(
    record: Record,
    solutions: Sequence[Solution | None],
    starting_moves: int = 0,
    opening_moves: int = 0,
    lines: _Lines | None = None,
) -> Review:
    """Return the review of a game.

    Args:
        record: The game.
        solutions: For every move, what was found about the position before it; None if it wasn't solved.
            Distances are used if they're there.
        starting_moves: How many of the first moves belong to the start of the game.
        opening_moves: How many of the first moves no one is judged for.
        lines: How the game goes on from some of its positions, by the number of plies before them, if
            both play perfectly. A move that gave something away needs those before it and after it.

    Raises:
        ValueError: there aren't as many solutions as moves.

    >>> from engine import RecordedMove, Ruleset
    >>> record = Record(Ruleset.PYRGA, (RecordedMove.parse("Sb3"),), None)
    >>> review_game(record, [None]).judgments
    (<Judgment.UNKNOWN: 'unknown'>,)
    """
    if len(solutions) != len(record.moves):
        raise ValueError(f"{len(record.moves)} moves cannot have {len(solutions)} solutions")
    found = [solution or _NOTHING for solution in solutions]
    value, distance = _at_the_end(record.position)
    reviewed: list[ReviewedMove] = []
    # From the end: what's known about a position tells something about the move that led to it.
    for ply in reversed(range(len(found))):
        reviewer = _Reviewer(record.moves[ply].move, found[ply], value, distance)
        judged = ply >= max(starting_moves, opening_moves)
        move = reviewer.reviewed(ply, lines or {}) if judged else reviewer.plain()
        reviewed.insert(0, move)
        value, distance = move.before.reversed, move.distance_before
    return Review(tuple(reviewed), starting_moves, opening_moves)


def _at_the_end(position: Position) -> tuple[Value, Distance | None]:
    """Return the value of a finished position for the player who moved last, and how far its end is."""
    outcome = position.outcome()
    if outcome is None:
        return Value.UNKNOWN, None
    value = _value(outcome, position.turn.opponent)
    return value, None if value is Value.DRAW else Distance(0, 0)


def _value(outcome: Outcome, color: Color) -> Value:
    if outcome.winner is None:
        return Value.DRAW
    return Value.WIN if outcome.winner is color else Value.LOSS


class _Reviewer:
    """What's known about one move.

    Args:
        move: The move that was played.
        solution: What was found about the position before it.
        after: The value of the position after it, for the same player.
        left: How far the end of the game is from there.
    """

    def __init__(self, move: Move, solution: Solution, after: Value, left: Distance | None) -> None:
        self.move = move
        self.solution = solution
        self.values = dict(solution.moves)
        if after is Value.UNKNOWN:
            after = self.values.get(move, Value.UNKNOWN)
        self.after = self.values[move] = after
        self.before = Value.WIN if after is Value.WIN else solution.value
        self.distances = dict(solution.distances)
        self.distance_after = _combined(self.distances.get(move), left)
        if self.distance_after is not None:
            self.distances[move] = self.distance_after

    def plain(self) -> ReviewedMove:
        """Return what the move did, without what was better."""
        known = {value for value in (self.before, *self.values.values()) if value is not Value.UNKNOWN}
        return ReviewedMove(
            self.move,
            self.before,
            self.after,
            decision=len(known) > 1,
            distance_before=self.solution.distance,
            distance_after=self.distance_after,
        )

    def reviewed(self, ply: int, lines: _Lines) -> ReviewedMove:
        """Return what the move did, and what was better if it gave something away."""
        plain = self.plain()
        if not (plain.is_mistake or plain.shortened):
            return plain
        improvement = tuple(lines.get(ply, ()))
        best = self._best(plain, improvement[0] if improvement else self.solution.best)
        return ReviewedMove(
            self.move,
            self.before,
            self.after,
            decision=plain.decision,
            best=best,
            unsure=self._unsure() if plain.is_mistake else (),
            distance_before=plain.distance_before,
            distance_after=plain.distance_after,
            refutation=tuple(lines.get(ply + 1, ())),
            improvement=improvement if improvement[:1] == best[:1] else (),
        )

    def _unsure(self) -> tuple[Move, ...]:
        return tuple(sorted(move for move, value in self.values.items() if value is Value.UNKNOWN))

    def _best(self, plain: ReviewedMove, recommended: Move | None) -> tuple[Move, ...]:
        """Return the moves known to keep what the move gave away, the recommended one first."""
        keeping = [move for move, value in self.values.items() if value is self.before]
        if self.before is Value.LOSS:
            possible = plain.distance_before
            keeping = [
                move
                for move in keeping
                if possible and move in self.distances and self.distances[move].at_least >= possible.at_least
            ]
        return tuple(sorted(keeping, key=lambda move: (move != recommended, *self._rank(move))))

    def _rank(self, move: Move) -> tuple[float, Move]:
        distance = self.distances.get(move)
        if self.before is Value.LOSS:
            ends = -distance.at_least if distance else 0.0
        else:
            ends = distance.at_most if distance else float("inf")
        return ends, move


def _combined(known: Distance | None, left: Distance | None) -> Distance | None:
    """Return what two searches say about a move: one from the position before it, one from that after it."""
    if left is None:
        return known
    found = Distance(left.at_least + 1, left.at_most + 1)
    if known is None:
        return found
    return Distance(max(known.at_least, found.at_least), min(known.at_most, found.at_most))
