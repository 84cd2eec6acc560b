"""Challenges that anyone can join, by the card or by the code."""

import re

import pytest
import simcord

from bot.jobs.due import LONGEST_SLEEP
from bot.use_cases.challenges.proposing import NAMED_LIFETIME, OPEN_LIFETIME
from bot.values.challenges import ChallengeStatus
from tests.bot.servers import Server, alt_text, answer, labels, said, texts
from tests.bot.whole.menus import right_click_challenge
from tests.bot.whole.scenes import pass_time

pytestmark = pytest.mark.thorough


def code_on(card: simcord.ResponseMessage) -> str:
    found = re.search(r"`/pyrga join (\w+)`", texts(card)[2])
    assert found is not None, texts(card)
    return found[1]


def terms(card: simcord.ResponseMessage) -> list[str]:
    """Return the sentences about the terms."""
    return [line.removeprefix("- ") for line in texts(card)[1].splitlines() if line.startswith("- ")]


async def challenge_all(server: Server, **options: object) -> simcord.ResponseMessage:
    usual = {"color": "white", "rated": False}
    return answer(await server.ada.slash(server.channel, "pyrga challenge", **usual | options))


async def test_anyone_joins_only_the_challenger_withdraws_and_no_one_is_pinged(server: Server) -> None:
    card = await challenge_all(server)
    assert labels(card) == ["Join", "Cancel", "How to play"]
    assert "**Ada** is looking for an opponent. Anyone can join." in texts(card)[0]
    assert alt_text(card) == "Ada against anyone"
    (posted,) = server.answers()
    assert not posted["data"]["allowed_mentions"].get("users")

    own = said(await server.ada.click(card, label="Join"))
    assert own == "This is your own challenge. Someone else has to join it."
    (forged,) = await server.press_unoffered((server.blaise, card, "challenge:1:decline"))
    assert said(forged) == "This challenge is open to everyone, so there's nothing to decline."
    assert said(await server.blaise.click(card, label="Cancel")) == "Only **Ada** can cancel this challenge."
    await server.ada.click(card, label="Cancel")
    assert texts(card) == ["**Ada** withdrew the challenge."]

    card = await challenge_all(server)
    await server.chiyo.click(card, label="Join")
    assert "Pyrga #1 · start" in texts(card)[0]
    game = await server.client.services.games.get(1)
    assert (game.white.name, game.black.name) == ("Ada", "Chiyo")


@pytest.mark.default
async def test_a_code_works_in_another_channel_and_the_game_is_where_the_card_is(server: Server) -> None:
    card = await challenge_all(server)
    elsewhere = server.guild.create_text_channel("elsewhere")
    told = said(await server.chiyo.slash(elsewhere, "pyrga join", code=code_on(card).lower()))
    link = f"https://discord.com/channels/{server.guild.id}/{server.channel.id}/{card.id}"
    assert told == f"Your game with **Ada** has started: [open the board]({link})"
    await server.play(card, "Sa1")
    assert "Pyrga #1 · move 1" in texts(card)[0]


async def test_a_code_does_not_lead_to_a_board_that_the_person_cannot_see(server: Server) -> None:
    secret = server.channel_without("view_channel", server.chiyo)
    card = answer(await server.ada.slash(secret, "pyrga challenge"))
    told = said(await server.chiyo.slash(server.channel, "pyrga join", code=code_on(card)))
    assert told == (
        "This challenge is in a channel you can't see. Join it in DMs with me, and you'll get a board there."
    )
    assert labels(card) == ["Join", "Cancel", "How to play"]
    joined = said(await server.blaise.slash(server.channel, "pyrga join", code=code_on(card)))
    assert joined.startswith("Your game with **Ada** has started: [open the board](")


async def test_a_code_works_even_if_the_card_was_deleted(server: Server) -> None:
    card = await challenge_all(server)
    code = code_on(card)
    server.env.backend.delete_message(card.channel_id, card.id)
    told = said(await server.chiyo.slash(server.channel, "pyrga join", code=code))
    (posted,) = server.channel.history()
    assert (
        f"[open the board](https://discord.com/channels/{server.guild.id}/{server.channel.id}/{posted.id})"
        in told
    )
    board = answer(await server.chiyo.slash(server.channel, "pyrga show"))
    await server.play(board, "Sa1")
    assert "Pyrga #1 · move 1" in texts(board)[0]


async def test_a_code_that_is_used_wrong_or_of_another_server_is_unknown(server: Server) -> None:
    card = await challenge_all(server)
    code = code_on(card)
    other = server.env.create_guild("Elsewhere")
    there = other.add_member(server.chiyo.user)
    told = said(await there.slash(other.create_text_channel("pyrga"), "pyrga join", code=code))
    assert told == f"There's no open challenge with the code **{code}**."
    await server.blaise.click(card, label="Join")
    for typed in (code, "nonsense"):
        told = said(await server.chiyo.slash(server.channel, "pyrga join", code=typed))
        assert told == f"There's no open challenge with the code **{typed}**."


async def test_a_challenge_that_no_one_answers_expires_without_a_ping(server: Server) -> None:
    to_all = await challenge_all(server)
    named = answer(await server.blaise.slash(server.channel, "pyrga challenge", opponent=server.chiyo))
    await server.restart()
    await pass_time(server, OPEN_LIFETIME)
    await server.env.advance_time(LONGEST_SLEEP.total_seconds() + 1)
    assert texts(to_all) == ["No one joined **Ada**'s challenge in time."]
    assert labels(named) == ["Accept", "Decline", "Cancel", "How to play"]
    await pass_time(server, NAMED_LIFETIME)
    await server.env.advance_time(LONGEST_SLEEP.total_seconds() + 1)
    assert texts(named) == ["**Chiyo** didn't answer **Blaise**'s challenge in time."]
    assert labels(named) == ["Find an opponent"]
    assert server.pinged() == []


async def test_a_challenge_whose_card_is_gone_still_expires(server: Server) -> None:
    card = await challenge_all(server)
    server.env.backend.delete_message(card.channel_id, card.id)
    await pass_time(server, OPEN_LIFETIME)
    await server.env.advance_time(LONGEST_SLEEP.total_seconds() + 1)
    challenge = await server.client.services.challenges.get(1)
    assert challenge.status is ChallengeStatus.EXPIRED
    assert await server.client.services.due_times.overdue(10) == []


@pytest.mark.default
async def test_right_clicking_a_member_proposes_the_default_terms(server: Server) -> None:
    card = answer(await right_click_challenge(server, server.blaise))
    assert not card.ephemeral
    assert f"**Ada** challenges {server.blaise.mention}." in texts(card)[0]
    assert terms(card) == [
        "Colors are random.",
        "Balanced start: White's first piece is placed at random to be fair. Black moves next.",
        "Rated. **Blaise**'s rating is still finding out how strong they are.",
        "Time per move: 3 days.",
    ]
    assert server.answers()[-1]["data"]["allowed_mentions"]["users"] == [server.blaise.id]
    await server.blaise.click(card, label="Accept")
    assert "Pyrga #1 · move 1" in texts(card)[0]


async def test_right_clicking_follows_the_same_rules(server: Server) -> None:
    menu = "Challenge to Pyrga"
    assert "challenge yourself" in said(await server.ada.context_menu(server.channel, menu, server.ada))
    robot = server.guild.add_member(server.env.create_user("robot", bot=True))
    assert "is a bot" in said(await server.ada.context_menu(server.channel, menu, robot))
    closed = server.channel_without("send_messages")
    assert "**Send Messages**" in said(await server.ada.context_menu(closed, menu, server.chiyo))


async def test_the_card_names_all_terms(server: Server) -> None:
    options = {"ruleset": "pilotis", "rated": True, "thread": True, "clock": "1h"}
    assert terms(answer(await server.ada.slash(server.channel, "pyrga challenge", **options))) == [
        "Colors are random.",
        "Balanced start: White's first piece is placed at random to be fair. Black moves next.",
        "Rated: the result changes both players' ratings.",
        "Time per move: 1 hour.",
        "Pilotis rules: like classic, but a player who still has pieces and can't place any loses.",
        "The game gets its own thread.",
    ]
    options = {"ruleset": "classic", "hints": True, "clock": "none"}
    assert terms(answer(await server.blaise.slash(server.channel, "pyrga challenge", **options))) == [
        "Colors are random, and White moves first.",
        "Casual: ratings don't change.",
        "No clock: take as long as you like.",
        "Pyrga classic rules: White's second piece can be any kind.",
        "Both players can ask the computer for hints.",
    ]
