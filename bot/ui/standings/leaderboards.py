"""Leaderboards of rated players, a page at a time, shown privately or shared."""

from dataclasses import dataclass, replace

import render
from bot.matches.errors import PastTheEndError
from bot.matches.values.standings import LeaderboardPage, Period, RatedPlace
from bot.ui.components.pages import list_text
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.standings.curves import curve_text
from bot.ui.standings.panels import answer_page
from bot.ui.standings.shown import Form, ShownPage, streak_figure, streak_text
from bot.ui.standings.views import LeaderboardView, PageAction, period_name
from bot.ui.text.words import plain_name, rating_text, ruleset_name, signed


async def best_players(context: Context) -> "ShownLeaderboard":
    """Return the leaderboard to start with: that of provisional players if there's no one else."""
    ranked = await _read(context, LeaderboardView())
    if ranked.lines:
        return ranked
    provisional = await _read(context, LeaderboardView(provisional=True))
    return provisional if provisional.lines else ranked


@on_click(LeaderboardView)
async def answer_leaderboard_click(context: Context, clicked: LeaderboardView) -> None:
    """Show a page, the one that the reader is on or else the first, or post one in the channel.

    Raises:
        MissingPermissionsError: the bot can't post here.
    """
    await context.admit_extra()
    view = clicked
    if clicked.action is PageAction.FIND:
        view = await _with_reader(context, clicked)
    await answer_page(context, await _read(context, view), clicked.action)


async def _with_reader(context: Context, view: LeaderboardView) -> LeaderboardView:
    leaderboards, place = context.services.leaderboards, context.place
    gone = context.client.memberships.known_gone(place) if view.here else frozenset()
    found = await leaderboards.page_of(view.choice(place.guild_id), context.user.id, gone)
    if found is None:
        return view
    choice, page = found
    return replace(view, provisional=choice.provisional, page=page)


async def _read(context: Context, view: LeaderboardView) -> "ShownLeaderboard":
    """Read a page, without the people who have left the server."""
    page, in_server = await _page(context, view), context.interaction.guild_id is not None
    shown_view = replace(view, page=page.page)
    return ShownLeaderboard(
        context.words, shown_view, page.places, page.own, page.more, context.user.id, in_server
    )


async def _page(context: Context, view: LeaderboardView) -> LeaderboardPage:
    services, place, who = context.services, context.place, context.user.id
    choice, memberships = view.choice(place.guild_id), context.client.memberships
    if choice.guild_id is None:
        return await services.leaderboards.people(choice, who, view.page)
    number, found = view.page, False
    while True:
        try:
            page = await services.leaderboards.people(choice, who, number, memberships.known_gone(place))
        except PastTheEndError:
            if not found:
                raise
            # Everyone on the last page has left.
            number -= 1
            continue
        players = [line.player for line in page.places]
        found = await memberships.find_gone(context.client, place, players)
        if not found:
            return page


@dataclass(frozen=True, slots=True)
class ShownLeaderboard(ShownPage[RatedPlace]):
    """A page of a leaderboard of rated players."""

    view: LeaderboardView

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
