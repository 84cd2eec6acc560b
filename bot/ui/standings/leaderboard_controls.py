"""The buttons and the menu below a leaderboard."""

from dataclasses import dataclass, replace
from gettext import NullTranslations

import discord

from bot.matches.puzzles.puzzle_leaderboards import PuzzlePeriod
from bot.matches.values.standings import Period
from bot.ui.components.buttons import Button, button
from bot.ui.components.level_menu import level_menu
from bot.ui.components.selects import Option, Select, select
from bot.ui.message.actions import PanelAction
from bot.ui.message.content import Row
from bot.ui.message.custom_ids import PanelButton
from bot.ui.message.select_ids import LeaderboardSelect
from bot.ui.standings.views import LadderView, LeaderboardView, PuzzleLeaderboardView, View, period_name
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

    def below(self, view: View) -> list[Row]:
        """The rows below a page."""
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
            self._button(PanelAction.PAGE, replace(first, provisional=not view.provisional), listed),
            *self._scope(replace(first, here=not view.here), here=view.here),
            self._button(PanelAction.PAGE, LadderView(view.here), pgettext("leaderboard", "Computer")),
            *self._puzzles(),
        ]
        return [*self._pages(view), Row(*lists), Row(self._menu(view))]

    def _below_ladder(self, view: LadderView) -> list[Row]:
        scope = self._scope(LadderView(not view.here), here=view.here)
        people = self._button(
            PanelAction.PAGE, LeaderboardView(view.here), self.words.pgettext("leaderboard", "People")
        )
        menu = [Row(level_menu(self.words))] if self.computer else []
        return [*self._pages(view), Row(*scope, people, *self._puzzles()), *menu]

    def _below_puzzles(self, view: PuzzleLeaderboardView) -> list[Row]:
        pgettext = self.words.pgettext
        if view.period is PuzzlePeriod.MONTH:
            other = self._button(
                PanelAction.PAGE, PuzzleLeaderboardView(PuzzlePeriod.TODAY), pgettext("leaderboard", "Today")
            )
        else:
            other = self._button(
                PanelAction.PAGE,
                PuzzleLeaderboardView(PuzzlePeriod.MONTH),
                pgettext("leaderboard", "This month"),
            )
        people = self._button(PanelAction.PAGE, LeaderboardView(), pgettext("leaderboard", "People"))
        computer = self._button(PanelAction.PAGE, LadderView(), pgettext("leaderboard", "Computer"))
        return [*self._pages(view), Row(other, people, computer)]

    def _puzzles(self) -> list[Button]:
        if not self.in_server:
            return []
        return [
            self._button(
                PanelAction.PAGE, PuzzleLeaderboardView(), self.words.pgettext("leaderboard", "Puzzles")
            )
        ]

    def _pages(self, view: View) -> list[Row]:
        _ = self.words.gettext
        buttons = []
        if view.page:
            buttons.append(
                self._button(
                    PanelAction.PAGE,
                    replace(view, page=view.page - 1),
                    self.words.pgettext("to a page", "Back"),
                )
            )
        if self.more:
            buttons.append(
                self._button(
                    PanelAction.PAGE,
                    replace(view, page=view.page + 1),
                    self.words.pgettext("to a page", "Next"),
                )
            )
        if self.found:
            # Translators: button (about 20 characters): to the page of a leaderboard that has the reader.
            buttons.append(self._button(PanelAction.FIND, replace(view, page=0), _("Find me")))
        if self.sharable:
            buttons.append(self._button(PanelAction.SHARE, view, self.words.pgettext("button", "Share")))
        return [Row(*buttons)] if buttons else []

    def _scope(self, other: LeaderboardView | LadderView, *, here: bool) -> list[Button]:
        if not self.in_server:
            return []
        _ = self.words.gettext
        return [self._button(PanelAction.PAGE, other, _("All servers") if here else _("This server"))]

    def _button(self, action: PanelAction, view: View, label: str) -> Button:
        return button(PanelButton(view.panel, action, str(view)), label, _STYLE)

    def _menu(self, view: LeaderboardView) -> Select:
        periods = [Period.ALL, Period.MONTH]
        if self.in_server and view.here:
            periods.append(Period.SEASON)
        options = [
            Option(
                f"{ruleset}-{period}",
                f"{ruleset_name(self.words, ruleset)} · {period_name(self.words, period)}",
            )
            for ruleset in Ruleset
            for period in periods
        ]
        custom_id = LeaderboardSelect(str(replace(view, page=0)))
        return select(custom_id, options, [f"{view.ruleset}-{view.period}"])
