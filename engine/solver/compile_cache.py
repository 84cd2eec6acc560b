"""The folder of compiled code, which saves all but the first process on a machine from compiling.

numba would keep it beside the source, which may be read-only, and wouldn't notice that a function called by
a cached one has changed. So it goes to a folder of the caller's choice, in a subfolder named after the
sources.
"""

import hashlib
import os
import sys
from importlib.metadata import version
from pathlib import Path

__all__ = ["default_cache_folder", "keep_compiled_code_in"]

_chosen: list[Path] = []


def default_cache_folder() -> Path:
    """Return the folder for compiled code if none is given: ``pyrga-solver`` in the user's cache folder."""
    named = os.environ.get("XDG_CACHE_HOME")
    return (Path(named) if named else Path.home() / ".cache") / "pyrga-solver"


def keep_compiled_code_in(folder: Path) -> None:
    """Have the kernel's compiled code read from and written to ``folder``, which is made if it doesn't exist.

    The first call in a process decides, and loading the kernel makes one with the default folder. Later calls
    change nothing, because the kernel is compiled only once in a process.

    Raises:
        OSError: the folder can't be made.
    """
    if _chosen:
        return
    # Only here, because it takes half a second: a process that wants no solver yet can import this quickly.
    import numba  # noqa: PLC0415

    kept = folder / _digest_of_sources()
    kept.mkdir(parents=True, exist_ok=True)
    numba.config.CACHE_DIR = str(kept)  # type: ignore[attr-defined]
    _chosen.append(kept)


def _digest_of_sources() -> str:
    solver = Path(__file__).parent
    digest = hashlib.sha256(f"{version('numba')} {sys.version_info[:2]}".encode())
    for source in sorted([*(solver.parent / "board").glob("*.py"), *(solver / "kernel").glob("*.py")]):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
