"""Clicks on the steps of the lesson."""

from bot.ui.board.move_buttons import NOTHING, Choice, choice_of
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction
from bot.ui.guide.lesson import lesson_answer, lesson_end, lesson_step
from bot.ui.guide.lesson_steps import STEPS
from bot.ui.message.custom_ids import LessonAction, LessonButton, MoveAction, UnknownButtonError
from engine import EngineError, Move


async def answer_lesson_click(interaction: Interaction, responder: Responder, clicked: LessonButton) -> None:
    """Open a step, play a move in it, or end the lesson.

    Raises:
        UnknownButtonError: there is no such step, or no such move in it.
    """
    if not 1 <= clicked.step <= len(STEPS):
        raise UnknownButtonError(str(clicked))
    if clicked.action is LessonAction.END:
        await responder.present(lesson_end(responder.words))
        return
    theme = await interaction.client.services.preferences.player_theme(interaction.user.id)
    if clicked.action is MoveAction.MOVE:
        move = _legal_move(clicked)
        await responder.present(await lesson_answer(responder.words, clicked.step, move, theme))
        return
    icons = interaction.client.icons
    content = await lesson_step(responder.words, clicked.step, theme, icons, _choice(clicked))
    await responder.present(content)


def _legal_move(clicked: LessonButton) -> Move:
    try:
        move = Move.parse(clicked.argument)
    except EngineError:
        raise UnknownButtonError(str(clicked)) from None
    if move not in STEPS[clicked.step - 1].position.legal_moves:
        raise UnknownButtonError(str(clicked))
    return move


def _choice(clicked: LessonButton) -> Choice:
    if not isinstance(clicked.action, MoveAction):
        return NOTHING
    try:
        return choice_of(clicked.action, clicked.argument)
    except ValueError:
        raise UnknownButtonError(str(clicked)) from None
