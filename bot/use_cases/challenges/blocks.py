"""Blocks: the people a player doesn't want to be challenged by."""

from bot.clock import Clock
from bot.store.challenges import blocks
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.use_cases.challenges.kept_limits import KeptLimits
from bot.use_cases.names import remember
from bot.use_cases.use_cases import UseCases
from bot.values.challenge_errors import SelfBlockError
from bot.values.pages import Page
from bot.values.players import Player


class Blocks(UseCases):
    """The blocks in one database. They apply in every server, and no one is told that they are blocked."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        self._kept_limits = KeptLimits()

    @retried
    async def block(self, player: Player, other: Player) -> None:
        """Keep ``other`` from challenging ``player`` and from joining their open challenges."""
        if player.id == other.id:
            raise SelfBlockError
        now = self._clock.now()
        async with self._database.writing() as connection:
            for one in sorted((player, other), key=lambda one: one.id):
                await remember(connection, one, now)
            await blocks.add(connection, player.id, blocked_id=other.id, now=now)

    @retried
    async def unblock(self, player_id: int, *, other_id: int) -> None:
        """Remove a block, if there is one, even if ``other`` has deleted their data since."""
        async with self._database.writing() as connection:
            await blocks.remove(connection, player_id, blocked_id=other_id)
            await self._kept_limits.unblock(connection, player_id, other_id=other_id)

    async def blocked(self, player_id: int, *, page: int, size: int) -> tuple[list[Player], bool]:
        """Return one page (the first is 0) of the people a player has blocked, and whether more follow."""
        wanted = Page(page, size)
        found = await self._database.read_once(
            blocks.blocked_by, player_id, offset=wanted.offset, limit=wanted.limit
        )
        rows, follows = wanted.cut(found)
        return [Player(number, name) for number, name in rows], follows
