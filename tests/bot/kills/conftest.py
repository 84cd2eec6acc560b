"""What all tests share that kill bots."""

import pytest

from tests.loopback import answers
from tests.loopback.messages import PATIENCE


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the speed of the machine from changing what Discord accepts."""
    monkeypatch.setattr(answers, "LONGEST_SILENCE", PATIENCE)
