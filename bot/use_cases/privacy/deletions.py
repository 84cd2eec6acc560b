"""Deleting what's stored about a person, without taking anything from their opponents.

Each step can be repeated: if the bot dies between two of them, the rest is deleted when the person asks
again. The last step is one transaction.
"""

import re
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import games, reports, shares, votes
from bot.store.challenges import challenges
from bot.store.clocks import due_times
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.events import cups, teams
from bot.store.privacy import deletions, kept_limits
from bot.store.rows import batches
from bot.store.settings import players
from bot.use_cases.challenges.accepting import load_challenge, midnight
from bot.use_cases.challenges.kept_limits import Leaving, keep_limits, make_key
from bot.use_cases.cups.cups import Cups
from bot.use_cases.games.games import Games
from bot.use_cases.games.storing import save
from bot.use_cases.teams.team_matches import TeamMatches
from bot.use_cases.use_cases import CHANCE, UseCases
from bot.values.challenges import Challenge, ChallengeStatus
from bot.values.game import endings
from bot.values.game.game import UNCOUNTED
from bot.values.game.game_errors import FinishedGameError, NotAPlayerError
from bot.values.players import DELETED_NAME, Player

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
    """The person has a running game, or is in a cup or team match."""


class Deletions(UseCases):
    """Deletes people from one database. The ``random`` source must be unpredictable."""

    def __init__(self, database: Database, clock: Clock, games: Games, random: Random = CHANCE) -> None:
        super().__init__(database, clock, random)
        self._games = games
        self._cups = Cups(database, clock)
        self._team_matches = TeamMatches(database, clock, random)

    async def prepare(self) -> None:
        """Make the key under which people's limits are kept, unless this database has one."""
        await self._database.write(make_key)

    async def drop_limits(self) -> None:
        """Delete what was kept to limit people, as far as it's over."""
        await self._database.write(kept_limits.drop_over, self._clock.now())

    async def delete(self, player_id: int, name: str = DELETED_NAME) -> Deletion | None:
        """Delete a person: their games and what's counted from them stay, under a random id and this name.

        In each language, everyone who's deleted should have the same name.

        They leave their cups and team matches, their running games are resigned, and their open challenges
        closed. If they come back, they're a new player, but what limited them still does. None if nothing was
        stored about them.
        """
        resigned: list[int] = []
        while True:
            await self._cups.forget(player_id)
            await self._team_matches.forget(player_id)
            resigned += await self._resign(player_id)
            try:
                closed = await self._replace(player_id, name)
            except _PlayingError:
                # Someone has just accepted their challenge, or they've joined a cup or team match.
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
            _PlayingError: they have a running game, or are in a cup or team match.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            names = await deletions.hold(connection, player_id)
            if not names:
                return None
            if await games.running_of(connection, None, player_id=player_id, limit=1):
                raise _PlayingError
            if await cups.current_of(connection, player_id) or await teams.current_of(connection, player_id):
                raise _PlayingError
            closed = []
            for number, own in await deletions.open_challenges(connection, player_id):
                status = ChallengeStatus.CANCELED if own else ChallengeStatus.DECLINED
                if await challenges.close(connection, number, status, now):
                    await due_times.drop_of_challenge(connection, number)
                    closed.append(number)
            await keep_limits(connection, await _leaving(connection, player_id, now), now)
            new_id = -self._random.randrange(1, _IDS)
            stand_in = Player(new_id, name)
            await deletions.add_stand_in(connection, new_id, name, now)
            guild_ids = await _forget_in_games(connection, player_id, stand_in, now)
            await _clear_reasons(connection, player_id, names, guild_ids)
            await deletions.replace(connection, player_id, new_id=new_id)
            cards = tuple([await load_challenge(connection, number, now) for number in closed])
            await deletions.forget_challenge_places(connection, new_id)
            return cards


async def _forget_in_games(
    connection: AsyncConnection, player_id: int, stand_in: Player, now: datetime
) -> AbstractSet[int]:
    """Put someone else in a person's place in all their games; return the servers where those were."""
    guild_ids = set()
    numbers = await deletions.hold_games(connection, player_id)
    for some in batches(numbers, _BATCH):
        for game in await games.fetch_several(connection, some):
            guild_ids |= {home.place.guild_id for home in game.homes if home.place.guild_id is not None}
            await save(connection, game, endings.forget_player(game, player_id, stand_in), now)
        await shares.forget_games(connection, some)
        await reports.clear_texts(connection, some)
    return guild_ids


async def _clear_reasons(
    connection: AsyncConnection, player_id: int, names: Collection[str], guild_ids: AbstractSet[int]
) -> None:
    """Clear what moderators of these servers wrote about a person by one of these names, or by their id."""
    known = "|".join(re.escape(name.casefold()) for name in (*names, str(player_id)) if name)
    named = re.compile(rf"(?<!\w)(?:{known})(?!\w)")
    found = await deletions.reasons(connection, sorted(guild_ids))
    numbers = [number for number, reason in found if named.search(reason.casefold())]
    if numbers:
        await deletions.clear_reasons(connection, sorted(numbers))


async def _leaving(connection: AsyncConnection, player_id: int, now: datetime) -> Leaving:
    today = midnight(now)
    opponents = await games.rated_opponents(connection, player_id, today, map(str, UNCOUNTED))
    no_shows, barred_until = await players.fetch_no_shows(connection, player_id)
    return Leaving(
        player_id,
        blockers=await deletions.blockers(connection, player_id),
        # Those who were deleted themselves have no ids to keep.
        rated_opponents=[opponent for opponent in opponents if opponent > 0],
        day_ends=today + timedelta(days=1),
        no_shows=no_shows,
        barred_until=barred_until,
        voted_in=await votes.running_of(connection, player_id),
    )
