"""A server's choices apply to games that start there."""

import pytest
import simcord

from bot.values.clocks import TotalTime
from engine import Ruleset, Start
from tests.bot.servers import Server, answer, said, texts
from tests.bot.whole.menus import right_click_challenge

pytestmark = pytest.mark.thorough


@pytest.mark.default
async def test_a_challenge_without_options_has_the_terms_of_the_server(server: Server) -> None:
    await server.configure(
        ruleset=Ruleset.PILOTIS, move_seconds=3600, start=Start.SWAP, rated=True, language="en"
    )
    await server.chiyo.slash(server.channel, "pyrga challenge", opponent=server.blaise)
    terms = (await server.client.services.challenges.get(1)).terms
    assert (terms.ruleset, terms.move_seconds, terms.start, terms.rated, terms.language) == (
        Ruleset.PILOTIS,
        3600,
        Start.SWAP,
        True,
        "en",
    )
    await right_click_challenge(server, server.chiyo)
    proposed = (await server.client.services.challenges.get(2)).terms
    assert (proposed.ruleset, proposed.start, proposed.rated) == (Ruleset.PILOTIS, Start.SWAP, True)


@pytest.mark.default
async def test_a_server_can_have_a_total_time_unless_a_challenger_wants_another_clock(
    server: Server, manager: simcord.MemberActor
) -> None:
    panel = answer(await manager.slash(server.channel, "pyrga-server settings"))
    await manager.select(panel, ["10+5"], custom_id="setting:server:clock")
    card = answer(await server.chiyo.slash(server.channel, "pyrga challenge", opponent=server.blaise))
    assert "Time for the whole game: 10 minutes each, plus 5 seconds per move." in texts(card)[1]
    await server.ada.slash(server.channel, "pyrga challenge", opponent=server.blaise, clock="1d")
    terms = [(await server.client.services.challenges.get(number)).terms for number in (1, 2)]
    assert [(each.move_seconds, each.total) for each in terms] == [
        (None, TotalTime(10 * 60, 5)),
        (24 * 3600, None),
    ]


async def test_options_override_the_servers_terms(server: Server) -> None:
    await server.configure(
        ruleset=Ruleset.CLASSIC, move_seconds=3600, start=Start.SWAP, rated=True, thread=True
    )
    said_otherwise = {"ruleset": "pyrga", "clock": "none", "start": "plain", "rated": False, "thread": False}
    await server.begin(**said_otherwise)
    game = await server.client.services.games.get(1)
    assert (game.ruleset, game.move_seconds, game.start, game.rated) == (
        Ruleset.PYRGA,
        None,
        Start.PLAIN,
        False,
    )
    assert server.channel.threads == []


async def test_even_if_games_have_threads_a_game_started_in_a_thread_stays_there(server: Server) -> None:
    await server.configure(thread=True)
    await server.begin()
    (thread,) = server.channel.threads
    card = answer(await server.chiyo.slash(thread, "pyrga challenge", opponent=server.blaise))
    await server.blaise.click(card, label="Accept")
    assert "Pyrga #2 · move 1" in texts(card)[0]
    assert said(await server.ada.slash(thread, "pyrga challenge", thread=True)) == (
        "This channel can't have a thread for the game. Leave out the thread option to play here."
    )


async def test_games_are_started_and_shown_only_in_allowed_channels_and_their_threads(server: Server) -> None:
    elsewhere = server.guild.create_text_channel("elsewhere")
    await server.begin(thread=True)
    (thread,) = server.channel.threads
    await server.configure(channels=frozenset({server.channel.id}))
    for command in ("pyrga challenge", "pyrga play", "pyrga show"):
        assert said(await server.ada.slash(elsewhere, command)) == (
            f"Games aren't allowed in this channel. Play in <#{server.channel.id}>."
        )
    assert elsewhere.history(viewer=server.chiyo) == []
    card = answer(await server.chiyo.slash(thread, "pyrga challenge", opponent=server.blaise))
    assert not card.ephemeral
    allowed = [elsewhere, server.guild.create_text_channel("second")]
    await server.configure(channels=frozenset(one.id for one in allowed))
    assert said(await server.ada.slash(thread, "pyrga show")).endswith(
        f"Play in <#{allowed[0].id}>, <#{allowed[1].id}>."
    )
    refused = await server.ada.context_menu(server.channel, "Challenge to Pyrga", server.blaise)
    assert "Games aren't allowed in this channel." in said(refused)
