"""The use cases of team matches, apart from those of any event."""

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import PLAIN_JSON
from bot.store.codes import Code
from bot.store.connections.transactions import retried
from bot.store.events import events, team_matches
from bot.store.schema.tables import EVERYWHERE
from bot.store.settings import guilds
from bot.store.settings.players import fetch as fetch_preferences
from bot.use_cases import codes
from bot.use_cases.codes import CodeKind
from bot.use_cases.events.events import Events
from bot.use_cases.names import remember
from bot.use_cases.preferences import guild_preferences
from bot.use_cases.standings.ratings import strengths
from bot.values.errors import OwnServersOnlyError
from bot.values.events import event_changes, team_changes
from bot.values.events.event_errors import ServersApartError, TooManyTeamMatchesError, UnknownTeamMatchError
from bot.values.events.parts import Card, EventGame
from bot.values.events.team_match import TeamMatch, TeamTerms
from bot.values.game.game import Board
from bot.values.players import Place, Player, ThemeName
from engine import Color

MOST_CURRENT: Final = 3
"""Maximum number of team matches of a server that people can sign up for or that are played."""

_TERMS: Final = PLAIN_JSON.form(TeamTerms)


@dataclass(frozen=True, slots=True)
class TeamOffer:
    """What a server offers with a code: the terms, and the card that it would have."""

    code: Code
    terms: TeamTerms
    card: Card


class TeamMatches(Events[TeamMatch]):
    """The team matches in one database."""

    kind = events.TEAM_MATCH
    rows = team_matches
    changes = team_changes
    unknown = UnknownTeamMatchError

    # How it's agreed on

    @retried
    async def offer(self, manager: Player, card: Card, terms: TeamTerms) -> Code:
        """Make a code with which another server can agree to a team match against the one with this card."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await guilds.remember_guild(connection, card.guild_id, now)
            await remember(connection, manager, now, guild_id=card.guild_id)
            await _check_server(connection, card.guild_id)
            return await codes.make(
                connection,
                CodeKind.TEAM_MATCH,
                card.guild_id,
                maker_id=manager.id,
                terms=_written(terms, card),
                random=self._random,
                now=now,
            )

    async def read(self, text: str, guild_id: int) -> TeamOffer:
        """Return what a code that someone typed in a server offers."""
        return await self._database.read(self._read, text, guild_id)

    async def accept(self, text: str, manager: Player, card: Card) -> TeamMatch:
        """Agree to what a code offers: people can sign up for both sides now. No card shows it yet."""
        return await self._accept(text, manager, card, self._clock.now())

    @retried
    async def _accept(
        self, text: str, manager: Player, card: Card, now: datetime, *, repeated: bool = False
    ) -> TeamMatch:
        async with self._database.writing() as connection:
            await guilds.remember_guild(connection, card.guild_id, now)
            if repeated:
                # If the answer to the commit got lost, it's recognized by the time when it was made.
                numbers = await team_matches.current_in(connection, card.guild_id)
                current = await team_matches.fetch(connection, numbers)
                made = [match for match in current if match.created_at == now]
                if made:
                    return made[0]
            code = await codes.use(connection, CodeKind.TEAM_MATCH, text, card.guild_id, now)
            await guilds.lock(connection, [card.guild_id, code.guild_id])
            await _check_servers(connection, code, card.guild_id)
            await remember(connection, manager, now, guild_id=card.guild_id)
            offer = _offered(code)
            match = TeamMatch(terms=offer.terms, cards=(offer.card, card), created_at=now)
            return replace(match, number=await team_matches.add(connection, match))

    async def _read(self, connection: AsyncConnection, text: str, guild_id: int) -> TeamOffer:
        code = await codes.read(connection, CodeKind.TEAM_MATCH, text, guild_id, self._clock.now())
        await _check_servers(connection, code, guild_id)
        return _offered(code)

    @retried
    async def sign_up(
        self, match: TeamMatch, player: Player, *, guild_id: int, repeated: bool = False
    ) -> TeamMatch:
        """Let someone onto the side of a server, in a team match that was read before."""
        now, side = self._clock.now(), match.side_in(guild_id)
        if side is None:
            raise UnknownTeamMatchError
        async with self._database.writing() as connection:

            async def signed_up(before: TeamMatch) -> TeamMatch:
                await remember(connection, player, now, guild_id=guild_id)
                if repeated and before.side_of(player.id) == side:
                    return before
                strong = await strengths(connection, EVERYWHERE, before.terms.ruleset, [player.id], now)
                # With what they're called outside servers.
                after = team_changes.sign_up(before, side, player.outside_servers, strong[player.id], now)
                if not (await guild_preferences(connection, guild_id)).across_servers:
                    raise ServersApartError(elsewhere=False)
                if not (await fetch_preferences(connection, player.id)).across_servers:
                    raise OwnServersOnlyError
                return after

            return await self._apply(connection, match, signed_up, now)

    # What happens without a click

    def _pool(self, event: TeamMatch) -> int:
        del event
        return EVERYWHERE

    def _boards(self, event: TeamMatch, game: EventGame) -> tuple[Board, ...]:
        """Return a board for each player in the channel of their side."""
        sided = zip((event.cards[event.side_of(each) or 0] for each in game.players), Color, strict=True)
        return tuple(
            Board(card.place, card.language, card.theme, side=color, server_name=card.server_name)
            for card, color in sided
        )

    async def _started(self, connection: AsyncConnection, event: TeamMatch, now: datetime) -> TeamMatch:
        for card in event.cards:
            if not (await guild_preferences(connection, card.guild_id)).across_servers:
                return event_changes.cancel(event, now)
        people = [entrant.player.id for entrant in event.entrants]
        strong = await strengths(connection, EVERYWHERE, event.terms.ruleset, people, now)
        return team_changes.start(event, strong, await self._barred(connection, event), now)

    async def _without(
        self, connection: AsyncConnection, event: TeamMatch, absent: Collection[int], now: datetime
    ) -> TeamMatch:
        return team_changes.take_out(event, absent, await self._barred(connection, event), now)


async def _check_servers(connection: AsyncConnection, code: Code, guild_id: int) -> None:
    """Check that both the server of a code and the one where it's answered can have one more team match."""
    await _check_server(connection, guild_id)
    await _check_server(connection, code.guild_id, elsewhere=True)


async def _check_server(connection: AsyncConnection, guild_id: int, *, elsewhere: bool = False) -> None:
    """Check that a server can have one more team match. It may be ``elsewhere`` than the person who asks."""
    if not (await guild_preferences(connection, guild_id)).across_servers:
        raise ServersApartError(elsewhere=elsewhere)
    if len(await team_matches.current_in(connection, guild_id)) >= MOST_CURRENT:
        raise TooManyTeamMatchesError(MOST_CURRENT, elsewhere=elsewhere)


def _written(terms: TeamTerms, card: Card) -> str:
    """Return what a code offers as text. Who makes it, and where, is known from the code."""
    side = {
        "channel_id": card.place.channel_id,
        "name": card.server_name,
        "language": card.language,
        "theme": card.theme,
    }
    return json.dumps({"terms": _TERMS.write(terms, None), "side": side})


def _offered(code: Code) -> TeamOffer:
    facts = json.loads(code.terms)
    side, place = facts["side"], Place(code.guild_id, facts["side"]["channel_id"])
    card = Card(place, code.maker_id, side["language"], ThemeName(side["theme"]), side["name"])
    return TeamOffer(code, _TERMS.read(facts["terms"], None), card)
