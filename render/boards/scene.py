"""What a picture shows, worked out from the position. Nothing is drawn here."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum

from engine import Color, DemandReason, Direction, Kind, Move, Outcome, Piece, Position, Reason, Space
from render.boards.cells import Cell, Chevron, Ring, Surface
from render.boards.values import SpaceValue

FEW = 8
"""If there are up to this many legal spaces, they're filled with color; more would be glaring."""

OPPOSITE = {
    Direction.NORTH: Direction.SOUTH,
    Direction.EAST: Direction.WEST,
    Direction.SOUTH: Direction.NORTH,
    Direction.WEST: Direction.EAST,
}


class Start(StrEnum):
    """How a game began."""

    PLAIN = "plain"
    RANDOM = "random"
    """White's first piece was placed at random."""
    SWAPPED = "swapped"
    """Black took over White's side after the first move."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a board picture shows: a position, the players' display names, how the game ended and began.

    The ratings are below the names, as text such as ``1500?``; they may be empty. ``outcome`` may come from
    the game (a resignation, say). Without it, a position that ends the game by the rules is still shown as
    ended. ``start`` has a sign in the corner of the board, unless it's plain.
    ``chosen`` is a legal move that the player to move has chosen but not played yet; its piece is hatched.
    ``aimed`` is the space of a Triangle whose direction they're choosing; it's framed, with an arrowhead
    for each legal direction. ``better`` is a move that would have been better than the last one; its piece is
    hatched, too, and its space is framed. ``values`` say what the player to move can reach on
    some spaces. A ``turned`` board has Black below.
    """

    position: Position
    white: str
    black: str
    outcome: Outcome | None = None
    start: Start = Start.PLAIN
    chosen: Move | None = None
    aimed: Space | None = None
    better: Move | None = None
    white_rating: str = ""
    black_rating: str = ""
    values: Mapping[Space, SpaceValue] = field(default_factory=dict, hash=False)
    turned: bool = False


class Standing(Enum):
    """A player's situation, which determines how their panel looks and what sign its chip has."""

    WAITING = "waiting"
    TO_MOVE = "to move"
    WON = "won"
    LOST = "lost"
    RESIGNED = "resigned"
    OUT_OF_TIME = "out of time"
    DREW = "drew"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Panel:
    """What one player's panel shows. ``hand`` counts Squares, Triangles and Cylinders."""

    color: Color
    name: str
    rating: str
    standing: Standing
    towers: int
    hand: tuple[int, int, int]


def panel(scene: Scene, color: Color) -> Panel:
    """Return the panel of one player."""
    outcome = scene.outcome or scene.position.outcome()
    white = color is Color.WHITE
    hand = scene.position.hand(color)
    return Panel(
        color,
        scene.white if white else scene.black,
        scene.white_rating if white else scene.black_rating,
        _standing(scene.position, outcome, color),
        len(scene.position.towers(color)),
        (hand[Kind.SQUARE], hand[Kind.TRIANGLE], hand[Kind.CYLINDER]),
    )


def _standing(position: Position, outcome: Outcome | None, color: Color) -> Standing:
    if outcome is None:
        return Standing.TO_MOVE if position.turn is color else Standing.WAITING
    if outcome.reason in {Reason.ABORTED, Reason.ANNULLED, Reason.ABANDONED}:
        return Standing.VOID
    if outcome.winner is None:
        return Standing.DREW
    if outcome.winner is color:
        return Standing.WON
    return {Reason.RESIGNATION: Standing.RESIGNED, Reason.TIMEOUT: Standing.OUT_OF_TIME}.get(
        outcome.reason, Standing.LOST
    )


def turned(piece: Piece) -> Piece:
    """Return a piece as it looks after half a turn."""
    return piece if piece.direction is None else replace(piece, direction=OPPOSITE[piece.direction])


def cells(scene: Scene) -> dict[Space, Cell]:
    """Return what each space shows, after half a turn of the board if it's turned."""
    found = _cells(scene)
    return {space: _turned(cell) for space, cell in found.items()} if scene.turned else found


def _turned(cell: Cell) -> Cell:
    return replace(
        cell,
        pieces=tuple(map(turned, cell.pieces)),
        chevrons=tuple((OPPOSITE[side], OPPOSITE[pointing]) for side, pointing in cell.chevrons),
        hatched=None if cell.hatched is None else turned(cell.hatched),
        aims=tuple(OPPOSITE[aim] for aim in cell.aims),
    )


def _cells(scene: Scene) -> dict[Space, Cell]:
    position, hatched = scene.position, _hatched(scene)
    outcome = scene.outcome or position.outcome()
    rings = _rings(position)
    last = position.last_move
    surfaces: dict[Space, Surface] = {}
    chevrons: dict[Space, list[Chevron]] = {}
    if scene.better is not None:
        surfaces[scene.better.space] = Surface.BETTER
    decisive = frozenset(Space)
    if outcome is None:
        surfaces = _surfaces(position, scene.aimed) | surfaces
        chevrons = _chevrons(position)
    else:
        decisive = _decisive(position, outcome)
        if outcome.reason in {Reason.THREE_TOWERS, Reason.COUNT_3}:
            rings |= dict.fromkeys(decisive, Ring.GOLD)
    return {
        space: Cell(
            pieces=position.pieces(space),
            surface=surfaces.get(space, Surface.PLAIN),
            ring=rings.get(space),
            last=last.kind if last is not None and last.space is space else None,
            chevrons=tuple(chevrons.get(space, ())),
            dimmed=space not in decisive,
            hatched=hatched.get(space),
            aims=_aims(position, space) if space is scene.aimed else (),
        )
        for space in Space
    }


def _hatched(scene: Scene) -> dict[Space, Piece]:
    """Return the pieces that aren't on the board, by their spaces."""
    turn = scene.position.turn
    moves = ((scene.chosen, turn), (scene.better, turn.opponent))
    return {move.space: Piece(move.kind, color, move.direction) for move, color in moves if move is not None}


def _rings(position: Position) -> dict[Space, Ring]:
    return {space: Ring(color) for color in Color for space in position.towers(color)}


def _surfaces(position: Position, aimed: Space | None) -> dict[Space, Surface]:
    playable = position.demand.playable
    surfaces = dict.fromkeys(
        playable, Surface.LEGAL if len(playable) <= FEW and aimed is None else Surface.OPEN
    )
    return surfaces if aimed is None else {**surfaces, aimed: Surface.AIMED}


def _aims(position: Position, space: Space) -> tuple[Direction, ...]:
    """Return where a Triangle on this space can point."""
    legal = {move.direction for move in position.legal_moves if move.space is space}
    return tuple(direction for direction in Direction if direction in legal)


def _chevrons(position: Position) -> dict[Space, list[Chevron]]:
    """Return the chevrons from the last piece to the spaces it demands; none in the fallback."""
    demand = position.demand
    found: dict[Space, list[Chevron]] = {}
    if demand.move is None or demand.why is not DemandReason.CONSTRAINED:
        return found
    for direction in Direction:
        before = demand.move.space
        for space in before.line(direction):
            if space not in demand.spaces:
                break
            found.setdefault(before, []).append((direction, direction))
            found.setdefault(space, []).append((OPPOSITE[direction], direction))
            before = space
    return found


def _decisive(position: Position, outcome: Outcome) -> frozenset[Space]:
    """Return the spaces that won the game; the others are dimmed."""
    winner = outcome.winner
    if winner is None:
        return frozenset()
    if outcome.reason in {Reason.THREE_TOWERS, Reason.COUNT_3}:
        return frozenset(position.towers(winner))
    counted = {Reason.COUNT_2: 2, Reason.COUNT_1: 1}.get(outcome.reason, 0)
    return frozenset(
        space
        for space in Space
        if counted
        and len(position.pieces(space)) == counted
        and all(piece.color is winner for piece in position.pieces(space))
    )
