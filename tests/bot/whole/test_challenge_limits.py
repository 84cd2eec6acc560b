"""The limits that keep challenges from becoming a nuisance."""

import re
from dataclasses import replace

import pytest
import simcord

from bot.use_cases.challenges.proposing import MOST_OPEN, PAUSE, PAUSE_AFTER_DECLINE
from bot.values.base36 import format_number
from bot.values.players import ChallengePolicy, Player
from tests.bot.servers import Server, answer, offered, said, texts
from tests.bot.ui.discord_limits import check_components

pytestmark = pytest.mark.thorough

IN_A_WHILE = r"<t:\d+:R>"


async def challenge(
    server: Server, who: simcord.MemberActor, opponent: simcord.MemberActor
) -> simcord.InteractionResult:
    return await who.slash(server.channel, "pyrga challenge", opponent=opponent)


async def test_each_limit_is_explained_until_it_is_over(server: Server) -> None:
    card = await server.challenge()
    refused = said(await challenge(server, server.ada, server.chiyo))
    assert re.fullmatch(f"You just sent a challenge. You can send another {IN_A_WHILE}.", refused)
    server.clock.move(PAUSE)
    link = f"https://discord.com/channels/{server.guild.id}/{server.channel.id}/{card.id}"
    again = said(await challenge(server, server.ada, server.blaise))
    assert again == f"**Blaise** hasn't answered [your challenge]({link}) yet."
    back = said(await challenge(server, server.blaise, server.ada))
    assert back == f"**Ada** has already challenged you: [accept here]({link})."

    await server.blaise.click(card, label="Decline")
    refused = said(await challenge(server, server.ada, server.blaise))
    assert re.fullmatch(
        rf"\*\*Blaise\*\* just declined. You can challenge \*\*Blaise\*\* again {IN_A_WHILE}.", refused
    )
    server.clock.move(PAUSE_AFTER_DECLINE)
    assert not answer(await challenge(server, server.ada, server.blaise)).ephemeral


async def test_no_one_can_have_too_many_open_challenges(server: Server) -> None:
    for number in range(MOST_OPEN):
        member = server.guild.add_member(server.env.create_user(f"member{number}"))
        assert not answer(await challenge(server, server.ada, member)).ephemeral
        server.clock.move(PAUSE)
    sentence = "You already have 5 open challenges here, the maximum. Cancel one or wait for an answer."
    assert said(await challenge(server, server.ada, server.blaise)) == sentence
    assert said(await server.ada.slash(server.channel, "pyrga challenge")) == sentence


async def test_a_blocked_person_cannot_challenge_and_is_not_told(server: Server) -> None:
    to_all = answer(await server.blaise.slash(server.channel, "pyrga challenge"))
    panel = answer(await server.blaise.slash(server.channel, "pyrga block", member=server.ada))
    assert panel.ephemeral
    assert "You blocked **Ada**." in texts(panel)[0]
    sentence = "**Blaise** isn't accepting challenges right now. Pick someone else."
    assert said(await challenge(server, server.ada, server.blaise)) == sentence
    assert said(await server.ada.click(to_all, label="Join")) == sentence
    assert [button["label"] for button in offered(to_all)] == ["Join", "Cancel", "How to play"]

    await server.client.services.preferences.change_player(
        Player(server.chiyo.id, "Chiyo"), lambda old: replace(old, challenge_policy=ChallengePolicy.NOBODY)
    )
    unwanted = said(await challenge(server, server.ada, server.chiyo))
    assert unwanted == sentence.replace("Blaise", "Chiyo")


@pytest.mark.default
async def test_a_block_is_removed_from_the_list(server: Server) -> None:
    await server.blaise.slash(server.channel, "pyrga block", member=server.ada)
    mine = said(await challenge(server, server.blaise, server.ada))
    assert mine == "You blocked **Ada**. Use /pyrga block to see and unblock people."
    panel = answer(await server.blaise.slash(server.channel, "pyrga block"))
    await server.blaise.click(panel, label="Unblock Ada")
    assert texts(panel)[0].endswith(
        "You haven't blocked anyone. To block someone, pick a member in /pyrga block."
    )
    # Buttons of 1.0.0 had the person's id.
    panel = answer(await server.blaise.slash(server.channel, "pyrga block", member=server.ada))
    await server.press_unoffered((server.blaise, panel, f"unblock:{format_number(server.ada.id)}"))
    assert texts(panel)[0].startswith("### Blocked people\nYou haven't blocked anyone.")
    assert not answer(await challenge(server, server.ada, server.blaise)).ephemeral


@pytest.mark.default
async def test_a_long_block_list_has_pages(server: Server) -> None:
    for number in range(13):
        member = server.guild.add_member(server.env.create_user(f"member{number}", global_name="*" * 32))
        await server.ada.slash(server.channel, "pyrga block", member=member)
        server.clock.move(PAUSE)
    themselves = said(await server.ada.slash(server.channel, "pyrga block", member=server.ada))
    assert themselves == "You can't block yourself. Pick someone else."
    panel = answer(await server.ada.slash(server.channel, "pyrga block"))
    check_components(panel.components)
    assert len(offered(panel)) == 13
    await server.ada.click(panel, label="Next")
    assert len(offered(panel)) == 2
    (forged,) = await server.press_unoffered((server.ada, panel, "unblock:?"))
    assert said(forged) == "This button no longer works. See /pyrga help."


async def test_who_may_challenge_is_a_setting(server: Server) -> None:
    await server.change_setting(server.blaise, "setting:mine:welcome", ChallengePolicy.ACQUAINTANCES)
    assert "isn't accepting challenges right now" in said(await challenge(server, server.ada, server.blaise))
    card = answer(await challenge(server, server.blaise, server.ada))
    await server.ada.click(card, label="Accept")
    assert not answer(await challenge(server, server.ada, server.blaise)).ephemeral
