"""``/pyrga history``, ``/pyrga replay`` and ``/pyrga review``."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options.choices import RESULT, RULESET
from bot.commands.options.completion import MOST_CHOICES, completion, finished_game_choices, game_choices
from bot.matches.values.players import Player
from bot.matches.values.standings import ANY_LEVEL, HistoryFilter, Result
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.review.answer import show_review
from bot.ui.review.history import show_history
from bot.ui.review.replays import show_replay
from engine import Ruleset


@app_commands.command(name="history", description="List finished games, yours or another member's")
@app_commands.describe(
    member="Whose games (default: yours)",
    opponent="Only games against this person; pick me for games against the computer",
    ruleset="Only games with this ruleset",
    result="Only games that ended like this",
)
async def history(
    interaction: Interaction,
    member: discord.Member | discord.User | None = None,
    opponent: discord.Member | discord.User | None = None,
    ruleset: app_commands.Transform[Ruleset, RULESET] | None = None,
    result: app_commands.Transform[Result, RESULT] | None = None,
) -> None:
    """List finished games privately."""
    async with Context.of(interaction) as context:
        whose = context.user if member is None else Player(member.id, member.display_name)
        against = None if opponent is None else _opponent(context, opponent)
        await show_history(context, whose, HistoryFilter(against, ruleset, result))


@app_commands.command(name="replay", description="Replay a game, move by move")
@app_commands.describe(game="Which game, such as 3k9x (default: your game in progress, or your last one)")
async def replay(interaction: Interaction, game: str | None = None) -> None:
    """Show the game privately on a board, from its last position."""
    async with Context.of(interaction) as context:
        await show_replay(context, game)


@app_commands.command(name="review", description="See how good each move of a finished game was")
@app_commands.describe(game="Which game, such as 3k9x (default: the last one you finished)")
async def review(interaction: Interaction, game: str | None = None) -> None:
    """Review the game privately."""
    async with Context.of(interaction) as context:
        await context.admit_extra()
        await show_review(context, game)


def _opponent(context: Context, opponent: discord.Member | discord.User) -> int:
    """The opponent to look for: the computer, if it's this bot."""
    return ANY_LEVEL if opponent == context.client.user else opponent.id


@replay.autocomplete("game")
@completion
async def _complete_game(context: Context, current: str) -> list[Choice[str]]:
    queries = context.services.game_queries
    guild_id, who = context.place.guild_id, context.user.id
    running = await queries.running(guild_id, who, limit=MOST_CHOICES)
    finished = await queries.finished(guild_id, who, limit=MOST_CHOICES)
    # Some of both, if there are many.
    offered = running[: max(MOST_CHOICES // 2, MOST_CHOICES - len(finished))] + finished
    return (await game_choices(context, offered, current))[:MOST_CHOICES]


review.autocomplete("game")(completion(finished_game_choices))
