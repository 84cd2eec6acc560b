"""What happens in cups without a click: they start, their games begin and follow them, their stages end.

A cup's ``due_at`` says when something next has to be done. What a change of a cup means for its matches
follows one match at a time. Until all have followed, the cup is ``unsettled``, and a restart goes on with the
rest.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.cups import changes
from bot.matches.cups.bars import bar
from bot.matches.cups.cup import Cup, PlannedGame
from bot.matches.cups.storing import load, load_to_change, save, strengths, with_results
from bot.matches.events.event import EventGame, EventStatus, Leaving
from bot.matches.events.following import act_on, attendance, first_moves_of_pair, next_of
from bot.matches.games import storing
from bot.matches.games.games import Transition
from bot.matches.match import endings
from bot.matches.match.match import Board, Match, PlayedMove, Seat
from bot.matches.match.turns import draw_first_move
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.events import cups, events
from bot.store.events.events import EventMatchRow
from engine import Position, Start

MOST_RUNNING: Final = 3
"""Maximum number of cups of a server that are played at the same time, without the months of leagues."""

_LATER: Final = timedelta(minutes=10)
"""How much later it's tried again to do what couldn't be done."""


class CupGames:
    """The cups in one database, and their games."""

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        self._database = database
        self._clock = clock
        self._random = random

    async def advance(self, number: int) -> Cup:
        """Do what's due in a cup and needs neither Discord nor the solver; return the cup after it.

        It can be repeated at any time, and goes on where it stopped.

        Raises:
            UnknownCupError: there is no such cup.
        """
        while await self._step(number):
            pass
        while await self._settle(number):
            pass
        return await self._get(number)

    @retried
    async def begin_next(self, number: int) -> Match | None:
        """Begin the next game of a cup, and return it. No message shows it yet.

        None if no game can begin now.

        Raises:
            UnknownCupError: there is no such cup.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            cup = await load_to_change(connection, number)
            if (
                cup.stage is None
                or not cup.unstarted
                or cup.paused_at is not None
                or now >= cup.stage.ends_at
            ):
                return None
            planned = await next_of(connection, cup.unstarted)
            if planned is None:
                await save(connection, cup, changes.wait(cup, now + _LATER), now)
                return None
            match = await storing.begin(connection, await self._match_of(connection, cup, planned, now), now)
            await save(connection, cup, changes.begin_game(cup, planned, match.number), now)
            return match

    @retried
    async def undecided(self, number: int) -> list[int]:
        """Return the numbers of the matches of a cup that still run although their time is over.

        Raises:
            UnknownCupError: there is no such cup.
        """
        async with self._database.reading() as connection:
            cup = await load(connection, number)
        if cup.stage is None or cup.paused_at is not None or self._clock.now() < cup.stage.ends_at:
            return []
        return [game.match for game in cup.running if game.match is not None]

    @retried
    async def take_results(self, number: int) -> None:
        """Let a cup know how its matches have ended.

        Raises:
            UnknownCupError: there is no such cup.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            cup = await load_to_change(connection, number)
            await save(connection, cup, await with_results(connection, cup, now), now)

    @retried
    async def _get(self, number: int) -> Cup:
        async with self._database.reading() as connection:
            return await load(connection, number)

    # One step after another

    @retried
    async def _step(self, number: int) -> bool:
        """Do the next thing that's due in a cup; return whether there was any."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await load_to_change(connection, number)
            cup = await with_results(connection, before, now)
            after = await self._stepped(connection, cup, now)
            await save(connection, before, after, now)
            return after is not cup

    async def _stepped(self, connection: AsyncConnection, cup: Cup, now: datetime) -> Cup:
        if cup.is_given_up(now):
            return changes.cancel(cup, now)
        if cup.paused_at is not None or cup.ended_at is not None:
            return cup
        waits = cup.waits_until is not None and now < cup.waits_until
        if cup.is_start_due(now):
            return cup if waits else await _started(connection, cup, now)
        check_at = cup.no_show_check_at
        if check_at is not None and check_at <= now and not waits:
            return await _checked(connection, cup, now)
        if cup.is_stage_over(now) and not cup.running:
            return changes.end_stage(cup, now)
        closes = cup.late_entry_until is not None and cup.late_entry_until < now
        return changes.close_entry(cup) if closes else cup

    # Matches that follow their cup

    async def _settle(self, number: int) -> bool:
        """Let all matches follow what happened to their cup; return whether there may be more."""
        acts = await self._acts(number)
        for match in acts:
            await self._act(number, match)
        return bool(acts)

    @retried
    async def _acts(self, number: int) -> list[int]:
        """Return the matches that have something to follow, or note that there are none."""
        async with self._database.writing() as connection:
            cup = await load_to_change(connection, number)
            if not cup.unsettled:
                return []
            rows = await events.matches_of(connection, number)
            found = [row.number for row in rows if _act_of(cup, row) is not None]
            if not found:
                await save(connection, cup, changes.settled(cup), self._clock.now())
            return found

    @retried
    async def _act(self, number: int, match: int) -> None:
        now = self._clock.now()
        async with self._database.writing() as connection:
            cup = await load_to_change(connection, number)
            game = await storing.load_to_change(connection, match)
            for row in await events.matches_of(connection, number, [match]):
                transition = _act_of(cup, row)
                if transition is not None:
                    await storing.save(connection, game, transition(game, now), now)

    # A match that begins

    async def _match_of(
        self, connection: AsyncConnection, cup: Cup, planned: PlannedGame, now: datetime
    ) -> Match:
        terms, game = cup.terms, planned.game
        people = {entrant.player.id: entrant.player for entrant in cup.entrants}
        strong = await strengths(connection, cup.guild_id, terms.ruleset, game.players, now)
        moves: tuple[PlayedMove, ...] = ()
        if terms.start is Start.BALANCED:
            taken = await first_moves_of_pair(connection, cup.number, cup.games, game.players)
            moves = (draw_first_move(terms.ruleset, self._random, now, other_than=taken),)
        return Match(
            number=0,
            white=people[game.white],
            black=people[game.black],
            position=Position.replay(terms.ruleset, [move.text for move in moves]),
            created_at=now,
            boards=(Board(cup.place, cup.language, cup.theme),),
            start=terms.start,
            rated=terms.rated,
            moves=moves,
            white_seat=Seat(rating=strong[game.white].shown if terms.rated else None),
            black_seat=Seat(rating=strong[game.black].shown if terms.rated else None),
            move_seconds=terms.move_seconds,
            event=cup.number,
        )


async def _started(connection: AsyncConnection, cup: Cup, now: datetime) -> Cup:
    """Start a cup, or let it wait while too many others are played."""
    if await cups.count_current_in(connection, cup.guild_id, EventStatus.RUNNING) >= MOST_RUNNING:
        return changes.wait(cup, now + _LATER)
    people = [entrant.player.id for entrant in cup.entrants]
    strong = await strengths(connection, cup.guild_id, cup.terms.ruleset, people, now)
    return changes.start(cup, strong, now)


# Who didn't show up


async def _checked(connection: AsyncConnection, cup: Cup, now: datetime) -> Cup:
    """Take out everyone who has lost a game on time without ever having moved.

    Someone whose time hasn't run out anywhere, because of a vacation, say, is looked at again later.
    """
    seen = await attendance(connection, cup.number)
    absent = cup.no_shows(seen.moved, now)
    for player_id in sorted(seen.late.intersection(absent)):
        await bar(connection, player_id, now)
        cup = changes.take_out(cup, player_id)
    return changes.wait(cup, now + _LATER) if set(absent) - seen.late else changes.checked(cup, now)


# What a match has to follow


def _act_of(cup: Cup, row: EventMatchRow) -> Transition | None:
    """Return what has to happen to a match because of what happened to its cup; None if nothing has."""
    if cup.status is EventStatus.CANCELED:
        return endings.go_on_casually if row.reason is None else None
    games = (game for stage in cup.stages for game in stage.games if game.match == row.number)
    game = next(games, None)
    return act_on(row, game, {} if game is None else dict(_gone(cup, game)))


def _gone(cup: Cup, game: EventGame) -> Iterator[tuple[int, Leaving]]:
    for player_id in game.players:
        entrant = cup.entrant(player_id)
        if entrant is not None and entrant.left is not None:
            yield player_id, entrant.left
