"""The rules for players, page by page, with boards drawn by ``render``."""

from collections.abc import Callable
from dataclasses import dataclass
from gettext import NullTranslations

from discord import ui

import render
from bot.matches.values import ThemeName
from bot.ui.accents import BLUE
from bot.ui.alt_text import position_text
from bot.ui.content import Box, Content, Picture, layout
from bot.ui.custom_ids import Panel
from bot.ui.drawing import draw
from bot.ui.pages import page_row
from bot.ui.themes import drawn
from engine import Position, Ruleset


@dataclass(frozen=True, slots=True)
class _Page:
    """A page: what it says, and the moves that lead to the board it shows (none: no board)."""

    text: Callable[[NullTranslations], str]
    moves: tuple[str, ...] = ()


async def rules_page(words: NullTranslations, number: int, theme: ThemeName) -> Content:
    """A page of the rules: ``number`` is at least 0 and less than ``PAGES``."""
    page = _PAGES[number]
    picture = await _picture(words, page, number, theme) if page.moves else None
    container = Box(ui.TextDisplay(page.text(words)), accent_colour=BLUE)
    if picture is not None:
        container.add_item(picture.gallery())
    container.add_item(ui.TextDisplay(f"-# {number + 1} / {PAGES}"))
    row = page_row(words, Panel.RULES, number, more=number + 1 < PAGES)
    return Content(layout(container, *row), (picture,) if picture else ())


async def _picture(words: NullTranslations, page: _Page, number: int, theme: ThemeName) -> Picture:
    position = Position.replay(Ruleset.PYRGA, page.moves)
    png = await draw(render.diagram, position, theme=drawn(theme))
    return Picture(f"rules-{number + 1}-{theme}.png", png, position_text(words, position))


def _aim(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### The aim: three Towers\n"
        "Two players share a board of 4 by 4 spaces. Each has 5 Squares, 5 Triangles and 5 Cylinders. "
        "A space holds at most one piece of each kind, of either colour.\n"
        "A space with all three kinds is a **Tower**. It belongs to whoever owns at least two of its "
        "pieces, no matter who put the last one there. **The first to control three Towers wins at "
        "once.**\n"
        "Here White has just won with the Towers on b4, d3 and d4."
    )


def _turn(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### Your turn: the last piece decides where\n"
        "White begins anywhere. From then on, the piece your opponent has just placed says where you may "
        "play. You choose which of your pieces goes there, as long as the space has none of that kind "
        "yet.\n"
        "**After a Square** you play on a space next to it: above, below, left or right."
    )


def _triangle(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### After a Triangle: follow its tip\n"
        "You play on any space of the line it points along, up to the edge. The Triangle's own space "
        "does not count, and pieces on the way do not block.\n"
        "Whoever places a Triangle chooses its direction. It may not point straight off the board, and "
        "it is never turned afterwards."
    )


def _cylinder(words: NullTranslations) -> str:
    _ = words.gettext
    return _("### After a Cylinder: the same space\nYou play on the very space the Cylinder stands on.")


def _end(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### When nothing fits, and the end\n"
        "If none of your pieces fits where the last one points, play any piece on any **empty** space.\n"
        "If there is no empty space either, or all 30 pieces are placed, the game ends and is counted: "
        "whoever controls more Towers wins. If that is equal, spaces with two pieces of one colour "
        "decide; then spaces with a single piece. If all is equal, it is a draw."
    )


def _rulesets(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### Three rulesets\n"
        "**Pyrga**: if White's first piece is a Square, White's second piece may not be a Square.\n"
        "**Pyrga classic**: White's second piece may be anything.\n"
        "**Pilotis**: as classic; but whoever still holds pieces and can place none loses.\n"
        "### How we read the rules\n"
        "Where the printed rules are silent, this bot decides so: a Triangle must point at one space at "
        "least. A pair counts for a player who owns both of its pieces. In Pilotis White begins, and its "
        "“free” space means an empty one.\n"
        "-# Pyrga, first published as Pilotis, is a game by Mathias Daval. These are our words for its rules."
    )


_PAGES = (
    _Page(_aim, ("Sb4", "Tc4e", "Cd4", "Td4w", "Cb4", "Tb4e", "Sd4", "Cd3", "Td3s", "Td2n", "Sd3")),
    _Page(_turn, ("Sb2",)),
    _Page(_triangle, ("Sb2", "Ta2e")),
    _Page(_cylinder, ("Sb2", "Ta2e", "Cc2")),
    _Page(_end),
    _Page(_rulesets),
)

PAGES = len(_PAGES)
"""How many pages the rules have."""
