"""The use cases of game nights, apart from those of any event."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.transactions import retried
from bot.store.events import events, nights
from bot.use_cases.events.events import Events
from bot.use_cases.events.following import Ending
from bot.use_cases.names import remember
from bot.use_cases.standings.badges import give
from bot.use_cases.standings.ratings import strengths
from bot.values.badges import Badge
from bot.values.events import night_changes
from bot.values.events.cup import FEWEST_EVERYWHERE
from bot.values.events.event_errors import TwoNightsError, UnknownNightError
from bot.values.events.night import Night, NightTerms
from bot.values.events.parts import Card, EventStatus
from bot.values.players import Player


class Nights(Events[Night]):
    """The game nights in one database."""

    kind = events.NIGHT
    rows = nights
    changes = night_changes
    unknown = UnknownNightError

    async def create(
        self, host: Player, card: Card, terms: NightTerms, begins: datetime | timedelta | None = None
    ) -> Night:
        """Make a game night in the channel of a card, which isn't posted yet. People can come from now on.

        Without a time when it ``begins``, it does so as soon as enough people are in.

        Raises:
            BadStartError: it can't begin then.
            TwoNightsError: there's one in the channel already.
        """
        now = self._clock.now()
        if begins is not None:
            self.check_start(begins)
        starts_at = now + begins if isinstance(begins, timedelta) else begins
        return await self._create(
            Night(terms=replace(terms, starts_at=starts_at), cards=(card,), created_at=now), host
        )

    async def _check_room(self, connection: AsyncConnection, event: Night) -> None:
        numbers = await nights.current_in(connection, event.card.guild_id)
        for other in await nights.fetch(connection, numbers):
            if other.card.place == event.card.place:
                raise TwoNightsError(other)

    async def discard(self, number: int) -> None:
        """Delete a game night that no one has seen, because its card couldn't be posted."""
        await self._database.write(nights.discard, number)

    @retried
    async def join(self, night: Night, player: Player, *, repeated: bool = False) -> Night:
        """Let someone into a game night, which was read before, or back in: they're paired from now on."""
        now, guild_id = self._clock.now(), night.card.guild_id
        async with self._database.writing() as connection:

            async def joined(before: Night) -> Night:
                await remember(connection, player, now, guild_id=guild_id)
                if repeated and before.entrant(player.id) in before.present:
                    return before
                strong = await strengths(connection, guild_id, before.terms.ruleset, [player.id], now)
                return night_changes.join(before, player, strong[player.id], now)

            return await self._apply(connection, night, joined, now)

    async def lose_card(self, event: Night, side: int) -> Night:
        """Call a game night off, because its channel is gone, unless it's over."""
        del side
        return await self.change(event.number, night_changes.lose_channel)

    # What happens without a click

    def _with_ending(self, event: Night, ending: Ending, now: datetime) -> Night:
        return night_changes.game_over(
            event,
            ending.number,
            now,
            score=ending.score,
            white=ending.white,
            adjudicated=ending.adjudicated,
            forfeited=ending.unmoved,
        )

    async def _stepped(self, connection: AsyncConnection, event: Night, now: datetime) -> Night:
        after = await super()._stepped(connection, event, now)
        if after is not event or event.stage is None or event.ended_at is not None:
            return after
        if event.is_to_close(now):
            return night_changes.close(event)
        if event.is_closed or not event.is_to_advance(now):
            return event
        return night_changes.pair(event, await self._barred(connection, event), now)

    async def _started(self, connection: AsyncConnection, event: Night, now: datetime) -> Night:
        people = [entrant.player.id for entrant in event.entrants]
        strong = await strengths(connection, event.card.guild_id, event.terms.ruleset, people, now)
        return night_changes.start(event, strong, now)

    async def _save(self, connection: AsyncConnection, before: Night, after: Night, now: datetime) -> Night:
        """Store a change of a game night, and give the winners their badge once it's over."""
        ends = before.status is EventStatus.RUNNING and after.status is EventStatus.OVER
        if ends:
            after = replace(after, played=await events.count_people(connection, after.number))
        saved = await super()._save(connection, before, after, now)
        if ends and (saved.played or 0) >= FEWEST_EVERYWHERE:
            for entrant in saved.entrants:
                if entrant.medal == 1:
                    await give(connection, entrant.player.id, {Badge.NIGHT_WIN}, now)
        return saved
