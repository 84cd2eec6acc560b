"""One person makes many requests at the same time. All are answered, and no one else has to wait for them."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import simcord
from structlog.testing import capture_logs

from bot.fair_queue import MOST_OF_ONE_PERSON
from bot.ui.message.content import draw
from tests.bot.servers import Server, answer

PATIENCE = 300.0
"""Seconds that a busy machine may need to answer a storm."""

STILL_WORKING = "I'm still working on your last request. Please try again soon."


@pytest.fixture
def undrawn() -> Iterator[threading.Event]:
    """Yield what lets pictures be drawn: none is until the event is set."""
    gate = threading.Event()
    yield gate
    gate.set()


def ask(
    server: Server, member: simcord.MemberActor, name: str, times: int
) -> list[simcord.InteractionResult]:
    """Use a command such as ``pyrga games`` so many times simultaneously, without waiting for anything."""
    group, name = name.split()
    subcommand: dict[str, Any] = {"type": 1, "name": name, "options": []}
    data = {"name": group, "options": [subcommand]}
    records = [server.send(member, data) for _ in range(times)]
    return [simcord.InteractionResult(server.env, record) for record in records]


def refused(results: list[simcord.InteractionResult]) -> int:
    """Return how many of the requests were refused so far."""
    return sum(result.response is not None and STILL_WORKING in result.response.content for result in results)


@pytest.mark.parametrize(
    "times",
    [40, pytest.param(200, marks=[pytest.mark.soak, pytest.mark.simcord(settle_timeout=PATIENCE)])],
)
async def test_a_person_who_requests_many_puzzles_at_the_same_time_is_told_to_wait(
    server: Server, undrawn: threading.Event, times: int
) -> None:
    drawing = asyncio.create_task(draw(undrawn.wait))
    with capture_logs() as logged:
        results = ask(server, server.ada, "pyrga-learn puzzle", times)
        # Otherwise one that's answered early would make room for another.
        async with asyncio.timeout(PATIENCE):
            while refused(results) < times - MOST_OF_ONE_PERSON:  # noqa: ASYNC110 - the bot says nothing when it has refused
                await asyncio.sleep(0.01)
        undrawn.set()
        await drawing
        await server.env.settle()
    assert sum(STILL_WORKING in answer(result).content for result in results) == times - MOST_OF_ONE_PERSON
    assert all(result.acknowledged for result in results)
    assert [line for line in logged if line["log_level"] == "error"] == []
