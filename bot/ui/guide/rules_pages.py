"""The rules for players, page by page, with boards."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.locale import Words
from bot.ui.board.board_message import bare_picture
from bot.ui.components.panels import page_row
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Content, boxed
from bot.ui.message.custom_ids import Count, CustomId, UnknownButtonError
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
            "Two players share a board of 4 by 4 spaces. Each has 5 Squares, 5 Triangles and 5 Cylinders. A "
            "space can hold one piece of each kind, whichever color.\n"
            "A space with all three kinds is a **Tower**. It belongs to the player who owns at least two of "
            "its pieces, no matter who placed the last one. **The first player to control three Towers wins "
            "immediately.**\n"
            "Here White has just won with the Towers on b4, d3 and d4."
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
        ),
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
        ),
    ),
)

PAGES = len(_PAGES)
"""Number of pages of the rules."""
