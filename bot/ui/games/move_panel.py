"""The private question before a move, for players who want to be asked, and what follows."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.base36 import format_number
from bot.matches.games.errors import (
    FinishedGameError,
    RepeatedMoveError,
    StaleRevisionError,
)
from bot.matches.games.games import check_player
from bot.matches.games.playing import position_after
from bot.matches.values.games import Game
from bot.ui.board.board_message import board_picture
from bot.ui.board.board_posts import redraw
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.show_game import show_turn_after_panel
from bot.ui.components.buttons import button
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.refusals import refusal
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.custom_ids import PanelButton
from bot.ui.text.words import move_text
from engine import Move


async def move_panel(words: NullTranslations, game: Game, text: str) -> Content:
    """Ask the player to move whether to play a move, and show it hatched on the board.

    Raises:
        ForbiddenMoveError: the move is against the rules.
    """
    _ = words.gettext
    position_after(game, text)
    move = Move.parse(text)
    picture = await board_picture(words, game, chosen=move)
    # Translators: {move} is a move in signs.
    question = _("Play **{move}**?").format(move=move_text(move))
    argument = f"{format_number(game.number)}-{game.revision}-{move}"
    play = PanelButton(Panel.MOVE, PanelAction.CONFIRM, argument)
    keep = PanelButton(Panel.MOVE, PanelAction.KEEP, argument)
    row = Row(
        button(play, words.pgettext("play the chosen move", "Play"), discord.ButtonStyle.success),
        button(keep, words.pgettext("change nothing", "Cancel"), discord.ButtonStyle.secondary),
    )
    return Content(layout(Box(picture.gallery(), ui.TextDisplay(question)), row), (picture,))


@on_click(PanelButton, (Panel.MOVE, PanelAction.CONFIRM))
async def play(context: Context, clicked: PanelButton) -> None:
    """Play the move that was asked about, if the game still stands as it did then."""
    number, revision, text = clicked.chosen_move
    async with context.services.games.lock(number):
        try:
            game = await context.services.games.play(number, revision, text, context.user.id)
        except RepeatedMoveError:
            await context.reply.replace(_said(_played(context.words, text)))
            return
        except (FinishedGameError, StaleRevisionError) as error:
            check_player(error.game, context.user.id)
            await context.reply.replace(_said(refusal(context.words, error)))
            if not error.game.shown:
                await redraw(context.client, error.game)
            return
        await context.reply.replace(_said(_played(context.words, text)))
        await show_turn_after_panel(context, game)
        let_computer_play(context.client, game, context.reply.amend)


@on_click(PanelButton, (Panel.MOVE, PanelAction.KEEP))
async def cancel(context: Context, clicked: PanelButton) -> None:
    """Play nothing."""
    del clicked
    await context.reply.replace(_said(context.words.gettext("OK, nothing was played. It's still your turn.")))


def _said(text: str) -> Content:
    return Content(layout(ui.TextDisplay(text)))


def _played(words: NullTranslations, text: str) -> str:
    # Translators: {move} is a move in signs.
    return words.gettext("You played **{move}**.").format(move=move_text(Move.parse(text)))
