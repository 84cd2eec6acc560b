"""The use cases of cups: each reads one, lets it change, and saves it, in one transaction.

It first takes the results that the cup doesn't know yet. They're rows of kind ``result`` in ``due_times``,
written by the transaction that ends a game, so a click in a cup's game takes no more statements than
elsewhere.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import moderation
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.events import cups
from bot.store.moderation import DoneAct, NewAct
from bot.store.settings.guilds import remember_guild
from bot.use_cases.challenges.limits import KeptLimits
from bot.use_cases.cups.bars import barred_until
from bot.use_cases.cups.storing import add, load, load_several, load_to_change, save
from bot.use_cases.events.event_games import with_results
from bot.use_cases.games import storing
from bot.use_cases.names import remember, remember_nickname
from bot.use_cases.standings.ratings import strengths
from bot.values.acts import ActKind, EventActKind
from bot.values.cups import changes
from bot.values.cups.cup import FEWEST, LONGEST_NAME, MOST, Cup, CupTerms
from bot.values.cups.cup_errors import (
    BadNameError,
    BadSizeError,
    BadStartError,
    BarredError,
    BlockedEntrantError,
    CupError,
    CupMovedOnError,
    TooManyCupsError,
    UnfairStartError,
)
from bot.values.events.event import EventStatus, may_call
from bot.values.game.endings import annul
from bot.values.players import Place, Player, ThemeName
from engine import Reason, Start

MOST_OPEN: Final = 2
"""Maximum number of cups of a server that people can join at the same time."""

LATEST_START: Final = timedelta(days=60)
"""How far ahead a cup can start at most."""


Transition = Callable[[Cup, datetime], Cup]
"""Returns a cup as it stands after something happened to it at an instant, or raises a ``GameError``."""


class Cups:
    """The cups in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._kept_limits = KeptLimits()

    async def create(  # noqa: PLR0913 - what a cup is
        self,
        place: Place,
        host: Player,
        terms: CupTerms,
        *,
        language: str,
        theme: ThemeName,
        starts_in: timedelta | None = None,
    ) -> Cup:
        """Make a cup in a server, which people can join from now on. It has no card yet.

        With ``starts_in``, it starts after that time.
        """
        now = self._clock.now()
        starts_at = terms.starts_at if starts_in is None else now + starts_in
        terms = _checked(replace(terms, starts_at=starts_at), now)
        cup = Cup(0, place.guild_id or 0, place.channel_id, host.id, terms, language, theme, now)
        return await self._create(cup, host)

    @retried
    async def _create(self, cup: Cup, host: Player, *, repeated: bool = False) -> Cup:
        async with self._database.writing() as connection:
            await remember_guild(connection, cup.guild_id, cup.created_at)
            # This also makes another cup of the same person wait.
            await remember(connection, host, cup.created_at)
            await remember_nickname(connection, cup.guild_id, host)
            if repeated:
                # If the answer to the commit got lost, the cup is recognized by the time when it was made.
                current = await load_several(connection, await cups.current_in(connection, cup.guild_id))
                made = [each for each in current if replace(each, number=0) == cup]
                if made:
                    return made[0]
            if await cups.count_current_in(connection, cup.guild_id, EventStatus.OPEN) >= MOST_OPEN:
                raise TooManyCupsError(MOST_OPEN)
            return await add(connection, cup)

    def check_start(self, begins: datetime | timedelta) -> None:
        """Check when a new cup would start: at an instant, or in a while."""
        now = self._clock.now()
        _check_start(now + begins if isinstance(begins, timedelta) else begins, now)

    async def discard(self, number: int) -> None:
        """Delete a cup that no one has seen or joined, because its card couldn't be posted."""
        await self._database.write(cups.discard, number)

    @retried
    async def get(self, number: int) -> Cup:
        """Return the cup with this number."""
        async with self._database.reading() as connection:
            return await load(connection, number)

    async def to_show(self, number: int) -> bool:
        """Return whether the card of a cup has to be posted or edited now; once a minute at most."""
        return (await self.get(number)).is_to_show(self._clock.now())

    @retried
    async def in_guild(self, guild_id: int) -> list[Cup]:
        """Return a server's cups that people can join or that are played, the newest first."""
        async with self._database.reading() as connection:
            return await load_several(connection, await cups.current_in(connection, guild_id))

    async def due(self, limit: int) -> list[int]:
        """Return the numbers of cups for which something has to be done now."""
        return await self._database.read_once(cups.due, self._clock.now(), limit)

    # What people do

    @retried
    async def join(
        self, number: int, player: Player, *, knowing: bool = False, repeated: bool = False
    ) -> Cup:
        """Let someone into a cup, with how strong they are in its server.

        ``knowing`` says that they know that they'd play people whom they block, or who block them.

        Raises:
            BlockedEntrantError: they don't know.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await load_to_change(connection, number)
            await remember(connection, player, now)
            await remember_nickname(connection, before.guild_id, player)
            if repeated and before.entrant(player.id) in before.present:
                return before
            barred = await barred_until(connection, player.id, now)
            if barred is not None:
                raise BarredError(barred)
            strength = await strengths(connection, before.guild_id, before.terms.ruleset, [player.id], now)
            after = changes.join(before, player, strength[player.id], now)
            if not knowing:
                await self._check_blocks(connection, before, player.id)
            await save(connection, before, after, now)
            # With what they're called there.
            return await load(connection, number)

    async def _check_blocks(self, connection: AsyncConnection, cup: Cup, player_id: int) -> None:
        own, theirs = await cups.blocks_among(connection, cup.number, player_id=player_id)
        people = {entrant.player.id: entrant.player.name for entrant in cup.present}
        kept = await self._kept_limits.blocks_among(connection, [player_id, *people])
        if own or theirs or any(player_id in couple for couple in kept):
            raise BlockedEntrantError(cup, [people[each] for each in own])

    async def leave(self, number: int, *, player_id: int) -> Cup:
        """Let someone out of a cup, as in ``changes.leave``."""
        return await self.change(number, lambda cup, _: changes.leave(cup, player_id))

    async def forget(self, player_id: int) -> None:
        """Let someone who deletes their data out of all cups that aren't over."""
        for number in await self._current_of(player_id):
            await self.change(number, lambda cup, _: changes.forget(cup, player_id))

    async def _current_of(self, player_id: int) -> list[int]:
        return await self._database.read_once(cups.current_of, player_id)

    @retried
    async def change(self, number: int, transition: Transition, *, repeated: bool = False) -> Cup:
        """Let something happen to a cup, after the results that it doesn't know yet; return it after that."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await load_to_change(connection, number)
            current = await with_results(connection, before, changes, now)
            try:
                after = transition(current, now)
            except CupError:
                if not repeated:
                    raise
                # It was done, in a transaction that was committed although the answer got lost.
                after = current
            return await save(connection, before, after, now)

    # What moderators do

    async def remove(self, number: int, moderator: Player, *, player_id: int) -> Cup:
        """Remove someone from a cup, as in ``changes.remove``."""
        return await self._moderate(
            number,
            moderator,
            EventActKind.REMOVE,
            lambda cup, _: changes.remove(cup, player_id),
            player_id=player_id,
        )

    async def prolong(self, number: int, moderator: Player) -> Cup:
        """Let the current stage of a cup end later, as in ``changes.prolong``."""
        return await self._moderate(
            number, moderator, EventActKind.PROLONG, lambda cup, _: changes.prolong(cup)
        )

    async def cancel(self, number: int, moderator: Player) -> Cup:
        """Call a cup off, as in ``changes.cancel``."""
        return await self._moderate(number, moderator, EventActKind.CANCEL, changes.cancel)

    @retried
    async def _moderate(  # noqa: PLR0913 - what a moderator does, and what's logged of it
        self,
        number: int,
        moderator: Player,
        kind: EventActKind,
        transition: Transition,
        *,
        player_id: int | None = None,
        repeated: bool = False,
    ) -> Cup:
        """Let a moderator do something to a cup, and log it."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await load_to_change(connection, number)
            await remember(connection, moderator, now)
            current = await with_results(connection, before, changes, now)
            try:
                after = transition(current, now)
            except CupError:
                if not repeated:
                    raise
                # It was done and logged, although the answer got lost.
                return await save(connection, before, current, now)
            await save(connection, before, after, now)
            await remember_nickname(connection, after.guild_id, moderator)
            act = DoneAct(after.guild_id, moderator.id, kind, event_id=number, player_id=player_id)
            await moderation.log(connection, act, now)
            return after

    @retried
    async def annul(self, number: int, *, game: int, moderator: Player, repeated: bool = False) -> Cup:
        """Take away the result of a game of the current stage, as in ``changes.annul``, and log it."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await load_to_change(connection, number)
            await remember(connection, moderator, now)
            played = await storing.load_to_change(connection, game)
            current = await with_results(connection, before, changes, now)
            if repeated and played.outcome is not None and played.outcome.reason is Reason.ANNULLED:
                return await save(connection, before, current, now)
            listed = None if current.stage is None else current.stage.game_of(game)
            if current.ended_at is not None or listed is None or not listed.counts or not played.has_result:
                raise CupMovedOnError(current)
            await storing.save(connection, played, annul(played, now), now)
            after = await save(connection, before, await with_results(connection, current, changes, now), now)
            await remember_nickname(connection, after.guild_id, moderator)
            act = NewAct(after.guild_id, moderator.id, ActKind.ANNUL, game, None)
            await moderation.mark_done(connection, await moderation.add(connection, act, now), now)
            return after

    # Where it's shown

    async def pause(self, number: int) -> Cup:
        """Let a cup wait, because its channel is gone."""
        return await self.change(number, changes.pause)

    async def put_card(self, number: int, *, channel_id: int, message_id: int | None) -> Cup:
        """Note where the card of a cup is now. If the cup was paused, it goes on."""
        return await self.change(
            number,
            lambda cup, now: changes.put_card(changes.resume(cup, now), channel_id, message_id=message_id),
        )

    async def note_shown(self, number: int, *, revision: int, by_click: bool = False) -> Cup:
        """Note that the card of a cup now shows this revision, after an edit or as the answer to a click."""
        return await self.change(
            number, lambda cup, now: changes.show(cup, revision, None if by_click else now)
        )

    async def begin_call(self, number: int) -> bool:
        """Note that everyone in a cup is about to be mentioned; return whether they may be.

        They may not if a process that died has begun to do so, unless Discord would notice the repetition.
        """
        cup = await self.change(number, changes.begin_call)
        return may_call(cup.called_at, self._clock.now())

    async def drop_call(self, number: int) -> Cup:
        """Note that mentioning everyone in a cup didn't work."""
        return await self.change(number, lambda cup, _: changes.drop_call(cup))

    async def note_told(self, number: int, *, stages: int) -> Cup:
        """Note that people were told that so many stages of a cup have begun."""
        return await self.change(number, lambda cup, _: changes.tell_stages(cup, stages))

    async def note_announced(self, number: int) -> Cup:
        return await self.change(number, lambda cup, _: changes.tell_end(cup))


def _checked(terms: CupTerms, now: datetime) -> CupTerms:
    """Return the terms of a new cup, with its name in one line."""
    name = " ".join(terms.name.split())
    if not name or len(name) > LONGEST_NAME:
        raise BadNameError
    if terms.wanted is not None and not FEWEST <= terms.wanted <= MOST:
        raise BadSizeError
    if terms.starts_at is not None:
        _check_start(terms.starts_at, now)
    if terms.rated and terms.start is Start.PLAIN:
        raise UnfairStartError
    return replace(terms, name=name)


def _check_start(at: datetime, now: datetime) -> None:
    if not now < at <= now + LATEST_START:
        raise BadStartError
