"""A game night of 64 people for 90 minutes, on a clock of its own: `python benchmarks/nights.py`.

The use cases are the bot's. What comes due is looked at every five seconds, and the night every two, as its
jobs do; a board is posted each second, for up to 15 seconds. Games take up to five minutes, mostly three or
four. In one of thirty someone never moves, and after one of twenty someone takes a break of three minutes.
"""

import asyncio
import sys
from argparse import ArgumentParser
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median

# Started as a file, Python would look for packages beside it.
sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.databases import empty_database, engine_of
from benchmarks.table import row
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.indexes import metadata
from bot.values.clocks import DueKind
from bot.values.events import event_changes
from bot.values.events.night import Night, NightTerms
from bot.values.events.parts import EventStatus
from bot.values.events.verifying import differing_night
from bot.values.game.endings import adjudicate
from bot.values.game.game import Game
from bot.values.players import Player
from engine import Ruleset
from tests.bot import acts
from tests.bot.clocks import StandingClock, stay_up
from tests.bot.use_cases.evening import CARD, PEOPLE, SECOND, Evening

DUE, ROUND, TURN = 5, 2, 15
BREAK = timedelta(minutes=3)


@dataclass
class Simulation:
    """A night, who waits in it and since when, and what's asked of Discord."""

    evening: Evening
    random: Random = field(default_factory=lambda: Random(1))
    waiting: dict[int, datetime] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)
    fitting: dict[int, int] = field(default_factory=dict)
    """For how many seconds someone who waits could have been paired."""
    waits: list[float] = field(default_factory=list)
    longest: int = 0
    endings: list[tuple[datetime, int]] = field(default_factory=list)
    breaks: list[tuple[datetime, Player]] = field(default_factory=list)
    posts: list[datetime] = field(default_factory=list)
    edits: list[datetime] = field(default_factory=list)

    async def run(self, people: int, minutes: int) -> Night:
        """Play a whole night, second by second."""
        everyone = [Player(1000 + number, f"Player {number}") for number in range(people)]
        night = await self.evening.nights.create(PEOPLE[0], CARD, NightTerms(Ruleset.PYRGA, minutes=minutes))
        for person in everyone:
            night = await self.evening.nights.join(night, person)
            self.waiting[person.id] = self.evening.now
        second, turn_ends = 0, 0
        while night.status is not EventStatus.OVER:
            self.evening.clock.move(SECOND)
            second += 1
            await self.let_people_act(night)
            if second % DUE == 0:
                await self.do_due(night)
            if second > turn_ends and second % ROUND == 0 and await self.evening.nights.due(1):
                night = await self.evening.nights.advance(night.number)
                for number in self.evening.nights.undecided(night):
                    await self.evening.games.update(number, lambda game, now: adjudicate(game, None, now))
                turn_ends = second + TURN
                night = await self.show(night)
            if second <= turn_ends and not await self.post_next(night):
                turn_ends = 0
            if not (night.is_closed or night.is_to_close(self.evening.now)):
                self.count_waiting()
        return night

    async def show(self, night: Night) -> Night:
        """Edit the card, if that's due."""
        nights, revision = self.evening.nights, night.revision
        if not nights.to_show(night):
            return night
        self.edits.append(self.evening.now)
        put = await nights.put_card(night, 0, channel_id=CARD.place.channel_id, message_id=1)
        return await nights.note(put, lambda each, now: event_changes.show(each, 0, revision, now))

    async def post_next(self, night: Night) -> bool:
        """Begin the next game and post its board; return whether there is one."""
        game = await self.evening.nights.begin_next(night.number)
        if game is None:
            return False
        await self.evening.post(game)
        self.posts.append(self.evening.now)
        for person in (game.white, game.black):
            self.waits.append((self.evening.now - self.waiting.pop(person.id)).total_seconds())
            self.longest = max(self.longest, self.fitting.pop(person.id, 0))
            self.last[person.id] = game.opponent_of(person.id).id
        if self.random.random() > 1 / 30:
            for _ in range(3):
                game = await acts.move(self.evening.games, game, str(game.position.legal_moves[0]))
            lasts = timedelta(minutes=min(4.8, self.random.lognormvariate(1.2, 0.5)))
            self.endings.append((self.evening.now + lasts, game.number))
        return True

    async def let_people_act(self, night: Night) -> None:
        """Have games end that have lasted long enough, and people come back from a break."""
        now = self.evening.now
        over = [number for at, number in self.endings if at <= now]
        self.endings = [each for each in self.endings if each[0] > now]
        for number in over:
            game = await self.evening.games.get(number)
            if game.outcome is None:
                loser = self.random.choice((game.white, game.black))
                self.free(await acts.resign(self.evening.games, number, player_id=loser.id))
                if self.random.random() < 1 / 20 and not night.is_closed:
                    await self.evening.nights.leave(night.number, player_id=loser.id)
                    self.waiting.pop(loser.id)
                    self.breaks.append((now + BREAK, loser))
        back = [person for at, person in self.breaks if at <= now]
        self.breaks = [each for each in self.breaks if each[0] > now]
        for person in back if not night.is_closed and not night.is_to_close(now) else ():
            await self.evening.nights.join(night, person)
            self.waiting[person.id] = now

    async def do_due(self, night: Night) -> None:
        """Let first moves run out, and let the night know how games have ended."""
        await stay_up(self.evening.database, self.evening.now)
        for due in await self.evening.clocked.due_times.overdue(100):
            if due.kind is DueKind.DEADLINE:
                self.free(await acts.run_out(self.evening.games, due))
            elif due.kind is not DueKind.RESULT:
                await self.evening.clocked.due_times.take(due)
        await self.evening.nights.take_results(night.number)

    def free(self, game: Game) -> None:
        """Note that the players of a game wait from now on."""
        for person in (game.white, game.black):
            self.waiting[person.id] = self.evening.now

    def count_waiting(self) -> None:
        """Count a second for everyone who waits and could be paired with someone else who does."""
        for one in self.waiting:
            if any(
                self.last.get(one) != other and self.last.get(other) != one
                for other in self.waiting
                if other != one
            ):
                self.fitting[one] = self.fitting.get(one, 0) + 1


def most_within(times: list[datetime], seconds: int) -> int:
    """Return how many of these times there are at most in so many seconds."""
    return max(sum(at <= other < at + seconds * SECOND for other in times) for at in times)


async def main() -> None:
    """Play a night, and print the figures."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=64)
    parser.add_argument("--minutes", type=int, default=90)
    wanted = parser.parse_args()
    with empty_database("sqlite") as url:
        metadata.create_all(engine_of(url))
        database = Database(Settings(database_url=url).database())
        simulation = Simulation(Evening(database, StandingClock()))
        night = await simulation.run(wanted.people, wanted.minutes)
        await database.close()
    waits = sorted(simulation.waits)
    row(f"{wanted.people} people for {wanted.minutes} minutes: games", str(len(night.games)))
    row("waiting between two games, median", median(waits), "s", "20 s")
    row("95 of 100", waits[len(waits) * 95 // 100], "s")
    row("longest, if no one fitted", waits[-1], "s")
    row("longest while someone fitted", simulation.longest, "s", "60 s")
    row("pairs twice in a row, or wrong winners", str(len([*differing_night(night)])), "", "0")
    row("boards posted, at most in five seconds", str(most_within(simulation.posts, 5)), "", "5")
    row("edits of the card, at most in five seconds", str(most_within(simulation.edits, 5)), "", "5")


asyncio.run(main())
