"""A page of a leaderboard of any kind: what it shows, its controls, and for whom it is."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from gettext import NullTranslations
from typing import Any, Generic, TypeVar

import discord
from discord import ui

import render
from bot.locale import words_for
from bot.matches.puzzles.puzzle_leaderboards import PuzzlePeriod, PuzzleSolver
from bot.matches.values.players import Player, ThemeName
from bot.matches.values.standings import LeaderboardChoice, Period, RatedPlace, Rung
from bot.ui.components.drawing import drawn
from bot.ui.components.selects import Option, Select, level_menu, menu
from bot.ui.context.context import Context
from bot.ui.context.permissions import check_can_post
from bot.ui.message.content import GOLD, Box, Content, Picture, Row, draw, layout
from bot.ui.message.custom_ids import Button, Count, CustomId, button
from bot.ui.text.alt_text import LONGEST, joined
from bot.ui.text.words import name, plain_name, ruleset_name
from engine import Ruleset


class PageAction(StrEnum):
    """What to do with a page: show it, show the one that the reader is on, or post it in the channel."""

    SHOW = "show"
    FIND = "find"
    SHARE = "share"


class LeaderboardView(CustomId, word="leaderboard"):
    """A page of a leaderboard (the first is 0); ``here`` says whether it's the one of the server."""

    here: bool = True
    ruleset: Ruleset = Ruleset.PYRGA
    period: Period = Period.ALL
    provisional: bool = False
    page: Count = 0
    action: PageAction = PageAction.SHOW

    def choice(self, guild_id: int | None) -> LeaderboardChoice:
        """Return the leaderboard as seen from a server, or from outside servers, where there's only one."""
        scope = guild_id if self.here else None
        return LeaderboardChoice(scope, self.ruleset, self.period, provisional=self.provisional)


class LadderView(CustomId, word="ladder"):
    """A page of the computer's ladder (the first is 0); ``here`` says whether it's that of the server."""

    here: bool = True
    page: Count = 0
    action: PageAction = PageAction.SHOW


class PuzzleLeaderboardView(CustomId, word="solvers"):
    """A page (the first is 0) of the solvers of a server's puzzles of the day: today's or this month's."""

    period: PuzzlePeriod = PuzzlePeriod.MONTH
    page: Count = 0
    action: PageAction = PageAction.SHOW


View = LeaderboardView | LadderView | PuzzleLeaderboardView
"""A page of a leaderboard of any kind."""


def period_name(words: NullTranslations, period: Period) -> str:
    """The name of a period in the menu."""
    pgettext = words.pgettext
    return {
        Period.ALL: pgettext("period", "all time"),
        Period.MONTH: pgettext("period", "last 30 days"),
        Period.SEASON: pgettext("period", "this season"),
    }[period]


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


_STYLE = discord.ButtonStyle.secondary


@dataclass(frozen=True, slots=True)
class Controls:
    """The links from a page of a leaderboard. ``more`` says whether another page follows.

    ``found`` says whether the reader is listed on another page, and ``in_server`` says whether there's a
    leaderboard of the server in addition to that of all servers. A page can be posted if ``sharable``.
    ``computer`` says whether this host has one to play.
    """

    words: NullTranslations
    more: bool
    found: bool
    in_server: bool
    sharable: bool
    computer: bool

    def below(self, page: View) -> list[Row]:
        """The rows below a page."""
        view = replace(page, action=PageAction.SHOW)
        if isinstance(view, LeaderboardView):
            return self._below_leaderboard(view)
        return self._below_ladder(view) if isinstance(view, LadderView) else self._below_puzzles(view)

    def _below_leaderboard(self, view: LeaderboardView) -> list[Row]:
        pgettext = self.words.pgettext
        first = replace(view, page=0)
        listed = (
            pgettext("leaderboard", "Ranked") if view.provisional else pgettext("leaderboard", "Provisional")
        )
        lists = [
            _button(replace(first, provisional=not view.provisional), listed),
            *self._scope(replace(first, here=not view.here), here=view.here),
            _button(LadderView(view.here), pgettext("leaderboard", "Computer")),
            *self._puzzles(),
        ]
        return [*self._pages(view), Row(*lists), Row(self._menu(view))]

    def _below_ladder(self, view: LadderView) -> list[Row]:
        scope = self._scope(LadderView(not view.here), here=view.here)
        people = _button(LeaderboardView(view.here), self.words.pgettext("leaderboard", "People"))
        menu = [Row(level_menu(self.words))] if self.computer else []
        return [*self._pages(view), Row(*scope, people, *self._puzzles()), *menu]

    def _below_puzzles(self, view: PuzzleLeaderboardView) -> list[Row]:
        pgettext = self.words.pgettext
        if view.period is PuzzlePeriod.MONTH:
            other = _button(PuzzleLeaderboardView(PuzzlePeriod.TODAY), pgettext("leaderboard", "Today"))
        else:
            other = _button(
                PuzzleLeaderboardView(PuzzlePeriod.MONTH),
                pgettext("leaderboard", "This month"),
            )
        people = _button(LeaderboardView(), pgettext("leaderboard", "People"))
        computer = _button(LadderView(), pgettext("leaderboard", "Computer"))
        return [*self._pages(view), Row(other, people, computer)]

    def _puzzles(self) -> list[Button]:
        if not self.in_server:
            return []
        return [_button(PuzzleLeaderboardView(), self.words.pgettext("leaderboard", "Puzzles"))]

    def _pages(self, view: View) -> list[Row]:
        _ = self.words.gettext
        buttons = []
        if view.page:
            buttons.append(
                _button(
                    replace(view, page=view.page - 1),
                    self.words.pgettext("to a page", "Back"),
                )
            )
        if self.more:
            buttons.append(
                _button(
                    replace(view, page=view.page + 1),
                    self.words.pgettext("to a page", "Next"),
                )
            )
        if self.found:
            # Translators: button (about 20 characters): to the page of a leaderboard that has the reader.
            buttons.append(_button(replace(view, page=0, action=PageAction.FIND), _("Find me")))
        if self.sharable:
            buttons.append(
                _button(replace(view, action=PageAction.SHARE), self.words.pgettext("button", "Share"))
            )
        return [Row(*buttons)] if buttons else []

    def _scope(self, other: LeaderboardView | LadderView, *, here: bool) -> list[Button]:
        if not self.in_server:
            return []
        _ = self.words.gettext
        return [_button(other, _("All servers") if here else _("This server"))]

    def _menu(self, view: LeaderboardView) -> Select:
        periods = [Period.ALL, Period.MONTH]
        if self.in_server and view.here:
            periods.append(Period.SEASON)
        options = [
            Option(
                replace(view, ruleset=ruleset, period=period, page=0),
                f"{ruleset_name(self.words, ruleset)} · {period_name(self.words, period)}",
            )
            for ruleset in Ruleset
            for period in periods
        ]
        return menu(options, replace(view, page=0))


def _button(view: View, label: str) -> Button:
    return button(view, label, _STYLE)


async def answer_page(context: Context, shown: ShownPage[Any], action: PageAction) -> None:
    """Show a page privately, or post it in the channel.

    Raises:
        MissingPermissionsError: the bot can't post here.
        PrivateAnswersOnlyError: the server doesn't let anyone else see the bot's answers here.
    """
    if action is PageAction.SHARE:
        await _share_page(context, shown)
    else:
        await show_page(context, shown)


async def show_page(context: Context, shown: ShownPage[Any], *, sharable: bool = True) -> None:
    """Show a page privately, with its controls."""
    controls = Controls(
        shown.words,
        more=shown.more,
        found=shown.apart is not None,
        in_server=shown.in_server,
        sharable=sharable and bool(shown.lines),
        computer=context.services.computer.available,
    )
    chosen = await context.services.preferences.player(context.user.id)
    theme = None if chosen.without_pictures else chosen.theme
    await context.reply.private(await shown.content(theme, *controls.below(shown.view)), in_place=True)


async def shared_page(context: Context, shown: ShownPage[Any]) -> Content:
    """A page for the whole channel, with a button that opens the list privately.

    Raises:
        MissingPermissionsError: the bot can't post here.
    """
    check_can_post(context)
    words = words_for(await context.public_language())
    public = replace(shown, words=words, reader_id=None, own=None)
    opened = replace(shown.view, page=0, action=PageAction.SHOW)
    row = Row(button(opened, public.label, discord.ButtonStyle.secondary))
    theme = (await context.services.preferences.guild(context.interaction.guild_id)).theme
    return await public.content(theme, row)


async def _share_page(context: Context, shown: ShownPage[Any]) -> None:
    """Post a page in the channel. The panel stays, but loses the button for that."""
    content = await shared_page(context, shown)
    # The panel remains the answer; the page is separate.
    await context.reply.acknowledge()
    await context.reply.follow_up(content)
    await show_page(context, shown, sharable=False)
