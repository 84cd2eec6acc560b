"""What a host does with the database beside the bot: repair what's computed, and serve people's rights.

People who can't use ``/pyrga privacy`` ask the host.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import SystemClock
from bot.hosting.opening import opened
from bot.settings import Settings
from bot.store.reports import ReportRow
from bot.use_cases.games.games import Games
from bot.use_cases.privacy.deletions import Deletion, Deletions
from bot.use_cases.privacy.exports import Exports
from bot.use_cases.reports import Reports
from bot.use_cases.standings import badges, openings, ratings, recomputing
from bot.values.base36 import format_number
from engine import puzzles


def recompute(subject: str) -> int:
    """Compute a subject from the games, correct what is stored, and print how many rows were wrong.

    Returns the exit code. The bot may be running.
    """
    print(f"Rows corrected: {asyncio.run(_recomputed(_SUBJECTS[subject]))}")  # noqa: T201 - for the terminal
    return 0


async def _recomputed(compute: Callable[[AsyncConnection], Awaitable[object]]) -> object:
    async with opened(Settings.load()) as database, database.writing() as connection:
        return await compute(connection)


async def _standings(connection: AsyncConnection) -> str:
    records, ladder = await recomputing.recompute_standings(connection)
    return f"{records} in the records, {ladder} in the ladder"


async def _badges(connection: AsyncConnection) -> int:
    return await badges.recompute(connection, puzzles())


_SUBJECTS: dict[str, Callable[[AsyncConnection], Awaitable[object]]] = {
    "standings": _standings,
    "ratings": ratings.recompute,
    "badges": _badges,
    "openings": openings.recompute,
}


def export_person(person: int) -> int:
    """Print everything that's stored about the person with this Discord id; return the exit code."""
    exported = asyncio.run(_export(person))
    if exported is None:
        return _nothing_about(person)
    sys.stdout.buffer.write(exported)
    return 0


def print_reports() -> int:
    """Print what players reported about games in two places, the last report first; return the exit code."""
    for report in asyncio.run(_reports()):
        print(_report_line(report))  # noqa: T201 - for the terminal
    return 0


async def _reports() -> Sequence[ReportRow]:
    async with opened(Settings.load()) as database:
        return await Reports(database, SystemClock()).newest()


def _report_line(report: ReportRow) -> str:
    sides = {report.white_id: report.white_name, report.black_id: report.black_name}
    by = sides.pop(report.reporter_id, "?")
    about = ", ".join(f"{name} ({player_id})" for player_id, name in sides.items())
    text = json.dumps(report.text or "", ensure_ascii=False)
    at = f"{report.reported_at:%Y-%m-%d %H:%M} UTC"
    return f"{at}  game {format_number(report.game_id)}  {by} ({report.reporter_id}) about {about}: {text}"


def delete_person(person: int) -> int:
    """Delete what's stored about the person with this Discord id, and say so; return the exit code.

    If the bot is running, it shows what ended by that.
    """
    deletion = asyncio.run(_delete(person))
    if deletion is None:
        return _nothing_about(person)
    ended = f"Games resigned: {len(deletion.games)}, challenges closed: {len(deletion.challenges)}."
    print(f"Deleted. {ended}")  # noqa: T201 - for the terminal
    return 0


async def _export(person: int) -> bytes | None:
    async with opened(Settings.load()) as database:
        return await Exports(database).export(person)


async def _delete(person: int) -> Deletion | None:
    async with opened(Settings.load()) as database:
        clock = SystemClock()
        return await Deletions(database, clock, Games(database, clock)).delete(person)


def _nothing_about(person: int) -> int:
    print(f"Nothing is stored about {person}.", file=sys.stderr)  # noqa: T201 - for the terminal
    return 1
