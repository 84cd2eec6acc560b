"""Starts games between the channels of two servers: with a code that one makes and the other enters."""

from discord.utils import format_dt

from bot.locale import words_for
from bot.ui.board.display import announce
from bot.ui.context.context import Context
from bot.ui.context.memberships import server_name
from bot.ui.context.permissions import check_can_post, check_channel, check_may_host
from bot.ui.crowds.beginning import channel_name
from bot.ui.text.words import message_link, name
from bot.use_cases.crowds.duels import DuelSide
from bot.values.crowds import VotingWindow
from engine import Ruleset


async def offer_duel(context: Context, ruleset: Ruleset | None, window: VotingWindow) -> None:
    """Make a code with which a channel of another server can play this one."""
    side = await _side(context)
    server = await context.services.preferences.guild(context.guild_id)
    code = await context.services.duels.offer(side, ruleset or server.ruleset, window, context.user)
    sentence = context.words.say(
        "The code is **{code}**. Give it to someone who manages another server: the channel where they "
        "enter it in /pyrga-event duel plays this one. It works once, until {until}. Each side sees the name "
        "of the other's server.",
        code=code.text,
        until=format_dt(code.expires_at, "f"),
    )
    await context.reply.private(sentence)


async def accept_duel(context: Context, code: str) -> None:
    """Start the game that a code of another server offers, and post its boards in both channels."""
    side = await _side(context)
    game = context.named(await announce(context.client, await context.services.duels.accept(code, side)))
    opponent = game.player(game.board.side.opponent) if game.board.side is not None else game.black
    sentence = context.words.say(
        "This channel now plays {opponent}: [open the board]({link})",
        opponent=name(opponent),
        link=message_link(game),
    )
    await context.reply.private(sentence)


async def _side(context: Context) -> DuelSide:
    await check_may_host(context)
    await check_channel(context)
    check_can_post(context)
    language = await context.public_language()
    server = await server_name(context.client, context.place)
    name_there = server or channel_name(words_for(language))
    return DuelSide(context.guild_id, context.place.channel_id, name_there, language)
