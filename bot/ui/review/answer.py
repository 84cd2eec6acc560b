"""Makes a review, opens it, shows its summary and moves, and shares it."""

from time import monotonic

from bot.computer.errors import ComputerUnavailableError
from bot.locale import words_for
from bot.matches.base36 import format_number
from bot.matches.match.match import Match
from bot.matches.review.reviews import REVIEW
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post, check_may_see_values
from bot.ui.message.custom_ids import ShowReview, UnknownButtonError
from bot.ui.review.page import ReviewPages, ShareReview, ShowReviewPage, pages_of, progress_page, share
from bot.ui.review.replays import show_opened_review
from engine import Review

# Minimum number of seconds between edits, because Discord limits how often a message can be edited.
_PACE = 1.5


async def show_review(context: Context, text: str | None) -> None:
    """Privately review a finished game of the server: the one called ``text``, or the person's last one.

    Raises:
        UnknownGameError: there is no such game.
        NoFinishedGameError, RunningGameError: there is nothing to review.
    """
    game = await _find(context, text)
    try:
        review = await _make(context, game)
    except ComputerUnavailableError:
        # An incomplete one is better than none.
        kept = await context.services.reviews.kept(game.number)
        if kept is not None:
            await show_opened_review(context, game, kept)
            return
        await context.reply.private(
            context.words.gettext(
                "Reviews need the computer, which isn't available on this host. You can still use /pyrga "
                "replay."
            )
        )
        return
    # The review may have earned badges.
    game = await context.services.games.get(game.number)
    await show_opened_review(context, game, review)


@on_click(ShowReview)
async def show_review_of_button(context: Context, clicked: ShowReview) -> None:
    """Review the game that the button is about."""
    await context.admit_extra()
    await show_review(context, format_number(clicked.game))


@on_click(ShowReviewPage)
async def show_review_page(context: Context, clicked: ShowReviewPage) -> None:
    """Show the summary of a review, or a page of its moves."""
    await context.admit_extra()
    game = await _find(context, format_number(clicked.game))
    review = await context.services.reviews.kept(game.number)
    if review is None:
        await show_review(context, format_number(clicked.game))
        return
    page, current = clicked.page, clicked.current
    if page >= pages_of(review) or (current is not None and current > len(review.moves)):
        raise UnknownButtonError(str(clicked))
    await _show_page(context, game, review, page, current)


@on_click(ShareReview)
async def share_review(context: Context, clicked: ShareReview) -> None:
    """Post a review in the channel, but only once."""
    await context.admit_extra()
    check_can_post(context)
    game = await _find(context, format_number(clicked.game))
    review = await context.services.reviews.kept(game.number)
    if review is None:
        await show_review(context, format_number(clicked.game))
        return
    pages = ReviewPages(words_for(game.language), game, review, game.theme)
    await share(context, game, REVIEW, await pages.for_everybody(context.user))
    await _show_page(context, game, review, 0)


async def _find(context: Context, text: str | None) -> Match:
    game = await context.services.game_queries.find_to_review(context.reader, text)
    await check_may_see_values(context, game.position)
    return game


async def _make(context: Context, game: Match) -> Review:
    reviewing = await context.services.reviews.begin(game, context.user.id)
    next_word = 0.0
    async for done in reviewing.steps():
        if monotonic() >= next_word:
            await context.reply.progress(progress_page(context.words, game, done, reviewing.total))
            next_word = monotonic() + _PACE
    return await reviewing.result()


async def _show_page(
    context: Context, game: Match, review: Review, page: int, current: int | None = None
) -> None:
    services = context.services
    theme = (await services.preferences.player(context.user.id)).theme
    shared = await services.shares.is_shared(game.number, REVIEW, context.place.channel_id)
    pages = ReviewPages(context.words, game, review, theme, current)
    content = await pages.page(page, shared=shared, reader=context.user)
    await context.reply.private(content, in_place=True)
