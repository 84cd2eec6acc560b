"""The use cases of team matches: each reads one, lets it change, and saves it, in one transaction."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import moderation
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.events import teams
from bot.store.moderation import DoneAct
from bot.store.schema.tables import EVERYWHERE
from bot.store.settings.guilds import remember_guild
from bot.store.settings.players import fetch as fetch_preferences
from bot.use_cases import codes
from bot.use_cases.codes import Code, CodeKind
from bot.use_cases.events.event_games import with_results
from bot.use_cases.names import remember, remember_nickname
from bot.use_cases.preferences import guild_preferences
from bot.use_cases.standings.ratings import strengths
from bot.use_cases.teams.storing import add, load, load_several, load_to_change, save
from bot.values.acts import EventActKind
from bot.values.events.event import Leaving, may_call
from bot.values.players import Place, Player, ThemeName
from bot.values.search_errors import OwnServersOnlyError
from bot.values.teams import changes
from bot.values.teams.team_errors import (
    NoSuchMemberError,
    ServersApartError,
    TeamMatchError,
    TooManyTeamMatchesError,
    UnknownTeamMatchError,
)
from bot.values.teams.team_match import Side, TeamMatch, TeamTerms
from bot.values.teams.text_forms import read_terms, write_terms

MOST_CURRENT: Final = 3
"""Maximum number of team matches of a server that people can sign up for or that are played."""

Transition = Callable[[TeamMatch, datetime], TeamMatch]
"""Returns a team match as it stands after something happened to it at an instant, or raises an error."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server offers with a code: the terms, and the side that it would be."""

    code: Code
    terms: TeamTerms
    side: Side


class TeamMatches:
    """The team matches in one database."""

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        self._database = database
        self._clock = clock
        self._random = random

    # How it's agreed on

    @retried
    async def offer(self, manager: Player, side: Side, terms: TeamTerms) -> Code:
        """Make a code with which another server can agree to a team match against this side."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember_guild(connection, side.guild_id, now)
            await remember(connection, manager, now)
            await remember_nickname(connection, side.guild_id, manager)
            await _check_server(connection, side.guild_id)
            facts = json.dumps({"terms": write_terms(terms), "side": _written(side)})
            kind = CodeKind.TEAM_MATCH
            return await codes.make(
                connection,
                kind,
                side.guild_id,
                maker_id=manager.id,
                terms=facts,
                random=self._random,
                now=now,
            )

    @retried
    async def read(self, text: str, guild_id: int) -> Offer:
        """Return what a code that someone typed in a server offers."""
        async with self._database.reading() as connection:
            return await self._read(connection, text, guild_id)

    async def accept(self, text: str, manager: Player, side: Side) -> TeamMatch:
        """Agree to what a code offers: people can sign up for both sides now. No card shows it yet."""
        return await self._accept(text, manager, side, self._clock.now())

    @retried
    async def _accept(
        self, text: str, manager: Player, side: Side, now: datetime, *, repeated: bool = False
    ) -> TeamMatch:
        async with self._database.writing() as connection:
            await remember_guild(connection, side.guild_id, now)
            # This also makes another answer of the same person wait.
            await remember(connection, manager, now)
            await remember_nickname(connection, side.guild_id, manager)
            if repeated:
                # If the answer to the commit got lost, it's recognized by the time when it was made.
                current = await load_several(connection, await teams.current_in(connection, side.guild_id))
                made = [match for match in current if match.created_at == now]
                if made:
                    return made[0]
            offer = await self._read(connection, text, side.guild_id)
            await codes.use(connection, offer.code, now)
            return await add(connection, TeamMatch(0, offer.terms, (offer.side, side), now))

    async def _read(self, connection: AsyncConnection, text: str, guild_id: int) -> Offer:
        code = await codes.read(connection, CodeKind.TEAM_MATCH, text, guild_id, self._clock.now())
        await _check_server(connection, guild_id)
        await _check_server(connection, code.guild_id, elsewhere=True)
        facts = json.loads(code.terms)
        return Offer(code, read_terms(facts["terms"]), _read_side(code, facts["side"]))

    # How it's found

    @retried
    async def get(self, number: int) -> TeamMatch:
        """Return the team match with this number."""
        async with self._database.reading() as connection:
            return await load(connection, number)

    @retried
    async def in_guild(self, guild_id: int) -> list[TeamMatch]:
        """Return a server's team matches that aren't over, the newest first."""
        async with self._database.reading() as connection:
            return await load_several(connection, await teams.current_in(connection, guild_id))

    @retried
    async def due(self, limit: int) -> list[int]:
        """Return the numbers of team matches for which something has to be done now."""
        async with self._database.reading_once() as connection:
            return await teams.due(connection, self._clock.now(), limit)

    async def to_show(self, number: int, *, index: int) -> bool:
        """Return whether the card of a side has to be posted or edited now: once a minute at most."""
        return (await self.get(number)).is_to_show(index, self._clock.now())

    # What people do

    @retried
    async def sign_up(
        self, number: int, player: Player, *, guild_id: int, repeated: bool = False
    ) -> TeamMatch:
        """Let someone onto the side of a server."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await load_to_change(connection, number)
            await remember(connection, player, now)
            await remember_nickname(connection, guild_id, player)
            index = before.side_in(guild_id)
            if index is None:
                raise UnknownTeamMatchError
            if repeated and before.sides[index].member(player.id) is not None:
                return before
            strong = await strengths(connection, EVERYWHERE, before.terms.ruleset, [player.id], now)
            after = changes.sign_up(before, index, player, strong[player.id], now)
            if not (await guild_preferences(connection, guild_id)).across_servers:
                raise ServersApartError(elsewhere=False)
            if not (await fetch_preferences(connection, player.id)).across_servers:
                raise OwnServersOnlyError
            await save(connection, before, after)
            # With what they're called outside servers.
            return await load(connection, number)

    async def leave(self, number: int, *, player_id: int) -> TeamMatch:
        """Let someone out of a team match, as in ``changes.leave``."""
        return await self.change(number, lambda match, _: changes.leave(match, player_id, Leaving.LEFT))

    async def forget(self, player_id: int) -> None:
        """Let someone who deletes their data out of all team matches that aren't over."""
        for number in await self._current_of(player_id):
            await self.change(number, lambda match, _: changes.forget(match, player_id))

    @retried
    async def _current_of(self, player_id: int) -> list[int]:
        async with self._database.reading_once() as connection:
            return await teams.current_of(connection, player_id)

    async def change(self, number: int, transition: Transition) -> TeamMatch:
        """Let something happen to a team match, after the results that it doesn't know yet; return it."""
        return await self._change(number, transition)

    # What moderators do

    async def remove(self, number: int, *, guild_id: int, player_id: int, moderator: Player) -> TeamMatch:
        """Remove someone from the side of a server, as in ``changes.leave``, and log it."""

        def removed(match: TeamMatch, now: datetime) -> TeamMatch:
            del now
            if match.side_of(player_id) != match.side_in(guild_id):
                raise NoSuchMemberError(match)
            return changes.leave(match, player_id, Leaving.REMOVED)

        act = DoneAct(guild_id, moderator.id, EventActKind.REMOVE, event_id=number, player_id=player_id)
        return await self._change(number, removed, moderator, act)

    async def cancel(self, number: int, moderator: Player, *, guild_id: int) -> TeamMatch:
        """Call a team match off for both servers, as in ``changes.cancel``, and log it in one of them."""
        act = DoneAct(guild_id, moderator.id, EventActKind.CANCEL, event_id=number)
        return await self._change(number, changes.cancel, moderator, act)

    @retried
    async def _change(
        self,
        number: int,
        transition: Transition,
        moderator: Player | None = None,
        act: DoneAct | None = None,
        *,
        repeated: bool = False,
    ) -> TeamMatch:
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await load_to_change(connection, number)
            if moderator is not None and act is not None:
                await remember(connection, moderator, now)
                await remember_nickname(connection, act.guild_id, moderator)
            current = await with_results(connection, before, changes, now)
            try:
                after = transition(current, now)
            except TeamMatchError:
                if not repeated:
                    raise
                # It was done and logged, in a transaction that was committed although the answer got lost.
                return await save(connection, before, current)
            if act is not None:
                await moderation.log(connection, act, now)
            return await save(connection, before, after)

    # Where it's shown

    async def put_card(
        self, number: int, *, index: int, channel_id: int, message_id: int | None
    ) -> TeamMatch:
        """Note where the card of a side is now."""
        return await self.change(
            number,
            lambda match, _: changes.put_card(match, index, channel_id=channel_id, message_id=message_id),
        )

    async def lose_card(self, number: int, *, index: int) -> TeamMatch:
        """Note that nothing can be posted where a side is."""
        return await self.change(number, lambda match, _: changes.lose_card(match, index))

    async def note_shown(self, number: int, *, index: int, revision: int) -> TeamMatch:
        """Note that the card of a side has just been edited and shows this revision."""
        return await self.change(
            number, lambda match, now: changes.show(match, index, revision=revision, now=now)
        )

    async def begin_call(self, number: int, *, index: int) -> bool:
        """Note that everyone on a side is about to be mentioned; return whether they may be.

        They may not if a process that died has begun to do so, unless Discord would notice the repetition.
        """
        match = await self.change(number, lambda match, now: changes.begin_call(match, index, now))
        return may_call(match.sides[index].called_at, self._clock.now())

    async def drop_call(self, number: int, *, index: int) -> TeamMatch:
        """Note that mentioning everyone on a side didn't work."""
        return await self.change(number, lambda match, _: changes.drop_call(match, index))

    async def note_told(self, number: int, *, index: int) -> TeamMatch:
        """Note that people on a side know that it has begun, or its result if it's over."""
        return await self.change(number, lambda match, _: changes.tell(match, index))


async def _check_server(connection: AsyncConnection, guild_id: int, *, elsewhere: bool = False) -> None:
    """Check that a server can have one more team match. It may be ``elsewhere`` than the person who asks."""
    if not (await guild_preferences(connection, guild_id)).across_servers:
        raise ServersApartError(elsewhere=elsewhere)
    if len(await teams.current_in(connection, guild_id)) >= MOST_CURRENT:
        raise TooManyTeamMatchesError(MOST_CURRENT, elsewhere=elsewhere)


def _written(side: Side) -> dict[str, Any]:
    return {
        "channel_id": side.place.channel_id,
        "name": side.name,
        "language": side.language,
        "theme": side.theme,
    }


def _read_side(code: Code, facts: dict[str, Any]) -> Side:
    place, theme = Place(code.guild_id, facts["channel_id"]), ThemeName(facts["theme"])
    return Side(place, code.maker_id, facts["name"], facts["language"], theme)
