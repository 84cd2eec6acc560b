"""Asks people, once and in private, whether the leaderboards of all servers may list them.

They're asked below such a list, the first time they open one: then they see what it's about.
"""

from dataclasses import replace
from typing import Any

import discord
import structlog
from discord import ui

from bot.locale import Words
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.requests import RequestError, ask
from bot.ui.message.content import GOLD, Box, Row
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.text.words import name
from bot.values.game.turns import check_player
from bot.values.players import Player
from engine import Color

log = structlog.get_logger(__name__)


class ListMe(CustomId, word="list-me"):
    """Says whether all servers may list whoever clicks."""

    listed: bool


class AnswerListing(CustomId, word="listing"):
    """Says so on a question that older versions posted below a ``game``, to ``only`` one or both."""

    game: int
    only: Color | None
    listed: bool


def listing_question(words: Words) -> list[ui.Item[Any]]:
    """Ask the reader of a private message, at its end."""
    question = words.say("Do you want to be on the leaderboards of all servers?")
    meaning = words.say(
        "Anyone who uses this bot can see them, in any server. They show your account's name, not what "
        "you're called here. You're only on them if you say yes. You won't be asked again, but you can "
        "change this in /pyrga settings."
    )
    # Translators: button (about 20 characters): yes, put me on the leaderboards of all servers.
    yes = button(ListMe(listed=True), words.say("List me"), discord.ButtonStyle.primary)
    # Translators: button (about 20 characters): no, keep me off the leaderboards of all servers.
    no = button(ListMe(listed=False), words.say("Don't list me"))
    return [Box(ui.TextDisplay(f"{question}\n-# {meaning}"), accent_color=GOLD), Row(yes, no)]


@on_click(ListMe)
async def answer_question(context: Context, clicked: ListMe) -> None:
    await _choose(context, listed=clicked.listed)


@on_click(AnswerListing)
async def answer_older_question(context: Context, clicked: AnswerListing) -> None:
    """Do what a player of the game chose, and take the question away."""
    check_player(await context.seen_game(clicked.game), context.user.id)
    await _choose(context, listed=clicked.listed)
    if context.message is None:
        return
    try:
        await ask(context.message.delete())
    except RequestError as error:
        # It can be answered again.
        log.info("question not closed", game=clicked.game, error=str(error))


async def _choose(context: Context, *, listed: bool) -> None:
    await context.services.preferences.change_player(context.user, lambda old: replace(old, listed=listed))
    await context.reply.private(_answered(context.words, context.user, listed=listed))


def _answered(words: Words, player: Player, *, listed: bool) -> str:
    if not listed:
        return words.say(
            "OK, you aren't on the leaderboards of all servers. To change this, use /pyrga settings."
        )
    return words.say(
        "You're on the leaderboards of all servers, as {name}. To change this, use /pyrga settings.",
        name=name(player.outside_servers),
    )
