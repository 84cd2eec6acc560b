"""Background analyses: what they report, and that no one has more than one at a time."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from structlog.contextvars import bound_contextvars, get_contextvars

from bot.computer import Analyses, Computer
from bot.computer.analyses import Finding
from engine import Value
from tests.bot.computer.test_computer import ADA, BLAISE, EASY, HARD

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def computer(compiled_solver: Path) -> AsyncIterator[Computer]:
    made = Computer(megabytes=16, cache_folder=compiled_solver)
    yield made
    await made.close()


class Reader:
    """Keeps the reports."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.ended = asyncio.Event()

    async def __call__(self, finding: Finding) -> None:
        self.findings.append(finding)
        if finding.ended:
            self.ended.set()


async def test_an_easy_position_is_eventually_solved(computer: Computer) -> None:
    analyses, reader = Analyses(computer), Reader()
    search = analyses.begin(ADA, EASY, reader)
    finding = await search.first
    await reader.ended.wait()
    assert reader.findings[0] is finding
    last = reader.findings[-1]
    assert last.complete
    assert last.solution is not None
    assert last.solution.value is Value.WIN
    assert [each.ended for each in reader.findings] == [False] * (len(reader.findings) - 1) + [True]


async def test_a_search_ends_when_its_time_is_up_with_what_it_found(computer: Computer) -> None:
    analyses, reader = Analyses(computer, seconds=0.1), Reader()
    analyses.begin(ADA, HARD, reader)
    await reader.ended.wait()
    assert reader.findings[-1].ended
    assert not reader.findings[-1].complete


async def test_another_position_replaces_the_previous_one(computer: Computer) -> None:
    analyses, first, second = Analyses(computer), Reader(), Reader()
    superseded = analyses.begin(ADA, HARD, first)
    analyses.begin(ADA, EASY, second)
    assert await superseded.first is None
    await second.ended.wait()
    assert first.findings == []
    assert second.findings[-1].complete


async def test_two_clicks_for_one_position_have_the_same_first_finding(computer: Computer) -> None:
    analyses, first, second = Analyses(computer), Reader(), Reader()
    superseded, search = analyses.begin(ADA, EASY, first), analyses.begin(ADA, EASY, second)
    finding = await superseded.first
    assert finding is not None
    assert finding.solution is not None
    assert await search.first is finding
    await second.ended.wait()
    assert first.findings == []


async def test_a_person_who_clicks_fast_never_has_two_requests(computer: Computer) -> None:
    analyses = Analyses(computer)
    readers = [Reader() for _ in range(10)]
    for reader in readers:
        analyses.begin(ADA, EASY, reader)
        await asyncio.sleep(0)
    await readers[-1].ended.wait()
    # More than four at the same time would be refused, and a refusal has no solution.
    assert [finding.solution is not None for reader in readers for finding in reader.findings] == [True]


async def test_searches_of_different_people_run_side_by_side(computer: Computer) -> None:
    analyses, slow, fast = Analyses(computer), Reader(), Reader()
    analyses.begin(ADA, HARD, slow)
    analyses.begin(BLAISE, EASY, fast)
    await fast.ended.wait()
    assert not slow.ended.is_set()
    analyses.end(ADA)
    await analyses.stop()


async def test_each_search_is_logged_under_the_click_that_wanted_it(tmp_path: Path) -> None:
    analyses = Analyses(Computer(megabytes=0, cache_folder=tmp_path))
    clicks: list[object] = []
    ended = asyncio.Event()

    async def note_click(finding: Finding) -> None:
        del finding
        clicks.append(get_contextvars()["interaction"])
        if len(clicks) == 3:
            ended.set()
            return
        with bound_contextvars(interaction=len(clicks)):
            analyses.begin(ADA, EASY if len(clicks) % 2 else HARD, note_click)

    with bound_contextvars(interaction=0):
        analyses.begin(ADA, HARD, note_click)
    await ended.wait()
    assert clicks == [0, 1, 2]


async def test_without_a_computer_the_search_ends_without_an_answer(tmp_path: Path) -> None:
    analyses, reader = Analyses(Computer(megabytes=0, cache_folder=tmp_path)), Reader()
    analyses.begin(ADA, EASY, reader)
    await reader.ended.wait()
    assert reader.findings == [Finding(None, ended=True)]
