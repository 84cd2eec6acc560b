"""The command ``pyrga demo``, run as a person would."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_PYRGA = Path(sys.executable).with_name("pyrga")
_ANNOUNCEMENT = "Open "
_SECONDS_TO_END = 120


@dataclass(frozen=True, slots=True)
class Ending:
    """How the command ended: its exit code and the last thing it printed."""

    code: int
    words: str


class Demo:
    """A running demo, and what it said before its address."""

    def __init__(self, process: subprocess.Popen[str], words: list[str], address: str) -> None:
        self._process = process
        self.words = words
        self.address = address

    def interrupt(self) -> Ending:
        """Press Ctrl-C and wait for the end."""
        self._process.send_signal(signal.SIGINT)
        words, _ = self._process.communicate(timeout=_SECONDS_TO_END)
        return Ending(self._process.returncode, words)


@contextmanager
def demo_on(folder: Path) -> Iterator[Demo]:
    """Yield a demo that keeps its games in ``folder``, as soon as its page can be opened."""
    command = [str(_PYRGA), "demo", "--port", "0", "--data", str(folder)]
    # No one plays the computer, so it doesn't need to be compiled.
    environment = {**os.environ, "PYRGA_SOLVER_MEGABYTES": "0"}
    with subprocess.Popen(  # noqa: S603 - our own command
        command, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        try:
            yield Demo(process, *_announced_address(process))
        finally:
            process.kill()


def _announced_address(process: subprocess.Popen[str]) -> tuple[list[str], str]:
    words: list[str] = []
    for line in process.stdout or ():
        if line.startswith(_ANNOUNCEMENT):
            return words, line.removeprefix(_ANNOUNCEMENT).strip()
        words.append(line)
    raise AssertionError("The demo ended before it said where its page is.")
