"""A page of a leaderboard of any kind, as one reader sees it: a picture, or lines of text."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Generic, TypeVar

from discord import ui

import render
from bot.matches.puzzles.puzzle_leaderboards import PuzzleSolver
from bot.matches.values.players import Player, ThemeName
from bot.matches.values.standings import RatedPlace, Rung
from bot.ui.components.themes import drawn
from bot.ui.message.accents import GOLD
from bot.ui.message.content import Box, Content, Picture, Row, layout
from bot.ui.message.drawing import draw
from bot.ui.standings.views import View
from bot.ui.text.alt_text import LONGEST, joined
from bot.ui.text.words import name, plain_name

Line = TypeVar("Line", RatedPlace, Rung, PuzzleSolver)


@dataclass(frozen=True, slots=True)
class Form:
    """How a rank and a name are written, and the maximum number of ``ratings`` that describe a curve."""

    point: str
    named: Callable[[Player], str]
    ratings: int

    def numbered(self, line: RatedPlace | Rung | PuzzleSolver) -> str:
        """The player of a line, preceded by their rank if they have one."""
        player = self.named(line.player)
        return player if line.rank is None else f"{line.rank}{self.point} {player}"


# A number with a period at the start of a line would begin a list.
_MARKED_UP = Form("\\.", name, 12)
_PLAIN: tuple[Form, ...] = tuple(Form(".", plain_name, ratings) for ratings in (12, 6, 3, 0))
"""The first is for pages that leave a lot of room in a picture's description, the last for full ones."""


@dataclass(frozen=True, slots=True)
class ShownPage(ABC, Generic[Line]):
    """A page with its ``lines``; ``more`` says whether another one follows.

    ``own`` is the reader's line, on this page or not; None if they aren't listed. ``reader_id`` is None if
    the page is for everyone. ``in_server`` says whether it's shown in a server, which has its own lists.
    """

    words: NullTranslations
    view: View
    lines: tuple[Line, ...]
    own: Line | None
    more: bool
    reader_id: int | None
    in_server: bool

    @property
    @abstractmethod
    def title(self) -> str:
        """The name of the list."""

    @property
    def label(self) -> str:
        """The label of the button that leads to the list."""
        return self.title

    @property
    @abstractmethod
    def scope(self) -> str:
        """What counts on the list."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The page as lines below its title, or what's said if there are none."""

    @abstractmethod
    def said(self, line: Line, form: Form) -> str:
        """A line in words."""

    @abstractmethod
    def headings(self) -> render.LeaderboardHeadings:
        """The headings of the picture's columns."""

    @abstractmethod
    def row(self, line: Line) -> render.LeaderboardRow:
        """A line on the picture."""

    @property
    def apart(self) -> Line | None:
        """The reader's own line, if it isn't on the page."""
        listed = [line.player for line in self.lines]
        return None if self.own is None or self.own.player in listed else self.own

    @property
    def marked_up_lines(self) -> list[str]:
        """The lines as message text, and the reader's own line."""
        return self._said_lines(_MARKED_UP)

    @property
    def alt_text(self) -> str:
        """The description of the page's picture."""
        *longer, shortest = _PLAIN
        for form in longer:
            described = joined(self.words, self._described(form))
            if len(described) <= LONGEST:
                return described
        return _fitted(self.words, self._described(shortest))

    async def content(self, theme: ThemeName | None, *rows: Row) -> Content:
        """The page with these rows below it: as a picture, or as text if ``theme`` is None."""
        if theme is None or not self.lines:
            return Content(layout(Box(ui.TextDisplay(self.text), accent_color=GOLD), *rows))
        picture = await self._picture(theme)
        return Content(layout(Box(picture.gallery(), accent_color=GOLD), *rows), (picture,))

    async def _picture(self, theme: ThemeName) -> Picture:
        rows = tuple(map(self.row, self.lines))
        apart = None if self.apart is None else self.row(self.apart)
        page = render.LeaderboardPage(self.title, self.scope, self.headings(), rows, apart)
        png = await draw(render.leaderboard, page, theme=drawn(theme))
        return Picture(f"{self.view}-{theme}.png".replace(":", "-"), png, self.alt_text)

    def _described(self, form: Form) -> list[str]:
        return [f"{self.title} ({self.scope})", *self._said_lines(form)]

    def _said_lines(self, form: Form) -> list[str]:
        lines = [self.said(line, form) for line in self.lines]
        if self.apart is not None:
            # Translators: {line} is the reader's own line of a leaderboard.
            lines.append(self.words.gettext("You: {line}").format(line=self.said(self.apart, form)))
        return lines


def streak_figure(words: NullTranslations, streak: int) -> str:
    """A streak in two or three characters."""
    _ = words.gettext
    if not streak:
        return "\N{EN DASH}"
    pattern = (
        # Translators: wins in a row on a leaderboard, in two or three letters.
        _("W{number}")
        if streak > 0
        # Translators: losses in a row on a leaderboard, in two or three letters.
        else _("L{number}")
    )
    return pattern.format(number=abs(streak))


def _fitted(words: NullTranslations, lines: Sequence[str]) -> str:
    """The lines joined into one, as many as Discord accepts."""
    kept = list(lines)
    while len(joined(words, kept)) > LONGEST:
        kept.pop(-2)
    return joined(words, kept)


def streak_text(words: NullTranslations, streak: int) -> str:
    """A streak in a few words; empty for fewer than two wins or losses in a row."""
    if streak > 1:
        wins = words.ngettext("{number} win in a row", "{number} wins in a row", streak)
        return wins.format(number=streak)
    if streak < -1:
        losses = words.ngettext("{number} loss in a row", "{number} losses in a row", -streak)
        return losses.format(number=-streak)
    return ""
