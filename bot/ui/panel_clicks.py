"""Clicks on private panels."""

import re

from bot.matches.numbers import parse_number
from bot.ui.board.shown_games import show_turn_after_panel
from bot.ui.challenges.blocks import block_panel
from bot.ui.clocks.vacations import vacation_panel
from bot.ui.context.permissions import check_may_manage
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, guild_of, player_of
from bot.ui.games.abort_panel import abort_panel, aborted_panel
from bot.ui.games.more_clicks import answer_more_click
from bot.ui.games.resign_panel import kept_panel, resigned_panel
from bot.ui.guide.rules_pages import PAGES, rules_page
from bot.ui.message.custom_ids import Panel, PanelAction, PanelButton, UnknownButtonError
from bot.ui.message.select_ids import SettingOwner
from bot.ui.review.answer import answer_review_click
from bot.ui.review.replays import show_replay
from bot.ui.servers.annulment import answer_annulment
from bot.ui.servers.moderation_log import moderation_log
from bot.ui.settings.panel import turn_settings_page
from bot.ui.standings.ladder import ladder
from bot.ui.standings.leaderboard import leaderboard

_EXTRAS = {Panel.RULES, Panel.LEADERBOARD, Panel.LADDER, Panel.REVIEW, Panel.LOG}


async def answer_panel_click(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    """Turn a page, resign or show a replay."""
    answers = {
        Panel.RESIGN: _answer_resignation,
        Panel.ABORT: _answer_abort,
        Panel.MORE: answer_more_click,
        Panel.BLOCKS: _answer_block_list,
        Panel.RULES: _turn_rules_page,
        Panel.LEADERBOARD: _turn_leaderboard,
        Panel.LADDER: _turn_ladder,
        Panel.REPLAY: _show_replay,
        Panel.REVIEW: answer_review_click,
        Panel.VACATION: _answer_vacation,
        Panel.SETTINGS: _turn_personal_settings,
        Panel.SERVER_SETTINGS: _turn_server_settings,
        Panel.ANNUL: answer_annulment,
        Panel.LOG: _turn_log,
    }
    if clicked.panel in _EXTRAS:
        await interaction.client.intake.admit_extra()
    await answers[clicked.panel](interaction, responder, clicked)


async def _turn_rules_page(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    page = _page(clicked)
    if page >= PAGES:
        raise UnknownButtonError(str(clicked))
    theme = await interaction.client.services.preferences.player_theme(interaction.user.id)
    await responder.update(await rules_page(responder.words, page, theme))


async def _answer_block_list(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    blocks, who = interaction.client.services.blocks, interaction.user.id
    page = 0
    if clicked.action == PanelAction.UNBLOCK:
        await blocks.unblock(who, _user(clicked))
    else:
        page = _page(clicked)
    await responder.update(await block_panel(responder.words, blocks, who, page))


async def _turn_leaderboard(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    lists, guild_id = interaction.client.services.lists, guild_of(interaction)
    await responder.update(await leaderboard(responder.words, lists, guild_id, _page(clicked)))


async def _turn_ladder(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    lists, guild_id = interaction.client.services.lists, guild_of(interaction)
    await responder.update(await ladder(responder.words, lists, guild_id, _page(clicked)))


async def _show_replay(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    await show_replay(interaction, responder, clicked.argument)


async def _turn_personal_settings(
    interaction: Interaction, responder: Responder, clicked: PanelButton
) -> None:
    await turn_settings_page(interaction, responder, SettingOwner.PLAYER, _page(clicked))


async def _turn_server_settings(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    await turn_settings_page(interaction, responder, SettingOwner.SERVER, _page(clicked))


async def _turn_log(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    check_may_manage(interaction)
    moderation, guild_id = interaction.client.services.moderation, guild_of(interaction)
    await responder.update(await moderation_log(responder.words, moderation, guild_id, _page(clicked)))


async def _answer_resignation(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    if clicked.action != PanelAction.CONFIRM:
        await responder.update(kept_panel(responder.words))
        return
    number = _number(clicked)
    services = interaction.client.services
    games = services.games
    async with games.lock(number):
        resigned = await games.resign(number, interaction.user.id)
        game = await services.notices.see(resigned, interaction.user.id)
        await responder.update(resigned_panel(responder.words, game))
        await show_turn_after_panel(interaction, responder, game)


async def _answer_abort(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    number = _number(clicked)
    services = interaction.client.services
    games = services.games
    if clicked.action == PanelAction.ASK:
        await responder.update(abort_panel(responder.words, await games.get(number)))
        return
    if clicked.action != PanelAction.CONFIRM:
        await responder.update(kept_panel(responder.words))
        return
    async with games.lock(number):
        aborted = await games.abort(number, interaction.user.id)
        game = await services.notices.see(aborted, interaction.user.id)
        await responder.update(aborted_panel(responder.words, game))
        await show_turn_after_panel(interaction, responder, game)


async def _answer_vacation(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    vacations, number = interaction.client.services.vacations, _number(clicked)
    if clicked.action == PanelAction.START:
        book = await vacations.start(player_of(interaction), number)
    elif clicked.action == PanelAction.END:
        book = await vacations.end(player_of(interaction), number)
    else:
        raise UnknownButtonError(str(clicked))
    await responder.update(vacation_panel(responder.words, book))


def _page(clicked: PanelButton) -> int:
    if not re.fullmatch(r"\d{1,4}", clicked.argument, re.ASCII):
        raise UnknownButtonError(str(clicked))
    return int(clicked.argument)


def _user(clicked: PanelButton) -> int:
    if not re.fullmatch(r"\d{1,19}", clicked.argument, re.ASCII):
        raise UnknownButtonError(str(clicked))
    return int(clicked.argument)


def _number(clicked: PanelButton) -> int:
    number = parse_number(clicked.argument)
    if number is None:
        raise UnknownButtonError(str(clicked))
    return number
