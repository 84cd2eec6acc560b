"""House rules that no linter checks: rooms, circular imports, ids, dead code, and files in the root.

``tests/bot/test_locale.py`` checks another one: the translators' list matches the code's sentences.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePath

import grimp
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "engine", "render")

MOST_MODULES = 15

NUMBERS = {"int", "float", "int | None", "float | None", "Count"}
"""The types of what could be taken for an id."""

NO_VERB = re.compile(
    r'^(?! *class )[^\n#]*[)\]\w]:\n +r?"""((?:The|An?|All|Every\w*|Some\w*|Wh\w+|How) [^\n]*)', re.MULTILINE
)
"""A docstring below a line that doesn't begin a class, with a first word that's no verb."""

FAILURES_OF_LIBRARIES = re.compile(
    r"discord\.(\w+Exception|NotFound|Forbidden|RateLimited|DiscordServerError|LoginFailure|GatewayNotFound"
    r"|ConnectionClosed|PrivilegedIntentsRequired)\b"
    r"|aiohttp\.\w+(Error|Exception)\b|HTTPStatus\b|error\.status\b"
)

READS_FAILURES = {
    "bot/ui/context/requests.py",
    "bot/ui/context/limits.py",
    # It answers requests itself.
    "bot/monitoring.py",
}

REQUESTS = {
    *(
        "fetch_guild",
        "fetch_channel",
        "fetch_channels",
        "fetch_member",
        "fetch_user",
        "create_thread",
        "create_dm",
    ),
    *("send", "send_message", "send_modal", "edit_message", "original_response", "edit_original_response"),
    *("add_user", "add_roles", "remove_roles", "autocomplete"),
}
"""What the library has for requests, by names that nothing else has."""

AT_THE_ROOT = {
    *(".ci", ".dockerignore", ".env.example", ".github", ".gitignore", ".pre-commit-config.yaml"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "Dockerfile", "LICENSE", "README.md", "SECURITY.md"),
    *("compose.postgresql.yaml", "compose.yaml", "hatch_build.py", "pyproject.toml"),
    *("benchmarks", "bot", "docs", "engine", "render", "scripts", "tests"),
    *("requirements-build.lock", "requirements-ci.lock", "requirements-solver.lock", "requirements.lock"),
}


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of this environment in its own process, because some reconfigure logging."""
    name, *arguments = command
    path = Path(sys.executable).with_name(name)
    return subprocess.run([path, *arguments], cwd=ROOT, check=False, capture_output=True, text=True)  # noqa: S603


def committed() -> list[PurePath]:
    """Return the files in the repository."""
    git = ["git", "ls-files", "-z"]
    listed = subprocess.run(git, cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S603
    return [PurePath(name) for name in listed.stdout.split("\0") if name]


def modules_in_circles() -> set[str]:
    """Return the modules that import each other, even indirectly, and those between two such circles."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    left = set(graph.modules)
    while ends := {
        module
        for module in left
        if left.isdisjoint(graph.find_modules_directly_imported_by(module))
        or left.isdisjoint(graph.find_modules_that_directly_import(module))
    }:
        left -= ends
    return left


def test_the_walls_between_the_rooms_hold() -> None:
    checked = run("lint-imports", "--no-cache")
    assert checked.returncode == 0, checked.stdout


def test_no_room_is_crowded() -> None:
    modules = Counter(
        str(path.parent)
        for path in committed()
        if path.suffix == ".py" and path.name != "__init__.py" and path.parts[0] in PACKAGES
    )
    # Migrations are a history, which only grows.
    del modules["bot/store/schema/migrations/versions"]
    crowded = {folder for folder, number in modules.items() if number > MOST_MODULES}
    assert crowded == set()


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert modules_in_circles() == set()


def test_ids_that_could_be_confused_are_given_by_name() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "bot").rglob("*.py")]
    nodes = (node for tree in trees for node in ast.walk(tree))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    confusing = {function.name for function in functions if _are_confusing(function.args.args)}
    assert confusing == set()


def _are_confusing(given: list[ast.arg]) -> bool:
    """Return whether an id, given by position, could be taken for another id or a number."""
    ids = [each for each in given if each.arg.endswith("_id")]
    numbers = [each for each in given if each.annotation and ast.unparse(each.annotation) in NUMBERS]
    return bool(ids) and len({*ids, *numbers}) > 1


def test_docstrings_of_functions_begin_with_a_verb() -> None:
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in committed() if path.suffix == ".py"}
    nouns = {str(path): found for path, text in texts.items() if (found := NO_VERB.findall(text))}
    assert nouns == {}


def test_public_functions_have_docstrings_unless_their_names_say_all() -> None:
    """Those of several statements have one. What a button does is said by its class."""
    undocumented = [
        f"{path}:{node.lineno}"
        for path in committed()
        if path.suffix == ".py" and path.parts[0] in PACKAGES
        for scope in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if isinstance(scope, ast.Module | ast.ClassDef) and not getattr(scope, "name", "").startswith("_")
        for node in scope.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith("_")
        and len(node.body) > 1
        and ast.get_docstring(node) is None
        and not any(ast.unparse(each).startswith("on_") for each in node.decorator_list)
    ]
    assert undocumented == []


@pytest.mark.thorough
def test_there_is_no_dead_code() -> None:
    checked = run("vulture")
    assert checked.returncode == 0, checked.stdout


def sources_of_bot() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "bot").rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def test_one_room_reads_how_requests_to_discord_fail() -> None:
    found = {name for name, text in sources_of_bot() if FAILURES_OF_LIBRARIES.search(text)}
    assert found == READS_FAILURES


def test_every_request_to_discord_is_asked_for_in_one_way() -> None:
    found = {
        f"{name}:{awaited.lineno} {awaited.value.func.attr}"
        for name, text in sources_of_bot()
        for awaited in ast.walk(ast.parse(text))
        if isinstance(awaited, ast.Await)
        and isinstance(awaited.value, ast.Call)
        and isinstance(awaited.value.func, ast.Attribute)
        and awaited.value.func.attr in REQUESTS
    }
    assert not found


def test_the_root_only_has_files_that_readers_need() -> None:
    assert {path.parts[0] for path in committed()} == AT_THE_ROOT
