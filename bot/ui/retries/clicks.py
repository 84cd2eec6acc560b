"""Clicks on mistakes to retry."""

from bot.matches.base36 import format_number
from bot.ui.board.move_buttons import check_legal
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Content
from bot.ui.message.custom_ids import UnknownButtonError
from bot.ui.retries.message import ChooseInRetry, EndRetry, PlayInRetry, Retry, ShowRetryAnswer
from bot.ui.review.retry_button import OpenRetry

Clicked = OpenRetry | ShowRetryAnswer | EndRetry | PlayInRetry | ChooseInRetry


@on_click(OpenRetry)
@on_click(ShowRetryAnswer)
@on_click(EndRetry)
@on_click(PlayInRetry)
@on_click(ChooseInRetry)
async def answer_retry_click(context: Context, clicked: Clicked) -> None:
    """Open a mistake, try a move in it, show the answer, or end.

    Raises:
        UnknownGameError: there is no such game here.
        UnknownButtonError: the person didn't make this mistake in it, or there is no such move.
        TooBusyError: too many clicks are in progress.
    """
    await context.admit_extra()
    content = await _content(context, await _find(context, clicked), clicked)
    await context.reply.private(content, in_place=True)


async def _content(context: Context, retry: Retry, clicked: Clicked) -> Content:
    if isinstance(clicked, ShowRetryAnswer):
        return await retry.answer()
    if isinstance(clicked, EndRetry):
        return retry.finished()
    if isinstance(clicked, OpenRetry):
        return await retry.task(context.icons)
    if isinstance(clicked, ChooseInRetry):
        return await retry.task(context.icons, clicked.choice)
    check_legal(retry.position, clicked.move)
    return await retry.after(clicked.move)


async def _find(context: Context, clicked: Clicked) -> Retry:
    """Find the mistake that a button is about, in a review that has everything needed."""
    services, who = context.services, context.user.id
    game = await services.game_queries.find_to_review(context.reader, format_number(clicked.game))
    color = game.color_of(who)
    review = None if game.outcome is None else await services.reviews.kept(game.number)
    if color is None or review is None or not review.detailed or clicked.ply not in review.mistakes(color):
        raise UnknownButtonError(str(clicked))
    theme = (await services.preferences.player(who)).theme
    return Retry(context.words, game, review, theme, clicked.ply)
