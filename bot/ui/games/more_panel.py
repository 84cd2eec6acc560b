"""The private panel behind *More…*: what a game offers besides its row of controls."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.match.match import Match
from bot.matches.values.challenges import ColorChoice
from bot.ui.components.buttons import Button, button
from bot.ui.components.level_menu import level_menu
from bot.ui.games.abort_panel import AskBeforeAbort
from bot.ui.games.conditional_moves import ShowConditionalMoves
from bot.ui.games.resign_panel import AskBeforeResigning
from bot.ui.message.accents import BLUE
from bot.ui.message.button_rows import rows_of
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.custom_ids import Count, CustomId
from bot.ui.message.shared_buttons import ShowHelp, ShowReplay
from bot.ui.settings.panel import ShowOwnSettings
from bot.ui.text.escaping import escaped
from bot.ui.text.words import game_name


class AskBeforeTakingBack(CustomId, word="ask-take-back"):
    """Takes back a move, or asks first if that costs the person a place on the ladder."""

    game: int
    revision: Count


class SwitchTextBoard(CustomId, word="text-board"):
    """Shows the board of ``game`` in words as well, or no longer, to everyone."""

    game: int
    wanted: bool


class OpenNote(CustomId, word="note"):
    """Opens the form for a private note about ``game``."""

    game: int


def more_panel(words: NullTranslations, game: Match, player_id: int, note: str, said: str = "") -> Content:
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


def _running_buttons(words: NullTranslations, game: Match, player_id: int) -> list[Button]:
    _, number = words.gettext, game.number
    color = game.color_of(player_id)
    buttons = [
        _button(ShowReplay(number), words.pgettext("button", "Replay")),
        _button(ShowHelp(number), _("Help")),
    ]
    if color is None:
        return buttons
    if game.level is None and color is not game.position.turn:
        buttons.insert(0, _button(ShowConditionalMoves(number, game.revision), _("Conditional moves")))
    if not game.rated and _may_ask(game) and game.ply_to_return_to(color) is not None:
        buttons.insert(0, _button(AskBeforeTakingBack(number, game.revision), _("Take back")))
    if not _may_ask(game):
        # A question has taken the place of this button on the board.
        if game.both_have_moved:
            buttons.insert(0, _button(AskBeforeResigning(number), words.pgettext("button", "Resign")))
        else:
            buttons.insert(0, _button(AskBeforeAbort(number), _("Cancel game")))
    return [
        *buttons,
        _button(OpenNote(number), _("Private note")),
        _text_board_button(words, game),
        _button(ShowOwnSettings(), _("Settings")),
    ]


def _may_ask(game: Match) -> bool:
    return game.offer is None and not (game.clock is not None and game.clock.claimable)


def _finished_buttons(words: NullTranslations, game: Match, player_id: int) -> list[Button]:
    _ = words.gettext
    own = [_button(OpenNote(game.number), _("Private note")), _text_board_button(words, game)]
    return [*(own if game.color_of(player_id) else []), _button(ShowHelp(game.number), _("Help"))]


def _text_board_button(words: NullTranslations, game: Match) -> Button:
    """The button that switches the text board of the game on or off for everyone."""
    _ = words.gettext
    # Translators: button (about 20 characters) that takes the board in words away again.
    label = _("Hide text board") if game.text_board else _("Text board")
    return _button(SwitchTextBoard(game.number, not game.text_board), label)


def _level_rows(words: NullTranslations, game: Match, player_id: int) -> list[Row]:
    """Another game with the computer, on any level, for the player of a finished one."""
    color = game.color_of(player_id)
    if game.outcome is None or game.level is None or color is None:
        return []
    return [Row(level_menu(words, ruleset=game.ruleset, color=ColorChoice(color.opponent)))]


def _button(custom_id: CustomId, label: str) -> Button:
    return button(custom_id, label, discord.ButtonStyle.secondary)
