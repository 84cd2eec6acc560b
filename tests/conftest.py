"""Things that tests of several packages share."""

import gc
import os
import signal
import sys
from pathlib import Path

import pytest

from bot.locale.compiling import compile_catalogs
from tests.compiled_solver import compile_once, folder, make_folder, remove_folder

QUICK = (
    "tests/engine/",
    "tests/bot/matches/",
    "tests/bot/ui/test_custom_ids.py",
    "tests/bot/ui/test_handlers.py",
    "tests/bot/ui/test_intake.py",
    "tests/bot/ui/test_words.py",
    "tests/bot/test_locale.py",
    "tests/bot/languages/",
)
"""What `-m quick` runs: the engine, the use cases on SQLite, the wording and the custom_ids."""

SLOW = (
    *("tests/bot/matches/test_archive", "tests/bot/matches/test_badges", "tests/bot/matches/test_deletions"),
    *("tests/bot/matches/test_leaderboards", "tests/bot/matches/test_many_endings"),
    *("tests/bot/matches/test_profiles", "tests/bot/matches/test_recomputing"),
    *("tests/bot/matches/test_reviews", "tests/bot/matches/test_standings"),
    *("tests/bot/languages/test_whole_games", "engine/solver/", "test_naive_rules", "test_perft"),
    *("tests/bot/matches/test_ratings", "tests/bot/matches/test_seasons"),
    *("tests/bot/matches/test_vacations", "tests/bot/store/test_revision"),
)
"""Slow tests among those, wherever they run."""

THOROUGH = (
    *SLOW,
    *("tests/bot/computer/", "tests/bot/demo/", "tests/bot/hosting/", "tests/bot/kills/", "tests/bot/wire/"),
    *("tests/bot/store/test_migrat", "tests/bot/ui/test_analysis_board", "tests/bot/ui/test_limits"),
    *("tests/bot/ui/test_review_page", "tests/render/test_command"),
)
"""What only `-m thorough` runs, in addition to tests on PostgreSQL and most of the whole bot."""

WHOLE = "tests/bot/whole/"
WHOLE_BY_DEFAULT = (
    f"{WHOLE}cells/test_clicks.py",
    *(f"{WHOLE}test_{name}.py" for name in ("clicks", "notifications", "statements", "storms")),
)
"""The tests of the whole bot that every run has: clicks, pings, and what they cost."""

WHOLE_BOT = "server"
"""The fixture that starts the whole bot, for which a quick run doesn't wait."""

# Modules and tests stay until the end, but the garbage collector would look through them again and again,
# which takes a twentieth of the run. It still finds what a test leaves behind: an unclosed connection gives a
# warning.
gc.disable()

# If this is set, each process of a run would compile every library again, which takes seconds.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Before the processes that run the tests start, so that all of them have the same folder.
_IS_OURS = make_folder()


def pytest_configure(config: pytest.Config) -> None:
    """Compile the languages: a catalog may have changed since the package was built."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell that runs the tests in the background makes them, and so the commands they test, ignore
        # Ctrl-C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        compile_catalogs()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Don't import what a quick run leaves out: that would take as long as a third of its tests."""
    if config.getoption("markexpr") != "quick":
        return None
    path = collection_path.relative_to(config.rootpath).as_posix() + "/" * collection_path.is_dir()
    return None if any(path.startswith(part) or part.startswith(path) for part in QUICK) else True


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    if _IS_OURS:
        remove_folder()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the quick tests and the thorough ones."""
    for item in items:
        if item.get_closest_marker("soak"):
            continue
        if is_thorough(item.nodeid):
            item.add_marker(pytest.mark.thorough)
        elif item.nodeid.startswith(QUICK) and WHOLE_BOT not in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.quick)


def is_thorough(test: str) -> bool:
    """Whether a test is slow, or shows on another database or in more detail what a faster one shows."""
    if test.startswith(WHOLE):
        return not test.startswith(WHOLE_BY_DEFAULT)
    return "[postgresql" in test or any(part in test for part in THOROUGH)


def pytest_collection_finish() -> None:
    """Exempt everything that's loaded from garbage collection, and collect what comes after it."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def compiled_solver() -> Path:
    """The folder with the solver's compiled code, one for the whole run."""
    pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")
    compile_once()
    return folder()
