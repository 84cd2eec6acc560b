"""Every button, menu and form is answered by exactly one handler."""

from typing import Any

import pytest

from bot.ui.board.controls import TakeHint
from bot.ui.context import handlers
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_choice, on_click, on_form, on_person
from bot.ui.games.more_panel import NoteForm
from bot.ui.message.custom_ids import Ask, ChooseOpponent
from bot.ui.message.selects import Menu
from bot.ui.settings.panel import SettingMenu
from tests.bot.hostile.meanings import CLASSES

pytestmark = pytest.mark.quick


def test_everything_is_answered_in_one_way() -> None:
    answered = [family for use, family in handlers._handlers if use is not handlers._Use.ASK]
    assert sorted(answered, key=CLASSES.index) == [each for each in CLASSES if each not in {Ask, Menu}]


def test_nothing_is_answered_twice() -> None:
    async def other(context: Context, *args: object) -> Any:
        raise NotImplementedError(context, args)

    with pytest.raises(ValueError, match="TakeHint"):
        on_click(TakeHint)(other)
    with pytest.raises(ValueError, match="SettingMenu"):
        on_choice(SettingMenu)(other)
    with pytest.raises(ValueError, match="ChooseOpponent"):
        on_person(ChooseOpponent)(other)
    with pytest.raises(ValueError, match="NoteForm"):
        on_form(NoteForm, again=other)(other)
