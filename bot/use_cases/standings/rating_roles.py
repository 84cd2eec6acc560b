"""Roles on Discord that a server gives for ratings, or to the champion of the season.

Whatever changes a rating only notes whose roles may have changed, so Discord never holds up a game.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.store.connections.transactions import retried
from bot.store.settings import guilds, rating_roles
from bot.store.settings.rating_roles import CheckRow, RemovalRow, RoleRow, StandingRow
from bot.use_cases.use_cases import UseCases
from bot.values.errors import TooManyRolesError

MOST_ROLES: Final = 5
"""Maximum number of roles of a server."""

MARGIN: Final = 25
"""How far a rating can be below that of a role before it's taken away."""

_DELAYS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 720))
"""How long to wait each time that Discord doesn't do it. The last of these repeats."""

BUSY: Final = timedelta(minutes=1)
"""How long Discord may take to give or take someone's roles. After that, someone looks at them again."""

_MOST_TRIES: Final = 64
"""How often Discord is asked to take a role from someone who was deleted: for about thirty days."""

RatingRole = RoleRow
"""A role, and the rating that it's for; None for the champion of the season."""


RoleRemoval = RemovalRow
"""A role that Discord has to take from someone whose data was deleted."""


@dataclass(frozen=True, slots=True)
class RoleChange:
    """The roles that someone deserves now, of those that the bot gives in a server.

    Discord is known to have given them those in ``held``, and may have given them those in ``doubted``.
    """

    check: CheckRow
    held: frozenset[int]
    doubted: frozenset[int]
    deserved: frozenset[int]

    @property
    def is_done(self) -> bool:
        return not self.doubted and self.held == self.deserved


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

    async def due(self, limit: int) -> list[CheckRow]:
        """Return some of the people whose roles may have changed."""
        return await self._database.read_once(rating_roles.due, self._clock.now(), limit)

    @retried
    async def begin(self, check: CheckRow) -> RoleChange | None:
        """Return what Discord has to change for someone; None if something else has changed meanwhile.

        What Discord is about to give is stored first: whatever happens then, the bot knows what to take away.
        If no one says how it went, it's looked at again after ``BUSY``.
        """
        now, guild_id, player_id = self._clock.now(), check.guild_id, check.player_id
        async with self._database.writing() as connection:
            waits = await rating_roles.is_waiting(connection, check)
            if not (waits and await rating_roles.postpone(connection, check, now + BUSY, check.tries)):
                return None
            roles = await rating_roles.roles_of(connection, guild_id)
            standing = await rating_roles.standing(connection, guild_id, player_id=player_id)
            known = await rating_roles.held(connection, guild_id, player_id=player_id)
            held = frozenset(role_id for role_id, given in known.items() if given)
            deserved = deserved_roles(roles, standing, held, now) if standing is not None else frozenset()
            await rating_roles.intend(connection, check, deserved - known.keys())
            begun = replace(check, due_at=now + BUSY)
            return RoleChange(begun, held, frozenset(known) - held, deserved)

    @retried
    async def done(self, check: CheckRow, role_ids: Collection[int]) -> None:
        """Record that someone has exactly these roles from the bot now."""
        async with self._database.writing() as connection:
            if await rating_roles.is_waiting(connection, check):
                await rating_roles.settle(connection, check, role_ids)
                await rating_roles.forget_check(connection, check)

    @retried
    async def failed(self, check: CheckRow, role_ids: Collection[int] | None = None) -> None:
        """Record that not everything is done, and try again later.

        If it's known, they have exactly these roles from the bot now.
        """
        async with self._database.writing() as connection:
            if await rating_roles.is_waiting(connection, check):
                if role_ids is not None:
                    await rating_roles.settle(connection, check, role_ids)
                await rating_roles.postpone(connection, check, self._later(check.tries), check.tries + 1)

    async def removals(self, limit: int) -> list[RoleRemoval]:
        """Return some of the roles that Discord has to take from people whose data was deleted."""
        return await self._database.read_once(rating_roles.due_removals, self._clock.now(), limit)

    async def removals_of(self, user_id: int) -> list[RoleRemoval]:
        """Return the roles that Discord has to take from someone whose data was deleted."""
        return await self._database.read_once(rating_roles.removals_of, user_id)

    async def taken(self, removal: RoleRemoval) -> None:
        """Record that a role was taken, and forget whose it was, unless Discord may be giving it just now."""
        if removal.due_at <= self._clock.now():
            await self._database.write(rating_roles.forget_removal, removal)

    async def not_taken(self, removal: RoleRemoval) -> bool:
        """Record that Discord didn't take a role, and ask again later; False if that was the last time."""
        if removal.tries >= _MOST_TRIES:
            await self._database.write(rating_roles.forget_removal, removal)
            return False
        await self._database.write(rating_roles.postpone_removal, removal, self._later(removal.tries))
        return True

    def _later(self, tries: int) -> datetime:
        return self._clock.now() + _DELAYS[min(tries, len(_DELAYS) - 1)]
