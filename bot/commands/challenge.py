"""``/pyrga challenge``, the same by a right click on a member, and ``/pyrga join``."""

import discord
from discord import app_commands

from bot.commands.clock_option import ClockOption
from bot.commands.options import COLOUR, RULESET, START
from bot.matches.challenges.errors import AbsentOpponentError, NobodyElseHereError
from bot.matches.settings.defaults import Wish, terms_of
from bot.matches.values.challenges import Challenge, ColourChoice, Start, Terms
from bot.matches.values.games import Game
from bot.matches.values.players import Player
from bot.ui.board.private_boards import post_own_board
from bot.ui.challenges import abandoned
from bot.ui.challenges.card import challenge_card
from bot.ui.challenges.started_games import begin_from_elsewhere
from bot.ui.context.failures import FAILURES
from bot.ui.context.languages import public_language
from bot.ui.context.permissions import (
    PrivateAnswersOnlyError,
    can_have_threads,
    check_can_open_thread,
    check_can_post,
    check_channel,
    check_sees,
)
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, place_of, player_of
from bot.ui.text.links import message_link
from bot.ui.text.words import name
from engine import Ruleset

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
async def challenge(
    interaction: Interaction,
    opponent: discord.Member | discord.User | None = None,
    ruleset: app_commands.Transform[Ruleset, RULESET] | None = None,
    colour: app_commands.Transform[ColourChoice, COLOUR] = ColourChoice.RANDOM,
    start: app_commands.Transform[Start, START] | None = None,
    rated: bool | None = None,
    hints: bool = False,
    thread: bool | None = None,
    clock: app_commands.Transform[int, ClockOption] | None = None,
) -> None:
    """Post the card of a challenge to one person or to all."""
    async with Responder.of(interaction) as responder:
        wish = Wish(ruleset, colour, start, rated=rated, hints=hints, thread=thread, move_seconds=clock)
        await _challenge(interaction, responder, opponent, wish)


async def challenge_member(interaction: Interaction, member: discord.Member | discord.User) -> None:
    """Post the card of a challenge to the person who was clicked, on the server's terms."""
    async with Responder.of(interaction) as responder:
        await _challenge(interaction, responder, member, Wish())


@app_commands.command(name="join", description="Join an open challenge by its code")
@app_commands.describe(code="The code on the challenge, such as K7M4QX")
async def join(interaction: Interaction, code: str) -> None:
    """Begin the game where its challenge was made, and tell the person where that is.

    In private messages he gets a board to himself.
    """
    async with Responder.of(interaction) as responder:
        client, challenges = interaction.client, interaction.client.services.challenges
        found = await challenges.find(code, place_of(interaction).guild_id)
        await abandoned.check_challenger(client, found)
        if interaction.context.dm_channel:
            begun = await challenges.accept(found.number, player_of(interaction))
            await _begin_apart(interaction, responder, found.number, begun)
            return
        await check_sees(interaction, found.place)
        begun = await challenges.accept(found.number, player_of(interaction))
        game = await begin_from_elsewhere(client, found.number, begun)
        sentence = responder.words.gettext("Your game with {opponent} has started: [open the board]({link})")
        if game.message_id is None:
            sentence = responder.words.gettext(
                "Your game with {opponent} has started, but I couldn't post the board there. Use /pyrga show "
                "to post it here."
            )
        opponent = name(game.opponent_of(interaction.user.id))
        await responder.tell(sentence.format(opponent=opponent, link=message_link(game)))


async def _begin_apart(interaction: Interaction, responder: Responder, number: int, begun: Game) -> None:
    """Show a game that was joined in private messages: there, and where its challenge was made."""
    services, who = interaction.client.services, interaction.user.id
    begun = await services.notices.see(begun, who)
    try:
        async with services.games.lock(begun.number):
            begun = await post_own_board(interaction, responder, begun)
    finally:
        own = begun.own_board_of(who)
        await begin_from_elsewhere(
            interaction.client, number, begun, besides=None if own is None else own.message_id
        )


async def _challenge(
    interaction: Interaction,
    responder: Responder,
    opponent: discord.Member | discord.User | None,
    wish: Wish,
) -> None:
    if interaction.context.dm_channel and opponent is not None:
        raise NobodyElseHereError
    await check_channel(interaction)
    check_can_post(interaction)
    terms = await _terms(interaction, wish)
    if terms.thread:
        check_can_open_thread(interaction)
    proposed = await abandoned.propose(interaction.client, lambda: _propose(interaction, opponent, terms))
    challenges = interaction.client.services.challenges
    try:
        message_id = await responder.publish(
            await challenge_card(proposed), ping=[opponent] if opponent else []
        )
    except (*FAILURES, PrivateAnswersOnlyError):
        # Nobody has seen it, so nobody could ever answer or cancel it.
        await challenges.cancel(proposed.number, player_of(interaction))
        raise
    await challenges.place(proposed.number, message_id)


async def _terms(interaction: Interaction, wish: Wish) -> Terms:
    preferences = await interaction.client.services.preferences.guild(place_of(interaction).guild_id)
    return terms_of(
        wish,
        preferences,
        language=await public_language(interaction),
        threads_possible=can_have_threads(interaction),
    )


async def _propose(
    interaction: Interaction, opponent: discord.Member | discord.User | None, terms: Terms
) -> Challenge:
    challenges = interaction.client.services.challenges
    if opponent is None:
        return await challenges.propose_to_all(place_of(interaction), player_of(interaction), terms)
    if interaction.guild_id is not None and not isinstance(opponent, discord.Member):
        # Somebody who has left, or words from a client that sends what it likes.
        raise AbsentOpponentError(str(opponent))
    return await challenges.propose(
        place_of(interaction),
        player_of(interaction),
        Player(opponent.id, opponent.display_name),
        terms,
        opponent_is_bot=opponent.bot,
    )
