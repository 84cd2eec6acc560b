"""The solver's tests keep compiled code in a folder of this run, so that the tested code is compiled."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.compiled_solver import folder

if find_spec("numba") is not None:
    from engine.solver.compile_cache import keep_compiled_code_in

    # Before a test module loads the kernel, which chooses the folder.
    keep_compiled_code_in(folder())


@pytest.fixture(scope="session", autouse=True)
def cache_folder(compiled_solver: Path) -> Path:
    return compiled_solver
