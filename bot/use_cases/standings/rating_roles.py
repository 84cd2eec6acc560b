"""Roles on Discord that a server gives for ratings, or to the champion of the season.

Whatever changes a rating only notes whose roles may have changed, so Discord never holds up a game.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.store.connections.transactions import retried
from bot.store.settings import guilds, rating_roles
from bot.store.settings.rating_roles import CheckRow, RoleRow, StandingRow
from bot.use_cases.use_cases import UseCases
from bot.values.errors import TooManyRolesError

MOST_ROLES: Final = 5
"""Maximum number of roles of a server."""

MARGIN: Final = 25
"""How far a rating can be below that of a role before it's taken away."""

_DELAYS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 720))
"""How long to wait each time that Discord doesn't do it. The last of these repeats."""


RatingRole = RoleRow
"""A role, and the rating that it's for; None for the champion of the season."""


@dataclass(frozen=True, slots=True)
class RoleChange:
    """The roles that someone ``held``, and ``deserves`` now, of those that the bot gives in a server."""

    check: CheckRow
    held: frozenset[int]
    deserved: frozenset[int]


def deserved_roles(
    roles: Sequence[RatingRole], standing: StandingRow, held: Collection[int], now: datetime
) -> frozenset[int]:
    """Return the roles that someone deserves: that of the highest rating they've reached, and the champion's.

    To get one, the rating has to be established. It's kept until the rating is ``MARGIN`` below it.
    """
    if standing.wanted is False:
        return frozenset()
    established = standing.established_until is not None and standing.established_until > now

    def is_reached(role: RatingRole) -> bool:
        if role.threshold is None or standing.rating is None:
            return False
        if role.role_id in held:
            return standing.rating >= role.threshold - MARGIN
        return established and standing.rating >= role.threshold

    won = [role.role_id for role in roles if role.threshold is None and standing.is_champion]
    reached = [role.role_id for role in roles if is_reached(role)]
    # They're in order, the highest first.
    return frozenset(won + reached[:1])


class RatingRoles(UseCases):
    """The roles for ratings in one database."""

    async def roles(self, guild_id: int) -> list[RatingRole]:
        """Return a server's roles: that of the champion first, then from the highest rating down."""
        return await self._database.read_once(rating_roles.roles_of, guild_id)

    @retried
    async def put(self, guild_id: int, role: RatingRole) -> None:
        """Give a role in a server from now on, instead of the one for the same rating."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await guilds.remember_guild(connection, guild_id, now)
            await guilds.lock(connection, [guild_id])
            await rating_roles.put_role(connection, guild_id, role)
            if len(await rating_roles.roles_of(connection, guild_id)) > MOST_ROLES:
                raise TooManyRolesError
            await rating_roles.note_everyone(connection, guild_id, now)

    @retried
    async def remove(self, guild_id: int, *, role_id: int) -> None:
        """Stop giving a role in a server. Whoever got it from the bot loses it."""
        async with self._database.writing() as connection:
            await rating_roles.remove_role(connection, guild_id, role_id=role_id)
            await rating_roles.note_everyone(connection, guild_id, self._clock.now())

    async def look_again(self, guild_id: int) -> None:
        """Look at everyone in a server who holds a role or may get one."""
        await self._database.write(rating_roles.note_everyone, guild_id, self._clock.now())

    @retried
    async def due(self, limit: int) -> list[RoleChange]:
        """Return what has to be done about some of the people whose roles may have changed."""
        now = self._clock.now()
        changes = []
        async with self._database.reading() as connection:
            for check in await rating_roles.due(connection, now, limit):
                roles = await rating_roles.roles_of(connection, check.guild_id)
                standing = await rating_roles.standing(connection, check.guild_id, player_id=check.player_id)
                every = await rating_roles.held(connection, check.player_id)
                held = frozenset(role_id for guild_id, role_id in every if guild_id == check.guild_id)
                if standing is not None:
                    deserved = deserved_roles(roles, standing, held, now)
                    changes.append(RoleChange(check, held, deserved))
        return changes

    async def done(self, check: CheckRow, role_ids: Collection[int]) -> None:
        """Record that someone has exactly these roles from the bot now."""
        await self._database.write(rating_roles.settle, check, role_ids)

    async def failed(self, check: CheckRow) -> None:
        """Record that Discord didn't do it, and try again later."""
        until = self._clock.now() + _DELAYS[min(check.tries, len(_DELAYS) - 1)]
        await self._database.write(rating_roles.postpone, check, until)

    async def held(self, player_id: int) -> list[tuple[int, int]]:
        """Return the roles that someone got from the bot, each with its server before it."""
        return await self._database.read_once(rating_roles.held, player_id)
