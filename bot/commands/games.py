"""``/pyrga games``, ``/pyrga show``, ``/pyrga resign`` and ``/pyrga replay``."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.completion import MOST_CHOICES, game_choices
from bot.matches.games.errors import FinishedGameError
from bot.matches.values.players import Player
from bot.ui.board.board_message import board_message
from bot.ui.board.board_posts import strip
from bot.ui.board.private_boards import post_own_board
from bot.ui.context.permissions import can_have_own_board, check_belongs_here, check_can_post, check_channel
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, guild_of, place_of, player_of
from bot.ui.games.game_list import MOST, game_list
from bot.ui.games.resign_panel import resign_panel
from bot.ui.review.replays import show_replay


@app_commands.command(name="games", description="List games in progress, yours or another member's")
@app_commands.describe(member="Whose games (default: yours)")
async def games(interaction: Interaction, member: discord.Member | discord.User | None = None) -> None:
    """List running games in private."""
    async with Responder.of(interaction) as responder:
        await interaction.client.intake.admit_extra()
        who = player_of(interaction) if member is None else Player(member.id, member.display_name)
        # What others play elsewhere is nobody's business.
        guild_id = interaction.guild_id if who.id == interaction.user.id else guild_of(interaction)
        running = await interaction.client.services.lists.running(guild_id, who.id, limit=MOST + 1)
        await responder.show(game_list(responder.words, running, who, interaction.user.id))


@app_commands.command(name="show", description="Repost a game's board")
@app_commands.describe(game="Which game, such as 3k9x (default: your only game in progress)")
async def show(interaction: Interaction, game: str | None = None) -> None:
    """Post the board in this channel; the older message becomes a pointer to it.

    In private messages a player gets a board to himself, beside the one that is everybody's.
    """
    async with Responder.of(interaction) as responder:
        await check_channel(interaction)
        check_can_post(interaction)
        services = interaction.client.services
        found = await services.lists.find(place_of(interaction), interaction.user.id, game)
        async with services.games.lock(found.number):
            old = await services.games.get(found.number)
            if can_have_own_board(interaction, old):
                await post_own_board(interaction, responder, old)
                return
            check_belongs_here(interaction, old)
            message_id = await responder.publish(await board_message(old, interaction.client.icons))
            new = await services.games.place(old, place_of(interaction), message_id)
            await services.games.mark_shown(old)
            await strip(interaction.client, old, new)
            interaction.client.let_computer_play(new, responder.amend)


@app_commands.command(name="resign", description="Resign a game")
@app_commands.describe(game="Which game, such as 3k9x (default: your only game in progress)")
async def resign(interaction: Interaction, game: str | None = None) -> None:
    """Ask in private whether the person means it."""
    async with Responder.of(interaction) as responder:
        lists = interaction.client.services.lists
        found = await lists.find(place_of(interaction), interaction.user.id, game)
        if found.outcome is not None:
            raise FinishedGameError(found)
        await responder.show(resign_panel(responder.words, found, interaction.user.id))


@app_commands.command(name="replay", description="Replay a game from the start")
@app_commands.describe(game="Which game, such as 3k9x (default: your only game in progress)")
async def replay(interaction: Interaction, game: str | None = None) -> None:
    """Show the game as a moving picture in private."""
    async with Responder.of(interaction) as responder:
        await show_replay(interaction, responder, game)


@show.autocomplete("game")
@resign.autocomplete("game")
async def _complete_running_game(interaction: Interaction, current: str) -> list[Choice[str]]:
    lists = interaction.client.services.lists
    guild_id, who = place_of(interaction).guild_id, interaction.user.id
    return await game_choices(interaction, await lists.running(guild_id, who, limit=MOST_CHOICES), current)


@replay.autocomplete("game")
async def _complete_game(interaction: Interaction, current: str) -> list[Choice[str]]:
    lists = interaction.client.services.lists
    guild_id, who = place_of(interaction).guild_id, interaction.user.id
    running = await lists.running(guild_id, who, limit=MOST_CHOICES)
    finished = await lists.finished(guild_id, who, limit=MOST_CHOICES)
    # Some of both, where there are many.
    offered = running[: max(MOST_CHOICES // 2, MOST_CHOICES - len(finished))] + finished
    return (await game_choices(interaction, offered, current))[:MOST_CHOICES]
