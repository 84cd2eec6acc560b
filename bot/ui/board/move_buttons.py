"""The buttons that play a move: all moves at once, or a space and then a piece, or a menu."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import discord

from bot.locale import Words
from bot.ui.message.content import Button, Row, rows_of
from bot.ui.message.custom_ids import CustomId, UnknownButtonError, button
from bot.ui.message.icons import Icons
from bot.ui.message.selects import MOST_OPTIONS, Option, Select, menu
from bot.ui.text.reading_order import moves_as_read, spaces_as_read
from bot.ui.text.status import demand_sentence, piece_question
from bot.ui.text.words import kind_name, move_label
from engine import Color, Kind, Move, Piece, Position, Space

NamedMoves = Callable[[Move], CustomId]
"""Returns the custom_id of the button for a move."""

MOST_ROWS = 5
"""Rows of moves below a board. If it took more, people choose a space first, and then a piece."""

_MOST_TOGETHER = 3
"""Buttons with an icon and a space that fit on a phone's line."""


def move_menu(words: Words, named: NamedMoves, position: Position) -> Select:
    """Return the menu of all legal moves in ``position``, which has at most 25."""
    # Translators: stands in an empty menu.
    placeholder = words.say("Choose a move")
    return menu(move_options(words, named, position, position.legal_moves), placeholder=placeholder)


def move_options(
    words: Words,
    named: NamedMoves,
    position: Position,
    moves: Iterable[Move],
    known: Mapping[Move, str] | None = None,
) -> list[Option]:
    """Return the options for these legal moves, in the order of the buttons.

    ``known`` has descriptions that replace the usual ones.
    """
    return [
        Option(
            named(move),
            f"{move_label(move)} ({kind_name(words, move.kind)})",
            (known or {}).get(move) or _effect(words, position, move),
        )
        for move in moves_as_read(moves)
    ]


def _effect(words: Words, position: Position, move: Move) -> str | None:
    """Return what a move does, if it's worth mentioning."""
    after = position.play(move)
    for color in (position.turn, position.turn.opponent):
        if move.space in after.towers(color):
            if color is position.turn:
                # Translators: what a move does, below it in a menu.
                return words.say("completes a Tower")
            if color is Color.WHITE:
                # Translators: what a move of Black does, below it in a menu.
                return words.say("completes a Tower for White")
            # Translators: what a move of White does, below it in a menu.
            return words.say("completes a Tower for Black")
    return None


@dataclass(frozen=True, slots=True)
class Choice:
    """What the player to move has chosen so far: a space.

    On boards that version 1.0.0 posted, they may have chosen a kind, which only counts with a space.
    """

    kind: Kind | None = None
    space: Space | None = None

    def allows(self, move: Move) -> bool:
        """Return whether a move is among those that are left."""
        return self.kind in {None, move.kind} and self.space in {None, move.space}


NOTHING = Choice()

Step = Move | Choice
"""What a button does: it plays a move, or shows what's next after a choice."""

NamedSteps = Callable[[Step], CustomId]
"""Returns the custom_id of the button for a step."""


class Mode(Enum):
    """How the player to move chooses their move."""

    OVER = "over"
    MENU = "menu"
    DIRECT = "direct"
    SPACE = "space"
    PIECE = "piece"


def mode(position: Position, choice: Choice, *, compact: bool = False) -> Mode:
    """Return how the player to move continues, after what they have chosen so far.

    ``compact`` says whether they want a menu where possible.
    """
    moves = position.legal_moves
    if not moves:
        return Mode.OVER
    if compact and len(moves) <= MOST_OPTIONS:
        return Mode.MENU
    if choice.space is not None and any(map(choice.allows, moves)):
        return Mode.PIECE
    return Mode.DIRECT if len(lines_of(moves)) <= MOST_ROWS else Mode.SPACE


def moves_after(position: Position, choice: Choice) -> list[Move]:
    """Return the legal moves that are left after a choice: all of them until there's a space to play on."""
    moves = moves_as_read(position.legal_moves)
    return (
        [move for move in moves if choice.allows(move)]
        if chosen_space(position, choice) is not None
        else moves
    )


def lines_of(moves: Iterable[Move]) -> list[list[Move]]:
    """Return the moves in lines: Squares and Cylinders first, then the Triangles of each space.

    Squares and Cylinders are on one line if that fits on a phone, or else each kind has lines of its own.
    """
    kinds: dict[Kind, list[Move]] = {kind: [] for kind in Kind}
    triangles: dict[Space, list[Move]] = {}
    for move in moves_as_read(moves):
        if move.kind is Kind.TRIANGLE:
            triangles.setdefault(move.space, []).append(move)
        else:
            kinds[move.kind].append(move)
    squares, cylinders = kinds[Kind.SQUARE], kinds[Kind.CYLINDER]
    together = [*squares, *cylinders]
    first = [together] if len(together) <= _MOST_TOGETHER else [*_halves(squares), *_halves(cylinders)]
    return [line for line in [*first, *triangles.values()] if line]


def _halves(moves: list[Move]) -> Iterator[list[Move]]:
    """Yield moves on different spaces in as many even lines as they need."""
    lines = -(-len(moves) // _MOST_TOGETHER)
    for number in range(lines):
        yield moves[len(moves) * number // lines : len(moves) * (number + 1) // lines]


@dataclass(frozen=True, slots=True)
class Worth:
    """What a button shows about its step: a style, and a text after its space."""

    style: discord.ButtonStyle
    said: str = ""


@dataclass(frozen=True, slots=True)
class MoveButtons:
    """The buttons for the player to move in a position.

    ``named`` gives them their custom_ids; ``icons`` are the pieces as emojis, if Discord has them.
    ``compact`` says whether the player wants a menu where possible. If each move has a button, only moves
    with these ``kinds`` do. ``worth`` says what the buttons show about their steps, if it isn't the usual.
    """

    words: Words
    position: Position
    named: NamedSteps
    icons: Icons
    compact: bool = False
    kinds: Collection[Kind] = tuple(Kind)
    worth: Callable[[Step], Worth] | None = None

    def rows(self, choice: Choice) -> list[Row]:
        """Return the rows after what was chosen so far; none if the game is over."""
        chosen = mode(self.position, choice, compact=self.compact)
        if chosen is Mode.OVER:
            return []
        if chosen is Mode.MENU:
            return [Row(move_menu(self.words, self.named, self.position))]
        moves = [move for move in moves_after(self.position, choice) if move.kind in self.kinds]
        if chosen is Mode.SPACE:
            # As on a board if it's all of them, because rows of equal buttons are even.
            spaces = spaces_as_read({move.space for move in moves})
            return rows_of([self._space_button(Choice(space=space)) for space in spaces])
        rows = self._move_rows(moves)
        if chosen is Mode.PIECE:
            words = self.words.label("to the choice before", "Back")
            rows.append(Row(button(self.named(NOTHING), words)))
        return rows

    def _move_rows(self, moves: Sequence[Move]) -> list[Row]:
        style = discord.ButtonStyle.success if len(moves) == 1 else discord.ButtonStyle.primary
        return [
            row
            for line in lines_of(moves)
            for row in rows_of([self._move_button(move, style, begins=move is line[0]) for move in line])
        ]

    def _move_button(self, move: Move, style: discord.ButtonStyle, *, begins: bool) -> Button:
        """Return the button for a move; ``begins`` says whether it's the first on its line."""
        worth = Worth(style) if self.worth is None else self.worth(move)
        icon = self.icons.get(Piece(move.kind, self.position.turn, move.direction))
        label = move_label(move) if icon is None else str(move.space)
        if icon is not None and move.kind is Kind.TRIANGLE and not (begins or worth.said):
            # Four Triangles fit on a phone's line only if the space that they have in common is said once.
            label = ""
        return button(self.named(move), f"{label} {worth.said}".rstrip(" "), worth.style, icon=icon)

    def _space_button(self, step: Choice) -> Button:
        worth = Worth(discord.ButtonStyle.primary) if self.worth is None else self.worth(step)
        return button(self.named(step), f"{step.space} {worth.said}".rstrip(" "), worth.style)


def chosen_space(position: Position, choice: Choice, *, compact: bool = False) -> Space | None:
    """Return the space for which a piece is to be chosen next, if there is one."""
    return choice.space if mode(position, choice, compact=compact) is Mode.PIECE else None


def demand_text(
    words: Words, position: Position, choice: Choice, *, compact: bool = False, brief: bool = False
) -> str:
    """Return what to choose next, or where the player to move can play and why; ``brief`` is on one line."""
    space = chosen_space(position, choice, compact=compact)
    if space is not None:
        return piece_question(words, space)
    demand = demand_sentence(words, position, brief=brief)
    if brief or mode(position, choice, compact=compact) is not Mode.SPACE:
        return demand
    hint = words.say("Choose a space, then a piece.")
    return f"{demand} {hint}"


def check_legal(position: Position, move: Move) -> None:
    """Check that a button plays a legal move."""
    if move not in position.legal_moves:
        raise UnknownButtonError
