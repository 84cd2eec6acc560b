"""The use cases of leagues: each reads one, lets it change, and saves it, in one transaction."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import moderation
from bot.store.connections.transactions import retried
from bot.store.events import cups, leagues
from bot.store.moderation import NewAct
from bot.store.settings import guilds
from bot.use_cases.events.cups import Cups, check_not_barred
from bot.use_cases.names import remember, remember_nickname
from bot.use_cases.standings.ratings import strengths
from bot.use_cases.use_cases import UseCases
from bot.values.acts import EventActKind
from bot.values.errors import Refusal
from bot.values.events import cup_changes, league
from bot.values.events.cup import Cup
from bot.values.events.event_errors import EventError, LeagueExistsError, NotMemberError, UnknownLeagueError
from bot.values.events.league import BREAK, League
from bot.values.events.parts import Card, Entrant
from bot.values.players import Place, Player, ThemeName
from engine import Ruleset

Transition = Callable[[League, datetime], League]
"""Returns a league as it stands after something happened to it at an instant, or raises a ``Refusal``."""


class Leagues(UseCases):
    """The leagues in one database."""

    @retried
    async def create(  # noqa: PLR0913 - what a league is
        self,
        place: Place,
        host: Player,
        ruleset: Ruleset,
        move_seconds: int,
        *,
        language: str,
        theme: ThemeName,
        repeated: bool = False,
    ) -> League:
        """Make a league in a server. Its first month begins in three days, if enough people join."""
        now, guild_id = self._clock.now(), place.guild_id or 0
        async with self._database.writing() as connection:
            await guilds.remember_guild(connection, guild_id, now)
            await guilds.lock(connection, [guild_id])
            await remember(connection, host, now, guild_id=guild_id)
            current = await leagues.current_of_ruleset(connection, guild_id, ruleset)
            if current is not None:
                known = await _load(connection, current)
                if repeated and known.host_id == host.id and not known.members:
                    # It was made, in a transaction that was committed although the answer got lost.
                    return known
                raise LeagueExistsError
            new = League(
                0,
                guild_id,
                place.channel_id,
                host.id,
                ruleset,
                move_seconds,
                language,
                theme,
                now,
                next_at=now + BREAK,
            )
            return replace(new, number=await leagues.add(connection, new))

    async def get(self, number: int) -> League:
        """Return the league with this number."""
        return await self._database.read(_load, number)

    @retried
    async def in_guild(self, guild_id: int) -> list[League]:
        """Return a server's leagues that go on."""
        async with self._database.reading() as connection:
            numbers = await leagues.current_in(connection, guild_id)
            return [await _load(connection, number) for number in numbers]

    async def due(self, limit: int) -> list[int]:
        """Return the numbers of leagues whose next month begins now."""
        return await self._database.read_once(leagues.due, self._clock.now(), limit)

    @retried
    async def join(self, number: int, player: Player, *, repeated: bool = False) -> League:
        """Let someone into a league, from its next month on."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember(connection, player, now)
            before = await _load_to_change(connection, number)
            await remember_nickname(connection, before.guild_id, player)
            if repeated and before.member(player.id) is not None:
                return before
            await check_not_barred(connection, player.id, now)
            return await _save(connection, before, league.join(before, player, now))

    async def leave(self, number: int, *, player_id: int) -> League:
        """Let someone out of a league, and of its current month."""
        known = await self.get(number)
        if known.member(player_id) is None:
            raise NotMemberError
        if known.cup is not None:
            try:
                await Cups(self._database, self._clock).leave(known.cup, player_id=player_id)
            except EventError:
                # They don't play in this month, or it has just ended.
                pass
            else:
                return await self.get(number)
        return await self.change(number, lambda each, _: league.leave(each, player_id))

    async def stop(self, number: int, moderator: Player) -> League:
        """Let a league end after its current month, as in ``league.stop``, and log it."""
        return await self.change(number, league.stop, moderator=moderator)

    @retried
    async def change(
        self, number: int, transition: Transition, *, moderator: Player | None = None, repeated: bool = False
    ) -> League:
        """Let something happen to a league; return it after that.

        If a ``moderator`` does it, it's logged that they've stopped the league.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            if moderator is not None:
                await remember(connection, moderator, now)
            before = await _load_to_change(connection, number)
            try:
                after = transition(before, now)
            except Refusal:
                if not repeated:
                    raise
                # It was done, in a transaction that was committed although the answer got lost.
                return before
            if moderator is not None:
                await remember_nickname(connection, before.guild_id, moderator)
                kind = EventActKind.STOP_LEAGUE
                act = NewAct(before.guild_id, moderator.id, kind, league_id=number)
                await moderation.log(connection, act, now)
            return await _save(connection, before, after)

    @retried
    async def begin_month(self, number: int) -> Cup | None:
        """Begin the next month of a league if it's time; return its cup, which has no card yet.

        None if it isn't, or there are too few people: then it's tried again a day later.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await _load_to_change(connection, number)
            if before.next_at is None or now < before.next_at:
                return None
            people = [member.player.id for member in before.members]
            strong = await strengths(connection, before.guild_id, before.ruleset, people, now)
            divisions = before.divisions(strong)
            if not divisions:
                await _save(connection, before, league.put_off(before, now))
                return None
            place = Place(before.guild_id, before.channel_id)
            month = Cup(
                terms=before.terms,
                cards=(Card(place, before.host_id, before.language, before.theme),),
                created_at=now,
                entrants=tuple(
                    Entrant(member.player, now, strong[member.player.id]) for member in before.members
                ),
                league=number,
            )
            begun = cup_changes.start_divisions(month, divisions, now)
            cup = replace(begun, number=await cups.add(connection, begun))
            await _save(connection, before, league.begin_month(before, cup.number))
            return cup


async def _load(connection: AsyncConnection, number: int) -> League:
    found = await leagues.fetch(connection, number)
    if found is None:
        raise UnknownLeagueError
    return found


async def _load_to_change(connection: AsyncConnection, number: int) -> League:
    """Load a league that no one else changes until the transaction ends."""
    await leagues.lock(connection, number)
    return await _load(connection, number)


async def _save(connection: AsyncConnection, before: League, after: League) -> League:
    if after != before:
        await leagues.save(connection, before, after)
    return after
