"""The private panel of moderators: remove someone from their server's side, or cancel a team match.

Every button asks a question first, and whoever presses one needs the permission then.
"""

import discord

from bot.ui.components.panels import Keep, Kept, confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click, on_person
from bot.ui.context.permissions import check_may_manage
from bot.ui.message.content import GOLD, Content, Row, boxed, rows_of, unboxed
from bot.ui.message.custom_ids import Ask, CustomId, button
from bot.ui.message.selects import person_select
from bot.ui.teams.card import ManageTeam
from bot.ui.teams.clicks import team_match_here
from bot.ui.teams.posting import show_team_match
from bot.ui.teams.words import team_match_name
from bot.ui.text.words import name
from bot.values.teams.team_errors import NoSuchMemberError, TeamMatchEndedError
from bot.values.teams.team_match import Member, TeamMatch


class ChooseMember(CustomId, word="team-member"):
    """The menu of people, to choose someone on the server's side of the team ``match``."""

    match: int


class RemoveMember(CustomId, word="team-remove"):
    """Removes ``player`` from the server's side of the team ``match``."""

    match: int
    player: int


class CancelTeamMatch(CustomId, word="team-cancel"):
    """Cancels the team ``match`` for both servers."""

    match: int


async def _managed(context: Context, number: int) -> tuple[TeamMatch, int]:
    """Return a team match that the person may manage and that isn't over, and which side this server is."""
    check_may_manage(context)
    match, index = await team_match_here(context, number)
    if match.ended_at is not None:
        raise TeamMatchEndedError(match)
    return match, index


@on_click(ManageTeam)
async def manage_team_match(context: Context, clicked: ManageTeam) -> None:
    """Show what can be done to a team match."""
    match, _ = await _managed(context, clicked.match)
    words = context.words
    # Translators: a heading; {match} is the names of two servers.
    title = words.say("Manage {match}", match=team_match_name(match))
    text = words.say("To remove someone of this server, choose them. Only you can see this.")
    people = Row(person_select(ChooseMember(match.number), words.say("Choose a player")))
    cancel = button(
        Ask(CancelTeamMatch(match.number)), words.say("Cancel the match"), discord.ButtonStyle.danger
    )
    panel = boxed(f"### {title}\n{text}", rows=[people, *rows_of([cancel])], accent=GOLD)
    await context.reply.private(panel, in_place=True)


@on_person(ChooseMember)
async def choose_member(context: Context, used: ChooseMember, person: discord.Member | discord.User) -> None:
    """Ask whether someone should be removed."""
    match, index = await _managed(context, used.match)
    member = _present(match, index, player_id=person.id)
    words = context.words
    question = words.say(
        "Remove {player} from the team match? Their games that aren't over count as lost, and they can't "
        "come back.",
        player=name(member.player),
    )
    remove, keep = words.say("Remove"), words.say("Never mind")
    asked = RemoveMember(match.number, person.id)
    panel = confirm_panel(question, asked, remove, keep, kept=Keep(Kept.REST))
    await context.reply.private(panel, in_place=True)


@on_click(RemoveMember)
async def remove_member(context: Context, clicked: RemoveMember) -> None:
    """Remove someone."""
    match, index = await _managed(context, clicked.match)
    player = _present(match, index, player_id=clicked.player).player
    await context.services.team_matches.remove(
        match.number, guild_id=context.guild_id, player_id=player.id, moderator=context.user
    )
    sentence = context.words.say(
        "You removed {player} from the team match. It's in /pyrga-server log.", player=name(player)
    )
    await _done(context, match, sentence)


async def _cancellation_question(context: Context, clicked: CancelTeamMatch) -> Content:
    await _managed(context, clicked.match)
    words = context.words
    question = words.say(
        "Cancel the team match for both servers? Games that are being played continue as casual games."
    )
    return confirm_panel(
        question, clicked, words.say("Cancel the match"), words.say("Never mind"), kept=Keep(Kept.REST)
    )


@on_click(CancelTeamMatch, asks=_cancellation_question)
async def cancel_team_match(context: Context, clicked: CancelTeamMatch) -> None:
    """Cancel a team match."""
    match, _ = await _managed(context, clicked.match)
    await context.services.team_matches.cancel(match.number, context.user, guild_id=context.guild_id)
    text = context.words.say("You canceled the team match. It's in /pyrga-server log.")
    await _done(context, match, text)


def _present(match: TeamMatch, index: int, *, player_id: int) -> Member:
    """Return the member of a side with this id."""
    member = match.sides[index].member(player_id)
    if member is None or member.left is not None:
        raise NoSuchMemberError(match)
    return member


async def _done(context: Context, match: TeamMatch, text: str) -> None:
    await context.reply.replace(unboxed(text))
    for index in (0, 1):
        await show_team_match(context.client, match.number, index=index)
