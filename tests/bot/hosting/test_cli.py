"""The command ``pyrga`` itself: arguments, exit codes, Ctrl-C."""

import asyncio
import os
import re
import signal
from importlib.metadata import version
from pathlib import Path

import pytest

from bot.cli import main
from engine.interruption import INTERRUPTED
from tests.bot.hosting.conftest import PYRGA, Pyrga

WITHOUT_COMPUTER = {"PYRGA_SOLVER_MEGABYTES": "0"}
"""A command with a computer would compile it."""

TOKEN = "MTIz.a-token.of-somebody"


async def test_it_prints_its_version(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        PYRGA, "--version", cwd=tmp_path, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    assert output.decode() == f"pyrga {version('pyrga')}\n"
    assert process.returncode == 0


@pytest.mark.release
def test_the_changelog_begins_with_this_version_and_its_day() -> None:
    changes = (Path(__file__).parents[3] / "CHANGELOG.md").read_text()
    newest = re.search(r"^## (.+)$", changes, re.MULTILINE)
    assert newest is not None
    assert re.fullmatch(rf"{re.escape(version('pyrga'))} - \d{{4}}-\d\d-\d\d", newest[1])


@pytest.mark.parametrize(
    ("environment", "setting"),
    [
        ({}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": TOKEN, "PYRGA_DATABASE_URL": "nonsense"}, "PYRGA_DATABASE_URL"),
        ({"DISCORD_TOKEN": TOKEN, "PYRGA_DATABASE_URL": "sqlite:////dev/null/x/y.db"}, "PYRGA_DATABASE_URL"),
        ({"DISCORD_TOKEN": TOKEN, "PYRGA_LOG_FORMAT": "runes"}, "PYRGA_LOG_FORMAT"),
    ],
)
async def test_an_invalid_setting_gives_one_sentence_with_its_name(
    environment: dict[str, str], setting: str, pyrga: Pyrga
) -> None:
    code, output, errors = await pyrga("run", **environment)
    assert (code, output) == (2, "")
    assert errors.startswith(f"{setting}: ")
    assert len(errors.splitlines()) == 1
    assert TOKEN not in errors


async def test_ctrl_c_ends_a_command_silently(tmp_path: Path) -> None:
    asked = asyncio.Event()

    async def keep_waiting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await reader.read()
        writer.close()

    async with await asyncio.start_server(keep_waiting, "127.0.0.1", 0) as silent:
        host, port = silent.sockets[0].getsockname()
        process = await asyncio.create_subprocess_exec(
            *(PYRGA, "health"),
            cwd=tmp_path,
            env={**os.environ, "PYRGA_DATABASE_URL": f"postgresql://pyrga@{host}:{port}/pyrga"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        await asked.wait()
        process.send_signal(signal.SIGINT)
        assert await process.communicate() == (b"", b"")
    assert process.returncode == INTERRUPTED


@pytest.mark.parametrize("command", ["run", "demo", "health", "standings recompute", "privacy export"])
def test_the_help_of_a_command_says_what_it_does(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])
    assert ended.value.code == 0
    _usage, summary, *_ = capsys.readouterr().out.split("\n\n")
    assert len(summary.split()) > 2


@pytest.mark.thorough
async def test_an_impatient_ctrl_c_ends_the_demo_cleanly(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(PYRGA, "demo", "--port", "0", "--data", tmp_path),
        env=os.environ | WITHOUT_COMPUTER,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    async for line in process.stdout:
        if b"Ctrl-C" in line:
            break
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    output, errors = await process.communicate()
    assert (process.returncode, errors) == (0, b"")
    assert b"The demo has ended." in output


@pytest.mark.parametrize("port", ["99999", "-1", "http"])
def test_an_invalid_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["demo", f"--port={port}"])
    assert f"'{port}' isn't a port: use a number from 0 to 65535" in capsys.readouterr().err


def test_an_unknown_language_of_the_demo_is_refused_with_a_list_of_the_known_ones(
    french: None, capsys: pytest.CaptureFixture[str]
) -> None:
    del french
    with pytest.raises(SystemExit, match="2"):
        main(["demo", "--language=xx"])
    assert "there's no language 'xx': use en, fr\n" in capsys.readouterr().err
