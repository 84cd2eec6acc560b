"""Asks people, once, whether the leaderboards of all servers may list them: after their first rated game.

It's asked in the game's channel, without a ping, and only if the whole server can see that. So a game in a
private channel never leads to it.
"""

from dataclasses import replace

import discord
import structlog

from bot.locale import Words, words_for
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.requests import RefusedError, RequestError, ask
from bot.ui.context.sight import is_public
from bot.ui.message.content import GOLD, Content, Row, boxed
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.text.words import name
from bot.values.base36 import format_number
from bot.values.game.game import Game
from bot.values.game.presence import unasked
from bot.values.game.turns import check_player
from bot.values.players import Player
from engine import Color

log = structlog.get_logger(__name__)


class AnswerListing(CustomId, word="listing"):
    """Says whether all servers may list the player of ``game`` who clicks.

    The question is still open for ``only`` one of the two, or for both.
    """

    game: int
    only: Color | None
    listed: bool


async def ask_about_listing(client: ServingClient, game: Game) -> bool:
    """Ask the players of a game who were never asked; return whether this is settled.

    It isn't if Discord can't be reached or is busy, or only one look has found the channel out of reach. If
    the game is in private, or its channel accepts no message, it's left to another game.
    """
    people = unasked(game)
    public = await is_public(client, game.place) if people else False
    if not public:
        return public is False
    looks, thing = client.looks, ("listing", game.place.channel_id)
    if not looks.is_due(thing):
        return looks.is_gone(thing)
    only = game.color_of(people[0].id) if len(people) == 1 else None
    question = listing_question(words_for(game.language), game, only)
    client.finish(question.view)
    try:
        await ask(
            client.get_partial_messageable(game.place.channel_id).send(
                view=question.view,
                allowed_mentions=discord.AllowedMentions.none(),
                # Discord ignores the second of two messages with the same nonce, so what a restart interrupts
                # is asked only once.
                nonce=f"{format_number(game.number)}-listing",
            )
        )
    except RequestError as error:
        log.info("not asked about the list of all servers", game=game.number, error=str(error))
        return looks.fails(thing, error) or isinstance(error, RefusedError)
    looks.there(thing)
    await client.services.preferences.note_asked([player.id for player in people])
    return True


def listing_question(words: Words, game: Game, only: Color | None) -> Content:
    """Ask ``only`` one of the players, or both."""
    if only is None:
        question = words.say(
            "{white} and {black}, do you want to be on the leaderboards of all servers?",
            white=name(game.white),
            black=name(game.black),
        )
    else:
        question = words.say(
            "{player}, do you want to be on the leaderboards of all servers?", player=name(game.player(only))
        )
    meaning = words.say(
        "Anyone who uses this bot can see them, in any server. They show your account's name, not what "
        "you're called here. You're only on them if you say yes. You won't be asked again, but you can "
        "change this in /pyrga settings."
    )
    row = Row(
        button(
            AnswerListing(game.number, only, listed=True),
            # Translators: button (about 20 characters): yes, put me on the leaderboards of all servers.
            words.say("List me"),
            discord.ButtonStyle.primary,
        ),
        button(
            AnswerListing(game.number, only, listed=False),
            # Translators: button (about 20 characters): no, keep me off the leaderboards of all servers.
            words.say("Don't list me"),
        ),
    )
    return boxed(f"{question}\n-# {meaning}", rows=[row], accent=GOLD)


@on_click(AnswerListing)
async def answer_listing(context: Context, clicked: AnswerListing) -> None:
    """Do what a player of the game chose, and take the question away once everyone has answered."""
    game = await context.seen_game(clicked.game)
    color = check_player(game, context.user.id)
    await context.services.preferences.change_player(
        context.user, lambda old: replace(old, listed=clicked.listed)
    )
    await context.reply.private(_answered(context.words, context.user, listed=clicked.listed))
    if clicked.only in {None, color}:
        await _close(context, game, None if clicked.only is color else color.opponent)


def _answered(words: Words, player: Player, *, listed: bool) -> str:
    if not listed:
        return words.say(
            "OK, you aren't on the leaderboards of all servers. To change this, use /pyrga settings."
        )
    return words.say(
        "You're on the leaderboards of all servers, as {name}. To change this, use /pyrga settings.",
        name=name(player.outside_servers),
    )


async def _close(context: Context, game: Game, left: Color | None) -> None:
    """Ask only the player who's ``left``, or no one any longer."""
    if context.message is None:
        return
    try:
        if left is None:
            await ask(context.message.delete())
        else:
            question = listing_question(words_for(game.language), game, left)
            context.client.finish(question.view)
            await ask(context.message.edit(view=question.view))
    except RequestError as error:
        # It can be answered again.
        log.info("question not closed", game=game.number, error=str(error))
