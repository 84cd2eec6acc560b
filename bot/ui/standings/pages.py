"""A page of a leaderboard of any kind: what it shows, its controls, and for whom it is."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from discord import ui

import render
from bot.locale import Words, words_for
from bot.ui.components.drawing import drawn
from bot.ui.components.panels import list_text, page_buttons
from bot.ui.context.context import Context
from bot.ui.context.permissions import check_can_post
from bot.ui.context.sight import server_name
from bot.ui.message.content import GOLD, Button, Content, Picture, Row, boxed, draw, rows_of
from bot.ui.message.custom_ids import Count, CustomId, button
from bot.ui.standings.listing import listing_question
from bot.ui.text.alt_text import LONGEST
from bot.ui.text.words import escaped, joined, name, on_one_line, plain_name
from bot.use_cases.daily_games.results import MonthOfDays
from bot.use_cases.puzzles.daily_puzzles import PuzzlePeriod, PuzzleSolver
from bot.values.errors import PastTheEndError
from bot.values.players import Player, ThemeName
from bot.values.standings import Guesser, LeaderboardChoice, Period, RankedPage, RatedPlace, Rung
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
    page: Count = 0
    action: PageAction = PageAction.SHOW

    def choice(self, guild_id: int | None) -> LeaderboardChoice:
        """Return the leaderboard as seen from a server, or from outside servers, where there's only one."""
        scope = guild_id if self.here else None
        return LeaderboardChoice(scope, self.ruleset, self.period)


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


class GuesserView(CustomId, word="guessers"):
    """A page (the first is 0) of the people who guess the moves of a server's games best this month."""

    page: Count = 0
    action: PageAction = PageAction.SHOW


class DailyGamesView(CustomId, word="days"):
    """A page (the first is 0) of the people who play a server's games of the day best this month."""

    page: Count = 0
    action: PageAction = PageAction.SHOW


View = LeaderboardView | LadderView | PuzzleLeaderboardView | GuesserView | DailyGamesView
"""A page of a leaderboard of any kind."""


def is_of_server(view: View) -> bool:
    """Return whether a leaderboard is that of a server. What's of the day and guesses have no other."""
    return isinstance(view, PuzzleLeaderboardView | GuesserView | DailyGamesView) or view.here


def period_name(words: Words, period: Period) -> str:
    """Return the name of a period in the menu."""
    return {
        Period.ALL: words.label("period", "all time"),
        Period.MONTH: words.label("period", "last 30 days"),
        Period.SEASON: words.label("period", "this season"),
    }[period]


AnyLine = RatedPlace | Rung | PuzzleSolver | Guesser | MonthOfDays
"""A line of a leaderboard of any kind."""

Line = TypeVar("Line", bound=AnyLine)


class PageReader(Protocol[Line]):
    """Reads the page with a number, or that with the reader, of a list without some people."""

    async def __call__(
        self, page: int | None, without: Collection[int] = (), *, reader_id: int
    ) -> RankedPage[Line]: ...


@dataclass(frozen=True, slots=True)
class LineForm:
    """How a rank and a name are written, and the maximum number of ``ratings`` that describe a curve."""

    point: str
    named: Callable[[Player], str]
    ratings: int

    def numbered(self, line: AnyLine) -> str:
        """Return the player of a line, preceded by their rank if they have one."""
        player = self.named(line.player)
        return player if line.rank is None else f"{line.rank}{self.point} {player}"


# A number with a period at the start of a line would begin a list.
MARKED_UP = LineForm("\\.", name, 12)
_PLAIN: tuple[LineForm, ...] = tuple(LineForm(".", plain_name, ratings) for ratings in (12, 6, 3, 0))
"""The first is for pages that leave a lot of room in a picture's description, the last for full ones."""


@dataclass(frozen=True, slots=True)
class ShownPage(ABC, Generic[Line]):
    """A ``page`` of a leaderboard of any kind, and how to show it.

    ``reader_id`` is None if it's for everyone; then ``server`` is the name of the server that the list
    belongs to, and empty if it's of all servers. ``in_server`` says whether it's shown in a server, which has
    its own lists.
    """

    words: Words
    view: View
    page: RankedPage[Line]
    reader_id: int | None
    in_server: bool
    server: str = ""

    @property
    @abstractmethod
    def _title(self) -> str:
        """Return the name of the list."""

    @property
    @abstractmethod
    def _scope(self) -> str:
        """Return what counts on the list."""

    @abstractmethod
    def _nobody(self) -> str:
        """Return what's said if there are no lines."""

    @abstractmethod
    def _said(self, line: Line, form: LineForm) -> str:
        """Return a line in words."""

    @abstractmethod
    def _headings(self) -> render.LeaderboardHeadings:
        """Return the headings of the picture's columns."""

    @abstractmethod
    def _row(self, line: Line) -> render.LeaderboardRow:
        """Return a line on the picture."""

    @abstractmethod
    def _links(self, *, computer: bool) -> list[Row]:
        """Return the rows that lead to other lists."""

    def _columns(self, figure: str, *others: str, week: str | None = None) -> render.LeaderboardHeadings:
        """Return the headings of a picture with these columns after that of the players."""
        return render.LeaderboardHeadings(self.words.label("column", "Player"), figure, week, others)

    def _row_of(self, line: Line, figure: int | None, *others: str | bool) -> render.LeaderboardRow:
        """Return a line on a picture without weeks."""
        own = line.player.id == self.reader_id
        return render.LeaderboardRow(line.rank, plain_name(line.player), str(figure), others, own=own)

    @property
    def _subtitle(self) -> str:
        # The server comes last, so that a long name is all that's cut short.
        return f"{self._scope} · {self.server}" if self.server else self._scope

    @property
    def _apart(self) -> Line | None:
        """Return the reader's own line, if it isn't on the page."""
        own, listed = self.page.own, [line.player for line in self.page.lines]
        return None if own is None or own.player in listed else own

    @property
    def label(self) -> str:
        """Return the label of the button that leads to the list."""
        return self._title

    @property
    def text(self) -> str:
        """Return the page as lines below its title, or what's said if there are none."""
        footer = escaped(self._subtitle)
        return list_text(self._title, self._said_lines(MARKED_UP), empty=self._nobody(), footer=footer)

    @property
    def alt_text(self) -> str:
        """Return the description of the page's picture."""
        lines: list[str] = []
        for form in _PLAIN:
            lines = [f"{self._title} ({self._subtitle})", *self._said_lines(form)]
            if len(joined(self.words, lines)) <= LONGEST:
                break
        while len(joined(self.words, lines)) > LONGEST:
            lines.pop(-2)
        return joined(self.words, lines)

    @property
    def drawing(self) -> render.LeaderboardPage:
        """Return what the page's picture shows."""
        apart = None if self._apart is None else self._row(self._apart)
        rows = tuple(map(self._row, self.page.lines))
        return render.LeaderboardPage(self._title, self._subtitle, self._headings(), rows, apart)

    async def content(self, theme: ThemeName | None, *rows: ui.Item[Any]) -> Content:
        """Return the page with these rows below it: as a picture, or as text if ``theme`` is None."""
        if theme is None or not self.page.lines:
            return boxed(self.text, rows=rows, accent=GOLD)
        png = await draw(render.leaderboard, self.drawing, theme=drawn(theme))
        picture = Picture(f"{self.view}-{theme}.png".replace(":", "-"), png, self.alt_text)
        return boxed(picture, rows=rows, accent=GOLD)

    def controls(self, *, computer: bool) -> list[Row]:
        """Return the rows below a private page; ``computer`` says whether this host has one to play."""
        view = replace(self.view, action=PageAction.SHOW)
        buttons = page_buttons(
            self.words, lambda page: replace(view, page=page), view.page, more=self.page.more
        )
        if self._apart is not None:
            # Translators: button (about 20 characters): to the page of a leaderboard that has the reader.
            label = self.words.say("Find me")
            buttons.append(leading_to(replace(view, page=0, action=PageAction.FIND), label))
        if self.page.lines and self.view.action is not PageAction.SHARE:
            label = self.words.label("button", "Share")
            buttons.append(leading_to(replace(view, action=PageAction.SHARE), label))
        return [*rows_of(buttons), *self._links(computer=computer)]

    def _said_lines(self, form: LineForm) -> list[str]:
        lines = [self._said(line, form) for line in self.page.lines]
        if self._apart is not None:
            # Translators: {line} is the reader's own line of a leaderboard.
            lines.append(self.words.say("You: {line}", line=self._said(self._apart, form)))
        return lines

    def _to_puzzles(self) -> list[Button]:
        if not self.in_server:
            return []
        return [leading_to(PuzzleLeaderboardView(), self.words.label("leaderboard", "Puzzles"))]

    def _to_days(self) -> list[Button]:
        if not self.in_server:
            return []
        return [leading_to(DailyGamesView(), self.words.label("leaderboard", "Daily games"))]

    def _to_guessers(self) -> list[Button]:
        if not self.in_server:
            return []
        return [leading_to(GuesserView(), self.words.label("leaderboard", "Guesses"))]

    def _to_scope(self, other: View, *, here: bool) -> list[Button]:
        """Return the button from the list of the server, if ``here``, to that of all servers, or back."""
        if not self.in_server:
            return []
        words = self.words
        return [leading_to(other, words.say("All servers") if here else words.say("This server"))]


def streak_figure(words: Words, streak: int) -> str:
    """Return a streak in two or three characters; empty without one."""
    if not streak:
        return ""
    if streak > 0:
        # Translators: wins in a row on a leaderboard, in two or three letters.
        return words.say("W{number}", number=streak)
    # Translators: losses in a row on a leaderboard, in two or three letters.
    return words.say("L{number}", number=-streak)


def streak_text(words: Words, streak: int) -> str:
    """Return a streak in a few words; empty for fewer than two wins or losses in a row."""
    if streak > 1:
        return words.count("{number} win in a row", "{number} wins in a row", streak)
    if streak < -1:
        return words.count("{number} loss in a row", "{number} losses in a row", -streak)
    return ""


def leading_to(view: View, label: str) -> Button:
    return button(view, label)


async def answer_page(
    context: Context, view: View, read: PageReader[Line], shown_as: type[ShownPage[Line]]
) -> None:
    """Show a page privately, after posting it in the channel if that's its action."""
    await context.admit_extra()
    shown = await read_page(context, view, read, shown_as)
    if view.action is PageAction.SHARE:
        content = await shared_page(context, shown)
        # The panel remains the answer; the page is separate.
        await context.reply.acknowledge()
        await context.reply.follow_up(content)
    await show_page(context, shown)


async def read_page(
    context: Context, view: View, read: PageReader[Line], shown_as: type[ShownPage[Line]]
) -> ShownPage[Line]:
    """Read the page of a view. Those who have left the server aren't on its own lists."""
    memberships, here = context.client.memberships, is_of_server(view)
    number = None if view.action is PageAction.FIND else view.page
    found = False
    while True:
        gone = memberships.known_gone(context.place) if here else frozenset()
        try:
            page = await read(number, gone, reader_id=context.user.id)
        except PastTheEndError:
            if not (found and number):
                raise
            # Everyone on the last page has left.
            number -= 1
            continue
        players = [line.player for line in page.lines]
        found = here and await memberships.find_gone(context.client, context.place, players)
        if not found:
            in_server = context.interaction.guild_id is not None
            return shown_as(context.words, replace(view, page=page.page), page, context.user.id, in_server)


async def show_page(context: Context, shown: ShownPage[Any]) -> None:
    """Show a page privately, with its controls, and once a question below a list of all servers."""
    rows: list[ui.Item[Any]] = [*shown.controls(computer=context.services.computer.available)]
    preferences = context.services.preferences
    chosen = await preferences.remembered(context.user.id)
    if not is_of_server(shown.view) and await preferences.note_asked(context.user.id):
        rows += listing_question(context.words)
    theme = None if chosen.without_pictures else chosen.theme
    await context.reply.private(await shown.content(theme, *rows), in_place=True)


async def shared_page(context: Context, shown: ShownPage[Any]) -> Content:
    """Return a page for the whole channel, with a button that opens the list privately."""
    check_can_post(context)
    words = words_for(await context.public_language())
    server = await server_name(context.client, context.place) if is_of_server(shown.view) else None
    named = "" if server is None else on_one_line(server)
    page = replace(shown.page, own=None)
    public = replace(shown, words=words, page=page, reader_id=None, server=named)
    row = Row(leading_to(replace(shown.view, page=0, action=PageAction.SHOW), public.label))
    theme = (await context.services.preferences.guild(context.interaction.guild_id)).theme
    return await public.content(theme, row)
