"""``/pyrga challenge``, also as a right click on a member, and ``/pyrga join``."""

import discord
from discord import app_commands

from bot.commands.options.choices import COLOUR, RULESET, START
from bot.commands.options.clocks import ClockOption, clock_seconds
from bot.matches.challenges.errors import AbsentOpponentError, NobodyElseHereError
from bot.matches.settings.defaults import Wish, terms_of
from bot.matches.values.challenges import Challenge, ColourChoice, Terms
from bot.matches.values.games import Game
from bot.matches.values.players import Player
from bot.ui.board.private_boards import post_private_board
from bot.ui.challenges import abandoned
from bot.ui.challenges.card import challenge_card
from bot.ui.challenges.started_games import begin_from_elsewhere, casual_lines
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.context.errors import OwnOpponentError, PrivateAnswersOnlyError
from bot.ui.context.failures import FAILURES
from bot.ui.context.permissions import (
    can_have_threads,
    check_can_open_thread,
    check_can_post,
    check_channel,
    check_sees,
)
from bot.ui.text.links import message_link
from bot.ui.text.words import name
from engine import Ruleset, Start

MENU = "Challenge to Pyrga"
"""What a right click on a member offers."""


@app_commands.command(name="challenge", description="Challenge someone here, or anyone, to a game")
@app_commands.describe(
    opponent="Who to challenge (default: anyone can join)",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    colour="Your color (default: random)",
    start="How the game starts (default: the server's choice, otherwise balanced if rated, plain if not)",
    rated="Play a rated game (default: the server's choice, otherwise no)",
    hints="Allow both players hints, in casual games only (default: no)",
    thread="Give the game its own thread (default: the server's choice, otherwise no)",
    clock="Time per move, such as 90m or 2d 12h, or none (default: the server's choice, otherwise 3 days)",
)
@app_commands.rename(colour="color")
async def challenge(
    interaction: Interaction,
    opponent: discord.Member | discord.User | None = None,
    ruleset: app_commands.Transform[Ruleset, RULESET] | None = None,
    colour: app_commands.Transform[ColourChoice, COLOUR] = ColourChoice.RANDOM,
    start: app_commands.Transform[Start, START] | None = None,
    rated: bool | None = None,
    hints: bool = False,
    thread: bool | None = None,
    clock: app_commands.Transform[str, ClockOption] | None = None,
) -> None:
    """Post the card of a challenge to one person or to everyone."""
    async with Context.of(interaction) as context:
        seconds = None if clock is None else clock_seconds(clock)
        wish = Wish(ruleset, colour, start, rated=rated, hints=hints, thread=thread, move_seconds=seconds)
        await _challenge(context, opponent, wish)


async def challenge_member(interaction: Interaction, member: discord.Member | discord.User) -> None:
    """Post the card of a challenge to the person who was clicked, on the server's terms."""
    async with Context.of(interaction) as context:
        await _challenge(context, member, Wish())


@app_commands.command(name="join", description="Join an open challenge by its code")
@app_commands.describe(code="The code on the challenge, such as K7M4QX")
async def join(interaction: Interaction, code: str) -> None:
    """Start the game where its challenge was made, and tell the person where that is.

    In DMs they get a private board.
    """
    async with Context.of(interaction) as context:
        client, challenges = context.client, context.services.challenges
        found = await challenges.find(code, context.place.guild_id)
        await abandoned.check_challenger(client, found)
        if context.in_direct_messages:
            begun = await challenges.accept(found.number, context.user)
            await _begin_apart(context, found.number, begun)
            for line in casual_lines(context.words, found, begun):
                await context.reply.private(line)
            return
        await check_sees(context, found.place)
        begun = await challenges.accept(found.number, context.user)
        game = await begin_from_elsewhere(client, found.number, begun)
        sentence = context.words.gettext("Your game with {opponent} has started: [open the board]({link})")
        if game.message_id is None:
            sentence = context.words.gettext(
                "Your game with {opponent} has started, but I couldn't post the board there. Use /pyrga show "
                "to post it here."
            )
        opponent = name(game.opponent_of(context.user.id))
        told = sentence.format(opponent=opponent, link=message_link(game))
        await context.reply.private("\n".join([told, *casual_lines(context.words, found, begun)]))


async def _begin_apart(context: Context, number: int, begun: Game) -> None:
    """Show a game that was joined in DMs, both there and where its challenge was made."""
    services, who = context.services, context.user.id
    begun = await services.notifications.see(begun, who)
    try:
        async with services.games.lock(begun.number):
            begun = await post_private_board(context, begun)
    finally:
        own = begun.private_board_of(who)
        await begin_from_elsewhere(
            context.client, number, begun, besides=None if own is None else own.message_id
        )


async def _challenge(
    context: Context,
    opponent: discord.Member | discord.User | None,
    wish: Wish,
) -> None:
    if context.in_direct_messages and opponent is not None:
        raise NobodyElseHereError
    await check_channel(context)
    check_can_post(context)
    terms = await _terms(context, wish)
    if terms.thread:
        check_can_open_thread(context)
    proposed = await abandoned.propose(context.client, lambda: _propose(context, opponent, terms))
    challenges = context.services.challenges
    try:
        message_id = await context.reply.public(
            await challenge_card(proposed), ping=[opponent] if opponent else []
        )
    except (*FAILURES, PrivateAnswersOnlyError):
        # No one has seen it, so no one could ever answer or cancel it.
        await challenges.cancel(proposed.number, context.user)
        raise
    await challenges.set_card(proposed.number, message_id)


async def _terms(context: Context, wish: Wish) -> Terms:
    preferences = await context.services.preferences.guild(context.place.guild_id)
    return terms_of(
        wish,
        preferences,
        language=await context.public_language(),
        threads_possible=can_have_threads(context),
    )


async def _propose(
    context: Context, opponent: discord.Member | discord.User | None, terms: Terms
) -> Challenge:
    challenges = context.services.challenges
    if opponent is None:
        return await challenges.propose_to_all(context.place, context.user, terms)
    if opponent == context.client.user:
        raise OwnOpponentError
    if context.interaction.guild_id is not None and not isinstance(opponent, discord.Member):
        # Someone who has left, or text from a client that sends whatever it likes.
        raise AbsentOpponentError(str(opponent))
    return await challenges.propose(
        context.place,
        context.user,
        Player(opponent.id, opponent.display_name),
        terms,
        opponent_is_bot=opponent.bot,
    )
