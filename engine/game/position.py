"""A position: the board, the player to move, the last piece, and the rules."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Self

from engine.board.bitboard import (
    ALL_SPACES,
    DEMANDED_SPACES,
    DIRECTION_BITS,
    MOVES_AT,
    OF_KIND,
    SLOT_OF,
    direction_on,
    one_or_more,
    pieces_on,
    spaces_in,
)
from engine.board.move import HAND_OF_EACH_KIND, Color, Kind, Move, Piece, Space
from engine.board.symmetry import Symmetry
from engine.errors import EngineError
from engine.game.demand import Demand
from engine.game.outcome import Lead, Outcome, controlled_towers, final_outcome, lead_by_count
from engine.game.position_text import InvalidPositionError, PositionFields
from engine.game.reaching import Way, holds
from engine.game.rules import IllegalMoveRule, LegalMoves, Ruleset, broken_rule, demand_reason, legal_slots
from engine.game.validation import impossibility

__all__ = ["IllegalMoveError", "Position"]


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position in a game, with everything that its future depends on.

    It never changes: ``play`` returns the next one. Made by ``Position.start``, ``Position.replay``,
    ``Position.parse`` and ``play``, not by calling the class. Positions are values: equal, with equal hashes,
    when ruleset, pieces with their directions, and last piece are. ``str`` gives the text that
    ``Position.parse`` reads.

    >>> position = Position.start().play(Move.parse("Tb2e"))
    >>> position.turn.value, position.ply, str(position.last_move), len(position.legal_moves)
    ('black', 1, 'Tb2e', 11)
    """

    ruleset: Ruleset
    """The rules of the game."""
    last_move: Move | None
    """The piece just played; None before the first move."""
    # Sets of slots and the Triangles' directions: see engine.board.bitboard.
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
        """Return the position after ``moves`` from the start under ``ruleset``.

        Args:
            ruleset: The rules of the game, or their name.
            moves: Each a ``Move`` or its text; or all of them in one text, separated by spaces.

        Raises:
            ValueError: ``ruleset`` doesn't name a ruleset.
            InvalidMoveError: a text isn't a move.
            AmbiguousMoveError: a text names a Triangle without its direction.
            IllegalMoveError: a move isn't legal; the error has the position in which it was tried.

        >>> Position.replay("classic", ["Sb3", "Cb2"]).ply
        2
        >>> Position.replay("classic", "Sb3 Cb2") == Position.replay("classic", ["Sb3", "Cb2"])
        True
        """
        position = cls.start(Ruleset(ruleset))
        for move in moves.split() if isinstance(moves, str) else moves:
            position = position.play(move)
        return position

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the position that ``ruleset side last white black`` (see docs/notation.md) describes.

        Raises:
            InvalidPositionError: ``text`` isn't a position, or one that can't arise; the error says why.

        >>> Position.parse("pyrga white Cb2 Sb3 Cb2") == Position.replay("pyrga", ["Sb3", "Cb2"])
        True
        """
        fields = PositionFields.parse(text)
        reason = impossibility(fields)
        if reason is not None:
            raise InvalidPositionError(text, reason)
        return cls._with_pieces(fields.ruleset, fields.last_move, fields.white, fields.black)

    @classmethod
    def _with_pieces(
        cls,
        ruleset: Ruleset,
        last_move: Move | None,
        white: Collection[Move],
        black: Collection[Move],
    ) -> Self:
        return cls._of(
            ruleset,
            last_move,
            white=sum(SLOT_OF[piece.number] for piece in white),
            black=sum(SLOT_OF[piece.number] for piece in black),
            directions=sum(DIRECTION_BITS[piece.number] for piece in (*white, *black)),
        )

    @classmethod
    def _of(cls, ruleset: Ruleset, last_move: Move | None, white: int, black: int, directions: int) -> Self:
        mover, opponent = (black, white) if (white | black).bit_count() % 2 else (white, black)
        legal = legal_slots(ruleset, mover, opponent, last_move)
        return cls(ruleset, last_move, white, black, directions, legal)

    @property
    def ply(self) -> int:
        """Return the number of pieces on the board, 0 to 30.

        >>> Position.replay("pyrga", ["Sb3", "Cb2"]).ply
        2
        """
        return (self._white | self._black).bit_count()

    @property
    def turn(self) -> Color:
        """Return the player to move; after the end of the game, the one who would be next.

        >>> Position.replay("pyrga", ["Sb3"]).turn.value
        'black'
        """
        return Color.BLACK if self.ply % 2 else Color.WHITE

    @property
    def legal_moves(self) -> LegalMoves:
        """Return the legal moves, in list order; empty when the game is over.

        >>> len(Position.start().legal_moves)
        80
        """
        return LegalMoves(self._legal)

    def play(self, move: Move | str) -> Self:
        """Return the position after ``move``, a ``Move`` or its text.

        Raises:
            InvalidMoveError: the text isn't a move.
            AmbiguousMoveError: the text names a Triangle without its direction.
            IllegalMoveError: ``move`` isn't legal here; the error names the rule that forbids it.

        >>> str(Position.start().play("Sb3").last_move)
        'Sb3'
        >>> Position.start().play("Sb3") == Position.start().play(Move.parse("Sb3"))
        True
        """
        if isinstance(move, str):
            move = Move.parse(move)
        filled = SLOT_OF[move.number]
        if not filled & self._legal:
            rule = broken_rule(*self._sides, self._legal, self.last_move, move)
            raise IllegalMoveError(move, self, rule)
        white, black = self._white, self._black
        if (white | black).bit_count() % 2:
            black |= filled
        else:
            white |= filled
        return self._of(self.ruleset, move, white, black, self._directions | DIRECTION_BITS[move.number])

    def pieces(self, space: Space) -> tuple[Piece, ...]:
        """Return the pieces on ``space``, in the order Square, Triangle, Cylinder.

        >>> [piece.kind.value for piece in Position.replay("pyrga", ["Cb3", "Sb3"]).pieces(Space.B3)]
        ['S', 'C']
        """
        return pieces_on(space, self._white, self._black, self._directions)

    def placed(self, color: Color) -> tuple[Move, ...]:
        """Return the pieces of ``color`` as the moves that put them on the board, in list order.

        >>> [str(piece) for piece in Position.replay("pyrga", ["Tb3e", "Cc3", "Sc3"]).placed(Color.WHITE)]
        ['Sc3', 'Tb3e']
        """
        own, directions = self._filled_by(color), self._directions
        return tuple(
            move
            for filled, moves in MOVES_AT.items()
            if filled & own
            for move in moves
            if move.direction is None or move.direction is direction_on(directions, move.space)
        )

    def hand(self, color: Color) -> Mapping[Kind, int]:
        """Return how many pieces of each kind ``color`` still holds, 0 to 5.

        >>> Position.replay("pyrga", ["Cb3"]).hand(Color.WHITE)[Kind.CYLINDER]
        4
        """
        own = self._filled_by(color)
        return {kind: HAND_OF_EACH_KIND - (own & OF_KIND[kind]).bit_count() for kind in Kind}

    def towers(self, color: Color) -> tuple[Space, ...]:
        """Return the spaces of the complete Towers that ``color`` controls, in space order.

        >>> position = Position.replay("pyrga", ["Cb3", "Tb3e", "Cc3", "Sc3", "Sb3"])
        >>> position.towers(Color.WHITE)
        (<Space.B3: 9>,)
        """
        return spaces_in(controlled_towers(self._filled_by(color), self._white | self._black))

    @property
    def demand(self) -> Demand:
        """Return what the last piece asks of the player to move, and why.

        >>> demand = Position.replay("pyrga", ["Sa1"]).demand
        >>> [str(space) for space in demand.playable], demand.why.value
        (['b1', 'a2'], 'constrained')
        """
        demanded = ALL_SPACES if self.last_move is None else DEMANDED_SPACES[self.last_move.number]
        return Demand(
            move=self.last_move,
            spaces=spaces_in(demanded),
            playable=spaces_in(one_or_more(self._legal)),
            why=demand_reason(*self._sides, self._legal, self.last_move),
        )

    def outcome(self) -> Outcome | None:
        """Return who won and why, or None while the game is on.

        >>> Position.start().outcome() is None
        True
        """
        if self._legal:
            return None
        return final_outcome(self._white, self._black, stuck_loses=self.ruleset.stuck_player_loses)

    def lead(self) -> Lead | None:
        """Return by how much the winner is ahead if the count has decided the game, else None.

        >>> Position.start().lead() is None
        True
        """
        outcome = self.outcome()
        if outcome is None or not outcome.reason.by_count:
            return None
        return lead_by_count(self._white, self._black)

    def transformed(self, symmetry: Symmetry) -> Self:
        """Return the image of this position under ``symmetry``.

        >>> str(Position.replay("pyrga", ["Tb1w"]).transformed(Symmetry.HALF_TURN).last_move)
        'Tc4e'
        """
        return self._with_pieces(
            self.ruleset,
            self.last_move and symmetry.move(self.last_move),
            [symmetry.move(piece) for piece in self.placed(Color.WHITE)],
            [symmetry.move(piece) for piece in self.placed(Color.BLACK)],
        )

    def canonical(self) -> Self:
        """Return the one of the eight images of this position that stands for all of them.

        It's the image whose white pieces, then black pieces, then last piece come first, compared as lists
        of moves in list order. Two positions have equal canonical forms exactly if a symmetry relates them.

        >>> corners = [Position.replay("pyrga", [text]) for text in ("Ca1", "Ca4", "Cd1", "Cd4")]
        >>> {str(corner.canonical().last_move) for corner in corners}
        {'Ca1'}
        """
        return self.transformed(self.canonical_symmetry())

    def canonical_symmetry(self) -> Symmetry:
        """Return the first symmetry that takes this position to its canonical form.

        >>> Position.replay("pyrga", ["Cd4"]).canonical_symmetry()
        <Symmetry.HALF_TURN: (False, True, True)>
        """
        return self.canonical_symmetries()[0]

    def canonical_symmetries(self) -> tuple[Symmetry, ...]:
        """Return every symmetry that takes this position to its canonical form.

        There are several exactly if the position is symmetric itself. Two moves are then the same up to
        symmetry if one of these takes one of them to what another takes the other to.

        >>> corner = Position.replay("pyrga", ["Ca4"])
        >>> len(Position.start().canonical_symmetries()), len(corner.canonical_symmetries())
        (8, 2)
        """
        white, black = self.placed(Color.WHITE), self.placed(Color.BLACK)
        last = () if self.last_move is None else (self.last_move,)
        images = {
            symmetry: tuple(
                sorted(symmetry.move(piece).number for piece in pieces) for pieces in (white, black, last)
            )
            for symmetry in Symmetry
        }
        first = min(images.values())
        return tuple(symmetry for symmetry, image in images.items() if image == first)

    def contains(self, other: "Position") -> bool:
        """Return whether this position can have come from an image of ``other`` by adding pieces.

        It's about what the rest of a game depends on: kinds and colors on each space, and pieces played.
        The rulesets don't count, nor do the last pieces, except that with equally many pieces, a Triangle
        that's the last piece of ``other`` has to point the same way here.

        >>> position = Position.replay("pyrga", ["Sb3", "Cb2"])
        >>> position.contains(Position.replay("classic", ["Sc2"]))
        True
        >>> position.contains(Position.replay("pyrga", ["Sa1"]))
        False
        """
        as_many = self.ply == other.ply
        return any(
            holds(self.filled, image.filled) and not (as_many and self._points_elsewhere(image.last_move))
            for image in _images(other)
        )

    def leads_to(self, other: "Position", most: int) -> bool:
        """Return whether legal moves, from one to ``most``, lead from here to an image of ``other``.

        The rulesets don't count, nor does where Triangles point on the board here.

        >>> start, later = Position.start(), Position.replay("pyrga", ["Sb3", "Cb2"])
        >>> start.leads_to(later, 2), start.leads_to(later, 1), later.leads_to(start, 2)
        (True, False, False)
        """
        if not 0 < other.ply - self.ply <= most:
            return False
        return any(_way_to(image).begins(self.filled, self.last_move) for image in _images(other))

    def is_near(self, other: "Position") -> bool:
        """Return whether an image of ``other`` has at most one piece that's not here, or all that are here.

        Colors don't count. Unless it's so, neither this position nor what a move leads to contains the other
        one or leads to it.

        >>> position = Position.replay("pyrga", ["Sb3", "Cb2"])
        >>> position.is_near(Position.replay("pyrga", ["Cb3"])), position.is_near(position.play("Tb2n"))
        (True, True)
        >>> position.is_near(Position.replay("pyrga", ["Sa1", "Sb1", "Ta1n"]))
        False
        """
        own = sum(self.filled)
        filled = [sum(image.filled) for image in _images(other)]
        return any((each & ~own).bit_count() <= 1 or not own & ~each for each in filled)

    @property
    def filled(self) -> tuple[int, int]:
        """Return the slots that White's pieces fill, and Black's: sets of ``engine.board.bitboard``.

        >>> Position.replay("pyrga", ["Sa1", "Sb1"]).filled
        (1, 2)
        """
        return self._white, self._black

    def _points_elsewhere(self, triangle: Move | None) -> bool:
        if triangle is None or triangle.direction is None:
            return False
        return direction_on(self._directions, triangle.space) is not triangle.direction

    @property
    def _sides(self) -> tuple[int, int]:
        """Return the slots filled by the player to move and by the opponent."""
        return self._filled_by(self.turn), self._filled_by(self.turn.opponent)

    def _filled_by(self, color: Color) -> int:
        return self._white if color is Color.WHITE else self._black

    def __str__(self) -> str:
        return str(
            PositionFields(
                ruleset=self.ruleset,
                turn=self.turn,
                last_move=self.last_move,
                white=self.placed(Color.WHITE),
                black=self.placed(Color.BLACK),
            ),
        )

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"


@lru_cache(maxsize=2048)
def _images(position: Position) -> tuple[Position, ...]:
    """Return the images of a position under the eight symmetries."""
    return tuple(position.transformed(symmetry) for symmetry in Symmetry)


def _way_to(position: Position) -> Way:
    placed = [piece for color in Color for piece in position.placed(color)]
    return Way(position.filled, position.last_move, {SLOT_OF[piece.number]: piece for piece in placed})


class IllegalMoveError(EngineError):
    """A move isn't legal in a position.

    Attributes:
        move: The move.
        position: The position in which it was tried.
        rule: The rule that forbids it.

    >>> from engine import Move, Position
    >>> try:
    ...     Position.start().play(Move.parse("Ta1w"))
    ... except IllegalMoveError as error:
    ...     print(error.move, error.position.ply, error.rule)
    Ta1w 0 off-board
    """

    def __init__(self, move: Move, position: Position, rule: IllegalMoveRule) -> None:
        self.move = move
        self.position = position
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.move} at ply {self.position.ply}: {self.rule.sentence}"
