"""The buttons and the menu below a leaderboard."""

from dataclasses import dataclass, replace
from gettext import NullTranslations

import discord

from bot.matches.puzzles.puzzle_leaderboards import PuzzlePeriod
from bot.matches.values.standings import Period
from bot.ui.components.buttons import Button, button
from bot.ui.components.level_menu import level_menu
from bot.ui.components.selects import Option, Select, menu
from bot.ui.message.content import Row
from bot.ui.standings.views import (
    LadderView,
    LeaderboardView,
    PageAction,
    PuzzleLeaderboardView,
    View,
    period_name,
)
from bot.ui.text.words import ruleset_name
from engine import Ruleset

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
