"""The private panel behind *More…*: what a game offers besides its one row of controls."""

from gettext import NullTranslations

import discord
from discord import ui
from discord.utils import escape_markdown

from bot.matches.games.allowances import both_have_moved, ply_to_return_to
from bot.matches.numbers import format_number
from bot.matches.values.games import Game
from bot.ui.components.button_rows import rows_of
from bot.ui.components.buttons import Button, button
from bot.ui.message.accents import BLUE
from bot.ui.message.content import Box, Content, layout
from bot.ui.message.custom_ids import Panel, PanelButton, PlanAction, PlanButton
from bot.ui.review.replays import SHOW
from bot.ui.text.words import game_name

TAKE_BACK = "take-back"
NOTE = "note"
HELP = "help"
SETTINGS = "settings"
GIF = "gif"
RECORD = "record"
ASK = "ask"
"""The actions of the panel's buttons; ``ASK`` is that of the question before a game is called off."""


def more_panel(words: NullTranslations, game: Game, who: int, note: str, said: str = "") -> Content:
    """What ``who`` can do at ``game``, be he one of the two or a spectator, and his note about it.

    ``said`` is what has just been done.
    """
    lines = [f"### {words.gettext('Game {game}').format(game=game_name(game.number))}"]
    if said:
        lines.append(said)
    if note:
        quoted = escape_markdown(note).replace("\n", "\n> ")
        lines.append(f"{words.gettext('Your note, which only you see:')}\n> {quoted}")
    buttons = _finished_buttons(words, game, who) if game.outcome else _running_buttons(words, game, who)
    box = Box(ui.TextDisplay("\n".join(lines)), accent_colour=BLUE)
    return Content(layout(box, *rows_of(buttons)))


def _running_buttons(words: NullTranslations, game: Game, who: int) -> list[Button]:
    _ = words.gettext
    number, style = format_number(game.number), discord.ButtonStyle.secondary
    colour = game.colour_of(who)
    buttons = [
        button(PanelButton(Panel.REPLAY, SHOW, number), _("Replay"), style),
        _button(game, HELP, _("Help")),
    ]
    if colour is None:
        return buttons
    if game.level is None and colour is not game.position.turn:
        plan = PlanButton(game.number, game.revision, PlanAction.OPEN)
        buttons.insert(0, button(plan, _("Plan my answers"), style))
    if not game.rated and _may_ask(game) and ply_to_return_to(game, colour) is not None:
        drawn_at = f"{number}-{game.revision}"
        buttons.insert(0, button(PanelButton(Panel.MORE, TAKE_BACK, drawn_at), _("Take my move back"), style))
    if not both_have_moved(game):
        buttons.insert(0, button(PanelButton(Panel.ABORT, ASK, number), _("Call the game off"), style))
    return [*buttons, _button(game, NOTE, _("Note to myself")), _button(game, SETTINGS, _("My settings"))]


def _may_ask(game: Game) -> bool:
    return game.offer is None and not (game.clock is not None and game.clock.claimable)


def _finished_buttons(words: NullTranslations, game: Game, who: int) -> list[Button]:
    _ = words.gettext
    buttons = [_button(game, GIF, _("GIF")), _button(game, RECORD, _("Record file"))]
    if game.colour_of(who) is not None:
        buttons.append(_button(game, NOTE, _("Note to myself")))
    return [*buttons, _button(game, HELP, _("Help"))]


def _button(game: Game, action: str, label: str) -> Button:
    custom_id = PanelButton(Panel.MORE, action, format_number(game.number))
    return button(custom_id, label, discord.ButtonStyle.secondary)
