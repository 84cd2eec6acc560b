"""Moves in a menu, instead of a button for each."""

from collections.abc import Callable, Iterable, Mapping
from gettext import NullTranslations

from bot.ui.board.reading_order import in_reading_order
from bot.ui.components.selects import Option, Select, menu
from bot.ui.message.custom_ids import CustomId
from bot.ui.text.words import kind_name, move_label
from engine import Color, Move, Position

NamedMoves = Callable[[Move], CustomId]
"""Returns the custom_id of the button for a move."""


def move_menu(words: NullTranslations, named: NamedMoves, position: Position) -> Select:
    """The menu of all legal moves in ``position``, which has at most 25."""
    # Translators: stands in an empty menu.
    placeholder = words.gettext("Choose a move")
    return menu(move_options(words, named, position, position.legal_moves), placeholder=placeholder)


def move_options(
    words: NullTranslations,
    named: NamedMoves,
    position: Position,
    moves: Iterable[Move],
    known: Mapping[Move, str] | None = None,
) -> list[Option]:
    """The options for these legal moves, in the order of the buttons.

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


def _effect(words: NullTranslations, position: Position, move: Move) -> str | None:
    """What a move does, if it's worth mentioning."""
    _ = words.gettext
    after = position.play(move)
    for color in (position.turn, position.turn.opponent):
        if move.space in after.towers(color):
            if color is position.turn:
                # Translators: what a move does, below it in a menu.
                return _("completes a Tower")
            if color is Color.WHITE:
                # Translators: what a move of Black does, below it in a menu.
                return _("completes a Tower for White")
            # Translators: what a move of White does, below it in a menu.
            return _("completes a Tower for Black")
    return None
