"""One person makes many requests at the same time. All are answered, and no one else has to wait for them."""

from typing import Any

import pytest
import simcord
from structlog.testing import capture_logs

from bot.ui.context.intake import MOST_OF_ONE_PERSON
from tests.bot.servers import Server, answer

PATIENCE = 300.0
"""Seconds that a busy machine may need to answer a storm."""

STILL_WORKING = "I'm still working on your last request. Please try again soon."


async def ask(server: Server, member: simcord.MemberActor, name: str, times: int) -> list[Any]:
    """Use a subcommand of ``/pyrga`` this many times simultaneously."""
    subcommand = {"type": 1, "name": name, "options": []}
    data = {"name": "pyrga", "options": [subcommand]}
    records = [server.send(member, data) for _ in range(times)]
    await server.env.settle()
    return records


@pytest.mark.parametrize(
    "times",
    [40, pytest.param(200, marks=[pytest.mark.thorough, pytest.mark.simcord(settle_timeout=PATIENCE)])],
)
async def test_a_person_who_requests_many_puzzles_at_the_same_time_is_told_to_wait(
    server: Server, times: int
) -> None:
    with capture_logs() as logged:
        records = await ask(server, server.ada, "puzzle", times)
    results = [simcord.InteractionResult(server.env, record) for record in records]
    refused = [result for result in results if STILL_WORKING in answer(result).content]
    # When one of the first requests is done, another one that arrives after that is let in.
    assert times // 2 < len(refused) <= times - MOST_OF_ONE_PERSON
    assert all(result.acknowledged for result in results)
    assert [line for line in logged if line["log_level"] == "error"] == []
