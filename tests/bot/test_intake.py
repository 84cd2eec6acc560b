"""Clicks on boards take precedence over extras."""

import asyncio

import pytest

from bot import fair_queue
from bot.fair_queue import CALM, MOST_WAITING, Intake
from bot.values.errors import TooBusyError

pytestmark = pytest.mark.quick


class Crowd:
    """Clicks in progress, and the extras that were let in."""

    def __init__(self, clicks: int) -> None:
        self.intake = Intake()
        self.let_in: list[int] = []
        self._clicks = [self.intake.click(number) for number in range(clicks)]
        for click in self._clicks:
            click.__enter__()

    async def ask(self, *extras: int) -> list[asyncio.Task[None]]:
        tasks = [asyncio.create_task(self._ask(extra)) for extra in extras]
        await settle()
        return tasks

    async def answer(self, clicks: int) -> None:
        for _ in range(clicks):
            self._clicks.pop().__exit__(None, None, None)
        await settle()

    async def _ask(self, extra: int) -> None:
        await self.intake.admit_extra()
        self.let_in.append(extra)


async def settle() -> None:
    for _ in range(2 * MOST_WAITING):
        await asyncio.sleep(0)


async def test_an_extra_is_let_in_immediately_while_few_clicks_are_in_progress() -> None:
    crowd = Crowd(CALM - 1)
    await crowd.ask(1)
    assert crowd.let_in == [1]


async def test_extras_wait_for_clicks_and_keep_their_order() -> None:
    crowd = Crowd(CALM)
    await crowd.ask(1, 2, 3)
    assert crowd.let_in == []
    await crowd.answer(1)
    assert crowd.let_in == [1, 2, 3]


async def test_a_newcomer_does_not_pass_those_who_wait() -> None:
    crowd = Crowd(CALM)
    await crowd.ask(1, 2, 3)
    crowd.intake.answered(0)
    await crowd.ask(4)
    assert crowd.let_in == [1, 2, 3, 4]


async def test_a_click_whose_answer_is_on_the_way_no_longer_counts() -> None:
    crowd = Crowd(CALM)
    await crowd.ask(1)
    crowd.intake.answered(0)
    await settle()
    assert crowd.let_in == [1]


async def test_someone_who_finds_the_queue_full_is_told_so_and_the_others_keep_waiting() -> None:
    crowd = Crowd(CALM)
    await crowd.ask(*range(MOST_WAITING))
    with pytest.raises(TooBusyError):
        await crowd.intake.admit_extra()
    await crowd.answer(1)
    assert crowd.let_in == list(range(MOST_WAITING))


async def test_an_extra_does_not_wait_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "PATIENCE", 0.01)
    crowd = Crowd(CALM)
    with pytest.raises(TooBusyError):
        await crowd.intake.admit_extra()


async def test_someone_who_gave_up_holds_no_one_up() -> None:
    crowd = Crowd(CALM)
    first, _ = await crowd.ask(1, 2)
    first.cancel()
    await crowd.answer(1)
    assert crowd.let_in == [2]
