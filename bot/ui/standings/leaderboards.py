"""The leaderboards of players, of the computer's ladder, and of puzzles of the day, a page at a time."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import render
from bot.ui.components.levels import level_menu
from bot.ui.components.panels import list_text
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Row
from bot.ui.message.selects import Option, menu
from bot.ui.standings.pages import (
    MARKED_UP,
    Form,
    LadderView,
    LeaderboardView,
    PageAction,
    PuzzleLeaderboardView,
    ShownPage,
    View,
    answer_page,
    is_of_server,
    leading_to,
    period_name,
    streak_figure,
    streak_text,
)
from bot.ui.standings.profile import curve_text
from bot.ui.text.values import level_name
from bot.ui.text.words import escaped, plain_name, rating_text, ruleset_name, signed
from bot.use_cases.puzzles.puzzle_leaderboards import PuzzlePeriod, PuzzleSolver, SolversPage
from bot.use_cases.standings.leaderboards import PAGE_SIZE
from bot.values.errors import PastTheEndError
from bot.values.players import Player
from bot.values.standings import LadderPage, LeaderboardPage, Period, RatedPlace, Rung
from engine import Level, Ruleset

T = TypeVar("T")


async def best_players(context: Context) -> "ShownLeaderboard":
    return await _read(context, LeaderboardView())


@on_click(LeaderboardView)
async def answer_leaderboard_click(context: Context, clicked: LeaderboardView) -> None:
    await context.admit_extra()
    view = await _with_reader(context, clicked) if clicked.action is PageAction.FIND else clicked
    await answer_page(context, await _read(context, view))


async def _with_reader(context: Context, view: LeaderboardView) -> LeaderboardView:
    choice, gone = view.choice(context.place.guild_id), known_gone(context, here=view.here)
    page = await context.services.leaderboards.page_of(choice, context.user.id, gone)
    return replace(view, page=page or 0)


async def _read(context: Context, view: LeaderboardView) -> "ShownLeaderboard":
    choice, who = view.choice(context.place.guild_id), context.user.id

    async def read(number: int, gone: frozenset[int]) -> LeaderboardPage:
        return await context.services.leaderboards.people(choice, number, gone, reader_id=who)

    page = await present(context, view, read, lambda page: [line.player for line in page.places])
    return ShownLeaderboard(
        context.words,
        replace(view, page=page.page),
        page.places,
        page.own,
        page.more,
        who,
        context.interaction.guild_id is not None,
        is_started=page.is_started,
    )


def known_gone(context: Context, *, here: bool) -> frozenset[int]:
    """Return who isn't listed: those known to have left the server, if the list is its own."""
    return context.client.memberships.known_gone(context.place) if here else frozenset()


async def present(
    context: Context,
    view: View,
    read: Callable[[int, frozenset[int]], Awaitable[T]],
    players: Callable[[T], Sequence[Player]],
) -> T:
    """Read the page of a view without the people who have left the server, if the list is its own.

    ``read`` returns the page with a number, without some people, and ``players`` those on it.
    """
    here = is_of_server(view)
    number, found = view.page, False
    while True:
        try:
            page = await read(number, known_gone(context, here=here))
        except PastTheEndError:
            if not found:
                raise
            # Everyone on the last page has left.
            number -= 1
            continue
        if not here:
            return page
        found = await context.client.memberships.find_gone(context.client, context.place, players(page))
        if not found:
            return page


@dataclass(frozen=True, slots=True)
class ShownLeaderboard(ShownPage[RatedPlace]):
    """A page of a leaderboard of rated players.

    ``is_started`` is False for the leaderboard of a season if none is running.
    """

    view: LeaderboardView
    is_started: bool = True

    @property
    def _title(self) -> str:
        here = self.in_server and self.view.here
        return self.label if here else self.words.say("Leaderboard, all servers")

    @property
    def label(self) -> str:
        return self.words.label("title", "Leaderboard")

    @property
    def _scope(self) -> str:
        ruleset = ruleset_name(self.words, self.view.ruleset)
        return f"{ruleset} · {period_name(self.words, self.view.period)}"

    @property
    def text(self) -> str:
        """Return the page as lines."""
        lines = [f"-# {escaped(self._subtitle)}", *self._said_lines(MARKED_UP)] if self.lines else []
        return list_text(self._title, lines, empty=self._nobody())

    def _said(self, line: RatedPlace, form: Form) -> str:
        words = self.words
        games = words.count("{number} game", "{number} games", line.games)
        facts = [rating_text(line.rating, deviation=line.deviation), self._week(line), games]
        facts += [streak_text(words, line.streak), self._curve(line, form)]
        return f"{form.numbered(line)} · {' · '.join(fact for fact in facts if fact)}"

    def _headings(self) -> render.LeaderboardHeadings:
        words = self.words
        return render.LeaderboardHeadings(
            words.label("column", "Player"),
            words.label("column", "Rating"),
            # Translators: the headings of a leaderboard have little room. This is about the last seven days.
            words.label("column", "Week"),
            (words.label("column", "Games"), words.label("column", "Streak")),
        )

    def _row(self, line: RatedPlace) -> render.LeaderboardRow:
        return render.LeaderboardRow(
            line.rank,
            plain_name(line.player),
            rating_text(line.rating, deviation=line.deviation),
            (str(line.games), streak_figure(self.words, line.streak)),
            None if line.change is None else round(line.change),
            line.latest,
            own=line.player.id == self.reader_id,
        )

    def _week(self, place: RatedPlace) -> str:
        if place.change is None:
            return ""
        points = round(place.change)
        if not points:
            # Translators: how a rating changed in the last seven days.
            return self.words.say("no change this week")
        # Translators: a change of a rating, such as "+12 this week".
        return self.words.say("{change} this week", change=signed(points))

    def _curve(self, place: RatedPlace, form: Form) -> str:
        ratings = curve_text(place.latest, form.ratings)
        # Translators: a player's rating after each of the last games, such as "lately 1500, 1512, 1498".
        return self.words.say("lately {ratings}", ratings=ratings) if ratings else ""

    def _nobody(self) -> str:
        words = self.words
        if not self.is_started:
            return words.say(
                "No season is running. People who manage the server can start one with "
                "/pyrga-server season start."
            )
        if not (self.in_server and self.view.here):
            return words.say(
                "No one is on this leaderboard yet. It only has people who chose that in /pyrga settings."
            )
        nobody = {
            Period.ALL: words.say("No one here has played a rated game lately."),
            Period.MONTH: words.say("No one here has played a rated game in the last 30 days."),
            Period.SEASON: words.say("No one here has played a rated game this season yet."),
        }[self.view.period]
        hint = words.say("To start a rated game, use /pyrga challenge.")
        return f"{nobody} {hint}"

    def _links(self, *, computer: bool) -> list[Row]:
        del computer
        view = replace(self.view, page=0, action=PageAction.SHOW)
        lists = [
            *self._to_scope(replace(view, here=not view.here), here=view.here),
            leading_to(LadderView(view.here), self.words.label("leaderboard", "Computer")),
            *self._to_puzzles(),
            *self._to_guessers(),
        ]
        periods = list(Period) if self.in_server and view.here else [Period.ALL, Period.MONTH]
        options = [
            Option(
                replace(view, ruleset=ruleset, period=period),
                f"{ruleset_name(self.words, ruleset)} · {period_name(self.words, period)}",
            )
            for ruleset in Ruleset
            for period in periods
        ]
        return [Row(*lists), Row(menu(options, view))]


@on_click(LadderView)
async def answer_ladder_click(context: Context, clicked: LadderView) -> None:
    await context.admit_extra()
    guild_id, who = context.interaction.guild_id, context.user.id

    async def read(number: int, gone: frozenset[int]) -> LadderPage:
        scope = guild_id if clicked.here else None
        return await context.services.leaderboards.ladder(scope, reader_id=who, page=number, without=gone)

    view = clicked
    if clicked.action is PageAction.FIND:
        own = (await read(0, known_gone(context, here=clicked.here))).own
        view = replace(clicked, page=0 if own is None else (own.rank - 1) // PAGE_SIZE)
    page = await present(context, view, read, lambda page: [line.player for line in page.rungs])
    shown = ShownLadder(
        context.words,
        replace(view, page=page.page),
        page.rungs,
        page.own,
        page.more,
        who,
        in_server=guild_id is not None,
    )
    await answer_page(context, shown)


@dataclass(frozen=True, slots=True)
class ShownLadder(ShownPage[Rung]):
    """A page of the computer's ladder."""

    view: LadderView

    @property
    def _title(self) -> str:
        return (
            self.label
            if self.in_server and self.view.here
            else self.words.say("Against the computer, all servers")
        )

    @property
    def label(self) -> str:
        return self.words.say("Against the computer")

    @property
    def _scope(self) -> str:
        # Translators: in small print, below or beside "Against the computer": which wins are counted.
        return self.words.say("Without hints or takebacks")

    def _nobody(self) -> str:
        return self.words.say(
            "No one here has beaten the computer without hints or takebacks yet. "
            "Start a game with /pyrga play."
        )

    def _said(self, line: Rung, form: Form) -> str:
        wins = self.words.count("{number} win", "{number} wins", line.wins)
        return f"{form.numbered(line)} · {level_name(self.words, Level(line.level))}, {wins}"

    def _headings(self) -> render.LeaderboardHeadings:
        words = self.words
        return render.LeaderboardHeadings(
            words.label("column", "Player"),
            words.label("column", "Level"),
            None,
            (words.label("column", "Wins"),),
        )

    def _row(self, line: Rung) -> render.LeaderboardRow:
        own = line.player.id == self.reader_id
        wins = (str(line.wins),)
        return render.LeaderboardRow(line.rank, plain_name(line.player), str(line.level), wins, own=own)

    def _links(self, *, computer: bool) -> list[Row]:
        scope = self._to_scope(LadderView(not self.view.here), here=self.view.here)
        people = leading_to(LeaderboardView(self.view.here), self.words.label("leaderboard", "People"))
        menus = [Row(level_menu(self.words))] if computer else []
        return [Row(*scope, people, *self._to_puzzles()), *menus]


@on_click(PuzzleLeaderboardView)
async def answer_puzzle_leaderboard_click(context: Context, clicked: PuzzleLeaderboardView) -> None:
    await context.admit_extra()
    guild_id, period, who = context.guild_id, clicked.period, context.user.id
    leaderboards = context.services.puzzle_leaderboards

    async def read(number: int, gone: frozenset[int]) -> SolversPage:
        return await leaderboards.page(guild_id, period, page=number, size=PAGE_SIZE, without=gone)

    async def find() -> tuple[PuzzleSolver | None, int]:
        gone = known_gone(context, here=True)
        return await leaderboards.find(guild_id, period, player_id=who, without=gone) or (None, 0)

    view = clicked
    if view.action is PageAction.FIND:
        _, before = await find()
        view = replace(view, page=before // PAGE_SIZE)
    page = await present(context, view, read, lambda page: [line.player for line in page.solvers])
    # Last, because only now it's known who has left.
    own, _ = await find()
    view = replace(view, page=page.page)
    shown = ShownPuzzleLeaderboard(context.words, view, page.solvers, own, page.more, who, in_server=True)
    await answer_page(context, shown)


@dataclass(frozen=True, slots=True)
class ShownPuzzleLeaderboard(ShownPage[PuzzleSolver]):
    """A page of a leaderboard of a server's puzzles of the day."""

    view: PuzzleLeaderboardView

    @property
    def _title(self) -> str:
        return self.words.say("Puzzles of the day")

    @property
    def _scope(self) -> str:
        words = self.words
        return (
            words.label("period", "today")
            if self.view.period is PuzzlePeriod.TODAY
            else words.label("period", "this month")
        )

    def _nobody(self) -> str:
        words = self.words
        if self.view.period is PuzzlePeriod.TODAY:
            empty = words.say("No one here has solved today's puzzle yet.")
        else:
            empty = words.say("No one here has solved a puzzle of the day this month.")
        hint = words.say("People who manage the server can switch daily puzzles on.")
        return f"{empty} {hint}"

    def _said(self, line: PuzzleSolver, form: Form) -> str:
        words = self.words
        # Translators: how many puzzles of the day in a row someone has solved, in a list.
        streak = words.count("a streak of {number}", "a streak of {number}", line.streak.length)
        if self.view.period is PuzzlePeriod.TODAY:
            # Translators: in how many tries someone has solved today's puzzle, in a list.
            tries = words.count(
                "solved in {number} try", "solved in {number} tries", line.tries or 1, number=line.tries
            )
            facts = [tries, streak.format(number=line.streak.length)]
            return f"{form.numbered(line)} · {', '.join(facts)}"
        # Translators: how many puzzles someone has solved, in a list.
        solved = words.count("{number} solved", "{number} solved", line.solved)
        facts = [solved, streak.format(number=line.streak.length)]
        if line.tries is not None:
            facts.append(words.say("solved today"))
        return f"{form.numbered(line)} · {', '.join(facts)}"

    def _headings(self) -> render.LeaderboardHeadings:
        words = self.words
        if self.view.period is PuzzlePeriod.TODAY:
            return render.LeaderboardHeadings(
                words.label("column", "Player"),
                words.label("column", "Tries"),
                None,
                (words.label("column", "Streak"),),
            )
        return render.LeaderboardHeadings(
            words.label("column", "Player"),
            words.label("column", "Solved"),
            None,
            (words.label("column", "Streak"), words.label("column", "Today")),
        )

    def _row(self, line: PuzzleSolver) -> render.LeaderboardRow:
        own = line.player.id == self.reader_id
        player, streak = plain_name(line.player), str(line.streak.length)
        if self.view.period is PuzzlePeriod.TODAY:
            return render.LeaderboardRow(line.rank, player, str(line.tries), (streak,), own=own)
        others = (streak, line.tries is not None)
        return render.LeaderboardRow(line.rank, player, str(line.solved), others, own=own)

    def _links(self, *, computer: bool) -> list[Row]:
        del computer
        words = self.words
        if self.view.period is PuzzlePeriod.MONTH:
            other = leading_to(PuzzleLeaderboardView(PuzzlePeriod.TODAY), words.label("leaderboard", "Today"))
        else:
            other = leading_to(PuzzleLeaderboardView(), words.label("leaderboard", "This month"))
        people = leading_to(LeaderboardView(), words.label("leaderboard", "People"))
        return [Row(other, people, leading_to(LadderView(), words.label("leaderboard", "Computer")))]
