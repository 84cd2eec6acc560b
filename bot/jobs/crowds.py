"""Keeps the public tallies of games that channels play up to date, and closes voting early."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.ui.board.display import show
from bot.ui.context.client import ServingClient
from bot.ui.crowds import show_closed
from bot.values.crowds import VoteTally
from bot.values.game.boards import doubt_tally

INTERVAL: Final = 5.0
"""Number of seconds between two rounds."""

PACE: Final = timedelta(seconds=30)
"""Minimum time between two edits of a game's board for its tally."""


@dataclass(slots=True)
class _Known:
    """What was last seen of a game's tally, what its board shows, and since when it can have shown that.

    That's the first round after an edit was done, or after the game became known: whether another process has
    just edited the board isn't known.
    """

    shown_since: datetime | None = None
    seen: VoteTally | None = None
    shown: VoteTally | None = None


class Tallies:
    """What one process knows of the tallies of games in which people vote."""

    def __init__(self) -> None:
        self._known: dict[int, _Known] = {}

    async def keep(self, client: ServingClient) -> None:
        """Look for new votes: close voting where no one has to be waited for, and show the others."""
        tallies, now = await client.services.crowd_games.tallies()
        self._known = {number: self._known.get(number) or _Known() for number in tallies}
        for number, tally in tallies.items():
            known = self._known[number]
            known.shown_since = known.shown_since or now
            if tally != known.seen:
                known.seen = tally
                game = await client.services.crowd_games.close_early(number)
                if game.position.ply != tally.ply or game.outcome is not None:
                    await show_closed(client, game)
                    continue
            if tally != known.shown and now - known.shown_since >= PACE:
                known.shown_since, known.shown = None, tally
                await show(client, doubt_tally(await client.services.games.get(number)))
