"""Notes which tests run which lines, as a plugin of pytest: `pytest -p benchmarks.tests_by_line`.

The environment variable ``BENCHMARKS_NOTES`` names the folder of the notes. What several runs note adds up.

When a module is imported, each stretch of its functions that runs in one go gets a call in front that notes
it. That takes a test a fraction of the time that tracing its lines would.
"""

import ast
import builtins
import json
import os
import re
import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib import machinery
from pathlib import Path
from secrets import token_hex
from types import CodeType

import pytest

FOLDER = "BENCHMARKS_NOTES"
PACKAGES = ("bot", "engine", "render")
NOT_NOTED = "engine.solver.kernel"  # It's compiled to machine code, which can't note anything.
ROOT = Path(__file__).parent.parent
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

_stretches: list[tuple[str, int, int]] = []
"""The modules, the first lines, and the last lines of what's noted, each known by its place in this list."""

_NOTE = "__note__"
_run = set[int]()  # What has been run since the last test ended.


class Notes:
    """What was noted in a folder: which tests ran a line, and how many seconds each took that passed."""

    def __init__(self, folder: Path) -> None:
        self.seconds = dict[str, float]()
        of_stretch = defaultdict[tuple[str, int, int], set[str]](set)
        for noted in map(json.loads, map(Path.read_text, folder.iterdir())):
            stretches = [of_stretch[module, first, last] for module, first, last in noted["stretches"]]
            for test, (seconds, run) in noted["tests"].items():
                self.seconds[test] = seconds
                for stretch in run:
                    stretches[stretch].add(test)
        self._tests = defaultdict[str, dict[int, set[str]]](dict)
        for (module, first, last), tests in of_stretch.items():
            self._tests[module].update(dict.fromkeys(range(first, last + 1), tests))

    def tests(self, module: str, lines: Iterable[int]) -> set[str]:
        """Return the tests that ran one of the lines."""
        return {test for line in lines for test in self._tests[module].get(line, ())}

    def lines(self, module: str) -> Counter[str]:
        """Return how many lines of a module each test ran."""
        return Counter(test for tests in self._tests[module].values() for test in tests)

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


def _named(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(names)})\b")


def pytest_load_initial_conftests() -> None:
    """Begin to add notes to what's imported."""
    setattr(builtins, _NOTE, _run.add)
    extensions = machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES
    finder = machinery.FileFinder.path_hook(extensions, (_Loader, machinery.SOURCE_SUFFIXES))
    sys.path_hooks.insert(0, finder)
    sys.path_importer_cache.clear()


def pytest_configure(config: pytest.Config) -> None:
    """Note what runs in each process that runs tests."""
    if hasattr(config, "workerinput") or not config.option.numprocesses:
        config.pluginmanager.register(_Noting())


class _Noting:
    """Notes what each test runs, with its fixtures, and how long it takes."""

    def __init__(self) -> None:
        self._run: dict[str, Sequence[int]] = {}
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._others: set[str] = set()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note what runs from here to the end of a test."""
        _run.clear()
        result = yield
        self._run[item.nodeid] = array("H", _run)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the parts of a test."""
        self._seconds[report.nodeid] += report.duration
        if not report.passed:
            self._others.add(report.nodeid)

    def pytest_unconfigure(self) -> None:
        """Write the notes."""
        passed = self._run.keys() - self._others
        tests = {test: (self._seconds[test], [*self._run[test]]) for test in passed}
        folder = Path(os.environ[FOLDER])
        folder.mkdir(parents=True, exist_ok=True)
        (folder / token_hex(8)).write_text(json.dumps({"stretches": _stretches, "tests": tests}))


class _Loader(machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType | None:
        """Add notes to a module of ours, and compile it each time, so that nothing of this is kept."""
        if fullname.partition(".")[0] not in PACKAGES or fullname.startswith(NOT_NOTED):
            return super().get_code(fullname)
        tree = ast.parse(Path(self.path).read_text())
        _add_notes(tree, str(Path(self.path).relative_to(ROOT)))
        return compile(tree, self.path, "exec")


def _add_notes(tree: ast.Module, module: str) -> None:
    functions = [node for node in ast.walk(tree) if isinstance(node, (*FUNCTIONS, ast.Lambda))]
    for node in {part for function in functions for part in ast.walk(function)}:
        if isinstance(node, ast.Lambda):
            both = ast.Tuple([_note(module, node.body, node.body.end_lineno), node.body], ast.Load())
            node.body = ast.Subscript(both, ast.Constant(1), ast.Load())
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, name, [*_with_notes(module, value)])
    ast.fix_missing_locations(tree)


def _with_notes(module: str, statements: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Return statements with a note in front of each stretch, which ends with a compound statement."""
    left = [*statements]
    if isinstance(left[0], ast.Expr) and isinstance(left[0].value, ast.Constant):
        # A docstring has to stay the first.
        yield left.pop(0)
    while left:
        length = next((number for number, each in enumerate(left, 1) if _is_compound(each)), len(left))
        stretch, left = left[:length], left[length:]
        last = stretch[-1].lineno if _is_compound(stretch[-1]) else stretch[-1].end_lineno
        yield ast.copy_location(ast.Expr(_note(module, stretch[0], last)), stretch[0])
        yield from stretch


def _is_compound(statement: ast.stmt) -> bool:
    return hasattr(statement, "body") or hasattr(statement, "cases")


def _note(module: str, start: ast.expr | ast.stmt, last: int | None) -> ast.Call:
    _stretches.append((module, start.lineno, max(last or 0, start.lineno)))
    return ast.Call(ast.Name(_NOTE, ast.Load()), [ast.Constant(len(_stretches) - 1)], [])
