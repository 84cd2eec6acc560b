"""Clicks on the steps of the lesson."""

from bot.matches.values.badges import Badge
from bot.matches.values.players import ThemeName
from bot.ui.board.move_buttons import NOTHING, Choice, choice_of, legal_move
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.guide.lesson import lesson_answer, lesson_end, lesson_step
from bot.ui.guide.lesson_steps import STEPS
from bot.ui.message.actions import LessonAction, MoveAction
from bot.ui.message.custom_ids import UnknownButtonError
from bot.ui.message.practice_ids import LessonButton


@on_click(LessonButton, *LessonAction, *MoveAction)
async def answer_lesson_click(context: Context, clicked: LessonButton) -> None:
    """Open a step, play a move in it, or end the lesson.

    Raises:
        UnknownButtonError: there is no such step, or no such move in it.
    """
    if not 1 <= clicked.step <= len(STEPS):
        raise UnknownButtonError(str(clicked))
    number = clicked.step
    if clicked.action is LessonAction.END:
        if number == len(STEPS):
            content = lesson_end(context.words, people=not context.in_direct_messages)
            await context.reply.private(content, in_place=True)
            return
        # For older messages, from when the lesson had fewer steps.
        number += 1
    theme = (await context.services.preferences.player(context.user.id)).theme
    if clicked.action is MoveAction.MOVE:
        await _play(context, clicked, theme)
        return
    icons = context.icons
    content = await lesson_step(context.words, number, theme, icons, _choice(clicked))
    await context.reply.private(content, in_place=True)


async def _play(context: Context, clicked: LessonButton, theme: ThemeName) -> None:
    step = STEPS[clicked.step - 1]
    move = legal_move(step.position, clicked)
    badges: tuple[Badge, ...] = ()
    if clicked.step == len(STEPS) and step.answer(context.words, step.position, move).done:
        badges = await context.services.badges.finish_lesson(context.user)
    content = await lesson_answer(context.words, clicked.step, move, theme, badges)
    await context.reply.private(content, in_place=True)


def _choice(clicked: LessonButton) -> Choice:
    if not isinstance(clicked.action, MoveAction):
        return NOTHING
    try:
        return choice_of(clicked.action, clicked.argument)
    except ValueError:
        raise UnknownButtonError(str(clicked)) from None
