"""The private panel on which a player plans conditional moves."""

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord
from discord import ui

from bot.matches.games.conditional_moves import position_after
from bot.matches.values.conditional_moves import MOST_PAIRS, ConditionalTree, Line
from bot.matches.values.games import Game
from bot.ui.board.move_menu import move_options
from bot.ui.components.buttons import Button, button
from bot.ui.components.selects import MOST_OPTIONS, Option, select
from bot.ui.message.accents import BLUE
from bot.ui.message.actions import ConditionalMoveAction
from bot.ui.message.button_rows import rows_of
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.custom_ids import ConditionalMoveButton
from bot.ui.message.select_ids import ConditionalMoveSelect
from bot.ui.text.words import game_name, move_label, name, plain_name
from engine import Move, Position, Space


def conditional_move_panel(
    words: NullTranslations, game: Game, tree: ConditionalTree, line: Line = (), space: Space | None = None
) -> Content:
    """The panel for choosing what comes after ``line``, on all spaces or only on ``space``.

    After an even number of moves that is a move of the other player; after an odd number, the answer to it.

    Raises:
        ForbiddenMoveError: ``line`` is against the rules.
    """
    position = position_after(game, line)
    items: list[ui.Item[Any]] = [ui.TextDisplay(_text(words, game, tree))]
    if line:
        # Translators: the moves that lead to what is to be chosen next among conditional moves.
        after = words.gettext("After {moves}:").format(moves=", ".join(map(_move, line)))
        items.append(ui.TextDisplay(after))
    if position.outcome() is None and len(line) < 2 * MOST_PAIRS:
        chosen = tree.answers.get(line)
        moves = [move for move in position.legal_moves if space in {None, move.space}]
        menu = select(
            ConditionalMoveSelect(game.number, game.revision, line),
            _options(words, position, moves, _known(words, tree, line)),
            [chosen] if chosen else [],
            placeholder=_question(words, game, line),
        )
        items.append(Row(menu))
    buttons = _buttons(words, game, tree, line)
    return Content(layout(Box(*items, accent_color=BLUE), *rows_of(buttons)))


def _question(words: NullTranslations, game: Game, line: Line) -> str:
    _ = words.gettext
    if len(line) % 2:
        # Translators: stands in an empty menu of moves.
        return _("I reply…")
    # Translators: stands in an empty menu of moves.
    return _("If {opponent} plays…").format(opponent=plain_name(game.to_move))


def _options(
    words: NullTranslations, position: Position, moves: Sequence[Move], known: dict[str, str]
) -> Sequence[Option]:
    if len(moves) <= MOST_OPTIONS:
        return move_options(words, position, moves, known)
    spaces = dict.fromkeys(move.space for move in moves)
    # Translators: option of a menu that narrows down the moves.
    label = words.gettext("a move on {space}")
    return [Option(str(space), label.format(space=space)) for space in spaces]


def _known(words: NullTranslations, tree: ConditionalTree, line: Line) -> dict[str, str]:
    """What is planned after ``line`` and a move of the other player, keyed by that move."""
    # Translators: below a move of the opponent in a menu; {move} is a move in signs.
    sentence = words.gettext("you reply {move}")
    return {
        known[-1]: sentence.format(move=_move(answer))
        for known, answer in tree.answers.items()
        if known[:-1] == line
    }


def _text(words: NullTranslations, game: Game, tree: ConditionalTree) -> str:
    _ = words.gettext
    opponent = name(game.to_move)
    only = _("Only you can see this. Any other move by {opponent} clears them all.").format(opponent=opponent)
    lines = [
        "### " + _("Conditional moves in game {game}").format(game=game_name(game.number)),
        _("When {opponent} plays one of these moves, your reply is played immediately.").format(
            opponent=opponent
        ),
        f"-# {only}",
        *(
            "  " * (len(known) // 2) + f"- {_move(known[-1])} → **{_move(answer)}**"
            for known, answer in tree.answers.items()
        ),
    ]
    return "\n".join(lines)


def _buttons(words: NullTranslations, game: Game, tree: ConditionalTree, line: Line) -> list[Button]:
    _ = words.gettext
    styles = discord.ButtonStyle

    def named(action: ConditionalMoveAction, after: Line) -> ConditionalMoveButton:
        return ConditionalMoveButton(game.number, game.revision, action, after)

    buttons = []
    answer = tree.answers.get(line)
    if answer is not None:
        further = (*line, answer)
        if len(further) < 2 * MOST_PAIRS and position_after(game, further).outcome() is None:
            # Translators: button (about 20 characters): plan what comes after these moves.
            buttons.append(button(named(ConditionalMoveAction.OPEN, further), _("Go deeper"), styles.primary))
        buttons.append(button(named(ConditionalMoveAction.FORGET, line), _("Remove"), styles.secondary))
    if line:
        # Translators: button (about 20 characters): back to the list of the opponent's moves.
        label = _("Another move") if len(line) % 2 else words.pgettext("to the choice before", "Back")
        buttons.append(button(named(ConditionalMoveAction.OPEN, line[:-1]), label, styles.secondary))
    elif tree.answers:
        buttons.append(button(named(ConditionalMoveAction.FORGET, ()), _("Clear all"), styles.secondary))
    return buttons


def _move(text: str) -> str:
    return move_label(Move.parse(text))
