"""The private list of a server's team matches."""

import discord
from discord import ui

from bot.ui.context.context import Context
from bot.ui.message.content import Button, boxed
from bot.ui.message.custom_ids import button
from bot.ui.teams.card import LeaveTeam, ShowTeamGames, SignUp
from bot.ui.teams.clicks import may_see
from bot.ui.teams.words import games_line, linked_team_match, score_text, sign_up_line
from bot.values.events.event import EventStatus
from bot.values.teams.team_match import TeamMatch


async def show_team_matches(context: Context) -> None:
    """List the team matches of the server that people can sign up for or that are played.

    Those that the person may not see are left out.
    """
    words = context.words
    found = await context.services.team_matches.in_guild(context.guild_id)
    sided = [(match, match.side_in(context.guild_id) or 0) for match in found]
    sections = [
        ui.Section(
            ui.TextDisplay(f"{linked_team_match(match, index)}\n-# {_state(context, match)}"),
            accessory=_button(context, match, index),
        )
        for match, index in sided
        if await may_see(context, match, index)
    ]
    # Translators: a heading.
    title = "### " + words.say("Team matches in this server")
    if not sections:
        nothing = words.say(
            "There are none right now. People who manage the server can offer one with /pyrga-event "
            "team-match."
        )
        title = f"{title}\n{nothing}"
    await context.reply.private(boxed(title, *sections))


def _state(context: Context, match: TeamMatch) -> str:
    if match.status is EventStatus.OPEN:
        return sign_up_line(context.words, match)
    return f"{score_text(match)} · {games_line(context.words, match)}"


def _button(context: Context, match: TeamMatch, index: int) -> Button:
    words, style = context.words, discord.ButtonStyle
    if match.status is not EventStatus.OPEN:
        return button(ShowTeamGames(match.number), words.label("in a cup", "My games"), style.primary)
    if match.sides[index].member(context.user.id) is None:
        return button(SignUp(match.number), words.say("Sign up"), style.success)
    return button(LeaveTeam(match.number), words.label("a cup", "Leave"), style.secondary)
