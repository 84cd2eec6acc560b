"""Clicks on the steps of the lesson."""

from bot.matches.values.standings import Badge
from bot.ui.board.move_buttons import NOTHING, check_legal
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.guide.lesson import (
    ChooseInLesson,
    EndLesson,
    PlayInLesson,
    lesson_answer,
    lesson_end,
    lesson_step,
)
from bot.ui.guide.lesson_step import Step
from bot.ui.guide.lesson_steps import STEPS
from bot.ui.message.custom_ids import CustomId, UnknownButtonError
from bot.ui.message.shared_buttons import OpenLesson


@on_click(OpenLesson)
@on_click(ChooseInLesson)
async def show_step(context: Context, clicked: OpenLesson | ChooseInLesson) -> None:
    """Show a step, with what has been chosen of a move in it.

    Raises:
        UnknownButtonError: there is no such step.
    """
    _step(clicked, clicked.step)
    choice = clicked.choice if isinstance(clicked, ChooseInLesson) else NOTHING
    theme = (await context.services.preferences.player(context.user.id)).theme
    content = await lesson_step(context.words, clicked.step, theme, context.icons, choice)
    await context.reply.private(content, in_place=True)


@on_click(PlayInLesson)
async def play_in_lesson(context: Context, clicked: PlayInLesson) -> None:
    """Play a move in a step.

    Raises:
        UnknownButtonError: there is no such step, or no such move in it.
    """
    step = _step(clicked, clicked.step)
    check_legal(step.position, clicked.move)
    badges: tuple[Badge, ...] = ()
    if clicked.step == len(STEPS) and step.answer(context.words, step.position, clicked.move).done:
        badges = await context.services.badges.finish_lesson(context.user)
    theme = (await context.services.preferences.player(context.user.id)).theme
    content = await lesson_answer(context.words, clicked.step, clicked.move, theme, badges)
    await context.reply.private(content, in_place=True)


@on_click(EndLesson)
async def end_lesson(context: Context, clicked: EndLesson) -> None:
    """Say what to do next."""
    del clicked
    content = lesson_end(context.words, people=not context.in_direct_messages)
    await context.reply.private(content, in_place=True)


def _step(clicked: CustomId, number: int) -> Step:
    if not 1 <= number <= len(STEPS):
        raise UnknownButtonError(str(clicked))
    return STEPS[number - 1]
