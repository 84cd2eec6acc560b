"""The private panel with the settings of a person or of a server, and what is chosen in it."""

import asyncio
from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

from discord import ui

import render
from bot.matches.values import ThemeName
from bot.ui.alt_text import position_text
from bot.ui.content import Box, Content, Picture, Row, layout
from bot.ui.custom_ids import SettingOwner, SettingSelect, UnknownButtonError
from bot.ui.permissions import check_may_manage
from bot.ui.personal_settings import PERSONAL_SETTINGS
from bot.ui.responder import Responder
from bot.ui.selects import select
from bot.ui.server_settings import SERVER_SETTINGS
from bot.ui.services import Interaction
from bot.ui.setting import Setting
from bot.ui.themes import drawn
from engine import Position

_SETTINGS = {SettingOwner.PLAYER: PERSONAL_SETTINGS, SettingOwner.SERVER: SERVER_SETTINGS}

_THEME = "theme"
# A board with pieces of both colours, a Tower, a demand and a last move.
_EXAMPLE = Position.replay("pyrga", ["Cb2", "Sb2", "Ta2e", "Tb2n"])


async def show_settings(interaction: Interaction, responder: Responder, owner: SettingOwner) -> None:
    """Show the settings to somebody who may change them.

    Raises:
        NotAllowedError: he may not.
    """
    _check_may_change(interaction, owner)
    await responder.show(await _panel(interaction, responder.words, owner))


async def answer_choice(
    interaction: Interaction, responder: Responder, used: SettingSelect, chosen: Sequence[str]
) -> None:
    """Keep what was chosen, and show the panel with it.

    Raises:
        NotAllowedError: the person may not change it.
        UnknownButtonError: there is no such setting, or it has no such value.
    """
    _check_may_change(interaction, used.owner)
    setting = next((setting for setting in _SETTINGS[used.owner] if setting.name == used.setting), None)
    if setting is None or not _can_be(setting, chosen, responder.words):
        raise UnknownButtonError(str(used))
    await setting.write(interaction, chosen)
    await responder.update(await _panel(interaction, responder.words, used.owner))


def _check_may_change(interaction: Interaction, owner: SettingOwner) -> None:
    if owner is SettingOwner.SERVER:
        check_may_manage(interaction)


def _can_be(setting: Setting, chosen: Sequence[str], words: NullTranslations) -> bool:
    offered = {option.value for option in setting.options(words)}
    return set(chosen) <= offered and (setting.several or len(chosen) == 1)


async def _panel(interaction: Interaction, words: NullTranslations, owner: SettingOwner) -> Content:
    _ = words.gettext
    titles = {
        SettingOwner.PLAYER: _("Your settings"),
        SettingOwner.SERVER: _("This server's settings"),
    }
    items: list[ui.Item[Any]] = [ui.TextDisplay(f"### {titles[owner]}")]
    pictures = []
    for setting in _SETTINGS[owner]:
        chosen = await setting.read(interaction)
        options = setting.options(words)
        menu = select(SettingSelect(owner, setting.name), options, chosen, several=setting.several)
        items += [ui.TextDisplay(setting.title(words)), Row(menu)]
        if setting.name == _THEME:
            picture = await _example(words, ThemeName(chosen[0]))
            items.append(picture.gallery())
            pictures.append(picture)
    return Content(layout(Box(*items)), tuple(pictures))


async def _example(words: NullTranslations, theme: ThemeName) -> Picture:
    png = await asyncio.to_thread(render.diagram, _EXAMPLE, theme=drawn(theme))
    return Picture(f"theme-{theme}.png", png, position_text(words, _EXAMPLE))
