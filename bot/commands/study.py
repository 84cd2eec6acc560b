"""``/pyrga analyze``, ``/pyrga explore`` and ``/pyrga train``."""

from discord import app_commands

from bot.commands.options.choices import RULESET
from bot.commands.options.completion import completion, finished_game_choices
from bot.matches.analysis.shared_positions import TwoSubjectsError
from bot.matches.values.lines import Line
from bot.ui.analysis.clicks import analyze_game, analyze_position, analyze_start
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.openings.explorer import show_openings
from bot.ui.training.training import begin_training
from engine import Position, Ruleset


@app_commands.command(name="analyze", description="Try moves for both sides, and see what each is worth")
@app_commands.describe(
    game="A finished game, such as 3k9x",
    position="The text of a position, as a shared position or a record has it",
    ruleset="The rules for an empty board (default: Pyrga)",
)
async def analyze(
    interaction: Interaction,
    game: str | None = None,
    position: str | None = None,
    ruleset: app_commands.Transform[Ruleset, RULESET] | None = None,
) -> None:
    """Show a game, a position or an empty board privately on an analysis board."""
    async with Context.of(interaction) as context:
        if game is not None and position is not None:
            raise TwoSubjectsError
        if game is not None:
            await analyze_game(context, game)
        elif position is not None:
            await analyze_position(context, position)
        else:
            await analyze_start(context, ruleset or Ruleset.PYRGA)


analyze.autocomplete("game")(completion(finished_game_choices))


@app_commands.command(
    name="explore", description="What the first moves are worth, and how people do with them"
)
@app_commands.describe(ruleset="The rules (default: Pyrga)")
async def explore(
    interaction: Interaction, ruleset: app_commands.Transform[Ruleset, RULESET] | None = None
) -> None:
    """Show the opening explorer privately."""
    async with Context.of(interaction) as context:
        await show_openings(context, Line(Position.start(ruleset or Ruleset.PYRGA)))


@app_commands.command(
    name="train", description="Win a won game against the perfect player, without a mistake"
)
@app_commands.describe(ruleset="The rules (default: Pyrga)")
async def train(
    interaction: Interaction, ruleset: app_commands.Transform[Ruleset, RULESET] | None = None
) -> None:
    """Begin an attempt in the win trainer privately."""
    async with Context.of(interaction) as context:
        await begin_training(context, ruleset or Ruleset.PYRGA)
