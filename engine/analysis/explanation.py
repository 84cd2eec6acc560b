"""Says what's true of a move, as data without words: each fact is checked against rules and exact values.

Nothing here guesses. What a search hasn't proven isn't said, and a move may have no facts at all.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Self

from engine.analysis.reviewed_move import ReviewedMove
from engine.analysis.value import Distance, Solution, Value
from engine.board.move import Color, Move, Space
from engine.game.demand import DemandReason
from engine.game.outcome import Outcome, Reason
from engine.game.position import Position

__all__ = [
    "EndsGame",
    "EveryMove",
    "Fact",
    "ForcesTower",
    "GivesTower",
    "HoldsOut",
    "Keeps",
    "LeavesMove",
    "LeavesSpaces",
    "LetsTower",
    "LetsWin",
    "LosesWithin",
    "MakesTower",
    "Misses",
    "OnlyMove",
    "Prevents",
    "Refuted",
    "WinsIn",
    "Worth",
    "facts",
]

_FEW_SPACES = 2


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that's true of a legal move: one of the classes below.

    >>> str(HoldsOut(6, longest=True)), str(LeavesSpaces((Space.D2, Space.D3)))
    ('holds-out 6 longest', 'leaves-spaces d2 d3')
    """

    def __str__(self) -> str:
        said = [re.sub("(?<=[a-z])(?=[A-Z])", "-", type(self).__name__).lower()]
        for field in fields(self):
            value = getattr(self, field.name)
            said.append((field.name if value else "") if isinstance(value, bool) else _text(value))
        return " ".join(filter(None, said))


def _text(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True, slots=True)
class EndsGame(Fact):
    """The move ends the game, and that's what its player gets, and why.

    >>> EndsGame(Value.WIN, Reason.THREE_TOWERS).value
    <Value.WIN: 'win'>
    """

    value: Value
    reason: Reason


@dataclass(frozen=True, slots=True)
class OnlyMove(Fact):
    """The move wins, or holds the draw, and every other one is worth less.

    >>> OnlyMove(Value.DRAW).value
    <Value.DRAW: 'draw'>
    """

    value: Value


@dataclass(frozen=True, slots=True)
class EveryMove(Fact):
    """The move is worth this, and so is every other one.

    >>> EveryMove(Value.LOSS).value
    <Value.LOSS: 'loss'>
    """

    value: Value


@dataclass(frozen=True, slots=True)
class WinsIn(Fact):
    """The move wins by force, and this many plies, itself included, are the fewest that it takes.

    >>> WinsIn(3).plies
    3
    """

    plies: int


@dataclass(frozen=True, slots=True)
class HoldsOut(Fact):
    """Every move loses. After this one, the game can be made to last ``plies``, itself included.

    ``longest`` says that no other move lasts longer; if not, it may last longer than that.

    >>> HoldsOut(6, longest=True).plies
    6
    """

    plies: int
    longest: bool


@dataclass(frozen=True, slots=True)
class Keeps(Fact):
    """The move wins by force, or holds the draw. What the others do isn't said.

    >>> Keeps(Value.WIN).value
    <Value.WIN: 'win'>
    """

    value: Value


@dataclass(frozen=True, slots=True)
class Prevents(Fact):
    """After every other move the opponent can end the game at once and win, and after this one they can't.

    >>> str(Prevents(Reason.THREE_TOWERS))
    'prevents three-towers'
    """

    reason: Reason


@dataclass(frozen=True, slots=True)
class LetsWin(Fact):
    """The opponent can end the game at once with this reply and win, which some other move prevents.

    >>> str(LetsWin(Move.parse("Sd2"), Reason.THREE_TOWERS).reply)
    'Sd2'
    """

    reply: Move
    reason: Reason


@dataclass(frozen=True, slots=True)
class Refuted(Fact):
    """The move gives something away: with this reply, the opponent wins by force, or holds the draw.

    >>> str(Refuted(Move.parse("Sd2"), Value.DRAW))
    'refuted Sd2 draw'
    """

    reply: Move
    value: Value


@dataclass(frozen=True, slots=True)
class LosesWithin(Fact):
    """The move gives something away: after it, the opponent can force the win within this many plies.

    The opponent's reply is the first of them.

    >>> LosesWithin(5).plies
    5
    """

    plies: int


@dataclass(frozen=True, slots=True)
class LetsTower(Fact):
    """The opponent can complete a Tower of theirs with this reply, which some other move prevents.

    >>> LetsTower(Move.parse("Sd2"), 2).number
    2
    """

    reply: Move
    number: int


@dataclass(frozen=True, slots=True)
class GivesTower(Fact):
    """The move completes a Tower that the opponent controls, their first or second. Not said of good moves.

    >>> GivesTower(2).number
    2
    """

    number: int


@dataclass(frozen=True, slots=True)
class Misses(Fact):
    """The move gives something away, and this is the only one that wins, or holds the draw.

    >>> str(Misses(Move.parse("Sd2"), Value.WIN).move)
    'Sd2'
    """

    move: Move
    value: Value


@dataclass(frozen=True, slots=True)
class MakesTower(Fact):
    """The move completes a Tower that its player controls, their first or second.

    >>> MakesTower(2).number
    2
    """

    number: int


@dataclass(frozen=True, slots=True)
class ForcesTower(Fact):
    """The move sends the opponent to these spaces, where each of their moves gives its player a Tower.

    >>> ForcesTower((Space.D2,)).spaces
    (<Space.D2: 7>,)
    """

    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class LeavesSpaces(Fact):
    """The move sends the opponent to these spaces, one or two, where they have several moves.

    >>> LeavesSpaces((Space.D2,)).spaces
    (<Space.D2: 7>,)
    """

    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class LeavesMove(Fact):
    """The move leaves the opponent one legal move.

    >>> str(LeavesMove(Move.parse("Sd2")).move)
    'Sd2'
    """

    move: Move


@dataclass(frozen=True, slots=True)
class Worth:
    """What's known of a move's worth to its player, whose position is worth ``best``.

    >>> reviewed = ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, True, best=(Move.parse("Cb3"),))
    >>> [str(move) for move in Worth.reviewed(reviewed).keeping]
    ['Cb3']
    """

    value: Value
    best: Value
    keeping: tuple[Move, ...] = ()
    """All moves that are worth ``best``; empty if they aren't all known, or if they mustn't be told."""
    distance: Distance | None = None
    """How far the end is if the move is played, with this move counted."""
    furthest: Distance | None = None
    """How far it is with best play."""
    refutation: tuple[Move, ...] = ()
    """If the move gives something away, how the game goes on after it, if both play perfectly."""

    @classmethod
    def solved(cls, move: Move, solution: Solution, refutation: Sequence[Move] = ()) -> Self:
        """Return what a solution says of a legal move.

        >>> move = Move.parse("Sb3")
        >>> solution = Solution(Value.WIN, {move: Value.WIN}, Value.WIN, move, (), nodes=1)
        >>> Worth.solved(move, solution).value
        <Value.WIN: 'win'>
        """
        values, best = solution.moves, solution.value
        known = Value.UNKNOWN not in values.values()
        keeping = tuple(each for each, value in values.items() if known and value is best)
        distance = solution.distances.get(move)
        return cls(values[move], best, keeping, distance, solution.distance, tuple(refutation))

    @classmethod
    def reviewed(cls, move: ReviewedMove) -> Self:
        """Return what a review says of a move.

        >>> Worth.reviewed(ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True)).best
        <Value.WIN: 'win'>
        """
        keeping = move.best if move.is_mistake and not move.unsure else ()
        found = move.after, move.before, keeping, move.distance_after, move.distance_before
        return cls(*found, move.refutation)

    @property
    def known(self) -> bool:
        """Return whether both values are known.

        >>> Worth(Value.LOSS, Value.UNKNOWN).known
        False
        """
        return Value.UNKNOWN not in (self.value, self.best)

    @property
    def gives_away(self) -> bool:
        """Return whether another move is worth more, or is known to hold out longer in a lost game.

        >>> Worth(Value.LOSS, Value.DRAW).gives_away
        True
        """
        if not self.known or self.value is not self.best:
            return self.known
        short, long = self.distance, self.furthest
        lost = self.value is Value.LOSS
        return lost and short is not None and long is not None and short.at_most < long.at_least


def facts(position: Position, move: Move, worth: Worth | None = None) -> tuple[Fact, ...]:
    """Return what's true of a legal move: what it's worth first, then what it does on the board.

    Args:
        position: The position before the move.
        move: The move.
        worth: What's known of its worth; without it, only the rules are asked.

    >>> position = Position.replay("pyrga", "Ta1n Sa2 Tb2e Tc2n Sc4 Tc3n Cc4 Tc4s Sc1 Sd1 Sd2 Cd1 Td1n Cd2")
    >>> facts(position, Move.parse("Td2n"))
    (MakesTower(number=2), LeavesSpaces(spaces=(<Space.D3: 11>, <Space.D4: 15>)))
    """
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        ends = EndsGame(_value(outcome, position.turn), outcome.reason)
        return (ends, *(_missed(worth) if worth else ()))
    return (*_valued(position, move, after, worth), *_on_the_board(position, after))


def _value(outcome: Outcome, player: Color) -> Value:
    if outcome.winner is None:
        return Value.DRAW
    return Value.WIN if outcome.winner is player else Value.LOSS


def _valued(position: Position, move: Move, after: Position, worth: Worth | None) -> Iterator[Fact]:
    if worth is None:
        yield from _prevented(position, move, after)
        yield from _given_tower(position, after)
        yield from _allowed(position, after)
    elif worth.known and worth.gives_away:
        yield from _given_away(position, after, worth)
    elif worth.known:
        if worth.keeping:
            yield from _prevented(position, move, after)
        yield from _kept(move, worth, len(position.legal_moves))


def _kept(move: Move, worth: Worth, moves: int) -> Iterator[Fact]:
    """Yield what a move is worth that gives nothing away, the fact that narrows the choice most first."""
    value, distance = worth.value, worth.distance
    if value is Value.LOSS:
        yield _defense(distance, worth.furthest)
    elif worth.keeping == (move,) and moves > 1:
        yield OnlyMove(value)
    elif len(worth.keeping) == moves > 1:
        yield EveryMove(value)
    elif distance is None or distance.exact is None:
        yield Keeps(value)
    if value is Value.WIN and distance is not None and distance.exact is not None:
        yield WinsIn(distance.exact)


def _defense(distance: Distance | None, longest: Distance | None) -> Fact:
    if distance is None or longest is None:
        return EveryMove(Value.LOSS)
    return HoldsOut(distance.at_least, longest=distance.exact is not None and distance.exact == longest.exact)


def _given_away(position: Position, after: Position, worth: Worth) -> Iterator[Fact]:
    """Yield why a move gives something away, what happens next first."""
    yield from _given_tower(position, after)
    allowed = [*_allowed(position, after)]
    if not any(isinstance(each, LetsWin) for each in allowed):
        yield from (Refuted(reply, worth.value.reversed) for reply in worth.refutation[:1])
        if worth.distance is not None and worth.value is Value.LOSS:
            yield LosesWithin(worth.distance.at_most - 1)
    yield from allowed
    yield from _missed(worth)


def _given_tower(position: Position, after: Position) -> Iterator[Fact]:
    towers = len(after.towers(after.turn))
    if towers > len(position.towers(after.turn)):
        yield GivesTower(towers)


def _missed(worth: Worth) -> Iterator[Fact]:
    if worth.known and worth.value is not worth.best and len(worth.keeping) == 1:
        yield Misses(worth.keeping[0], worth.best)


def _prevented(position: Position, move: Move, after: Position) -> Iterator[Fact]:
    """Yield that all other moves let the opponent win with the next one, if this one doesn't."""
    reasons = set()
    for each in position.legal_moves:
        win = None if each == move else _win_at_once(position.play(each))
        if win is not None:
            reasons.add(win.reason)
        elif each != move:
            return
    if len(reasons) == 1 and _win_at_once(after) is None:
        yield Prevents(*reasons)


def _allowed(position: Position, after: Position) -> Iterator[Fact]:
    """Yield what the opponent can do at once that another move prevents: win, or else complete a Tower."""
    for found in (_win_at_once, _tower_at_once):
        allowed = found(after)
        if allowed is not None:
            others = map(position.play, position.legal_moves)
            yield from (allowed,) if any(found(other) is None for other in others) else ()
            return


def _win_at_once(position: Position) -> LetsWin | None:
    """Return a move that wins with the piece it places, by three Towers if there's one."""
    ends = [(move, position.play(move).outcome()) for move in position.legal_moves]
    wins = [LetsWin(move, end.reason) for move, end in ends if end and end.winner is position.turn]
    return min(wins, key=lambda win: win.reason is not Reason.THREE_TOWERS, default=None)


def _tower_at_once(position: Position) -> LetsTower | None:
    """Return a move that completes a Tower of its player, who needn't win with it."""
    number = len(position.towers(position.turn)) + 1
    made = (move for move in position.legal_moves if len(position.play(move).towers(position.turn)) == number)
    return next((LetsTower(move, number) for move in made), None)


def _on_the_board(position: Position, after: Position) -> Iterator[Fact]:
    """Yield what a move does by the rules alone."""
    own = len(after.towers(position.turn))
    if own > len(position.towers(position.turn)):
        yield MakesTower(own)
    replies, demand = after.legal_moves, after.demand
    if all(len(after.play(reply).towers(position.turn)) > own for reply in replies):
        yield ForcesTower(demand.playable)
    if len(replies) == 1:
        yield LeavesMove(replies[0])
    elif demand.why is DemandReason.CONSTRAINED and len(demand.playable) <= _FEW_SPACES:
        yield LeavesSpaces(demand.playable)
