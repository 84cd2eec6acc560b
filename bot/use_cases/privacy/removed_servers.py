"""What servers that have removed the bot leave behind, and for how long."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import searches
from bot.store.connections.transactions import retried
from bot.store.events import cups, teams
from bot.store.privacy import deletions
from bot.use_cases.cups.cups import Transition
from bot.use_cases.cups.storing import load_to_change as load_cup_to_change
from bot.use_cases.cups.storing import save as save_cup
from bot.use_cases.teams.storing import load_to_change as load_team_match_to_change
from bot.use_cases.teams.storing import save as save_team_match
from bot.use_cases.use_cases import UseCases
from bot.values.cups.changes import pause, resume
from bot.values.events.event import EventStatus
from bot.values.teams import changes as team_changes

KEPT: Final = timedelta(days=90)
"""How long a server's settings and seasons are kept after it has removed the bot."""


class RemovedServers(UseCases):
    """The servers in one database that have removed the bot."""

    @retried
    async def note(self, present: AbstractSet[int]) -> None:
        """Record which servers the bot is in now, and delete the data of those that removed it ``KEPT`` ago.

        Their games stay, because they belong to the players. Searches go at once, cups wait, and team matches
        go on without a card there.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            times = await deletions.removal_times(connection)
            gone = [guild_id for guild_id, at in times.items() if at is None and guild_id not in present]
            back = [guild_id for guild_id, at in times.items() if at is not None and guild_id in present]
            await deletions.set_removed(connection, gone, now)
            await searches.drop_in(connection, gone)
            await _change_cups(connection, gone, pause, now)
            await _change_cups(connection, back, resume, now)
            await _lose_team_matches(connection, gone, now)
            await deletions.set_removed(connection, back, None)
            await deletions.forget_guilds(connection, await deletions.removed_before(connection, now - KEPT))


async def _change_cups(
    connection: AsyncConnection, guild_ids: Iterable[int], change: Transition, now: datetime
) -> None:
    for guild_id in guild_ids:
        for number in await cups.current_in(connection, guild_id):
            cup = await load_cup_to_change(connection, number)
            await save_cup(connection, cup, change(cup, now), now)


async def _lose_team_matches(connection: AsyncConnection, guild_ids: Iterable[int], now: datetime) -> None:
    """Cancel team matches that haven't begun. The others go on, with boards in the players' DMs."""
    for guild_id in guild_ids:
        for number in await teams.current_in(connection, guild_id):
            game = await load_team_match_to_change(connection, number)
            is_open = game.status is EventStatus.OPEN
            lost = team_changes.lose_card(game, game.side_in(guild_id) or 0)
            await save_team_match(connection, game, team_changes.cancel(lost, now) if is_open else lost)
