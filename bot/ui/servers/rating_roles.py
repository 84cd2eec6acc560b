"""The roles that a server gives for ratings: the panel, the form for another one, and giving them."""

from collections.abc import Iterable, Mapping
from typing import Any

import discord
import structlog
from discord import ui

from bot.locale import Words
from bot.ui.components.forms import chosen_of, form_with, menu_field, role_field
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.context_errors import RoleProblem, RoleProblemError
from bot.ui.context.handlers import on_click, on_form
from bot.ui.context.permissions import check_may_manage
from bot.ui.context.requests import GoneError, RequestError, ask
from bot.ui.message.content import BLUE, Box, Content, Row, layout
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.message.selects import Option, menu
from bot.ui.text.words import ruleset_name
from bot.use_cases.standings.rating_roles import MARGIN, MOST_ROLES, RatingRole, RoleChange

_FOR, _ROLE, _CHAMPION = "for", "role", "champion"
_THRESHOLDS: Mapping[str, int | None] = {
    _CHAMPION: None,
    **{str(rating): rating for rating in range(1250, 2401, 50)},
}

log = structlog.get_logger(__name__)


class AddRole(CustomId, word="add-role"):
    """Opens the form for another role."""


class RoleForm(CustomId, word="role-form"):
    """The form for another role."""


class RemoveRole(CustomId, word="remove-role"):
    """No longer gives the ``role``."""

    role: int


class LookAgain(CustomId, word="look-at-roles"):
    """Gives and takes the roles of everyone again, once what kept the bot from it is put right."""


async def show_roles(context: Context) -> None:
    """Show the roles of the server to someone who manages it."""
    check_may_manage(context)
    await context.reply.private(await _panel(context), in_place=True)


@on_click(AddRole, opens_form=True)
async def open_form(context: Context, clicked: AddRole) -> None:
    del clicked
    check_may_manage(context)
    await context.reply.form(role_form(context.words))


@on_click(LookAgain)
async def look_again(context: Context, clicked: LookAgain) -> None:
    del clicked
    check_may_manage(context)
    await context.services.rating_roles.look_again(context.guild_id)
    await show_roles(context)


@on_click(RemoveRole)
async def remove_role(context: Context, clicked: RemoveRole) -> None:
    check_may_manage(context)
    await context.services.rating_roles.remove(context.guild_id, role_id=clicked.role)
    await show_roles(context)


@on_form(RoleForm)
async def add_role(context: Context, form: RoleForm, data: Mapping[str, Any]) -> None:
    """Give the role that was chosen from now on."""
    del form
    check_may_manage(context)
    guild, me = await _seen(context.client, context.guild_id)
    chosen = chosen_of(data, _ROLE, [str(role.id) for role in guild.roles])
    threshold = _THRESHOLDS[chosen_of(data, _FOR, _THRESHOLDS)]
    role = guild.get_role(int(chosen))
    problem = _problem(role, me) or await _problem_of(context, guild, role)
    if problem is not None:
        raise RoleProblemError(problem, int(chosen))
    await context.services.rating_roles.put(guild.id, RatingRole(int(chosen), threshold))
    await show_roles(context)


def role_form(words: Words) -> ui.Modal:
    """Return the form for another role."""
    options = [
        Option(value, words.say("Champion of the season") if threshold is None else str(threshold))
        for value, threshold in _THRESHOLDS.items()
    ]
    return form_with(
        RoleForm(),
        # Translators: the title of a form (at most 45 characters).
        words.say("New rating role"),
        # Translators: fields of a form (at most 45 characters each).
        menu_field(_FOR, words.say("For which rating"), options, "1500"),
        role_field(
            _ROLE,
            words.say("Role"),
            # Translators: below a field of a form (at most 100 characters).
            words.say("I need Manage Roles, and my own role has to be above this one."),
        ),
    )


async def _panel(context: Context) -> Content:
    words = context.words
    roles = await context.services.rating_roles.roles(context.guild_id)
    ruleset = (await context.services.preferences.guild(context.guild_id)).ruleset
    explained = [
        words.say(
            "Members get the role of the highest rating they've reached, once it's no longer provisional. "
            "They lose it {margin} points below.",
            margin=MARGIN,
        ),
        # Translators: {value} is the name of a ruleset.
        words.say(
            "Ratings in {value} count. Anyone can opt out in /pyrga settings.",
            value=ruleset_name(words, ruleset),
        ),
        words.say(
            "I need the **Manage Roles** permission for this, and my own role has to be above these roles."
        ),
    ]
    lines = [f"- {_name(words, role)}: <@&{role.role_id}>" for role in roles]
    # Translators: the title of a panel.
    text = "\n".join([f"### {words.say('Rating roles')}", *(lines or [words.say("There are none yet.")])])
    box = Box(ui.TextDisplay(text), ui.TextDisplay("\n".join(explained)), accent_color=BLUE)
    problems = await _problems(context, roles)
    if problems:
        box.add_item(ui.TextDisplay("\n".join(problems)))
    style = discord.ButtonStyle.secondary
    # Translators: button (about 20 characters) that opens a form.
    add = button(AddRole(), words.say("Add a role…"), style, enabled=len(roles) < MOST_ROLES)
    # Translators: button (about 20 characters): give everyone their roles again.
    buttons = [add, *([button(LookAgain(), words.say("Try again"), style)] if roles else [])]
    removed = [Option(RemoveRole(role.role_id), _name(words, role)) for role in roles]
    # Translators: stands in an empty menu of roles that are no longer given once they're chosen.
    rows = [Row(menu(removed, placeholder=words.say("Remove a role")))] if removed else []
    return Content(layout(box, Row(*buttons), *rows))


def _name(words: Words, role: RatingRole) -> str:
    return words.say("Champion of the season") if role.threshold is None else str(role.threshold)


async def _problems(context: Context, roles: Iterable[RatingRole]) -> list[str]:
    """Return why the bot can't give some of these roles, as far as Discord says so."""
    if not roles:
        return []
    try:
        guild, me = await _seen(context.client, context.guild_id)
    except RequestError as error:
        log.info("roles not looked up", error=str(error))
        return []
    found = [(_problem(guild.get_role(role.role_id), me), role.role_id) for role in roles]
    sentences = [context.refusal(RoleProblemError(each, role_id)) for each, role_id in found if each]
    return [*dict.fromkeys(sentences)]


async def _seen(client: ServingClient, guild_id: int) -> tuple[discord.Guild, discord.Member]:
    """Ask for a server with its roles, and for the bot as its member."""
    guild = await ask(client.fetch_guild(guild_id, with_counts=False))
    if client.user is None:
        raise RuntimeError("the bot isn't logged in")
    return guild, await ask(guild.fetch_member(client.user.id))


def _problem(role: discord.Role | None, me: discord.Member) -> RoleProblem | None:
    """Return why the bot can't give a role, or shouldn't."""
    if not me.guild_permissions.manage_roles:
        return RoleProblem.PERMISSION
    if role is None or role.is_default() or role.managed:
        return RoleProblem.UNFIT
    if role.permissions.value & discord.Permissions.elevated().value:
        return RoleProblem.POWERFUL
    return RoleProblem.TOO_HIGH if role >= me.top_role else None


async def _problem_of(
    context: Context, guild: discord.Guild, role: discord.Role | None
) -> RoleProblem | None:
    """Return why the person can't have a role given, if they couldn't give it themselves."""
    member = await ask(guild.fetch_member(context.user.id))
    gives = member.guild_permissions.manage_roles and role is not None and role < member.top_role
    return None if gives or member.id == guild.owner_id else RoleProblem.NOT_YOURS


async def give_and_take(client: ServingClient, change: RoleChange) -> frozenset[int]:
    """Give someone the roles that they deserve, and take away the others; return those they have then.

    Nothing is left of someone who has left the server, as two looks say.

    Raises:
        RequestError: Discord refuses, or can't be reached.
    """
    if change.held == change.deserved:
        return change.held
    try:
        guild = await ask(client.fetch_guild(change.check.guild_id, with_counts=False))
        member = await ask(guild.fetch_member(change.check.player_id))
    except GoneError as error:
        if not client.looks.fails(("roles", change.check.guild_id, change.check.player_id), error):
            raise
        return frozenset()
    there = {role.id for role in guild.roles}
    for role_id in sorted((change.deserved - change.held) & there):
        await ask(member.add_roles(discord.Object(role_id)))
    for role_id in sorted((change.held - change.deserved) & there):
        await ask(member.remove_roles(discord.Object(role_id)))
    return change.deserved & there


async def take_away(client: ServingClient, player_id: int, held: Iterable[tuple[int, int]]) -> None:
    """Take the roles that someone got from the bot away, as far as Discord allows."""
    for guild_id, role_id in held:
        try:
            guild = await ask(client.fetch_guild(guild_id, with_counts=False))
            member = await ask(guild.fetch_member(player_id))
            await ask(member.remove_roles(discord.Object(role_id)))
        except RequestError as error:
            log.info("role not taken away", guild=guild_id, error=str(error))
