"""Managers of a server end games without a result and read the log."""

from datetime import timedelta

import discord
import pytest
import simcord

from tests.bot.servers import MANAGERS_ONLY, Server, answer, labels, offered, said, texts

pytestmark = pytest.mark.thorough

AWAY = timedelta(minutes=6)


async def annul(
    server: Server, manager: simcord.MemberActor, game: str = "1", **options: str
) -> simcord.ResponseMessage:
    """Return the question that a moderator is asked."""
    return answer(await manager.slash(server.channel, "pyrga-server annul", game=game, **options))


async def read_log(server: Server, manager: simcord.MemberActor) -> simcord.ResponseMessage:
    return answer(await manager.slash(server.channel, "pyrga-server log"))


@pytest.mark.default
async def test_a_moderator_ends_a_game_and_both_players_are_notified(
    server: Server, manager: simcord.MemberActor
) -> None:
    board = await server.begin()
    server.clock.move(AWAY)
    panel = await annul(server, manager, reason="a *second*\naccount")
    assert panel.ephemeral
    link = f"https://discord.com/channels/{server.guild.id}/{board.channel_id}/{board.id}"
    assert texts(panel)[0].splitlines() == [
        (
            f"End game [#1]({link}) between **Ada** and **Blaise** without a result? "
            "It won't count for either player."
        ),
        "Reason for the log: a \\*second\\* account",
    ]
    assert "· start" in texts(board)[0]

    confirm = (manager, panel, "annul:1")
    await server.press(confirm, confirm)
    assert texts(panel) == ["You ended game #1 without a result. It's in /pyrga-server log."]
    newer = server.newest()
    assert texts(newer)[0].startswith("### Pyrga #1 · finished")
    called = f"{server.ada.mention} {server.blaise.mention}"
    assert texts(newer)[-1] == f"**A moderator ended the game without a result** {called}"
    assert sorted(server.pinged()) == sorted([server.ada.id, server.blaise.id])
    assert [message.id for message in server.channel.history()] == [newer.id]
    assert not any(button["custom_id"].startswith("play:") for button in offered(newer))


async def test_the_log_has_what_was_done_and_why_and_survives_a_restart(
    server: Server, manager: simcord.MemberActor
) -> None:
    assert texts(await read_log(server, manager)) == [
        "### Moderation log\nNothing yet. Use /pyrga-server annul to end a game without a result."
    ]
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e")
    await server.ada.click(board, label="Draw")
    panel = await annul(server, manager)
    await server.restart()
    await manager.click(panel, label="End game")
    await server.restart()
    assert labels(board) == ["Review", "Replay", "More…"]
    # Its players are at the board.
    assert server.pinged() == []
    log = await read_log(server, manager)
    assert log.ephemeral
    assert f"<t:{int(server.clock.now().timestamp())}:f>: **manager** ended game [#1](" in texts(log)[0]
    assert texts(log)[0].endswith(") between **Ada** and **Blaise** without a result.")
    page = answer(await server.ada.slash(server.channel, "pyrga leaderboard"))
    assert "No one here has played a rated game in the last 90 days." in texts(page)[0]

    await server.begin()
    await manager.click(await annul(server, manager, game="2", reason="spam"), label="End game")
    assert "without a result.\n-# spam\n" in texts(await read_log(server, manager))[0]


async def test_a_long_log_has_pages(server: Server, manager: simcord.MemberActor) -> None:
    for number in range(1, 6):
        await server.begin()
        panel = await annul(server, manager, game=str(number))
        await manager.click(panel, label="End game")
    log = await read_log(server, manager)
    assert texts(log)[0].count("ended game") == 4
    await manager.click(log, label="Next")
    assert texts(log)[0].count("ended game [#1]") == 1
    await manager.click(log, label="Back")
    assert "ended game [#5]" in texts(log)[0]


@pytest.mark.default
async def test_if_a_moderator_changes_their_mind_the_game_continues(
    server: Server, manager: simcord.MemberActor
) -> None:
    board = await server.begin()
    panel = await annul(server, manager)
    await manager.click(panel, label="Never mind")
    assert texts(panel) == ["OK, the game continues."]
    await server.play(board, "Sa1")


async def test_no_one_else_can_see_or_do_any_of_it(server: Server, manager: simcord.MemberActor) -> None:
    await server.begin()
    offered_to_ada = server.ada.available_commands(server.channel)
    assert not any(command.startswith("pyrga-server") for command in offered_to_ada)
    panel = await annul(server, manager)
    for forged in ("annul:1", "log:0"):
        assert await server.forge(server.ada, panel, forged) == MANAGERS_ONLY
    role = server.guild.create_role("second", permissions=discord.Permissions(manage_guild=True))
    second = server.guild.add_member(server.env.create_user("second"), roles=[role])
    for moderator, forged, told in (
        (second, "annul:1", "run the command again"),
        (manager, "annul:2", "run the command again"),
        (manager, "annul:1:1", "no longer works"),
        (manager, "annul:-", "no longer works"),
    ):
        assert told in await server.forge(moderator, panel, forged), forged
    assert (await server.client.services.games.get(1)).outcome is None


async def test_only_running_games_of_this_server_are_suggested_and_ended(
    server: Server, manager: simcord.MemberActor
) -> None:
    await server.begin()
    await server.begin(color="black")
    await server.resign(server.ada, game="1")
    suggested = await manager.autocomplete(server.channel, "pyrga-server annul", "game", "")
    assert [choice["name"] for choice in suggested] == ["#2: Blaise against Ada"]
    for typed, shown in (("77", "77"), ("nonsense*", "nonsense\\*")):
        told = said(await manager.slash(server.channel, "pyrga-server annul", game=typed))
        assert told == f"There's no game **{shown}** here. Use /pyrga games to see yours."


async def test_if_no_new_board_can_be_posted_the_old_one_shows_the_end_once(
    server: Server, manager: simcord.MemberActor
) -> None:
    board = await server.begin()
    server.clock.move(AWAY)
    confirm = (manager, await annul(server, manager), "annul:1")
    server.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    await server.press(confirm, confirm)
    assert "A moderator ended the game" in texts(board)[-1]
    assert texts(await read_log(server, manager))[0].count("ended game") == 1
