"""The leaderboards of all servers only have people who want that, and they're asked once."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import discord
import pytest
import simcord

from bot.ui.context.looks import APART
from bot.values.game.game import FEWEST_COUNTED_PLIES
from tests.bot import acts
from tests.bot.servers import Server, alt_text, answer, delete_data, labels, said, texts
from tests.bot.whole.scenes import FINISHED, live
from tests.bot.whole.test_challenge_to_all import code_on
from tests.bot.whole.test_sight import HIDDEN
from tests.cells import cells

pytestmark = pytest.mark.thorough

SETTING = "setting:mine:leaderboard"
POSTING = ("POST", "/channels/*/messages")
SEEN = discord.PermissionOverwrite(view_channel=True)
SOON = timedelta(seconds=30)


async def play(server: Server, *, rated: bool = True) -> None:
    """Have Ada and Blaise play a game, which Ada resigns, and do what comes due soon."""
    board = await server.begin(rated=rated)
    await server.play_on(board, Random(1), moves=FEWEST_COUNTED_PLIES)
    await server.resign(server.ada)
    await live(server, SOON)


def questions(server: Server) -> list[simcord.ResponseMessage]:
    """Return the questions in the server's channel."""
    return [message for message in server.posted() if "List me" in labels(message)]


async def listed(server: Server, who: simcord.MemberActor) -> list[str]:
    """Return the people on the leaderboard of all servers."""
    page = answer(await who.slash(server.channel, "pyrga leaderboard"))
    await who.click(page, label="All servers")
    if texts(page):
        return []
    return [line.split(" · ")[0] for line in alt_text(page).split("; ")[1:]]


@pytest.mark.default
@cells("say whether all servers can list you", FINISHED)
async def test_both_are_asked_once_after_a_first_rated_game_and_listed_if_they_want(server: Server) -> None:
    await play(server, rated=False)
    assert questions(server) == []
    await play(server)
    (question,) = questions(server)
    assert texts(question)[0].startswith(
        "**Ada** and **Blaise**, do you want to be on the leaderboards of all servers?"
    )
    assert server.pinged() == []
    assert await listed(server, server.chiyo) == []
    assert said(await server.blaise.click(question, label="List me")) == (
        "You're on the leaderboards of all servers, as **Blaise**. To change this, use /pyrga settings."
    )
    assert texts(question)[0].startswith("**Ada**, do you want to be")
    assert await listed(server, server.chiyo) == ["Blaise"]
    assert said(await server.ada.click(question, label="Don't list me")) == (
        "OK, you aren't on the leaderboards of all servers. To change this, use /pyrga settings."
    )
    assert questions(server) == []
    assert await listed(server, server.chiyo) == ["Blaise"]
    await server.restart()
    await play(server)
    assert questions(server) == []


async def test_only_those_who_were_never_asked_are_asked_and_no_one_answers_for_them(server: Server) -> None:
    await play(server)
    (first,) = questions(server)
    assert said(await server.chiyo.click(first, label="List me")) == (
        "This is **Ada** and **Blaise**'s game. Start your own with /pyrga challenge."
    )
    await server.restart()
    await play(server)
    assert len(questions(server)) == 1
    assert await listed(server, server.chiyo) == []

    newcomer = replace(server, ada=server.chiyo)
    await play(newcomer)
    (second,) = [question for question in questions(server) if question.id != first.id]
    assert texts(second)[0].startswith("**Chiyo**, do you want to be")
    await server.chiyo.click(second, label="List me")
    assert [question.id for question in questions(server)] == [first.id]
    assert await listed(server, server.ada) == ["Chiyo"]


@pytest.mark.parametrize("hidden_from", ["chiyo", "everyone"])
async def test_games_in_private_channels_lead_to_no_question(server: Server, hidden_from: str) -> None:
    assert server.client.user is not None
    others = server.chiyo if hidden_from == "chiyo" else server.guild.default_role
    insiders = (server.ada, server.blaise, server.client.user)
    secret = server.guild.create_text_channel(
        "secret", overwrites={others: HIDDEN, **dict.fromkeys(insiders, SEEN)}
    )
    private = replace(server, channel=secret)
    await play(private)
    assert questions(private) == []
    assert await server.client.services.due_times.overdue(10) == []
    assert await listed(server, server.chiyo) == []
    # The first game that everyone can see leads to it.
    await play(server)
    assert len(questions(server)) == 1


async def test_games_in_direct_messages_lead_to_no_question(server: Server) -> None:
    ada, blaise = server.ada.user, server.blaise.user
    card = answer(await ada.slash("pyrga challenge", rated=True, color="white"))
    board = answer(await blaise.slash("pyrga join", code=code_on(card)))
    await server.play_quietly()
    await acts.resign(server.client.services.games, 1, player_id=server.ada.id)
    await live(server, SOON)
    assert (await server.client.services.games.get(1)).rating_changes
    for channel in (ada.dm_channel, blaise.dm_channel, server.channel):
        assert "List me" not in str(server.env.backend.messages.get(channel.id))
    assert board.channel_id == blaise.dm_channel.id
    assert await listed(server, server.chiyo) == []


async def test_the_question_waits_while_discord_has_errors_and_during_a_restart(server: Server) -> None:
    await server.begin(rated=True)
    await server.play_quietly()
    await acts.resign(server.client.services.games, 1, player_id=server.ada.id)
    for fault in (("GET", "/guilds/*"), POSTING):
        server.env.inject_error(*fault, status=400, code=0, times=1)
        await live(server, SOON)
        assert questions(server) == []
    await server.restart()
    await live(server, SOON)
    assert len(questions(server)) == 1


async def test_a_game_in_a_public_thread_leads_to_the_question_there(server: Server) -> None:
    await server.begin(rated=True, thread=True)
    await server.play_quietly()
    await acts.resign(server.client.services.games, 1, player_id=server.ada.id)
    await live(server, SOON)
    (thread,) = server.channel.threads
    assert len(questions(replace(server, channel=thread))) == 1


async def test_people_who_could_not_be_asked_are_asked_after_another_game(server: Server) -> None:
    server.env.inject_error(*POSTING, status=403, code=50013, times=None)
    await play(server)
    await live(server, APART)
    server.env.backend.faults.clear()
    await live(server, APART)
    assert questions(server) == []
    assert await server.client.services.due_times.overdue(10) == []
    await play(server)
    assert len(questions(server)) == 1


async def test_people_are_asked_once_the_channel_is_there_again(server: Server) -> None:
    for fault in (POSTING, ("GET", "/guilds/*")):
        server.env.inject_error(*fault, status=403, code=50001, times=1)
        await play(server)
        await live(server, SOON)
        assert len(questions(server)) == 1


async def test_the_choice_is_in_the_settings_and_who_made_it_is_not_asked(server: Server) -> None:
    await server.change_setting(server.ada, SETTING, "text", "listed")
    await server.change_setting(server.blaise, SETTING, "text")
    await play(server)
    (question,) = questions(server)
    assert texts(question)[0].startswith("**Blaise**, do you want to be")
    assert await listed(server, server.chiyo) == ["Ada"]
    await server.change_setting(server.ada, SETTING)
    assert await listed(server, server.chiyo) == []
    await play(server)
    assert len(questions(server)) == 1


async def test_someone_who_deletes_their_data_and_returns_is_asked_anew(server: Server) -> None:
    await play(server)
    (question,) = questions(server)
    await server.ada.click(question, label="List me")
    await delete_data(server.ada)
    assert await listed(server, server.chiyo) == []
    # Someone who has just deleted their data can't challenge others.
    await play(replace(server, ada=server.blaise, blaise=server.ada))
    (again,) = [one for one in questions(server) if one.id != question.id]
    assert texts(again)[0].startswith("**Ada**, do you want to be")
