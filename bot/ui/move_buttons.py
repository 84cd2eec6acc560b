"""The buttons with which a move is chosen.

Three modes, all without memory: what was chosen so far stands in the buttons themselves.

- direct: every legal move is a button, where there are at most 4 spaces and 22 moves;
- grid: the kind first, then one of the 16 spaces, everywhere else;
- direction: where a Triangle chosen in the grid points.
"""

from dataclasses import dataclass
from enum import Enum
from gettext import NullTranslations

import discord

from bot.matches.values import Game
from bot.ui.buttons import Button, button
from bot.ui.content import Row
from bot.ui.custom_ids import GameAction, GameButton
from bot.ui.icons import NO_ICONS, Icons
from bot.ui.words import GLYPHS, icon_label, kind_name, move_label
from engine import Kind, Move, Piece, Space

MOST_DIRECT_SPACES = 4
MOST_DIRECT_MOVES = 22
_GRID_WIDTH = 4
_MOST_WITH_ICONS = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """What the player to move has chosen in the grid: a kind and, for a Triangle, its space."""

    kind: Kind | None = None
    space: Space | None = None


NOTHING = Choice()


class Mode(Enum):
    """How the player to move chooses."""

    OVER = "over"
    DIRECT = "direct"
    GRID = "grid"
    DIRECTION = "direction"


def mode(game: Game, choice: Choice) -> Mode:
    """How the player to move chooses, after what he has chosen so far."""
    if game.outcome is not None:
        return Mode.OVER
    spaces, moves = game.position.demand.playable, game.position.legal_moves
    if len(spaces) <= MOST_DIRECT_SPACES and len(moves) <= MOST_DIRECT_MOVES:
        return Mode.DIRECT
    return Mode.DIRECTION if _aims(game, choice) else Mode.GRID


def move_rows(words: NullTranslations, game: Game, choice: Choice, icons: Icons) -> list[Row]:
    """The rows of buttons for the player to move; none where the game is over."""
    chosen = mode(game, choice)
    moves = list(game.position.legal_moves)
    if chosen is Mode.DIRECT:
        return _direct_rows(game, moves, icons)
    if chosen is Mode.DIRECTION:
        return _direction_rows(words, game, _aims(game, choice), icons)
    if chosen is Mode.GRID:
        return _grid_rows(words, game, moves, choice)
    return []


def _aims(game: Game, choice: Choice) -> list[Move]:
    if choice.kind is not Kind.TRIANGLE:
        return []
    return [
        move
        for move in game.position.legal_moves
        if move.kind is Kind.TRIANGLE and move.space is choice.space
    ]


def _direct_rows(game: Game, moves: list[Move], icons: Icons) -> list[Row]:
    style = discord.ButtonStyle.success if len(moves) == 1 else discord.ButtonStyle.primary
    groups: dict[object, list[Move]] = {}
    order = {Kind.SQUARE: 0, Kind.CYLINDER: 1, Kind.TRIANGLE: 2}
    for move in sorted(moves, key=lambda move: order[move.kind]):
        group = move.space if move.kind is Kind.TRIANGLE else move.kind
        groups.setdefault(group, []).append(move)
    rows = list(groups.values())
    fitting = _fitting(icons, rows)
    return [Row(*(_move_button(game, move, style, fitting) for move in row)) for row in rows]


def _fitting(icons: Icons, rows: list[list[Move]]) -> Icons:
    # On a phone's line there is room for four buttons with signs, or for three with icons. One message has
    # one kind of button.
    return icons if all(len(row) <= _MOST_WITH_ICONS for row in rows) else NO_ICONS


def _grid_rows(words: NullTranslations, game: Game, moves: list[Move], choice: Choice) -> list[Row]:
    kinds = [kind for kind in Kind if any(move.kind is kind for move in moves)]
    chosen = choice.kind if choice.kind in kinds else kinds[0]
    toggles = Row(*(_kind_button(words, game, kind, chosen=kind is chosen) for kind in kinds))
    legal = {move.space for move in moves if move.kind is chosen}
    return [toggles, *(_grid_row(game, chosen, row, legal) for row in _rows_from_top())]


def _rows_from_top() -> list[list[Space]]:
    spaces = list(Space)
    rows = [spaces[start : start + _GRID_WIDTH] for start in range(0, len(spaces), _GRID_WIDTH)]
    return rows[::-1]


def _grid_row(game: Game, kind: Kind, spaces: list[Space], legal: set[Space]) -> Row:
    return Row(*(_space_button(game, kind, space, enabled=space in legal) for space in spaces))


def _direction_rows(words: NullTranslations, game: Game, aims: list[Move], icons: Icons) -> list[Row]:
    back = button(
        GameButton(game.number, game.revision, GameAction.BACK),
        words.gettext("Back"),
        discord.ButtonStyle.secondary,
    )
    fitting = _fitting(icons, [aims])
    arrows = Row(*(_move_button(game, move, discord.ButtonStyle.primary, fitting) for move in aims))
    return [arrows, Row(back)]


def _move_button(game: Game, move: Move, style: discord.ButtonStyle, icons: Icons) -> Button:
    icon = icons.get(Piece(move.kind, game.position.turn, move.direction))
    label = move_label(move) if icon is None else icon_label(move)
    custom_id = GameButton(game.number, game.revision, GameAction.MOVE, str(move))
    return button(custom_id, label, style, icon=icon)


def _kind_button(words: NullTranslations, game: Game, kind: Kind, *, chosen: bool) -> Button:
    return button(
        GameButton(game.number, game.revision, GameAction.KIND, kind.value),
        kind_name(words, kind),
        discord.ButtonStyle.success if chosen else discord.ButtonStyle.secondary,
    )


def _space_button(game: Game, kind: Kind, space: Space, *, enabled: bool) -> Button:
    aim = kind is Kind.TRIANGLE
    action, argument = (GameAction.SPACE, str(space)) if aim else (GameAction.MOVE, f"{kind.value}{space}")
    return button(
        GameButton(game.number, game.revision, action, argument),
        f"{GLYPHS[kind]} {space}",
        discord.ButtonStyle.primary if enabled else discord.ButtonStyle.secondary,
        enabled=enabled,
    )
