"""Members play with a total time."""

from datetime import timedelta

import pytest

from tests.bot.servers import Server, answer, said, texts
from tests.bot.whole.scenes import live

pytestmark = pytest.mark.thorough

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("10+5", "Time for the whole game: 10 minutes each, plus 5 seconds per move."),
        ("10 min + 1 s", "Time for the whole game: 10 minutes each, plus 1 second per move."),
        ("1h+0", "Time for the whole game: 1 hour each."),
    ],
)
async def test_a_challenge_names_the_total_time(server: Server, typed: str, shown: str) -> None:
    assert shown in texts(await server.challenge(clock=typed))[1]


async def test_a_total_time_that_no_game_can_have_is_refused(server: Server) -> None:
    for typed in ("0+5", "181+0", "10+181", "10+", "+5", "10+5+5", "10+5m", "none+5"):
        refused = said(await server.ada.slash(server.channel, "pyrga challenge", clock=typed))
        assert "isn't a valid time" in refused, typed


async def test_common_total_times_are_suggested_and_what_was_typed_comes_first(server: Server) -> None:
    offered = await server.ada.autocomplete(server.channel, "pyrga challenge", "clock", "15+10")
    assert (offered[0]["name"], offered[0]["value"]) == ("15 min + 10 s", "15+10")
    names = [
        choice["name"]
        for choice in await server.ada.autocomplete(server.channel, "pyrga challenge", "clock", "")
    ]
    assert "10 min + 5 s" in names


@pytest.mark.default
async def test_the_board_shows_what_both_have_left_and_when_it_runs_out(server: Server) -> None:
    board = await server.begin(clock="10+5", start="plain")
    clock = "10\N{NO-BREAK SPACE}min\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}5\N{NO-BREAK SPACE}s"
    assert f"<@{server.ada.id}> (White) to play · {clock}, starting once both have moved" in texts(board)[1]
    await server.play(board, "Sb2 Ta2e")
    now = int(server.clock.now().timestamp())
    assert f"to play · out of time <t:{now + 600}:R> · **Blaise** has 10:00" in texts(board)[1]
    await live(server, 20 * SECOND)
    await server.play(board, "Cc2")
    assert "· **Ada** has 9:45" in texts(await server.board())[1]
    await server.restart()
    await live(server, 10 * MINUTE)
    ada, blaise = (f"<@{member.id}>" for member in (server.ada, server.blaise))
    assert f"**{ada} wins: {blaise} ran out of time**" in texts(await server.board())[-1]


async def test_lists_and_rematches_have_the_total_time(server: Server) -> None:
    board = await server.begin(clock="3+2", start="plain")
    panel = answer(await server.chiyo.slash(server.channel, "pyrga games"))
    await server.chiyo.click(panel, label="Games to watch")
    assert "casual · 3 min + 2 s · " in texts(panel)[1]
    await server.play(board, "Sb2 Ta2e Cc2 Sc2")
    await server.ada.click(answer(await server.ada.slash(server.channel, "pyrga resign")), label="Resign")
    await server.blaise.click(board, label="Rematch")
    assert "Time for the whole game: 3 minutes each, plus 2 seconds per move." in texts(server.newest())[1]
