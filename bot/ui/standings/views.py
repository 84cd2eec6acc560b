"""The buttons that show leaderboards of any kind, and profiles."""

from enum import StrEnum
from gettext import NullTranslations

from bot.matches.puzzles.puzzle_leaderboards import PuzzlePeriod
from bot.matches.values.standings import LeaderboardChoice, Period
from bot.ui.message.custom_ids import Count, CustomId
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
