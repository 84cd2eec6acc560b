"""What appears in the log, and what never does."""

import json
import logging

import pytest
import structlog

from bot.logs import configure_logs
from bot.settings import LogFormat, LogLevel, Settings
from bot.store.connections.errors import DamagedDatabaseError
from bot.values.errors import NoSuchPuzzleError

TOKEN = "a-token.of-somebody"
SENTENCE = f"in the words {TOKEN}"


pytestmark = pytest.mark.usefixtures("logging_as_it_was")


@pytest.mark.parametrize("form", LogFormat)
def test_the_token_never_appears_in_the_log(form: LogFormat, capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(Settings(discord_token=TOKEN, log_format=form))
    log = structlog.get_logger("test")
    log.warning(SENTENCE, field=TOKEN)
    logging.getLogger("library").error("in an argument %s", TOKEN)
    try:
        int(TOKEN)
    except ValueError:
        log.exception("in a traceback")
    written = capsys.readouterr().err
    assert written.count("[token]") >= 4
    assert TOKEN not in written


def test_json_has_one_object_per_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(Settings(log_format=LogFormat.JSON))
    structlog.get_logger("test").warning("first\nline", game=7)
    logging.getLogger("discord.client").warning("second")
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (first["event"], first["game"], first["level"]) == ("first\nline", 7, "warning")
    assert (second["event"], second["logger"]) == ("second", "discord.client")


@pytest.mark.parametrize("form", LogFormat)
def test_no_line_hides_or_turns_around_what_is_beside_it(
    form: LogFormat, capsys: pytest.CaptureFixture[str]
) -> None:
    configure_logs(Settings(log_format=form))
    structlog.get_logger("test").warning("a\u202eb", error="c\u200bd")
    logging.getLogger("library").error("in an argument %s", "e\x1b[2Jf")
    try:
        int("g\u2067h")
    except ValueError:
        logging.getLogger("library").exception("in a traceback")
    assert all(sign.isprintable() or sign in "\n\t" for sign in capsys.readouterr().err)


def test_every_line_says_what_the_task_is_about(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(Settings(log_format=LogFormat.JSON))
    with structlog.contextvars.bound_contextvars(game=7, guild=8, interaction=9):
        structlog.get_logger("test").warning("own")
        logging.getLogger("discord.http").warning("the library's")
    structlog.get_logger("test").warning("afterward")
    *about, afterward = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert [(line["game"], line["guild"], line["interaction"]) for line in about] == [(7, 8, 9)] * 2
    assert afterward.keys().isdisjoint({"game", "guild", "interaction"})


def test_the_level_decides_what_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(Settings(log_level=LogLevel.ERROR))
    structlog.get_logger("test").warning("quiet")
    assert capsys.readouterr().err == ""


def test_of_a_database_that_cannot_be_used_the_log_has_no_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure_logs(Settings(log_format=LogFormat.JSON))
    structlog.get_logger("test").error("not stored", exc_info=(None, DamagedDatabaseError(), None))
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["error"] == "DamagedDatabaseError"
    assert "Traceback" not in line


def test_a_lost_connection_to_discord_is_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(Settings(log_format=LogFormat.JSON))
    logging.getLogger("discord.shard").error("reconnecting", exc_info=ConnectionError())
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["level"] == "warning"
    assert "Traceback" not in line


def test_an_error_keeps_its_facts_out_of_the_log() -> None:
    error = NoSuchPuzzleError("Ada")
    assert (repr(error), str(error), error.typed) == ("NoSuchPuzzleError()", "", "Ada")


def test_a_connection_to_discord_that_breaks_leaves_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(Settings())
    error = ConnectionResetError("by peer")
    logging.getLogger("discord.shard").error("Attempting a reconnect in %.2fs", 1.76, exc_info=error)
    logging.getLogger("discord.client").error("Ignoring exception in on_interaction", exc_info=error)
    reconnecting, ignoring, *_ = written = capsys.readouterr().err.splitlines()
    assert "error=ConnectionResetError" in reconnecting
    assert "on_interaction" in ignoring
    assert written.count("ConnectionResetError: by peer") == 1
