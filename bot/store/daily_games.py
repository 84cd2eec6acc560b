"""Rows of the games of the day: what everyone plays, who has begun theirs, and what was shared of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import insert
from bot.store.names import name_in
from bot.store.rows import add_new, fetch_all, fetch_one, values_of
from bot.store.schema.conditions import FINISHED, OUTDATED_CARD, TO_JUDGE, has_result
from bot.store.schema.tables import daily_cards, daily_games, daily_starts, games, players
from bot.store.standings.ranked_lists import RankedList, admitted
from bot.values.game.daily_games import Day
from bot.values.game.daily_results import CardKey
from bot.values.game.fair_play import Protected
from engine import Ruleset

_COLUMNS: Final = tuple(daily_starts.c[name] for name in Day.__slots__)


def _day(ruleset: str, **facts: object) -> Day:
    return Day(ruleset=Ruleset(ruleset), **facts)  # type: ignore[arg-type]  # as the columns have them


async def fetch(connection: AsyncConnection, day: date) -> Day | None:
    """Return what everyone plays on a day; None if that isn't known."""
    return await fetch_one(connection, select(*_COLUMNS).where(daily_starts.c.day == day), _day)


async def protected(connection: AsyncConnection, day: date) -> Protected | None:
    """Return the start of a day's game as something whose values aren't shown; None if it isn't known."""
    found = await fetch(connection, day)
    return None if found is None else Protected(found.ruleset, found.course, day=day)


async def before(connection: AsyncConnection, day: date) -> list[Day]:
    """Return what was played on all earlier days."""
    return await fetch_all(connection, select(*_COLUMNS).where(daily_starts.c.day < day), _day)


async def add(connection: AsyncConnection, day: Day) -> None:
    """Store what everyone plays on a day, unless that's known."""
    await add_new(connection, daily_starts, **values_of(day))


async def game_of(connection: AsyncConnection, player_id: int, day: date) -> int | None:
    """Return the number of a player's game of a day, if they've begun it."""
    theirs = (daily_games.c.player_id == player_id, daily_games.c.day == day)
    number: int | None = await connection.scalar(select(daily_games.c.game_id).where(*theirs))
    return number


async def running_of(connection: AsyncConnection, player_id: int) -> int | None:
    """Return the number of a player's earliest game of a day that isn't over; None if there's none."""
    theirs = select(daily_games.c.game_id).join(games, games.c.id == daily_games.c.game_id)
    running = theirs.where(daily_games.c.player_id == player_id, ~FINISHED).order_by(daily_games.c.day)
    number: int | None = await connection.scalar(running.limit(1))
    return number


async def begin(connection: AsyncConnection, day: date, *, player_id: int, game_id: int) -> None:
    """Store that this is a player's game of a day."""
    await add_new(connection, daily_games, player_id=player_id, day=day, game_id=game_id)


async def last_day_of(connection: AsyncConnection, player_id: int) -> date | None:
    """Return the last day whose game a player has begun."""
    theirs = select(daily_games.c.day).where(daily_games.c.player_id == player_id)
    last: date | None = await connection.scalar(theirs.order_by(daily_games.c.day.desc()).limit(1))
    return last


async def has_finished(connection: AsyncConnection, player_id: int, day: date) -> bool:
    """Return whether a player's game of a day is over."""
    theirs = (daily_games.c.player_id == player_id, daily_games.c.day == day, FINISHED)
    found = select(games.c.id).join(daily_games, daily_games.c.game_id == games.c.id).where(*theirs)
    return await connection.scalar(found) is not None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a player's game of a day was worth, if it's known."""

    player_id: int
    day: date
    squares: str
    result: str
    quality: int
    plies: int


_RESULT: Final = tuple(daily_games.c[name] for name in ResultRow.__slots__)
_JUDGED: Final = daily_games.c.quality.is_not(None)
_BEST: Final = (daily_games.c.quality.desc(), daily_games.c.plies, daily_games.c.player_id)


@dataclass(frozen=True, slots=True)
class SharedRow(ResultRow):
    """A result that was shared, and the ``name`` of who played."""

    name: str


@dataclass(frozen=True, slots=True)
class CardRow:
    """The card of a channel's day: how many results were ``shared``, and how many it lists."""

    channel_id: int
    day: date
    guild_id: int
    language: str
    message_id: int | None
    shared: int
    listed: int

    @property
    def key(self) -> CardKey:
        return CardKey(self.channel_id, self.day)


_CARD: Final = tuple(daily_cards.c[name] for name in CardRow.__slots__)


async def to_judge(connection: AsyncConnection, limit: int) -> Sequence[int]:
    """Return the numbers of some games of the day that are over and not judged, the oldest first."""
    found = select(games.c.id).join(daily_games, daily_games.c.game_id == games.c.id)
    waiting = (
        found.where(TO_JUDGE, games.c.finished_at.is_not(None))
        .order_by(daily_games.c.day, games.c.id)
        .limit(limit)
    )
    return (await connection.scalars(waiting)).all()


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """What a game of the day was worth, and the guild where it counts, if it's played in one."""

    guild_id: int | None
    squares: str
    result: str
    quality: int
    plies: int


async def judge(connection: AsyncConnection, number: int, judged: JudgedRow) -> None:
    """Store what a game of the day was worth."""
    theirs = update(daily_games).where(daily_games.c.game_id == number)
    await connection.execute(theirs.values(**values_of(judged)))


async def result_of(connection: AsyncConnection, number: int) -> ResultRow | None:
    """Return what a game was worth, if it's known."""
    return await fetch_one(
        connection, select(*_RESULT).where(daily_games.c.game_id == number, _JUDGED), ResultRow
    )


async def days_of(
    connection: AsyncConnection, player_ids: Collection[int], day: date
) -> Mapping[int, list[date]]:
    """Return the days up to one whose games players have finished, in order."""
    theirs = select(daily_games.c.player_id, daily_games.c.day).where(
        daily_games.c.player_id.in_(player_ids), daily_games.c.day <= day, _JUDGED
    )
    days: dict[int, list[date]] = {player_id: [] for player_id in player_ids}
    for row in await connection.execute(theirs.order_by(daily_games.c.day)):
        days[row.player_id].append(row.day)
    return days


@dataclass(frozen=True, slots=True)
class FinishedDayRow:
    """A player's game of a day that was judged, unless it was annulled, and when it ended."""

    player_id: int
    day: date
    game_id: int
    squares: str
    finished_at: datetime


async def judged_by(connection: AsyncConnection, player_ids: Collection[int]) -> list[FinishedDayRow]:
    """Return the games of the day of some players that were judged, in the order of the days."""
    columns = daily_games.c["player_id", "day", "game_id", "squares"]
    found = select(*columns, games.c.finished_at).join(games, games.c.id == daily_games.c.game_id)
    theirs = found.where(daily_games.c.player_id.in_(player_ids), _JUDGED, has_result())
    return await fetch_all(connection, theirs.order_by(daily_games.c.day), FinishedDayRow)


async def days_in(connection: AsyncConnection, day: date, limit: int, *, guild_id: int) -> Sequence[date]:
    """Return the last days, up to this one, on which someone in a guild has finished a game."""
    played = select(daily_games.c.day).where(daily_games.c.guild_id == guild_id, _JUDGED)
    found = played.where(daily_games.c.day <= day).group_by(daily_games.c.day)
    return (await connection.scalars(found.order_by(daily_games.c.day.desc()).limit(limit))).all()


async def share(
    connection: AsyncConnection, number: int, card: CardKey, *, guild_id: int, language: str
) -> bool:
    """Store that a game's result is shared in a channel; False if it's shared already."""
    theirs = (daily_games.c.game_id == number, daily_games.c.channel_id.is_(None))
    shared = await connection.execute(update(daily_games).where(*theirs).values(channel_id=card.channel_id))
    if shared.rowcount != 1:
        return False
    row = insert(connection.dialect, daily_cards).values(
        **values_of(card), guild_id=guild_id, language=language, shared=1, listed=0
    )
    more = {"shared": daily_cards.c.shared + 1}
    await connection.execute(row.on_conflict_do_update(index_elements=["channel_id", "day"], set_=more))
    return True


async def outdated_cards(connection: AsyncConnection, limit: int) -> list[CardRow]:
    """Return some cards that don't show everything that was shared."""
    found = select(*_CARD).where(OUTDATED_CARD).order_by(daily_cards.c.day, daily_cards.c.channel_id)
    return await fetch_all(connection, found.limit(limit), CardRow)


async def card(connection: AsyncConnection, key: CardKey) -> CardRow | None:
    """Return the card of a channel's day, if something was shared."""
    return await fetch_one(connection, select(*_CARD).where(*_of(key)), CardRow)


async def note_card(connection: AsyncConnection, row: CardRow, message_id: int | None) -> None:
    """Store which message is a card, and that it shows as many results as were shared when it was read."""
    changed = update(daily_cards).where(*_of(row.key)).values(message_id=message_id, listed=row.shared)
    await connection.execute(changed)


async def shared_in(
    connection: AsyncConnection, key: CardKey, limit: int, *, guild_id: int
) -> list[SharedRow]:
    """Return the best of the results that were shared in a channel, with the names of who played."""
    there = (daily_games.c.channel_id == key.channel_id, daily_games.c.day == key.day)
    named = select(*_RESULT, name_in(guild_id, players).label("name"))
    found = named.join(players, players.c.id == daily_games.c.player_id).where(*there, _JUDGED)
    return await fetch_all(connection, found.order_by(*_BEST).limit(limit), SharedRow)


async def count_shared(connection: AsyncConnection, key: CardKey) -> int:
    """Return how many results were shared in a channel."""
    there = (daily_games.c.channel_id == key.channel_id, daily_games.c.day == key.day)
    return int((await connection.execute(select(func.count()).where(*there))).scalar_one())


def _of(key: CardKey) -> tuple[ColumnElement[bool], ...]:
    return daily_cards.c.channel_id == key.channel_id, daily_cards.c.day == key.day


@dataclass(frozen=True, slots=True)
class MonthRow:
    """A player, and what their games of a month's days in a guild were worth. Equal results share a rank."""

    rank: int
    player_id: int
    name: str
    quality: int
    plies: int
    days: int


def of_month(guild_id: int, day: date, without: Collection[int] = ()) -> RankedList[MonthRow]:
    """Return those who played in the month of a day: by what they kept in all, then by the fewest plies."""
    first = day.replace(day=1)
    days = daily_games.c.day.between(first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1))
    month = (
        select(
            daily_games.c.player_id,
            func.sum(daily_games.c.quality).label("quality"),
            func.sum(daily_games.c.plies).label("plies"),
            func.count().label("days"),
        )
        .where(daily_games.c.guild_id == guild_id, days, _JUDGED)
        .group_by(daily_games.c.player_id)
        .subquery()
        .c
    )
    return RankedList(
        pool=guild_id,
        listed=admitted(month.player_id, guild_id, without),
        highest_first=(month.quality,),
        lowest_first=(month.plies,),
        among_equals=(month.days, month.player_id),
        make=MonthRow,
    )
