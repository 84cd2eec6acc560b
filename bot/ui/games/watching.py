"""Running games to watch in private: the message follows the game as long as Discord lets the bot edit it."""

from gettext import NullTranslations

import discord
from discord import ui

import render
from bot.matches.base36 import format_number
from bot.matches.match.match import Match
from bot.matches.values.players import ThemeName
from bot.ui.board.board_message import header, status
from bot.ui.components.drawing import drawn, match_picture, scene_of
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import BLUE, Box, Content, draw, layout, rows_of
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.review.history import OpenPastGame
from bot.ui.text.words import message_link


class WatchGame(CustomId, word="watch"):
    """Shows ``game`` as it goes on, in a message of its own, or ``again`` in the one that was clicked."""

    game: int
    again: bool


@on_click(WatchGame)
async def watch_game(context: Context, clicked: WatchGame) -> None:
    """Show a game privately, and let the message follow it.

    Raises:
        UnknownGameError: there is no such game.
    """
    await context.admit_extra()
    theme = (await context.services.preferences.player(context.user.id)).theme
    game = await context.seen_game(clicked.game)
    await context.reply.progress(
        await watch_page(context.words, context.named(game), theme), in_place=clicked.again
    )
    if game.outcome is not None:
        return

    async def show(latest: Match) -> bool:
        if not await context.sees(latest):
            return False
        await context.reply.progress(await watch_page(context.words, context.named(latest), theme))
        return True

    context.client.watchers.add(game.number, context.user.id, show)


async def watch_page(words: NullTranslations, game: Match, theme: ThemeName) -> Content:
    """A game as it stands, without the buttons of its players."""
    png = await draw(render.board, scene_of(game), theme=drawn(theme))
    filename = f"watch-{format_number(game.number)}-{game.revision}-{theme}.png"
    picture = match_picture(words, filename, png, game)
    there = words.gettext("[Open the board]({link})").format(link=message_link(game))
    said = f"{status(words, game)}\n-# {there}"
    box = Box(ui.TextDisplay(header(words, game)), picture.gallery(), ui.TextDisplay(said), accent_color=BLUE)
    # Translators: button (about 20 characters): show the game as it is now.
    again = button(WatchGame(game.number, again=True), words.gettext("Refresh"), discord.ButtonStyle.primary)
    replay = button(
        OpenPastGame(game.number), words.pgettext("button", "Replay"), discord.ButtonStyle.secondary
    )
    buttons = [replay] if game.outcome else [again, replay]
    return Content(layout(box, *rows_of(buttons)), (picture,))
