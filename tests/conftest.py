"""What tests of several packages share."""

from pathlib import Path

import pytest

from tests import compiled_solver as compiled

# Before the processes that run the tests are started, so that all of them have the same folder.
_IS_OURS = compiled.make_folder()


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    if _IS_OURS:
        compiled.remove_folder()


@pytest.fixture(scope="session")
def compiled_solver() -> Path:
    """The folder with the solver's compiled code, one for the whole run."""
    pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")
    compiled.compile_once()
    return compiled.folder()
