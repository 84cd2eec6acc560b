"""Private questions before a game ends: cancel it, offer a draw, resign."""

from functools import partial

import discord

from bot.locale import Words
from bot.ui.board.display import announce_after_panel
from bot.ui.components.panels import confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Content, unboxed
from bot.ui.message.custom_ids import Count, CustomId
from bot.ui.text.words import game_name, name
from bot.values.game import endings, offers
from bot.values.game.game import Game
from bot.values.game.game_errors import FinishedGameError
from bot.values.game.turns import check_player


class Abort(CustomId, word="abort"):
    """Cancels ``game``."""

    game: int


async def _abort_question(context: Context, clicked: Abort) -> Content:
    return abort_panel(context.words, await context.seen_game(clicked.game))


@on_click(Abort, asks=_abort_question)
async def abort(context: Context, clicked: Abort) -> None:
    """End the game without a result."""
    who = context.user.id
    game = await context.services.games.change(clicked.game, partial(endings.cancel, player_id=who), by=who)
    await announce_after_panel(context, game, context.reply.replace(aborted_panel(context.words, game)))


def abort_panel(words: Words, game: Game) -> Content:
    """Ask a player of ``game`` whether they're sure."""
    question = words.say("Cancel game {game}? It will end without a result.", game=game_name(game.number))
    return confirm_panel(question, Abort(game.number), words.say("Cancel game"), words.say("Keep playing"))


def aborted_panel(words: Words, game: Game) -> Content:
    """Say that the game is canceled."""
    sentence = words.say("You canceled game {game}.", game=game_name(game.number))
    return unboxed(sentence)


class OfferDraw(CustomId, word="draw"):
    """Offers a draw in ``game`` as it stood at ``revision``."""

    game: int
    revision: Count


def draw_panel(words: Words, game: Game, player_id: int) -> Content:
    """Ask a player whether they want to offer a draw in ``game`` as it stands."""
    question = words.say(
        "Offer {opponent} a draw in game {game}?",
        opponent=name(game.opponent_of(player_id)),
        game=game_name(game.number),
    )
    return confirm_panel(
        question,
        OfferDraw(game.number, game.revision),
        words.say("Offer draw"),
        words.say("Keep playing"),
        style=discord.ButtonStyle.primary,
    )


@on_click(OfferDraw)
async def offer_draw(context: Context, clicked: OfferDraw) -> None:
    """Offer the other player a draw."""
    who = context.user.id
    game = await context.services.games.change(
        clicked.game, lambda game, _: offers.offer_draw(game, clicked.revision, player_id=who), by=who
    )
    answer = context.reply.replace(offered_panel(context.words, context.named(game), who))
    await announce_after_panel(context, game, answer)


def offered_panel(words: Words, game: Game, player_id: int) -> Content:
    """Say that the other player is asked."""
    sentence = words.say(
        "Draw offered. {opponent} can answer on the board.", opponent=name(game.opponent_of(player_id))
    )
    return unboxed(sentence)


class Resign(CustomId, word="resign"):
    """Resigns ``game``."""

    game: int


def resign_panel(words: Words, game: Game, player_id: int) -> Content:
    """Ask a player of ``game`` whether they're sure."""
    question = words.say(
        "Resign game {game}? {opponent} will win.",
        game=game_name(game.number),
        opponent=name(game.opponent_of(player_id)),
    )
    if game.is_too_short and game.event is None:
        too_short = words.say("It's too short to count.")
        question = f"{question} {too_short}"
    label = words.label("button", "Resign")
    return confirm_panel(question, Resign(game.number), label, words.say("Keep playing"))


async def _resign_question(context: Context, clicked: Resign) -> Content:
    game = await context.seen_game(clicked.game)
    check_player(game, context.user.id)
    if game.outcome is not None:
        raise FinishedGameError(game)
    return resign_panel(context.words, context.named(game), context.user.id)


@on_click(Resign, asks=_resign_question)
async def resign(context: Context, clicked: Resign) -> None:
    """End the game; the other player wins."""
    who = context.user.id
    game = await context.services.games.change(clicked.game, partial(endings.resign, player_id=who), by=who)
    await announce_after_panel(context, game, context.reply.replace(resigned_panel(context.words, game)))


def resigned_panel(words: Words, game: Game) -> Content:
    """Say that the player has resigned."""
    sentence = words.say("You resigned game {game}.", game=game_name(game.number))
    return unboxed(sentence)
