"""Who's told that someone looks for an opponent: `python benchmarks/notices.py [--database postgresql]`.

10,000 people want to hear of searches, half of them in one of 100 servers, the others everywhere, each with
quiet hours in a time zone. Some look for an opponent on days on which clocks change. It prints how many
people are told, how many of them in their quiet hours or twice in six hours, and what that costs.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter
from zoneinfo import ZoneInfo

sys.path.insert(0, str(Path(__file__).parent.parent))

from sqlalchemy import Engine, insert

from benchmarks.databases import KINDS, empty_database, settle
from benchmarks.table import heading, row
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.tables import EVERYWHERE, guilds, notice_servers, players, ratings
from bot.ui.notices import TOLD_AT_ONCE
from bot.use_cases.searches import NOTICES_APART, Asked, OpponentSearches
from bot.values.clocks import ZONES
from bot.values.players import NoticeReach, Place, Player
from bot.values.searches import SearchClock, SearchTerms
from engine import Ruleset
from tests.bot.statements import heard

STARTS = {
    "in America, in March": datetime(2026, 3, 7, 12, tzinfo=UTC),
    "in Europe, in October": datetime(2026, 10, 24, 12, tzinfo=UTC),
}
PEOPLE, SERVERS, SEARCHES = 10_000, 100, 1
LENGTH, STEP = timedelta(days=2), timedelta(minutes=15)


@dataclass(slots=True)
class MovedClock:
    """A clock that shows the time that was set."""

    at: datetime

    def now(self) -> datetime:
        """Return the time that was set."""
        return self.at


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who wants to hear of searches, with their quiet hours."""

    id: int
    zone: str
    start: int
    length: int

    def sleeps(self, now: datetime) -> bool:
        """Return whether it's one of their quiet hours."""
        hour = now.astimezone(ZoneInfo(self.zone)).hour
        return hour in {(self.start + each) % 24 for each in range(self.length)}


@dataclass(slots=True)
class Tally:
    """What happened, and how long each search took, in seconds."""

    told: dict[int, list[datetime]] = field(default_factory=dict)
    in_quiet_hours: int = 0
    too_soon: int = 0
    tellings: int = 0
    statements: int = 0
    took: list[float] = field(default_factory=list)


def make_people(random: Random) -> Sequence[Person]:
    """Return people with quiet hours everywhere."""
    return [
        Person(1000 + n, random.choice(ZONES), random.randrange(24), random.randint(6, 12))
        for n in range(PEOPLE)
    ]


async def fill(database: Database, people: Sequence[Person], random: Random, now: datetime) -> None:
    """Store people, their ratings, and where they want to hear of searches."""
    await database.migrate()
    rows = [
        {
            "id": person.id,
            "name": f"p{person.id}",
            "created_at": now,
            "across_servers": True,
            "notice_reach": (NoticeReach.EVERYWHERE if person.id % 2 else NoticeReach.SERVERS).value,
            "time_zone": person.zone,
            "quiet_from": person.start,
            "quiet_until": (person.start + person.length) % 24,
        }
        for person in people
    ]
    known = {"ruleset": "pyrga", "deviation": 60.0, "volatility": 0.06, "games": 30, "streak": 0}
    known |= {"rated_at": now, "established_until": now + timedelta(days=365)}
    strengths = [
        {"player_id": person.id, "pool": pool, "rating": random.gauss(1500, 300)} | known
        for person in people
        for pool in (EVERYWHERE, server_of(person))
    ]
    there = [{"guild_id": server_of(person), "player_id": person.id} for person in people]
    async with database.writing() as connection:
        await connection.execute(insert(guilds), [{"id": 1 + n, "created_at": now} for n in range(SERVERS)])
        await connection.execute(insert(players), rows)
        await connection.execute(insert(ratings), strengths)
        await connection.execute(insert(notice_servers), there)


def server_of(person: Person) -> int:
    """Return the server where someone wants to hear of searches."""
    return 1 + person.id % SERVERS


async def look(searches: OpponentSearches, person: Person, random: Random) -> None:
    """Have someone look for an opponent, unless they already do so often."""
    terms = SearchTerms(Ruleset.PYRGA, random.choice([*SearchClock]), rated=True)
    place = Place(server_of(person), 1)
    if not await searches.of_player(person.id):
        await searches.ask(
            Player(person.id, f"p{person.id}"),
            Asked(place, terms, "en-US", random.choice((True, False)), "Café"),
        )


async def tell(searches: OpponentSearches, people: dict[int, Person], now: datetime, tally: Tally) -> None:
    """Have people hear of the searches that are to be told now."""
    for search in await searches.to_tell():
        began = perf_counter()
        with heard(Engine) as statements:
            await searches.plan_notices(search, (await searches.hearers(search))[:TOLD_AT_ONCE])
        tally.took.append(perf_counter() - began)
        tally.tellings += 1
        tally.statements += len(statements)
    while planned := await searches.planned_notices(1000):
        for person, _ in planned:
            earlier = tally.told.setdefault(person, [])
            tally.in_quiet_hours += people[person].sleeps(now)
            tally.too_soon += bool(earlier) and now - earlier[-1] < NOTICES_APART
            earlier.append(now)
        await searches.note_noticed([person for person, _ in planned])


async def live(address: str, begins: datetime) -> Tally:
    """Let the days go by; return what happened."""
    random, clock, tally = Random(1), MovedClock(begins), Tally()
    database = Database(Settings(database_url=address).database())
    people = make_people(random)
    await fill(database, people, random, begins)
    settle(address)
    searches, by_id = OpponentSearches(database, clock, random), {person.id: person for person in people}
    while clock.at < begins + LENGTH:
        for person in random.sample(people, SEARCHES):
            await look(searches, person, random)
        await searches.drop_expired()
        await tell(searches, by_id, clock.at, tally)
        clock.at += STEP
    await database.close()
    return tally


def main() -> None:
    """Print the figures for each change of clocks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=KINDS, default="sqlite")
    kind = parser.parse_args().database
    for name, begins in STARTS.items():
        with empty_database(kind) as address:
            tally = asyncio.run(live(address, begins))
        told = sum(map(len, tally.told.values()))
        heading(f"{PEOPLE:,} people, two days, clocks change {name}, on {kind}")
        row("searches told, each up to five times", f"{tally.tellings:,}")
        row("notices", f"{told:,}")
        row("notices in quiet hours", f"{tally.in_quiet_hours}", "", "0")
        row("notices within six hours of another", f"{tally.too_soon}", "", "0")
        row("statements for each", tally.statements / tally.tellings)
        row("median", sorted(tally.took)[len(tally.took) // 2] * 1000, "ms")


if __name__ == "__main__":
    main()
