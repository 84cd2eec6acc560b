"""Clicks on mistakes to retry."""

from bot.matches.base36 import format_number
from bot.ui.board.move_buttons import choice_of, legal_move
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.actions import MoveAction, RetryAction
from bot.ui.message.content import Content
from bot.ui.message.custom_ids import UnknownButtonError
from bot.ui.message.practice_ids import RetryButton
from bot.ui.retries.message import Retry


@on_click(RetryButton, *RetryAction, *MoveAction)
async def answer_retry_click(context: Context, clicked: RetryButton) -> None:
    """Open a mistake, try a move in it, show the answer, or end.

    Raises:
        UnknownGameError: there is no such game here.
        UnknownButtonError: the person didn't make this mistake in it, or there is no such move.
        TooBusyError: too many clicks are in progress.
    """
    await context.admit_extra()
    content = await _content(context, await _find(context, clicked), clicked)
    await context.reply.private(content, in_place=True)


async def _content(context: Context, retry: Retry, clicked: RetryButton) -> Content:
    if clicked.action is RetryAction.ANSWER:
        return await retry.answer()
    if clicked.action is RetryAction.END:
        return retry.finished()
    icons = context.icons
    if clicked.action is RetryAction.OPEN:
        return await retry.task(icons)
    if clicked.action is MoveAction.MOVE:
        return await retry.after(legal_move(retry.position, clicked))
    try:
        choice = choice_of(clicked.action, clicked.argument)
    except ValueError:
        raise UnknownButtonError(str(clicked)) from None
    return await retry.task(icons, choice)


async def _find(context: Context, clicked: RetryButton) -> Retry:
    """Find the mistake that a button is about, in a review that has everything needed."""
    services, who = context.services, context.user.id
    game = await services.game_queries.find_to_review(context.reader, format_number(clicked.game))
    color = game.color_of(who)
    review = None if game.outcome is None else await services.reviews.kept(game.number)
    if color is None or review is None or not review.detailed or clicked.ply not in review.mistakes(color):
        raise UnknownButtonError(str(clicked))
    theme = (await services.preferences.player(who)).theme
    return Retry(context.words, game, review, theme, clicked.ply)
