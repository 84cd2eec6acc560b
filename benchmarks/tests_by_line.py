"""Notes which tests run which lines, as a plugin of pytest: `pytest -p benchmarks.tests_by_line`.

The environment variable ``BENCHMARKS_NOTES`` names the folder of the notes. What several runs note adds up.
"""

import ast
import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

import coverage
import pytest

FOLDER = "BENCHMARKS_NOTES"
PACKAGES = ("bot", "engine", "render")
ROOT = Path(__file__).parent.parent
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Notes:
    """What was noted in a folder: which tests ran a line, and how many seconds each took that passed."""

    def __init__(self, folder: Path) -> None:
        runs = [json.loads(file.read_text()) for file in sorted(folder.glob("seconds.*"))]
        self.seconds: dict[str, float] = {test: seconds for run in runs for test, seconds in run.items()}
        self._folder = folder
        self._known: dict[str, dict[int, set[str]]] = {}

    def tests(self, module: str, lines: Iterable[int]) -> set[str]:
        """Return the tests that ran one of the lines."""
        known = self._of(module)
        return {test for line in lines for test in known.get(line, ())}

    def lines(self, module: str) -> Counter[str]:
        """Return how many lines of a module each test ran."""
        return Counter(test for tests in self._of(module).values() for test in tests)

    def tests_that_name(self, names: Iterable[str], module: str) -> set[str]:
        """Return the tests that ran a line with one of a module's names, which may be private to it."""
        tests = set()
        for file in (file for package in PACKAGES for file in (ROOT / package).rglob("*.py")):
            path = str(file.relative_to(ROOT))
            known = [name for name in names if path == module or not name.startswith("_")]
            if known:
                lines = enumerate(file.read_text().splitlines(), 1)
                tests |= self.tests(path, [number for number, line in lines if _named(known).search(line)])
        return tests

    def tests_about(self, names: Iterable[str]) -> set[str]:
        """Return the tests whose own code has one of the names."""
        named, found = _named(names), set()
        for file in (ROOT / "tests").rglob("test_*.py"):
            code = file.read_text()
            for part in ast.parse(code).body if named.search(code) else ():
                if isinstance(part, FUNCTIONS) and named.search(ast.get_source_segment(code, part) or ""):
                    found.add(f"{file.relative_to(ROOT)}::{part.name}")
        return {test for test in self.seconds if test.partition("[")[0] in found}

    def _of(self, module: str) -> dict[int, set[str]]:
        if module not in self._known:
            known = self._known[module] = defaultdict(set)
            for data in self._data:
                for line, tests in data.contexts_by_lineno(str(ROOT / module)).items():
                    known[line].update(self.seconds.keys() & tests)
        return self._known[module]

    @cached_property
    def _data(self) -> list[coverage.CoverageData]:
        files = [coverage.CoverageData(str(file)) for file in self._folder.glob("lines.*")]
        for file in files:
            file.read()
        return files


def _named(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(names)})\b")


def pytest_configure(config: pytest.Config) -> None:
    """Note lines in each process that runs tests, and seconds in the one that reports."""
    folder = Path(os.environ[FOLDER])
    folder.mkdir(parents=True, exist_ok=True)
    is_worker = hasattr(config, "workerinput")
    if is_worker or not config.option.numprocesses:
        config.pluginmanager.register(_Lines(folder))
    if not is_worker:
        config.pluginmanager.register(_Seconds(folder))


class _Lines:
    """Notes the lines that each test runs, with its fixtures."""

    def __init__(self, folder: Path) -> None:
        self._coverage = coverage.Coverage(
            folder / "lines",
            data_suffix=True,
            config_file=False,
            include=[str(ROOT / package / "*") for package in PACKAGES],
            concurrency=["thread", "greenlet"],
            messages=False,
        )
        self._coverage.start()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Note whose lines come next."""
        self._coverage.switch_context(item.nodeid)

    def pytest_unconfigure(self) -> None:
        """Write the notes."""
        self._coverage.stop()
        self._coverage.save()


class _Seconds:
    """Notes how long each test takes that passes."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / f"seconds.{os.getpid()}"
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._others: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the parts of a test."""
        self._seconds[report.nodeid] += report.duration
        if not report.passed:
            self._others.add(report.nodeid)

    def pytest_unconfigure(self) -> None:
        """Write the notes."""
        passed = {test: seconds for test, seconds in self._seconds.items() if test not in self._others}
        self._file.write_text(json.dumps(passed, indent=0))
