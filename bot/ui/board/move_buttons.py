"""The buttons that play a move: by kind and space, at once, or from a menu."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain, groupby
from operator import attrgetter

import discord

from bot.locale import Words
from bot.ui.message.content import Button, Row, rows_of
from bot.ui.message.custom_ids import CustomId, UnknownButtonError, button
from bot.ui.message.icons import Icons
from bot.ui.message.selects import MOST_OPTIONS, Option, Select, menu
from bot.ui.text.status import demand_sentence, direction_question
from bot.ui.text.words import UNAIMED, kind_name, move_label
from engine import Color, Direction, Kind, Move, Piece, Position, Space

_WIDTH = 4
_KINDS = tuple(Kind)
_DIRECTIONS = (None, *Direction)

NamedMoves = Callable[[Move], CustomId]
"""Returns the custom_id of the button for a move."""

MOST_DIRECT_SPACES = 4
MOST_DIRECT_MOVES = 22
MOST_ON_ANY_SPACES = 12
"""Up to that many moves have buttons even if they're on more spaces: they fit into three rows."""

MOST_ROWS = 3
"""Rows of moves below a board, which leaves room for its picture, text, and controls on a screen."""


def rows_from_top() -> Sequence[Sequence[Space]]:
    """Return the board's rows from the top, each from a to d."""
    spaces = list(Space)
    return [spaces[start : start + _WIDTH] for start in range(0, len(spaces), _WIDTH)][::-1]


_INDEXES = {space: index for index, space in enumerate(chain.from_iterable(rows_from_top()))}


def in_reading_order(moves: Iterable[Move]) -> Sequence[Move]:
    """Return the moves by kind, then from the top row down and from a to d, then by direction."""
    return sorted(
        moves,
        key=lambda move: (
            _KINDS.index(move.kind),
            _INDEXES[move.space],
            _DIRECTIONS.index(move.direction),
        ),
    )


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
        for move in in_reading_order(moves)
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
    """What the player to move has chosen in the grid: a kind, and a Triangle's space."""

    kind: Kind | None = None
    space: Space | None = None


NOTHING = Choice()
NO_SPACE = Choice(Kind.TRIANGLE)
"""What's left of a choice when a Triangle's space is to be chosen again."""

NamedSteps = Callable[[Move | Choice], CustomId]
"""Returns the custom_id of the button that plays a move, or shows what's next after a choice."""


class Mode(Enum):
    """How the player to move chooses their move."""

    OVER = "over"
    MENU = "menu"
    DIRECT = "direct"
    GRID = "grid"
    DIRECTION = "direction"


def mode(position: Position, choice: Choice, *, compact: bool = False) -> Mode:
    """Return how the player to move continues, after what they have chosen so far.

    ``compact`` says whether they want a menu where possible.
    """
    spaces, moves = position.demand.playable, position.legal_moves
    if not moves:
        return Mode.OVER
    if compact and len(moves) <= MOST_OPTIONS:
        return Mode.MENU
    if _aims(position, choice):
        return Mode.DIRECTION
    few = len(spaces) <= MOST_DIRECT_SPACES and len(moves) <= MOST_DIRECT_MOVES
    return Mode.DIRECT if few or len(moves) <= MOST_ON_ANY_SPACES else Mode.GRID


@dataclass(frozen=True, slots=True)
class MoveButtons:
    """The buttons for the player to move in a position, in up to ``most`` rows, at least three.

    ``named`` gives them their custom_ids; ``icons`` are the pieces as emojis, if Discord has them.
    ``compact`` says whether the player wants a menu where possible. If each move has a button, only moves
    with these ``kinds`` do. With ``styled``, which returns a button's style, the grid shows what moves are
    worth.
    """

    words: Words
    position: Position
    named: NamedSteps
    icons: Icons
    compact: bool = False
    kinds: Collection[Kind] = tuple(Kind)
    most: int = MOST_ROWS
    styled: Callable[[Move | Choice], discord.ButtonStyle] | None = None

    def rows(self, choice: Choice) -> list[Row]:
        """Return the rows after what was chosen so far; none if the game is over."""
        chosen = mode(self.position, choice, compact=self.compact)
        if chosen is Mode.MENU:
            return [Row(move_menu(self.words, self.named, self.position))]
        if chosen is Mode.DIRECT:
            return self._direct_rows()
        if chosen is Mode.DIRECTION:
            return self._direction_rows(_aims(self.position, choice))
        if chosen is Mode.GRID:
            return self._grid_rows(choice)
        return []

    def _direct_rows(self) -> list[Row]:
        """Return a row for each kind, or closer together, or without directions: the first that fits."""
        moves = in_reading_order(move for move in self.position.legal_moves if move.kind in self.kinds)
        style = discord.ButtonStyle.success if len(moves) == 1 else discord.ButtonStyle.primary
        buttons: dict[Move | Choice, Button] = {move: self._step_button(move, style) for move in moves}
        rows = _rows_by_kind(buttons)
        if len(rows) > self.most:
            rows = rows_of(list(buttons.values()))
        if len(rows) > self.most:
            steps = dict.fromkeys(step_of(move.kind, move.space) for move in moves)
            rows = _rows_by_kind({step: self._step_button(step, style) for step in steps})
        return rows

    def _direction_rows(self, aims: list[Move]) -> list[Row]:
        words = self.words.label("to the choice before", "Back")
        back = button(self.named(NO_SPACE), words)
        aimed = (self._step_button(move, discord.ButtonStyle.primary) for move in in_reading_order(aims))
        return [Row(*aimed), Row(back)]

    def _grid_rows(self, choice: Choice) -> list[Row]:
        moves = self.position.legal_moves
        kinds = [kind for kind in Kind if any(move.kind is kind for move in moves)]
        chosen = choice.kind if choice.kind in kinds else kinds[0]
        legal = {move.space for move in moves if move.kind is chosen}
        rows = [
            [self._space_button(chosen, space, enabled=space in legal) for space in spaces]
            for spaces in rows_from_top()
        ]
        for row, kind in zip(rows, kinds, strict=False):
            row.append(self._kind_button(kind, chosen=kind is chosen))
        return [Row(*row) for row in rows]

    def _step_button(self, step: Move | Choice, style: discord.ButtonStyle) -> Button:
        icon, label = face(self.icons, self.position.turn, step)
        return button(self.named(step), label, style, icon=icon)

    def _kind_button(self, kind: Kind, *, chosen: bool) -> Button:
        icon = self.icons.get(Piece(kind, self.position.turn, None))
        word = kind_name(self.words, kind) if icon is None else ""
        style = discord.ButtonStyle.secondary
        if chosen:
            style = discord.ButtonStyle.success if self.styled is None else discord.ButtonStyle.primary
        return button(self.named(Choice(kind)), toggle_label(word, chosen=chosen), style, icon=icon)

    def _space_button(self, kind: Kind, space: Space, *, enabled: bool) -> Button:
        # Without the icon of the kind, which is at the end of the row, so that five fit on a phone's line.
        step, style = step_of(kind, space), discord.ButtonStyle.secondary
        if enabled:
            style = discord.ButtonStyle.primary if self.styled is None else self.styled(step)
        return button(self.named(step), str(space), style, enabled=enabled)


def _rows_by_kind(buttons: Mapping[Move | Choice, Button]) -> list[Row]:
    """Return rows of buttons for steps that are in the order of their kinds, each row for one kind."""
    groups = groupby(buttons, attrgetter("kind"))
    return [row for _, steps in groups for row in rows_of([buttons[step] for step in steps])]


def step_of(kind: Kind, space: Space) -> Move | Choice:
    """Return what's played or chosen with a kind and a space."""
    return Choice(kind, space) if kind is Kind.TRIANGLE else Move(kind, space)


def face(icons: Icons, color: Color, step: Move | Choice) -> tuple[discord.PartialEmoji | None, str]:
    """Return the icon and the label of a player's button for a step: with a sign if there's no icon."""
    if isinstance(step, Move):
        piece, label = Piece(step.kind, color, step.direction), move_label(step)
    else:
        piece, label = Piece(Kind.TRIANGLE, color, None), f"{UNAIMED} {step.space}"
    icon = icons.get(piece)
    return icon, label if icon is None else str(step.space)


def toggle_label(word: str, *, chosen: bool) -> str:
    """Return the label of what can be chosen, with a sign if it is, because not everyone sees the color."""
    return f"✓ {word}".rstrip() if chosen else word


def _aims(position: Position, choice: Choice) -> list[Move]:
    if choice.kind is not Kind.TRIANGLE:
        return []
    return [
        move for move in position.legal_moves if move.kind is Kind.TRIANGLE and move.space is choice.space
    ]


def aimed_space(position: Position, choice: Choice, *, compact: bool = False) -> Space | None:
    """Return the space of a Triangle whose direction is to be chosen next, if there is one."""
    return choice.space if mode(position, choice, compact=compact) is Mode.DIRECTION else None


def demand_text(words: Words, position: Position, choice: Choice) -> str:
    """Return what to choose; empty above a grid, which shows it and leaves no room for it."""
    aimed = aimed_space(position, choice)
    if aimed is not None:
        return direction_question(words, aimed)
    return "" if mode(position, choice) is Mode.GRID else demand_sentence(words, position)


def check_legal(position: Position, move: Move) -> None:
    """Check that a button plays a legal move."""
    if move not in position.legal_moves:
        raise UnknownButtonError
