"""Reviews games from elsewhere: one that someone has as a text or a file. Nothing of it is stored."""

from datetime import datetime

import discord

from bot.locale import Words
from bot.ui.context.context import Context
from bot.ui.context.off_limits import left_out_sentence
from bot.ui.context.requests import LONGEST, ask
from bot.ui.message.incoming import UnfitValueError
from bot.ui.review.page import ReviewPages
from bot.ui.review.showing import OpenReview, check_closed, followed
from bot.ui.text.words import color_name, on_one_line
from bot.values.errors import NotARecordError, RecordTooLargeError
from bot.values.game.game import BestPlay, Game, PlayedMove
from bot.values.players import Player
from engine import Color, Reason, Record, RecordError, Start, parse_record, parse_record_json

MOST_KILOBYTES = 64

# No one on Discord has these ids, and neither has the computer or a channel.
_IDS = dict(zip(Color, (11, 12), strict=True))
_LONGEST_NAME = 32
_BY_NO_ONE = -1


async def review_file(context: Context, file: discord.Attachment) -> None:
    """Privately review the game whose record is in a file."""
    # Other clients than Discord's can name a file that they don't describe.
    if not isinstance(file, discord.Attachment):
        raise UnfitValueError(str(file.id))
    if file.size > MOST_KILOBYTES * 1024:
        raise RecordTooLargeError(MOST_KILOBYTES)
    content = await ask(file.read(), LONGEST)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotARecordError(len(content[: error.start].split(b"\n"))) from error
    await review_record(context, text)


async def review_record(context: Context, text: str) -> None:
    """Privately review the game whose record is ``text``, in either form."""
    game = _game(context.words, _read(text), context.services.clock.now())
    await check_closed(context, game)
    reviewing = await context.services.reviews.begin_elsewhere(game, context.user.id)
    review = await followed(context, game, reviewing)
    # That took a while, and games have gone on.
    shown = OpenReview.of(game, review, await check_closed(context, game))
    left_out = left_out_sentence(context.words, shown.hidden_by)
    pages = ReviewPages(context.words, game, shown.review, await context.theme(), left_out=left_out)
    await context.reply.private(await pages.from_elsewhere(), in_place=True)


def _read(text: str) -> Record:
    # Whoever copies a record from a message may copy what sets it off there, too.
    bare = text.strip("`")
    parse = parse_record_json if bare.lstrip().startswith("{") else parse_record
    try:
        return parse(bare)
    except RecordError as error:
        match error.path:
            case ("moves", int(index), *_):
                raise NotARecordError(error.line, index + 1) from error
        raise NotARecordError(error.line) from error


def _game(words: Words, record: Record, now: datetime) -> Game:
    """Return the game of a record, without a number or a place."""
    white, black = (
        Player(_IDS[color], on_one_line(called, _LONGEST_NAME) if called else color_name(words, color))
        for color, called in zip(Color, (record.white, record.black), strict=True)
    )
    outcome = record.outcome
    by_best_play = outcome is not None and outcome.reason is Reason.ADJUDICATION
    return Game(
        white,
        black,
        record.position,
        now,
        boards=(),
        outcome=outcome,
        start=record.start or Start.PLAIN,
        moves=tuple(PlayedMove(str(played.move), _BY_NO_ONE, now) for played in record.moves),
        best_play=BestPlay(outcome.winner) if outcome is not None and by_best_play else None,
    )
