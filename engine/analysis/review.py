"""A review of a game: what every move did to the exact value, and how well the players chose."""

from dataclasses import dataclass
from itertools import cycle, takewhile

from engine.analysis.reviewed_move import Judgment, ReviewedMove
from engine.analysis.value import Distance, Value
from engine.board.move import Color

__all__ = ["Accuracy", "Resistance", "Review", "mover"]

MOST_BREAKS = 3
"""Maximum number of moves of one player of which a review says that they shortened a lost game."""

MOST_KEY_MOMENTS = 3
"""Maximum number of moves that a review points out."""

_TAKEN = {
    (Value.LOSS, Value.DRAW): Judgment.LOSS_TO_DRAW,
    (Value.LOSS, Value.WIN): Judgment.LOSS_TO_WIN,
    (Value.DRAW, Value.WIN): Judgment.DRAW_TO_WIN,
}
_LOST = {Color.WHITE: Value.LOSS, Color.BLACK: Value.WIN}


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
        """Return the share of decisions that kept the value, 0 to 1; None if there was nothing to decide.

        >>> Accuracy(kept=0, decisions=0).share is None
        True
        """
        return self.kept / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class Resistance:
    """How long a player held out in a lost game.

    >>> Resistance(since=1, lasted=20, possible=Distance(26, 26)).possible.exact
    26
    """

    since: int
    """The ply, counted from 0, of the first of their moves that was made in a lost position and after which
    it stayed lost to the end."""
    lasted: int
    """How many plies the game lasted from there."""
    possible: Distance
    """How many it lasts from there if both play perfectly. Against an opponent who doesn't hurry it can last
    longer."""


@dataclass(frozen=True, slots=True)
class Review:
    """What every move of a game did. ``print_review`` and ``parse_review`` are its text form.

    >>> from engine import Move
    >>> Review((ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True),)).turning_points
    (0,)
    """

    moves: tuple[ReviewedMove, ...]
    """The moves in the order of play, White's first."""
    starting_moves: int = 0
    """How many of the first moves belong to the start of the game: no one is judged for them, and the values
    before them don't matter."""
    opening_moves: int = 0
    """How many of the first moves no one is judged for because the board is too empty to tell what they're
    worth; those of the start are among them."""
    detailed: bool = True
    """Whether distances and lines were looked for; not in reviews stored by older versions."""

    @property
    def judgments(self) -> tuple[Judgment, ...]:
        """Return what each move did.

        >>> from engine import Move
        >>> moved = ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True)
        >>> Review((moved,)).judgments[0].value
        'win-to-draw'
        """
        return tuple(map(self._judgment, range(len(self.moves))))

    @property
    def turning_points(self) -> tuple[int, ...]:
        """Return the plies, counted from 0, whose moves changed the value of the game, as far as it's known.

        >>> from engine import Move
        >>> Review((ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True),)).turning_points
        (0,)
        """
        return tuple(ply for ply in self._judged if self.moves[ply].is_mistake)

    def mistakes(self, color: Color) -> tuple[int, ...]:
        """Return the turning points that are moves of one player.

        >>> from engine import Move
        >>> moved = ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.LOSS, decision=True)
        >>> Review((moved,) * 4).mistakes(Color.BLACK)
        (1, 3)
        """
        return tuple(ply for ply in self.turning_points if mover(ply) is color)

    @property
    def breaks(self) -> tuple[int, ...]:
        """Return the plies, counted from 0, of the moves that shortened a lost game most.

        They are at most ``MOST_BREAKS`` of each player, in the order of play.

        >>> from engine import Move
        >>> before, after = Distance(8, 8), Distance(2, 2)
        >>> loss = Value.LOSS
        >>> moved = ReviewedMove(Move.parse("Sb3"), loss, loss, False, (), (), before, after)
        >>> Review((moved,)).breaks
        (0,)
        """
        found: list[int] = []
        for color in Color:
            shortened = [ply for ply in self._judged if mover(ply) is color and self.moves[ply].shortened]
            found += sorted(shortened, key=lambda ply: -self.moves[ply].shortened)[:MOST_BREAKS]
        return tuple(sorted(found))

    @property
    def lapses(self) -> tuple[int, ...]:
        """Return the turning points and the breaks, in the order of play.

        >>> from engine import Move
        >>> Review((ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True),)).lapses
        (0,)
        """
        return tuple(sorted((*self.turning_points, *self.breaks)))

    def costliest(self, color: Color | None = None) -> tuple[int, ...]:
        """Return the lapses of a player, or of both, the one that cost most first.

        Losing a won game costs more than losing a draw, and that more than losing sooner. Of two that cost
        the same, the later one comes first: the earlier one was given back.

        >>> from engine import Move
        >>> moved = ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.LOSS, decision=True)
        >>> Review((moved,) * 4).costliest(Color.BLACK)
        (3, 1)
        """
        own = [ply for ply in self.lapses if color in (None, mover(ply))]
        return tuple(sorted(own, key=lambda ply: (self.moves[ply].cost, ply), reverse=True))

    def key_moments(self, color: Color | None = None) -> tuple[int, ...]:
        """Return the lapses of a player, or of both, that cost most: up to ``MOST_KEY_MOMENTS``, as played.

        >>> from engine import Move
        >>> moved = ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.LOSS, decision=True)
        >>> Review((moved,) * 5).key_moments()
        (2, 3, 4)
        """
        return tuple(sorted(self.costliest(color)[:MOST_KEY_MOMENTS]))

    def highlight(self, color: Color) -> int | None:
        """Return the ply of what a player did best, if there's anything.

        It took what the opponent had given away, or else kept what other moves would have given away. Of
        several it's the last one.

        >>> from engine import Move
        >>> moved = ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.WIN, decision=True)
        >>> Review((moved,) * 3).highlight(Color.WHITE)
        2
        """
        judgments = self.judgments
        own = [ply for ply in self._judged if mover(ply) is color and self.moves[ply].decision]
        taken = [ply for ply in own if judgments[ply] in _TAKEN.values()]
        kept = [ply for ply in own if judgments[ply] in (Judgment.KEPT_WIN, Judgment.KEPT_DRAW)]
        return max(taken or kept, default=None)

    @property
    def values(self) -> tuple[Value, ...]:
        """Return the values for White: before the first move, and after each move. Empty if no one moved.

        >>> from engine import Move
        >>> moved = ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True)
        >>> [value.value for value in Review((moved,)).values]
        ['win', 'draw']
        """
        if not self.moves:
            return ()
        first = Value.UNKNOWN if self.starting_moves else self.moves[0].before
        sides = cycle(Color)
        after = (
            reviewed.after if next(sides) is Color.WHITE else reviewed.after.reversed
            for reviewed in self.moves
        )
        return (first, *after)

    @property
    def complete(self) -> bool:
        """Return whether every value that matters was found out.

        >>> from engine import Move
        >>> Review((ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True),)).complete
        True
        """
        return all(reviewed.known for reviewed in self.moves[self.starting_moves :])

    def accuracy(self, color: Color) -> Accuracy:
        """Return how often a player kept the value when the legal moves differed in value.

        Decisions whose outcome is unknown don't count.

        >>> from engine import Move
        >>> moved = ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True)
        >>> Review((moved,)).accuracy(Color.WHITE)
        Accuracy(kept=0, decisions=1)
        """
        decisions = [
            reviewed
            for reviewed in (self.moves[ply] for ply in self._judged if mover(ply) is color)
            if reviewed.decision and reviewed.known
        ]
        return Accuracy(sum(reviewed.after is reviewed.before for reviewed in decisions), len(decisions))

    def resistance(self, color: Color) -> Resistance | None:
        """Return how long a player held out at the end of the game, if it was lost for them there.

        None if it wasn't, if they had only one move left then, or if it isn't known how long it could last.

        >>> from engine import Move
        >>> loss, long = Value.LOSS, Distance(5, 5)
        >>> moved = ReviewedMove(Move.parse("Sb3"), loss, loss, decision=False, distance_before=long)
        >>> Review((moved,) * 3).resistance(Color.WHITE)
        Resistance(since=0, lasted=3, possible=Distance(at_least=5, at_most=5))
        """
        if not self.moves or self.values[-1] is not _LOST[color]:
            return None
        lost = list(takewhile(lambda ply: self.moves[ply].before is Value.LOSS, self._plies(color)[::-1]))
        possible = self.moves[lost[-1]].distance_before if len(lost) > 1 else None
        return None if possible is None else Resistance(lost[-1], len(self.moves) - lost[-1], possible)

    @property
    def _judged(self) -> range:
        """Return the plies of the moves for which someone is judged."""
        return range(max(self.starting_moves, self.opening_moves), len(self.moves))

    def _plies(self, color: Color) -> list[int]:
        """Return the plies of a player's moves, without those of the start."""
        return [ply for ply in range(self.starting_moves, len(self.moves)) if mover(ply) is color]

    def _judgment(self, ply: int) -> Judgment:
        if ply < self.starting_moves:
            return Judgment.START
        if ply not in self._judged:
            return Judgment.OPENING
        reviewed = self.moves[ply]
        judgment = reviewed.judgment
        kept = reviewed.known and not judgment.is_mistake
        if not kept or ply == self._judged.start or not reviewed.decision:
            return judgment
        earlier = self.moves[ply - 1].before.reversed
        return _TAKEN.get((earlier, reviewed.before), judgment)


def mover(ply: int) -> Color:
    """Return who makes the move of a ply, counted from 0.

    >>> mover(0).value, mover(1).value
    ('white', 'black')
    """
    return Color.BLACK if ply % 2 else Color.WHITE
