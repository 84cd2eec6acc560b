"""Promises of the whole package: no dependencies, and documentation examples that run."""

import doctest
import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]

LOADED_MODULES = "import sys, engine.__main__; print(*{name.partition('.')[0] for name in sys.modules})"


def test_the_command_line_loads_nothing_but_the_standard_library() -> None:
    # -I: without the directories of installed packages that start-up files would load from.
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {LOADED_MODULES}"
    loaded = subprocess.run(  # noqa: S603 - a program written above
        [sys.executable, "-I", "-S", "-c", program],
        capture_output=True,
        check=True,
        text=True,
    )
    assert set(loaded.stdout.split()) - set(sys.stdlib_module_names) == {"engine", "__main__"}


def documented() -> Iterator[tuple[str, object]]:
    """Yield every public name in the package, and every public member that its classes define."""
    for name in engine.__all__:
        value = getattr(engine, name)
        yield name, value
        if inspect.isclass(value):
            for member, defined in vars(value).items():
                described = inspect.isroutine(defined) or isinstance(defined, property)
                if described and not member.startswith("_"):
                    yield f"{name}.{member}", defined


@pytest.mark.parametrize("value", [pytest.param(value, id=name) for name, value in documented()])
def test_every_public_name_has_a_contract_and_an_example(value: object) -> None:
    documentation = inspect.getdoc(value)
    assert documentation
    assert doctest.DocTestParser().get_examples(documentation)


def test_the_examples_on_the_page_about_text_forms_run() -> None:
    page = str(ROOT / "docs" / "notation.md")
    results = doctest.testfile(page, module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0
