"""Moves in a menu, instead of a button for each."""

from collections.abc import Iterable, Mapping
from gettext import NullTranslations

from bot.ui.board.reading_order import in_reading_order
from bot.ui.components.selects import Option, Select, select
from bot.ui.message.select_ids import MoveSelect
from bot.ui.text.words import kind_name, move_label
from engine import Color, Move, Position


def move_menu(words: NullTranslations, custom_id: MoveSelect, position: Position) -> Select:
    """The menu of all legal moves in ``position``, which has at most 25."""
    # Translators: stands in an empty menu.
    placeholder = words.gettext("Choose a move")
    return select(custom_id, move_options(words, position, position.legal_moves), placeholder=placeholder)


def move_options(
    words: NullTranslations, position: Position, moves: Iterable[Move], known: Mapping[str, str] | None = None
) -> list[Option]:
    """The options for these legal moves, in the order of the buttons.

    ``known`` has descriptions that replace the usual ones, keyed by the texts of moves.
    """
    return [
        Option(
            str(move),
            f"{move_label(move)} ({kind_name(words, move.kind)})",
            (known or {}).get(str(move)) or _effect(words, position, move),
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
