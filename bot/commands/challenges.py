"""/pyrga challenge, /pyrga play, and the commands about who may challenge someone."""

import discord
from discord import app_commands

from bot.commands.options.choices import (
    ColorOption,
    LevelOption,
    RulesetOption,
    StartOption,
)
from bot.commands.options.typed_times import ClockOption, clock_seconds
from bot.matches.match.match import Match
from bot.matches.preferences import Wish
from bot.matches.values.challenges import ColorChoice
from bot.ui.board.display import publish
from bot.ui.challenges import rematches
from bot.ui.challenges.blocks import block_panel
from bot.ui.challenges.challenging import challenge_on_card
from bot.ui.challenges.computer_games import begin_with_computer
from bot.ui.challenges.started_games import begin_on_card, casual_lines
from bot.ui.context.client import Interaction, player_of
from bot.ui.context.context import Context
from bot.ui.context.permissions import check_sees
from bot.ui.text.words import message_link, name

MENU = "Challenge to Pyrga"
"""What right-clicking a member offers."""


@app_commands.command(description="Challenge someone here, or anyone, to a game")
@app_commands.describe(
    opponent="Who to challenge (default: anyone can join)",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    color="Your color (default: random)",
    start="How the game starts (default: the server's choice, otherwise balanced if rated, plain if not)",
    rated="Play a rated game (default: the server's choice, otherwise yes in servers)",
    hints="Allow both players hints, in casual games only (default: no)",
    thread="Give the game its own thread (default: the server's choice, otherwise no)",
    clock="Time per move, such as 90m or 2d 12h, or none (default: the server's choice, otherwise 3 days)",
)
async def challenge(
    interaction: Interaction,
    opponent: discord.Member | discord.User | None = None,
    ruleset: RulesetOption | None = None,
    color: ColorOption = ColorChoice.RANDOM,
    start: StartOption | None = None,
    rated: bool | None = None,
    hints: bool = False,
    thread: bool | None = None,
    clock: app_commands.Transform[str, ClockOption] | None = None,
) -> None:
    async with Context.of(interaction) as context:
        seconds = None if clock is None else clock_seconds(clock, context.words)
        wish = Wish(ruleset, color, start, rated=rated, hints=hints, thread=thread, move_seconds=seconds)
        await challenge_on_card(context, opponent, wish)


async def challenge_member(interaction: Interaction, member: discord.Member | discord.User) -> None:
    """Post the card of a challenge, on the server's terms, to the person who was clicked."""
    async with Context.of(interaction) as context:
        await challenge_on_card(context, member, Wish())


@app_commands.command(description="Join an open challenge by its code")
@app_commands.describe(code="The code on the challenge, such as K7M4QX")
async def join(interaction: Interaction, code: str) -> None:
    """Start the game in the place of its challenge, and tell the person where that is.

    In DMs they get a private board.
    """
    async with Context.of(interaction) as context:
        client, challenges = context.client, context.services.challenges
        found = await challenges.find(code, context.place.guild_id)
        await rematches.check_challenger(client, found.as_seen_from(context.place.guild_id))
        if context.in_direct_messages:
            begun = await challenges.accept(found.number, context.user)
            await _begin_apart(context, found.number, begun)
            for line in casual_lines(context.words, found, begun):
                await context.reply.private(line)
            return
        await check_sees(context, found.place)
        begun = await challenges.accept(found.number, context.user)
        game = await begin_on_card(client, found.number, begun)
        sentence = context.words.gettext("Your game with {opponent} has started: [open the board]({link})")
        if game.message_id is None:
            sentence = context.words.gettext(
                "Your game with {opponent} has started, but I couldn't post the board there. Use /pyrga show "
                "to post it here."
            )
        opponent = name(game.opponent_of(context.user.id))
        told = sentence.format(opponent=opponent, link=message_link(game))
        await context.reply.private("\n".join([told, *casual_lines(context.words, found, begun)]))


async def _begin_apart(context: Context, number: int, begun: Match) -> None:
    """Show a game that was joined in DMs both there and in the place of its challenge."""
    begun = await context.services.games.see(begun, context.user.id)
    try:
        begun = await publish(context, begun)
    finally:
        await begin_on_card(context.client, number, begun)


@app_commands.command(description="Play against the computer")
@app_commands.describe(
    level="How well it plays (default: one above the highest you've beaten here)",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    color="Your color (default: random)",
)
async def play(
    interaction: Interaction,
    level: LevelOption | None = None,
    ruleset: RulesetOption | None = None,
    color: ColorOption = ColorChoice.RANDOM,
) -> None:
    async with Context.of(interaction) as context:
        chosen = None if level is None else level.value
        await begin_with_computer(context, level=chosen, ruleset=ruleset, color=color)


@app_commands.command(description="Block someone from challenging you, or see who you've blocked")
@app_commands.describe(member="Who to block (leave empty to see your list)")
async def block(interaction: Interaction, member: discord.Member | discord.User | None = None) -> None:
    async with Context.of(interaction) as context:
        blocks, new = context.services.blocks, None
        if member is not None:
            # Blocks apply in every server.
            new = player_of(member).outside_servers
            await blocks.block(context.user, new)
        await context.reply.private(await block_panel(context.words, blocks, context.user.id, 0, new=new))
