"""What the bot is built from is pinned as SECURITY.md promises."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parent.parent
PROMISES = (ROOT / "SECURITY.md").read_text().partition("## What it's built from")[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LOCKS = sorted(ROOT.glob("requirements*.lock"))
INSTALLING = [ROOT / "Dockerfile", *(ROOT / ".ci").iterdir(), ROOT / "docs" / "pyrga.service", *WORKFLOWS]

# Written in parts, because no file may name one.
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("crates", "io"),
        ("docker", "io"),
        ("ghcr", "io"),
        ("quay", "io"),
        ("mcr", "microsoft", "com"),
        ("registry", "k8s", "io"),
        ("conda", "anaconda", "org"),
    )
]


def committed() -> list[Path]:
    listed = subprocess.run(  # noqa: S603 - git itself
        [shutil.which("git") or "git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name]


def promised(pattern: str) -> set[str]:
    """Return what SECURITY.md names that looks like this."""
    return {name for name in re.findall(r"`([^`]+)`", PROMISES) if re.fullmatch(pattern, name)}


def tags() -> set[str]:
    """Return the images and actions whose digests are recorded."""
    listed = subprocess.run(  # noqa: S603 - a script of ours
        [ROOT / "scripts" / "digests", "--tags"], capture_output=True, check=True, text=True
    )
    return set(listed.stdout.split())


def used(pattern: str) -> set[str]:
    """Return the images or actions that the files use."""
    files = [ROOT / "Dockerfile", *ROOT.glob("compose*.yaml"), *WORKFLOWS]
    return {name for file in files for name in re.findall(pattern, file.read_text(), re.MULTILINE)}


def requirements(lock: Path) -> dict[str, list[str]]:
    """Return the pinned packages of a lock file, and the hashes of each."""
    lines = lock.read_text().replace("\\\n", " ").splitlines()
    return {line.split()[0]: re.findall(r"--hash=sha256:[0-9a-f]{64}", line) for line in lines}


def test_every_lock_file_is_promised_and_written_by_the_script() -> None:
    names = {lock.name for lock in LOCKS}
    assert promised(r"requirements.*\.lock") == names
    assert set(re.findall(r"--output-file (\S+)", (ROOT / "scripts" / "lock").read_text())) == names


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_package_in_a_lock_file_has_one_version_and_its_hashes(lock: Path) -> None:
    pinned = requirements(lock)
    assert pinned
    for requirement, hashes in pinned.items():
        assert re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", requirement)
        assert hashes, requirement


def test_what_builds_the_package_is_what_the_lock_file_has() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert set(needed) < requirements(ROOT / "requirements-build.lock").keys()


def test_the_tests_run_on_every_python_that_the_package_allows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (matrix,) = re.findall(r"python: \[(.+)\]", (ROOT / ".github" / "workflows" / "ci.yml").read_text())
    first, after = map(int, re.findall(r"3\.(\d+)", project["requires-python"]))
    assert matrix.replace('"', "").split(", ") == [f"3.{minor}" for minor in range(first, after)]


@pytest.mark.parametrize(
    ("platform", "machine", "has_computer"),
    [
        ("linux", "x86_64", True),
        ("linux", "aarch64", True),
        ("linux", "armv7l", False),
        ("darwin", "arm64", True),
        ("darwin", "x86_64", False),
        ("win32", "AMD64", True),
        ("win32", "ARM64", False),
    ],
)
def test_the_solver_is_only_installed_where_its_compiler_has_wheels(
    platform: str, machine: str, *, has_computer: bool
) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed = declared["project"]["optional-dependencies"]["solver"]
    assert needed == declared["dependency-groups"]["solver"]
    pinned = re.findall(r"^(\S+==.*?) \\", (ROOT / "requirements-solver.lock").read_text(), re.MULTILINE)
    here = {"sys_platform": platform, "platform_machine": machine, "python_full_version": "3.13.0"}
    requirements_here = [Requirement(each) for each in (*needed, *pinned)]
    assert {each.name for each in requirements_here if each.marker is None or each.marker.evaluate(here)} == (
        {"llvmlite", "numba", "numpy"} if has_computer else set()
    )


def test_packages_are_installed_from_the_lock_files_only() -> None:
    commands = [
        (file.name, command)
        for file in INSTALLING
        # With uv, CI installs what only the tests need.
        for command in re.findall(
            r"(?<!uv )\bpip\"? (?:--python \S+ )?(?:install|wheel) .*", file.read_text()
        )
    ]
    assert len(commands) > len(INSTALLING)
    for file, command in commands:
        from_locks = "--require-hashes" in command and not re.sub(
            r"^.*--require-hashes(( -r| &&| \\| ;;)?( requirements[a-z-]*\.lock)?)*$", "", command
        )
        fetches_nothing = "--no-deps" in command and (
            "--no-build-isolation" in command or "--no-index" in command
        )
        assert from_locks or fetches_nothing, (file, command)


def test_base_images_have_the_full_versions_that_are_promised() -> None:
    images = used(r"^FROM (\S+)") | used(r"^ *(?:image|container): (\S+)") - {"${PYRGA_IMAGE:?set"}
    assert images == promised(r"[a-z]+:[0-9.]+-[a-z-]+")
    assert all(re.fullmatch(r"python:\d+\.\d+\.\d+-\S+|postgres:\d+\.\d+-\S+", image) for image in images)
    assert images < tags()


def test_actions_have_the_full_versions_that_are_promised() -> None:
    actions = used(r"\buses: (\S+)")
    assert actions == promised(r"\S+@\S+")
    assert all(re.fullmatch(r"[\w/-]+@v\d+\.\d+\.\d+", action) for action in actions)
    assert actions < tags()


def test_a_release_records_the_digests() -> None:
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text()
    recorded = re.findall(r"scripts/digests dist/\* \| tee (\S+)", release)
    assert recorded == ["digests.txt"]
    assert re.search(r"gh release create .* dist/\* digests\.txt", release)
    assert promised(r"digests\.txt")


def test_the_image_gets_every_file_that_is_copied_into_it() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert {f"!{name}" for names in copied for name in names.split()} <= set(ignored)


def test_no_committed_file_names_the_host_of_a_package_registry() -> None:
    named = re.compile("|".join(map(re.escape, REGISTRIES)).encode())
    assert [file.name for file in committed() if file.is_file() and named.search(file.read_bytes())] == []
