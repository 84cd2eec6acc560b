"""Files to save: the animated replay, and the record in both forms."""

from bot.locale import words_for
from bot.matches.base36 import format_number
from bot.matches.errors import HelpInPuzzleError
from bot.matches.match.match import Match
from bot.matches.match.match_errors import HelpInGameError
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post, check_may_see_values
from bot.ui.message.custom_ids import ShowReplay, UnknownButtonError
from bot.ui.review.history import OpenPastGame
from bot.ui.review.page import share
from bot.ui.review.variations import ShowPosition, ShowVariation, VariationPage
from bot.ui.review.viewer import SharePosition, Viewer, opening_position
from engine import Review


async def show_replay(context: Context, text: str | None) -> None:
    """Privately show the last position of a game: the one called ``text``, or the only running or last one.

    Raises:
        UnknownGameError, NoRunningGameError, ChooseGameError: it isn't clear which game is meant.
        TooBusyError: too many clicks are in progress.
    """
    await context.admit_extra()
    game = await _find(context, text)
    await _show(context, game, game.position.ply)


@on_click(ShowReplay)
async def show_replay_of_button(context: Context, clicked: ShowReplay) -> None:
    """Show the last position of the button's game."""
    await show_replay(context, format_number(clicked.game))


@on_click(ShowPosition)
async def show_position(context: Context, clicked: ShowPosition) -> None:
    """Show another position, or the last one if moves have been taken back meanwhile."""
    await context.admit_extra()
    game = await _find(context, format_number(clicked.game))
    await _show(context, game, min(clicked.ply, game.position.ply))


@on_click(OpenPastGame)
async def show_past_game(context: Context, clicked: OpenPastGame) -> None:
    """Show a game that was chosen in a history, in its own message next to the list."""
    await context.admit_extra()
    game = await _find(context, format_number(clicked.game))
    await _show(context, game, game.position.ply, in_place=False)


@on_click(SharePosition)
async def share_position(context: Context, clicked: SharePosition) -> None:
    """Post a position of a finished game in the channel, but only once.

    Raises:
        UnknownButtonError: the game is running, or has no such position.
        MissingPermissionsError: the bot can't post there.
    """
    await context.admit_extra()
    check_can_post(context)
    ply, game = clicked.ply, await _find(context, format_number(clicked.game))
    if game.outcome is None or ply > game.position.ply:
        raise UnknownButtonError(str(clicked))
    viewer = Viewer(words_for(game.language), game, await _review(context, game), game.theme)
    await share(context, game, ply, await viewer.for_everybody(ply, context.user))
    await _show(context, game, ply)


async def show_opened_review(context: Context, game: Match, review: Review) -> None:
    """Show a review in the viewer at the move where it opens, with what it says about the players."""
    await _show(context, game, opening_position(game, review), opening=True)


@on_click(ShowVariation)
async def show_variation(context: Context, clicked: ShowVariation) -> None:
    """Show a step of a line that wasn't played.

    Raises:
        UnknownButtonError: the review has no such line.
    """
    await context.admit_extra()
    game = await _find(context, format_number(clicked.game))
    await check_may_see_values(context, game.position)
    review = await _review(context, game)
    if review is None or not clicked.is_in(review):
        raise UnknownButtonError(str(clicked))
    theme = (await context.services.preferences.player(context.user.id)).theme
    page = VariationPage(context.words, game, review, theme, clicked)
    await context.reply.private(await page.content(), in_place=True)


async def _find(context: Context, text: str | None) -> Match:
    return await context.services.game_queries.find_to_replay(context.reader, text)


async def _show(
    context: Context, game: Match, ply: int, *, in_place: bool = True, opening: bool = False
) -> None:
    services = context.services
    theme = (await services.preferences.player(context.user.id)).theme
    shared = await services.shares.is_shared(game.number, ply, context.place.channel_id)
    viewer = Viewer(context.words, game, await _review(context, game), theme)
    page = await viewer.page(ply, shared=shared, reader=context.user, opening=opening)
    await context.reply.private(page, in_place=in_place)


async def _review(context: Context, game: Match) -> Review | None:
    """The review of a game, if it's over and was reviewed, and the person may see what moves are worth."""
    if game.outcome is None:
        return None
    try:
        await check_may_see_values(context, game.position)
    except (HelpInGameError, HelpInPuzzleError):
        return None
    return await context.services.reviews.kept(game.number)
