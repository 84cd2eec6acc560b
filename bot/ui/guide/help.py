"""The hello and the short help page, and the rules for players, page by page, with boards."""

from collections.abc import Callable
from dataclasses import dataclass

import discord

import render
from bot.locale import Words
from bot.ui.components.drawing import bare_picture, drawn
from bot.ui.components.panels import page_row
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import GOLD, Content, Picture, Row, boxed, draw, rows_of
from bot.ui.message.custom_ids import (
    AskWhomToChallenge,
    Count,
    CustomId,
    OpenAnyPuzzle,
    OpenLesson,
    PlayComputer,
    PlayToday,
    ShowHelp,
    UnknownButtonError,
    button,
)
from bot.ui.text.status import demand_sentence
from bot.ui.text.words import KnownCommands
from bot.values.game.game import Game
from bot.values.players import ThemeName
from engine import Position, Ruleset


class RulesPage(CustomId, word="rules"):
    """Shows a page of the rules, the first being 0."""

    page: Count


@dataclass(frozen=True, slots=True)
class _Page:
    """A page: what it says, and the moves that lead to the board it shows, or none for no board."""

    text: Callable[[Words], str]
    moves: tuple[str, ...] = ()


async def rules_page(words: Words, number: int, theme: ThemeName) -> Content:
    """Return a page of the rules: ``number`` is at least 0 and less than ``PAGES``."""
    page = _PAGES[number]
    position = Position.replay(Ruleset.PYRGA, page.moves)
    pictures = [await bare_picture(words, position, theme)] if page.moves else []
    rows = page_row(words, RulesPage, number, more=number + 1 < PAGES)
    return boxed(page.text(words), *pictures, f"-# {number + 1} / {PAGES}", rows=rows)


@on_click(RulesPage)
async def show_rules_page(context: Context, clicked: RulesPage) -> None:
    """Show another page of the rules."""
    await context.admit_extra()
    if clicked.page >= PAGES:
        raise UnknownButtonError
    theme = await context.theme()
    await context.reply.private(await rules_page(context.words, clicked.page, theme), in_place=True)


_PAGES = (
    _Page(
        lambda words: words.say(
            "### The goal: three Towers\n"
            "Each player has 5 Squares, 5 Triangles and 5 Cylinders. A space can hold one piece of each "
            "kind, whichever color.\n"
            "All three kinds are a **Tower**. It belongs to the player who owns at least two of its pieces. "
            "**The first player to control three Towers wins.**\n"
            "Here White has just won: b4, d3 and d4."
        ),
        ("Sb4", "Tc4e", "Cd4", "Td4w", "Cb4", "Tb4e", "Sd4", "Cd3", "Td3s", "Td2n", "Sd3"),
    ),
    _Page(
        lambda words: words.say(
            "### Your turn: the last piece decides where\n"
            "White starts anywhere. From then on, the piece your opponent just placed says where you can "
            "play. You choose which of your pieces goes there, as long as the space doesn't have that kind "
            "yet.\n"
            "**After a Square**, play on a space next to it: above, below, left or right."
        ),
        ("Sb2",),
    ),
    _Page(
        lambda words: words.say(
            "### After a Triangle: follow its tip\n"
            "Play on any space of the line it points along, up to the edge. The Triangle's own space doesn't "
            "count, and pieces along the way don't block the line.\n"
            "You choose a Triangle's direction when you place it. It can't point straight off the board, and "
            "it's never turned afterward."
        ),
        ("Sb2", "Ta2e"),
    ),
    _Page(
        lambda words: words.say(
            "### After a Cylinder: the same space\nPlay on the same space as the Cylinder."
        ),
        ("Sb2", "Ta2e", "Cc2"),
    ),
    _Page(
        lambda words: words.say(
            "### When nothing fits, and the end\n"
            "If none of your pieces fits where the last one sends you, play any piece on any **empty** "
            "space.\n"
            "If there's no empty space either, or all 30 pieces are placed, the game ends and is counted: "
            "the player who controls more Towers wins. If that's a tie, spaces with two pieces of one color "
            "decide, then spaces with a single piece. If everything is tied, it's a draw."
        )
    ),
    _Page(
        lambda words: words.say(
            "### Three rulesets\n"
            "**Pyrga**: if White's first piece is a Square, White's second piece can't be a Square.\n"
            "**Pyrga classic**: White's second piece can be any kind.\n"
            "**Pilotis**: like classic, but a player who still has pieces and can't place any loses.\n"
            "### How we read the rules\n"
            "Where the printed rules don't say, this bot plays like this: a Triangle must point at one or "
            "more spaces. A pair counts for the player who owns both of its pieces. In Pilotis, White "
            "starts, and a “free” space means an empty one.\n"
            "-# Pyrga, first published as Pilotis, is a game by Mathias Daval. The rules here are in our own "
            "words."
        )
    ),
)

PAGES = len(_PAGES)
"""Number of pages of the rules."""


_EXAMPLE = "Cb3 Sb3 Tc3s Tc2s Cc1 Sc1 Tb1n Tb3e Cd3 Td3w Cc3 Sc3 Sc4 Sb4 Cc4 Tc4w"
"""The moves to a position whose upper half shows what the game is about: Towers, and spaces to play."""


@on_click(ShowHelp)
async def show_game_help(context: Context, clicked: ShowHelp) -> None:
    """Explain a game's buttons and what moves are possible in it now."""
    game = await context.seen_game(clicked.game)
    await context.reply.private(board_help(context.words, game))


class HelpPage(CustomId, word="help-page"):
    """Shows a page of the help, the first being 0."""

    page: Count


@dataclass(frozen=True, slots=True)
class _Commands:
    """A page of the help: what it says, and commands, the most needed ones first."""

    text: Callable[[Words], str]
    names: tuple[str, ...]


def _group(group: str, names: str) -> tuple[str, ...]:
    return tuple(f"{group} {name}" for name in names.split())


_HELP = (
    _Commands(
        lambda words: words.say(
            "### How this works\n"
            "The buttons below a board are your moves: one click plays. Can't see the images? Turn on **text "
            "mode** in /pyrga settings."
        ),
        ("pyrga-learn lesson", "pyrga play", "pyrga find", "pyrga-learn rules", "pyrga settings"),
    ),
    _Commands(
        lambda words: words.say("### Your games"),
        _group("pyrga", "today challenge games show move resign join vacation block privacy"),
    ),
    _Commands(
        lambda words: words.say("### Getting better"),
        _group("pyrga-learn", "puzzle rush review analyze explore train") + _group("pyrga", "replay history"),
    ),
    _Commands(lambda words: words.say("### Standings"), _group("pyrga", "leaderboard profile versus")),
    _Commands(
        lambda words: words.say("### Together in a server"),
        _group("pyrga-event", "cup cups league night team-match team-matches channel duel"),
    ),
)

HELP_PAGES = len(_HELP)
"""Number of pages of the help."""


def help_page(words: Words, commands: KnownCommands, number: int, *, computer: bool) -> Content:
    """Return a page of the help, with what each command does. The first has buttons to begin.

    ``computer`` says whether this host has one.
    """
    page = _HELP[number]
    lines = [commands.described(words, name) for name in page.names]
    rows = [] if number else begin_rows(words, computer=computer)
    rows += page_row(words, HelpPage, number, more=number + 1 < HELP_PAGES)
    return boxed([page.text(words), *lines], rows=rows)


async def show_help(context: Context, number: int = 0) -> None:
    """Show a page of the help."""
    computer, commands = context.services.computer.available, context.client.commands
    page = help_page(context.words, commands, number, computer=computer)
    await context.reply.private(page, in_place=True)


@on_click(HelpPage)
async def show_help_page(context: Context, clicked: HelpPage) -> None:
    """Show another page of the help."""
    if clicked.page >= HELP_PAGES:
        raise UnknownButtonError
    await show_help(context, clicked.page)


def board_help(words: Words, game: Game) -> Content:
    """Return what the buttons of a game do. If it's running, this begins with the moves possible now."""
    demand = "" if game.outcome else demand_sentence(words, game.position)
    text = words.say(
        "### On the board\n"
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
        "Only the player whose turn it is can move. In a game with a clock, the board shows when the time "
        "runs out. Every move is saved immediately. /pyrga help lists the commands."
    )
    return boxed([demand, text])


def begin_rows(words: Words, *, computer: bool) -> list[Row]:
    """Return the buttons to begin with: each answers in private, or posts a game or a challenge."""
    style = discord.ButtonStyle
    # Translators: button (about 20 characters): play a game against the computer.
    play = [button(PlayComputer(None), words.label("button", "Play"), style.primary)] if computer else []
    buttons = [
        button(OpenLesson(1), words, style.success),
        *play,
        # Translators: button (about 20 characters): challenge someone to a game.
        button(AskWhomToChallenge(), words.label("button", "Challenge"), style.primary),
        *([button(PlayToday(), words, style.secondary)] if computer else []),
        button(OpenAnyPuzzle(), words, style.secondary),
    ]
    return rows_of(buttons)


async def welcome(words: Words, *, computer: bool) -> Content:
    """Return the hello for a channel, with buttons that answer anyone privately or start a game.

    They're in view on a phone. ``computer`` says whether this host has one.
    """
    game = words.say("### Hi! How about a game of Pyrga?\nA board game for two: control three Towers to win.")
    more = words.say(
        "-# /pyrga find looks for an opponent, /pyrga settings has a text mode, and /pyrga help lists the "
        "rest."
    )
    position = Position.replay(Ruleset.PYRGA, _EXAMPLE.split())
    png = await draw(render.diagram, position, top_half=True, theme=drawn(ThemeName.AEGEAN))
    # Translators: the description of the picture in the hello.
    said = words.say(
        "Half of a board: White has two Towers, Black has one, and arrows show where to play next."
    )
    picture = Picture("hello.png", png, said)
    return boxed(game, picture, more, rows=begin_rows(words, computer=computer), accent=GOLD)
