"""The use cases of leagues: each reads one, lets it change, and saves it, in one transaction."""

from collections.abc import Callable
from datetime import datetime

from bot.clock import Clock
from bot.store import moderation
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.events import leagues
from bot.store.moderation import DoneAct
from bot.store.settings.guilds import remember_guild
from bot.use_cases.cups.bars import barred_until
from bot.use_cases.cups.cups import Cups
from bot.use_cases.cups.storing import add, add_league, load_league, load_league_to_change, save_league
from bot.use_cases.names import remember, remember_nickname
from bot.use_cases.standings.ratings import strengths
from bot.values.acts import EventActKind
from bot.values.cups import changes, league
from bot.values.cups.cup import Cup, Entrant
from bot.values.cups.cup_errors import BarredError, CupError, LeagueExistsError, NotMemberError
from bot.values.cups.league import BREAK, League
from bot.values.errors import Refusal
from bot.values.players import Place, Player, ThemeName
from engine import Ruleset

Transition = Callable[[League, datetime], League]
"""Returns a league as it stands after something happened to it at an instant, or raises a ``GameError``."""


class Leagues:
    """The leagues in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._cups = Cups(database, clock)

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
            await remember_guild(connection, guild_id, now)
            # This also makes another one of the same person wait.
            await remember(connection, host, now)
            await remember_nickname(connection, guild_id, host)
            current = await leagues.current_of_ruleset(connection, guild_id, ruleset)
            if current is not None:
                known = await load_league(connection, current)
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
            return await add_league(connection, new)

    @retried
    async def get(self, number: int) -> League:
        """Return the league with this number."""
        async with self._database.reading() as connection:
            return await load_league(connection, number)

    @retried
    async def in_guild(self, guild_id: int) -> list[League]:
        """Return a server's leagues that go on."""
        async with self._database.reading() as connection:
            numbers = await leagues.current_in(connection, guild_id)
            return [await load_league(connection, number) for number in numbers]

    async def due(self, limit: int) -> list[int]:
        """Return the numbers of leagues whose next month begins now."""
        return await self._database.read_once(leagues.due, self._clock.now(), limit)

    @retried
    async def join(self, number: int, player: Player, *, repeated: bool = False) -> League:
        """Let someone into a league, from its next month on."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember(connection, player, now)
            before = await load_league_to_change(connection, number)
            await remember_nickname(connection, before.guild_id, player)
            if repeated and before.member(player.id) is not None:
                return before
            barred = await barred_until(connection, player.id, now)
            if barred is not None:
                raise BarredError(barred)
            await save_league(connection, before, league.join(before, player, now))
            # With what they're called there.
            return await load_league(connection, number)

    async def leave(self, number: int, *, player_id: int) -> League:
        """Let someone out of a league, and of its current month."""
        known = await self.get(number)
        if known.member(player_id) is None:
            raise NotMemberError
        if known.cup is not None:
            try:
                await self._cups.leave(known.cup, player_id=player_id)
            except CupError:
                # They don't play in this month, or it has just ended.
                pass
            else:
                return await self.get(number)
        return await self.change(number, lambda each, _: league.leave(each, player_id))

    @retried
    async def stop(self, number: int, moderator: Player, *, repeated: bool = False) -> League:
        """Let a league end after its current month, as in ``league.stop``, and log it."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember(connection, moderator, now)
            before = await load_league_to_change(connection, number)
            if repeated and before.stopped_at is not None:
                return before
            stopped = await save_league(connection, before, league.stop(before, now))
            await remember_nickname(connection, stopped.guild_id, moderator)
            act = DoneAct(stopped.guild_id, moderator.id, EventActKind.STOP_LEAGUE, league_id=number)
            await moderation.log(connection, act, now)
            return stopped

    @retried
    async def change(self, number: int, transition: Transition, *, repeated: bool = False) -> League:
        """Let something happen to a league; return it after that."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await load_league_to_change(connection, number)
            try:
                after = transition(before, now)
            except Refusal:
                if not repeated:
                    raise
                # It was done, in a transaction that was committed although the answer got lost.
                return before
            return await save_league(connection, before, after)

    @retried
    async def begin_month(self, number: int) -> Cup | None:
        """Begin the next month of a league if it's time; return its cup, which has no card yet.

        None if it isn't, or there are too few people: then it's tried again a day later.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await load_league_to_change(connection, number)
            if before.next_at is None or now < before.next_at:
                return None
            people = [member.player.id for member in before.members]
            strong = await strengths(connection, before.guild_id, before.ruleset, people, now)
            divisions = before.divisions(strong)
            if not divisions:
                await save_league(connection, before, league.put_off(before, now))
                return None
            entrants = tuple(
                Entrant(member.player, now, strong[member.player.id]) for member in before.members
            )
            cup = Cup(
                0,
                before.guild_id,
                before.channel_id,
                before.host_id,
                before.terms,
                before.language,
                before.theme,
                now,
                entrants=entrants,
                league=number,
            )
            begun = await add(connection, changes.start_divisions(cup, divisions, now))
            await save_league(connection, before, league.begin_month(before, begun.number))
            return begun
