"""The computer's ladder: who has beaten what level, a page at a time."""

from dataclasses import dataclass, replace

import render
from bot.matches.standings.leaderboards import PAGE_SIZE
from bot.matches.values.standings import Rung
from bot.ui.components.pages import list_text
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.standings.panels import answer_page
from bot.ui.standings.shown import Form, ShownPage
from bot.ui.standings.views import LadderView, PageAction
from bot.ui.text.levels import level_name
from bot.ui.text.words import plain_name
from engine import Level


@on_click(LadderView)
async def answer_ladder_click(context: Context, clicked: LadderView) -> None:
    """Show a page, the one that the reader is on or else the first, or post one in the channel.

    Raises:
        MissingPermissionsError: the bot can't post here.
    """
    await context.admit_extra()
    view, leaderboards = clicked, context.services.leaderboards
    if clicked.action is PageAction.FIND:
        guild_id = context.interaction.guild_id if clicked.here else None
        first = await leaderboards.ladder(guild_id, context.user.id, 0)
        view = replace(clicked, page=0 if first.own is None else (first.own.rank - 1) // PAGE_SIZE)
    await answer_page(context, await _read(context, view), clicked.action)


async def _read(context: Context, view: LadderView) -> "ShownLadder":
    """Read a page, without the people who have left the server."""
    guild_id, reader_id = context.interaction.guild_id, context.user.id
    page = await context.services.leaderboards.ladder(guild_id if view.here else None, reader_id, view.page)
    rungs = page.rungs
    if view.here:
        listed = [rung.player for rung in rungs]
        gone = await context.client.memberships.gone(context.client, context.place, listed)
        rungs = tuple(rung for rung in rungs if rung.player.id not in gone)
    return ShownLadder(context.words, view, rungs, page.own, page.more, reader_id, guild_id is not None)


@dataclass(frozen=True, slots=True)
class ShownLadder(ShownPage[Rung]):
    """A page of the computer's ladder."""

    view: LadderView

    @property
    def title(self) -> str:
        """The name of the ladder."""
        _ = self.words.gettext
        return self.label if self.in_server and self.view.here else _("Against the computer, all servers")

    @property
    def label(self) -> str:
        """The label of the button that leads to the ladder."""
        return self.words.gettext("Against the computer")

    @property
    def scope(self) -> str:
        """What counts."""
        # Translators: in small print, below or beside "Against the computer": which wins are counted.
        return self.words.gettext("Without hints or takebacks")

    @property
    def text(self) -> str:
        """The page as lines."""
        _ = self.words.gettext
        empty = _(
            "No one here has beaten the computer without hints or takebacks yet. "
            "Start a game with /pyrga play."
        )
        return list_text(self.title, self.marked_up_lines, empty=empty, footer=self.scope)

    def said(self, line: Rung, form: Form) -> str:
        """A player, their highest level, and how often they've beaten it."""
        wins = self.words.ngettext("{number} win", "{number} wins", line.wins).format(number=line.wins)
        return f"{form.numbered(line)} · {level_name(self.words, Level(line.level))}, {wins}"

    def headings(self) -> render.LeaderboardHeadings:
        """Player, level, wins."""
        pgettext = self.words.pgettext
        return render.LeaderboardHeadings(
            pgettext("column", "Player"), pgettext("column", "Level"), None, (pgettext("column", "Wins"),)
        )

    def row(self, line: Rung) -> render.LeaderboardRow:
        """A player on the picture."""
        own = line.player.id == self.reader_id
        wins = (str(line.wins),)
        return render.LeaderboardRow(line.rank, plain_name(line.player), str(line.level), wins, own=own)
