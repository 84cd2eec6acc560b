"""What the managers of a server can do to its games, the log of that, reports, and results to announce.

Only Discord knows who manages a server, so that is checked when they click. A game whose result is to be
announced is marked in the transaction that ends it, and the mark is removed once the result is posted. So a
restart loses none, and a result posted just before it is recognized by its nonce.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import starmap
from typing import Final

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games, moderation
from bot.store.connections.transactions import retried
from bot.store.events import cups, nights
from bot.store.events.cups import read_terms
from bot.store.moderation import ActRow, NewAct, ReportRow
from bot.use_cases.events.cups import check_impartial
from bot.use_cases.games.storing import load_to_change, save
from bot.use_cases.names import remember
from bot.use_cases.use_cases import UseCases
from bot.values.acts import ActKind, EventActKind, Opponent
from bot.values.errors import OutsideServerError, UnknownActError
from bot.values.events.cup import CupTerms
from bot.values.events.event_errors import OwnEventError
from bot.values.game.endings import annul
from bot.values.game.game import Game
from bot.values.game.game_errors import FinishedGameError, OnePlaceError, OwnGameError, TwoPlacesError
from bot.values.game.turns import check_player
from bot.values.pages import Page
from bot.values.players import Player
from engine import Reason, Ruleset

LONGEST_REASON = 200
"""Maximum number of characters in a moderator's reason."""

PATIENCE = timedelta(hours=1)
"""How long after it was requested an action can be confirmed."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a moderator did to a game, or is asked to confirm. It was done if it has a time.

    The game is as people in the moderator's server know it. ``player`` is someone whom it keeps from voting.
    """

    number: int
    kind: ActKind
    moderator: Player
    game: Game
    reason: str | None
    done_at: datetime | None
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class EventAct:
    """Something that a moderator did to an event, and perhaps to a ``player`` in it, or to a league.

    The ``event`` is the terms of the cup, the other server of the team match, or the ruleset of the league.
    It's None for a game night, which has no name.
    """

    kind: EventActKind
    moderator: Player
    event: CupTerms | Opponent | Ruleset | None
    player: Player | None
    done_at: datetime


class Moderation(UseCases):
    """The moderation log in one database."""

    async def running(self, limit: int, *, guild_id: int) -> list[Game]:
        """Return the running games of a guild that its moderators can end, the newest first."""
        found = [
            *await self._database.read_once(games.running_in, limit, guild_id=guild_id),
            *await self._database.read_once(games.running_of_crowds, limit, guild_id=guild_id),
        ]
        newest = sorted({game.number: game for game in found}.items(), reverse=True)
        return [game for _, game in newest[:limit]]

    @retried
    async def propose_annulment(
        self, game: Game, moderator: Player, reason: str | None, *, guild_id: int | None = None
    ) -> Act:
        """Record that a moderator wants a game, running or not, to have no result. Nothing happens yet.

        A game of two channels can be ended in either server, as long as it runs: ``guild_id`` is the one of
        the moderator.
        """
        if game.is_in_two_places and game.crowd is None:
            raise TwoPlacesError(game)
        if game.outcome is not None and (game.is_in_two_places or not game.has_result):
            raise FinishedGameError(game)
        kind = ActKind.END if game.outcome is None else ActKind.ANNUL
        now, guild_id = self._clock.now(), game.guild_id or guild_id
        if guild_id is None:
            raise OutsideServerError
        async with self._database.writing() as connection:
            await _check_impartial(connection, game, moderator.id)
            await remember(connection, moderator, now, guild_id=guild_id)
            await moderation.drop_unconfirmed(connection, guild_id, before=now - PATIENCE)
            act = NewAct(guild_id, moderator.id, kind, game.number, reason)
            number = await moderation.add(connection, act, now)
        return Act(number, kind, moderator, game.as_seen_from(guild_id), reason, None)

    @retried
    async def proposed(self, guild_id: int, *, moderator_id: int, number: int) -> Act:
        """Return what a moderator has proposed to do in a guild, whether or not it has been done."""
        async with self._database.writing() as connection:
            before = self._clock.now() - PATIENCE
            await moderation.drop_unconfirmed(connection, guild_id, before)
            row = await moderation.fetch(connection, number)
            # What was done to a cup, a league, or someone who votes was never proposed here.
            own = row is not None and (row.guild_id, row.moderator_id) == (guild_id, moderator_id)
            if row is None or not own or row.game_id is None or row.player_id is not None:
                raise UnknownActError
            return _act(row, await _games(connection, [row]))

    @retried
    async def annul(self, act: Act, *, repeated: bool = False) -> Game:
        """Do what was proposed and log it: end a running game without a result, or take a result away.

        What a finished game did is undone, except in the lists of all servers. Returns the updated game.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            game = await load_to_change(connection, act.game.number)
            await _check_impartial(connection, game, act.moderator.id)
            await moderation.mark_done(connection, act.number, now)
            if game.outcome is not None:
                if repeated and game.outcome.reason is Reason.ANNULLED:
                    return game
                if act.kind is ActKind.END:
                    raise FinishedGameError(game)
            return await save(connection, game, annul(game, now), now)

    @retried
    async def log(self, guild_id: int, *, page: int, size: int) -> tuple[list[Act | EventAct], bool]:
        """Return one page of a guild's moderation log, the latest first, and whether another page follows."""
        wanted = Page(page, size)
        async with self._database.reading() as connection:
            found = await moderation.done_in(connection, guild_id, offset=wanted.offset, limit=wanted.limit)
            rows, follows = wanted.cut(found)
            games = await _games(connection, rows)
        return [_event_act(row) if row.game_id is None else _act(row, games) for row in rows], follows


async def _check_impartial(connection: AsyncConnection, game: Game, moderator_id: int) -> None:
    """Check that a moderator neither plays in a game, nor has joined what it belongs to.

    A team match's games are in two places, so no moderator decides about them.
    """
    if game.color_of(moderator_id) is not None:
        raise OwnGameError(game)
    numbers = [] if game.event is None else [game.event]
    for cup in await cups.fetch(connection, numbers):
        await check_impartial(connection, cup, moderator_id)
    for night in await nights.fetch(connection, numbers):
        if night.entrant(moderator_id) is not None:
            raise OwnEventError(night)


async def _games(connection: AsyncConnection, rows: Sequence[ActRow]) -> Mapping[int | None, Game]:
    """Return the games that these acts are about, by their numbers."""
    numbers = [row.game_id for row in rows if row.game_id is not None]
    return {game.number: game for game in await games.fetch_several(connection, numbers)}


def _act(row: ActRow, games: Mapping[int | None, Game]) -> Act:
    moderator = Player(row.moderator_id, row.moderator_name)
    game = games[row.game_id].as_seen_from(row.guild_id)
    return Act(row.id, ActKind(row.kind), moderator, game, row.reason, row.done_at, _player_of(row))


def _event_act(row: ActRow) -> EventAct:
    moderator = Player(row.moderator_id, row.moderator_name)
    if row.done_at is None:
        raise RuntimeError(row)
    return EventAct(EventActKind(row.kind), moderator, _event(row), _player_of(row), row.done_at)


def _player_of(row: ActRow) -> Player | None:
    return None if row.player_id is None else Player(row.player_id, row.player_name or "")


def _event(row: ActRow) -> CupTerms | Opponent | Ruleset | None:
    if row.terms is not None:
        return read_terms(row.terms)
    if row.opponent is not None:
        return Opponent(row.opponent)
    return None if row.ruleset is None else Ruleset(row.ruleset)


LONGEST: Final = 500
"""Maximum number of characters in a report."""

MOST: Final = 1000
"""Maximum number of reports that the host reads at a time."""

log = structlog.get_logger(__name__)


class Reports(UseCases):
    """The reports in one database."""

    @retried
    async def report(self, number: int, text: str, *, player_id: int) -> Game:
        """Store what a player reports about a game, cut to ``LONGEST``; return the game."""
        async with self._database.writing() as connection:
            game = await load_to_change(connection, number)
            check_player(game, player_id)
            if not game.is_in_two_places:
                raise OnePlaceError(game)
            await moderation.keep(
                connection, number, text.strip()[:LONGEST], self._clock.now(), reporter_id=player_id
            )
        log.warning("game reported to the host", game=number)
        return game

    async def newest(self) -> Sequence[ReportRow]:
        return await self._database.read_once(moderation.newest, MOST)


NEWS_FOR = timedelta(days=1)
"""How long the result of a game stays newsworthy."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """The result of ``game``, to be posted in a channel."""

    game: Game
    channel_id: int


class Announcements(UseCases):
    """The results in one database that haven't been announced yet."""

    async def due(self, limit: int) -> list[Announcement]:
        """Return the results to announce, the newest first. Those that are no longer news are dropped."""
        oldest = self._clock.now() - NEWS_FOR
        found = await self._database.read_once(games.to_announce, limit)
        due = []
        for announcement in starmap(Announcement, found):
            ended_at = announcement.game.finished_at
            if ended_at is not None and ended_at >= oldest:
                due.append(announcement)
            else:
                await self.done(announcement)
        return due

    async def done(self, announcement: Announcement) -> None:
        """Record that a result was announced, or can't be."""
        await self._database.write(games.mark_announced, announcement.game.number)
