"""The use cases of cups, apart from those of any event."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import moderation
from bot.store.connections.transactions import retried
from bot.store.events import cups, events, leagues
from bot.store.moderation import NewAct
from bot.store.settings import guilds, players
from bot.use_cases.challenges.limits import KeptLimits
from bot.use_cases.events.events import LATER, Events
from bot.use_cases.games import storing
from bot.use_cases.names import remember, remember_nickname
from bot.use_cases.standings.badges import give
from bot.use_cases.standings.ratings import strengths
from bot.values.acts import ActKind, EventActKind
from bot.values.badges import CUP_MEDALS
from bot.values.events import cup_changes, event_changes, league
from bot.values.events.cup import FEWEST, LONGEST_NAME, MOST, Cup, CupTerms
from bot.values.events.event_errors import (
    BadNameError,
    BadSizeError,
    BarredError,
    BlockedEntrantError,
    EventMovedOnError,
    OwnEventError,
    TooManyCupsError,
    UnfairStartError,
    UnknownCupError,
)
from bot.values.events.parts import Card, EventGame, EventStatus, Leaving
from bot.values.game.endings import annul
from bot.values.players import Place, Player, ThemeName, shown
from engine import Reason, Start

MOST_OPEN: Final = 2
"""Maximum number of cups of a server that people can join at the same time."""

MOST_RUNNING: Final = 3
"""Maximum number of cups of a server that are played at the same time, without the months of leagues."""

_SHORTEST_BAR: Final = timedelta(days=7)
_LONGEST_BAR: Final = timedelta(days=60)


class Cups(Events[Cup]):
    """The cups in one database."""

    kind = events.CUP
    rows = cups
    changes = cup_changes
    unknown = UnknownCupError

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
        if starts_at is not None:
            self.check_start(starts_at)
        terms = _checked_terms(replace(terms, starts_at=starts_at))
        card = Card(place, host.id, language, theme)
        return await self._create(Cup(terms=terms, cards=(card,), created_at=now), host)

    async def _check_room(self, connection: AsyncConnection, event: Cup) -> None:
        if await cups.count_current_in(connection, event.card.guild_id, EventStatus.OPEN) >= MOST_OPEN:
            raise TooManyCupsError(MOST_OPEN)

    @retried
    async def past_in(self, guild_id: int, *, limit: int) -> list[Cup]:
        """Return a server's last cups that were played to the end, the newest first."""
        async with self._database.reading() as connection:
            return await cups.fetch(connection, await cups.past_in(connection, guild_id, limit=limit))

    async def discard(self, number: int) -> None:
        """Delete a cup that no one has seen or joined, because its card couldn't be posted."""
        await self._database.write(cups.discard, number)

    @retried
    async def join(self, cup: Cup, player: Player, *, knowing: bool = False, repeated: bool = False) -> Cup:
        """Let someone into a cup, which was read before, with how strong they are in its server.

        ``knowing`` says that they know that they'd play people whom they block, or who block them.

        Raises:
            BlockedEntrantError: they don't know.
        """
        now, guild_id = self._clock.now(), cup.card.guild_id
        async with self._database.writing() as connection:

            async def joined(before: Cup) -> Cup:
                await remember(connection, player, now, guild_id=guild_id)
                if repeated and before.entrant(player.id) in before.present:
                    return before
                await check_not_barred(connection, player.id, now)
                strong = await strengths(connection, guild_id, before.terms.ruleset, [player.id], now)
                after = cup_changes.join(before, player, strong[player.id], now)
                if not knowing:
                    await self._check_blocks(connection, before, player.id)
                return after

            return await self._apply(connection, cup, joined, now)

    async def _check_blocks(self, connection: AsyncConnection, cup: Cup, player_id: int) -> None:
        own, theirs = await cups.blocks_among(connection, cup.number, player_id=player_id)
        people = {entrant.player.id: entrant.player.name for entrant in cup.present}
        kept = await self._kept_limits.blocks_among(connection, [player_id, *people])
        if own or theirs or any(player_id in couple for couple in kept):
            raise BlockedEntrantError(cup, [people[each] for each in own])

    async def prolong(self, number: int, moderator: Player, *, guild_id: int) -> Cup:
        """Let the current stage of a cup end later, as in ``cup_changes.prolong``."""
        act = NewAct(guild_id, moderator.id, EventActKind.PROLONG, event_id=number)
        return await self.change(
            number, lambda cup, _: cup_changes.prolong(cup), moderator=moderator, act=act
        )

    @retried
    async def annul(self, number: int, *, game: int, moderator: Player, repeated: bool = False) -> Cup:
        """Take away the result of a game of the current stage, as in ``event_changes.annul``, and log it."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await self._load_to_change(connection, number)
            await check_impartial(connection, before, moderator.id)
            await remember(connection, moderator, now)
            played = await storing.load_to_change(connection, game)
            current = await self._with_results(connection, before, now)
            if repeated and played.outcome is not None and played.outcome.reason is Reason.ANNULLED:
                return await self._save(connection, before, current, now)
            check_decided(current, game)
            if current.ended_at is not None or not played.has_result:
                raise EventMovedOnError(current)
            await storing.save(connection, played, annul(played, now), now)
            after = await self._save(
                connection, before, await self._with_results(connection, current, now), now
            )
            guild_id = after.card.guild_id
            await remember_nickname(connection, guild_id, moderator)
            await moderation.log(connection, NewAct(guild_id, moderator.id, ActKind.ANNUL, game), now)
            return after

    async def check_impartial(self, cup: Cup, player_id: int) -> None:
        """Check that someone may annul games of a cup, as in the function below."""
        await self._database.read(check_impartial, cup, player_id)

    async def put_card(self, event: Cup, side: int, *, channel_id: int, message_id: int | None) -> Cup:
        """Note where the card of a cup is now. If the cup was paused, it goes on."""
        return await self.note(
            event,
            lambda cup, now: event_changes.put_card(
                cup_changes.resume(cup, now), side, channel_id=channel_id, message_id=message_id
            ),
        )

    async def lose_card(self, event: Cup, side: int) -> Cup:
        """Let a cup wait, because its channel is gone, unless it's over."""
        if event.ended_at is not None:
            return await super().lose_card(event, side)
        return await self.change(event.number, cup_changes.pause)

    # What happens without a click

    async def _stepped(self, connection: AsyncConnection, event: Cup, now: datetime) -> Cup:
        if event.is_given_up(now):
            return event_changes.cancel(event, now)
        if event.paused_at is not None:
            return event
        after = await super()._stepped(connection, event, now)
        closes = event.late_entry_until is not None and event.late_entry_until < now
        return cup_changes.close_entry(event) if closes and after is event else after

    async def _started(self, connection: AsyncConnection, event: Cup, now: datetime) -> Cup:
        """Start a cup, or let it wait while too many others are played."""
        guild_id = event.card.guild_id
        await guilds.lock(connection, [guild_id])
        if await cups.count_current_in(connection, guild_id, EventStatus.RUNNING) >= MOST_RUNNING:
            return event_changes.wait(event, now + LATER)
        people = [entrant.player.id for entrant in event.entrants]
        strong = await strengths(connection, guild_id, event.terms.ruleset, people, now)
        return cup_changes.start(event, strong, now)

    async def _without(
        self, connection: AsyncConnection, event: Cup, absent: Collection[int], now: datetime
    ) -> Cup:
        after = cup_changes.take_out(event, absent, now)
        for player_id in sorted(absent):
            if after.why_left(player_id) is Leaving.NO_SHOW:
                await _bar(connection, player_id, now)
        return after

    async def _save(self, connection: AsyncConnection, before: Cup, after: Cup, now: datetime) -> Cup:
        """Store a change of a cup, and everything that follows from it."""
        if after == before:
            return after
        ends = before.status is EventStatus.RUNNING and after.status is EventStatus.OVER
        if ends:
            after = replace(after, played=await events.count_people(connection, after.number))
        await cups.save(connection, before, after)
        if ends:
            await _reward(connection, after, now)
        if after.league is not None:
            await _tell_league(connection, after.league, before, after, now)
        return after


async def check_impartial(connection: AsyncConnection, cup: Cup, player_id: int) -> None:
    """Check that someone isn't and wasn't in a cup, or in the league whose month it is.

    Otherwise, they may not annul its games.
    """
    known = None if cup.league is None else await leagues.fetch(connection, cup.league)
    if cup.entrant(player_id) is not None or (known is not None and known.member(player_id) is not None):
        raise OwnEventError(cup)


def check_decided(cup: Cup, game: int) -> EventGame:
    """Return the decided game of the current stage with this number, or raise an EventMovedOnError."""
    found = next((each for each in cup.games if each.number == game), None)
    if found is None or not found.counts:
        raise EventMovedOnError(cup)
    return found


def _checked_terms(terms: CupTerms) -> CupTerms:
    """Return the terms of a new cup, with its name as it's shown."""
    name = shown(terms.name)
    if not name or len(name) > LONGEST_NAME:
        raise BadNameError
    if terms.wanted is not None and not FEWEST <= terms.wanted <= MOST:
        raise BadSizeError
    if terms.rated and terms.start is Start.PLAIN:
        raise UnfairStartError
    return replace(terms, name=name)


async def _reward(connection: AsyncConnection, cup: Cup, now: datetime) -> None:
    """Give badges for a cup that has just ended, and forget that those who finished it once didn't."""
    for player_id, place in sorted(cup.medals.items()) if cup.counts_everywhere else ():
        await give(connection, player_id, {CUP_MEDALS[place]}, now)
    await _lift_bars(connection, [entrant.player.id for entrant in cup.present])


async def _tell_league(
    connection: AsyncConnection, number: int, before: Cup, after: Cup, now: datetime
) -> None:
    """Let a league know who has left its month, and how that has ended."""
    gone = [
        entrant.player.id
        for entrant in after.entrants
        if entrant.left is not None and entrant.player.id in before.present_in(len(before.stages) - 1)
    ]
    ends = before.ended_at is None and after.ended_at is not None
    if not gone and not ends:
        return
    await leagues.lock(connection, number)
    known = await leagues.fetch(connection, number)
    if known is None:
        return
    told = known
    for player_id in gone:
        if told.member(player_id) is not None:
            told = league.leave(told, player_id)
    await leagues.save(connection, known, league.end_month(told, after, now) if ends else told)


# Who can't join cups for a while, because they didn't show up in one


def bar_after(no_shows: int) -> timedelta:
    """Return how long someone is barred after so many times.

    >>> [bar_after(no_shows).days for no_shows in range(1, 7)]
    [7, 14, 28, 56, 60, 60]
    """
    return min(_SHORTEST_BAR * (1 << min(no_shows - 1, 9)), _LONGEST_BAR)


async def check_not_barred(connection: AsyncConnection, player_id: int, now: datetime) -> None:
    """Check that a player can join cups now, or raise a BarredError."""
    _, until = await players.fetch_no_shows(connection, player_id)
    kept = (await KeptLimits().between(connection, player_id, other_id=None, now=now)).barred_until
    bars = [at for at in (until, kept) if at is not None and at > now]
    if bars:
        raise BarredError(max(bars))


async def _bar(connection: AsyncConnection, player_id: int, now: datetime) -> None:
    """Bar a player who didn't show up, for longer each time."""
    count, _ = await players.fetch_no_shows(connection, player_id)
    before = (await KeptLimits().between(connection, player_id, other_id=None, now=now)).no_shows
    until = now + bar_after(count + before + 1)
    await players.keep_no_shows(connection, count + 1, until, player_id=player_id)


async def _lift_bars(connection: AsyncConnection, player_ids: Sequence[int]) -> None:
    """Forget that these players didn't show up, because they've finished a cup."""
    await players.clear_no_shows(connection, player_ids)
    await KeptLimits().forget_no_shows(connection, player_ids)
