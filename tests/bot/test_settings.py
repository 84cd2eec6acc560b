"""What the operator can set, and what they're told."""

import sys
from dataclasses import fields
from pathlib import Path

import pytest

from bot.environment import SettingError, database_file
from bot.settings import LogFormat, LogLevel, Settings


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DISCORD_TOKEN", *(f"PYRGA_{setting.name.upper()}" for setting in fields(Settings))):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_without_any_setting_the_games_go_to_a_file_in_data() -> None:
    url = Settings.load().database()
    assert url.render_as_string() == "sqlite+aiosqlite:///./data/pyrga.db"


def test_the_env_file_is_read_and_the_environment_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=from-file\nPYRGA_LOG_LEVEL=debug\nOTHER=ignored\n")
    monkeypatch.setenv("PYRGA_LOG_LEVEL", "error")
    settings = Settings.load()
    assert settings.token() == "from-file"
    assert settings.log_level is LogLevel.ERROR
    assert settings.log_format is LogFormat.CONSOLE


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "cp1252"])
def test_an_env_file_in_another_encoding_is_named(tmp_path: Path, encoding: str) -> None:
    (tmp_path / ".env").write_text("# für Zoë\nPYRGA_LOG_LEVEL=debug\n", encoding=encoding)
    with pytest.raises(SettingError) as raised:
        Settings.load()
    assert raised.value.setting == ".env"


def test_an_env_file_may_begin_with_a_mark(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("PYRGA_LOG_LEVEL=debug\n", encoding="utf-8-sig")
    assert Settings.load().log_level is LogLevel.DEBUG


def test_an_empty_value_means_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text(
        "PYRGA_LOG_LEVEL=\nPYRGA_DATABASE_URL=sqlite:///elsewhere.db\nPYRGA_BACKUP=7\n"
    )
    monkeypatch.setenv("PYRGA_DATABASE_URL", "")
    assert Settings.load() == Settings()
    assert database_file() == Path("data/pyrga.db")
    assert Settings.unknown() == ["PYRGA_BACKUP"]


def test_the_example_documents_every_setting_and_is_valid(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / ".env.example"
    text = example.read_text(encoding="utf-8")
    for field in ("DISCORD_TOKEN", *(f"PYRGA_{setting.name.upper()}" for setting in fields(Settings))):
        if field != "PYRGA_DISCORD_TOKEN":
            assert f"{field}=" in text
    uncommented = "\n".join(line.removeprefix("#") for line in text.splitlines() if "=" in line)
    (tmp_path / ".env").write_text(uncommented)
    Settings.load().database()


@pytest.mark.parametrize("token", ["", "   "])
def test_a_missing_token_is_named(token: str) -> None:
    with pytest.raises(SettingError) as raised:
        Settings(discord_token=token).token()
    assert raised.value.setting == "DISCORD_TOKEN"


@pytest.mark.parametrize("token", ["two words", "with\nnewline", "ünïcode", "0123456789abcdef" * 2])
def test_a_token_that_cannot_be_one_is_refused_without_being_shown(token: str) -> None:
    with pytest.raises(SettingError) as raised:
        Settings(discord_token=token).token()
    assert raised.value.setting == "DISCORD_TOKEN"
    assert token not in str(raised.value)


@pytest.mark.parametrize(
    "url", ["", "nonsense", "mysql://host/name", "sqlite://", "sqlite:///", "postgresql://host:port/name"]
)
def test_a_database_that_cannot_be_used_is_named(url: str) -> None:
    with pytest.raises(SettingError) as raised:
        Settings(database_url=url).database()
    assert raised.value.setting == "PYRGA_DATABASE_URL"


def test_postgresql_is_refused_on_windows_and_a_file_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Settings(database_url="postgresql://user@host/name")
    server.database()
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SettingError, match="PostgreSQL on Windows"):
        server.database()
    Settings().database()


def test_a_password_in_a_bad_address_is_not_shown() -> None:
    with pytest.raises(SettingError) as raised:
        Settings(database_url="mysql://me:s3cret@host/name").database()
    assert "s3cret" not in str(raised.value)


def test_an_invalid_level_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRGA_LOG_LEVEL", "loud")
    with pytest.raises(SettingError) as raised:
        Settings.load()
    assert raised.value.setting == "PYRGA_LOG_LEVEL"


@pytest.mark.parametrize("size", ["-1", "16385", "much"])
def test_an_invalid_size_of_the_solvers_table_is_named(size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRGA_SOLVER_MEGABYTES", size)
    with pytest.raises(SettingError) as raised:
        Settings.load()
    assert raised.value.setting == "PYRGA_SOLVER_MEGABYTES"


def test_compiled_code_is_kept_beside_the_games(tmp_path: Path) -> None:
    assert Settings(database_url=f"sqlite:///{tmp_path}/a/pyrga.db").solver_folder() == tmp_path / "a/solver"
    elsewhere = Settings(database_url="postgresql://user@host/name")
    assert elsewhere.solver_folder() == tmp_path / "data/solver"


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingError) as raised:
        Settings(database_url=f"sqlite:///{tmp_path}/file/pyrga.db").prepare_data_folder()
    assert raised.value.setting == "PYRGA_DATABASE_URL"
    assert str(tmp_path / "file") in raised.value.problem


def test_a_folder_in_the_place_of_the_database_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingError) as raised:
        Settings(database_url=f"sqlite:///{tmp_path}").prepare_data_folder()
    assert str(raised.value) == f"PYRGA_DATABASE_URL: {tmp_path} is a folder. Add the name of a file."
    assert list(tmp_path.iterdir()) == []


def test_the_data_folder_is_created(tmp_path: Path) -> None:
    Settings(database_url=f"sqlite:///{tmp_path}/a/b/pyrga.db").prepare_data_folder()
    assert list((tmp_path / "a" / "b").iterdir()) == []


def test_settings_show_no_token() -> None:
    token = "hush"
    assert token not in repr(Settings(discord_token=token))


def test_settings_show_no_password_of_a_database() -> None:
    assert "s3cret" not in repr(Settings(database_url="postgresql://me:s3cret@host/name"))


@pytest.mark.parametrize(
    ("variable", "text", "problem"),
    [
        ("PYRGA_LOG_LEVEL", "loud", "It must be one of these: debug, info, warning, error."),
        ("PYRGA_BACKUPS", "many", "It must be a whole number from 0 to 1000."),
        ("PYRGA_STATEMENT_SECONDS", "0", "It must be a whole number from 1 to 600."),
    ],
)
def test_an_invalid_value_is_explained(
    variable: str, text: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, text)
    with pytest.raises(SettingError) as raised:
        Settings.load()
    assert raised.value.problem == problem
