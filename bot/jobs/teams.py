"""What happens to team matches without a click: they start, games begin, they end, cards change.

Each step is stored before anyone sees it, and done again by the next round if the process dies in between.
"""

from typing import Final

import structlog

from bot.jobs.event_games import begin_games, decide
from bot.store.connections.transactions import LostLeaseError
from bot.ui.context.client import ServingClient
from bot.ui.teams.posting import announce_end, show_team_match, tell_start
from bot.values.events.event import EventStatus

INTERVAL = 10.0
_BATCH: Final = 20

log = structlog.get_logger(__name__)


async def keep_team_matches(client: ServingClient) -> None:
    """Do what is due in all team matches, one after another."""
    for number in await client.services.team_matches.due(_BATCH):
        try:
            await _keep(client, number)
        except LostLeaseError:
            raise
        except Exception:
            # The others shouldn't have to wait for it.
            log.exception("team match failed", number=number)


async def _keep(client: ServingClient, number: int) -> None:
    games, matches = client.services.team_games, client.services.team_matches
    await decide(client, await games.undecided(number))
    match = await games.advance(number)
    for index in (0, 1):
        if match.is_to_tell(index):
            await (tell_start if match.status is EventStatus.RUNNING else announce_end)(client, match, index)
    if match.unstarted:
        await begin_games(client, number, games.begin_next)
    for index in (0, 1):
        if await matches.to_show(number, index=index):
            await show_team_match(client, number, index=index)
