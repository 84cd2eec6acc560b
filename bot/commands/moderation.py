"""``/pyrga-server annul`` and ``/pyrga-server log``."""

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.completion import MOST_CHOICES, game_choices
from bot.matches.servers.moderation import LONGEST_REASON
from bot.ui.context.permissions import check_may_manage
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, guild_of, place_of, player_of
from bot.ui.servers.annulment import annul_panel
from bot.ui.servers.moderation_log import moderation_log


@app_commands.command(name="annul", description="End a game without a result")
@app_commands.describe(
    game="Which game, such as 3k9x",
    reason="The reason, for the moderation log",
)
async def annul(
    interaction: Interaction, game: str, reason: app_commands.Range[str, 1, LONGEST_REASON] | None = None
) -> None:
    """Ask in private whether the moderator means it."""
    async with Responder.of(interaction) as responder:
        check_may_manage(interaction)
        services, moderator = interaction.client.services, player_of(interaction)
        found = await services.lists.find(place_of(interaction), moderator.id, game, of_others=True)
        act = await services.moderation.propose_annulment(found, moderator, reason)
        await responder.show(annul_panel(responder.words, act))


@annul.autocomplete("game")
async def _complete_running_game(interaction: Interaction, current: str) -> list[Choice[str]]:
    check_may_manage(interaction)
    moderation = interaction.client.services.moderation
    running = await moderation.running(guild_of(interaction), limit=MOST_CHOICES)
    return await game_choices(interaction, running, current)


@app_commands.command(name="log", description="See the moderation log of this server's games")
async def log(interaction: Interaction) -> None:
    """Show the log's first page in private."""
    async with Responder.of(interaction) as responder:
        check_may_manage(interaction)
        moderation, guild_id = interaction.client.services.moderation, guild_of(interaction)
        await responder.show(await moderation_log(responder.words, moderation, guild_id, 0))
