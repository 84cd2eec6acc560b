"""Everything that's stored about people and servers that left: reading it and deleting it.

A person's data is deleted without taking anything from their opponents. Each step can be repeated: if the bot
dies between two of them, the rest is deleted when the person asks again. The last step is one transaction.
"""

import asyncio
import json
import re
from base64 import b64encode
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from random import Random
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import daily_games, games, moderation, privacy, reviews, votes
from bot.store.challenges import challenges
from bot.store.clocks import due_times
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.events import cups, nights, team_matches
from bot.store.game_rows import own_view
from bot.store.puzzles import game_puzzles
from bot.store.rows import batches
from bot.store.settings import players, rating_roles
from bot.use_cases.challenges.accepting import load_challenge
from bot.use_cases.challenges.limits import Leaving, keep_limits, make_key
from bot.use_cases.events.cups import Cups
from bot.use_cases.events.events import E, Rows
from bot.use_cases.events.nights import Nights
from bot.use_cases.events.team_matches import TeamMatches
from bot.use_cases.games.games import Games
from bot.use_cases.games.storing import midnight, save
from bot.use_cases.standings.rating_roles import BUSY
from bot.use_cases.use_cases import CHANCE, UseCases
from bot.values.challenges import Challenge, ChallengeStatus
from bot.values.events import event_changes
from bot.values.events.cup_changes import pause, resume
from bot.values.events.night_changes import lose_channel
from bot.values.events.parts import EventStatus
from bot.values.events.team_match import TeamMatch
from bot.values.game import endings
from bot.values.game.game import NEVER_RATED
from bot.values.game.game_errors import FinishedGameError, NotAPlayerError
from bot.values.players import DELETED_NAME, Player, printable

_BATCH: Final = 25
_IDS: Final = 2**63
"""Ids of deleted people are negative, unlike Discord's. There are so many that no one can guess one."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """What ended when someone's data was deleted: the numbers of games, and the challenges.

    The challenges still have the places where their cards are, even if these are forgotten by now.
    """

    games: tuple[int, ...]
    challenges: tuple[Challenge, ...]


class _PlayingError(Exception):
    """The person has a running game, or is in an event."""


class Deletions(UseCases):
    """Deletes people from one database. The ``random`` source must be unpredictable."""

    def __init__(self, database: Database, clock: Clock, games: Games, random: Random = CHANCE) -> None:
        super().__init__(database, clock, random)
        self._games = games
        self._cups = Cups(database, clock)
        self._nights = Nights(database, clock)
        self._team_matches = TeamMatches(database, clock, random)

    async def prepare(self) -> None:
        """Make the key under which people's limits are kept, unless this database has one."""
        await self._database.write(make_key)

    async def drop_limits(self) -> None:
        """Delete what was kept to limit people, as far as it's over."""
        await self._database.write(privacy.drop_over, self._clock.now())

    async def delete(self, player_id: int, name: str = DELETED_NAME) -> Deletion | None:
        """Delete a person: their games and what's counted from them stay, under a random id and this name.

        In each language, everyone who's deleted should have the same name.

        They leave their events, their running games are resigned, and their open challenges
        closed. If they come back, they're a new player, but what limited them still does. None if nothing was
        stored about them.
        """
        resigned: list[int] = []
        while True:
            for kind in (self._cups, self._team_matches, self._nights):
                await kind.forget(player_id)
            resigned += await self._resign(player_id)
            try:
                closed = await self._replace(player_id, name)
            except _PlayingError:
                # Someone has just accepted their challenge, or they've joined an event.
                continue
            if closed is None and not resigned:
                return None
            # Another click may have deleted the person meanwhile, but not ended these games.
            return Deletion(tuple(resigned), closed or ())

    async def _resign(self, player_id: int) -> list[int]:
        resigned, resign = [], partial(endings.resign, player_id=player_id)
        while running := await self._running(_BATCH, player_id=player_id):
            for number in running:
                try:
                    await self._games.change(number, resign, by=player_id)
                except (FinishedGameError, NotAPlayerError):
                    # It has just ended, or another click has deleted the person meanwhile.
                    continue
                resigned.append(number)
        return resigned

    async def _running(self, limit: int, *, player_id: int) -> list[int]:
        running = await self._database.read_once(games.running_of, None, player_id=player_id, limit=limit)
        return [game.number for game in running]

    @retried
    async def _replace(self, player_id: int, name: str) -> tuple[Challenge, ...] | None:
        """Replace a person with a new player; return the challenges that this closed.

        None if there's no such person.

        Raises:
            _PlayingError: they have a running game, or are in an event.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            names = await privacy.lock(connection, player_id)
            if not names:
                return None
            if await games.running_of(connection, None, player_id=player_id, limit=1):
                raise _PlayingError
            if any([await each.current_of(connection, player_id) for each in (cups, team_matches, nights)]):
                raise _PlayingError
            closed = []
            for number, own in await privacy.open_challenges(connection, player_id):
                status = ChallengeStatus.CANCELED if own else ChallengeStatus.DECLINED
                if await challenges.close(connection, number, status, now):
                    await due_times.drop_of_challenge(connection, number)
                    closed.append(number)
            await keep_limits(connection, await _leaving(connection, player_id, now), now)
            new_id = -self._random.randrange(1, _IDS)
            stand_in = Player(new_id, name)
            await privacy.add_stand_in(connection, new_id, name, now)
            guild_ids = await _forget_in_games(connection, player_id, stand_in, now)
            await rating_roles.intend_removals(connection, player_id, now, now + BUSY)
            await _clear_reasons(connection, player_id, names, guild_ids)
            await privacy.replace(connection, player_id, new_id=new_id)
            cards = tuple([await load_challenge(connection, number, now) for number in closed])
            await privacy.forget_challenge_places(connection, new_id)
            return cards


async def _forget_in_games(
    connection: AsyncConnection, player_id: int, stand_in: Player, now: datetime
) -> AbstractSet[int]:
    """Put someone else in a person's place in all their games; return the servers where those were."""
    guild_ids = set()
    numbers = await privacy.lock_games(connection, player_id)
    for some in batches(numbers, _BATCH):
        for game in await games.fetch_several(connection, some):
            guild_ids |= {home.place.guild_id for home in game.homes if home.place.guild_id is not None}
            await save(connection, game, endings.forget_player(game, player_id, stand_in), now)
        await reviews.forget_games(connection, some)
        await game_puzzles.forget(connection, some)
        await moderation.clear_texts(connection, some)
    return guild_ids


async def _clear_reasons(
    connection: AsyncConnection, player_id: int, names: Collection[str], guild_ids: AbstractSet[int]
) -> None:
    """Clear what moderators of these servers wrote about a person by one of these names, or by their id."""
    known = "|".join(re.escape(name.casefold()) for name in (*names, str(player_id)) if name)
    named = re.compile(rf"(?<!\w)(?:{known})(?!\w)")
    found = await privacy.reasons(connection, sorted(guild_ids))
    numbers = [number for number, reason in found if named.search(reason.casefold())]
    if numbers:
        await privacy.clear_reasons(connection, sorted(numbers))


async def _leaving(connection: AsyncConnection, player_id: int, now: datetime) -> Leaving:
    today = midnight(now)
    opponents = await games.rated_opponents(connection, player_id, today, map(str, NEVER_RATED))
    no_shows, barred_until = await players.fetch_no_shows(connection, player_id)
    return Leaving(
        player_id,
        blockers=await privacy.blockers(connection, player_id),
        # Those who were deleted themselves have no ids to keep.
        rated_opponents=[opponent for opponent in opponents if opponent > 0],
        day_ends=today + timedelta(days=1),
        no_shows=no_shows,
        barred_until=barred_until,
        voted_in=await votes.running_of(connection, player_id),
        day=await daily_games.last_day_of(connection, player_id),
    )


_LARGEST_EXACT: Final = 2**53
"""Programs that read JSON, browsers above all, round larger numbers, such as Discord's ids."""


class Exports:
    """Everything about each person in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = asyncio.Lock()

    @retried
    async def export(self, player_id: int) -> bytes | None:
        """Return everything that's stored about a person as JSON in UTF-8; None if that's nothing.

        It's an object with a list of rows for each table, one row per line. What's private to others isn't in
        it, nor is anyone else's id: everyone else is called by a number, the same throughout the file, and so
        is a server in which they may never have been. Only one export is made at a time, because it takes
        seconds for someone with thousands of games.
        """
        async with self._turn, self._database.reading() as connection:
            document = _Document(player_id, await privacy.foreign_guilds(connection, player_id))
            await privacy.read(connection, player_id, document.add)
        return document.text()


class _Document:
    """The rows of one table after another, as JSON, as the player may see them."""

    def __init__(self, player_id: int, foreign: AbstractSet[int]) -> None:
        self._player_id = player_id
        self._others: dict[int, str] = {}
        self._servers = {guild_id: f"server {at}" for at, guild_id in enumerate(sorted(foreign), start=1)}
        self._parts: list[bytes] = []
        self._table = ""

    def add(self, table: str, found: Sequence[privacy.Values]) -> None:
        """Add rows of a table, either the same as the last one or a new one."""
        before = ",\n"
        if table != self._table:
            end_of_last = "\n  ],\n" if self._parts else "{\n"
            before = f'{end_of_last}  "{table}": [\n'
            self._table = table
        self._parts.append(f"{before}{self._lines(found)}".encode())

    def _lines(self, found: Sequence[privacy.Values]) -> str:
        is_of_games = self._table == privacy.GAMES
        seen = (own_view(dict(row), self._player_id) if is_of_games else row for row in found)
        return ",\n".join(_line({**row, **self._told(row)}) for row in seen)

    def _told(self, row: privacy.Values) -> dict[str, object]:
        """Return the columns of a row that name people or servers, with what the file calls these."""
        people = {each: self._called(row[each]) for each in privacy.NAMING_PEOPLE.get(self._table, ())}
        places = row.keys() & {"guild_id", "pool"}
        return {**people, **{each: self._servers.get(row[each], row[each]) for each in places}}

    def _called(self, player_id: int | None) -> int | str | None:
        """Return what the file calls a player: the two may only have met across servers."""
        if player_id is None or player_id == self._player_id or not Player(player_id, "").is_person:
            return player_id
        return self._others.setdefault(player_id, f"person {len(self._others) + 1}")

    def text(self) -> bytes | None:
        """Return the whole document; None if it has no exports."""
        return b"".join((*self._parts, b"\n  ]\n}\n")) if self._parts else None


def _line(row: privacy.Values) -> str:
    return f"    {printable(json.dumps(_plain(dict(row)), ensure_ascii=False))}"


def _plain(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes):
        return b64encode(value).decode()
    if isinstance(value, int) and abs(value) > _LARGEST_EXACT:
        return str(value)
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value


KEPT: Final = timedelta(days=90)
"""How long a server's settings and seasons are kept after it has removed the bot."""


class RemovedServers(UseCases):
    """The servers in one database that have removed the bot."""

    async def missing_in(self, present: AbstractSet[int]) -> list[int]:
        """Return the servers that have the bot, as far as is known, but aren't among those in ``present``."""
        times = await self._database.read_once(privacy.removal_times)
        return [guild_id for guild_id, at in times.items() if at is None and guild_id not in present]

    @retried
    async def note(self, present: AbstractSet[int], *, gone: Collection[int]) -> None:
        """Record in which of these servers the bot is again, and which have removed it.

        Others stay as they are. The data of those that removed it ``KEPT`` ago is deleted, but their games
        stay, because they belong to the players. Searches find no one, cups wait, game nights
        are called off, and team matches go on without a card there.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            times = await privacy.removal_times(connection)
            gone = [guild_id for guild_id in gone if times.get(guild_id, now) is None]
            back = [guild_id for guild_id, at in times.items() if at is not None and guild_id in present]
            await privacy.set_removed(connection, gone, now)
            await _change(connection, cups, gone, lambda cup, _: pause(cup, now))
            await _change(connection, cups, back, lambda cup, _: resume(cup, now))
            await _change(connection, nights, gone, lambda night, _: lose_channel(night, now))
            await _change(connection, team_matches, gone, lambda match, side: _lost(match, side, now))
            await privacy.set_removed(connection, back, None)
            await privacy.forget_guilds(connection, await privacy.removed_before(connection, now - KEPT))


async def _change(
    connection: AsyncConnection, rows: Rows[E], guild_ids: Iterable[int], change: Callable[[E, int], E]
) -> None:
    """Change the current events of these servers, given the side of each."""
    for guild_id in guild_ids:
        for number in await rows.current_in(connection, guild_id):
            await rows.lock(connection, number)
            for event in await rows.fetch(connection, [number]):
                await rows.save(connection, event, change(event, event.side_in(guild_id) or 0))


def _lost(match: TeamMatch, side: int, now: datetime) -> TeamMatch:
    """Cancel a team match that hasn't begun. Any other goes on, with boards in the players' DMs."""
    lost = event_changes.lose_card(match, side, now)
    return event_changes.cancel(lost, now) if match.status is EventStatus.OPEN else lost
