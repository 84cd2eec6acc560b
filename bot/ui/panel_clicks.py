"""Clicks on private panels."""

from bot.matches.numbers import parse_number
from bot.ui.boards import redraw
from bot.ui.custom_ids import Panel, PanelButton
from bot.ui.leaderboard import leaderboard
from bot.ui.resign_panel import CONFIRM, kept_panel, resigned_panel
from bot.ui.responder import Responder
from bot.ui.rules_pages import rules_page
from bot.ui.services import Interaction


async def answer_panel_click(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    """Turn a page, or resign."""
    if clicked.panel is Panel.RESIGN:
        await _answer_resignation(interaction, responder, clicked)
        return
    page = _page(clicked)
    if clicked.panel is Panel.RULES:
        await responder.update(await rules_page(responder.words, page))
    else:
        lists = interaction.client.services.lists
        guild_id = interaction.guild_id or 0
        await responder.update(await leaderboard(responder.words, lists, guild_id, page))


async def _answer_resignation(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    if clicked.action != CONFIRM:
        await responder.update(kept_panel(responder.words))
        return
    games = interaction.client.services.games
    number = parse_number(clicked.arguments[0]) or 0
    async with games.lock(number):
        game = await games.resign(number, interaction.user.id)
        await responder.update(resigned_panel(responder.words, game))
        await redraw(interaction.client, game)


def _page(clicked: PanelButton) -> int:
    return int(clicked.arguments[0])
