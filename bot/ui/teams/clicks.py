"""What anyone can do on the card of a team match: sign up, leave, see its rules and their own games."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import discord

from bot.ui.components.panels import Keep, Kept, confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.cups.listing import game_line
from bot.ui.message.content import GOLD, Button, Content, Row, boxed, rows_of, unboxed
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.searches import consent_text
from bot.ui.teams.card import LeaveTeam, ShowTeamGames, ShowTeamRules, SignUp
from bot.ui.teams.posting import show_team_match
from bot.ui.teams.words import player_in, rules_text, server_of, team_match_name
from bot.ui.text.words import relative_time
from bot.values.events.event import EventGame, EventStatus
from bot.values.game.game import Game
from bot.values.teams.team_errors import TeamMatchError, UnknownTeamMatchError
from bot.values.teams.team_match import TeamMatch


class AgreeAndSignUp(CustomId, word="team-agree"):
    """Agrees to games across servers, and signs up for the team ``match``."""

    match: int


class ConfirmLeavingTeam(CustomId, word="team-leave-now"):
    """Leaves the team ``match`` while it's being played."""

    match: int


async def team_match_here(context: Context, number: int) -> tuple[TeamMatch, int]:
    """Return the team match with this number, and which side this server is."""
    match = await context.services.team_matches.get(number)
    index = match.side_in(context.interaction.guild_id)
    if index is None or not await may_see(context, match, index):
        raise UnknownTeamMatchError
    return match, index


async def may_see(context: Context, match: TeamMatch, index: int) -> bool:
    """Return whether the person is on a side, or sees its channel."""
    side = match.sides[index]
    return await context.sees_at(side.place, [member.player for member in side.present])


@on_click(SignUp)
async def sign_up(context: Context, clicked: SignUp) -> None:
    """Sign up, or ask first if the person agrees to games across servers."""
    match, _ = await team_match_here(context, clicked.match)
    chosen = await context.services.preferences.player(context.user.id)
    if chosen.across_servers is None and match.status is EventStatus.OPEN:
        await context.reply.private(_consent_panel(context, match))
        return
    await _sign_up(context, match)


@on_click(AgreeAndSignUp)
async def agree_and_sign_up(context: Context, clicked: AgreeAndSignUp) -> None:
    """Note that the person agrees to games across servers, and sign up."""
    match, _ = await team_match_here(context, clicked.match)
    preferences = context.services.preferences
    await preferences.change_player(context.user, lambda old: replace(old, across_servers=True))
    await _sign_up(context, match)


def _consent_panel(context: Context, match: TeamMatch) -> Content:
    text = consent_text(context.words, in_server=True)
    agree = button(AgreeAndSignUp(match.number), context.words.say("Sign up"), discord.ButtonStyle.success)
    return boxed(text, rows=[Row(agree)], accent=GOLD)


async def _sign_up(context: Context, match: TeamMatch) -> None:
    index = match.side_in(context.guild_id) or 0
    try:
        joined = await context.services.team_matches.sign_up(
            match.number, context.user, guild_id=context.guild_id
        )
    except TeamMatchError:
        if _is_on_card(context, match, index):
            await show_team_match(context.client, match.number, index=index, click=context)
        raise
    await _show_both(context, joined, index)
    server = f"**{server_of(joined.sides[index])}**"
    # Translators: {server} is the name of a server; Discord shows {time} as such as "in 2 days".
    said = context.words.say(
        "You play for {server}. I'll mention you here once when it starts, {time}.",
        server=server,
        time=relative_time(joined.starts_at),
    )
    await context.reply.private(unboxed(said), in_place=True)


async def _show_both(context: Context, match: TeamMatch, index: int) -> None:
    """Show what a click has changed: on the clicked card, which is its answer, or wherever that is."""
    click = context if _is_on_card(context, match, index) else None
    await show_team_match(context.client, match.number, index=index, click=click)


def _is_on_card(context: Context, match: TeamMatch, index: int) -> bool:
    return context.message is not None and context.message.id == match.sides[index].message_id


@on_click(LeaveTeam)
async def leave_team(context: Context, clicked: LeaveTeam) -> None:
    """Leave a team match that hasn't started, or ask first."""
    match, index = await team_match_here(context, clicked.match)
    words = context.words
    if match.status is EventStatus.RUNNING and context.user.id in match.playing:
        question = words.say(
            "Leave this team match? Your games that aren't over count as lost. You can't come back."
        )
        confirmed = ConfirmLeavingTeam(match.number)
        panel = confirm_panel(
            question, confirmed, words.say("Leave the match"), words.say("Stay"), kept=Keep(Kept.REST)
        )
        await context.reply.private(panel)
        return
    left = await context.services.team_matches.leave(match.number, player_id=context.user.id)
    await _show_both(context, left, index)
    await context.reply.private(_left_text(context, left))


@on_click(ConfirmLeavingTeam)
async def confirm_leaving_team(context: Context, clicked: ConfirmLeavingTeam) -> None:
    """Leave a team match that's being played."""
    match, _ = await team_match_here(context, clicked.match)
    left = await context.services.team_matches.leave(match.number, player_id=context.user.id)
    await context.reply.replace(unboxed(_left_text(context, left)))


def _left_text(context: Context, match: TeamMatch) -> str:
    # Translators: {match} is the names of two servers.
    return context.words.say(
        "You're no longer in the team match {match}.", match=f"**{team_match_name(match)}**"
    )


@on_click(ShowTeamRules)
async def show_team_rules(context: Context, clicked: ShowTeamRules) -> None:
    """Explain the team match in private."""
    match, _ = await team_match_here(context, clicked.match)
    await context.reply.private(boxed(rules_text(context.words, match)))


@on_click(ShowTeamGames)
async def show_own_team_games(context: Context, clicked: ShowTeamGames) -> None:
    """List the person's games in a team match, with links, and whose turn it is."""
    await context.admit_extra()
    match, _ = await team_match_here(context, clicked.match)
    own = [game for game in match.games_of(context.user.id) if not game.struck]
    numbers = [game.number for game in own if game.number is not None]
    matches = {game.number: game for game in await context.services.game_queries.several(numbers)}
    leave: list[Button] = []
    if context.user.id in match.playing:
        # Translators: button (about 20 characters): leave a team match while it's played.
        label = context.words.say("Leave the match")
        leave = [button(LeaveTeam(match.number), label, discord.ButtonStyle.secondary)]
    text = _own_games(context, match, own, matches)
    await context.reply.private(boxed(text, rows=rows_of(leave)))


def _own_games(
    context: Context, match: TeamMatch, own: Sequence[EventGame], matches: Mapping[int, Game]
) -> str:
    words = context.words
    # Translators: a heading; {match} is the names of two servers.
    heading = words.say("Your games in {match}", match=team_match_name(match))
    title = f"### {heading}"
    if own:
        reader = context.user.id
        lines = (
            game_line(
                words,
                game,
                matches.get(game.number or 0),
                player_in(match, game.opponent_of(reader)),
                reader,
            )
            for game in own
        )
        return "\n".join([title, *lines])
    reserves = {member.player.id for index in (0, 1) for member in match.reserves(index)}
    if context.user.id in reserves:
        reserve = words.say("You're a reserve. If someone doesn't show up, you take their place.")
        return f"{title}\n{reserve}"
    nothing = words.say("You have no games in this team match.")
    return f"{title}\n{nothing}"
