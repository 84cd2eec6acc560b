"""Everything that people and servers can choose has a setting, which stores what's chosen in its menu."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import pytest

from bot.locale import words_for
from bot.ui.settings.personal_settings import PERSONAL_SETTINGS
from bot.ui.settings.server_settings import SERVER_SETTINGS
from bot.ui.settings.setting import AnySetting, Setting, SettingsPage
from bot.values.preferences import GuildPreferences, PlayerPreferences

pytestmark = pytest.mark.quick


def choices(setting: AnySetting) -> list[list[str]]:
    """Return some choices that the menu of a setting allows."""
    if not isinstance(setting, Setting):
        return [["5"], []]
    values = [str(option.value) for option in setting.options(words_for("en"))]
    return [[value] for value in values] if setting.none is None else [values, []]


@pytest.mark.parametrize(
    ("pages", "defaults"), [(PERSONAL_SETTINGS, PlayerPreferences()), (SERVER_SETTINGS, GuildPreferences())]
)
def test_what_is_chosen_is_stored_and_every_preference_can_be_chosen(
    pages: Sequence[SettingsPage], defaults: Any
) -> None:
    changed = set()
    for setting in (setting for page in pages for setting in page.settings):
        for chosen in choices(setting):
            after = setting.change(defaults, chosen)
            assert sorted(setting.values(after)) == sorted(chosen), setting.name
            changed |= {
                field.name
                for field in fields(defaults)
                if getattr(after, field.name) != getattr(defaults, field.name)
            }
    assert changed == {field.name for field in fields(defaults)}
