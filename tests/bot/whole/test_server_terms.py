"""A server's choices apply to games that start there."""

from dataclasses import replace

import pytest
import simcord

from bot.matches.preferences import GuildChange
from bot.matches.values.clocks import TotalTime
from engine import Ruleset, Start
from tests.bot.servers import Server, answer, said, texts
from tests.bot.whole.menus import right_click_challenge

pytestmark = pytest.mark.thorough


async def choose(server: Server, change: GuildChange) -> None:
    await server.client.services.preferences.change_guild(server.guild.id, change)


@pytest.mark.default
async def test_a_challenge_without_options_has_the_terms_of_the_server(server: Server) -> None:
    await choose(
        server,
        lambda old: replace(
            old, ruleset=Ruleset.PILOTIS, move_seconds=3600, start=Start.SWAP, rated=True, language="en"
        ),
    )
    await server.ada.slash(server.channel, "pyrga challenge", opponent=server.blaise)
    terms = (await server.client.services.challenges.get(1)).terms
    assert (terms.ruleset, terms.move_seconds, terms.start, terms.rated, terms.language) == (
        Ruleset.PILOTIS,
        3600,
        Start.SWAP,
        True,
        "en",
    )


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


async def test_choices_in_the_panel_apply_to_the_next_game(
    server: Server, manager: simcord.MemberActor
) -> None:
    before = await server.begin()
    panel = answer(await manager.slash(server.channel, "pyrga-server settings"))
    assert panel.ephemeral
    for setting, value in (("ruleset", "classic"), ("clock", "3600"), ("start", "swap"), ("rated", "yes")):
        await manager.select(panel, [value], custom_id=f"setting:server:{setting}")
    panel = await server.open_setting(manager, "setting:server:thread")
    await manager.select(panel, ["yes"], custom_id="setting:server:thread")
    await server.restart()

    card = answer(await server.chiyo.slash(server.channel, "pyrga challenge", opponent=server.blaise))
    for said_on_it in ("Pyrga classic", "Time per move: 1 hour.", "Rated", "Swap start"):
        assert said_on_it in texts(card)[1]
    await server.blaise.click(card, label="Accept")
    (thread,) = server.channel.threads
    game = await server.client.services.games.get(2)
    assert (game.place.channel_id, game.ruleset, game.move_seconds) == (thread.id, Ruleset.CLASSIC, 3600)
    assert (game.start, game.rated) == (Start.SWAP, True)
    assert game.clock is not None
    assert "move due" in texts(server.newest(thread))[-1]
    assert (await server.client.services.games.get(1)).ruleset is Ruleset.PYRGA
    assert "classic" not in texts(before)[1]


async def test_options_override_the_servers_terms(server: Server) -> None:
    await choose(
        server,
        lambda old: replace(
            old, ruleset=Ruleset.CLASSIC, move_seconds=3600, start=Start.SWAP, rated=True, thread=True
        ),
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


async def test_right_clicking_a_member_proposes_the_terms_of_the_server(server: Server) -> None:
    await choose(server, lambda old: replace(old, ruleset=Ruleset.CLASSIC, rated=True))
    await right_click_challenge(server, server.blaise)
    terms = (await server.client.services.challenges.get(1)).terms
    assert (terms.ruleset, terms.rated, terms.start) == (Ruleset.CLASSIC, True, Start.BALANCED)


async def test_even_if_games_have_threads_a_game_started_in_a_thread_stays_there(server: Server) -> None:
    await choose(server, lambda old: replace(old, thread=True))
    await server.begin()
    (thread,) = server.channel.threads
    card = answer(await server.chiyo.slash(thread, "pyrga challenge", opponent=server.blaise))
    await server.blaise.click(card, label="Accept")
    assert "Pyrga #2 · move 1" in texts(card)[0]
    assert said(await server.ada.slash(thread, "pyrga challenge", thread=True)) == (
        "This channel can't have a thread for the game. Leave out the thread option to play here."
    )


@pytest.fixture
def elsewhere(server: Server) -> simcord.ChannelHandle:
    """Return a channel where no games are allowed."""
    return server.guild.create_text_channel("elsewhere")


@pytest.mark.parametrize("command", ["pyrga challenge", "pyrga play", "pyrga show"])
async def test_games_are_started_and_shown_only_in_allowed_channels(
    server: Server, elsewhere: simcord.ChannelHandle, command: str
) -> None:
    await server.begin()
    await choose(server, lambda old: replace(old, channels=frozenset({server.channel.id})))
    assert said(await server.ada.slash(elsewhere, command)) == (
        f"Games aren't allowed in this channel. Play in <#{server.channel.id}>."
    )
    assert elsewhere.history(viewer=server.chiyo) == []


async def test_a_refusal_in_a_forbidden_channel_names_all_that_are_allowed(
    server: Server, elsewhere: simcord.ChannelHandle
) -> None:
    allowed = [server.channel, server.guild.create_text_channel("second")]
    await choose(server, lambda old: replace(old, channels=frozenset(one.id for one in allowed)))
    result = await server.ada.context_menu(elsewhere, "Challenge to Pyrga", server.blaise)
    assert said(result).endswith(f"Play in <#{allowed[0].id}>, <#{allowed[1].id}>.")


async def test_a_thread_is_allowed_if_its_channel_is(
    server: Server, elsewhere: simcord.ChannelHandle
) -> None:
    await server.begin(thread=True)
    (thread,) = server.channel.threads
    await choose(server, lambda old: replace(old, channels=frozenset({server.channel.id})))
    card = answer(await server.chiyo.slash(thread, "pyrga challenge", opponent=server.blaise))
    assert not card.ephemeral
    await choose(server, lambda old: replace(old, channels=frozenset({elsewhere.id})))
    assert f"<#{elsewhere.id}>" in said(await server.ada.slash(thread, "pyrga show"))
