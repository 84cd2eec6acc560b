"""The leaderboards: of players, the computer's ladder, of puzzles and games of the day, and of guessers."""

from dataclasses import dataclass, replace
from functools import partial

import render
from bot.ui.components.panels import level_menu, list_text
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Row
from bot.ui.message.custom_ids import PlayToday, button
from bot.ui.message.selects import Option, menu
from bot.ui.standings.pages import (
    MARKED_UP,
    DailyGamesView,
    GuesserView,
    LadderView,
    LeaderboardView,
    LineForm,
    PageAction,
    PageReader,
    PuzzleLeaderboardView,
    ShownPage,
    answer_page,
    leading_to,
    period_name,
    read_page,
    streak_figure,
    streak_text,
)
from bot.ui.standings.profile import curve_text
from bot.ui.text.values import level_name
from bot.ui.text.words import escaped, plain_name, rating_text, ruleset_name, signed
from bot.use_cases.daily_games.results import MonthOfDays
from bot.use_cases.puzzles.daily_puzzles import PuzzlePeriod, PuzzleSolver
from bot.values.standings import Guesser, Period, RatedPlace, Rung
from engine import Level, Ruleset


async def best_players(context: Context) -> ShownPage[RatedPlace]:
    """Return the first page of the leaderboard that people see first."""
    view = LeaderboardView()
    return await read_page(context, view, _people(context, view), ShownLeaderboard)


@on_click(LeaderboardView)
async def answer_leaderboard_click(context: Context, clicked: LeaderboardView) -> None:
    await answer_page(context, clicked, _people(context, clicked), ShownLeaderboard)


def _people(context: Context, view: LeaderboardView) -> PageReader[RatedPlace]:
    return partial(context.services.leaderboards.people, view.choice(context.place.guild_id))


@dataclass(frozen=True, slots=True)
class ShownLeaderboard(ShownPage[RatedPlace]):
    """A page of a leaderboard of rated players."""

    view: LeaderboardView

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
        lines = [f"-# {escaped(self._subtitle)}", *self._said_lines(MARKED_UP)] if self.page.lines else []
        return list_text(self._title, lines, empty=self._nobody())

    def _said(self, line: RatedPlace, form: LineForm) -> str:
        words = self.words
        games = words.count("{number} game", "{number} games", line.games)
        facts = [rating_text(line.rating, deviation=line.deviation), self._week(line), games]
        facts += [streak_text(words, line.streak), self._curve(line, form)]
        return f"{form.numbered(line)} · {' · '.join(fact for fact in facts if fact)}"

    def _headings(self) -> render.LeaderboardHeadings:
        words = self.words
        # Translators: the headings of a leaderboard have little room. This is about the last seven days.
        week = words.label("column", "Week")
        others = words.label("column", "Games"), words.label("column", "Streak")
        return self._columns(words.label("column", "Rating"), *others, week=week)

    def _row(self, line: RatedPlace) -> render.LeaderboardRow:
        return render.LeaderboardRow(
            line.rank,
            plain_name(line.player),
            rating_text(line.rating, deviation=line.deviation),
            (str(line.games), streak_figure(self.words, line.streak)),
            None if line.change is None or line.rank is None else round(line.change),
            line.latest,
            own=line.player.id == self.reader_id,
        )

    def _week(self, place: RatedPlace) -> str:
        # A provisional rating jumps.
        if place.change is None or place.rank is None:
            return ""
        points = round(place.change)
        if not points:
            # Translators: how a rating changed in the last seven days.
            return self.words.say("no change this week")
        # Translators: a change of a rating, such as "+12 this week".
        return self.words.say("{change} this week", change=signed(points))

    def _curve(self, place: RatedPlace, form: LineForm) -> str:
        ratings = curve_text(place.latest, form.ratings)
        # Translators: a player's rating after each of the last games, such as "lately 1500, 1512, 1498".
        return self.words.say("lately {ratings}", ratings=ratings) if ratings else ""

    def _nobody(self) -> str:
        words = self.words
        if not self.page.is_started:
            return words.say(
                "No season is running. People who manage the server can start one with "
                "/pyrga-server season start."
            )
        if not (self.in_server and self.view.here):
            return words.say(
                "No one is on this leaderboard yet. It only has people who chose that in /pyrga settings."
            )
        nobody = {
            Period.ALL: words.say("No one here has played a rated game in the last 90 days."),
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
            *self._to_days(),
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
    guild_id = context.interaction.guild_id if clicked.here else None
    read = partial(context.services.leaderboards.ladder, guild_id=guild_id)
    await answer_page(context, clicked, read, ShownLadder)


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

    def _said(self, line: Rung, form: LineForm) -> str:
        wins = self.words.count("{number} win", "{number} wins", line.wins)
        return f"{form.numbered(line)} · {level_name(self.words, Level(line.level))}, {wins}"

    def _headings(self) -> render.LeaderboardHeadings:
        return self._columns(self.words.label("column", "Level"), self.words.label("column", "Wins"))

    def _row(self, line: Rung) -> render.LeaderboardRow:
        return self._row_of(line, line.level, str(line.wins))

    def _links(self, *, computer: bool) -> list[Row]:
        scope = self._to_scope(LadderView(not self.view.here), here=self.view.here)
        people = leading_to(LeaderboardView(self.view.here), self.words.label("leaderboard", "People"))
        menus = [Row(level_menu(self.words))] if computer else []
        return [Row(*scope, people, *self._to_puzzles()), *menus]


@on_click(PuzzleLeaderboardView)
async def answer_puzzle_leaderboard_click(context: Context, clicked: PuzzleLeaderboardView) -> None:
    read = partial(context.services.puzzle_leaderboards.page, clicked.period, guild_id=context.guild_id)
    await answer_page(context, clicked, read, ShownPuzzleLeaderboard)


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

    def _said(self, line: PuzzleSolver, form: LineForm) -> str:
        words = self.words
        # Translators: how many puzzles of the day in a row someone has solved, in a list.
        streak = words.count("a streak of {number}", "a streak of {number}", line.streak.length)
        if self.view.period is PuzzlePeriod.TODAY:
            # Translators: in how many tries someone has solved today's puzzle, in a list.
            tries = words.count(
                "solved in {number} try", "solved in {number} tries", line.tries or 1, number=line.tries
            )
            return f"{form.numbered(line)} · {tries}, {streak}"
        # Translators: how many puzzles someone has solved, in a list.
        facts = [words.count("{number} solved", "{number} solved", line.solved), streak]
        if line.tries is not None:
            facts.append(words.say("solved today"))
        return f"{form.numbered(line)} · {', '.join(facts)}"

    def _headings(self) -> render.LeaderboardHeadings:
        words = self.words
        streak = words.label("column", "Streak")
        if self.view.period is PuzzlePeriod.TODAY:
            return self._columns(words.label("column", "Tries"), streak)
        return self._columns(words.label("column", "Solved"), streak, words.label("column", "Today"))

    def _row(self, line: PuzzleSolver) -> render.LeaderboardRow:
        streak = str(line.streak.length)
        if self.view.period is PuzzlePeriod.TODAY:
            return self._row_of(line, line.tries, streak)
        return self._row_of(line, line.solved, streak, line.tries is not None)

    def _links(self, *, computer: bool) -> list[Row]:
        del computer
        words = self.words
        if self.view.period is PuzzlePeriod.MONTH:
            other = leading_to(PuzzleLeaderboardView(PuzzlePeriod.TODAY), words.label("leaderboard", "Today"))
        else:
            other = leading_to(PuzzleLeaderboardView(), words.label("leaderboard", "This month"))
        people = leading_to(LeaderboardView(), words.label("leaderboard", "People"))
        return [Row(other, people, leading_to(LadderView(), words.label("leaderboard", "Computer")))]


@on_click(GuesserView)
async def answer_guesser_click(context: Context, clicked: GuesserView) -> None:
    read = partial(context.services.guesses.guessers, guild_id=context.guild_id)
    await answer_page(context, clicked, read, ShownGuessers)


@dataclass(frozen=True, slots=True)
class ShownGuessers(ShownPage[Guesser]):
    """A page of a server's guessers of the month."""

    view: GuesserView

    @property
    def _title(self) -> str:
        return self.words.say("Guess the move")

    @property
    def _scope(self) -> str:
        return self.words.label("period", "this month")

    def _nobody(self) -> str:
        return self.words.say(
            "No one here has guessed a move this month. To guess, watch a game and click a move on its board."
        )

    def _said(self, line: Guesser, form: LineForm) -> str:
        # Translators: how many of someone's guesses were right, in a list.
        right = self.words.say("{right} of {total} right", right=line.right, total=line.total)
        return f"{form.numbered(line)} · {right}"

    def _headings(self) -> render.LeaderboardHeadings:
        return self._columns(self.words.label("guesses", "Right"), self.words.label("column", "Guesses"))

    def _row(self, line: Guesser) -> render.LeaderboardRow:
        return self._row_of(line, line.right, str(line.total))

    def _links(self, *, computer: bool) -> list[Row]:
        del computer
        words = self.words
        people = leading_to(LeaderboardView(), words.label("leaderboard", "People"))
        return [Row(people, leading_to(LadderView(), words.label("leaderboard", "Computer")))]


@on_click(DailyGamesView)
async def answer_days_click(context: Context, clicked: DailyGamesView) -> None:
    read = partial(context.services.daily_results.month, guild_id=context.guild_id)
    await answer_page(context, clicked, read, ShownDailyGames)


@dataclass(frozen=True, slots=True)
class ShownDailyGames(ShownPage[MonthOfDays]):
    """A page of those who play a server's games of the day best this month."""

    view: DailyGamesView

    @property
    def _title(self) -> str:
        return self.words.say("Games of the day")

    @property
    def _scope(self) -> str:
        return self.words.label("period", "this month")

    def _nobody(self) -> str:
        return self.words.say(
            "No one here has played a game of the day this month. Play today's: /pyrga today"
        )

    def _said(self, line: MonthOfDays, form: LineForm) -> str:
        points = self.words.count("{number} point", "{number} points", line.points)
        # Translators: on how many days someone has played the game of the day, in a list.
        days = self.words.count("{number} day", "{number} days", line.days)
        moves = self.words.count("{number} move", "{number} moves", line.plies)
        return f"{form.numbered(line)} · {points} · {days} · {moves}"

    def _headings(self) -> render.LeaderboardHeadings:
        words = self.words
        days, moves = words.label("column", "Days"), words.label("column", "Moves")
        return self._columns(words.label("column", "Points"), days, moves)

    def _row(self, line: MonthOfDays) -> render.LeaderboardRow:
        return self._row_of(line, line.points, str(line.days), str(line.plies))

    def _links(self, *, computer: bool) -> list[Row]:
        people = leading_to(LeaderboardView(), self.words.label("leaderboard", "People"))
        today = [button(PlayToday(), self.words)] if computer else []
        return [Row(*today, people, *self._to_puzzles())]
