"""The daily puzzle for the servers that want one, and the leaderboards of those who solve it.

The process that inserts the row of a server's day posts its puzzle, so there is at most one, no matter how
many processes run and how often they start. If a process ends between the row and the post, that server gets
no puzzle that day: better none than two.

The message is edited when someone has solved the puzzle, and again when the day is over. Both only mark
it; a job edits marked messages, so if many people solve it at the same time, there's one edit.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.locale import ENGLISH
from bot.store import daily_games, games
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.puzzles import daily_puzzles, puzzles
from bot.store.puzzles.daily_puzzles import SolverRow, SubscriptionRow, of_day, of_month
from bot.store.settings.guilds import remember_guild
from bot.store.standings.ranked_lists import page
from bot.use_cases.puzzles.attempts import difficulty_of, streaks_of
from bot.use_cases.puzzles.puzzles import shuffle_key
from bot.use_cases.standings.leaderboards import PAGE_SIZE, read_page
from bot.use_cases.use_cases import UseCases
from bot.values.crowds import MOST_CROWDS
from bot.values.game.daily_games import ONE_DAY
from bot.values.game.daily_games import day_at as day_of_games
from bot.values.game.fair_play import Protected
from bot.values.game.game import Board
from bot.values.players import Player, ThemeName
from bot.values.standings import DailyStreak, RankedPage
from engine import Difficulty, Puzzle, Ruleset

NAMED_SOLVERS: Final = 10
"""How many of a puzzle's solvers the message names."""

_EDITS_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class Subscription:
    """How a server wants its daily puzzle: the channel, language, theme and ruleset.

    ``hour`` is when its days begin, in UTC.
    """

    guild_id: int
    channel_id: int
    language: str
    theme: ThemeName
    ruleset: Ruleset = Ruleset.PYRGA
    hour: int = 0


@dataclass(frozen=True, slots=True)
class Solvers:
    """How many people solved a puzzle of the day on its day, and the best of them, with their tries."""

    number: int = 0
    named: tuple[tuple[Player, int], ...] = ()


@dataclass(frozen=True, slots=True)
class LastPuzzle:
    """The previous day's puzzle, where it was posted, and how many solved it."""

    puzzle: Puzzle
    channel_id: int
    message_id: int
    solvers: int


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """A server's puzzle of the day, to be posted or edited.

    ``difficulty`` is how hard it is for people. ``last`` is the previous one, if there was one and it's still
    known. ``is_over`` says whether another puzzle has replaced it. ``voting`` is the board of the game that
    the whole channel is playing, if it is.
    """

    subscription: Subscription
    day: date
    puzzle: Puzzle
    difficulty: Difficulty
    last: LastPuzzle | None = None
    solvers: Solvers = Solvers()
    is_over: bool = False
    voting: Board | None = None


@dataclass(frozen=True, slots=True)
class PostedPuzzle:
    """A puzzle of the day that was posted, with what its message has to show now."""

    daily: DailyPuzzle
    channel_id: int
    message_id: int


class DailyPuzzles(UseCases):
    """The daily puzzles of one database. A day begins at the hour that the server chose, in UTC."""

    def __init__(self, database: Database, clock: Clock, puzzles: Sequence[Puzzle]) -> None:
        super().__init__(database, clock)
        self._puzzles = {puzzle.number: puzzle for puzzle in puzzles}

    @retried
    async def switch_on(self, guild_id: int, *, channel_id: int, language: str) -> None:
        """Post a daily puzzle in a channel of a server from now on, in a language as Discord names it."""
        async with self._database.writing() as connection:
            await remember_guild(connection, guild_id, self._clock.now())
            await daily_puzzles.set_channel(connection, guild_id, channel_id=channel_id, language=language)

    async def switch_off(self, guild_id: int) -> None:
        """Stop posting puzzles in this server."""
        await self._database.write(daily_puzzles.set_channel, guild_id, channel_id=None, language=None)

    async def due(self) -> list[Subscription]:
        """Return the servers that don't have the puzzle of their day yet."""
        found = await self._database.read_once(daily_puzzles.due, self._clock.now())
        return [_subscription(row, row.channel_id) for row in found if row.channel_id is not None]

    @retried
    async def claim(self, subscription: Subscription) -> DailyPuzzle | None:
        """Claim the posting of a server's puzzle of the day; None if that's already claimed.

        Of the ruleset's puzzles that the server has had least often, it's the first in the server's own
        order that wouldn't help with the game of the day, today's or tomorrow's.
        """
        now, guild_id = self._clock.now(), subscription.guild_id
        day = daily_puzzles.day_at(now, subscription.hour)
        async with self._database.writing() as connection:
            past = await daily_puzzles.past(connection, guild_id)
            days = (day_of_games(now), day_of_games(now) + ONE_DAY)
            starts = [await daily_games.protected(connection, each) for each in days]
            known = [start for start in starts if start is not None]
            puzzle = self._next(subscription, [row.puzzle for row in past], known)
            if not await daily_puzzles.claim(
                connection, guild_id, day, puzzle.number, channel_id=subscription.channel_id
            ):
                return None
            return await self._daily(connection, subscription, day, puzzle, now)

    @retried
    async def note_posted(self, daily: DailyPuzzle, message_id: int) -> None:
        """Record that a claimed puzzle was posted. The previous one's message will now give its solution."""
        guild_id = daily.subscription.guild_id
        async with self._database.writing() as connection:
            await daily_puzzles.set_message(connection, guild_id, daily.day, message_id=message_id)
            last = await daily_puzzles.posted_before(connection, guild_id, daily.day)
            if last is not None:
                await daily_puzzles.mark_outdated(connection, guild_id, last.day)

    async def give_back(self, daily: DailyPuzzle) -> None:
        """Record that a claimed puzzle couldn't be posted, so that it can be claimed again."""
        await self._database.write(daily_puzzles.release, daily.subscription.guild_id, daily.day)

    @retried
    async def take_outdated(self) -> list[PostedPuzzle]:
        """Return some posted puzzles whose messages have to be edited, and count them as edited."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            taken = await daily_puzzles.take_outdated(connection, _EDITS_AT_ONCE)
            posted = []
            for guild_id, row in taken:
                if row.message_id is not None and row.puzzle in self._puzzles:
                    wanted = await daily_puzzles.subscription_of(connection, guild_id)
                    subscription = _subscription(wanted, row.channel_id)
                    daily = await self._daily(
                        connection, subscription, row.day, self._puzzles[row.puzzle], now
                    )
                    posted.append(PostedPuzzle(daily, row.channel_id, row.message_id))
            return posted

    async def _daily(
        self,
        connection: AsyncConnection,
        subscription: Subscription,
        day: date,
        puzzle: Puzzle,
        now: datetime,
    ) -> DailyPuzzle:
        guild_id = subscription.guild_id
        solved = await page(connection, of_day(guild_id, day), offset=0, limit=NAMED_SOLVERS)
        return DailyPuzzle(
            subscription,
            day,
            puzzle,
            difficulty_of(puzzle, await puzzles.of_puzzle(connection, puzzle.number)),
            await self._last(connection, guild_id, day),
            Solvers(
                await daily_puzzles.count_solves(connection, guild_id, day),
                tuple((Player(row.player_id, row.name), row.tries or 0) for row in solved),
            ),
            is_over=day < await daily_puzzles.current_day(connection, guild_id, now),
            voting=await _voting(connection, subscription),
        )

    async def _last(self, connection: AsyncConnection, guild_id: int, day: date) -> LastPuzzle | None:
        last = await daily_puzzles.posted_before(connection, guild_id, day)
        if last is None or last.message_id is None or last.puzzle not in self._puzzles:
            return None
        solvers = await daily_puzzles.count_solves(connection, guild_id, last.day)
        return LastPuzzle(self._puzzles[last.puzzle], last.channel_id, last.message_id, solvers)

    def _next(self, subscription: Subscription, past: Sequence[str], starts: Sequence[Protected]) -> Puzzle:
        times = Counter(past)
        in_order = sorted(
            (puzzle for puzzle in self._puzzles.values() if puzzle.ruleset is subscription.ruleset),
            key=lambda puzzle: (times[puzzle.number], shuffle_key(subscription.guild_id, puzzle.number)),
        )
        return next(
            puzzle for puzzle in in_order if not any(start.bars(Protected.of(puzzle)) for start in starts)
        )


async def _voting(connection: AsyncConnection, subscription: Subscription) -> Board | None:
    """Return the board of the game that the channel of a server's puzzles plays, or None."""
    running = await games.running_of_crowds(connection, MOST_CROWDS, guild_id=subscription.guild_id)
    boards = (game.home_in(subscription.channel_id) for game in running)
    return next((board for board in boards if board is not None), None)


def _subscription(row: SubscriptionRow, channel_id: int) -> Subscription:
    return Subscription(
        row.guild_id,
        channel_id,
        row.language or ENGLISH,
        ThemeName(row.theme or ThemeName.AEGEAN),
        Ruleset(row.ruleset or Ruleset.PYRGA),
        row.hour,
    )


class PuzzlePeriod(StrEnum):
    """Whose solvers are listed: today's or this month's."""

    TODAY = "today"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class PuzzleSolver:
    """A line of the leaderboard.

    ``rank`` begins at 1, and equal results share one. Today's leaderboard ranks by ``tries``, this month's by
    the number of puzzles ``solved``. ``streak`` is the one they have now. ``tries`` is how many today's took
    them, or None if they haven't solved it.
    """

    rank: int
    player: Player
    solved: int
    streak: DailyStreak
    tries: int | None


class PuzzleLeaderboards(UseCases):
    """Who solves the puzzles of the day of the servers in one database."""

    @retried
    async def streak(self, guild_id: int, *, player_id: int) -> DailyStreak:
        """Return the streak that a player has in a server now. Days without a puzzle don't end it."""
        async with self._database.reading() as connection:
            today = await self._today(connection, guild_id)
            return (await streaks_of(connection, guild_id, [player_id], today))[player_id]

    @retried
    async def streak_at_stake(self, guild_id: int, *, player_id: int, puzzle: Puzzle) -> DailyStreak | None:
        """Return a player's streak if a puzzle is that of a server's day, and they haven't solved it yet."""
        async with self._database.reading() as connection:
            today = await self._today(connection, guild_id)
            if not await daily_puzzles.is_unsolved(
                connection, guild_id, today, player_id=player_id, puzzle=puzzle.number
            ):
                return None
            return (await streaks_of(connection, guild_id, [player_id], today))[player_id]

    @retried
    async def page(  # noqa: PLR0913 - which list and page, and who reads it
        self,
        period: PuzzlePeriod,
        page: int | None,
        without: Collection[int] = (),
        *,
        guild_id: int,
        reader_id: int,
        size: int = PAGE_SIZE,
    ) -> RankedPage[PuzzleSolver]:
        """Return one page of a server's leaderboard, as in ``read_page``.

        Players with equal results are listed in the order they reached them. No one in ``without`` is listed.
        """
        async with self._database.reading() as connection:
            today = await self._today(connection, guild_id)
            listed = of_day if period is PuzzlePeriod.TODAY else of_month
            ranking = listed(guild_id, today, without)
            found = await read_page(connection, ranking, page, reader_id=reader_id, size=size)
            rows = [*found.lines, *([] if found.own is None else [found.own])]
            streaks = await streaks_of(connection, guild_id, [row.player_id for row in rows], today)
        return found.showing(lambda row: _solver(row, streaks[row.player_id]))

    async def _today(self, connection: AsyncConnection, guild_id: int) -> date:
        return await daily_puzzles.current_day(connection, guild_id, self._clock.now())


def _solver(row: SolverRow, streak: DailyStreak) -> PuzzleSolver:
    return PuzzleSolver(row.rank, Player(row.player_id, row.name), row.solved, streak, row.tries)
