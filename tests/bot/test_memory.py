"""Memory that isn't needed any longer goes back to the system."""

import platform

import pytest

from bot.jobs.memory import give_back
from tests.memory import resident_bytes

BLOCKS, BLOCK = 600, 100_000
"""Sixty megabytes, in pieces that the C library keeps when they're freed."""

MEGABYTE = 1_000_000


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can give memory back")
def test_what_a_busy_minute_needed_is_given_back() -> None:
    blocks = [b"x" * BLOCK for _ in range(BLOCKS)]
    # What's still needed lies between the rest.
    needed = blocks[::50]
    del blocks
    before = resident_bytes()
    assert give_back()
    assert before - resident_bytes() > 30 * MEGABYTE
    assert len(needed) == BLOCKS / 50
