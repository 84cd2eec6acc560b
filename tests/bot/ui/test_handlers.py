"""Every button, menu and form is answered by exactly one handler."""

from collections.abc import Hashable

import pytest

import bot.ui.rooms  # noqa: F401 - registers the handlers
from bot.ui.context import handlers
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_choice, on_click, on_form
from bot.ui.message.actions import (
    ChallengeAction,
    ConditionalMoveAction,
    GameAction,
    LessonAction,
    MoveAction,
    Panel,
    PanelAction,
    PuzzleAction,
    RetryAction,
)
from bot.ui.message.custom_ids import (
    ButtonId,
    ChallengeButton,
    ConditionalMoveButton,
    GameButton,
    HistoryButton,
    PanelButton,
)
from bot.ui.message.form_ids import NoteForm
from bot.ui.message.practice_ids import LessonButton, PuzzleButton, RetryButton
from bot.ui.message.select_ids import (
    ConditionalMoveSelect,
    LeaderboardSelect,
    LevelSelect,
    MoveSelect,
    OpponentSelect,
    PastGameSelect,
    PositionSelect,
    ProfileSelect,
    SettingSelect,
)

ACTIONS: dict[type[ButtonId], set[Hashable]] = {
    GameButton: {*MoveAction, *GameAction},
    ChallengeButton: {*ChallengeAction},
    PuzzleButton: {*MoveAction, *PuzzleAction},
    RetryButton: {*MoveAction, *RetryAction},
    LessonButton: {*MoveAction, *LessonAction},
    ConditionalMoveButton: {*ConditionalMoveAction},
    HistoryButton: {None},
}


@pytest.mark.parametrize("family", ACTIONS)
def test_every_action_of_a_family_is_answered(family: type[ButtonId]) -> None:
    assert set(handlers._clicks[family]) == ACTIONS[family]


def test_every_panel_and_every_action_of_panels_is_answered() -> None:
    panels, actions = zip(*handlers._clicks[PanelButton], strict=True)
    assert set(panels) == set(Panel)
    assert set(actions) == set(PanelAction)


def test_menus_and_forms_are_answered() -> None:
    assert set(handlers._choices) == {
        SettingSelect,
        MoveSelect,
        ConditionalMoveSelect,
        LeaderboardSelect,
        ProfileSelect,
        PastGameSelect,
        PositionSelect,
        OpponentSelect,
        LevelSelect,
    }
    assert set(handlers._forms) == {NoteForm}


def test_nothing_is_answered_twice() -> None:
    async def other(context: Context, *args: object) -> None:
        raise NotImplementedError(context, args)

    with pytest.raises(ValueError, match=r"^i$"):
        on_click(GameButton, GameAction.HINT)(other)
    with pytest.raises(ValueError, match="MoveSelect"):
        on_choice(MoveSelect)(other)
    with pytest.raises(ValueError, match="NoteForm"):
        on_form(NoteForm)(other)
