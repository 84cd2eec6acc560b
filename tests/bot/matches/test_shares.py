"""Anything from a game is only shared once in a channel, on both databases."""

import asyncio

import pytest

from bot.matches.review.reviews import REVIEW, Shares
from bot.store.connections.database import Database
from tests.bot.clocks import StandingClock
from tests.bot.matches.clocked import Clocked

pytestmark = pytest.mark.quick

CHANNEL, OTHER_CHANNEL = 20, 21


@pytest.fixture
async def number(clocked: Clocked) -> int:
    """The number of a game."""
    return (await clocked.begin(None)).number


@pytest.fixture
def shares(database: Database, clock: StandingClock) -> Shares:
    return Shares(database, clock)


async def shared(shares: Shares, number: int, ply: int, channel_id: int = CHANNEL) -> bool:
    async with shares.sharing(number, ply, channel_id) as first:
        return first


async def fail_to_share(shares: Shares, number: int, ply: int) -> None:
    async with shares.sharing(number, ply, CHANNEL):
        raise ConnectionError


async def test_only_one_of_several_people_shares_a_position(shares: Shares, number: int) -> None:
    firsts = await asyncio.gather(*(shared(shares, number, 2) for _ in range(3)))
    assert sorted(firsts) == [False, False, True]
    assert await shares.is_shared(number, 2, CHANNEL)


async def test_each_position_the_review_and_each_channel_are_separate(shares: Shares, number: int) -> None:
    assert await shared(shares, number, 2)
    for ply, channel_id in ((0, CHANNEL), (REVIEW, CHANNEL), (2, OTHER_CHANNEL)):
        assert not await shares.is_shared(number, ply, channel_id)
        assert await shared(shares, number, ply, channel_id)


async def test_a_position_that_could_not_be_posted_was_not_shared(shares: Shares, number: int) -> None:
    with pytest.raises(ConnectionError):
        await fail_to_share(shares, number, REVIEW)
    assert not await shares.is_shared(number, REVIEW, CHANNEL)
    assert await shared(shares, number, REVIEW)


async def test_a_failed_second_attempt_does_not_take_back_the_first(shares: Shares, number: int) -> None:
    assert await shared(shares, number, 1)
    with pytest.raises(ConnectionError):
        await fail_to_share(shares, number, 1)
    assert await shares.is_shared(number, 1, CHANNEL)
