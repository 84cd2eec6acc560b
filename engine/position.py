"""A position: the board, whose turn it is, what was played last, and under which rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from engine.demand import Demand, DemandReason
from engine.errors import IllegalMoveError
from engine.legal_moves import LegalMoves
from engine.move import Move
from engine.outcome import Outcome, Reason, controlled_towers, count, three_towers
from engine.piece import HAND_OF_EACH_KIND, Colour, Kind, Piece
from engine.places import (
    ALL_SPACES,
    DEMANDED_SPACES,
    OF_KIND,
    PLACE_OF,
    one_or_more,
    place,
    spaces_in,
    three,
)
from engine.ruleset import Ruleset
from engine.space import Direction, Space
from engine.turn import broken_rule, constrained_places, legal_places

__all__ = ["Position"]

_DIRECTIONS = tuple(Direction)
_DIRECTION_ORDER = {direction: order for order, direction in enumerate(_DIRECTIONS)}
_DIRECTION_BITS = 2


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position in a game, with everything that its future depends on.

    It never changes: `play` returns the next one.

    Made by `Position.start`, `Position.replay`, `Position.parse` and `play`, not by calling the class.
    Positions are
    values: equal, with equal hashes, when ruleset, pieces with their directions, and last piece are.

    Attributes:
        ruleset: The rules of the game.
        last_move: The piece just played; None before the first move.

    >>> position = Position.start().play(Move.parse("Tb2e"))
    >>> position.turn.value, position.ply, str(position.last_move), len(position.legal_moves)
    ('black', 1, 'Tb2e', 11)
    """

    # The board as sets of places (see engine.places), and two bits of direction for each space.
    ruleset: Ruleset
    last_move: Move | None
    _white: int
    _black: int
    _directions: int
    _legal: int = field(compare=False)

    @classmethod
    def start(cls, ruleset: Ruleset = Ruleset.PYRGA) -> Self:
        """Return the position before the first move.

        >>> Position.start().ply
        0
        """
        return cls._of(Ruleset(ruleset), None, white=0, black=0, directions=0)

    @classmethod
    def replay(cls, ruleset: Ruleset | str, moves: Iterable[Move | str]) -> Self:
        """Return the position after `moves`, each a `Move` or its text, from the start under `ruleset`.

        Raises:
            InvalidMoveError: A text is not a move.
            AmbiguousMoveError: A text names a Triangle without its direction.
            IllegalMoveError: A move is not legal; the error has the position in which it was tried.

        >>> Position.replay("classic", ["Sb3", "Cb2"]).ply
        2
        """
        position = cls.start(Ruleset(ruleset))
        for move in moves:
            position = position.play(Move.parse(move) if isinstance(move, str) else move)
        return position

    @classmethod
    def _of(cls, ruleset: Ruleset, last_move: Move | None, white: int, black: int, directions: int) -> Self:
        mover, opponent = (black, white) if (white | black).bit_count() % 2 else (white, black)
        legal = legal_places(ruleset, mover, opponent, last_move)
        return cls(ruleset, last_move, white, black, directions, legal)

    @property
    def ply(self) -> int:
        """The number of pieces on the board, 0 to 30.

        >>> Position.replay("pyrga", ["Sb3", "Cb2"]).ply
        2
        """
        return (self._white | self._black).bit_count()

    @property
    def turn(self) -> Colour:
        """The player to move; after the end of the game, the one who would be next.

        >>> Position.replay("pyrga", ["Sb3"]).turn.value
        'black'
        """
        return Colour.BLACK if self.ply % 2 else Colour.WHITE

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, in list order; empty when the game is over.

        >>> len(Position.start().legal_moves)
        80
        """
        return LegalMoves(self._legal)

    def play(self, move: Move) -> Self:
        """Return the position after `move`.

        Raises:
            IllegalMoveError: `move` is not legal here; the error names the rule that forbids it.

        >>> str(Position.start().play(Move.parse("Sb3")).last_move)
        'Sb3'
        """
        filled = PLACE_OF[move.number]
        if not filled & self._legal:
            mover, opponent = self._sides
            rule = broken_rule(mover, opponent, self._legal, self.last_move, move)
            raise IllegalMoveError(move, self, rule)
        white, black, directions = self._white, self._black, self._directions
        if move.direction is not None:
            directions |= _DIRECTION_ORDER[move.direction] << _DIRECTION_BITS * move.space
        if (white | black).bit_count() % 2:
            black |= filled
        else:
            white |= filled
        return self._of(self.ruleset, move, white, black, directions)

    def pieces(self, space: Space) -> tuple[Piece, ...]:
        """Return the pieces on `space`, in the order Square, Triangle, Cylinder.

        >>> [piece.kind.value for piece in Position.replay("pyrga", ["Cb3", "Sb3"]).pieces(Space.B3)]
        ['S', 'C']
        """
        return tuple(
            Piece(kind, colour, self._direction(space) if kind is Kind.TRIANGLE else None)
            for kind in Kind
            for colour in Colour
            if self._filled_by(colour) & place(kind, space)
        )

    def hand(self, colour: Colour) -> Mapping[Kind, int]:
        """Return how many pieces of each kind `colour` still holds, 0 to 5.

        >>> Position.replay("pyrga", ["Cb3"]).hand(Colour.WHITE)[Kind.CYLINDER]
        4
        """
        own = self._filled_by(colour)
        return {kind: HAND_OF_EACH_KIND - (own & OF_KIND[kind]).bit_count() for kind in Kind}

    def towers(self, colour: Colour) -> tuple[Space, ...]:
        """Return the spaces of the complete Towers that `colour` controls, in space order.

        >>> position = Position.replay("pyrga", ["Cb3", "Tb3e", "Cc3", "Sc3", "Sb3"])
        >>> position.towers(Colour.WHITE)
        (<Space.B3: 9>,)
        """
        return spaces_in(controlled_towers(self._filled_by(colour), self._white | self._black))

    @property
    def demand(self) -> Demand:
        """What the last piece asks of the player to move, and why.

        >>> demand = Position.replay("pyrga", ["Sa1"]).demand
        >>> [str(space) for space in demand.playable], demand.why.value
        (['b1', 'a2'], 'constrained')
        """
        demanded = ALL_SPACES if self.last_move is None else DEMANDED_SPACES[self.last_move.number]
        return Demand(
            self.last_move,
            spaces_in(demanded),
            spaces_in(one_or_more(self._legal)),
            self._demand_reason(demanded),
        )

    def outcome(self) -> Outcome | None:
        """Return who won and why, or None while the game is on.

        >>> Position.start().outcome() is None
        True
        """
        if self._legal:
            return None
        if three_towers(self._white, self._black):
            leader = max(Colour, key=lambda colour: len(self.towers(colour)))
            return Outcome(leader, Reason.THREE_TOWERS)
        if self.ruleset.stuck_player_loses and any(self.hand(self.turn).values()):
            return Outcome(self.turn.opponent, Reason.STUCK)
        return count(self._white, self._black)

    @property
    def _sides(self) -> tuple[int, int]:
        return (self._filled_by(self.turn), self._filled_by(self.turn.opponent))

    def _filled_by(self, colour: Colour) -> int:
        return self._white if colour is Colour.WHITE else self._black

    def _direction(self, space: Space) -> Direction:
        return _DIRECTIONS[self._directions >> _DIRECTION_BITS * space & 0b11]

    def _demand_reason(self, demanded: int) -> DemandReason:
        if self.last_move is None:
            return DemandReason.FIRST_MOVE
        if not self._legal:
            return DemandReason.FINISHED
        if constrained_places(*self._sides, self.last_move):
            return DemandReason.CONSTRAINED
        if demanded & ~three(self._white | self._black):
            return DemandReason.HAND
        return DemandReason.COMPLETE
