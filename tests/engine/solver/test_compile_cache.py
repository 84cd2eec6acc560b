"""Where compiled code goes, as new processes see it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

ENGINE = Path(__file__).parents[3] / "engine"

SOLVE = """
import sys
from pathlib import Path
from engine import Position
from engine.solver import Solver
solution = Solver(table_megabytes=1, cache_folder=Path(sys.argv[1])).solve(
    Position.replay("pyrga", "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s".split())
)
from engine.solver.kernel.proof import advance
print(solution.value, sum(advance.stats.cache_misses.values()))
"""


def solve_in_a_new_process(package: Path, cache: Path) -> list[str]:
    ended = subprocess.run(  # noqa: S603 - a program written above
        [sys.executable, "-B", "-c", SOLVE, str(cache)],
        cwd=package,
        env={name: value for name, value in os.environ.items() if not name.startswith("NUMBA")},
        capture_output=True,
        check=True,
        text=True,
    )
    return ended.stdout.split()


def files(folder: Path) -> set[tuple[Path, int]]:
    return {(path, path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


def test_a_second_process_compiles_nothing_and_the_package_may_be_read_only(tmp_path: Path) -> None:
    package, cache = tmp_path / "package", tmp_path / "new" / "cache"
    shutil.copytree(ENGINE, package / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for path in [package, *package.rglob("*")]:
        path.chmod(path.stat().st_mode & ~0o222)
    before = files(package)
    try:
        assert solve_in_a_new_process(package, cache) == ["loss", "1"]
        compiled = files(cache)
        assert compiled
        assert solve_in_a_new_process(package, cache) == ["loss", "0"]
        assert files(cache) == compiled
        assert files(package) == before
    finally:
        for path in [package, *package.rglob("*")]:
            path.chmod(path.stat().st_mode | 0o200)


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
    assert "pyrga[solver]" in ended.stdout
