"""The panels with the settings of a person and of a server, and what their menus and buttons do."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial

import render
from bot.locale import Words
from bot.ui.components.drawing import drawn
from bot.ui.components.panels import page_row
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_choice, on_click
from bot.ui.context.permissions import check_may_manage
from bot.ui.context.posting import send_private
from bot.ui.message.content import Content, Part, Picture, Row, boxed, draw
from bot.ui.message.custom_ids import Count, CustomId, UnknownButtonError
from bot.ui.settings.notice_settings import NotifyMe, SendTestNotice
from bot.ui.settings.personal_settings import NOTICE_PAGE, PERSONAL_SETTINGS
from bot.ui.settings.server_settings import SERVER_SETTINGS
from bot.ui.settings.setting import AnySetting, ChannelSetting
from bot.values.players import NoticeReach, ThemeName
from bot.values.preferences import PlayerPreferences
from engine import Position


class SettingOwner(StrEnum):
    """Whose settings a panel shows."""

    PLAYER = "mine"
    SERVER = "server"


class ShowSettings(CustomId, word="settings"):
    """Shows a page of the settings, the first being 0."""

    owner: SettingOwner
    page: Count


class ShowOwnSettings(CustomId, word="own-settings"):
    """Shows the person's settings in a message of its own."""


class SettingMenu(CustomId, word="setting"):
    """The menu of a setting, which stores what's chosen."""

    owner: SettingOwner
    setting: str


_PAGES = {SettingOwner.PLAYER: PERSONAL_SETTINGS, SettingOwner.SERVER: SERVER_SETTINGS}

# A board whose top half has pieces of both colors, a Tower, a demand and a last move.
_EXAMPLE = Position.replay("pyrga", ["Cb3", "Sb3", "Ta3e", "Tb3e"])


async def show_settings(context: Context, owner: SettingOwner) -> None:
    """Show the first page of the settings to someone who may change them, and to no one else."""
    _check_may_change(context, owner)
    await context.reply.private(await _panel(context, context.words, owner, 0))


@on_click(ShowOwnSettings)
async def show_own_settings(context: Context, clicked: ShowOwnSettings) -> None:
    del clicked
    await show_settings(context, SettingOwner.PLAYER)


@on_click(ShowSettings)
async def show_settings_page(context: Context, clicked: ShowSettings) -> None:
    """Show another page of the settings, or the last one if it no longer exists."""
    _check_may_change(context, clicked.owner)
    page = min(clicked.page, len(_PAGES[clicked.owner]) - 1)
    await context.reply.replace(await _panel(context, context.words, clicked.owner, page))


@on_click(NotifyMe)
async def notify(context: Context, clicked: NotifyMe) -> None:
    """Note whether the person hears of those who look for an opponent here, and show these settings."""
    words, guild_id, wanted = context.words, context.place.guild_id, clicked.wanted
    if guild_id is not None:
        await context.services.opponent_searches.hear(context.user, guild_id, wanted=wanted)
    if wanted or guild_id is None:
        reach = NoticeReach.EVERYWHERE if guild_id is None else NoticeReach.SERVERS
        change = partial(_with_reach, reach=reach if wanted else None)
        await context.services.preferences.change_player(context.user, change)
    said = (
        words.say("I'll tell you when someone near your rating looks for an opponent here.")
        if wanted
        else words.say("I no longer tell you when someone here looks for an opponent.")
    )
    page = PERSONAL_SETTINGS.index(NOTICE_PAGE)
    panel = await _panel(context, words, SettingOwner.PLAYER, page, said)
    await context.reply.private(panel, in_place=not clicked.beside)


def _with_reach(old: PlayerPreferences, reach: NoticeReach | None) -> PlayerPreferences:
    return replace(old, notice_reach=reach and (old.notice_reach or reach))


@on_click(SendTestNotice)
async def send_test_notice(context: Context, clicked: SendTestNotice) -> None:
    """Send the person a DM, and say whether it arrived."""
    del clicked
    words = context.words
    arrived = await send_private(context.client, context.user.id, words.say("This is a test. It arrived."))
    said = {
        True: words.say("It arrived. If you don't see it among your DMs, look under message requests."),
        False: words.say(
            "Discord says that you don't accept DMs from me. Allow them in the privacy settings of a server "
            "that we share, or choose to be mentioned in the channel."
        ),
        None: words.say("I can't send DMs right now. Please try again in a minute."),
    }
    await context.reply.private(said[arrived])


@on_choice(SettingMenu)
async def answer_choice(context: Context, used: SettingMenu, chosen: Sequence[str]) -> None:
    _check_may_change(context, used.owner)
    page, setting = _find(used)
    if not await setting.can_be(chosen, context):
        raise UnknownButtonError
    preferences = context.services.preferences
    if isinstance(setting, ChannelSetting) and setting.write is not None:
        await setting.write(context, chosen)
    elif used.owner is SettingOwner.PLAYER:
        await preferences.change_player(context.user, lambda old: setting.change(old, chosen))
    else:
        await preferences.change_guild(context.guild_id, lambda old: setting.change(old, chosen))
    # This may have changed the language.
    words = await context.read_words()
    await context.reply.replace(await _panel(context, words, used.owner, page))


def _find(used: SettingMenu) -> tuple[int, AnySetting]:
    for number, page in enumerate(_PAGES[used.owner]):
        for setting in page.settings:
            if setting.name == used.setting:
                return number, setting
    raise UnknownButtonError


def _check_may_change(context: Context, owner: SettingOwner) -> None:
    if owner is SettingOwner.SERVER:
        check_may_manage(context)


async def _panel(context: Context, words: Words, owner: SettingOwner, number: int, said: str = "") -> Content:
    page = _PAGES[owner][number]
    title = (
        words.say("Your settings") if owner is SettingOwner.PLAYER else words.say("This server's settings")
    )
    parts: list[Part] = [f"### {title} · {page.title(words)}", said]
    services = context.services
    preferences = (
        await services.preferences.player(context.user.id)
        if owner is SettingOwner.PLAYER
        else await services.preferences.guild(context.guild_id)
    )
    now = services.clock.now()
    for setting in page.settings:
        chosen = setting.values(preferences)
        menu = setting.menu(SettingMenu(owner, setting.name), words, chosen, now)
        if menu is None:
            continue
        note = await setting.note(context, words, chosen)
        parts += [[setting.title(words), f"-# {note}" if note else ""], Row(menu)]
        if setting.name == "theme":
            parts.append(await _example(words, ThemeName(chosen[0])))
    pages = page_row(words, partial(ShowSettings, owner), number, more=number + 1 < len(_PAGES[owner]))
    buttons = [Row(*page.buttons(words))] if page.buttons else []
    return boxed(*parts, rows=[*buttons, *pages], accent=None)


async def _example(words: Words, theme: ThemeName) -> Picture:
    png = await draw(render.diagram, _EXAMPLE, top_half=True, theme=drawn(theme))
    return Picture(f"theme-{theme}.png", png, words.say("An example of a board in this theme."))
