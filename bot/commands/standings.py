"""Commands about leaderboards, profiles and seasons."""

import discord
from discord import app_commands

from bot.ui.context.client import Interaction, player_of
from bot.ui.context.context import Context
from bot.ui.context.context_errors import NotAPersonError
from bot.ui.context.permissions import check_may_manage
from bot.ui.standings.leaderboards import best_players
from bot.ui.standings.pages import shared_page, show_page
from bot.ui.standings.profile import show_profile
from bot.ui.standings.seasons import season_ended, season_started, show_season
from bot.ui.standings.versus import show_versus
from bot.values.players import Player


@app_commands.command(description="See the best players here, or everywhere")
@app_commands.describe(
    share="Post it in the channel instead of showing it only to you",
    season="The final leaderboard of an earlier season, by its number",
)
async def leaderboard(
    interaction: Interaction, share: bool = False, season: app_commands.Range[int, 1, 9999] | None = None
) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        if season is not None:
            await show_season(context, season, share=share)
            return
        shown = await best_players(context)
        if share:
            await context.reply.public(await shared_page(context, shown))
        else:
            await show_page(context, shown)


@app_commands.command(description="See your rating, record and streaks, or someone else's")
@app_commands.describe(member="Whose profile (default: yours)")
async def profile(interaction: Interaction, member: discord.Member | discord.User | None = None) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        await show_profile(context, context.user.id if member is None else _person(member).id)


async def profile_of_member(interaction: Interaction, member: discord.Member | discord.User) -> None:
    """Show the profile of the person who was right-clicked."""
    async with Context.of(interaction) as context:
        await context.admit_extra()
        await show_profile(context, _person(member).id)


@app_commands.command(description="See how two people have done against each other")
@app_commands.describe(member="Someone who has played", other="Against whom (default: you)")
async def versus(
    interaction: Interaction,
    member: discord.Member | discord.User,
    other: discord.Member | discord.User | None = None,
) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        against = context.user if other is None else _person(other)
        await show_versus(context, _person(member), against)


def _person(member: discord.Member | discord.User) -> Player:
    if member.bot:
        raise NotAPersonError(member.display_name)
    return player_of(member)


@app_commands.command(name="start", description="Start a season of the leaderboard")
async def _start(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        check_may_manage(context)
        season = await context.services.seasons.start(context.guild_id)
        await context.reply.private(season_started(context.words, season))


@app_commands.command(name="end", description="End the season, and announce the final leaderboard")
async def _end(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        check_may_manage(context)
        season = await context.services.seasons.end(context.guild_id)
        await context.reply.private(await season_ended(context, season))


def season_group() -> app_commands.Group:
    """Create the group ``/pyrga-server season``."""
    group = app_commands.Group(name="season", description="Start and end seasons of the leaderboard")
    group.add_command(_start)
    group.add_command(_end)
    return group
