"""Roles for ratings in the whole bot: the panel, who may choose which, and what happens on Discord."""

from datetime import timedelta

import discord
import pytest
import simcord

from bot.jobs.rounds import keep_roles
from bot.ui.context.looks import APART
from tests.bot.servers import MANAGERS_ONLY, Server, answer, delete_data, labels, said, selects, texts
from tests.bot.whole.test_leaderboards import list_players

pytestmark = pytest.mark.thorough


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
    strong = server.guild.create_role("Mods", permissions=discord.Permissions(ban_members=True), position=3)
    assert "lets people moderate or manage the server" in said(await choose(server, owner, strong))
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
    roles = server.client.services.rating_roles
    assert (await roles.held(gone.id), await roles.held(other.id)) == ([], [(server.guild.id, role.id)])
    assert has(server, deleted, role)
    await delete_data(deleted)
    assert not has(server, deleted, role)
    server.env.backend.delete_role(server.guild.id, role.id)
    await roles.remove(server.guild.id, role_id=role.id)
    await keep_roles(server.client)
    assert await roles.held(other.id) == []


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
