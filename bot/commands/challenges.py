"""/pyrga challenge, /pyrga play, and the commands about who may challenge someone."""

import discord
from discord import app_commands

from bot.commands.options.choices import (
    ColorOption,
    LevelOption,
    ReachOption,
    RulesetOption,
    SearchClockOption,
    StartOption,
)
from bot.commands.options.typed_times import ClockOption, typed_clock
from bot.ui.challenges.blocks import block_panel
from bot.ui.challenges.challenging import challenge_on_card, open_challenge_form
from bot.ui.challenges.clicks import join_by_code
from bot.ui.challenges.computer_games import begin_with_computer
from bot.ui.context.client import Interaction, player_of
from bot.ui.context.context import Context
from bot.ui.searches import SearchWish, find_opponent
from bot.use_cases.preferences import Wish
from bot.values.challenges import FEWEST_SEATS, MOST_SEATS, ColorChoice
from bot.values.clocks import TotalTime


@app_commands.command(description="Challenge someone here, or anyone, to a game")
@app_commands.describe(
    opponent="Who to challenge (default: anyone can join)",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    color="Your color (default: random)",
    start="How the game starts (default: the server's choice, otherwise balanced if rated, plain if not)",
    rated="Play a rated game (default: the server's choice, otherwise yes in servers)",
    hints="Allow both players hints, in casual games only (default: no)",
    thread="Give the game its own thread (default: the server's choice, otherwise no)",
    clock="Time per move, such as 2d 12h, or in total, such as 10+5 (default: the server's, or 3 days)",
    simul="Play several people at once: how many can join",
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
    clock: ClockOption | None = None,
    simul: app_commands.Range[int, FEWEST_SEATS, MOST_SEATS] | None = None,
) -> None:
    async with Context.of(interaction) as context:
        chosen = None if clock is None else typed_clock(clock, context.words)
        total, seconds = (chosen, None) if isinstance(chosen, TotalTime) else (None, chosen)
        wish = Wish(
            *(ruleset, color, start),
            rated=rated,
            hints=hints,
            thread=thread,
            move_seconds=seconds,
            total=total,
            seats=simul,
        )
        await challenge_on_card(context, opponent, wish)


async def challenge_member(interaction: Interaction, member: discord.Member | discord.User) -> None:
    """Open the form for a challenge to the person who was right-clicked."""
    async with Context.of(interaction) as context:
        context.is_form = True
        await open_challenge_form(context, member)


@app_commands.command(description="Join an open challenge by its code")
@app_commands.describe(code="The code on the challenge, such as K7M4QX")
async def join(interaction: Interaction, code: str) -> None:
    async with Context.of(interaction) as context:
        await join_by_code(context, code)


@app_commands.command(description="Find an opponent here or in other servers, or see your searches")
@app_commands.describe(
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    clock="Time per move (default: 1 day)",
    rated="Play a rated game (default: yes)",
    where="Where to look (default: everywhere, if you and the server allow it)",
)
async def find(
    interaction: Interaction,
    ruleset: RulesetOption | None = None,
    clock: SearchClockOption | None = None,
    rated: bool | None = None,
    where: ReachOption | None = None,
) -> None:
    async with Context.of(interaction) as context:
        await find_opponent(context, SearchWish(ruleset, clock, rated, where))


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
        await context.reply.private(
            await block_panel(context.words, blocks, 0, player_id=context.user.id, new=new)
        )
