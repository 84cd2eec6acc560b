"""Roles for ratings in the whole bot: the panel, who may choose which, and what happens on Discord."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord

from bot.jobs.rounds import keep_roles
from bot.ui.context.looks import APART
from bot.use_cases.standings.rating_roles import BUSY
from tests.bot.servers import MANAGERS_ONLY, Server, answer, delete_data, labels, said, selects, texts
from tests.bot.whole.dying import Death
from tests.bot.whole.test_leaderboards import list_players
from tests.bot.whole.test_privacy import rows_of

pytestmark = pytest.mark.thorough

Leave = Callable[[Server, simcord.MemberActor], Awaitable[None]]
"""Makes someone lose their roles."""


@pytest.fixture
def owner(server: Server) -> simcord.MemberActor:
    """Return someone who may give roles: those that were made before this one's own."""
    allowed = discord.Permissions(manage_guild=True, manage_roles=True)
    role = server.guild.create_role("owners", permissions=allowed, position=20)
    return server.guild.add_member(server.env.create_user("owner"), roles=[role])


@pytest.fixture
def role(server: Server) -> simcord.RoleHandle:
    return server.guild.create_role("Tower builder", position=2)


async def choose(
    server: Server, who: simcord.MemberActor, role: simcord.RoleHandle, value: str = "1500"
) -> simcord.InteractionResult:
    """Fill in the form for another role."""
    panel = answer(await who.slash(server.channel, "pyrga-server roles"))
    form = await who.click(panel, label="Add a role…")
    return await who.submit_modal(form, {"for": [value], "role": [role]})


def has(server: Server, member: simcord.MemberActor, role: simcord.RoleHandle) -> bool:
    return role.id in server.env.backend.get_member(server.guild.id, member.id).role_ids


def bot_may(server: Server, *, position: int = 10, **allowed: bool) -> None:
    """Give the bot a role of its own with these permissions."""
    assert server.client.user is not None
    own = server.guild.create_role(
        f"bot {position}", permissions=discord.Permissions(**allowed), position=position
    )
    member = server.env.backend.get_member(server.guild.id, server.client.user.id)
    member.role_ids = [own.id]


@pytest.mark.default
async def test_members_get_the_role_of_their_rating_and_lose_it_if_they_opt_out(
    server: Server, owner: simcord.MemberActor, role: simcord.RoleHandle
) -> None:
    bot_may(server, manage_roles=True)
    best, other = await list_players(server, 2)
    await choose(server, owner, role, "2000")
    panel = answer(await owner.slash(server.channel, "pyrga-server roles"))
    assert f"- 2000: <@&{role.id}>" in texts(panel)[0].splitlines()
    assert len(texts(panel)) == 2
    await keep_roles(server.client)
    assert (has(server, best, role), has(server, other, role)) == (True, False)
    await server.restart()
    settings = await server.open_setting(best, "setting:mine:roles")
    await server.choose(best, settings, "off", "setting:mine:roles")
    await keep_roles(server.client)
    assert not has(server, best, role)


async def test_only_people_who_manage_the_server_see_and_change_its_roles(
    server: Server, owner: simcord.MemberActor
) -> None:
    assert "pyrga-server roles" not in server.ada.available_commands(server.channel)
    panel = answer(await owner.slash(server.channel, "pyrga-server roles"))
    for custom_id in ("add-role", "look-at-roles", "remove-role:1"):
        assert await server.forge(server.ada, panel, custom_id) == MANAGERS_ONLY


async def test_a_role_that_the_bot_or_the_person_cannot_give_is_refused_with_the_reason(
    server: Server, manager: simcord.MemberActor, owner: simcord.MemberActor, role: simcord.RoleHandle
) -> None:
    bot_may(server)
    told = said(await choose(server, owner, role))
    assert told == f"I need the permission **Manage Roles** in this server to give <@&{role.id}>."
    bot_may(server, position=1, manage_roles=True)
    assert said(await choose(server, owner, role)).startswith(f"My own role has to be above <@&{role.id}>.")
    bot_may(server, position=15, manage_roles=True)
    managed = server.guild.create_role("Robot", position=4, managed=True)
    assert "Bots can't give" in said(await choose(server, owner, managed))
    bot_may(server, position=30, manage_roles=True)
    higher = server.guild.create_role("Higher", position=25)
    for member in (manager, owner):
        assert said(await choose(server, member, higher)).startswith("Only people with the Manage Roles")


async def test_what_discord_refuses_is_done_once_it_is_put_right_and_undone_with_the_role(
    server: Server, owner: simcord.MemberActor, role: simcord.RoleHandle
) -> None:
    bot_may(server, manage_roles=True)
    (best,) = await list_players(server, 1)
    await choose(server, owner, role)
    bot_may(server, position=11)
    await keep_roles(server.client)
    assert not has(server, best, role)
    panel = answer(await owner.slash(server.channel, "pyrga-server roles"))
    assert texts(panel)[2:] == [
        f"I need the permission **Manage Roles** in this server to give <@&{role.id}>."
    ]
    bot_may(server, position=12, manage_roles=True)
    server.clock.move(timedelta(minutes=1))
    await keep_roles(server.client)
    assert has(server, best, role)
    await owner.click(panel, label="Try again")
    assert labels(panel) == ["Add a role…", "Try again"]
    (menu,) = selects(panel)
    await server.choose(owner, panel, menu["options"][0]["value"])
    assert "There are none yet." in texts(panel)[0]
    await keep_roles(server.client)
    assert not has(server, best, role)


async def test_those_who_left_or_deleted_their_data_and_roles_that_are_gone_are_forgotten(
    server: Server, owner: simcord.MemberActor, role: simcord.RoleHandle
) -> None:
    bot_may(server, manage_roles=True)
    gone, other, deleted = await list_players(server, 3)
    await choose(server, owner, role, "1900")
    server.guild.remove_member(gone)
    for _ in range(2):
        await keep_roles(server.client)
        server.clock.move(APART)
    assert {row.player_id for row in await rows_of(server, "role_holders")} == {other.id, deleted.id}
    assert has(server, deleted, role)
    await delete_data(deleted)
    assert not has(server, deleted, role)
    assert await rows_of(server, "role_removals") == []
    server.env.backend.delete_role(server.guild.id, role.id)
    await server.client.services.rating_roles.remove(server.guild.id, role_id=role.id)
    await keep_roles(server.client)
    assert await rows_of(server, "role_holders") == []


async def test_a_role_of_someone_who_seems_to_have_left_is_taken_once_they_are_there_again(
    server: Server, owner: simcord.MemberActor, role: simcord.RoleHandle
) -> None:
    bot_may(server, manage_roles=True)
    (best,) = await list_players(server, 1)
    await choose(server, owner, role)
    await keep_roles(server.client)
    assert has(server, best, role)
    server.env.inject_error("GET", f"/guilds/*/members/{best.id}", status=404, code=10007, times=1)
    await server.client.services.rating_roles.remove(server.guild.id, role_id=role.id)
    await keep_roles(server.client)
    assert has(server, best, role)
    server.clock.move(timedelta(minutes=1))
    await keep_roles(server.client)
    assert not has(server, best, role)


UNKNOWN = 1 << 60
"""A permission that Discord doesn't have yet."""
USUAL = discord.Permissions(
    view_channel=True, send_messages=True, embed_links=True, add_reactions=True, connect=True, speak=True
)


def empower(server: Server, role: simcord.RoleHandle, permissions: int) -> None:
    """Have someone who manages the server change what a role may do."""
    server.env.backend.edit_role(server.guild.id, role.id, {"permissions": permissions})


@pytest.mark.default
async def test_a_role_with_a_permission_that_members_usually_lack_cannot_be_chosen(
    server: Server, owner: simcord.MemberActor, role: simcord.RoleHandle
) -> None:
    bot_may(server, manage_roles=True)
    names = (
        *("administrator", "ban_members", "mute_members", "deafen_members", "move_members", "view_audit_log"),
        *("manage_nicknames", "manage_events", "create_events", "mention_everyone", "pin_messages"),
    )
    for bits in (*(discord.Permissions(**{name: True}).value for name in names), UNKNOWN):
        empower(server, role, bits | USUAL.value)
        assert "do more than members usually can" in said(await choose(server, owner, role)), bits
    empower(server, role, USUAL.value)
    strong = discord.PermissionOverwrite(manage_messages=True)
    mods = server.guild.create_text_channel("mods", overwrites={role: strong})
    assert "or in one of its channels" in said(await choose(server, owner, role))
    server.env.backend.delete_channel(mods.id)
    allowed = discord.PermissionOverwrite(view_channel=True, manage_messages=False)
    server.guild.create_text_channel("lounge", overwrites={role: allowed})
    assert f"- 1500: <@&{role.id}>" in texts(answer(await choose(server, owner, role)))[0]


@pytest.mark.parametrize("bits", [discord.Permissions(administrator=True).value, UNKNOWN, None])
async def test_a_role_that_has_become_powerful_is_not_given_until_it_is_harmless_again(
    server: Server, owner: simcord.MemberActor, role: simcord.RoleHandle, bits: int | None
) -> None:
    bot_may(server, manage_roles=True)
    (best,) = await list_players(server, 1)
    await choose(server, owner, role)
    pinning = discord.PermissionOverwrite(pin_messages=True)
    mods = server.guild.create_text_channel("mods", overwrites={role: pinning} if bits is None else {})
    empower(server, role, bits or 0)
    await keep_roles(server.client)
    assert not has(server, best, role)
    assert await rows_of(server, "role_holders") == []
    panel = answer(await owner.slash(server.channel, "pyrga-server roles"))
    assert "do more than members usually can" in texts(panel)[2]
    server.env.backend.delete_channel(mods.id)
    empower(server, role, 0)
    server.clock.move(BUSY)
    await keep_roles(server.client)
    assert has(server, best, role)
    # Whoever gives power to a role gives it to those who have it.
    empower(server, role, UNKNOWN)
    await server.client.services.rating_roles.look_again(server.guild.id)
    await keep_roles(server.client)
    assert has(server, best, role)


async def opt_out(server: Server, member: simcord.MemberActor) -> None:
    await server.configure_for(member, rating_roles=False)


async def be_deleted_by_the_host(server: Server, member: simcord.MemberActor) -> None:
    await server.client.services.deletions.delete(member.id)


LEAVING = pytest.mark.parametrize("leave", [opt_out, be_deleted_by_the_host])


async def check_nothing_is_left(
    server: Server, member: simcord.MemberActor, role: simcord.RoleHandle, about: int = 0
) -> None:
    """Check that someone loses a role, and that nothing remains of that."""
    for _ in range(3):
        await keep_roles(server.client)
        server.clock.move(BUSY)
    assert not has(server, member, role), about
    for table in ("role_holders", "role_checks", "role_removals"):
        assert await rows_of(server, table) == [], (about, table)


@LEAVING
async def test_whenever_the_bot_dies_giving_a_role_whoever_then_leaves_loses_it(
    server: Server, owner: simcord.MemberActor, role: simcord.RoleHandle, death: Death, leave: Leave
) -> None:
    bot_may(server, manage_roles=True)
    await choose(server, owner, role)
    instant, died, given = 0, True, set[bool]()
    while died:
        instant += 1
        (member,) = await list_players(server, 1)
        await server.client.services.rating_roles.look_again(server.guild.id)
        death.appoint(instant)
        with suppress(asyncio.CancelledError):
            await keep_roles(server.client)
        died = death.come
        given.add(has(server, member, role))
        death.appoint(0)
        await server.restart()
        await leave(server, member)
        await check_nothing_is_left(server, member, role, instant)
        await be_deleted_by_the_host(server, member)
    assert given == {False, True}


@LEAVING
async def test_whoever_leaves_while_discord_gives_them_a_role_loses_it(
    server: Server,
    owner: simcord.MemberActor,
    role: simcord.RoleHandle,
    leave: Leave,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bot_may(server, manage_roles=True)
    (member,) = await list_players(server, 1)
    await choose(server, owner, role)
    add = server.client.http.add_role

    async def leave_and_add(*arguments: Any, **options: Any) -> None:
        await leave(server, member)
        # Discord, which was asked before, is slow.
        await add(*arguments, **options)

    monkeypatch.setattr(server.client.http, "add_role", leave_and_add)
    await keep_roles(server.client)
    assert leave is be_deleted_by_the_host or has(server, member, role)
    monkeypatch.undo()
    await check_nothing_is_left(server, member, role)


async def test_whenever_the_bot_dies_during_a_deletion_the_roles_are_taken(
    server: Server, owner: simcord.MemberActor, role: simcord.RoleHandle, death: Death
) -> None:
    bot_may(server, manage_roles=True)
    await choose(server, owner, role)
    instant, died = 0, True
    while died:
        instant += 1
        (member,) = await list_players(server, 1)
        await server.client.services.rating_roles.look_again(server.guild.id)
        await keep_roles(server.client)
        assert has(server, member, role)
        panel = answer(await member.user.slash("pyrga privacy"))
        await member.user.click(panel, label="Delete my data")
        death.appoint(instant)
        await member.user.click(panel, label="Delete my data")
        died = death.come
        death.appoint(0)
        await server.restart()
        await server.client.services.deletions.delete(member.id)
        await check_nothing_is_left(server, member, role, instant)
        server.guild.remove_member(member)
    assert instant > 5
