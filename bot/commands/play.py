"""``/pyrga play``."""

from discord import app_commands

from bot.commands.options.choices import COLOR, RULESET, LevelOption
from bot.matches.values.challenges import ColorChoice
from bot.ui.challenges.computer_games import begin_with_computer
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from engine import Level, Ruleset


@app_commands.command(name="play", description="Play against the computer")
@app_commands.describe(
    level="How well it plays (default: one above the highest you've beaten here)",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    color="Your color (default: random)",
)
async def play(
    interaction: Interaction,
    level: app_commands.Transform[Level, LevelOption] | None = None,
    ruleset: app_commands.Transform[Ruleset, RULESET] | None = None,
    color: app_commands.Transform[ColorChoice, COLOR] = ColorChoice.RANDOM,
) -> None:
    """Post the board of a new game with the computer."""
    async with Context.of(interaction) as context:
        chosen = None if level is None else level.value
        await begin_with_computer(context, level=chosen, ruleset=ruleset, color=color)
