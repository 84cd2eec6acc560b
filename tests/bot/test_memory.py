"""Memory that isn't needed any longer goes back to the system."""

import platform
from pathlib import Path

import pytest

from bot.jobs.memory import give_back

BLOCKS, BLOCK = 600, 100_000
"""Sixty megabytes, in pieces that the C library keeps when they're freed."""

MEGABYTE = 1_000_000


def resident() -> int:
    """The bytes of memory that this process takes."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can give memory back")
def test_what_a_busy_minute_needed_is_given_back() -> None:
    blocks = [b"x" * BLOCK for _ in range(BLOCKS)]
    # What's still needed lies between the rest.
    needed = blocks[::50]
    del blocks
    before = resident()
    assert give_back()
    assert before - resident() > 30 * MEGABYTE
    assert len(needed) == BLOCKS / 50
