"""What happens in cups without a click: they start, their games begin and follow them, their stages end.

A cup's ``due_at`` says when something next has to be done. What a change of a cup means for its games
follows one game at a time. Until all have followed, the cup is ``unsettled``, and a restart goes on with the
rest.
"""

from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.events import cups
from bot.use_cases.cups.bars import bar
from bot.use_cases.cups.storing import load, load_to_change, save
from bot.use_cases.events.event_games import LATER, EventGames
from bot.use_cases.events.following import attendance, first_moves_of_pair
from bot.use_cases.standings.ratings import strengths
from bot.values.cups import changes
from bot.values.cups.cup import Cup, PlannedGame
from bot.values.events.event import EventStatus
from bot.values.game.game import Board, Game, PlayedMove, Seat
from bot.values.game.turns import draw_first_move
from engine import Position, Start

MOST_RUNNING: Final = 3
"""Maximum number of cups of a server that are played at the same time, without the months of leagues."""


class CupGames(EventGames[Cup]):
    """The cups in one database, and their games."""

    changes = changes

    async def _load(self, connection: AsyncConnection, number: int) -> Cup:
        return await load(connection, number)

    async def _load_to_change(self, connection: AsyncConnection, number: int) -> Cup:
        return await load_to_change(connection, number)

    async def _save(self, connection: AsyncConnection, before: Cup, after: Cup, now: datetime) -> None:
        await save(connection, before, after, now)

    async def _stepped(self, connection: AsyncConnection, cup: Cup, now: datetime) -> Cup:
        if cup.is_given_up(now):
            return changes.cancel(cup, now)
        if cup.paused_at is not None or cup.ended_at is not None:
            return cup
        waits = cup.waits_until is not None and now < cup.waits_until
        if cup.is_start_due(now):
            return cup if waits else await _started(connection, cup, now)
        until = cup.looks_until(now)
        if until is not None and (cup.is_decided or not waits):
            return await _checked(connection, cup, until, now)
        if cup.is_stage_over(now) and not cup.running:
            return changes.end_stage(cup, now)
        closes = cup.late_entry_until is not None and cup.late_entry_until < now
        return changes.close_entry(cup) if closes else cup

    async def _game_of(
        self, connection: AsyncConnection, cup: Cup, planned: PlannedGame, now: datetime
    ) -> Game:
        terms, game = cup.terms, planned.game
        people = {entrant.player.id: entrant.player for entrant in cup.entrants}
        strong = await strengths(connection, cup.guild_id, terms.ruleset, game.players, now)
        moves: tuple[PlayedMove, ...] = ()
        if terms.start is Start.BALANCED:
            taken = await first_moves_of_pair(connection, cup.number, cup.games, game.players)
            moves = (draw_first_move(terms.ruleset, self._random, now, other_than=taken),)
        return Game(
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
        return changes.wait(cup, now + LATER)
    people = [entrant.player.id for entrant in cup.entrants]
    strong = await strengths(connection, cup.guild_id, cup.terms.ruleset, people, now)
    return changes.start(cup, strong, now)


# Who didn't show up


async def _checked(connection: AsyncConnection, cup: Cup, until: datetime, now: datetime) -> Cup:
    """Take out everyone who had to move until then and has lost a game on time without ever having moved.

    Someone whose time hasn't run out anywhere, because of a vacation, say, is looked at again later.
    """
    seen = await attendance(connection, cup.number)
    absent = cup.no_shows(seen.moved, until)
    waits = bool(set(absent) - seen.late) and not cup.is_decided
    for player_id in sorted(seen.late.intersection(absent)):
        await bar(connection, player_id, now)
        cup = changes.take_out(cup, player_id)
    return changes.wait(cup, now + LATER) if waits else changes.checked(cup, until)
