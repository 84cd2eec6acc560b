"""Says what's true of a move, as data without words: each fact is checked against rules and exact values.

Nothing here guesses. What a search hasn't proven isn't said, and a move may have no facts at all.
"""

from collections.abc import Iterator
from dataclasses import dataclass

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
    "MakesTower",
    "OnlyMove",
    "WinsIn",
    "facts",
]

_FEW_SPACES = 2


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that's true of a legal move: one of the classes below.

    >>> all(isinstance(each, Fact) for each in facts(Position.start(), Move.parse("Ca1")))
    True
    """


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


def facts(position: Position, move: Move, solution: Solution | None = None) -> tuple[Fact, ...]:
    """Return what's true of a legal move: what it's worth first, then what it does on the board.

    Args:
        position: The position before the move.
        move: The move.
        solution: What's known about the position; without it, only the rules are asked.

    >>> position = Position.replay("pyrga", "Ta1n Sa2 Tb2e Tc2n Sc4 Tc3n Cc4 Tc4s Sc1 Sd1 Sd2 Cd1 Td1n Cd2")
    >>> facts(position, Move.parse("Td2n"))
    (MakesTower(number=2), LeavesSpaces(spaces=(<Space.D3: 11>, <Space.D4: 15>)))
    """
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return (EndsGame(_value(outcome, position.turn), outcome.reason),)
    known = () if solution is None else _worth(move, solution)
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
