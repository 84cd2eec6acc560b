"""The leaderboards of a server's puzzles of the day, a page at a time."""

from dataclasses import dataclass, replace

import render
from bot.matches.puzzles.puzzle_leaderboards import PuzzlePeriod, PuzzleSolver
from bot.matches.standings.leaderboards import PAGE_SIZE
from bot.ui.components.pages import list_text
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.standings.panels import answer_page
from bot.ui.standings.shown import Form, ShownPage
from bot.ui.standings.views import PageAction, PuzzleLeaderboardView
from bot.ui.text.words import plain_name


@on_click(PuzzleLeaderboardView)
async def answer_puzzle_leaderboard_click(context: Context, clicked: PuzzleLeaderboardView) -> None:
    """Show a page, the one that the reader is on or else the first, or post one in the channel.

    Raises:
        MissingPermissionsError: the bot can't post here.
    """
    await context.admit_extra()
    view, leaderboards = clicked, context.services.puzzle_leaderboards
    if clicked.action is PageAction.FIND:
        own = await leaderboards.find(context.guild_id, clicked.period, context.user.id)
        view = replace(clicked, page=0 if own is None else own[1] // PAGE_SIZE)
    await answer_page(context, await _read(context, view), clicked.action)


async def _read(context: Context, view: PuzzleLeaderboardView) -> "ShownPuzzleLeaderboard":
    """Read a page, without the people who have left the server.

    Raises:
        OutsideServerError: it isn't in a server.
    """
    leaderboards, who, guild_id = context.services.puzzle_leaderboards, context.user.id, context.guild_id
    found, more = await leaderboards.page(guild_id, view.period, page=view.page, size=PAGE_SIZE)
    own, _before = await leaderboards.find(guild_id, view.period, who) or (None, 0)
    listed = [solver.player for solver in found]
    gone = await context.client.memberships.gone(context.client, context.place, listed)
    solvers = tuple(solver for solver in found if solver.player.id not in gone)
    return ShownPuzzleLeaderboard(context.words, view, solvers, own, more, who, in_server=True)


@dataclass(frozen=True, slots=True)
class ShownPuzzleLeaderboard(ShownPage[PuzzleSolver]):
    """A page of a leaderboard of a server's puzzles of the day."""

    view: PuzzleLeaderboardView

    @property
    def title(self) -> str:
        """What the list is called."""
        return self.words.gettext("Puzzles of the day")

    @property
    def scope(self) -> str:
        """The server and period of these solvers."""
        pgettext = self.words.pgettext
        return (
            pgettext("period", "today")
            if self.view.period is PuzzlePeriod.TODAY
            else pgettext("period", "this month")
        )

    @property
    def text(self) -> str:
        """The page as lines."""
        _ = self.words.gettext
        if self.view.period is PuzzlePeriod.TODAY:
            empty = _("No one here has solved today's puzzle yet.")
        else:
            empty = _("No one here has solved a puzzle of the day this month.")
        hint = _("People who manage the server can switch daily puzzles on.")
        return list_text(self.title, self.marked_up_lines, empty=f"{empty} {hint}", footer=self.scope)

    def said(self, line: PuzzleSolver, form: Form) -> str:
        """A player, how many puzzles they've solved, and their streak."""
        words = self.words
        # Translators: how many puzzles someone has solved, in a list.
        solved = words.ngettext("{number} solved", "{number} solved", line.solved)
        # Translators: how many puzzles of the day in a row someone has solved, in a list.
        streak = words.ngettext("a streak of {number}", "a streak of {number}", line.streak)
        facts = [solved.format(number=line.solved), streak.format(number=line.streak)]
        if line.solved_today:
            facts.append(words.gettext("solved today"))
        return f"{form.numbered(line)} · {', '.join(facts)}"

    def headings(self) -> render.LeaderboardHeadings:
        """Player, solved, streak, today."""
        pgettext = self.words.pgettext
        return render.LeaderboardHeadings(
            pgettext("column", "Player"),
            pgettext("column", "Solved"),
            None,
            (pgettext("column", "Streak"), pgettext("column", "Today")),
        )

    def row(self, line: PuzzleSolver) -> render.LeaderboardRow:
        """A player on the picture."""
        own = line.player.id == self.reader_id
        others = (str(line.streak), line.solved_today)
        return render.LeaderboardRow(line.rank, plain_name(line.player), str(line.solved), others, own=own)
