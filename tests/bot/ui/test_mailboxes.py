"""Mailboxes: work about one subject is done together, and for everyone who hands it in."""

import asyncio
from collections.abc import Sequence

import pytest
import structlog

from bot.store.connections.transactions import Fence, behind, check_fence
from bot.ui.context.client import Mailboxes

pytestmark = pytest.mark.quick


async def test_what_comes_in_meanwhile_is_done_together() -> None:
    mailboxes, done = Mailboxes(), list[list[int]]()

    async def work(items: Sequence[int]) -> None:
        await asyncio.sleep(0)
        done.append([*items])

    await asyncio.gather(*(mailboxes.hand_in("game", number, work) for number in range(3)))
    assert [number for items in done for number in items] == [0, 1, 2]
    assert len(done) < 3


async def test_work_that_fails_fails_for_those_who_handed_it_in_and_for_no_one_after_them() -> None:
    mailboxes = Mailboxes()

    async def work(items: Sequence[int]) -> None:
        if 1 in items:
            raise ValueError(items)

    with pytest.raises(ValueError, match="1"):
        await mailboxes.hand_in("game", 1, work)
    await mailboxes.hand_in("game", 2, work)


async def test_work_is_done_even_if_whoever_handed_it_in_gives_up() -> None:
    mailboxes, done = Mailboxes(), asyncio.Event()

    async def work(_: Sequence[int]) -> None:
        await asyncio.sleep(0)
        done.set()

    handing_in = asyncio.create_task(mailboxes.hand_in("game", 1, work))
    await asyncio.sleep(0)
    handing_in.cancel()
    await done.wait()


async def test_work_is_neither_behind_the_fence_nor_under_the_click_of_whoever_began_it() -> None:
    seen: list[dict[str, object]] = []

    async def work(_: Sequence[int]) -> None:
        check_fence()
        seen.append(structlog.contextvars.get_contextvars())

    with structlog.contextvars.bound_contextvars(interaction=9), behind(Fence(term=1, until=0)):
        await Mailboxes().hand_in("game", 1, work)
    assert seen == [{}]
