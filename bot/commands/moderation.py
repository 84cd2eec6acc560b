"""``/pyrga-server annul`` and ``/pyrga-server log``."""

from dataclasses import replace

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options.completion import MOST_CHOICES, completion, game_choices
from bot.matches.games.queries import Reader
from bot.matches.match.match import Match
from bot.matches.servers.moderation import LONGEST_REASON
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.context.permissions import check_may_manage
from bot.ui.servers.moderation import annul_panel, moderation_log


@app_commands.command(name="annul", description="End a game without a result, or annul a finished one")
@app_commands.describe(
    game="Which game, such as 3k9x",
    reason="The reason, for the moderation log",
)
async def annul(
    interaction: Interaction, game: str, reason: app_commands.Range[str, 1, LONGEST_REASON] | None = None
) -> None:
    """Ask the moderator privately whether they mean it."""
    async with Context.of(interaction) as context:
        check_may_manage(context)
        services, moderator = context.services, context.user
        found = await services.game_queries.find(_everywhere(context), game, of_others=True)
        act = await services.moderation.propose_annulment(found, moderator, reason)
        await context.reply.private(annul_panel(context.words, act))


def _everywhere(context: Context) -> Reader:
    """Allow this in all channels: managers of the server may end games anywhere in it."""
    return replace(context.reader, sees=_see_all)


async def _see_all(game: Match) -> bool:
    del game
    return True


@annul.autocomplete("game")
@completion
async def _complete_running_game(context: Context, current: str) -> list[Choice[str]]:
    check_may_manage(context)
    moderation = context.services.moderation
    running = await moderation.running(context.guild_id, limit=MOST_CHOICES)
    return await game_choices(context, running, current)


@app_commands.command(name="log", description="See the moderation log of this server's games")
async def log(interaction: Interaction) -> None:
    """Show the log's first page privately."""
    async with Context.of(interaction) as context:
        check_may_manage(context)
        await context.reply.private(await moderation_log(context, 0))
