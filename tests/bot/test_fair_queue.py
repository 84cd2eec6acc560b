"""Whose turn it is."""

import asyncio

import pytest

from bot.fair_queue import FairQueue
from bot.values.errors import StillWorkingError, TooBusyError

ADA, BLAISE, CHIYO = 101, 102, 103


class Work:
    """Requests that note who had a turn, and end when told to."""

    def __init__(self, queue: FairQueue | None = None) -> None:
        self.queue = queue or FairQueue(3)
        self.turns: list[int] = []
        self._done = asyncio.Semaphore(0)

    async def request(self, player_id: int, turns: int = 1) -> None:
        with self.queue.request(player_id):
            for _ in range(turns):
                async with self.queue.share(player_id):
                    self.turns.append(player_id)
                    await self._done.acquire()

    async def begin(self, player_id: int, turns: int = 1) -> asyncio.Task[None]:
        task = asyncio.create_task(self.request(player_id, turns))
        await asyncio.sleep(0)
        return task

    async def finish(self, *tasks: asyncio.Task[None]) -> None:
        for _ in range(100):
            self._done.release()
        await asyncio.gather(*tasks)


async def test_requests_run_one_at_a_time() -> None:
    work = Work()
    tasks = [await work.begin(ADA), await work.begin(BLAISE)]
    assert work.turns == [ADA]
    await work.finish(*tasks)
    assert work.turns == [ADA, BLAISE]


async def test_as_many_requests_run_at_a_time_as_there_are_places() -> None:
    work = Work(FairQueue(3, at_once=2))
    tasks = [await work.begin(who) for who in (ADA, BLAISE, CHIYO)]
    assert work.turns == [ADA, BLAISE]
    await work.finish(*tasks)
    assert work.turns == [ADA, BLAISE, CHIYO]


async def test_players_take_turns_no_matter_how_much_one_of_them_asks_for() -> None:
    work = Work()
    tasks = [await work.begin(who) for who in (ADA, ADA, ADA, BLAISE, BLAISE, CHIYO)]
    await work.finish(*tasks)
    assert work.turns == [ADA, ADA, BLAISE, CHIYO, ADA, BLAISE]


async def test_a_long_request_makes_way_between_its_turns() -> None:
    work = Work()
    tasks = [await work.begin(ADA, turns=3), await work.begin(BLAISE), await work.begin(CHIYO)]
    await work.finish(*tasks)
    assert work.turns == [ADA, BLAISE, CHIYO, ADA, ADA]


async def test_a_player_can_have_three_requests_and_others_still_get_theirs() -> None:
    work = Work()
    tasks = [await work.begin(ADA) for _ in range(3)]
    with pytest.raises(StillWorkingError):
        await work.request(ADA)
    tasks.append(await work.begin(BLAISE))
    await work.finish(*tasks)
    await work.finish(await work.begin(ADA))


async def test_someone_who_gives_up_does_not_keep_others_waiting() -> None:
    work = Work()
    first, second, third = await work.begin(ADA), await work.begin(BLAISE), await work.begin(CHIYO)
    second.cancel()
    await work.finish(first, third)
    assert work.turns == [ADA, CHIYO]


async def test_the_turn_of_someone_who_gives_up_goes_to_the_next() -> None:
    work = Work()
    first, second, third = await work.begin(ADA), await work.begin(BLAISE), await work.begin(CHIYO)
    first.cancel()
    # The first has passed its turn on, but the second has not run yet.
    await asyncio.sleep(0)
    second.cancel()
    await work.finish(third)
    assert work.turns == [ADA, CHIYO]


async def test_the_turn_is_free_again_after_an_error() -> None:
    queue = FairQueue(1)

    async def request(divisor: int) -> int:
        with queue.request(ADA):
            async with queue.share(ADA):
                return 6 // divisor

    with pytest.raises(ZeroDivisionError):
        await request(0)
    assert await request(2) == 3


def test_the_requests_of_all_players_together_are_limited() -> None:
    queue = FairQueue(3, most_in_all=2)
    with queue.request(ADA), queue.request(BLAISE), pytest.raises(TooBusyError), queue.request(CHIYO):
        pytest.fail("a third request was taken on")
    with queue.request(CHIYO):
        pass
