"""The roles that a server gives for ratings: the panel, the form for another one, and giving them."""

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any, Final

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
from bot.use_cases.standings.rating_roles import MARGIN, MOST_ROLES, RatingRole, RoleChange, RoleRemoval

_FOR, _ROLE, _CHAMPION = "for", "role", "champion"
_THRESHOLDS: Mapping[str, int | None] = {
    _CHAMPION: None,
    **{str(rating): rating for rating in range(1250, 2401, 50)},
}

Overwrites = Mapping[int, int]
"""The permissions, as bits, that each role has in at least one channel of a server."""

_USUAL: Final = discord.Permissions(
    **dict.fromkeys(
        (
            *("create_instant_invite", "change_nickname", "use_application_commands", "use_external_apps"),
            *("view_channel", "read_message_history", "add_reactions", "send_messages", "send_polls"),
            *("embed_links", "attach_files", "use_external_emojis", "use_external_stickers"),
            *("create_public_threads", "create_private_threads", "send_messages_in_threads"),
            *("connect", "speak", "stream", "use_voice_activation", "request_to_speak"),
            *("use_soundboard", "use_external_sounds", "send_voice_messages", "use_embedded_activities"),
            "set_voice_channel_status",
        ),
        True,
    )
).value
"""What members usually can do, as bits. What's new at Discord isn't among it."""

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


async def _form_again(context: Context, form: RoleForm) -> ui.Modal:
    del form
    return role_form(context.words)


@on_form(RoleForm, again=_form_again)
async def add_role(context: Context, form: RoleForm, data: Mapping[str, Any]) -> None:
    """Give the role that was chosen from now on."""
    del form
    check_may_manage(context)
    guild, me, overwrites = await _seen(context.client, context.guild_id)
    chosen = chosen_of(data, _ROLE, [str(role.id) for role in guild.roles])
    threshold = _THRESHOLDS[chosen_of(data, _FOR, _THRESHOLDS)]
    role = guild.get_role(int(chosen))
    problem = _problem(role, me, overwrites) or await _problem_of(context, guild, role)
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
        guild, me, overwrites = await _seen(context.client, context.guild_id)
    except RequestError as error:
        log.info("roles not looked up", error=str(error))
        return []
    found = [(_problem(guild.get_role(role.role_id), me, overwrites), role.role_id) for role in roles]
    sentences = [context.refusal(RoleProblemError(each, role_id)) for each, role_id in found if each]
    return [*dict.fromkeys(sentences)]


async def _seen(client: ServingClient, guild_id: int) -> tuple[discord.Guild, discord.Member, Overwrites]:
    """Ask for a server with its roles, for the bot as its member, and for what roles may do in channels."""
    guild = await ask(client.fetch_guild(guild_id, with_counts=False))
    if client.user is None:
        raise RuntimeError("the bot isn't logged in")
    return guild, await ask(guild.fetch_member(client.user.id)), await _overwrites(client, guild)


async def _overwrites(client: ServingClient, guild: discord.Guild) -> Overwrites:
    """Ask for what roles may do in channels of a server, beside what they may do in all of it."""
    # As Discord says it: the library leaves out permissions that it doesn't know.
    channels = await ask(client.http.get_all_guild_channels(guild.id))
    rules = [rule for channel in channels for rule in channel["permission_overwrites"]]
    return {
        role_id: reduce(or_, (int(rule["allow"]) for rule in rules if int(rule["id"]) == role_id))
        for role_id in {int(rule["id"]) for rule in rules}
    }


def _is_powerful(role: discord.Role, overwrites: Overwrites) -> bool:
    """Return whether a role lets people do more than members usually can, even in a single channel."""
    return bool((role.permissions.value | overwrites.get(role.id, 0)) & ~_USUAL)


def _problem(role: discord.Role | None, me: discord.Member, overwrites: Overwrites) -> RoleProblem | None:
    """Return why the bot can't give a role, or shouldn't."""
    if not me.guild_permissions.manage_roles:
        return RoleProblem.PERMISSION
    if role is None or role.is_default() or role.managed:
        return RoleProblem.UNFIT
    if _is_powerful(role, overwrites):
        return RoleProblem.POWERFUL
    return RoleProblem.TOO_HIGH if role >= me.top_role else None


async def _problem_of(
    context: Context, guild: discord.Guild, role: discord.Role | None
) -> RoleProblem | None:
    """Return why the person can't have a role given, if they couldn't give it themselves."""
    member = await ask(guild.fetch_member(context.user.id))
    gives = member.guild_permissions.manage_roles and role is not None and role < member.top_role
    return None if gives or member.id == guild.owner_id else RoleProblem.NOT_YOURS


async def give_and_take(client: ServingClient, change: RoleChange) -> None:
    """Give someone the harmless roles that they deserve, take away the others, and record how that went."""
    roles, check = client.services.rating_roles, change.check
    held, withheld = change.held, frozenset[int]()
    try:
        if not change.is_done:
            held, withheld = await _changed(client, change)
    except RequestError as error:
        log.info("roles not changed", guild=check.guild_id, error=str(error))
        await roles.failed(check)
        return
    if withheld:
        log.info("powerful roles not given", guild=check.guild_id, roles=sorted(withheld))
        await roles.failed(check, held)
    else:
        await roles.done(check, held)


async def _changed(client: ServingClient, change: RoleChange) -> tuple[frozenset[int], frozenset[int]]:
    """Change someone's roles; return those that they have then, and those that are too powerful for that.

    Nothing is left of someone who has left the server, as two looks say.

    Raises:
        RequestError: Discord refuses, or can't be reached.
    """
    member = await _member(client, change.check.guild_id, user_id=change.check.player_id)
    if member is None:
        return frozenset(), frozenset()
    there = {role.id: role for role in member.guild.roles}
    new = (change.deserved - change.held) & there.keys()
    overwrites = await _overwrites(client, member.guild) if new else {}
    withheld = frozenset(role_id for role_id in new if _is_powerful(there[role_id], overwrites))
    kept = (change.deserved & there.keys()) - withheld
    for role_id in sorted(kept - change.held):
        await ask(member.add_roles(discord.Object(role_id)))
    for role_id in sorted(((change.held | change.doubted) & there.keys()) - kept):
        await ask(member.remove_roles(discord.Object(role_id)))
    return kept, withheld


async def take_away(client: ServingClient, removal: RoleRemoval) -> None:
    """Take a role from someone whose data was deleted, if they're still there, and record how that went."""
    roles, guild_id = client.services.rating_roles, removal.guild_id
    try:
        member = await _member(client, guild_id, user_id=removal.user_id)
        if member is not None and member.guild.get_role(removal.role_id) is not None:
            await ask(member.remove_roles(discord.Object(removal.role_id)))
    except RequestError as error:
        log.info("role not taken away", guild=guild_id, error=str(error))
        if not await roles.not_taken(removal):
            log.warning("role never taken away", guild=guild_id, role=removal.role_id)
    else:
        await roles.taken(removal)


async def _member(client: ServingClient, guild_id: int, *, user_id: int) -> discord.Member | None:
    """Ask for a member of a server, and for its roles; None if two looks say that one of them is gone.

    Raises:
        RequestError: Discord refuses, or can't be reached.
    """
    try:
        guild = await ask(client.fetch_guild(guild_id, with_counts=False))
        return await ask(guild.fetch_member(user_id))
    except GoneError as error:
        if not client.looks.fails(("roles", guild_id, user_id), error):
            raise
    return None
