"""Anything from a game and any position is shared once a day in a channel, on both databases."""

import asyncio

import pytest

from bot.store.connections.database import Database
from bot.use_cases.reviews import REVIEW, Shares, part_of
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import DAY, MINUTE

pytestmark = pytest.mark.quick

CHANNEL, OTHER_CHANNEL = 20, 21
POSITION = part_of(5, 2)


@pytest.fixture
def shares(database: Database, clock: StandingClock) -> Shares:
    return Shares(database, clock)


async def shared(shares: Shares, subject: str = POSITION, channel_id: int = CHANNEL) -> bool:
    async with shares.sharing(subject, channel_id) as first:
        return first


async def fail_to_share(shares: Shares) -> None:
    async with shares.sharing(POSITION, CHANNEL):
        raise ConnectionError


async def test_only_one_of_several_people_shares_a_position(shares: Shares) -> None:
    firsts = await asyncio.gather(*(shared(shares) for _ in range(3)))
    assert sorted(firsts) == [False, False, True]
    assert await shares.is_shared(POSITION, CHANNEL)


async def test_each_subject_and_each_channel_are_separate(shares: Shares) -> None:
    assert await shared(shares)
    for subject in (part_of(5, 0), part_of(5, REVIEW), part_of(4, 2), "p"):
        assert not await shares.is_shared(subject, CHANNEL)
        assert await shared(shares, subject)
    assert await shared(shares, POSITION, OTHER_CHANNEL)


async def test_a_day_later_it_can_be_shared_again(shares: Shares, clock: StandingClock) -> None:
    assert await shared(shares)
    clock.move(DAY - MINUTE)
    assert not await shared(shares)
    clock.move(2 * MINUTE)
    assert not await shares.is_shared(POSITION, CHANNEL)
    assert await shared(shares)


async def test_a_position_that_could_not_be_posted_was_not_shared(shares: Shares) -> None:
    with pytest.raises(ConnectionError):
        await fail_to_share(shares)
    assert not await shares.is_shared(POSITION, CHANNEL)
    assert await shared(shares)


async def test_a_failed_second_attempt_does_not_take_back_the_first(shares: Shares) -> None:
    assert await shared(shares)
    with pytest.raises(ConnectionError):
        await fail_to_share(shares)
    assert await shares.is_shared(POSITION, CHANNEL)
