"""Breaks the code in small ways, and counts how often the tests notice: `python benchmarks/mutants.py`.

A **mutant** is a module with one change from ``mutations.py``, drawn with a seed, that can still be imported.
It's **noticed** if a test that runs the changed line fails, or if the tests can't be started or don't end in
time. Some lines run when their module is loaded, as a constant's does. Then the tests count that run a line
which names what it defines.

The tests of the same subject come first, then those of the same room, and the first that fails is the last.
Without a mutant, all of them would take at most ``--seconds``. In the end, the tests that have noticed
mutants run once without one. Those that fail then, too, have noticed nothing.

The kept tools can't drive these tests. mutmut 3 changes neither what runs when a module is loaded (tables,
constants) nor functions with decorators (handlers of buttons, properties), and it has no samples. cosmic-ray
changes the checkout itself, and starts Python and every test anew for each mutant, which takes minutes. So
the changes are cosmic-ray's, but made in a copy of the checkout, and judged in a fork of this process, which
has already imported the libraries. It's faster with TMPDIR=/dev/shm in the environment.

``equivalent_mutants.toml`` lists changes that make no difference, and why.
"""

import argparse
import contextlib
import importlib
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

# Started as a file, Python would look for packages beside it.
sys.path.insert(0, str(Path(__file__).parent.parent))

import hypothesis
import pytest

from benchmarks.mutations import Mutant, draw
from benchmarks.table import heading, row
from benchmarks.tests_by_line import FOLDER, ROOT, Notes

SAMPLED = ("bot/store", "bot/ui", "bot/use_cases", "bot/values", "bot", "engine/game", "render")
"""The rows of the table. A mutant counts in the first one that it's in."""

LISTED = ROOT / "benchmarks" / "equivalent_mutants.toml"
LIBRARIES = (
    *("aiosqlite", "alembic.command", "babel.messages.pofile", "discord.ext.tasks", "jsonschema", "numba"),
    *("PIL.Image", "prometheus_client", "psycopg", "pytest_asyncio", "simcord", "sqlalchemy.ext.asyncio"),
    *("structlog", "xdist"),
)
OTHERS = {
    "bot/use_cases/": "tests/bot/store/test_transactions.py::test_every_use_case_is_retried",
    "bot/ui/": "tests/bot/ui/test_handlers.py::test_everything_is_answered",
    "bot/store/schema/": "tests/bot/store/test_migrations.py::test_the_migrations_build_exactly",
    "render/": "tests/render/",
}
"""Tests that also judge a package: they look at the whole of it, or at what an earlier test has drawn."""

WORKERS = 2
PATIENCE = 20
"""Seconds of computing time that tests may take in addition to those that they take without a mutant."""

CANNOT_BE_IMPORTED = 100
BROKEN = (pytest.ExitCode.USAGE_ERROR, -signal.SIGPROF, -signal.SIGALRM)
"""How tests end that can't be started with a mutant, or don't end in time."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant, and which tests failed."""

    mutant: Mutant
    is_noticed: bool
    failed: frozenset[str]


class Failures:
    """Writes down which tests fail, and which modules of tests can't be imported."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def pytest_runtest_logreport(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        """Add a test or a module."""
        if report.failed:
            with self._file.open("a") as file:
                file.write(f"{report.nodeid}\n")

    pytest_collectreport = pytest_runtest_logreport


def main() -> None:
    """Judge a sample, and print what survived and a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=500, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--skip", type=int, default=0, help="how many that an earlier run has judged")
    parser.add_argument("--seconds", type=float, default=60, help="how long the tests of each may take")
    parser.add_argument("--notes", type=Path, help="what `pytest -p benchmarks.tests_by_line` has noted")
    arguments = parser.parse_args()
    for library in LIBRARIES:
        importlib.import_module(library)
    with TemporaryDirectory() as name:
        folder = Path(name)
        # PostgreSQL runs as someone else.
        folder.chmod(0o711)
        os.environ["TMPDIR"] = name
        notes = Notes(arguments.notes or note(folder / "notes"))
        ignored = shutil.ignore_patterns(".git", ".venv", ".*_cache")
        copies = [shutil.copytree(ROOT, folder / str(number), ignore=ignored) for number in range(WORKERS)]
        compile_solver(folder / "solver")
        files = {
            str(file.relative_to(ROOT)) for package in SAMPLED for file in (ROOT / package).rglob("*.py")
        }
        mutants = islice(draw(ROOT, sorted(files), arguments.seed), arguments.skip, None)
        sample = ((mutant, judges(mutant, notes, arguments.seconds)) for mutant in mutants)
        verdicts = judge(islice(sample, arguments.count), notes, copies)
        report([*sound([*verdicts], copies[0])])


def note(folder: Path) -> Path:
    """Run all tests but the soaks, to know which of them run which line."""
    for chosen in ((), ("-m", "thorough")):
        command = [sys.executable, "-m", "pytest", "-p", "benchmarks.tests_by_line", *chosen]
        subprocess.run(command, cwd=ROOT, env=os.environ | {FOLDER: str(folder)}, check=False)  # noqa: S603 - our own
    return folder


def compile_solver(folder: Path) -> None:
    """Compile the solver for all tests, as they do at the beginning of a run."""
    folder.mkdir()
    os.environ["TESTS_SOLVER_FOLDER"] = str(folder)
    code = "from tests.compiled_solver import compile_once; compile_once()"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)  # noqa: S603 - our own


def judge(
    sample: Iterable[tuple[Mutant, Sequence[str]]], notes: Notes, copies: Sequence[Path]
) -> Iterator[Verdict]:
    """Judge mutants with their tests, one at a time in each copy, but not those that can't be imported."""
    free = [*copies]
    running: dict[int, tuple[Mutant, Path]] = {}

    def wait() -> Iterator[Verdict]:
        process, status = os.wait()
        mutant, copy = running.pop(process)
        ended, failed = end(copy, process, status)
        shutil.copy2(ROOT / mutant.module, copy / mutant.module)
        free.append(copy)
        if ended != CANNOT_BE_IMPORTED:
            yield Verdict(mutant, bool(failed) or ended in BROKEN, failed)

    for mutant, tests in sample:
        if not free:
            yield from wait()
        copy = free.pop()
        limit = PATIENCE + sum(notes.seconds[test] for test in tests)
        running[start(copy, tests, limit, mutant)] = mutant, copy
    while running:
        yield from wait()


def judges(mutant: Mutant, notes: Notes, most: float) -> list[str]:
    """Return tests that can notice a mutant, the likeliest first, as many as don't take longer than this."""
    tests, likely = notes.tests(mutant.module, mutant.lines), set[str]()
    if mutant.names:
        tests |= notes.tests_that_name(mutant.names, mutant.module)
        likely |= notes.tests_about(mutant.names)
    other = next((start for room, start in OTHERS.items() if mutant.module.startswith(room)), None)
    likely |= {test for test in notes.seconds if other and test.startswith(other)}
    subject = Path(mutant.module).stem.rstrip("s")
    room = "/".join(("tests", *Path(mutant.module).parts[:2], ""))
    of_file: Counter[str] = Counter()
    order = []
    of_module = notes.lines(mutant.module)
    for test in sorted(tests | likely, key=lambda test: (-of_module[test], notes.seconds[test])):
        file = test.partition("::")[0]
        # Of each file the one that runs most of the module, then another one of each.
        distance = 0 if subject in file or test in likely else 1 if file.startswith(room) else 2
        # A slow one would take the time of all others.
        last = notes.seconds[test] > most / 10, "postgresql" in test
        order.append((*last, distance, of_file[file], notes.seconds[test], test))
        of_file[file] += 1
    order.sort()
    until = accumulate(seconds for *_, seconds, _ in order)
    return [test for (*_, test), total in zip(order, until, strict=True) if total < most] or [
        test for *_, test in order[:1]
    ]


def start(copy: Path, tests: Sequence[str], limit: float, mutant: Mutant | None = None) -> int:
    """Run tests in a fork, which ends by itself at the limit of seconds. Return its process."""
    process = os.fork()
    if process == 0:
        try:
            _run(copy, tests, limit, mutant)
        finally:
            os._exit(pytest.ExitCode.INTERNAL_ERROR)
    return process


def _run(copy: Path, tests: Sequence[str], limit: float, mutant: Mutant | None) -> NoReturn:
    # The first ends a loop, the second what waits forever. Other programs may slow the tests down.
    signal.setitimer(signal.ITIMER_PROF, limit)
    signal.alarm(5 * round(limit))
    os.setsid()
    os.chdir(copy)
    os.environ["PYTHONPATH"] = str(copy)
    sys.path[:2] = [str(copy)]
    # Or what a test starts with multiprocessing would begin by importing this file.
    vars(sys.modules["__main__"]).pop("__file__", None)
    output = os.open("output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(output, sys.stdout.fileno())
    os.dup2(output, sys.stderr.fileno())
    if mutant:
        Path(mutant.module).write_text(mutant.code)
        try:
            importlib.import_module(mutant.module[:-3].removesuffix("/__init__").replace("/", "."))
        except BaseException:  # noqa: BLE001 - whatever it is, nothing would work
            os._exit(CANNOT_BE_IMPORTED)
    # The same examples each time, and no search for a smaller one.
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, phases=phases)
    hypothesis.settings.load_profile("mutants")
    options = ["-q", "-n0", "-pno:cacheprovider", "-Wignore::pytest.PytestAssertRewriteWarning"]
    options += ["-x"] if mutant else []
    failures = Failures(copy / "failures")
    code = pytest.main([*options, *tests], [failures]) if tests else 0
    if code == pytest.ExitCode.USAGE_ERROR:
        # The mutant may have changed a parameter of a test, which is in its name.
        names = {test.partition("[")[0] for test in tests}
        code = pytest.main([*options, "-knot postgresql", *names], [failures])
    os._exit(code)


def end(copy: Path, process: int, status: int) -> tuple[int, frozenset[str]]:
    """End what a fork has left running, and return its exit code and the tests that failed."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    file = copy / "failures"
    failed = frozenset(file.read_text().splitlines()) if file.exists() else frozenset()
    file.unlink(missing_ok=True)
    return os.waitstatus_to_exitcode(status), failed


def sound(verdicts: Sequence[Verdict], copy: Path) -> Iterator[Verdict]:
    """Run all tests that have failed without a mutant, and correct the verdicts if they fail again."""
    tests = sorted({test for verdict in verdicts for test in verdict.failed if "::" in test})
    process = start(copy, tests, limit=3600)
    _, failed = end(copy, *os.waitpid(process, 0))
    for verdict in verdicts:
        yield replace(verdict, is_noticed=verdict.is_noticed and verdict.failed.isdisjoint(failed))


def report(verdicts: Sequence[Verdict]) -> None:
    """Print the mutants that nothing has noticed, why some make no difference, and how many there are."""
    entries = tomllib.loads(LISTED.read_text())["mutants"]
    reasons = {(entry["module"], entry["before"], entry["after"]): entry["reason"] for entry in entries}
    survivors = [verdict.mutant for verdict in verdicts if not verdict.is_noticed]
    for mutant in sorted(survivors, key=lambda mutant: (mutant.module, mutant.lines.start)):
        print(f"\n{mutant.module}:{mutant.lines.start}\n- {mutant.before}\n+ {mutant.after}")
        print(f"= {reasons.get(mutant.key, 'Nothing has noticed it.')}")
    heading("Mutants that were noticed (and those of the others that make no difference), of all")
    for package in (*SAMPLED, ""):
        of = [verdict for verdict in verdicts if package in {row_of(verdict.mutant), ""}]
        noticed = sum(verdict.is_noticed for verdict in of)
        equivalent = sum(not verdict.is_noticed and verdict.mutant.key in reasons for verdict in of)
        share = f"{noticed / len(of):.1%}" if of else ""
        row(package or "all", f"{noticed} ({equivalent}) of {len(of)}", share)


def row_of(mutant: Mutant) -> str:
    """Return the row of the table in which a mutant counts."""
    return next(package for package in SAMPLED if mutant.module.startswith(f"{package}/"))


if __name__ == "__main__":
    main()
