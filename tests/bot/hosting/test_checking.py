"""What ``pyrga check`` says."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from bot.settings import Settings
from tests.bot.hosting.conftest import Pyrga
from tests.bot.later_migrations import add_migration

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.a_token-of-somebody-0123456789abcdef"


def lines_about(subject: str, said: str) -> list[str]:
    return [line for line in said.splitlines() if line.split()[1] == f"{subject}:"]


async def test_a_machine_with_everything_the_bot_needs_passes(
    settings: Settings, pyrga: Pyrga, tmp_path: Path
) -> None:
    del settings
    (tmp_path / "pyrga.db").chmod(0o600)
    code, said, errors = await pyrga("check", DISCORD_TOKEN=TOKEN, PYRGA_BACKUPS="7")
    assert (code, errors) == (0, "")
    assert TOKEN not in said
    assert {line.split(":")[0].split(maxsplit=1)[1] for line in said.splitlines()} == {
        *("settings", "token", "permissions", "database", "tables", "disk", "backups"),
        *("emoji font", "FriBidi", "solver"),
    }
    for subject in ("settings", "token", "permissions", "database", "tables", "backups"):
        assert [line.split()[0] for line in lines_about(subject, said)] == ["ok"]


async def test_a_setting_that_does_not_exist_is_named(pyrga: Pyrga) -> None:
    code, said, _ = await pyrga("check", DISCORD_TOKEN=TOKEN, PYRGA_BACKUP="7")
    assert (code, lines_about("settings", said)[0].split()[0], "PYRGA_BACKUP." in said) == (
        0,
        "warning",
        True,
    )


@pytest.mark.usefixtures("later_migrations", "settings")
async def test_it_says_what_a_start_would_require_of_other_processes(pyrga: Pyrga) -> None:
    async def told() -> str:
        code, said, _ = await pyrga("check", DISCORD_TOKEN=TOKEN)
        assert code == 0
        return lines_about("tables", said)[0]

    assert "up to date" in await told()
    add_migration()
    assert "Running processes can keep going." in await told()
    new = add_migration("an older version gets wet")
    assert f"Stop all processes first, because of {new}: an older version gets wet." in await told()


async def test_a_database_that_does_not_exist_yet_is_not_a_failure(pyrga: Pyrga, tmp_path: Path) -> None:
    code, said, _ = await pyrga("check", DISCORD_TOKEN=TOKEN)
    assert (code, "The bot creates it when it first starts" in said) == (0, True)
    assert not (tmp_path / "pyrga.db").exists()


@pytest.mark.parametrize("token", ["no-token", "not.a.token", f"{TOKEN}.more"])
async def test_an_invalid_token_is_reported_but_not_shown(token: str, pyrga: Pyrga) -> None:
    code, said, errors = await pyrga("check", DISCORD_TOKEN=token)
    assert (code, errors) == (1, "")
    assert lines_about("token", said)[0].startswith("failed ")
    assert token not in said


@pytest.mark.parametrize(
    ("name", "value"), [("DISCORD_TOKEN", ""), ("PYRGA_DATABASE_URL", "nonsense"), ("PYRGA_BACKUPS", "-1")]
)
async def test_an_invalid_setting_is_named(name: str, value: str, pyrga: Pyrga) -> None:
    code, said, errors = await pyrga("check", **{"DISCORD_TOKEN": TOKEN, name: value})
    assert (code, errors) == (2, "")
    assert f": {name}: " in next(line for line in said.splitlines() if line.startswith("invalid "))


async def test_files_that_others_can_read_are_named(settings: Settings, pyrga: Pyrga, tmp_path: Path) -> None:
    del settings
    (tmp_path / ".env").touch(mode=0o644)
    (tmp_path / "pyrga.db").chmod(0o640)
    code, said, _ = await pyrga("check", DISCORD_TOKEN=TOKEN)
    assert code == 0
    for line, file in zip(
        lines_about("permissions", said), (".env", str(tmp_path / "pyrga.db")), strict=True
    ):
        assert line.startswith("warning ")
        assert line.endswith(f"chmod go= {file}")


async def test_a_database_that_cannot_be_used_fails(
    pyrga: Pyrga, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyrga.db").write_text("not a database at all, but long enough to be taken for one" * 10)
    code, said, _ = await pyrga("check", DISCORD_TOKEN=TOKEN)
    assert code == 1
    assert "It can't be used: the file is damaged" in lines_about("database", said)[0]
    silent = "postgresql://nobody@127.0.0.1:9/pyrga"
    code, said, _ = await pyrga("check", DISCORD_TOKEN=TOKEN, PYRGA_DATABASE_URL=silent)
    assert (code, lines_about("database", said)[0].startswith("failed ")) == (1, True)
    # As if the extra weren't installed.
    monkeypatch.setitem(sys.modules, "psycopg", None)
    code, said, _ = await pyrga("check", DISCORD_TOKEN=TOKEN, PYRGA_DATABASE_URL=silent)
    assert (code, "needs the extra `postgresql`" in lines_about("database", said)[0]) == (1, True)


async def test_a_disk_without_a_write_ahead_log_is_named(
    settings: Settings, pyrga: Pyrga, tmp_path: Path
) -> None:
    del settings
    # The check looks whether there's a file of this name.
    file = tmp_path / "file:pyrga.db"
    (tmp_path / "pyrga.db").rename(file)
    address = "sqlite:///file:pyrga.db?uri=true&vfs=unix-dotfile"
    code, said, _ = await pyrga("check", DISCORD_TOKEN=TOKEN, PYRGA_DATABASE_URL=address)
    assert (code, "as on a network disk" in lines_about("database", said)[0]) == (2, True)


async def test_a_server_is_checked_and_left_as_it_was(
    postgresql: str, pyrga: Pyrga, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        code, said, _ = await pyrga("check", DISCORD_TOKEN=TOKEN, PYRGA_DATABASE_URL=postgresql)
        assert (code, lines_about("database", said)[0].split()[0]) == (0, "ok")
    assert shutil.which("pg_dump")
    monkeypatch.setenv("PATH", os.devnull)
    code, said, _ = await pyrga(
        "check", DISCORD_TOKEN=TOKEN, PYRGA_DATABASE_URL=postgresql, PYRGA_BACKUPS="7"
    )
    assert (code, "pg_dump isn't installed" in said) == (1, True)
