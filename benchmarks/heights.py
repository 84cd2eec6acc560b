"""How high messages are on a screen: `python benchmarks/heights.py [--games N] [--language TAG]`.

It goes through all positions of seeded games, two thirds of them played at random and the others by a level
of the computer against a random player, and counts the boards that fit on a phone with their text and
buttons, from the title to the last button, and those whose rows of buttons a narrow phone breaks.

Widths and heights are those of the demo's page, which draws messages as Discord does. Texts are measured with
its font.
"""

import argparse
import asyncio
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

# Started as a file, Python would look for `bot` beside it first.
sys.path.insert(0, str(Path(__file__).parent.parent))

import discord
import simcord
from PIL import ImageFont

import render
from benchmarks.table import heading, row
from bot.ui.board.board_message import board_message
from bot.ui.message.content import Content, Picture
from bot.ui.message.icons import icon_name
from bot.values.game.game import Board, Game, TurnClock
from bot.values.players import Place, Player, ThemeName
from engine import Level, Position, Ruleset
from engine.solver import Solver
from engine.solver.levels import choose

SEED = 49
NOW = datetime(2026, 1, 1, tzinfo=UTC)
ICONS = {piece: discord.PartialEmoji(name=icon_name(piece), id=10**18) for piece in render.PIECES}
ROW, BUTTON, TEXT, GALLERY, CONTAINER = 1, 2, 10, 12, 17

ROOM = 580
"""Pixels between the head of a channel and the field for messages on a phone of 844."""

_FONT = Path(simcord.__file__).parent / "preview" / "static" / "fonts" / "noto-sans-latin-v2.015.ttf"
_REGULAR, _MEDIUM, _BOLD = 400, 500, 700
_LINE = 22
_ROW, _ROW_GAP, _GAP = 32, 6, 8
_EDGES, _ICON, _ICON_GAP = 24, 20, 8
_MENU = 44
_PADDING, _BORDERS = 16, (4 + 1, 1 + 1)
_TIME = re.compile(r"<t:\d+:\w>")
_MENTION = re.compile(r"<@\d+>")


@dataclass(frozen=True)
class Screen:
    """A screen, and the width of what's in a message on it, in pixels."""

    name: str
    width: int


NARROW, PHONE, DESKTOP = Screen("360", 272), Screen("390x844", 302), Screen("1280x900", 542)


@lru_cache
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(_FONT), size)
    font.set_variation_by_axes([weight, 100])
    return font


@lru_cache(maxsize=100_000)
def _length(text: str, size: int = 16, weight: int = _REGULAR) -> float:
    return _font(size, weight).getlength(text)


def lines(text: str, width: float) -> int:
    """Return on how many lines a text is that's so wide."""
    return sum(_wrapped(line, width) for line in text.split("\n"))


def _wrapped(line: str, width: float) -> int:
    text = _MENTION.sub("@Blaise", _TIME.sub("in 23 hours", line))
    size = 14 if text.startswith("-# ") else 16
    weight = _BOLD if text.startswith("### ") else _REGULAR
    count, filled = 1, 0.0
    for word in re.sub(r"^(-#|###) |[*`]", "", text).split(" "):
        long = _length(word, size, weight)
        if filled and filled + long > width:
            count, filled = count + 1, 0.0
        filled += long + _length(" ", size, weight)
    return count


def button_width(button: dict[str, Any]) -> float:
    """Return the width of a button."""
    label = button.get("label") or ""
    icon = (_ICON + (_ICON_GAP if label else 0)) if button.get("emoji") else 0
    return max(_ROW, _EDGES + icon + _length(label, 14, _MEDIUM))


def row_lines(buttons: Sequence[dict[str, Any]], width: float) -> int:
    """Return on how many lines a row of buttons is."""
    count, filled = 1, 0.0
    for each in map(button_width, buttons):
        if filled and filled + each > width:
            count, filled = count + 1, 0.0
        filled += each + _GAP
    return count


def height(content: Content, screen: Screen) -> float:
    """Return how high a message with buttons is, without the name of who wrote it."""
    shapes = [_shape(picture.png) for picture in content.pictures if isinstance(picture, Picture)]
    return sum(_height(part, screen.width, shapes) for part in parts_of(content)) - _ROW_GAP


def parts_of(content: Content) -> list[dict[str, Any]]:
    """Return the components of a message as Discord gets them."""
    return [item.to_component_dict() for item in content.view.children]


def _height(part: dict[str, Any], width: float, shapes: list[float]) -> float:
    kind = part["type"]
    if kind == CONTAINER:
        inner = width - 2 * _PADDING - _BORDERS[0]
        return _inside(part, inner, shapes) + 2 * _PADDING + _BORDERS[1] + _GAP
    if kind == TEXT:
        return lines(part["content"], width) * _LINE
    if kind == GALLERY:
        return sum(width * shapes.pop(0) + _GAP for _ in part["items"])
    if kind != ROW or part["components"][0]["type"] != BUTTON:
        return _MENU + _ROW_GAP
    count = row_lines(part["components"], width)
    return count * _ROW + (count - 1) * _GAP + _ROW_GAP


def _inside(part: dict[str, Any], width: float, shapes: list[float]) -> float:
    return sum(_height(each, width, shapes) for each in part["components"])


def _shape(png: bytes) -> float:
    wide, high = (int.from_bytes(png[start : start + 4]) for start in (16, 20))
    return high / wide


def games(count: int) -> Iterator[Position]:
    """Yield the positions of so many games, of which every third is played by a level, until they end."""
    random = Random(SEED)
    solver = Solver()
    for number in range(count):
        position = Position.start(Ruleset.PYRGA)
        level = Level(random.randint(1, 3)) if number % 3 == 0 else None
        while position.outcome() is None:
            yield position
            move = random.choice(position.legal_moves)
            if level is not None and position.ply % 2 == 0:
                move = choose(position, level, solver=solver, random=random, seconds=0.1)
            position = position.play(move)


def game_at(position: Position, language: str) -> Game:
    """Return a rated game with a clock at a position."""
    board = Board(Place(10, 20), language, ThemeName.AEGEAN, message_id=30, shown=position.ply)
    return replace(
        Game(
            number=42,
            white=Player(101, "Ada"),
            black=Player(102, "Blaise"),
            position=position,
            outcome=None,
            created_at=NOW,
            boards=(board,),
            revision=position.ply,
        ),
        rated=True,
        move_seconds=86_400,
        clock=TurnClock(NOW + timedelta(hours=23), claimable=False),
    )


async def measure(count: int, language: str) -> None:
    """Print how many boards fit, how high they are, and how many have a row that breaks."""
    heights: list[float] = []
    rows: Counter[int] = Counter()
    broken = lengths = 0
    for position in games(count):
        content = await board_message(game_at(position, language), ICONS)
        parts = [part for part in parts_of(content) if part["type"] == ROW]
        heights.append(height(content, PHONE))
        lengths += height(content, DESKTOP) > ROOM + 160
        drawn = [row_lines(part["components"], NARROW.width) for part in parts]
        rows[sum(drawn)] += 1
        broken += max(drawn) > 1
    heights.sort()
    total = len(heights)
    heading(f"{total:,} boards of {count:,} games, {language}")
    row(
        f"boards of at most {ROOM} pixels at {PHONE.name}",
        100 * sum(each <= ROOM for each in heights) / total,
        "%",
    )
    for share in (0.5, 0.9, 0.99, 1):
        row(f"height at {PHONE.name}, of {share:.0%} at most", heights[ceil(share * total) - 1], "px")
    row(f"boards over {ROOM + 160} pixels at {DESKTOP.name}", 100 * lengths / total, "%")
    row("boards with a row that breaks at 360", 100 * broken / total, "%")
    for number, boards in sorted(rows.items()):
        row(f"boards with {number} lines of buttons at 360", 100 * boards / total, "%")


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description="How high messages are on a screen.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--language", default="en-GB")
    given = parser.parse_args()
    asyncio.run(measure(given.games, given.language))


if __name__ == "__main__":
    main()
