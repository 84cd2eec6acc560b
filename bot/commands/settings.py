"""Commands about oneself and for moderators: settings, data, vacations, and what was done to games."""

from dataclasses import replace

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options import MOST_CHOICES, completion, game_choices
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.context.permissions import check_may_manage
from bot.ui.privacy import show_privacy_panel
from bot.ui.servers.moderation import annul_panel, moderation_log
from bot.ui.servers.rating_roles import show_roles
from bot.ui.settings.panel import SettingOwner, show_settings
from bot.ui.vacations import StartVacation, vacation_panel, vacation_question
from bot.use_cases.clocks.vacations import DAYS_A_YEAR
from bot.use_cases.servers import LONGEST_REASON
from bot.values.game.game import Game


@app_commands.command(name="settings", description="Your preferences: notifications, theme, language")
async def player_settings(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await show_settings(context, SettingOwner.PLAYER)


@app_commands.command(name="settings", description="Server defaults for games")
async def server_settings(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await show_settings(context, SettingOwner.SERVER)


@app_commands.command(name="roles", description="Give members roles for their rating")
async def rating_roles(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        await show_roles(context)


@app_commands.command(name="privacy", description="See or delete what's stored about you")
async def show_privacy(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await show_privacy_panel(context)


@app_commands.command(description="Pause your clocks while you're away")
@app_commands.describe(days="How many days, starting now (leave empty to see how many you have left)")
async def vacation(
    interaction: Interaction, days: app_commands.Range[int, 1, DAYS_A_YEAR] | None = None
) -> None:
    async with Context.of(interaction) as context:
        if days is None:
            book = await context.services.vacations.book(context.user.id)
            await context.reply.private(vacation_panel(context.words, book))
        else:
            await context.reply.private(await vacation_question(context, StartVacation(days)))


@app_commands.command(description="End a game without a result, or annul a finished one")
@app_commands.describe(game="Which game, such as 1234", reason="The reason, for the moderation log")
async def annul(
    interaction: Interaction, game: str, reason: app_commands.Range[str, 1, LONGEST_REASON] | None = None
) -> None:
    async with Context.of(interaction) as context:
        check_may_manage(context)
        services = context.services
        # Managers of the server may end games anywhere in it.
        everywhere = replace(context.reader, sees=_see_all)
        found = await services.game_queries.find(everywhere, game, of_others=True)
        act = await services.moderation.propose_annulment(
            found, context.user, reason, guild_id=context.guild_id
        )
        await context.reply.private(annul_panel(context.words, act))


async def _see_all(game: Game) -> bool:
    del game
    return True


@annul.autocomplete("game")
@completion
async def _complete_running_game(context: Context, current: str) -> list[Choice[str]]:
    check_may_manage(context)
    running = await context.services.moderation.running(guild_id=context.guild_id, limit=MOST_CHOICES)
    running = [game for game in running if game.color_of(context.user.id) is None]
    return await game_choices(context, running, current)


@app_commands.command(description="See the moderation log of this server's games")
async def log(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        check_may_manage(context)
        await context.reply.private(await moderation_log(context, 0))
