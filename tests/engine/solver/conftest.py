"""The solver's tests keep compiled code in a folder of this run, so that what they test is compiled anew."""

from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

_folder = TemporaryDirectory(prefix="pyrga-solver-")

if find_spec("numba") is not None:
    from engine.solver.compile_cache import keep_compiled_code_in

    # Before a test module loads the kernel, which decides.
    keep_compiled_code_in(Path(_folder.name))


@pytest.fixture(scope="session")
def cache_folder() -> Path:
    return Path(_folder.name)
