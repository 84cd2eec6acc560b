"""How the bot says it's doing: on one screen, as JSON, and in a DM to its host."""

import asyncio
import socket
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from time import monotonic

import aiohttp
import pytest
from prometheus_client import Counter

from bot import metrics
from bot.hosting.status import report_status
from bot.jobs.daily import BackupRounds
from bot.jobs.host import LONG_ABSENCE, HostNotices
from bot.metrics import DailyCount
from bot.monitoring import monitored
from bot.settings import Settings
from bot.store.copies import DailyBackups
from bot.store.schema.revision import newest_revision
from tests.bot.clocks import StandingClock
from tests.bot.displays import displayed
from tests.bot.wire.conftest import ADA, Wire, connected, unhurried, wire
from tests.loopback.kinds import UNAVAILABLE

__all__ = ["unhurried", "wire"]


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        return int(listening.getsockname()[1])


async def test_after_a_move_the_status_says_when_that_was_and_what_runs(wire: Wire) -> None:
    board = await wire.begin()
    await wire.people.press(ADA, board, board.custom_id(":Sb2"))
    await displayed(wire.client)
    await wire.client.services.downtime.beat()
    settings = replace(wire.settings, monitoring_port=free_port())
    address = f"http://127.0.0.1:{settings.monitoring_port}/status.json"
    async with (
        monitored(wire.client, settings),
        aiohttp.ClientSession() as session,
        session.get(address) as served,
    ):
        told = await served.json()
    (heartbeat,) = told["heartbeats"]
    now = wire.clock.now().isoformat()
    assert (told["running_games"], told["boards_to_redraw"], told["moved_at"]) == (1, 0, now)
    assert (heartbeat["status"]["clicked_at"], heartbeat["status"]["connected_at"]) == (now, now)
    assert [heartbeat["status"][name] for name in ("late", "failed", "waiting")] == [0, 0, 0]
    assert told["tables"] == newest_revision()
    assert told["room"]["free"] > 0
    assert ADA.name not in str(told)


@pytest.mark.thorough
async def test_the_screen_says_the_same_from_another_process(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await wire.begin()
    await displayed(wire.client)
    await wire.client.run_jobs_once()
    await wire.client.services.downtime.beat()
    monkeypatch.setenv("PYRGA_DATABASE_URL", wire.settings.database_url)
    capsys.readouterr()
    await asyncio.to_thread(report_status)
    screen = capsys.readouterr().out
    for said in ("1 running, 0 boards to redraw", "servers      1", "last backup  none", "0 failed"):
        assert said in screen


@pytest.mark.thorough
def test_what_was_counted_more_than_a_day_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = 0.0
    monkeypatch.setattr(metrics, "monotonic", lambda: monotonic() + ahead)
    counter = Counter("of_a_test", "Something.", ["kind"], registry=None)
    lately = DailyCount(counter)
    for hour in range(30):
        ahead = hour * 3600.0
        counter.labels("odd" if hour % 2 else "even").inc()
        assert min(hour + 1, 24) <= lately.read() <= 25


@pytest.fixture
def hosted(settings: Settings) -> Settings:
    """Return settings with which Ada hosts the bot, and backups fail."""
    folder = settings.daily_backup_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("not a folder")
    return replace(settings, host_id=ADA.id, backups=3)


def said_to_host(wire: Wire) -> list[str]:
    private = wire.private(ADA).id
    return [
        message.text or message.content
        for message in wire.discord.answers.messages.values()
        if message.channel.id == private
    ]


async def test_the_host_is_told_once_a_day_that_backups_fail(
    hosted: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(hosted, clock, monkeypatch) as wire:
        for _ in range(3):
            await wire.client.run_jobs_once()
            await wire.live(timedelta(hours=2))
        (told,) = said_to_host(wire)
        assert told.startswith("I couldn't make today's backup.")
        await wire.live(timedelta(hours=20))
        await wire.client.run_jobs_once()
        assert len(said_to_host(wire)) == 2


@pytest.mark.thorough
async def test_what_the_host_cannot_be_told_now_they_are_told_later(
    hosted: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(hosted, clock, monkeypatch) as wire:
        monkeypatch.setattr("bot.ui.context.requests.PATIENCE", 0.5)
        wire.discord.weather.block(UNAVAILABLE, "POST", "channels/*")
        await wire.client.run_jobs_once()
        await wire.client.run_jobs_once()
        wire.discord.weather.clear()
        assert said_to_host(wire) == []
        await wire.client.run_jobs_once()
        assert len(said_to_host(wire)) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("wants", [True, False])
async def test_a_host_who_wants_it_is_told_how_long_no_one_could_play(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, *, wants: bool
) -> None:
    settings = replace(wire.settings, host_id=ADA.id if wants else 0)
    copies = DailyBackups(settings.database(), settings.daily_backup_folder(), 0)
    notices = HostNotices(wire.client, settings, BackupRounds(copies, wire.clock))
    with monkeypatch.context() as silent:
        silent.setattr(wire.client.limits, "failing_since", monotonic() - LONG_ABSENCE.total_seconds() - 60)
        await notices.look()
        assert said_to_host(wire) == []
    await notices.look()
    assert [text[:24] for text in said_to_host(wire)] == ["No one could play from 2"] * wants
