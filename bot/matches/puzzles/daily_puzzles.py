"""The daily puzzle for the servers that want one.

The process that inserts the row of a server's day posts its puzzle, so that there is at most one, however
many processes run and however often they start. If a process ends between the row and the post, that server
gets no puzzle that day: better none than two.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date

from bot.clock import Clock
from bot.matches.puzzles.puzzles import lot
from bot.matches.values.players import ThemeName
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.puzzles import daily_puzzles as rows
from bot.store.puzzles import daily_solves
from bot.store.settings.guilds import remember_guild
from engine import Puzzle


@dataclass(frozen=True, slots=True)
class Subscription:
    """In which channel and in which language a server wants its daily puzzle."""

    guild_id: int
    channel_id: int
    language: str
    theme: ThemeName


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """A server's puzzle of the day, to be posted.

    ``solvers`` is how many people solved the previous one there on its day; None if there was none.
    """

    subscription: Subscription
    day: date
    puzzle: Puzzle
    solvers: int | None


class DailyPuzzles:
    """The daily puzzles of one database. Days are in UTC."""

    def __init__(self, database: Database, clock: Clock, puzzles: Sequence[Puzzle]) -> None:
        self._database = database
        self._clock = clock
        self._puzzles = puzzles

    async def channel_of(self, guild_id: int) -> int | None:
        """Return the channel of a server's daily puzzle, or None if it has none."""
        async with self._database.reading_once() as connection:
            return await rows.channel_of(connection, guild_id)

    @retried
    async def switch_on(self, guild_id: int, channel_id: int, language: str) -> None:
        """Post a daily puzzle in a channel of a server from now on, in a language as Discord names it."""
        async with self._database.writing() as connection:
            await remember_guild(connection, guild_id, self._clock.now())
            await rows.set_channel(connection, guild_id, channel_id, language)

    @retried
    async def switch_off(self, guild_id: int) -> None:
        """Stop posting puzzles in this server."""
        async with self._database.writing() as connection:
            await rows.set_channel(connection, guild_id, None, None)

    async def due(self) -> list[Subscription]:
        """Return the servers that don't have today's puzzle yet."""
        async with self._database.reading_once() as connection:
            return [
                Subscription(row.guild_id, row.channel_id, row.language, ThemeName.chosen(row.theme))
                for row in await rows.due(connection, self._today())
            ]

    @retried
    async def claim(self, subscription: Subscription) -> DailyPuzzle | None:
        """Claim the posting of a server's puzzle of the day; None if it is already claimed.

        The puzzle is the first, in the server's own order, of those that it has had least often.
        """
        today, guild_id = self._today(), subscription.guild_id
        async with self._database.writing() as connection:
            past = await rows.past(connection, guild_id)
            puzzle = self._next(guild_id, [row.puzzle for row in past])
            if not await rows.claim(connection, guild_id, today, puzzle.number, subscription.channel_id):
                return None
            posted = [row.day for row in past if row.message_id is not None]
            solvers = await daily_solves.count(connection, guild_id, posted[-1]) if posted else None
        return DailyPuzzle(subscription, today, puzzle, solvers)

    @retried
    async def note_posted(self, daily: DailyPuzzle, message_id: int) -> None:
        """Record that a claimed puzzle was posted."""
        async with self._database.writing() as connection:
            await rows.set_message(connection, daily.subscription.guild_id, daily.day, message_id)

    @retried
    async def give_back(self, daily: DailyPuzzle) -> None:
        """Record that a claimed puzzle couldn't be posted, so that it can be claimed again."""
        async with self._database.writing() as connection:
            await rows.release(connection, daily.subscription.guild_id, daily.day)

    def _today(self) -> date:
        return self._clock.now().astimezone(UTC).date()

    def _next(self, guild_id: int, past: Sequence[str]) -> Puzzle:
        times = Counter(past)
        return min(self._puzzles, key=lambda puzzle: (times[puzzle.number], lot(guild_id, puzzle.number)))
