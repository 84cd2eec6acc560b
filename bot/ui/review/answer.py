"""Answers whoever asks for a review, turns its pages or shares it."""

import re
from time import monotonic

from bot.computer.errors import ComputerUnavailableError
from bot.locale import words_for
from bot.matches.values.games import Game
from bot.ui.context.permissions import check_can_post
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, place_of, player_of
from bot.ui.message.custom_ids import PanelAction, PanelButton, UnknownButtonError
from bot.ui.review.page import ReviewPages, pages_of, progress_page
from engine import Review

# So many seconds lie between two edits at least, because Discord limits how often a message may be edited.
_PACE = 1.5
_PAGE_OF_GAME = re.compile(r"(?P<game>[0-9A-Za-z]+)-(?P<page>\d{1,2})", re.ASCII)


async def show_review(interaction: Interaction, responder: Responder, text: str | None) -> None:
    """Review a finished game of the server for the person alone: the one called ``text``, or his last one.

    Raises:
        UnknownGameError, NoFinishedGameError, RunningGameError: there is no such game, or nothing to review.
    """
    game = await _find(interaction, text)
    try:
        review = await _make(interaction, responder, game)
    except ComputerUnavailableError:
        await responder.tell(
            responder.words.gettext(
                "Reviews need the computer, which isn't available on this host. You can still use /pyrga "
                "replay."
            )
        )
        return
    await _show_page(interaction, responder, game, review, 0)


async def answer_review_click(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    """Show a review, turn its page or share it, as the button says."""
    if clicked.action == PanelAction.SHOW:
        await show_review(interaction, responder, clicked.argument)
    elif clicked.action == PanelAction.PAGE:
        await _turn_page(interaction, responder, clicked)
    elif clicked.action == PanelAction.SHARE:
        await _share(interaction, responder, clicked)
    else:
        raise UnknownButtonError(str(clicked))


async def _turn_page(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    match = _PAGE_OF_GAME.fullmatch(clicked.argument)
    if match is None:
        raise UnknownButtonError(str(clicked))
    game = await _find(interaction, match["game"])
    review = await interaction.client.services.reviews.kept(game.number)
    if review is None:
        await show_review(interaction, responder, match["game"])
        return
    if int(match["page"]) >= pages_of(review):
        raise UnknownButtonError(str(clicked))
    await _show_page(interaction, responder, game, review, int(match["page"]))


async def _share(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    check_can_post(interaction)
    services, channel_id = interaction.client.services, place_of(interaction).channel_id
    game = await _find(interaction, clicked.argument)
    review = await services.reviews.kept(game.number)
    if review is None:
        await show_review(interaction, responder, clicked.argument)
        return
    pages = ReviewPages(words_for(game.language), game, review, game.theme)
    content = await pages.for_everybody(player_of(interaction))
    async with services.reviews.sharing(game.number, channel_id) as first:
        if first:
            # The panel stays the answer; the review comes beside it.
            await responder.acknowledge()
            await responder.add(content)
    await _show_page(interaction, responder, game, review, 0)


async def _find(interaction: Interaction, text: str | None) -> Game:
    lists = interaction.client.services.lists
    return await lists.find_to_review(place_of(interaction), interaction.user.id, text)


async def _make(interaction: Interaction, responder: Responder, game: Game) -> Review:
    reviewing = await interaction.client.services.reviews.begin(game, interaction.user.id)
    next_word = 0.0
    async for done in reviewing.steps():
        if monotonic() >= next_word:
            await responder.progress(progress_page(responder.words, game, done, reviewing.total))
            next_word = monotonic() + _PACE
    return await reviewing.result()


async def _show_page(
    interaction: Interaction, responder: Responder, game: Game, review: Review, page: int
) -> None:
    services = interaction.client.services
    theme = await services.preferences.player_theme(interaction.user.id)
    shared = await services.reviews.is_shared(game.number, place_of(interaction).channel_id)
    pages = ReviewPages(responder.words, game, review, theme)
    await responder.present(await pages.page(page, shared=shared))
