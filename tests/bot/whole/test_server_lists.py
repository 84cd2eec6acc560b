"""The lists of a server: games to watch, and challenges to accept from elsewhere."""

import pytest
import simcord

from bot.use_cases.challenges.proposing import PAUSE
from tests.bot.servers import Server, answer, labels, said, texts

pytestmark = pytest.mark.thorough


async def listed(server: Server, who: simcord.MemberActor, label: str) -> simcord.ResponseMessage:
    """Return one of the lists, opened from someone's own games."""
    own = answer(await who.slash(server.channel, "pyrga games"))
    await who.click(own, label=label)
    return own


@pytest.mark.default
async def test_someone_without_games_finds_a_challenge_and_joins_it(server: Server) -> None:
    card = answer(await server.ada.slash(server.channel, "pyrga challenge", clock="2d", color="white"))
    panel = await listed(server, server.blaise, "Open challenges")
    title, entry = texts(panel)
    assert title == "### Open challenges"
    assert entry.startswith(
        "**Ada** (1500?) is looking for an opponent.\n-# rated · 2 days per move · expires <t:"
    )
    assert entry.endswith(
        f"[See the card](https://discord.com/channels/{server.guild.id}/{card.channel_id}/{card.id})"
    )
    told = said(await server.blaise.click(panel, label="Join"))
    assert told.startswith("Your game with **Ada** has started: [open the board]")
    assert "Pyrga #1" in texts(card)[0]


async def test_a_list_has_only_what_can_still_be_accepted(server: Server) -> None:
    await server.challenge()
    await server.chiyo.slash(server.channel, "pyrga challenge")
    for label in ("Accept", "Join"):
        assert label in labels(await listed(server, server.blaise, "Open challenges"))
    assert texts(await listed(server, server.chiyo, "Open challenges")) == [
        "### Open challenges\nThere are none right now. Post one with /pyrga challenge."
    ]
    panel = await listed(server, server.ada, "Open challenges")
    await server.blaise.click(await listed(server, server.blaise, "Open challenges"), label="Join")
    assert "Blaise" in said(await server.ada.click(panel, label="Join"))
    await server.chiyo.slash(server.channel, "pyrga block", member=server.blaise)
    server.clock.move(PAUSE)
    await server.chiyo.slash(server.channel, "pyrga challenge")
    assert "Join" in labels(await listed(server, server.ada, "Open challenges"))
    assert "Join" not in labels(await listed(server, server.blaise, "Open challenges"))


async def test_many_games_are_on_several_pages(server: Server) -> None:
    for _ in range(10):
        await server.begin()
    assert texts(await listed(server, server.ada, "Games to watch")) == [
        "### Games to watch\nNo one else is playing here right now."
    ]
    panel = await listed(server, server.chiyo, "Games to watch")
    assert len([label for label in labels(panel) if label == "Watch"]) == 8
    await server.chiyo.click(panel, label="Next")
    assert len([label for label in labels(panel) if label == "Watch"]) == 2
