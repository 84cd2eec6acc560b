"""What happens in team matches without a click: they start, their games begin and follow them, they end."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.challenges.kept_limits import KeptLimits
from bot.matches.cups.storing import strengths
from bot.matches.events.event import EventGame, EventStatus, Leaving
from bot.matches.events.following import act_on, attendance, first_moves_of_pair, next_of
from bot.matches.games import storing
from bot.matches.games.games import Transition
from bot.matches.match import endings
from bot.matches.match.match import Board, Match, Seat
from bot.matches.match.turns import draw_first_move
from bot.matches.preferences import guild_preferences
from bot.matches.teams import changes
from bot.matches.teams.storing import barred_couples, load, load_to_change, save, with_results
from bot.matches.teams.team_match import PlannedGame, TeamMatch
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.events import events
from bot.store.events.events import EventMatchRow
from bot.store.schema.tables import EVERYWHERE
from engine import Color, Position, Start

_LATER: Final = timedelta(minutes=10)
"""How much later it's tried again to do what couldn't be done."""


class TeamGames:
    """The team matches in one database, and their games."""

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        self._database = database
        self._clock = clock
        self._random = random
        self._kept_limits = KeptLimits()

    async def advance(self, number: int) -> TeamMatch:
        """Do what's due in a team match and needs neither Discord nor the solver; return it after that.

        It can be repeated at any time, and goes on where it stopped.

        Raises:
            UnknownTeamMatchError: there is no such team match.
        """
        while await self._step(number):
            pass
        while await self._settle(number):
            pass
        return await self._get(number)

    @retried
    async def begin_next(self, number: int) -> Match | None:
        """Begin the next game of a team match, and return it. No message shows it yet.

        None if no game can begin now.

        Raises:
            UnknownTeamMatchError: there is no such team match.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await load_to_change(connection, number)
            if not before.unstarted or before.is_time_over(now):
                return None
            planned = await next_of(connection, before.unstarted)
            if planned is None:
                await save(connection, before, changes.wait(before, now + _LATER))
                return None
            game = await self._match_of(connection, before, planned, now)
            begun = await storing.begin(connection, game, now)
            await save(connection, before, changes.begin_game(before, planned, begun.number))
            return begun

    async def undecided(self, number: int) -> list[int]:
        """Return the numbers of the matches that still run although the end date has come.

        Raises:
            UnknownTeamMatchError: there is no such team match.
        """
        match = await self._get(number)
        if not match.is_time_over(self._clock.now()):
            return []
        return [game.match for game in match.running if game.match is not None]

    @retried
    async def take_results(self, number: int) -> None:
        """Let a team match know how its games have ended."""
        async with self._database.writing() as connection:
            before = await load_to_change(connection, number)
            await save(connection, before, await with_results(connection, before, self._clock.now()))

    @retried
    async def _get(self, number: int) -> TeamMatch:
        async with self._database.reading() as connection:
            return await load(connection, number)

    # One step after another

    @retried
    async def _step(self, number: int) -> bool:
        """Do the next thing that's due; return whether there was any."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await load_to_change(connection, number)
            match = await with_results(connection, before, now)
            after = await self._stepped(connection, match, now)
            await save(connection, before, after)
            return after is not match

    async def _stepped(self, connection: AsyncConnection, match: TeamMatch, now: datetime) -> TeamMatch:
        if match.is_start_due(now):
            return await self._started(connection, match, now)
        until = match.looks_until(now)
        waits = match.waits_until is not None and now < match.waits_until
        if until is not None and (match.is_decided or not waits):
            return await self._checked(connection, match, until, now)
        return changes.end(match, now) if match.is_over(now) else match

    async def _started(self, connection: AsyncConnection, match: TeamMatch, now: datetime) -> TeamMatch:
        for side in match.sides:
            if not (await guild_preferences(connection, side.guild_id)).across_servers:
                return changes.cancel(match, now)
        people = [member.player.id for side in match.sides for member in side.members]
        strong = await strengths(connection, EVERYWHERE, match.terms.ruleset, people, now)
        barred = await barred_couples(connection, match, self._kept_limits, now)
        return changes.start(match, strong, barred, now)

    async def _checked(
        self, connection: AsyncConnection, match: TeamMatch, until: datetime, now: datetime
    ) -> TeamMatch:
        """Replace everyone who had to move until then and has lost a game on time without ever having moved.

        Someone whose time hasn't run out anywhere, because of a vacation, say, is looked at again later.
        """
        seen = await attendance(connection, match.number)
        absent = {*match.no_shows(seen.moved, until)}
        waits = bool(absent - seen.late) and not match.is_decided
        if gone := absent & seen.late:
            barred = await barred_couples(connection, match, self._kept_limits, now)
            match = changes.take_out(match, gone, barred, now)
        return changes.wait(match, now + _LATER) if waits else changes.checked(match, until)

    # Matches that follow

    async def _settle(self, number: int) -> bool:
        """Let all matches follow what happened; return whether there may be more."""
        acts = await self._acts(number)
        for game in acts:
            await self._act(number, game)
        return bool(acts)

    @retried
    async def _acts(self, number: int) -> list[int]:
        """Return the matches that have something to follow, or note that there are none."""
        async with self._database.writing() as connection:
            match = await load_to_change(connection, number)
            if not match.unsettled:
                return []
            rows = await events.matches_of(connection, number)
            found = [row.number for row in rows if _act_of(match, row) is not None]
            if not found:
                await save(connection, match, changes.settled(match))
            return found

    @retried
    async def _act(self, number: int, game_number: int) -> None:
        now = self._clock.now()
        async with self._database.writing() as connection:
            match = await load_to_change(connection, number)
            game = await storing.load_to_change(connection, game_number)
            for row in await events.matches_of(connection, number, [game_number]):
                transition = _act_of(match, row)
                if transition is not None:
                    await storing.save(connection, game, transition(game, now), now)

    # A match that begins

    async def _match_of(
        self, connection: AsyncConnection, match: TeamMatch, planned: PlannedGame, now: datetime
    ) -> Match:
        """Return the match of a planned game, with a board for each player in the channel of their side."""
        game, ruleset = planned.game, match.terms.ruleset
        strong = await strengths(connection, EVERYWHERE, ruleset, game.players, now)
        taken = await first_moves_of_pair(connection, match.number, match.games, game.players)
        first = draw_first_move(ruleset, self._random, now, other_than=taken)
        people = {member.player.id: member.player for side in match.sides for member in side.members}
        return Match(
            number=0,
            white=people[game.white],
            black=people[game.black],
            position=Position.replay(ruleset, [first.text]),
            created_at=now,
            boards=(_board(match, game.white, Color.WHITE), _board(match, game.black, Color.BLACK)),
            start=Start.BALANCED,
            rated=True,
            moves=(first,),
            white_seat=Seat(rating=strong[game.white].shown),
            black_seat=Seat(rating=strong[game.black].shown),
            move_seconds=match.terms.move_seconds,
            event=match.number,
        )


def _board(match: TeamMatch, player_id: int, color: Color) -> Board:
    side = match.sides[match.side_of(player_id) or 0]
    return Board(side.place, side.language, side.theme, side=color, server_name=side.name)


def _act_of(match: TeamMatch, row: EventMatchRow) -> Transition | None:
    """Return what has to happen to a match because of its team match; None if nothing has."""
    if match.status is EventStatus.CANCELED:
        return endings.go_on_casually if row.reason is None else None
    game = next((game for game in match.games if game.match == row.number), None)
    return act_on(row, game, {} if game is None else dict(_gone(match, game)))


def _gone(match: TeamMatch, game: EventGame) -> Iterator[tuple[int, Leaving]]:
    for player_id in game.players:
        member = match.member(player_id)
        if member is not None and member.left is not None:
            yield player_id, member.left
