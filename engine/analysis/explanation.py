"""Says what's true of a move, as data without words: each fact is checked against rules and exact values.

Nothing here guesses. What a search hasn't proven isn't said, and a move may have no facts at all.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from engine.analysis.value import Distance, Solution, Value
from engine.board.move import Color, Move, Space
from engine.game.demand import DemandReason
from engine.game.outcome import Outcome, Reason
from engine.game.position import Position

__all__ = [
    "EndsGame",
    "EveryMove",
    "Fact",
    "HoldsOut",
    "Keeps",
    "LeavesMove",
    "LeavesSpaces",
    "LetsWin",
    "LosesWithin",
    "MakesTower",
    "Misses",
    "OnlyMove",
    "Refuted",
    "WinsIn",
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
class LetsWin(Fact):
    """The move gives something away, because the opponent can end the game at once with this reply.

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


def facts(
    position: Position, move: Move, solution: Solution | None = None, refutation: Sequence[Move] = ()
) -> tuple[Fact, ...]:
    """Return what's true of a legal move: what it's worth first, then what it does on the board.

    Args:
        position: The position before the move.
        move: The move.
        solution: What's known about the position; without it, only the rules are asked.
        refutation: How the game goes on after a move that gives something away, if both play perfectly.

    >>> position = Position.replay("pyrga", "Ta1n Sa2 Tb2e Tc2n Sc4 Tc3n Cc4 Tc4s Sc1 Sd1 Sd2 Cd1 Td1n Cd2")
    >>> facts(position, Move.parse("Td2n"))
    (MakesTower(number=2), LeavesSpaces(spaces=(<Space.D3: 11>, <Space.D4: 15>)))
    """
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return (EndsGame(_value(outcome, position.turn), outcome.reason),)
    known: list[Fact] = []
    if solution is not None:
        known += _worth(move, solution)
        known += _given_away(move, after, solution, refutation)
    return (*known, *_on_the_board(position, after))


def _value(outcome: Outcome, player: Color) -> Value:
    if outcome.winner is None:
        return Value.DRAW
    return Value.WIN if outcome.winner is player else Value.LOSS


def _worth(move: Move, solution: Solution) -> Iterator[Fact]:
    """Yield what a move is worth that doesn't end the game, the fact that narrows the choice most first."""
    value, values = solution.moves[move], [*solution.moves.values()]
    if value is Value.UNKNOWN or value is not solution.value:
        return
    distance = solution.distances.get(move)
    alone, unsure = values.count(value) == 1, Value.UNKNOWN in values
    if value is Value.LOSS:
        yield _defense(distance, solution.distance)
    elif alone and not unsure and len(values) > 1:
        yield OnlyMove(value)
    elif values.count(value) == len(values) > 1:
        yield EveryMove(value)
    elif distance is None or distance.exact is None:
        yield Keeps(value)
    if value is Value.WIN and distance is not None and distance.exact is not None:
        yield WinsIn(distance.exact)


def _defense(distance: Distance | None, longest: Distance | None) -> Fact:
    if distance is None or longest is None:
        return EveryMove(Value.LOSS)
    return HoldsOut(distance.at_least, longest=distance.exact is not None and distance.exact == longest.exact)


def _given_away(
    move: Move, after: Position, solution: Solution, refutation: Sequence[Move]
) -> Iterator[Fact]:
    """Yield why a move is worth less than another, what happens next first."""
    value, better = solution.moves[move], solution.value
    if Value.UNKNOWN in {value, better} or value is better:
        return
    win = _win_at_once(after)
    if win is not None:
        yield win
    elif refutation:
        yield Refuted(refutation[0], value.reversed)
    distance = solution.distances.get(move)
    if win is None and value is Value.LOSS and distance is not None:
        yield LosesWithin(distance.at_most - 1)
    best = [each for each, worth in solution.moves.items() if worth is better]
    if len(best) == 1 and Value.UNKNOWN not in solution.moves.values():
        yield Misses(best[0], better)


def _win_at_once(position: Position) -> LetsWin | None:
    """Return a move that wins with the piece it places, by three Towers if there's one."""
    ends = [(move, position.play(move).outcome()) for move in position.legal_moves]
    wins = [LetsWin(move, end.reason) for move, end in ends if end and end.winner is position.turn]
    return min(wins, key=lambda win: win.reason is not Reason.THREE_TOWERS, default=None)


def _on_the_board(position: Position, after: Position) -> Iterator[Fact]:
    """Yield what a move does by the rules alone."""
    towers = len(after.towers(position.turn))
    if towers > len(position.towers(position.turn)):
        yield MakesTower(towers)
    replies, demand = after.legal_moves, after.demand
    if len(replies) == 1:
        yield LeavesMove(replies[0])
    elif demand.why is DemandReason.CONSTRAINED and len(demand.playable) <= _FEW_SPACES:
        yield LeavesSpaces(demand.playable)
