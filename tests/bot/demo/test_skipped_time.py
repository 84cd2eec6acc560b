"""Time that passes faster in the demo."""

from datetime import timedelta

import pytest

from bot.demo.live_pages import DemoClock, LivePages
from bot.hosting.maintenance import opened
from tests.bot.servers import Server

pytestmark = pytest.mark.thorough

HOUR = timedelta(hours=1)


@pytest.fixture
def clock() -> DemoClock:
    """Return the clock of the demo."""
    return DemoClock()


async def test_what_comes_due_in_time_that_is_skipped_happens(server: Server, clock: DemoClock) -> None:
    await server.client.stop_jobs()
    await server.begin(clock="12h")
    games, live = server.client.services.games, LivePages(server.env, server.client, clock, [])
    begun = await games.get(1)
    async with opened(server.settings) as database:
        await live.skip(6 * HOUR, database)
        waiting = await games.get(1)
        # It isn't time during which the bot was down.
        assert waiting.clock == begun.clock
        assert abs(clock.now() - server.env.now()) < HOUR
        await live.skip(7 * HOUR, database)
    assert "**Ada** has run out of time in game\N{NO-BREAK SPACE}#1." in server.newest().content
    late = await games.get(1)
    assert late.clock is not None
    assert late.clock.claimable
