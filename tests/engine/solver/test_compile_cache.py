"""Where compiled code is stored, as new processes see it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import Position
from engine.solver import Solver
from engine.solver.kernel.key import key_of_position
from engine.solver.kernel.proof import advance
from engine.solver.kernel.values import known

pytestmark = pytest.mark.thorough

ENGINE = Path(__file__).parents[3] / "engine"

IDENTIFY = """
import sys
from pathlib import Path
from engine.solver.compile_cache import keep_compiled_code_in
keep_compiled_code_in(Path(sys.argv[1]))
from engine import Position
from engine.solver.kernel.key import key_of_position
from engine.solver.proof_search import Key
Key.of(Position.start())
print(sum(key_of_position.stats.cache_misses.values()))
"""
"""Prints how often the kernel function that compiles fastest had to be compiled."""


def compiled_by_a_new_process(package: Path, cache: Path) -> int:
    ended = subprocess.run(  # noqa: S603 - a program written above
        [sys.executable, "-B", "-c", IDENTIFY, str(cache)],
        cwd=package,
        env={name: value for name, value in os.environ.items() if not name.startswith("NUMBA")},
        capture_output=True,
        check=True,
        text=True,
    )
    return int(ended.stdout)


def files(folder: Path) -> set[tuple[Path, int]]:
    return {(path, path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


def test_a_second_process_compiles_nothing_even_if_the_package_is_read_only(tmp_path: Path) -> None:
    package, cache = tmp_path / "package", tmp_path / "new" / "cache"
    shutil.copytree(ENGINE, package / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for path in [package, *package.rglob("*")]:
        path.chmod(path.stat().st_mode & ~0o222)
    before = files(package)
    try:
        assert compiled_by_a_new_process(package, cache) == 1
        compiled = files(cache)
        assert compiled
        assert compiled_by_a_new_process(package, cache) == 0
        assert files(cache) == compiled
        assert files(package) == before
    finally:
        for path in [package, *package.rglob("*")]:
            path.chmod(path.stat().st_mode | 0o200)


def test_nothing_that_a_worker_has_compiled_is_compiled_again(cache_folder: Path) -> None:
    Solver(table_megabytes=1, cache_folder=cache_folder, book=False).solve(Position.start(), nodes=1)
    functions: list[Any] = [advance, known, key_of_position]
    for function in functions:
        assert sum(function.stats.cache_hits.values()) == 1
        assert sum(function.stats.cache_misses.values()) == 0


def test_without_numba_the_engine_works_and_the_solver_says_what_is_missing() -> None:
    program = """
import sys
from importlib.machinery import PathFinder
find_spec = PathFinder.find_spec
PathFinder.find_spec = lambda name, *rest: None if name in ("numba", "numpy") else find_spec(name, *rest)
import engine
assert len(engine.Position.start().legal_moves) == 80
try:
    import engine.solver
except ImportError as error:
    print(error)
"""
    ended = subprocess.run(  # noqa: S603 - a program written above
        [sys.executable, "-B", "-c", program],
        cwd=ENGINE.parent,
        capture_output=True,
        check=True,
        text=True,
    )
    assert "numba" in ended.stdout
    assert "pip install '.[solver]'" in ended.stdout
    assert "pyrga[" not in ended.stdout
