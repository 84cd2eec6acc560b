"""The private panel behind *More…*: what a game offers besides its row of controls."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.base36 import format_number
from bot.matches.games.allowances import both_have_moved, ply_to_return_to
from bot.matches.values.challenges import ColorChoice
from bot.matches.values.games import Game
from bot.ui.components.buttons import Button, button
from bot.ui.components.level_menu import level_menu
from bot.ui.message.accents import BLUE
from bot.ui.message.actions import ConditionalMoveAction, Panel, PanelAction
from bot.ui.message.button_rows import rows_of
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.custom_ids import ConditionalMoveButton, PanelButton
from bot.ui.text.escaping import escaped
from bot.ui.text.words import game_name


def more_panel(words: NullTranslations, game: Game, player_id: int, note: str, said: str = "") -> Content:
    """What ``player_id`` can do in ``game``, as a player or a spectator, and their note about it.

    ``said`` is what was just done.
    """
    title = words.gettext("Game {game}").format(game=game_name(game.number))
    lines = [f"### {title}"]
    if said:
        lines.append(said)
    if note:
        quoted = escaped(note).replace("\n", "\n> ")
        heading = words.gettext("Your private note:")
        lines.append(f"{heading}\n> {quoted}")
    buttons = (
        _finished_buttons(words, game, player_id)
        if game.outcome
        else _running_buttons(words, game, player_id)
    )
    box = Box(ui.TextDisplay("\n".join(lines)), accent_color=BLUE)
    return Content(layout(box, *rows_of(buttons), *_level_rows(words, game, player_id)))


def _running_buttons(words: NullTranslations, game: Game, player_id: int) -> list[Button]:
    _ = words.gettext
    number, style = format_number(game.number), discord.ButtonStyle.secondary
    color = game.color_of(player_id)
    buttons = [
        button(
            PanelButton(Panel.REPLAY, PanelAction.SHOW, number), words.pgettext("button", "Replay"), style
        ),
        _button(game, PanelAction.HELP, _("Help")),
    ]
    if color is None:
        return buttons
    if game.level is None and color is not game.position.turn:
        conditional_moves = ConditionalMoveButton(game.number, game.revision, ConditionalMoveAction.OPEN)
        buttons.insert(0, button(conditional_moves, _("Conditional moves"), style))
    if not game.rated and _may_ask(game) and ply_to_return_to(game, color) is not None:
        drawn_at = f"{number}-{game.revision}"
        buttons.insert(
            0, button(PanelButton(Panel.MORE, PanelAction.TAKE_BACK, drawn_at), _("Take back"), style)
        )
    if not _may_ask(game):
        # A question has taken the place of this button on the board.
        panel, label = (
            (Panel.RESIGN, words.pgettext("button", "Resign"))
            if both_have_moved(game)
            else (Panel.ABORT, _("Cancel game"))
        )
        buttons.insert(0, button(PanelButton(panel, PanelAction.ASK, number), label, style))
    return [
        *buttons,
        _button(game, PanelAction.NOTE, _("Private note")),
        _text_board_button(words, game),
        _button(game, PanelAction.SETTINGS, _("Settings")),
    ]


def _may_ask(game: Game) -> bool:
    return game.offer is None and not (game.clock is not None and game.clock.claimable)


def _finished_buttons(words: NullTranslations, game: Game, player_id: int) -> list[Button]:
    _ = words.gettext
    own = [_button(game, PanelAction.NOTE, _("Private note")), _text_board_button(words, game)]
    return [*(own if game.color_of(player_id) else []), _button(game, PanelAction.HELP, _("Help"))]


def _text_board_button(words: NullTranslations, game: Game) -> Button:
    """The button that switches the text board of the game on or off for everyone."""
    _ = words.gettext
    # Translators: button (about 20 characters) that takes the board in words away again.
    label = _("Hide text board") if game.text_board else _("Text board")
    argument = f"{format_number(game.number)}-{int(not game.text_board)}"
    custom_id = PanelButton(Panel.MORE, PanelAction.TEXT_BOARD, argument)
    return button(custom_id, label, discord.ButtonStyle.secondary)


def _level_rows(words: NullTranslations, game: Game, player_id: int) -> list[Row]:
    """Another game with the computer, on any level, for the player of a finished one."""
    color = game.color_of(player_id)
    if game.outcome is None or game.level is None or color is None:
        return []
    return [Row(level_menu(words, ruleset=game.ruleset, color=ColorChoice(color.opponent)))]


def _button(game: Game, action: PanelAction, label: str) -> Button:
    custom_id = PanelButton(Panel.MORE, action, format_number(game.number))
    return button(custom_id, label, discord.ButtonStyle.secondary)
