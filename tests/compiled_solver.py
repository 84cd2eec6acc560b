"""The solver's compiled code, which is made once per test run, no matter how many processes it has."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import mkdtemp

_NAME = "TESTS_SOLVER_FOLDER"
_LONGEST = 300.0


def make_folder() -> bool:
    """Create the folder of this run, which its other processes inherit; return whether it was new."""
    if _NAME in os.environ:
        return False
    os.environ[_NAME] = mkdtemp(prefix="pyrga-solver-")
    return True


def folder() -> Path:
    """Return the folder of this run."""
    return Path(os.environ[_NAME])


def remove_folder() -> None:
    """Remove the folder of this run."""
    shutil.rmtree(os.environ.pop(_NAME))


def compile_once() -> None:
    """Compile the solver, or wait until another process of this run has."""
    done = folder() / "done"
    try:
        (folder() / "begun").touch(exist_ok=False)
    except FileExistsError:
        give_up = time.monotonic() + _LONGEST
        while not done.exists() and time.monotonic() < give_up:
            time.sleep(0.05)
        return
    compiler = [sys.executable, "-m", "engine.solver.worker", "--megabytes", "1", "--cache", str(folder())]
    try:
        subprocess.run(compiler, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)  # noqa: S603 - our own
    finally:
        done.touch()
