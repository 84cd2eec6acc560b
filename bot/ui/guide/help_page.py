"""The short help page: what the buttons and commands do."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.match.match import Match
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.guide.rules_pages import RulesPage
from bot.ui.message.content import BLUE, GOLD, Box, Content, Row, layout
from bot.ui.message.custom_ids import OpenLesson, PlayComputer, ShowHelp, button
from bot.ui.text.status import demand_sentence


@on_click(ShowHelp)
async def show_game_help(context: Context, clicked: ShowHelp) -> None:
    """Explain a game's buttons and what moves are possible in it now."""
    game = await context.seen_game(clicked.game)
    await context.reply.private(help_page(context.words, game))


def help_page(words: NullTranslations, game: Match | None = None) -> Content:
    """How to play with the bot. If ``game`` is running, it begins with the moves possible in it now."""
    demand = "" if game is None or game.outcome else demand_sentence(words, game.position)
    texts = filter(None, [demand, _buttons_text(words), _commands_text(words)])
    return Content(layout(Box(ui.TextDisplay("\n".join(texts)), accent_color=BLUE)))


def _buttons_text(words: NullTranslations) -> str:
    return words.gettext(
        "### Playing\n"
        "You can play on the marked spaces of the board, and the buttons below it are your moves: a piece "
        "(■ Square, ▲ Triangle or ● Cylinder) and its space. A Triangle on a button points where the piece "
        "will. One click plays. When there are many moves, pick a kind first, then a space.\n"
        "**Hint**, in games that allow it, leads you to a good move in private: first the space, then the "
        "piece, then the move. The result says how many hints you used.\n"
        "**Draw** offers the other player a draw, which they can accept on the board. **Cancel game** ends "
        "the game without a result until both players have moved; then **Resign** takes its place. **More…** "
        "has the rest: takebacks, conditional moves and private notes.\n"
        "**Text mode** in /pyrga settings puts boards and moves in words, for screen readers or slow "
        "connections. The board of a game with someone else gets it if both agree: see **More…**.\n"
        "Only the player whose turn it is can move. In a game with a clock, the board shows when the move is "
        "due. Every move is saved immediately."
    )


def _commands_text(words: NullTranslations) -> str:
    return words.gettext(
        "### Commands\n"
        "/pyrga lesson teaches you the game in eight short steps\n"
        "/pyrga rules explains the rules\n"
        "/pyrga play starts a game against the computer\n"
        "/pyrga challenge challenges someone, or anyone, to a game (or right-click a member and choose "
        "Apps)\n"
        "/pyrga join joins an open challenge by its code\n"
        "/pyrga puzzle gives you a puzzle: find the one right move\n"
        "/pyrga train has you win a won game against the perfect player\n"
        "/pyrga analyze shows what every move in a position is worth\n"
        "/pyrga explore shows the first moves, and how people do with them\n"
        "/pyrga games lists games in progress, yours or another member's\n"
        "/pyrga show reposts a game's board\n"
        "/pyrga move plays a move that you type\n"
        "/pyrga resign resigns a game\n"
        "/pyrga history lists finished games, yours or another member's\n"
        "/pyrga replay replays a game, move by move\n"
        "/pyrga review shows how good each move of a finished game was\n"
        "/pyrga leaderboard shows this server's best players\n"
        "/pyrga profile shows your rating, record and streaks, or someone else's\n"
        "/pyrga versus shows how two people have done against each other\n"
        "/pyrga settings changes your text mode, theme, language, notifications and who can challenge you\n"
        "/pyrga vacation pauses your clocks while you're away\n"
        "/pyrga block blocks someone from challenging you\n"
        "/pyrga privacy shows and deletes what's stored about you"
    )


def welcome(words: NullTranslations, *, computer: bool, note: str = "") -> Content:
    """The welcome for a channel, with buttons that answer anyone privately or start a game.

    ``computer`` says whether this host has one, and ``note`` is an extra line.
    """
    _ = words.gettext
    game = _(
        "### Hi! How about a game of Pyrga?\n"
        "It's a board game for two. You build Towers out of Squares, Triangles and Cylinders, and the first "
        "player to control three Towers wins."
    )
    ways = _(
        "**New here?** The lesson teaches you the game in eight short steps.\n"
        "**On your own?** Play the computer. It has eight levels and starts with an easy one.\n"
        "**With a friend?** Type `/pyrga challenge` and pick them.\n"
        "**Can't see the images?** Turn on text mode in `/pyrga settings`.\n"
        "**What else?** `/pyrga help` lists it all."
    )
    box = Box(*(ui.TextDisplay(text) for text in (game, ways, note) if text), accent_color=GOLD)
    buttons = [button(OpenLesson(1), _("Lesson"), discord.ButtonStyle.success)]
    if computer:
        buttons.append(button(PlayComputer(None), _("Play the computer"), discord.ButtonStyle.primary))
    buttons.append(button(RulesPage(0), _("Rules"), discord.ButtonStyle.secondary))
    return Content(layout(box, Row(*buttons)))
