"""What people's games of the day were worth, and the cards that gather what they share in a channel.

How many results a card has to show is stored with each of them, and how many it shows once it does: so
nothing is lost, whoever is killed when.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import takewhile
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import daily_games
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.daily_games import CardRow, JudgedRow, ResultRow, of_month
from bot.store.settings.guilds import remember_guild
from bot.use_cases.games.storing import load
from bot.use_cases.reviews import Reviews
from bot.use_cases.standings.badges import award_for_days
from bot.use_cases.standings.leaderboards import read_page
from bot.use_cases.use_cases import UseCases
from bot.values.game.daily_games import ONE_DAY, day_at
from bot.values.game.daily_results import CardKey, DailyResult, Square, person_color, result_of
from bot.values.game.game import Game
from bot.values.players import Place, Player
from bot.values.standings import NO_STREAK, DailyStreak, RankedPage, Result, streaks_over

LISTED: Final = 20
"""How many results a card lists."""

NAMED: Final = 3
"""How many of the day before it names."""

_AT_ONCE: Final = 20
_LONGEST: Final = 1000
"""Maximum number of days in a row that are counted."""


@dataclass(frozen=True, slots=True)
class PlayedDay:
    """What someone's game of a ``day`` was worth, how it ended, and the ``streak`` they had with it."""

    player: Player
    day: date
    result: DailyResult
    outcome: Result
    streak: DailyStreak


@dataclass(frozen=True, slots=True)
class DailyCard:
    """A channel's card: the ``number`` of results, the best of them, and those of the day ``before``.

    The ``streak`` is on how many days in a row someone in the server has played.
    """

    row: CardRow
    number: int
    best: tuple[PlayedDay, ...]
    before: tuple[PlayedDay, ...]
    streak: int


@dataclass(frozen=True, slots=True)
class MonthOfDays:
    """A line of the month's table: how many points someone kept on all ``days``, up to 100 a day."""

    rank: int
    player: Player
    points: int
    plies: int
    days: int


class DailyResults(UseCases):
    """The results of the games of the day in one database. The ``reviews`` are made for all of them."""

    def __init__(self, database: Database, clock: Clock, reviews: Reviews) -> None:
        super().__init__(database, clock)
        self._reviews = reviews

    async def judge_some(self) -> None:
        """Judge games that are over, and whose players may never ask what they were worth."""
        for number in await self._database.read_once(daily_games.to_judge, _AT_ONCE):
            await self.of_game(await self._database.read_once(load, number))

    async def of_game(self, game: Game) -> PlayedDay | None:
        """Return what a finished game was worth, which is reviewed for that; None if values are missing."""
        person = game.player(person_color(game))
        row = await self._database.read_once(daily_games.result_of, game.number)
        if row is None:
            review = await (await self._reviews.begin(game, person.id)).result()
            found = result_of(game, review)
            if found is None:
                return None
            row = await self._keep(game, found)
        if row is None:
            return None
        streaks = await self._database.read_once(_streaks, [row.player_id], row.day)
        return _played(row, person.name, streaks[row.player_id])

    @retried
    async def _keep(self, game: Game, found: DailyResult) -> ResultRow | None:
        results = {None: Result.DRAWN, game.player(person_color(game)): Result.WON}
        outcome = results.get(game.winner, Result.LOST)
        async with self._database.writing() as connection:
            squares = "".join(found.squares)
            judged = JudgedRow(game.place.guild_id, squares, outcome.value, found.quality, found.plies)
            await daily_games.judge(connection, game.number, judged)
            row = await daily_games.result_of(connection, game.number)
            # It's no one's, if they've deleted their data meanwhile.
            if row is not None:
                await award_for_days(connection, row.player_id)
            return row

    @retried
    async def share(self, game: Game, place: Place, language: str) -> CardRow | None:
        """Share the result of a judged game in a server; return its card, or None if it's shared already."""
        if game.day is None or place.guild_id is None:
            return None
        key, now = CardKey(place.channel_id, game.day), self._clock.now()
        async with self._database.writing() as connection:
            await remember_guild(connection, place.guild_id, now)
            share = partial(daily_games.share, guild_id=place.guild_id, language=language)
            if not await share(connection, game.number, key):
                return None
            return await daily_games.card(connection, key)

    async def outdated(self) -> Sequence[CardRow]:
        """Return some cards that don't show everything they have to."""
        return await self._database.read_once(daily_games.outdated_cards, _AT_ONCE)

    async def card(self, key: CardKey) -> DailyCard | None:
        """Return what the card of a channel's day has to show, if anything was shared."""
        return await self._database.read(_card, key)

    async def note_shown(self, row: CardRow, message_id: int | None) -> None:
        """Record that a message shows a card as it was when its row was read."""
        await self._database.write(daily_games.note_card, row, message_id)

    async def month(
        self, page: int | None, without: Collection[int] = (), *, guild_id: int, reader_id: int
    ) -> RankedPage[MonthOfDays]:
        """Return one page of those who played in a server this month, as in ``read_page``."""
        ranking = of_month(guild_id, day_at(self._clock.now()), without)
        found = await self._database.read(read_page, ranking, page, reader_id=reader_id)
        return found.showing(
            lambda row: MonthOfDays(
                row.rank, Player(row.player_id, row.name), round(row.quality / 10), row.plies, row.days
            )
        )


async def _card(connection: AsyncConnection, key: CardKey) -> DailyCard | None:
    row, day = await daily_games.card(connection, key), key.day
    if row is None:
        return None
    before = CardKey(row.channel_id, day - ONE_DAY)
    days = await daily_games.days_in(connection, day, _LONGEST, guild_id=row.guild_id)
    in_a_row = takewhile(lambda each: each[1] == day - each[0] * ONE_DAY, enumerate(days))
    return DailyCard(
        row,
        await daily_games.count_shared(connection, key),
        await _best(connection, key, LISTED, guild_id=row.guild_id),
        await _best(connection, before, NAMED, guild_id=row.guild_id),
        len([*in_a_row]),
    )


async def _best(
    connection: AsyncConnection, key: CardKey, limit: int, *, guild_id: int
) -> tuple[PlayedDay, ...]:
    rows = await daily_games.shared_in(connection, key, limit, guild_id=guild_id)
    streaks = await _streaks(connection, [row.player_id for row in rows], key.day)
    return tuple(_played(row, row.name, streaks[row.player_id]) for row in rows)


async def _streaks(
    connection: AsyncConnection, player_ids: Collection[int], day: date
) -> Mapping[int, DailyStreak]:
    days = await daily_games.days_of(connection, player_ids, day)
    return {player_id: [NO_STREAK, *streaks_over(played)][-1] for player_id, played in days.items()}


def _played(row: ResultRow, name: str, streak: DailyStreak) -> PlayedDay:
    result = DailyResult(tuple(map(Square, row.squares)), row.plies)
    return PlayedDay(Player(row.player_id, name), row.day, result, Result(row.result), streak)
