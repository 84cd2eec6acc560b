"""Which tests run, and things that tests of several packages share.

A module says with ``pytestmark`` how its tests run, and a test that differs has a marker of its own:

- ``quick``: with ``-m quick``, and by default.
- No marker: by default.
- ``thorough``: with ``-m thorough``, because it's slow, or shows on another database or in more detail what a
  faster one shows.
- ``default``: by default, as an example of the thorough tests around it.
- ``soak``: with ``-m soak``.
- ``release``: with ``-m release``, because it only has to be true of a release.

Whatever is named on the command line runs, unless there's a ``-m``.
"""

import gc
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from bot.locale.compiling import compile_catalogs
from tests.compiled_solver import compile_once, folder, make_folder, remove_folder

MEANINGS = {
    "quick": "quick and not (thorough or soak or release)",
    "thorough": "thorough and not (default or soak or release)",
}
"""What ``-m quick`` and ``-m thorough`` mean. On PostgreSQL, for instance, a quick test is thorough."""

# A slow machine doesn't make anything wrong: benchmarks measure how long things take.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Modules and tests stay until the end, but the garbage collector would look through them again and again,
# which takes a twentieth of the run. It still finds what a test leaves behind: an unclosed connection gives a
# warning.
gc.disable()

# If this is set, each process of a run would compile every library again, which takes seconds.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Before the processes that run the tests start, so that all of them have the same folder.
_IS_OURS = make_folder()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what makes things happen in other orders."""
    parser.addoption("--delays", metavar="SEED", help="let the bot wait now and then, as drawn from SEED")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the tests, and compile the languages: a catalog may have changed since the package was built."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell that runs the tests in the background makes them, and so the commands they test, ignore
        # Ctrl-C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        compile_catalogs()
    config.option.markexpr = chosen(config)
    if is_quick(config) and config.args == config.getini("testpaths"):
        # None of the examples in docstrings is quick, and to find them, everything would be imported.
        config.args = ["tests"]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out modules without a quick test if only those run: importing them would take longer."""
    if is_quick(config) and collection_path.suffix == ".py":
        return "pytest.mark.quick" not in collection_path.read_text() or None
    return None


def chosen(config: pytest.Config) -> str:
    """Return the expression of markers that chooses the tests."""
    asked: str = config.option.markexpr
    if not is_default(config):
        return MEANINGS.get(asked, asked)
    paths = [(config.invocation_params.dir / name.partition("::")[0]).resolve() for name in config.args]
    named = {*paths} - {config.rootpath, *(config.rootpath / root for root in config.getini("testpaths"))}
    if not named:
        return asked
    # A soak takes minutes to hours, so no folder brings it along.
    return "not (soak or release)" if all(path.is_dir() for path in named) else ""


def is_quick(config: pytest.Config) -> bool:
    """Return whether only the quick tests run."""
    return bool(config.option.markexpr == MEANINGS["quick"])


def is_default(config: pytest.Config) -> bool:
    """Return whether the tests are those that ``pyproject.toml`` chooses."""
    return f"-m={config.option.markexpr}" in config.getini("addopts")


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    if _IS_OURS:
        remove_folder()


def pytest_collection_finish() -> None:
    """Exempt everything that's loaded from garbage collection, and collect what comes after it."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say in one line what the run didn't cover."""
    skipped = (report.longrepr for report in terminalreporter.getreports("skipped"))
    left_out = sorted(
        {reason[2].removeprefix("Skipped: ") for reason in skipped if isinstance(reason, tuple)}
    )
    if is_default(config):
        left_out.append("most of PostgreSQL and all of the demo in a browser: `pytest -m thorough`")
    if left_out:
        terminalreporter.write_line(f"Not covered: {'; '.join(left_out)}")


@pytest.fixture(scope="session")
def compiled_solver() -> Path:
    """Return the folder with the solver's compiled code, one for the whole run."""
    pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")
    compile_once()
    return folder()
