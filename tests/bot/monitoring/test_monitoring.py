"""What hosts see of a running bot: its figures, its health, and its log."""

import asyncio
import socket
from contextlib import closing
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import structlog
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from bot import monitoring
from bot.environment import SettingError
from bot.jobs.rounds import repair_boards
from bot.monitoring import MOST_READERS, Figures, monitored
from bot.settings import Settings
from bot.store.clocks.vital_signs import LONGEST_HEALTHY_SILENCE
from tests.bot import acts
from tests.bot.wire.conftest import ADA, BLAISE, GUILD, Wire, unhurried, wire

__all__ = ["unhurried", "wire"]

Values = dict[tuple[str, str], float]


async def read(wire: Wire) -> Values:
    """Return the figures, by their names and the values of their labels."""
    families = text_string_to_metric_families((await Figures(wire.client).read()).decode())
    return {
        (sample.name, ",".join(sample.labels.values())): sample.value
        for family in families
        for sample in family.samples
    }


@pytest.mark.thorough
async def test_clicks_refusals_and_repairs_are_counted_and_current_activity_is_measured(wire: Wire) -> None:
    before = await read(wire)
    board = await wire.begin()
    await wire.people.press(BLAISE, board, board.custom_id(":Sb2"))
    await wire.people.press(ADA, board, board.custom_id(":Sb2"))
    running = (await read(wire))["pyrga_running_games", ""]
    await acts.resign(wire.client.services.games, 1, player_id=ADA.id)
    await repair_boards(wire.client)
    after = await read(wire)

    def change(name: str, labels: str = "") -> float:
        return after[name, labels] - before.get((name, labels), 0.0)

    assert change("pyrga_answer_seconds_count", "command") == 1
    assert change("pyrga_answer_seconds_count", "button") == 3
    assert change("pyrga_refusals_total", "NotYourTurn") == 1
    assert change("pyrga_repaired_boards_total") == 1
    assert change("pyrga_transaction_seconds_count", "write") > 0
    assert (running, after["pyrga_running_games", ""]) == (1, 0)
    assert after["pyrga_gateway_connected", ""] == 1
    assert 0 <= after["pyrga_heartbeat_age_seconds", ""] < LONGEST_HEALTHY_SILENCE.total_seconds()
    assert [after["pyrga_queue_length", queue] for queue in ("solver", "replays", "extras")] == [0, 0, 0]


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        return int(listening.getsockname()[1])


async def test_figures_and_health_are_served_on_this_machine(wire: Wire) -> None:
    settings = replace(wire.settings, monitoring_port=free_port())
    address = f"http://127.0.0.1:{settings.monitoring_port}"
    async with monitored(wire.client, settings), aiohttp.ClientSession() as session:
        async with session.get(f"{address}/metrics") as served:
            assert served.headers["Content-Type"].startswith("text/plain; version=")
            assert "pyrga_running_games 0.0" in await served.text()
        async with session.get(f"{address}/health") as served:
            assert (served.status, (await served.text())[:19]) == (200, "The bot is running.")


@pytest.mark.thorough
async def test_many_who_read_the_figures_at_once_are_told_the_same_or_refused(wire: Wire) -> None:
    settings = replace(wire.settings, monitoring_port=free_port())
    address = f"http://127.0.0.1:{settings.monitoring_port}/metrics"

    async def answer(session: aiohttp.ClientSession) -> tuple[int, str]:
        async with session.get(address) as served:
            return served.status, await served.text()

    async with monitored(wire.client, settings), aiohttp.ClientSession() as session:
        answers = await asyncio.gather(*(answer(session) for _ in range(50)))
    told = [text for status, text in answers if status == HTTPStatus.OK]
    assert len(told) == MOST_READERS
    # It says how much processor time the bot has used, so no two that were gathered are the same.
    assert len(set(told)) == 1
    refused = {(status, text) for status, text in answers if status != HTTPStatus.OK}
    assert refused == {(HTTPStatus.SERVICE_UNAVAILABLE, "Too many are reading the figures.\n")}


@pytest.mark.thorough
async def test_figures_are_gathered_again_after_a_second(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Figures(wire.client)
    monkeypatch.setattr(monitoring, "FRESH_FOR", 600.0)
    first = await told.read()
    await wire.begin()
    assert await told.read() == first
    monkeypatch.setattr(monitoring, "FRESH_FOR", 0.0)
    assert b"pyrga_running_games 1.0" in await told.read()


async def test_without_the_database_the_other_figures_are_told_and_the_log_has_one_line(
    wire: Wire, tmp_path: Path
) -> None:
    (tmp_path / "pyrga.db").rename(tmp_path / "elsewhere.db")
    with capture_logs() as logged:
        told = await read(wire)
    (tmp_path / "elsewhere.db").rename(tmp_path / "pyrga.db")
    assert ("pyrga_running_games", "") not in told
    assert told["pyrga_gateway_connected", ""] == 1
    (line,) = [line for line in logged if line["event"] == "running games not counted"]
    assert (line["log_level"], line.get("exc_info")) == ("warning", None)
    assert "LostDatabaseError" in line["error"]


async def test_a_port_that_is_taken_gives_one_sentence(wire: Wire) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        settings = replace(wire.settings, monitoring_port=other.getsockname()[1])
        with pytest.raises(SettingError, match=r"can't listen on 127\.0\.0\.1"):
            async with monitored(wire.client, settings):
                pass


def test_an_invalid_port_gives_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRGA_MONITORING_PORT", "70000")
    with pytest.raises(SettingError, match="PYRGA_MONITORING_PORT"):
        Settings.load()


async def test_a_bot_without_a_heartbeat_is_not_healthy(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = replace(wire.settings, monitoring_port=free_port())
    async with monitored(wire.client, settings), aiohttp.ClientSession() as session:
        for age in (None, LONGEST_HEALTHY_SILENCE.total_seconds() + 1):
            monkeypatch.setattr(type(wire.client), "heartbeat_age", age)
            async with session.get(f"http://127.0.0.1:{settings.monitoring_port}/health") as served:
                assert served.status == 503


@pytest.mark.thorough
async def test_log_lines_carry_the_interaction_its_server_and_its_game_but_no_person(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await wire.begin()
    seen: list[dict[str, Any]] = []

    async def fail(*_: object, **__: object) -> None:
        seen.append(structlog.contextvars.get_contextvars())
        raise RuntimeError("a defect")

    monkeypatch.setattr(type(wire.client.services.games), "change", fail)
    clicked = await wire.people.click(ADA, board, ":Sb2")
    assert seen == [{"interaction": clicked.id, "guild": GUILD, "game": 1}]
    assert structlog.contextvars.get_contextvars() == {}
