"""The searches of people who look for an opponent, and the games that come from them."""

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import games, searches
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.settings import players
from bot.store.settings.guilds import remember_guild
from bot.use_cases.challenges.limits import KeptLimits
from bot.use_cases.clocks.downtime import LONGEST_SILENCE
from bot.use_cases.games.storing import begin
from bot.use_cases.names import remember
from bot.use_cases.preferences import guild_preferences
from bot.use_cases.use_cases import CHANCE, UseCases
from bot.values.challenge_errors import DeletedLatelyError
from bot.values.errors import (
    NoChallengesWantedError,
    OwnServersOnlyError,
    ServerApartError,
    TooManySearchesError,
)
from bot.values.game.game import Board, Game, Seat
from bot.values.game.turns import draw_first_move
from bot.values.players import ChallengePolicy, Place, Player, ThemeName
from bot.values.searches import MOST, Relations, Search, SearchPair, SearchTerms, fit, pairs
from bot.values.standings import Strength
from engine import Color, Position, Start

MOST_GAMES: Final = 2
"""Maximum number of games that two people who are brought together have started within ``GAMES_IN``."""

GAMES_IN: Final = timedelta(hours=24)

LATELY: Final = 10
"""Number of a player's last games in which it's counted how often they were White."""


NOTICES_APART: Final = timedelta(hours=6)
"""How long no one hears of a second search after a first one."""

HEARERS_AT_A_TIME: Final = 50
"""Number of people among whom it's looked for those who can be told of a search, the nearest in rating."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What someone asked for: where, which game, in which language, and whether everywhere.

    ``server_name`` is what people elsewhere see of where they asked, if that's in a server.
    """

    place: Place
    terms: SearchTerms
    language: str
    everywhere: bool
    server_name: str | None = None


@dataclass(frozen=True, slots=True)
class Looking:
    """How many other people look for an opponent in someone's reach, and when a game last came from that."""

    people: int
    last_began: datetime | None


class OpponentSearches(UseCases):
    """The searches in one database."""

    def __init__(self, database: Database, clock: Clock, random: Random = CHANCE) -> None:
        super().__init__(database, clock, random)
        self._kept_limits = KeptLimits()

    @retried
    async def ask(self, player: Player, asked: Asked) -> None:
        """Begin to look for an opponent.

        If the player already looks for such a game there, that search goes on, and its board will be in the
        channel where they asked last.
        """
        now, place = self._clock.now(), asked.place
        async with self._database.writing() as connection:
            if place.guild_id is not None:
                await remember_guild(connection, place.guild_id, now)
            # This also makes other searches of the same person wait.
            await remember(connection, player, now, guild_id=place.guild_id)
            await self._check_may_ask(connection, player, asked, now)
            own = await searches.of_player(connection, player.id, now)
            same = next((each for each in own if _is_same(each, asked)), None)
            if same is not None:
                await searches.move(connection, same.number, channel_id=place.channel_id)
                return
            if len(own) >= MOST:
                raise TooManySearchesError(MOST)
            theme = (await guild_preferences(connection, place.guild_id)).theme
            await searches.add(connection, _new(player, asked, theme, now))

    async def of_player(self, player_id: int) -> Sequence[Search]:
        """Return a person's searches, the oldest first."""
        return await self._database.read_once(searches.of_player, player_id, self._clock.now())

    @retried
    async def found(self, player_id: int, since: datetime, asked: Asked | None = None) -> Game | None:
        """Return the game that a person's search has become since an instant; None if there's none.

        If it's for what they ``asked``, there's none either while they still look for that.
        """
        async with self._database.reading() as connection:
            own = await searches.of_player(connection, player_id, self._clock.now())
            if asked is not None and any(_is_same(each, asked) for each in own):
                return None
            newest = await games.running_of(connection, None, player_id=player_id, limit=1)
            return next((game for game in newest if game.created_at >= since), None)

    async def get(self, number: int) -> Search | None:
        """Return a search that still waits for someone; None if it doesn't."""
        found = await self._database.read_once(searches.waiting, self._clock.now(), [number])
        return next(iter(found), None)

    @retried
    async def hear(self, player: Player, guild_id: int, *, wanted: bool) -> None:
        """Note whether a person wants to hear of searches in a server."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember_guild(connection, guild_id, now)
            await remember(connection, player, now, guild_id=guild_id)
            await searches.hear(connection, guild_id, player_id=player.id, wanted=wanted)

    async def to_tell(self) -> list[Search]:
        """Return the searches that others are to be told of now."""
        return await self._database.read_once(searches.to_tell, self._clock.now())

    @retried
    async def hearers(self, search: Search) -> list[int]:
        """Return who wants to hear of a search and could play it now, the nearest in rating first."""
        now = self._clock.now()
        async with self._database.reading() as connection:
            found = await searches.hearers(connection, search, now, now - NOTICES_APART, HEARERS_AT_A_TIME)
            relations = await self._relations(connection, [search, *found], now) if found else None
        return [each.player.id for each in found if relations and fit(search, each, relations, now)]

    async def plan_notices(self, search: Search, people: Collection[int]) -> None:
        """Note that these people are about to hear of a search, before anyone is told."""
        now = self._clock.now()
        await self._database.write(searches.plan_notices, search, people, now, now - NOTICES_APART)

    async def planned_notices(self, limit: int) -> list[tuple[int, int]]:
        """Return who's about to hear of which search, by its number."""
        return await self._database.read_once(searches.planned_notices, limit)

    async def note_noticed(self, people: Collection[int]) -> None:
        """Note that these people have heard of a search, or needn't anymore."""
        await self._database.write(searches.note_noticed, people)

    async def cancel(self, number: int, *, player_id: int) -> bool:
        """End a search of a person; return whether it was still there."""
        return await self._database.write(searches.cancel, number, player_id=player_id)

    async def stranded(self) -> list[Search]:
        """Return the searches in servers that have removed the bot, which find no one."""
        return await self._database.read_once(searches.stranded, self._clock.now())

    @retried
    async def looking(self, guild_id: int | None, *, player_id: int, everywhere: bool) -> Looking:
        """Return who else looks for an opponent in a guild, or also everywhere else."""
        now = self._clock.now()
        async with self._database.reading() as connection:
            people = await searches.count_people(
                connection,
                guild_id,
                player_id=player_id,
                now=now,
                everywhere=everywhere,
                without=ChallengePolicy.NOBODY,
            )
            return Looking(people, await searches.last_found(connection))

    async def drop_expired(self) -> None:
        """Delete the searches whose time is over."""
        now = self._clock.now()
        await self._database.write(searches.drop_expired, now, now - LONGEST_SILENCE)

    async def pairs(self) -> Sequence[SearchPair]:
        """Return which searches become games now. Nothing keeps another process from finding the same."""
        now = self._clock.now()
        found = await self._waiting(now)
        # With thousands of them, this takes long enough to keep others waiting.
        return [] if found is None else await asyncio.to_thread(pairs, *found, now)

    async def begin(self, pair: SearchPair, *, together: bool) -> Game | None:
        """Begin the game of two searches, which then are over; return it. No message shows it yet.

        With ``together``, it has one board, where the one who has waited longer asked. Otherwise each player
        has one where they asked. None if the two don't fit anymore, or another process was faster.
        """
        # If the answer to the commit is lost, the game is recognized by the time at which it began.
        return await self._begin(pair, together=together, now=self._clock.now())

    async def _check_may_ask(
        self, connection: AsyncConnection, player: Player, asked: Asked, now: datetime
    ) -> None:
        chosen = await players.fetch(connection, player.id)
        if chosen.challenge_policy is ChallengePolicy.NOBODY:
            raise NoChallengesWantedError
        if asked.everywhere:
            if not (await guild_preferences(connection, asked.place.guild_id)).across_servers:
                raise ServerApartError
            if not chosen.across_servers:
                raise OwnServersOnlyError
        limits = await self._kept_limits.between(connection, player.id, other_id=None, now=now)
        if limits.waits_until is not None:
            raise DeletedLatelyError(limits.waits_until)

    @retried
    async def _waiting(self, now: datetime) -> tuple[list[Search], Relations] | None:
        async with self._database.reading() as connection:
            if not await searches.are_several(connection):
                return None
            return await self._read(connection, now)

    @retried
    async def _begin(
        self, pair: SearchPair, *, together: bool, now: datetime, repeated: bool = False
    ) -> Game | None:
        one, other = pair.first.player.id, pair.second.player.id
        numbers = (pair.first.number, pair.second.number)
        async with self._database.writing() as connection:
            # In the order of everything that changes two people, and before their searches.
            await players.lock(connection, (one, other))
            if repeated:
                running = await games.running_of(connection, None, player_id=one, limit=MOST_GAMES)
                done = [game for game in running if game.created_at == now]
                if done:
                    return done[0]
            present, relations = await self._read(connection, now, numbers)
            if len(present) < len(numbers) or not fit(present[0], present[1], relations, now):
                return None
            if await searches.take(connection, numbers) < len(numbers):
                return None
            return await self._start(connection, SearchPair(present[0], present[1]), now, together=together)

    async def _read(
        self, connection: AsyncConnection, now: datetime, numbers: Collection[int] | None = None
    ) -> tuple[list[Search], Relations]:
        """Read all searches, or those of these numbers, and what's known of their people."""
        found = await searches.waiting(connection, now, numbers)
        return found, await self._relations(connection, found, now)

    async def _relations(
        self, connection: AsyncConnection, found: Collection[Search], now: datetime
    ) -> Relations:
        people = sorted({search.player.id for search in found})
        shy = sorted({search.player.id for search in found if not search.strangers})
        started = await searches.started(connection, people, now - GAMES_IN)
        met = await searches.have_met(connection, shy)
        blocked = await self._kept_limits.barred_among(connection, people)
        # Who deletes their data can't search for a day, so what they've played before doesn't count anymore.
        games = Counter(map(frozenset, started))
        enough = (couple for couple, count in games.items() if count >= MOST_GAMES)
        return Relations(blocked.union(enough), frozenset(map(frozenset, met)))

    async def _start(
        self, connection: AsyncConnection, pair: SearchPair, now: datetime, *, together: bool
    ) -> Game:
        white, black = await self._seats(connection, pair)
        boards: tuple[Board, ...] = (_board(pair.first),)
        people = white.player, black.player
        if not together:
            boards = (_board(white, Color.WHITE), _board(black, Color.BLACK))
            people = white.player.outside_servers, black.player.outside_servers
        terms = pair.first.terms
        first = draw_first_move(terms.ruleset, self._random, now)
        game = Game(
            white=people[0],
            black=people[1],
            position=Position.replay(terms.ruleset, [first.text]),
            created_at=now,
            boards=boards,
            start=Start.BALANCED,
            rated=terms.rated,
            moves=(first,),
            white_seat=_seat(white, together=together),
            black_seat=_seat(black, together=together),
            move_seconds=terms.clock,
        )
        return await begin(connection, game, now)

    async def _seats(self, connection: AsyncConnection, pair: SearchPair) -> tuple[Search, Search]:
        """Return White's and Black's search: White is who had it less lately, or else it's by lot."""
        sides = [pair.first, pair.second]
        self._random.shuffle(sides)
        whites = {
            side.number: await searches.games_as_white(connection, LATELY, player_id=side.player.id)
            for side in sides
        }
        white, black = sorted(sides, key=lambda side: whites[side.number])
        return white, black


def _new(player: Player, asked: Asked, theme: ThemeName, now: datetime) -> Search:
    unknown = Strength.of(None, established_until=None, now=now)
    return Search(
        number=0,
        player=player,
        place=asked.place,
        language=asked.language,
        theme=theme,
        terms=asked.terms,
        everywhere=asked.everywhere,
        began_at=now,
        expires_at=now + asked.terms.clock.lifetime,
        here=unknown,
        overall=unknown,
        server_name=asked.server_name,
    )


def _is_same(search: Search, asked: Asked) -> bool:
    here = search.place.guild_id == asked.place.guild_id
    return here and search.terms == asked.terms and search.everywhere == asked.everywhere


def _seat(search: Search, *, together: bool) -> Seat:
    """Return the seat of who searched: in a rated game, with the rating that counts where it's played."""
    strength = search.here if together else search.overall
    return Seat(rating=strength.shown if search.terms.rated else None)


def _board(search: Search, side: Color | None = None) -> Board:
    """Return the board where someone asked: of ``side`` only, if the other player has one elsewhere."""
    reader = side if search.place.guild_id is None else None
    server_name = None if side is None else search.server_name
    return Board(search.place, search.language, search.theme, reader, side=side, server_name=server_name)
