"""A page of a leaderboard in words, as one reader sees it: the text of it, and of its picture."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Final

from bot.matches.puzzles.puzzle_board import Period as SolvingPeriod
from bot.matches.puzzles.puzzle_board import Solver
from bot.matches.values.players import Player
from bot.matches.values.standings import BoardPage, LadderPage, Period, RatedPlace, Rung
from bot.ui.components.pages import list_text
from bot.ui.standings.views import BoardView, LadderView, SolversView
from bot.ui.text.levels import level_name
from bot.ui.text.words import name, plain_name, rating_text, ruleset_name, signed
from engine import Level

LONGEST_ALT_TEXT: Final = 1024
"""Maximum number of characters that Discord takes as the description of a picture."""


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A page of a leaderboard of rated players.

    ``reader_id`` is None if it's for everyone. ``in_server`` tells whether it's shown in a server, which has
    a leaderboard of its own.
    """

    words: NullTranslations
    view: BoardView
    page: BoardPage
    reader_id: int | None
    in_server: bool

    @property
    def title(self) -> str:
        """What the leaderboard is called."""
        _ = self.words.gettext
        here = self.in_server and self.view.here
        if self.view.provisional:
            return _("Provisional ratings") if here else _("Provisional ratings, all servers")
        return _("Leaderboard") if here else _("Leaderboard, all servers")

    @property
    def scope(self) -> str:
        """Which games it's about: their ruleset and its period."""
        ruleset = ruleset_name(self.words, self.view.ruleset)
        return f"{ruleset} · {period_name(self.words, self.view.period)}"

    @property
    def apart(self) -> RatedPlace | None:
        """The reader's own place, if it isn't on the page."""
        listed = [place.player for place in self.page.places]
        return None if self.page.own is None or self.page.own.player in listed else self.page.own

    @property
    def text(self) -> str:
        """The page as lines."""
        if not self.page.places:
            return list_text(self.title, [], empty=self._nobody())
        lines = _with_own(self.words, self._lines(_MARKED_UP), self._apart_line(_MARKED_UP))
        return list_text(self.title, [f"-# {self.scope}", *lines], empty="")

    @property
    def alt_text(self) -> str:
        """What a picture of the page shows."""
        lines = _with_own(self.words, self._lines(_PLAIN), self._apart_line(_PLAIN))
        return _fitted([f"{self.title} ({self.scope})", *lines])

    def _lines(self, form: "_Form") -> list[str]:
        return [self._line(place, form) for place in self.page.places]

    def _apart_line(self, form: "_Form") -> str | None:
        return None if self.apart is None else self._line(self.apart, form)

    def _line(self, place: RatedPlace, form: "_Form") -> str:
        words = self.words
        games = words.ngettext("{number} game", "{number} games", place.games).format(number=place.games)
        facts = [rating_text(place.rating, place.deviation), self._week(place), games]
        facts.append(streak_text(words, place.streak))
        return f"{form.numbered(place)} · {' · '.join(fact for fact in facts if fact)}"

    def _week(self, place: RatedPlace) -> str:
        if place.change is None:
            return ""
        points = round(place.change)
        if not points:
            return self.words.gettext("no change this week")
        return self.words.gettext("{change} this week").format(change=signed(points))

    def _nobody(self) -> str:
        _ = self.words.gettext
        if self.view.period is Period.SEASON:
            return _(
                "No one has an established rating in this season yet, or there's no season. People who "
                "manage the server can start one."
            )
        if self.view.provisional:
            return _(
                "No one has a provisional rating here. To start a rated game, use /pyrga challenge with "
                "**rated**."
            )
        return _(
            "No one has an established rating here yet: it takes about a dozen rated games. To see who's on "
            "the way, press **Provisional**. To start a rated game, use /pyrga challenge with **rated**."
        )


@dataclass(frozen=True, slots=True)
class ShownLadder:
    """A page of the computer's ladder. ``here`` tells whether it's that of a server.

    ``reader_id`` is None if it's for everyone.
    """

    words: NullTranslations
    view: LadderView
    page: LadderPage
    reader_id: int | None
    here: bool

    @property
    def title(self) -> str:
        """What the ladder is called."""
        _ = self.words.gettext
        return _("Against the computer") if self.here else _("Against the computer, all servers")

    @property
    def scope(self) -> str:
        """What counts."""
        return self.words.gettext("Highest level beaten without hints")

    @property
    def apart(self) -> Rung | None:
        """The reader's own rung, if it isn't on the page."""
        listed = [rung.player for rung in self.page.rungs]
        return None if self.page.own is None or self.page.own.player in listed else self.page.own

    @property
    def text(self) -> str:
        """The page as lines."""
        _ = self.words.gettext
        lines = _with_own(self.words, self._lines(_MARKED_UP), self._apart_line(_MARKED_UP))
        empty = _("No one here has beaten the computer without hints yet. Start a game with /pyrga play.")
        return list_text(self.title, lines, empty=empty, footer=self.scope)

    @property
    def alt_text(self) -> str:
        """What a picture of the page shows."""
        lines = _with_own(self.words, self._lines(_PLAIN), self._apart_line(_PLAIN))
        return _fitted([f"{self.title} ({self.scope})", *lines])

    def _lines(self, form: "_Form") -> list[str]:
        return [self._line(rung, form) for rung in self.page.rungs]

    def _apart_line(self, form: "_Form") -> str | None:
        return None if self.apart is None else self._line(self.apart, form)

    def _line(self, rung: Rung, form: "_Form") -> str:
        wins = self.words.ngettext("{number} win", "{number} wins", rung.wins).format(number=rung.wins)
        return f"{form.numbered(rung)} · {level_name(self.words, Level(rung.level))}, {wins}"


@dataclass(frozen=True, slots=True)
class ShownSolvers:
    """A page of the solvers of a server's puzzles of the day. ``own`` is the reader's line, if any.

    ``reader_id`` is None if it's for everyone.
    """

    words: NullTranslations
    view: SolversView
    solvers: tuple[Solver, ...]
    own: Solver | None
    reader_id: int | None

    @property
    def title(self) -> str:
        """What the list is called."""
        return self.words.gettext("Puzzles of the day")

    @property
    def scope(self) -> str:
        """Whose solvers these are."""
        _ = self.words.gettext
        return _("today") if self.view.period is SolvingPeriod.TODAY else _("this month")

    @property
    def apart(self) -> Solver | None:
        """The reader's own line, if it isn't on the page."""
        listed = [solver.player for solver in self.solvers]
        return None if self.own is None or self.own.player in listed else self.own

    @property
    def text(self) -> str:
        """The page as lines."""
        _ = self.words.gettext
        lines = _with_own(self.words, self._lines(_MARKED_UP), self._apart_line(_MARKED_UP))
        if self.view.period is SolvingPeriod.TODAY:
            empty = _("No one here has solved today's puzzle yet.")
        else:
            empty = _("No one here has solved a puzzle of the day this month.")
        hint = _("People who manage the server can switch daily puzzles on.")
        return list_text(self.title, lines, empty=f"{empty} {hint}", footer=self.scope)

    @property
    def alt_text(self) -> str:
        """What a picture of the page shows."""
        lines = _with_own(self.words, self._lines(_PLAIN), self._apart_line(_PLAIN))
        return _fitted([f"{self.title} ({self.scope})", *lines])

    def _lines(self, form: "_Form") -> list[str]:
        return [self._line(solver, form) for solver in self.solvers]

    def _apart_line(self, form: "_Form") -> str | None:
        return None if self.apart is None else self._line(self.apart, form)

    def _line(self, solver: Solver, form: "_Form") -> str:
        words = self.words
        solved = words.ngettext("{number} solved", "{number} solved", solver.solved)
        streak = words.ngettext("a streak of {number}", "a streak of {number}", solver.streak)
        facts = [solved.format(number=solver.solved), streak.format(number=solver.streak)]
        if solver.solved_today:
            facts.append(words.gettext("solved today"))
        return f"{form.numbered(solver)} · {', '.join(facts)}"


def period_name(words: NullTranslations, period: Period) -> str:
    """A period as the menu calls it."""
    _ = words.gettext
    return {
        Period.ALL: _("all time"),
        Period.MONTH: _("last 30 days"),
        Period.SEASON: _("this season"),
    }[period]


def streak_text(words: NullTranslations, streak: int) -> str:
    """A streak in a few words; nothing for less than two wins or losses in a row."""
    if streak > 1:
        return words.gettext("{number} wins in a row").format(number=streak)
    if streak < -1:
        return words.gettext("{number} losses in a row").format(number=-streak)
    return ""


def _with_own(words: NullTranslations, lines: Sequence[str], own: str | None) -> list[str]:
    return [*lines] if own is None else [*lines, words.gettext("You: {line}").format(line=own)]


def _fitted(lines: Sequence[str]) -> str:
    """The lines in one line, as many as Discord takes."""
    kept = list(lines)
    while len("; ".join(kept)) > LONGEST_ALT_TEXT:
        kept.pop(-2)
    return "; ".join(kept)


@dataclass(frozen=True, slots=True)
class _Form:
    """How a rank and a name are written."""

    point: str
    named: Callable[[Player], str]

    def numbered(self, line: RatedPlace | Rung | Solver) -> str:
        player = self.named(line.player)
        return player if line.rank is None else f"{line.rank}{self.point} {player}"


# A digit and a point at the start of a line would begin a list.
_MARKED_UP = _Form("\\.", name)
_PLAIN = _Form(".", plain_name)
