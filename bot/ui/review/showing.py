"""Opens games and their reviews, shows them page by page, shares them, and offers them as files and GIFs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Self

import discord

from bot.computer.computer import ComputerUnavailableError
from bot.locale import Words, words_for
from bot.ui.context.context import Context
from bot.ui.context.handlers import game_on, on_click
from bot.ui.context.off_limits import in_public, left_out_sentence, off_limits, refuse
from bot.ui.context.permissions import check_can_post
from bot.ui.context.sight import server_name
from bot.ui.message.content import GOLD, Content, Download, Picture, Row, boxed, layout
from bot.ui.message.custom_ids import (
    AskWhomToChallenge,
    ShareGame,
    ShowReplay,
    ShowReview,
    UnknownButtonError,
    button,
)
from bot.ui.review.history import OpenPastGame
from bot.ui.review.page import (
    ReviewPages,
    ShareReview,
    ShowReviewPage,
    pages_of,
    progress_page,
)
from bot.ui.review.variations import ShowPosition, ShowVariation, VariationPage, Way
from bot.ui.review.viewer import OfferRecord, SharePosition, ShowGif, Viewer
from bot.ui.text.alt_text import fitted, replay_lines
from bot.ui.text.status import clock_name
from bot.ui.text.words import game_name, named_in, result_headline, shared_by, sides
from bot.use_cases.reviews import REVIEW, WHOLE_GAME, Reviewing, part_of
from bot.values.errors import PlayedHereError
from bot.values.game.fair_play import NOTHING_OFF_LIMITS, OffLimits, Protected
from bot.values.game.game import Game
from bot.values.players import Player
from engine import Review, print_record, print_record_json


@dataclass(frozen=True, slots=True)
class Animation:
    """All of ``game`` as a ``gif``, in one language."""

    words: Words
    game: Game
    gif: bytes

    def page(self, *, shared: bool) -> Content:
        """Return the animation for one person.

        ``shared`` says whether it was already shared in the channel, so that no one needs to.
        """
        share = button(ShareGame(self.game.number), self.words)
        return self._content([Row(share)] if self.game.may_be_shared and not shared else [])

    def for_everybody(self, player: Player) -> Content:
        """Return the animation of a finished game for the whole channel, shared by ``player``."""
        words, number = self.words, self.game.number
        row = Row(
            # Translators: button (about 20 characters): watch a game, move by move.
            button(ShowReplay(number), words.say("Watch"), discord.ButtonStyle.primary),
            button(ShowReview(number), words),
            button(AskWhomToChallenge(), words.label("button", "Challenge")),
        )
        return self._content([row], shared_by(words, player))

    def _content(self, rows: Sequence[Row], *said: str) -> Content:
        # A running game goes on, and then its file gets a new name.
        filename = f"pyrga-{self.game.number}-{self.game.revision}.gif"
        caption, *lines = replay_lines(self.words, self.game, self.game.record)
        picture = Picture(filename, self.gif, fitted(" ".join([caption, *lines])), caption, lines)
        words, game = self.words, self.game
        title = words.say("Pyrga {game}", game=game_name(game.number))
        if game.outcome is None:
            return boxed(f"### {title}\n{sides(words, game)}", picture, said, rows=rows)
        moves = words.count("{number} move", "{number} moves", len(game.moves))
        heading = f"### {result_headline(words, game)}\n{sides(words, game)} · {moves} · {title}"
        return boxed(heading, picture, said, rows=rows, accent=GOLD)


# Minimum number of seconds between edits, because Discord limits how often a message can be edited.
_PACE = 1.5


async def show_replay(context: Context, text: str | None) -> None:
    """Privately show the last position of the game called ``text``, or of the only running or last one."""
    await context.admit_extra()
    game = context.named(await context.services.game_queries.find_to_replay(context.reader, text))
    await _show_position(context, game, game.position.ply)


async def show_replay_of_message(context: Context, message: discord.Message) -> None:
    """Privately show the game on a message, at the position there if that's an earlier one."""
    await context.admit_extra()
    shown = game_on(context, message)
    game = await _played(context, shown.number)
    last = game.position.ply
    await _show_position(context, game, last if shown.ply is None else min(shown.ply, last))


@on_click(ShowReplay)
async def show_replay_of_button(context: Context, clicked: ShowReplay) -> None:
    await show_replay(context, str(clicked.game))


@on_click(ShowPosition)
async def show_position(context: Context, clicked: ShowPosition) -> None:
    """Show another position, or the last one if moves have been taken back meanwhile."""
    await context.admit_extra()
    game = await _played(context, clicked.game)
    await _show_position(context, game, min(clicked.ply, game.position.ply), more=clicked.way is Way.MORE)


@on_click(OpenPastGame)
async def show_past_game(context: Context, clicked: OpenPastGame) -> None:
    """Show a game that was chosen in a history, in its own message next to the list."""
    await context.admit_extra()
    game = await _played(context, clicked.game)
    await _show_position(context, game, game.position.ply, in_place=False)


@on_click(SharePosition)
async def share_position(context: Context, clicked: SharePosition) -> None:
    """Post a position of a finished game in the channel, but only once."""
    await context.admit_extra()
    check_can_post(context)
    game, ply = await _played(context, clicked.game), clicked.ply
    if game.outcome is None or ply > game.position.ply:
        raise UnknownButtonError
    shown = await _kept(context, game, public=True)
    words = words_for(game.language)
    review = None if shown is None else shown.review
    viewer = Viewer(words, named_in(words, game), review, game.theme)
    await _share(context, game, ply, await viewer.for_everybody(ply, context.user))
    await _show_position(context, game, ply)


@on_click(ShowVariation)
async def show_variation(context: Context, clicked: ShowVariation) -> None:
    await context.admit_extra()
    game = await _played(context, clicked.game)
    hidden = await check_closed(context, game)
    kept = await context.services.reviews.kept(game.number)
    if kept is None or not clicked.is_in(kept):
        raise UnknownButtonError
    review = OpenReview.of(game, kept, hidden).review
    if not clicked.is_in(review):
        await refuse(context, hidden.first_reason(clicked.positions(game, kept)))
    end = replace(clicked, number=len(clicked.line.of(kept.moves[clicked.ply])))
    cut_by = hidden.first_reason(end.positions(game, kept)[:-1])
    left_out = left_out_sentence(context.words, cut_by)
    page = VariationPage(context.words, game, review, await context.theme(), clicked, left_out)
    await context.reply.private(await page.content(), in_place=True)


@on_click(ShowGif)
async def show_gif(context: Context, clicked: ShowGif) -> None:
    await context.admit_extra()
    game, services = await _played(context, clicked.game), context.services
    gif = await services.replays.gif(game.record, await context.theme(), context.user.id)
    shared = await services.shares.is_shared(part_of(game.number, WHOLE_GAME), context.place.channel_id)
    await context.reply.private(Animation(context.words, game, gif).page(shared=shared))


@on_click(ShareGame)
async def share_game(context: Context, clicked: ShareGame) -> None:
    """Post the animation of a finished game in the channel, but only once."""
    await context.admit_extra()
    check_can_post(context)
    game, services = await _played(context, clicked.game), context.services
    if not game.may_be_shared:
        raise UnknownButtonError
    async with services.shares.sharing(part_of(game.number, WHOLE_GAME), context.place.channel_id) as first:
        if first:
            gif = await services.replays.gif(game.record, game.theme, context.user.id)
            await context.reply.acknowledge()
            words = words_for(game.language)
            shared = Animation(words, named_in(words, game), gif)
            await context.reply.follow_up(shared.for_everybody(context.user))
            return
    await context.reply.private(context.words.say("This game has already been shared here."))


@on_click(OfferRecord)
async def offer_record(context: Context, clicked: OfferRecord) -> None:
    """Offer the record of a game as text, for people, and as JSON, for programs."""
    await context.admit_extra()
    game = await _played(context, clicked.game)
    record = game.record
    place = await server_name(context.client, game.home_for(context.user.id, context.place).place)
    timed = game.move_seconds is not None or game.total is not None
    clock = clock_name(context.words, game.move_seconds, game.total) if timed else ""
    known = replace(record, place=place or "", clock=clock)
    text = Download(f"{_stem(game)}.txt", print_record(known).encode())
    data = Download(f"{_stem(game)}.json", print_record_json(known).encode())
    await context.reply.private(Content(layout(text.component(), data.component()), (text, data)))


async def show_review(context: Context, text: str | None) -> None:
    """Privately review a finished game of the server: the one called ``text``, or the person's last one."""
    game, _ = await finished_game(context, text)
    review: Review | None
    try:
        review = await made_review(context, game)
    except ComputerUnavailableError:
        # An incomplete one is better than none.
        review = await context.services.reviews.kept(game.number)
        if review is None:
            unavailable = context.words.say(
                "Reviews need the computer, which isn't available on this host. You can still use /pyrga "
                "replay."
            )
            await context.reply.private(unavailable)
            return
    # The review may have earned badges.
    game = context.named(await context.services.games.get(game.number))
    # That took a while, and games have gone on.
    shown = OpenReview.of(game, review, await check_closed(context, game))
    await _show_page(context, game, shown, 0)


@on_click(ShowReview)
async def show_review_of_button(context: Context, clicked: ShowReview) -> None:
    await context.admit_extra()
    await show_review(context, str(clicked.game))


@on_click(ShowReviewPage)
async def show_review_page(context: Context, clicked: ShowReviewPage) -> None:
    await context.admit_extra()
    game, hidden = await finished_game(context, str(clicked.game))
    review = await context.services.reviews.kept(game.number)
    if review is None:
        await show_review(context, str(clicked.game))
        return
    page, current = clicked.page, clicked.current
    if page >= pages_of(review) or (current is not None and current > len(review.moves)):
        raise UnknownButtonError
    await _show_page(context, game, OpenReview.of(game, review, hidden), page, current=current)


@on_click(ShareReview)
async def share_review(context: Context, clicked: ShareReview) -> None:
    """Post a review in the channel, but only once."""
    await context.admit_extra()
    check_can_post(context)
    game, hidden = await finished_game(context, str(clicked.game))
    review = await context.services.reviews.kept(game.number)
    if review is None:
        await show_review(context, str(clicked.game))
        return
    everyones = await in_public(context, hidden)
    closing = everyones.closing(game.position)
    if closing is not None:
        await refuse(context, closing if closing.day is not None else None)
        raise PlayedHereError
    shown, words = OpenReview.of(game, review, everyones), words_for(game.language)
    left_out = left_out_sentence(words, shown.hidden_by)
    named = named_in(words, game)
    pages = ReviewPages(words, named, shown.review, game.theme, left_out=left_out)
    await _share(context, game, REVIEW, await pages.for_everybody(context.user))
    await _show_page(context, game, OpenReview.of(game, review, hidden), 0)


async def _played(context: Context, number: int) -> Game:
    found = await context.services.game_queries.find_to_replay(context.reader, str(number))
    return context.named(found)


async def finished_game(context: Context, text: str | None) -> tuple[Game, OffLimits]:
    """Return the finished game of the server called ``text``, or the person's last one, to be reviewed.

    With it comes what's off limits around its positions.

    Raises:
        HelpInGameError, HelpInPuzzleError: it came to a position that's closed to the person.
    """
    game = context.named(await context.services.game_queries.find_to_review(context.reader, text))
    return game, NOTHING_OFF_LIMITS if game.outcome is None else await check_closed(context, game)


async def check_closed(context: Context, game: Game) -> OffLimits:
    """Return what's off limits around the positions of a game, or refuse if it came to a closed one."""
    hidden = await off_limits(context, list(game.record.positions()), reviewed=game)
    await refuse(context, hidden.closing(game.position))
    return hidden


@dataclass(frozen=True, slots=True)
class OpenReview:
    """What may be shown of the ``review`` of a game, and why the rest isn't (``hidden_by``), if any."""

    review: Review
    hidden_by: Protected | None

    @classmethod
    def of(cls, game: Game, review: Review, hidden: OffLimits) -> Self:
        """Return what's left of the whole review of a game."""
        positions = list(game.record.positions())
        return cls(hidden.review(positions, review), hidden.first_reason(positions))


async def _kept(context: Context, game: Game, *, public: bool = False) -> OpenReview | None:
    """Return what may be shown of the review of a game, if it's over and reviewed, and not closed."""
    review = None if game.outcome is None else await context.services.reviews.kept(game.number)
    if review is None:
        return None
    hidden = await off_limits(context, list(game.record.positions()), reviewed=game)
    if public:
        hidden = await in_public(context, hidden)
    return None if hidden.closing(game.position) else OpenReview.of(game, review, hidden)


async def made_review(context: Context, game: Game) -> Review:
    """Return the review of a game. Until it's made, the person sees how far it is.

    Raises:
        ComputerUnavailableError: this host has no computer.
    """
    return await followed(context, game, await context.services.reviews.begin(game, context.user.id))


async def followed(context: Context, game: Game, reviewing: Reviewing) -> Review:
    """Return the review of a game that's being made. Until then, the person sees how far it is."""
    next_word = 0.0
    async for done in reviewing.steps():
        if monotonic() >= next_word:
            await context.reply.progress(progress_page(context.words, game, done, total=reviewing.total))
            next_word = monotonic() + _PACE
    return await reviewing.result()


async def _show_position(
    context: Context,
    game: Game,
    ply: int,
    *,
    in_place: bool = True,
    more: bool = False,
) -> None:
    """Show a position of a game."""
    shared = await context.services.shares.is_shared(part_of(game.number, ply), context.place.channel_id)
    shown, words = await _kept(context, game), context.words
    review, hidden_by = (None, None) if shown is None else (shown.review, shown.hidden_by)
    viewer = Viewer(words, game, review, await context.theme(), left_out_sentence(words, hidden_by))
    page = await viewer.page(ply, shared=shared, reader=context.user, more=more)
    await context.reply.private(page, in_place=in_place)


async def _show_page(
    context: Context, game: Game, shown: OpenReview, page: int, *, current: int | None = None
) -> None:
    shared = await context.services.shares.is_shared(part_of(game.number, REVIEW), context.place.channel_id)
    words, theme = context.words, await context.theme()
    left_out = left_out_sentence(words, shown.hidden_by)
    pages = ReviewPages(words, game, shown.review, theme, current, left_out)
    await context.reply.private(await pages.page(page, shared=shared, reader=context.user), in_place=True)


async def _share(context: Context, game: Game, part: int | str, content: Content) -> None:
    """Post the view of a game, unless someone already has. The clicked panel remains the answer."""
    async with context.services.shares.sharing(part_of(game.number, part), context.place.channel_id) as first:
        if first:
            await context.reply.acknowledge()
            await context.reply.follow_up(content)


def _stem(game: Game) -> str:
    return f"pyrga-{game.number}"
