"""The private question before a move, for players who want to be asked, and what follows."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.match.match import Match
from bot.matches.match.match_errors import FinishedGameError, RepeatedMoveError, StaleRevisionError
from bot.matches.match.turns import check_player, position_after
from bot.ui.board.board_message import board_picture
from bot.ui.board.buttons import ConfirmMove
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.display import announce_after_panel, show
from bot.ui.components.buttons import button
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.refusals import refusal
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.custom_ids import CustomId
from bot.ui.text.words import move_text
from engine import Move


class PlayNothing(CustomId, word="play-nothing"):
    """Doesn't play the move that was asked about."""


async def move_panel(words: NullTranslations, game: Match, move: Move) -> Content:
    """Ask the player to move whether to play a move, and show it hatched on the board.

    Raises:
        ForbiddenMoveError: the move is against the rules.
    """
    _ = words.gettext
    position_after(game, str(move))
    picture = await board_picture(words, game, chosen=move)
    # Translators: {move} is a move in signs.
    question = _("Play **{move}**?").format(move=move_text(move))
    play = ConfirmMove(game.number, game.revision, move)
    row = Row(
        button(play, words.pgettext("play the chosen move", "Play"), discord.ButtonStyle.success),
        button(PlayNothing(), words.pgettext("change nothing", "Cancel"), discord.ButtonStyle.secondary),
    )
    return Content(layout(Box(picture.gallery(), ui.TextDisplay(question)), row), (picture,))


@on_click(ConfirmMove)
async def play(context: Context, clicked: ConfirmMove) -> None:
    """Play the move that was asked about, if the game still stands as it did then."""
    games, move, who = context.services.games, clicked.move, context.user.id
    try:
        game = await games.play(clicked.game, clicked.revision, str(move), who)
    except RepeatedMoveError:
        await context.reply.replace(_said(_played(context.words, move)))
        return
    except (FinishedGameError, StaleRevisionError) as error:
        check_player(error.game, who)
        await context.reply.replace(_said(refusal(context.words, error)))
        await show(context.client, error.game)
        return
    await context.reply.replace(_said(_played(context.words, move)))
    await announce_after_panel(context, game)
    let_computer_play(context.client, game, context)


@on_click(PlayNothing)
async def cancel(context: Context, clicked: PlayNothing) -> None:
    """Play nothing."""
    del clicked
    await context.reply.replace(_said(context.words.gettext("OK, nothing was played. It's still your turn.")))


def _said(text: str) -> Content:
    return Content(layout(ui.TextDisplay(text)))


def _played(words: NullTranslations, move: Move) -> str:
    # Translators: {move} is a move in signs.
    return words.gettext("You played **{move}**.").format(move=move_text(move))
