"""What players report to the host about games in two places, where no moderator is above both."""

from collections.abc import Sequence
from typing import Final

import structlog

from bot.store import reports
from bot.store.connections.transactions import retried
from bot.store.reports import ReportRow
from bot.use_cases.games.storing import load_to_change
from bot.use_cases.use_cases import UseCases
from bot.values.game.game import Game
from bot.values.game.game_errors import OnePlaceError
from bot.values.game.turns import check_player

LONGEST: Final = 500
"""Maximum number of characters in a report."""

MOST: Final = 1000
"""Maximum number of reports that the host reads at a time."""

log = structlog.get_logger(__name__)


class Reports(UseCases):
    """The reports in one database."""

    @retried
    async def report(self, number: int, text: str, *, player_id: int) -> Game:
        """Store what a player reports about a game, cut to ``LONGEST``; return the game.

        Raises:
            NotAPlayerError: the player doesn't play in it.
        """
        async with self._database.writing() as connection:
            game = await load_to_change(connection, number)
            check_player(game, player_id)
            if not game.is_in_two_places:
                raise OnePlaceError(game)
            await reports.keep(
                connection, number, text.strip()[:LONGEST], self._clock.now(), reporter_id=player_id
            )
        log.warning("game reported to the host", game=number)
        return game

    async def newest(self) -> Sequence[ReportRow]:
        return await self._database.read_once(reports.newest, MOST)
