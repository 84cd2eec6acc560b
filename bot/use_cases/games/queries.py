"""What people and jobs ask about several games, and what a player's new choices change in theirs."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games
from bot.store.clocks import due_times
from bot.store.connections.database import Database
from bot.store.events import events
from bot.store.events.events import EventRow
from bot.use_cases.games.storing import load, load_to_change, new_due, save
from bot.values.base36 import LARGEST, parse_number
from bot.values.clocks import DueKind
from bot.values.game import presence
from bot.values.game.boards import doubt
from bot.values.game.game import Game
from bot.values.game.game_errors import (
    ChooseGameError,
    NoFinishedGameError,
    NoRunningGameError,
    RunningGameError,
    UnknownGameError,
)
from bot.values.game.turns import check_player
from bot.values.players import Place

_LONGEST = len(str(LARGEST))


async def redraw_all(connection: AsyncConnection, player_id: int, now: datetime) -> None:
    """Have the boards of a player's running games redrawn."""
    for number in await games.lock_running(connection, player_id):
        game = await load(connection, number)
        await save(connection, game, doubt(game), now)


async def plan_reminders(connection: AsyncConnection, player_id: int, now: datetime) -> None:
    """Schedule the reminders of a player's current turns again, after they chose other hours."""
    turns = await due_times.of_players(connection, [player_id], [DueKind.DEADLINE])
    for number in sorted(turn.game_id for turn in turns if turn.game_id is not None):
        game = await load_to_change(connection, number)
        if game.to_move.id == player_id:
            at = presence.reminder_time(game, now)
            rows = [] if at is None else [new_due(game, DueKind.REMINDER, at)]
            await due_times.replace(connection, number, [DueKind.REMINDER], rows)


@dataclass(frozen=True, slots=True)
class Reader:
    """A person who asks for games at a place. ``sees`` says whether they may see a game that was found."""

    place: Place
    id: int
    sees: Callable[[Game], Awaitable[bool]]


class GameQueries:
    """Finds games in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count_running(self) -> int:
        return await self._database.read_once(games.count_running)

    async def several(self, numbers: Sequence[int]) -> list[Game]:
        return await self._database.read_once(games.fetch_several, numbers)

    async def running(self, guild_id: int | None, *, player_id: int, limit: int) -> list[Game]:
        """Return a player's running games in a guild, or everywhere if that is None.

        Those in which they have to move come first, the least time first, and then the newest.
        """
        return await self._database.read_once(
            games.running_of, guild_id, player_id=player_id, limit=limit, order=games.turns_first(player_id)
        )

    async def next_after(self, game: Game, player_id: int) -> tuple[Game, int] | None:
        """Return the next of a player's games in which they have to move, and how many there are; or None.

        It's the one with the least time, wherever it's played, and not ``game``, in which they've just moved.
        In a live game, and against the computer, nothing keeps them from what comes next there.
        """
        if not presence.is_slow(game) or game.level is not None:
            return None
        return await self._database.read_once(games.next_of, game.number, player_id=player_id)

    async def to_watch(self, guild_id: int, *, player_id: int, limit: int) -> list[Game]:
        """Return the running games of a guild between two people other than a player, the newest first."""
        return await self._database.read_once(
            games.running_between_others, guild_id, player_id=player_id, limit=limit
        )

    async def find(self, reader: Reader, text: str | None, *, of_others: bool = False) -> Game:
        """Return the game that a reader means: the one called ``text``, or else their only running one.

        In a guild it is one of that guild that they may see. Outside guilds it is one of their own, wherever
        it is played, or one of this channel. Games of other people are only found if ``of_others`` allows it.

        Raises:
            NotAPlayerError: it is someone else's game.
            NoRunningGameError, ChooseGameError: nothing was named, and they have no running game, or several.
        """
        if text is not None:
            game = await self._named(reader, text)
            if not of_others:
                check_player(game, reader.id)
            return game
        running = await self.running(reader.place.guild_id, player_id=reader.id, limit=25)
        if not running:
            raise NoRunningGameError
        if len(running) > 1:
            raise ChooseGameError(tuple(running))
        return running[0]

    async def find_to_move(self, reader: Reader, text: str | None) -> Game:
        """Return the game in which a reader wants to move: called ``text``, or one of their running ones.

        If nothing was named, games shown in this channel come first, and then those in which it's their turn.
        """
        if text is not None:
            return await self.find(reader, text)
        running = await self.running(reader.place.guild_id, player_id=reader.id, limit=25)
        if not running:
            raise NoRunningGameError
        nearest = [game for game in running if _is_shown_in(reader, game)] or running
        candidates = [game for game in nearest if game.to_move.id == reader.id] or nearest
        if len(candidates) > 1:
            raise ChooseGameError(tuple(candidates))
        return candidates[0]

    async def finished(self, guild_id: int | None, *, player_id: int, limit: int) -> list[Game]:
        """Return a player's finished games in a guild, or everywhere if it's None; the latest first."""
        return await self._database.read_once(games.finished_of, guild_id, player_id=player_id, limit=limit)

    async def find_to_replay(self, reader: Reader, text: str | None) -> Game:
        """Return the game that ``find`` returns, even of others, or the reader's last finished one."""
        try:
            return await self.find(reader, text, of_others=True)
        except NoRunningGameError:
            last = await self._last_finished(reader)
            if last is None:
                raise
            return last

    async def find_to_review(self, reader: Reader, text: str | None) -> Game:
        """Return the game called ``text``, even someone else's, or else the reader's last finished one."""
        if text is not None:
            return await self._named(reader, text)
        last = await self._last_finished(reader)
        if last is None:
            raise NoFinishedGameError
        return last

    async def find_to_analyze(self, reader: Reader, text: str) -> Game:
        """Return the finished game called ``text``, even someone else's."""
        game = await self._named(reader, text)
        if game.outcome is None:
            raise RunningGameError(game)
        return game

    async def _last_finished(self, reader: Reader) -> Game | None:
        finished = await self.finished(reader.place.guild_id, player_id=reader.id, limit=1)
        return finished[0] if finished else None

    async def _named(self, reader: Reader, text: str) -> Game:
        number = _number_called(text.strip().removeprefix("#"))
        if number is None:
            raise UnknownGameError(text)
        game = await self._database.read_once(games.fetch, number)
        # Don't reveal that a game exists to someone who may not see it here.
        if game is None or not _is_found_from(reader, game) or not await reader.sees(game):
            raise UnknownGameError(text)
        return game

    async def event_of(self, number: int) -> EventRow | None:
        return await self._database.read_once(events.of_game, number)


def _number_called(text: str) -> int | None:
    if text.isascii() and text.isdecimal():
        return min(int(text[:_LONGEST]), LARGEST)
    # What 1.0.0 posted calls games by their number in base 36. Most of these have a letter.
    return parse_number(text)


def _is_shown_in(reader: Reader, game: Game) -> bool:
    boards = (*game.homes, game.private_board_of(reader.id))
    return reader.place.channel_id in {board.place.channel_id for board in boards if board}


def _is_found_from(reader: Reader, game: Game) -> bool:
    there = reader.place
    if there.guild_id is not None:
        return there.guild_id in {board.place.guild_id for board in game.homes}
    return game.color_of(reader.id) is not None or _is_shown_in(reader, game)
