"""What happens to cups without a click: they start, their games begin, their stages end, their cards change.

Each step is stored before anyone sees it, and done again by the next round if the process dies in between.
"""

from typing import Final

import structlog

from bot.jobs.event_games import begin_games, decide
from bot.store.connections.transactions import LostLeaseError
from bot.ui.context.client import ServingClient
from bot.ui.cups.posting import announce_end, show_cup, tell_stage
from bot.values.cups.cup import Cup
from bot.values.events.event import EventStatus

INTERVAL = 10.0
_BATCH: Final = 20

log = structlog.get_logger(__name__)


async def keep_cups(client: ServingClient) -> None:
    """Do what is due in all cups, one after another."""
    for number in await client.services.cups.due(_BATCH):
        try:
            await _keep(client, number)
        except LostLeaseError:
            raise
        except Exception:
            # The others shouldn't have to wait for it.
            log.exception("cup failed", cup=number)


async def keep_leagues(client: ServingClient) -> None:
    """Begin the months of leagues that are due. Their cups are kept like others."""
    for number in await client.services.leagues.due(_BATCH):
        await client.services.leagues.begin_month(number)


async def _keep(client: ServingClient, number: int) -> None:
    await decide(client, await client.services.cup_games.undecided(number))
    cup = await client.services.cup_games.advance(number)
    if await client.services.cups.to_show(number):
        # What follows leads to the card.
        await show_cup(client, number)
        cup = await client.services.cups.get(number)
    if cup.status is EventStatus.RUNNING and cup.paused_at is None:
        await _begin_stage(client, cup)
    cup = await client.services.cups.get(number)
    if cup.status is EventStatus.OVER and not cup.told_end:
        await announce_end(client, cup)
    if await client.services.cups.to_show(number):
        await show_cup(client, number)


async def _begin_stage(client: ServingClient, cup: Cup) -> None:
    """Tell people that a stage has begun, and begin its games, so that none comes before they're told."""
    if cup.told_stages < len(cup.stages):
        await tell_stage(client, cup)
    if cup.unstarted:
        await begin_games(client, cup.number, client.services.cup_games.begin_next)
