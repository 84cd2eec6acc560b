"""Redraws board messages that don't show the current state of their games."""

import structlog

from bot.metrics import REPAIRED_BOARDS
from bot.store.connections.transactions import LostLeaseError
from bot.ui.board.display import show
from bot.ui.context.client import ServingClient

INTERVAL = 30.0
_BATCH = 20

log = structlog.get_logger(__name__)


async def repair_boards(client: ServingClient) -> None:
    """Redraw every board that's marked dirty, one after another."""
    last = None
    while batch := [game.number for game in await client.services.games.unshown(_BATCH, below=last)]:
        for number in batch:
            try:
                await _repair(client, number)
            except LostLeaseError:
                raise
            except Exception:
                # The others shouldn't have to wait for it.
                log.exception("board not repaired", game=number)
        last = batch[-1]


async def _repair(client: ServingClient, number: int) -> None:
    match = await client.services.games.get(number)
    if not match.shown:
        await show(client, match)
        REPAIRED_BOARDS.inc()
