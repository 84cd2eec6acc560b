"""The house rules that a tool of their own checks."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXTS = {".py", ".md", ".toml", ".lock", ".txt", ".yml", ".example", ".run", ""}
# Spelled in halves, so that this file does not name them itself.
HOSTS = ["py" + "pi.org", "python" + "hosted.org", "deb" + "ian.org", "npm" + "js.org"]


def committed() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607 - the machine's own git
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name]


def test_the_walls_between_the_packages_stand() -> None:
    # In a process of its own: the tool changes how its process logs.
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    checked = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)  # noqa: S603
    assert checked.returncode == 0, checked.stdout


def test_no_file_names_the_host_of_a_package_registry() -> None:
    for path in committed():
        if path.suffix in TEXTS and path.is_file():
            text = path.read_text(encoding="utf-8", errors="ignore")
            assert not [host for host in HOSTS if host in text], path


def test_no_file_names_a_path_of_the_machine_it_was_written_on() -> None:
    for path in committed():
        if path.suffix in TEXTS and path.is_file():
            text = path.read_text(encoding="utf-8", errors="ignore")
            assert "/" + "work/" not in text, path
            assert "/" + "root/" not in text, path
