"""What the tests of several packages share."""

import gc
from pathlib import Path

import pytest

from bot.locale.compiling import compile_catalogs
from tests import compiled_solver as compiled

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
    *("[postgresql", "tests/engine/solver/", "test_many_endings", "test_naive_rules"),
    *("test_perft", "test_reviews", "test_standings", "test_whole_games"),
)
"""What it leaves out: tests that need a server, or a long time."""

# Modules and tests stay until the end, yet the garbage collector would look through them again and again,
# which takes a twentieth of the run. It still finds what a test leaves behind: an unclosed connection warns.
gc.disable()

# Before the processes that run the tests start, so that all of them have the same folder.
_IS_OURS = compiled.make_folder()


def pytest_configure(config: pytest.Config) -> None:
    """Compile the languages: a catalog may have changed since the package was built."""
    if not hasattr(config, "workerinput"):
        compile_catalogs()


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    if _IS_OURS:
        compiled.remove_folder()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the quick tests."""
    for item in items:
        slow = item.get_closest_marker("soak") or any(part in item.nodeid for part in SLOW)
        if item.nodeid.startswith(QUICK) and not slow:
            item.add_marker(pytest.mark.quick)


def pytest_collection_finish() -> None:
    """Leave what is loaded to itself, and collect what comes after it."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def compiled_solver() -> Path:
    """The folder with the solver's compiled code, one for the whole run."""
    pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")
    compiled.compile_once()
    return compiled.folder()
