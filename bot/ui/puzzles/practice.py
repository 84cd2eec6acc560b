"""What people can practice with puzzles: one theme at a time."""

import discord

from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import boxed, rows_of
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.puzzles.rush import OpenRush
from bot.ui.puzzles.solving import offer_first_puzzle, offer_from_games
from bot.ui.puzzles.view import OpenPractice
from bot.ui.puzzles.words import due_line, kind_name, record_line, theme_lines
from engine import Theme


class PracticeTheme(CustomId, word="practice-theme"):
    """Opens a puzzle with this theme."""

    theme: Theme


class PracticeGames(
    CustomId, word="practice-games", label=lambda words: words.label("button", "From this server")
):
    """Opens a puzzle from a game of this server."""


@on_click(PracticeGames)
async def practice_games(context: Context, clicked: PracticeGames) -> None:
    """Show a puzzle from a game of this server."""
    del clicked
    await offer_from_games(context)


@on_click(OpenPractice)
async def show_practice(context: Context, clicked: OpenPractice) -> None:
    """Show what puzzles can be about, and how many come again."""
    del clicked
    await context.admit_extra()
    words, record = context.words, await context.services.puzzles.record(context.user.id)
    heading = words.say("### Practice\nWhat should the right move be about?")
    buttons = [button(PracticeTheme(theme), kind_name(words, theme)) for theme in Theme]
    if context.place.guild_id is not None:
        buttons.append(button(PracticeGames(), words))
    buttons.append(button(OpenRush(), words, discord.ButtonStyle.primary))
    lines = [theme_lines(words), due_line(words, record)]
    content = boxed(f"{heading}\n{record_line(words, record)}", lines, rows=rows_of(buttons))
    await context.reply.private(content, in_place=True)


@on_click(PracticeTheme)
async def practice_theme(context: Context, clicked: PracticeTheme) -> None:
    """Show a puzzle with a theme, of the server's ruleset."""
    await offer_first_puzzle(context, clicked.theme, None)
