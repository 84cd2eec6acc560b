"""A page of a leaderboard of rated players, in words and figures."""

from dataclasses import dataclass
from gettext import NullTranslations

import render
from bot.matches.values.standings import Period, RatedPlace
from bot.ui.components.pages import list_text
from bot.ui.standings.curves import curve_text
from bot.ui.standings.shown import Form, ShownPage, streak_figure
from bot.ui.standings.views import BoardView, period_name
from bot.ui.text.words import plain_name, rating_text, ruleset_name, signed


@dataclass(frozen=True, slots=True)
class ShownBoard(ShownPage[RatedPlace]):
    """A page of a leaderboard of rated players."""

    view: BoardView

    @property
    def title(self) -> str:
        """The name of the leaderboard."""
        _ = self.words.gettext
        here = self.in_server and self.view.here
        if self.view.provisional:
            return _("Provisional ratings") if here else _("Provisional ratings, all servers")
        return self.label if here else _("Leaderboard, all servers")

    @property
    def label(self) -> str:
        """The label of the button that leads to the leaderboard."""
        return self.words.pgettext("title", "Leaderboard")

    @property
    def scope(self) -> str:
        """The games it's about: their ruleset and its period."""
        ruleset = ruleset_name(self.words, self.view.ruleset)
        return f"{ruleset} · {period_name(self.words, self.view.period)}"

    @property
    def text(self) -> str:
        """The page as lines."""
        lines = [f"-# {self.scope}", *self.marked_up_lines] if self.lines else []
        return list_text(self.title, lines, empty=self._nobody())

    def said(self, line: RatedPlace, form: Form) -> str:
        """A player: their rating and how it changed, their games, streak and latest ratings."""
        words = self.words
        games = words.ngettext("{number} game", "{number} games", line.games).format(number=line.games)
        facts = [rating_text(line.rating, line.deviation), self._week(line), games]
        facts += [streak_text(words, line.streak), self._curve(line, form)]
        return f"{form.numbered(line)} · {' · '.join(fact for fact in facts if fact)}"

    def headings(self) -> render.LeaderboardHeadings:
        """Player, rating, week, games, streak."""
        pgettext = self.words.pgettext
        return render.LeaderboardHeadings(
            pgettext("column", "Player"),
            pgettext("column", "Rating"),
            # Translators: the headings of a leaderboard have little room. This is about the last seven days.
            pgettext("column", "Week"),
            (pgettext("column", "Games"), pgettext("column", "Streak")),
        )

    def row(self, line: RatedPlace) -> render.LeaderboardRow:
        """A player on the picture."""
        return render.LeaderboardRow(
            line.rank,
            plain_name(line.player),
            rating_text(line.rating, line.deviation),
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
            return self.words.gettext("no change this week")
        # Translators: a change of a rating, such as "+12 this week".
        return self.words.gettext("{change} this week").format(change=signed(points))

    def _curve(self, place: RatedPlace, form: Form) -> str:
        ratings = curve_text(place.latest, form.ratings)
        # Translators: a player's rating after each of the last games, such as "lately 1500, 1512, 1498".
        return self.words.gettext("lately {ratings}").format(ratings=ratings) if ratings else ""

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
            "No one has an established rating here yet: it takes about a dozen rated games. To see who's "
            "close, press **Provisional**. To start a rated game, use /pyrga challenge with **rated**."
        )


def streak_text(words: NullTranslations, streak: int) -> str:
    """A streak in a few words; empty for fewer than two wins or losses in a row."""
    if streak > 1:
        wins = words.ngettext("{number} win in a row", "{number} wins in a row", streak)
        return wins.format(number=streak)
    if streak < -1:
        losses = words.ngettext("{number} loss in a row", "{number} losses in a row", -streak)
        return losses.format(number=-streak)
    return ""
