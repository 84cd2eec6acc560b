"""A position is shared once a day in a channel, on both databases."""

import asyncio

import pytest

from bot.matches.shared_positions import MEMORY, PositionShares
from bot.store.connections.database import Database
from tests.bot.clocks import StandingClock
from tests.bot.matches.clocked import MINUTE

pytestmark = pytest.mark.quick

CHANNEL, OTHER_CHANNEL = 20, 21


@pytest.fixture
def shares(database: Database, clock: StandingClock) -> PositionShares:
    return PositionShares(database, clock)


async def shared(shares: PositionShares, position: str, channel_id: int = CHANNEL) -> bool:
    async with shares.sharing(position, channel_id) as first:
        return first


async def fail_to_share(shares: PositionShares) -> None:
    async with shares.sharing("p", CHANNEL):
        raise ConnectionError


async def test_only_one_of_several_people_shares_a_position(shares: PositionShares) -> None:
    firsts = await asyncio.gather(*(shared(shares, "p") for _ in range(3)))
    assert sorted(firsts) == [False, False, True]
    assert await shares.is_shared("p", CHANNEL)
    assert await shared(shares, "c")
    assert await shared(shares, "p", OTHER_CHANNEL)


async def test_a_day_later_it_can_be_shared_again(shares: PositionShares, clock: StandingClock) -> None:
    assert await shared(shares, "p")
    clock.move(MEMORY - MINUTE)
    assert not await shared(shares, "p")
    clock.move(2 * MINUTE)
    assert not await shares.is_shared("p", CHANNEL)
    assert await shared(shares, "p")


async def test_a_position_that_could_not_be_posted_was_not_shared(shares: PositionShares) -> None:
    with pytest.raises(ConnectionError):
        await fail_to_share(shares)
    assert not await shares.is_shared("p", CHANNEL)
