"""Players of a game in two places report it to the host, because no moderator is above both."""

import asyncio

import pytest
import simcord

from bot.hosting.maintenance import print_reports
from engine import Color
from tests.bot.servers import Server, answer, delete_data, labels, said, texts
from tests.bot.two_places import TwoPlaces, begin_in_two_places
from tests.cells import cells

pytestmark = pytest.mark.thorough

APART = "in two places"

TEXT = "They wrote to me and insulted me."


@pytest.fixture
async def two(server: Server) -> TwoPlaces:
    return await begin_in_two_places(server, moves=("Sb2", "Ta2e", "Cc2", "Sc2"))


async def report(two: TwoPlaces, text: str) -> str:
    """Have Ada report the game; return what she's told."""
    panel = answer(await two.ada.click(await two.board_of(Color.WHITE), label="More…"))
    form = await two.ada.click(panel, label="Report…")
    return said(await two.ada.submit_modal(form, {"text": text}))


async def read_as_host(
    two: TwoPlaces, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """Return what the host's command prints."""
    monkeypatch.setenv("PYRGA_DATABASE_URL", two.server.settings.database_url)
    capsys.readouterr()
    assert await asyncio.to_thread(print_reports) == 0
    return capsys.readouterr().out


@pytest.mark.default
async def test_the_host_reads_what_a_player_reports(
    two: TwoPlaces, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = await report(two, f"  {TEXT}\n")
    assert told.startswith("Thanks, your report is on its way to whoever runs this bot.")
    (line,) = (await read_as_host(two, monkeypatch, capsys)).splitlines()
    assert line.endswith(f'game 1  Ada ({two.ada.id}) about Blaise ({two.blaise.id}): "{TEXT}"')
    await report(two, "They \u202eapologized.")
    (line,) = (await read_as_host(two, monkeypatch, capsys)).splitlines()
    assert line.endswith('"They \\u202eapologized."')


async def test_a_player_blocks_an_opponent_whom_they_could_not_pick_in_their_server(two: TwoPlaces) -> None:
    panel = answer(await two.ada.click(await two.board_of(Color.WHITE), label="More…"))
    blocked = texts(answer(await two.ada.click(panel, label="Block")))[0]
    assert blocked.startswith("### Blocked people\nYou blocked **Blaise**.")
    server = two.server
    refused = said(await server.blaise.slash(server.channel, "pyrga challenge", opponent=server.ada))
    assert "isn't accepting challenges" in refused


async def test_a_game_in_one_place_has_no_reports(server: Server) -> None:
    board = await server.begin()
    assert "Report…" not in labels(answer(await server.ada.click(board, label="More…")))
    form = await server.press_unoffered((server.ada, board, "report:1"))
    told = said(await server.ada.submit_modal(form[0], {"text": TEXT}))
    assert told == "Only games in two places are reported. Ask a moderator of this server."


@cells("a moderator of one place annuls", APART)
async def test_a_moderator_of_one_place_does_not_decide_about_the_game(
    two: TwoPlaces, manager: simcord.MemberActor
) -> None:
    told = said(await manager.slash(two.here, "pyrga-server annul", game="1"))
    assert told.startswith("Game **#1** is also played in another place, so you can't decide about it here.")
    assert (await two.game()).outcome is None


async def test_a_report_is_deleted_with_its_author_and_its_text_with_the_person_it_names(
    two: TwoPlaces, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await report(two, TEXT)
    await two.server.resign(two.ada)
    await delete_data(two.blaise)
    (line,) = (await read_as_host(two, monkeypatch, capsys)).splitlines()
    assert TEXT not in line
    assert "Blaise" not in line
    await delete_data(two.ada)
    assert await read_as_host(two, monkeypatch, capsys) == ""
