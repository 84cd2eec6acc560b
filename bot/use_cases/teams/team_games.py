"""What happens in team matches without a click: they start, their games begin and follow them, they end."""

from datetime import datetime
from random import Random

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store.connections.database import Database
from bot.store.schema.tables import EVERYWHERE
from bot.use_cases.challenges.limits import KeptLimits
from bot.use_cases.events.event_games import LATER, EventGames
from bot.use_cases.events.following import attendance, first_moves_of_pair
from bot.use_cases.preferences import guild_preferences
from bot.use_cases.standings.ratings import strengths
from bot.use_cases.teams.storing import barred_couples, load, load_to_change, save
from bot.values.game.game import Board, Game, Seat
from bot.values.game.turns import draw_first_move
from bot.values.teams import changes
from bot.values.teams.team_match import PlannedGame, TeamMatch
from engine import Color, Position, Start


class TeamGames(EventGames[TeamMatch]):
    """The team matches in one database, and their games."""

    changes = changes

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        super().__init__(database, clock, random)
        self._kept_limits = KeptLimits()

    async def _load(self, connection: AsyncConnection, number: int) -> TeamMatch:
        return await load(connection, number)

    async def _load_to_change(self, connection: AsyncConnection, number: int) -> TeamMatch:
        return await load_to_change(connection, number)

    async def _save(
        self, connection: AsyncConnection, before: TeamMatch, after: TeamMatch, now: datetime
    ) -> None:
        del now
        await save(connection, before, after)

    async def _stepped(self, connection: AsyncConnection, match: TeamMatch, now: datetime) -> TeamMatch:
        if match.is_start_due(now):
            return await self._started(connection, match, now)
        until = match.looks_until(now)
        waits = match.waits_until is not None and now < match.waits_until
        if until is not None and (match.is_decided or not waits):
            return await self._checked(connection, match, until, now=now)
        return changes.end(match, now) if match.is_over(now) else match

    async def _started(self, connection: AsyncConnection, match: TeamMatch, now: datetime) -> TeamMatch:
        for side in match.sides:
            if not (await guild_preferences(connection, side.guild_id)).across_servers:
                return changes.cancel(match, now)
        people = [member.player.id for side in match.sides for member in side.members]
        strong = await strengths(connection, EVERYWHERE, match.terms.ruleset, people, now)
        barred = await barred_couples(connection, match, self._kept_limits)
        return changes.start(match, strong, barred, now)

    async def _checked(
        self, connection: AsyncConnection, match: TeamMatch, until: datetime, *, now: datetime
    ) -> TeamMatch:
        """Replace everyone who had to move until then and has lost a game on time without ever having moved.

        Someone whose time hasn't run out anywhere, because of a vacation, say, is looked at again later.
        """
        seen = await attendance(connection, match.number)
        absent = {*match.no_shows(seen.moved, until)}
        waits = bool(absent - seen.late) and not match.is_decided
        if gone := absent & seen.late:
            barred = await barred_couples(connection, match, self._kept_limits)
            match = changes.take_out(match, gone, barred, now)
        return changes.wait(match, now + LATER) if waits else changes.checked(match, until)

    async def _game_of(
        self, connection: AsyncConnection, match: TeamMatch, planned: PlannedGame, now: datetime
    ) -> Game:
        """Return the match of a planned game, with a board for each player in the channel of their side."""
        game, ruleset = planned.game, match.terms.ruleset
        strong = await strengths(connection, EVERYWHERE, ruleset, game.players, now)
        taken = await first_moves_of_pair(connection, match.number, match.games, game.players)
        first = draw_first_move(ruleset, self._random, now, other_than=taken)
        people = {member.player.id: member.player for side in match.sides for member in side.members}
        return Game(
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
