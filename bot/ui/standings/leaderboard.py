"""The server's leaderboard, a page at a time."""

from gettext import NullTranslations

import discord

from bot.matches.standings.leaderboard import Leaderboard
from bot.matches.values.standings import Standing
from bot.ui.components.buttons import button
from bot.ui.components.pages import ListPage, list_text
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.accents import GOLD
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Content, Row
from bot.ui.message.custom_ids import PanelButton
from bot.ui.text.words import name

PAGE_SIZE = 10


async def leaderboard(words: NullTranslations, standings: Leaderboard, guild_id: int, page: int) -> Content:
    """A page of the leaderboard; the first is 0."""
    lines, more = await standings.standings(guild_id, page=page, size=PAGE_SIZE)
    row = opponents_row(words, Panel.LEADERBOARD)
    return ListPage(Panel.LEADERBOARD, page, more).content(words, _text(words, lines), row, accent=GOLD)


@on_click(PanelButton, (Panel.LEADERBOARD, PanelAction.PAGE))
async def show_leaderboard_page(context: Context, clicked: PanelButton) -> None:
    """Show another page of the leaderboard."""
    await context.admit_extra()
    page = await leaderboard(context.words, context.services.leaderboard, context.guild_id, clicked.page)
    await context.reply.replace(page)


def opponents_row(words: NullTranslations, shown: Panel) -> Row:
    """The button that leads from the people's leaderboard to the computer's ladder, or back.

    There is none for the list being shown: on its second page, it would be the same as the button for the
    first.
    """
    _ = words.gettext
    if shown is Panel.LEADERBOARD:
        other, label = Panel.LADDER, _("Computer")
    else:
        other, label = Panel.LEADERBOARD, _("People")
    return Row(button(PanelButton(other, PanelAction.PAGE, "0"), label, discord.ButtonStyle.secondary))


def _text(words: NullTranslations, standings: list[Standing]) -> str:
    _ = words.gettext
    return list_text(
        _("Server leaderboard"),
        [_line(words, standing) for standing in standings],
        empty=_(
            "No two people have finished a game here yet. Start one with /pyrga challenge. To see who has "
            "beaten the computer, press **Computer**."
        ),
        footer=_("Games between two people"),
    )


def _line(words: NullTranslations, standing: Standing) -> str:
    wins = words.ngettext("{number} win", "{number} wins", standing.wins)
    draws = words.ngettext("{number} draw", "{number} draws", standing.draws)
    losses = words.ngettext("{number} loss", "{number} losses", standing.losses)
    results = (
        wins.format(number=standing.wins),
        draws.format(number=standing.draws),
        losses.format(number=standing.losses),
    )
    return f"{standing.rank}\\. {name(standing.player)} · {', '.join(results)}"
