"""The computer's ladder: who has beaten which level, a page at a time."""

from gettext import NullTranslations

from bot.matches.standings.leaderboard import Leaderboard
from bot.matches.values.standings import Rung
from bot.ui.components.pages import ListPage, list_text
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.accents import GOLD
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Content
from bot.ui.message.custom_ids import PanelButton
from bot.ui.standings.leaderboard import PAGE_SIZE, opponents_row
from bot.ui.text.words import name


async def ladder(words: NullTranslations, standings: Leaderboard, guild_id: int, page: int) -> Content:
    """A page of the ladder; the first is 0."""
    rungs, more = await standings.ladder(guild_id, page=page, size=PAGE_SIZE)
    row = opponents_row(words, Panel.LADDER)
    return ListPage(Panel.LADDER, page, more).content(words, _text(words, rungs), row, accent=GOLD)


@on_click(PanelButton, (Panel.LADDER, PanelAction.PAGE))
async def show_ladder_page(context: Context, clicked: PanelButton) -> None:
    """Show another page of the ladder."""
    await context.admit_extra()
    page = await ladder(context.words, context.services.leaderboard, context.guild_id, clicked.page)
    await context.reply.replace(page)


def _text(words: NullTranslations, rungs: list[Rung]) -> str:
    _ = words.gettext
    return list_text(
        _("Against the computer"),
        [_line(words, rung) for rung in rungs],
        empty=_("No one here has beaten the computer without hints yet. Start a game with /pyrga play."),
        footer=_("Highest level beaten without hints"),
    )


def _line(words: NullTranslations, rung: Rung) -> str:
    level = words.gettext("level {level}").format(level=rung.level)
    wins = words.ngettext("{number} win", "{number} wins", rung.wins).format(number=rung.wins)
    return f"{rung.rank}\\. {name(rung.player)} · {level}, {wins}"
