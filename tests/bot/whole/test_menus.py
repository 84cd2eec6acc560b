"""What a right click on a member or on a message offers."""

from random import Random

import pytest
import simcord

from bot.values.clocks import TotalTime
from engine import Ruleset, Start
from tests.bot.servers import Server, alt_text, answer, offered, said, texts
from tests.bot.whole.menus import chosen_in, right_click_challenge

pytestmark = pytest.mark.thorough

PROFILE = "Pyrga profile"
REPLAY, ANALYZE = "Replay this game", "Analyze this position"
NOTHING = "There's no game on this message. Pick one with a board."


async def menu(
    server: Server, who: simcord.MemberActor, name: str, target: simcord.MemberActor | simcord.ResponseMessage
) -> simcord.InteractionResult:
    result = await who.context_menu(server.channel, name, target)
    assert isinstance(result, simcord.InteractionResult)
    return result


async def finished(server: Server) -> simcord.ResponseMessage:
    board = await server.begin()
    await server.play_on(board, Random(1))
    return board


async def test_the_form_of_a_challenge_shows_the_usual_terms_of_the_server(server: Server) -> None:
    form = await server.ada.context_menu(server.channel, "Challenge to Pyrga", server.blaise)
    assert chosen_in(form) == {
        "ruleset": ["pyrga"],
        "color": ["random"],
        "clock": ["259200"],
        "terms": ["rated"],
    }
    assert form.modal is not None
    (preset,) = form.modal["components"][0]["component"]["default_values"]
    assert preset["id"] == server.blaise.id


@pytest.mark.default
async def test_a_challenge_has_the_terms_that_were_chosen_in_the_form(server: Server) -> None:
    card = answer(
        await right_click_challenge(
            server,
            server.blaise,
            ruleset="classic",
            color="black",
            clock=["10+5"],
            terms=["hints", "advantage", "thread"],
        )
    )
    assert not card.ephemeral
    assert f"**Ada** challenges {server.blaise.mention}." in texts(card)[0]
    terms = (await server.client.services.challenges.get(1)).terms
    assert (terms.ruleset, terms.color, terms.total) == (Ruleset.CLASSIC, "black", TotalTime(600, 5))
    assert (terms.rated, terms.hints, terms.thread, terms.move_seconds) == (False, True, True, None)
    assert terms.start is Start.ADVANTAGE


async def test_a_challenge_can_go_to_someone_else_and_have_no_clock(server: Server) -> None:
    told = said(await right_click_challenge(server, server.blaise, terms=["rated", "hints"]))
    assert told == "Rated games can't have hints. Pick one or the other."
    bot = [await robot(server)]
    assert "is a bot" in said(await right_click_challenge(server, server.blaise, opponent=bot))
    chosen = {"opponent": [server.chiyo], "clock": ["0"], "terms": ["rated"]}
    card = answer(await right_click_challenge(server, server.blaise, **chosen))
    assert f"**Ada** challenges {server.chiyo.mention}." in texts(card)[0]
    terms = (await server.client.services.challenges.get(1)).terms
    assert (terms.move_seconds, terms.total, terms.rated) == (None, None, True)


async def robot(server: Server) -> simcord.MemberActor:
    return server.guild.add_member(server.env.create_user("robot", bot=True))


async def test_a_right_click_on_a_member_shows_their_profile(server: Server) -> None:
    await finished(server)
    profile = answer(await menu(server, server.chiyo, PROFILE, server.blaise))
    assert profile.ephemeral
    assert "Blaise" in alt_text(profile)
    assert "is a bot" in said(await menu(server, server.chiyo, PROFILE, await robot(server)))


@pytest.mark.default
async def test_a_right_click_on_a_board_replays_the_game(server: Server) -> None:
    board = await server.begin(start="plain")
    await server.play(board, "Sb2 Ta2e")
    replay = answer(await menu(server, server.chiyo, REPLAY, board))
    assert replay.ephemeral
    assert texts(replay)[0].startswith("### Pyrga #1 · move 2 of 2")


async def test_a_right_click_on_a_shared_position_opens_that_position(server: Server) -> None:
    board = await finished(server)
    replay = answer(await menu(server, server.ada, REPLAY, board))
    await server.ada.click(replay, label="◄")
    shown = texts(replay)[0]
    await server.ada.click(replay, label="Share")
    shared = server.newest()
    assert shared.id != board.id
    assert texts(answer(await menu(server, server.chiyo, REPLAY, shared)))[0] == shown
    analysis = answer(await menu(server, server.chiyo, ANALYZE, shared))
    assert any(button["label"] == "►" for button in offered(analysis))


@pytest.mark.default
async def test_a_right_click_on_the_board_of_a_finished_game_analyzes_it(server: Server) -> None:
    board = await finished(server)
    analysis = answer(await menu(server, server.chiyo, ANALYZE, board))
    assert analysis.ephemeral
    assert texts(analysis)[0] == "### Analysis · Pyrga · end"


async def test_only_this_bots_messages_with_a_finished_game_or_analysis_are_opened(server: Server) -> None:
    board = await server.begin(hints=True)
    for member in server.members:
        told = said(await menu(server, member, ANALYZE, board))
        assert told == "Game **#1** isn't over yet. You can review and analyze it once it is."
    card = answer(await server.chiyo.slash(server.channel, "pyrga challenge"))
    for name in (REPLAY, ANALYZE):
        assert said(await menu(server, server.chiyo, name, card)) == NOTHING
    server.env.backend.get_message(board.channel_id, board.id).author_id = (await robot(server)).id
    assert said(await menu(server, server.chiyo, REPLAY, board)) == NOTHING

    page = answer(
        await server.ada.slash(server.channel, "pyrga-learn analyze", position="pyrga black Sb2 Sb2 -")
    )
    await server.ada.click(page, label="Share")
    analysis = answer(await menu(server, server.chiyo, ANALYZE, server.newest()))
    assert texts(analysis)[0] == "### Analysis · Pyrga · after move 1, Black to play"
    assert said(await menu(server, server.chiyo, REPLAY, server.newest())) == NOTHING


async def test_a_game_that_someone_cannot_see_is_unknown_to_them(server: Server) -> None:
    secret = server.channel_without("view_channel", server.chiyo)
    card = answer(await server.ada.slash(secret, "pyrga challenge", opponent=server.blaise, color="white"))
    await server.blaise.click(card, label="Accept")
    # As on a copy of the board that Discord shows elsewhere.
    board, backend = await server.begin(), server.env.backend
    copied = {"components": backend.get_message(secret.id, card.id).components}
    backend.edit_message(board.channel_id, board.id, copied)
    told = said(await menu(server, server.chiyo, REPLAY, board))
    assert told == "There's no game **1** here. Use /pyrga games to see yours."
