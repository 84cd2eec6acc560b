"""Replays are drawn for one person after another."""

import asyncio
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from bot import replays
from bot.replays import Replays
from bot.values.errors import StillWorkingError, TooBusyError
from bot.values.players import ThemeName
from engine import parse_record

ADA, BLAISE = 101, 102
RECORD = parse_record('[Ruleset "pyrga"]\n[Result "ongoing"]\n\n1. Sb3\nongoing\n')


async def test_each_person_has_one_replay_drawn_at_a_time() -> None:
    drawer = Replays()
    asked = (ADA, ADA, ADA, BLAISE)
    drawn = await asyncio.gather(
        *(drawer.gif(RECORD, ThemeName.AEGEAN, who) for who in asked), return_exceptions=True
    )
    assert [isinstance(each, StillWorkingError) for each in drawn] == [False, True, True, False]
    again = await drawer.gif(RECORD, ThemeName.AEGEAN, ADA)
    assert again.startswith(b"GIF")


async def test_a_replay_that_takes_too_long_is_refused_once_its_process_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def start_and_keep(*command: Any, **options: Any) -> asyncio.subprocess.Process:
        started.append(await start(*command, **options))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_and_keep)
    monkeypatch.setattr(sys, "executable", program(tmp_path, "exec sleep 1000"))
    monkeypatch.setattr(replays, "_PATIENCE", 0.0)
    with pytest.raises(TooBusyError):
        await Replays().gif(RECORD, ThemeName.AEGEAN, ADA)
    assert [process.returncode for process in started] == [-signal.SIGKILL]


async def test_the_process_gets_no_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-token.of-somebody")
    monkeypatch.setenv("PYRGA_DATABASE_URL", "postgresql://pyrga:password@localhost/pyrga")
    monkeypatch.setattr(sys, "executable", program(tmp_path, "env"))
    environment = (await Replays().gif(RECORD, ThemeName.AEGEAN, ADA)).decode()
    assert "PATH=" in environment
    assert not [word for word in ("token", "password") if word in environment]


def program(folder: Path, command: str) -> str:
    file = folder / "program"
    file.write_text(f"#!/bin/sh\n{command}\n")
    file.chmod(0o700)
    return str(file)
