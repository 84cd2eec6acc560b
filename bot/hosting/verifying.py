"""Replays every game, event, league, and vote by the current rules, and says what differs."""

import asyncio
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.environment import CommandError
from bot.hosting.maintenance import opened
from bot.settings import Settings
from bot.store import games, votes
from bot.store.events import cups, events, leagues, nights, team_matches
from bot.store.game_rows import game_of
from bot.store.schema.revision import newest_revision
from bot.store.schema.stored_revision import stored_revision
from bot.use_cases.events.following import score_of
from bot.values.events.verifying import (
    Result,
    differing_cup,
    differing_games,
    differing_league,
    differing_night,
)
from bot.values.game.verifying import differences

_CHUNK: Final = 10_000
"""Number of games that a process takes at a time."""

_BATCH: Final = 500
"""Number of games in memory at a time."""

_KINDS: Final = {
    "game": "games",
    "vote": "votes",
    "cup": "cups",
    "league": "leagues",
    "team-match": "team matches",
    "night": "game nights",
}

_UNREADABLE: Final = (AttributeError, LookupError, TypeError, ValueError)
"""What's raised by what can't be read or isn't legal."""

Part = tuple[Counter[str], list[str]]
"""How many of each kind were verified, and what differs, a line each."""


def verify(name: str | None) -> int:
    """Verify everything, or what's called ``name``, and print what differs; return the exit code.

    It's 1 if anything differs. The bot may be running.
    """
    counts, different = Counter[str](), 0
    for part, lines in _everything() if name is None else [_run(partial(_named, name))]:
        counts.update(part)
        different += len(lines)
        for line in lines:
            print(line, flush=True)  # noqa: T201 - for the terminal
    shown = ((said, counts[kind]) for kind, said in _KINDS.items() if counts[kind] or name is None)
    verified = "".join(f"{said}: {count:,}, " for said, count in shown)
    print(f"{verified}differences: {different:,}")  # noqa: T201 - as above
    return 1 if different else 0


def _everything() -> Iterator[Part]:
    firsts = range(1, _run(games.last_number) + 1, _CHUNK)
    yield _run(_all_events)
    if len(firsts) <= 1:
        yield from map(_chunk, firsts)
        return
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as processes:
        yield from processes.map(_chunk, firsts)


def _chunk(first: int) -> Part:
    part: Part = _run(partial(_games, first, first + _CHUNK - 1))
    return part


def _run(work: Callable[[AsyncConnection], Awaitable[Any]]) -> Any:
    """Return what ``work`` finds in the database of the settings."""

    async def run() -> Any:
        async with opened(Settings.load()) as database, database.reading() as connection:
            stored = await connection.run_sync(stored_revision)
            if stored != newest_revision():
                problem = f"The database has version {stored} of the tables, not {newest_revision()}."
                raise CommandError(f"{problem} Use the version of the bot that it was last started with.")
            return await work(connection)

    return asyncio.run(run())


async def _named(name: str, connection: AsyncConnection) -> Part:
    kind, _, number = name.removeprefix("#").rpartition("-")
    found: Part = (Counter(), [])
    if number.isdecimal() and kind in _EVENTS:
        found = await _events([(kind, int(number))], connection)
    elif number.isdecimal() and not kind:
        found = await _games(int(number), int(number), connection)
    if not found[0]:
        raise CommandError(
            f"There's no {name}. Names are such as 46, cup-3, league-2, team-match-4, and night-5."
        )
    return found


async def _games(first: int, last: int, connection: AsyncConnection) -> Part:
    counts, lines = Counter[str](), list[str]()
    for start in range(first, last + 1, _BATCH):
        numbers = (start, min(start + _BATCH - 1, last))
        cast, excluding = await votes.between(connection, *numbers)
        for row in await games.rows_between(connection, *numbers):
            own, number = cast.get(row["id"], {}), row["id"]
            counts.update({"game": 1, "vote": sum(map(len, own.values()))})
            try:
                found = [*differences(game_of(row), own, are_complete=number not in excluding)]
            except _UNREADABLE as error:
                found = [f"it can't be replayed: {error}"]
            lines += [f"#{number}: {what}" for what in found]
    return counts, lines


async def _all_events(connection: AsyncConnection) -> Part:
    stored = await events.stored(connection)
    named = [(_STORED[each.kind], each.number) for each in stored]
    return await _events(
        [*named, *(("league", each) for each in await leagues.numbers(connection))], connection
    )


async def _events(named: Sequence[tuple[str, int]], connection: AsyncConnection) -> Part:
    counts, lines = Counter[str](), list[str]()
    for kind, number in named:
        try:
            found = await _EVENTS[kind](connection, number)
        except _UNREADABLE as error:
            found = [f"it can't be replayed: {error}"]
        counts[kind] += found is not None
        lines += [f"{kind}-{number}: {what}" for what in found or []]
    return +counts, lines


async def _cup(connection: AsyncConnection, number: int) -> list[str] | None:
    for cup in await cups.fetch(connection, [number]):
        return [*differing_games(cup, await _results(connection, number)), *differing_cup(cup)]
    return None


async def _team_match(connection: AsyncConnection, number: int) -> list[str] | None:
    for match in await team_matches.fetch(connection, [number]):
        return [*differing_games(match, await _results(connection, number))]
    return None


async def _night(connection: AsyncConnection, number: int) -> list[str] | None:
    for night in await nights.fetch(connection, [number]):
        return [*differing_games(night, await _results(connection, number)), *differing_night(night)]
    return None


async def _league(connection: AsyncConnection, number: int) -> list[str] | None:
    league = await leagues.fetch(connection, number)
    if league is None:
        return None
    months = await cups.fetch(connection, [] if league.last_cup is None else [league.last_cup])
    return [what for month in months for what in differing_league(league, month)]


async def _results(connection: AsyncConnection, number: int) -> dict[int, Result]:
    rows = await events.games_of(connection, number)
    return {row.number: (row.white_id, row.black_id, score_of(row.winner, row.reason)) for row in rows}


_STORED: Final = {events.CUP: "cup", events.TEAM_MATCH: "team-match", events.NIGHT: "night"}
_EVENTS: Final = {"cup": _cup, "league": _league, "team-match": _team_match, "night": _night}
