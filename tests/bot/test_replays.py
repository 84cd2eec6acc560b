"""Replays are drawn for one person after the other."""

import asyncio
import sys
from pathlib import Path

import pytest

from bot.matches.errors import StillWorkingError
from bot.matches.values.players import ThemeName
from bot.replays import Replays
from engine import parse_record

ADA, BLAISE = 101, 102
RECORD = parse_record('[Ruleset "pyrga"]\n[Result "ongoing"]\n\n1. Sb3\nongoing\n')


async def test_a_person_has_one_replay_drawn_at_a_time_and_others_have_theirs() -> None:
    replays = Replays()
    asked = (ADA, ADA, ADA, BLAISE)
    drawn = await asyncio.gather(
        *(replays.gif(RECORD, ThemeName.AEGEAN, who) for who in asked), return_exceptions=True
    )
    assert [isinstance(each, StillWorkingError) for each in drawn] == [False, True, True, False]
    again = await replays.gif(RECORD, ThemeName.AEGEAN, ADA)
    assert again.startswith(b"GIF")


async def test_the_process_gets_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-token.of-somebody")
    monkeypatch.setenv("PYRGA_DATABASE_URL", "postgresql://pyrga:password@localhost/pyrga")
    monkeypatch.setattr(sys, "executable", program_that_tells_its_environment(tmp_path))
    environment = (await Replays().gif(RECORD, ThemeName.AEGEAN, ADA)).decode()
    assert "PATH=" in environment
    assert not [word for word in ("token", "password") if word in environment]


def program_that_tells_its_environment(folder: Path) -> str:
    program = folder / "program"
    program.write_text("#!/bin/sh\nenv\n")
    program.chmod(0o700)
    return str(program)
