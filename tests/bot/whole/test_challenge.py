"""The life of a challenge, from its card to its board."""

import asyncio
from dataclasses import replace

import pytest
from simcord.builders import UserHandle

from bot.jobs.due import LONGEST_SLEEP
from bot.ui.board.display import announce, show
from bot.values.game.presence import PATIENCE
from bot.values.players import Player
from tests.bot.servers import Server, answer, labels, offered, said, texts
from tests.bot.whole.scenes import pass_time

pytestmark = pytest.mark.thorough


@pytest.mark.default
async def test_a_challenge_is_a_card_that_pings_the_opponent_and_becomes_the_board(server: Server) -> None:
    card = await server.challenge(ruleset="classic", color="black")
    assert not card.ephemeral
    assert labels(card) == ["Accept", "Decline", "Cancel", "How to play"]
    assert f"**Ada** challenges {server.blaise.mention}." in texts(card)[0]
    assert "- **Ada** plays Black and moves second." in texts(card)[1]
    (posted,) = server.answers()
    mentions = posted["data"]["allowed_mentions"]
    assert (mentions["users"], mentions["parse"]) == ([server.blaise.id], [])

    await server.blaise.click(card, label="Accept")
    assert "Pyrga #1 · start · Pyrga classic" in texts(card)[0]
    assert f"{server.blaise.mention} (White) to play" in texts(card)[-1]
    assert len(server.channel.history()) == 1


async def test_a_game_accepted_just_before_its_card_was_stored_is_shown_on_the_card(server: Server) -> None:
    client, card = server.client, await server.challenge()
    known = await client.services.challenges.accept(1, Player(server.blaise.id, "Blaise"))
    for player in (known.white, known.black):
        known = await client.services.games.see(known, player.id)
    unaware = replace(known, boards=(replace(known.board, message_id=None),))
    shown = await asyncio.gather(announce(client, unaware), show(client, known))
    assert [game.message_id for game in shown] == [card.id] * 2
    assert "Pyrga #1 · start" in texts(card)[0]


async def test_one_person_answers_the_other_cancels_and_anyone_learns_to_play(server: Server) -> None:
    card = await server.challenge()
    for member in (server.ada, server.chiyo):
        for label in ("Accept", "Decline"):
            sentence = said(await member.click(card, label=label))
            assert sentence == "Only **Blaise** can answer this challenge."
    for member in (server.blaise, server.chiyo):
        assert said(await member.click(card, label="Cancel")) == "Only **Ada** can cancel this challenge."
        lesson = answer(await member.click(card, label="How to play"))
        assert lesson.ephemeral
        assert texts(lesson)[0].startswith("### 1 of 8 · ")
    assert labels(card) == ["Accept", "Decline", "Cancel", "How to play"]
    await server.ada.click(card, label="Cancel")
    assert texts(card) == ["**Ada** withdrew the challenge to **Blaise**."]
    assert offered(card) == []


async def test_people_can_only_challenge_other_people_in_the_server(server: Server) -> None:
    robot = server.guild.add_member(server.env.create_user("robot", bot=True))
    for opponent, sentence in (
        (server.ada, "You can't challenge yourself. Pick someone else."),
        (robot, "**robot** is a bot and can't take challenges. To play the computer, use /pyrga play."),
        (server.env.create_user("stranger"), "**stranger** isn't in this server. Pick someone who is."),
        (UserHandle(server.env, server.env.backend.bot_user), "The computer isn't available on this host."),
    ):
        result = await server.ada.slash(server.channel, "pyrga challenge", opponent=opponent)
        assert said(result).startswith(sentence)
    assert server.channel.history(viewer=server.blaise) == []


@pytest.mark.default
async def test_a_challenge_for_both_colors_has_two_boards_even_if_only_the_first_was_shown(
    server: Server,
) -> None:
    card = await server.challenge(both=True)
    assert "- Two games start at once. Each of you plays White in one of them." in texts(card)[1]
    await server.blaise.click(card, label="Accept")
    board = server.newest(server.channel)
    assert "Pyrga #1 · start" in texts(card)[0]
    assert "Pyrga #2 · start" in texts(board)[0]
    assert f"{server.blaise.mention} (White) to play" in texts(board)[-1]

    again = await server.challenge(both=True)
    await server.client.services.challenges.accept(3, Player(server.blaise.id, "Blaise"))
    await pass_time(server, 6 * PATIENCE)
    await server.env.advance_time(LONGEST_SLEEP.total_seconds() + 1)
    assert "Pyrga #3 · start" in texts(again)[0]
    assert "Pyrga #4 · start" in texts(server.newest(server.channel))[0]
