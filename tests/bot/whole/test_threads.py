"""Games in their own threads."""

import pytest
import simcord

from bot.jobs.rounds import repair_boards
from bot.values.game import boards
from tests.bot.servers import Server, answer, delete_data, heard, said, texts

pytestmark = pytest.mark.thorough


async def begin_in_thread(server: Server) -> tuple[simcord.ResponseMessage, simcord.ResponseMessage]:
    """Return the card and the board of a new game in a thread, whose challenge is accepted twice at once."""
    card = await server.challenge(thread=True)
    accept = (server.blaise, card, "challenge:1:accept")
    results = await server.press(accept, accept)
    assert all(result.acknowledged for result in results)
    return card, server.newest(thread_of(server))


def thread_of(server: Server) -> simcord.ChannelHandle:
    """Return the one thread of the server."""
    (number,) = server.env.backend.get_guild(server.guild.id).thread_ids
    return simcord.ChannelHandle(server.env, server.guild, server.env.backend.get_channel(number))


@pytest.mark.default
async def test_a_game_gets_a_thread_on_its_card_and_the_card_leads_there(server: Server) -> None:
    card, board = await begin_in_thread(server)
    thread = server.env.backend.get_channel(thread_of(server).id)
    assert thread.name == "Ada – Blaise · Pyrga #1"  # noqa: RUF001 - the dash between two names
    assert thread.parent_id == server.channel.id
    assert thread.id == card.id
    assert {server.ada.id, server.blaise.id} <= set(thread.thread_members)
    link = f"https://discord.com/channels/{server.guild.id}/{thread.id}/{board.id}"
    assert texts(card) == [f"**Blaise** accepted **Ada**'s challenge. [Open game #1]({link})"]
    assert "Pyrga #1 · start" in texts(board)[0]
    assert server.pinged() == []


async def test_a_game_in_a_thread_continues_like_any_other_even_after_it_was_outside(server: Server) -> None:
    _, board = await begin_in_thread(server)
    await server.play(board, "Sa1")
    await server.restart()
    await server.play(board, "Cb1")
    assert "Pyrga #1 · move 2" in texts(board)[0]
    listed = texts(answer(await server.ada.slash(server.channel, "pyrga games")))[0]
    assert f"/{thread_of(server).id}/{board.id})" in listed
    outside = answer(await server.ada.slash(server.channel, "pyrga show"))
    assert "moved here: [open the board]" in texts(board)[-1]
    board = answer(await server.blaise.slash(thread_of(server), "pyrga show"))
    assert "moved here: [open the board]" in texts(outside)[-1]
    await server.resign(server.ada)
    assert "**Blaise wins: Ada resigned**" in texts(board)[-1]


async def test_a_challenge_to_everyone_joined_by_its_code_also_opens_its_thread(server: Server) -> None:
    card = answer(await server.ada.slash(server.channel, "pyrga challenge", thread=True))
    code = texts(card)[2].partition("/pyrga join ")[2][:6]
    told = said(await server.blaise.slash(server.channel, "pyrga join", code=code))
    board = server.newest(thread_of(server))
    assert f"/{thread_of(server).id}/{board.id})" in told
    assert "[Open game #1]" in texts(card)[0]


async def test_a_permission_that_a_thread_needs_is_mentioned_beforehand(server: Server) -> None:
    assert server.client.user is not None
    for challenger, lacking, name in (
        (server.ada, "create_public_threads", "Create Public Threads"),
        (server.chiyo, "send_messages_in_threads", "Send Messages in Threads"),
    ):
        closed = server.channel_without(lacking)
        result = await challenger.slash(closed, "pyrga challenge", opponent=server.blaise, thread=True)
        assert f"**{name}**" in said(result)
        card = answer(await challenger.slash(closed, "pyrga challenge"))
        assert "is looking for an opponent" in texts(card)[0]


async def test_a_thread_needs_the_permission_to_send_in_threads_and_not_that_to_send(
    server: Server,
) -> None:
    for lacking, told in (
        ("send_messages_in_threads", "**Send Messages in Threads**"),
        ("send_messages", "is looking for an opponent"),
    ):
        closed = server.channel_without(lacking)
        thread = server.env.backend.create_thread(closed.id, "games", server.ada.id)
        there = simcord.ChannelHandle(server.env, server.guild, thread)
        assert told in heard(await server.ada.slash(there, "pyrga challenge"))


async def test_a_game_started_in_a_thread_is_played_right_there(server: Server) -> None:
    await begin_in_thread(server)
    thread = thread_of(server)
    refused = await server.blaise.slash(thread, "pyrga challenge", opponent=server.chiyo, thread=True)
    assert said(refused) == (
        "This channel can't have a thread for the game. Leave out the thread option to play here."
    )
    card = answer(await server.blaise.slash(thread, "pyrga challenge", opponent=server.chiyo))
    await server.chiyo.click(card, label="Accept")
    assert "Pyrga #2 · move 1" in texts(card)[0]


@pytest.mark.parametrize("path", ["/channels/*/messages/*/threads", "/channels/*/messages"])
async def test_if_no_thread_can_be_used_the_card_becomes_the_board(server: Server, path: str) -> None:
    server.env.inject_error("POST", path, status=403, code=50013)
    card = await server.begin(thread=True)
    assert "Pyrga #1 · start" in texts(card)[0]


@pytest.mark.parametrize("version", ["1.0.0", "newest"])
async def test_a_thread_and_what_it_is_on_no_longer_name_someone_who_was_deleted(
    server: Server, version: str
) -> None:
    card, board = await begin_in_thread(server)
    games = server.client.services.games
    thread = (await games.get(1)).board.thread
    assert thread is not None
    assert (thread.channel_id, thread.id) == (server.channel.id, card.id)
    if version == "1.0.0":
        # It didn't store which threads it opened.
        await games.update(1, lambda game, _: boards.forget_thread(game, thread))
    await delete_data(server.ada)
    await repair_boards(server.client)
    title = server.env.backend.get_channel(thread_of(server).id).name
    assert title == "Deleted player – Blaise · Pyrga #1"  # noqa: RUF001 - the dash between two names
    assert texts(card) == ["**#1** · **Deleted player** (White) against **Blaise** (Black)"]
    assert "Deleted player" in texts(board)[-1]
    game = await games.get(1)
    assert game.board.thread is None
    assert not game.is_dirty


async def test_also_after_the_game_has_moved_and_once_discord_can_be_reached(server: Server) -> None:
    card, _ = await begin_in_thread(server)
    await server.ada.slash(server.channel, "pyrga show")
    server.env.inject_error("PATCH", f"/channels/{card.id}", status=500, times=None)
    server.env.inject_error("PATCH", f"/channels/*/messages/{card.id}", status=500, times=None)
    await delete_data(server.ada)
    assert (await server.client.services.games.get(1)).is_dirty
    server.env.backend.faults.clear()
    await repair_boards(server.client)
    assert "Ada" not in str(server.env.backend.get_channel(thread_of(server).id).name)
    assert "Ada" not in str(card.components)
    assert not (await server.client.services.games.get(1)).is_dirty


async def test_a_thread_of_people_and_one_that_is_gone_are_left_alone(server: Server) -> None:
    own = server.env.backend.create_thread(server.channel.id, "Ada plays · Pyrga #1", server.chiyo.id)
    there = simcord.ChannelHandle(server.env, server.guild, own)
    card = answer(await server.ada.slash(there, "pyrga challenge", opponent=server.blaise, color="white"))
    await server.blaise.click(card, label="Accept")
    gone, _ = await begin_in_other_thread(server)
    server.env.backend.delete_channel(gone.id)
    await delete_data(server.ada)
    await repair_boards(server.client)
    assert own.name == "Ada plays · Pyrga #1"
    assert texts(gone) == ["**#2** · **Deleted player** (White) against **Chiyo** (Black)"]


async def begin_in_other_thread(server: Server) -> tuple[simcord.ResponseMessage, simcord.InteractionResult]:
    """Return the card of another game of Ada's in a thread, and how it was accepted."""
    card = await server.challenge(thread=True, opponent=server.chiyo)
    return card, await server.chiyo.click(card, label="Accept")
