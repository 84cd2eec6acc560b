"""The game of the day: each person's board, which only they see, and the results that they share."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial

import discord
import structlog

from bot.computer.computer import ComputerFailedError
from bot.locale import Words, words_for
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.display import publish
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.context_errors import NoComputerForDayError
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post
from bot.ui.context.requests import ForbiddenError, GoneError, nonce_of
from bot.ui.context.sending import change, send
from bot.ui.message.content import GOLD, Content, Row, boxed
from bot.ui.message.custom_ids import (
    CustomId,
    PlayToday,
    ShowDayResult,
    ShowReview,
    UnknownButtonError,
    button,
)
from bot.ui.text.badges import new_badge_lines
from bot.ui.text.words import computer_name, name
from bot.use_cases.daily_games.results import DailyCard, PlayedDay
from bot.values.badges import JudgedDay, badges_for
from bot.values.game.daily_games import number_of
from bot.values.game.daily_results import CardKey, emblems
from bot.values.game.game import Board, Game
from bot.values.game.turns import check_player
from bot.values.players import Player
from bot.values.standings import Result

log = structlog.get_logger(__name__)


class ShareDayResult(CustomId, word="day-share"):
    """Shares what the person's ``game`` of the day was worth in the channel."""

    game: int


async def play_today(context: Context) -> None:
    """Show the person their board of the game of the day, which begins unless it has."""
    await context.admit_extra()
    services = context.services
    if not services.computer.available:
        raise NoComputerForDayError
    day, language = await services.daily_games.today(), await context.private_language()
    # What only one person sees can only be changed by answering them.
    place = replace(context.place, reachable=False)
    board = Board(place, language, await context.theme(), hidden=True)
    computer = Player(day.level, computer_name(words_for(language), day.level))
    game = await publish(context, await services.daily_games.begin(day, context.user, computer, board))
    let_computer_play(context.client, game, context)


@on_click(PlayToday)
async def play_today_of_button(context: Context, clicked: PlayToday) -> None:
    del clicked
    await play_today(context)


@on_click(ShowDayResult)
async def show_result(context: Context, clicked: ShowDayResult) -> None:
    """Show someone what their game of the day was worth."""
    game, played = await _judged(context, clicked.game)
    await context.reply.private(_panel(context, game, played))


@on_click(ShareDayResult)
async def share_result(context: Context, clicked: ShareDayResult) -> None:
    """Add someone's result to the card of the channel's day, which is posted with the first one."""
    check_can_post(context)
    game, played = await _judged(context, clicked.game)
    place, client = context.place, context.client
    if place.guild_id is None or not place.reachable:
        raise UnknownButtonError
    row = await context.services.daily_results.share(game, place, await context.public_language())
    words = context.words
    said = words.say("You've already shared this.")
    if row is not None:
        said = words.say("Shared. The channel's card has it within a minute.")
        if row.message_id is None:
            await refresh_card(client, row.key, is_new=True)
    await context.reply.private(_panel(context, game, played, said), in_place=True)


async def _judged(context: Context, number: int) -> tuple[Game, PlayedDay]:
    """Return someone's own game of the day, which is over, with what it was worth."""
    await context.admit_extra()
    game = await context.seen_game(number)
    check_player(game, context.user.id)
    if game.day is None or game.outcome is None:
        raise UnknownButtonError
    await context.reply.progress(boxed(context.words.say("Looking at what your moves were worth…")))
    played = await context.services.daily_results.of_game(game)
    if played is None:
        raise ComputerFailedError
    # That may have earned badges.
    return await context.seen_game(number), played


def _panel(context: Context, game: Game, played: PlayedDay, said: str = "") -> Content:
    words, place = context.words, context.place
    # Translators: how much of what the game was worth someone's moves kept, such as "88% kept".
    kept = words.say("{number}% kept", number=round(played.result.quality / 10))
    facts = [_outcome(words, played), kept, *_streak(words, played)]
    earned = [one.badge for one in game.badges if one.badge in badges_for(JudgedDay)]
    lines = [
        _title(words, played.day),
        emblems(played.result.squares),
        " · ".join(facts),
        *new_badge_lines(words, earned),
        said,
    ]
    share = button(ShareDayResult(game.number), words.label("button", "Share"), discord.ButtonStyle.success)
    can_share = place.guild_id is not None and place.reachable and not said
    return boxed(
        [line for line in lines if line],
        rows=[Row(*([share] if can_share else []), button(ShowReview(game.number), words))],
        accent=GOLD,
    )


def _title(words: Words, day: date) -> str:
    return words.say("### Game of the day #{number}", number=number_of(day))


def _outcome(words: Words, played: PlayedDay) -> str:
    return {
        Result.WON: words.label("how a game ended for someone", "won"),
        Result.DRAWN: words.label("how a game ended for someone", "drawn"),
        Result.LOST: words.label("how a game ended for someone", "lost"),
    }[played.outcome]


def _streak(words: Words, played: PlayedDay) -> list[str]:
    """Return how many days in a row someone has played, and what keeps that if they miss one."""
    streak = played.streak
    days = words.count("🔥 {number} day in a row", "🔥 {number} days in a row", streak.length)
    facts = [days] if streak.length > 1 else []
    if streak.freezes:
        facts.append(words.count("{number} freeze", "{number} freezes", streak.freezes))
    return facts


def card_content(card: DailyCard) -> Content:
    """Return what gathers the results that were shared in a channel: no move and no position."""
    words, row = words_for(card.row.language), card.row
    facts = [words.count("{number} result", "{number} results", card.number)]
    if card.streak > 1:
        # Translators: on how many days in a row someone in a server has played the game of the day.
        days = words.count("🔥 {number} day in a row here", "🔥 {number} days in a row here", card.streak)
        facts.append(days)
    lines = [_line(words, each) for each in card.best]
    if card.number > len(lines):
        more = card.number - len(lines)
        lines.append(words.say("… and {number} more", number=more))
    if card.before:
        # Translators: {names} are the best of the day before, such as "🟩🟩🟩 Ada, 🟩🟨🟩 Blaise".
        best = ", ".join(f"{emblems(each.result.squares)} {name(each.player)}" for each in card.before)
        yesterday = words.say("Best yesterday: {names}", names=best)
        lines.append(f"-# {yesterday}")
    play = Row(button(PlayToday(), words, discord.ButtonStyle.success))
    heading = f"{_title(words, row.day)}\n-# {' · '.join(facts)}"
    return boxed(heading, lines, rows=[play], accent=GOLD)


def _line(words: Words, played: PlayedDay) -> str:
    streak = f" · 🔥 {played.streak.length}" if played.streak.length > 1 else ""
    return f"{emblems(played.result.squares)} {name(played.player)} · {_outcome(words, played)}{streak}"


async def refresh_card(client: ServingClient, key: CardKey, *, is_new: bool = False) -> None:
    """Post the card of a channel's day, or edit it, if it doesn't show everything that it has to.

    If it ``is_new``, it isn't edited: when someone else has posted it meanwhile, it has to wait for its turn.
    """
    await client.mailboxes.hand_in(("day", key), is_new, partial(_refresh, client, key))


async def _refresh(client: ServingClient, key: CardKey, are_new: Sequence[bool]) -> None:
    results = client.services.daily_results
    card = await results.card(key)
    if card is None or card.row.listed == card.row.shared:
        return
    if card.row.message_id is not None and all(are_new):
        return
    content, row = card_content(card), card.row
    client.finish(content.view)
    channel, nobody = client.get_partial_messageable(row.channel_id), discord.AllowedMentions.none()
    try:
        if row.message_id is not None:
            message = channel.get_partial_message(row.message_id)
            await change(message.edit, content, allowed_mentions=nobody)
            message_id = row.message_id
        else:
            nonce = nonce_of(row.channel_id, row.day.toordinal())
            message_id = (await send(channel.send, content, allowed_mentions=nobody, nonce=nonce)).id
            # If a process died after it had posted this, it's that message, which may show only the first.
            row = replace(row, shared=1)
    except (GoneError, ForbiddenError) as error:
        # The next result that's shared tries again, with a new message if this one is gone.
        log.info("results not shown", channel=row.channel_id, error=str(error))
        message_id = None
    await results.note_shown(row, message_id)
