"""A server where people play cups, with everything that a bot does for them without Discord."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from bot.store.connections.database import Database
from bot.use_cases.events.cups import Cups
from bot.use_cases.events.leagues import Leagues
from bot.values.clocks import DueKind
from bot.values.events.cup import Cup, CupTerms
from bot.values.game.endings import adjudicate
from bot.values.game.game import Game
from bot.values.players import Place, Player, ThemeName
from engine import Ruleset
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, Clocked

DORA, EMIL, FRIDA = Player(104, "Dora"), Player(105, "Emil"), Player(106, "Frida")
PEOPLE = (ADA, BLAISE, CHIYO, DORA, EMIL, FRIDA)
HERE = Place(10, 20)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
OPENING = 4


class CupClub:
    """The use cases around cups on one database."""

    def __init__(self, database: Database, clock: StandingClock) -> None:
        self.clocked = Clocked(database, clock)
        self.database, self.clock = database, clock
        self.games = self.clocked.games
        self.cups = Cups(database, clock, Random(1))
        self.leagues = Leagues(database, clock)

    @property
    def now(self) -> datetime:
        return self.clock.now()

    async def live(self, step: timedelta) -> None:
        """Let time pass while the bot is up."""
        await self.clocked.live(step)

    async def open(self, people: Sequence[Player] = PEOPLE[:3], **terms: Any) -> Cup:
        """Return a cup that these people have joined. It starts in a day."""
        chosen = {"name": "Winter", "ruleset": Ruleset.PYRGA, "starts_at": self.now + DAY, **terms}
        cup = await self.cups.create(HERE, ADA, CupTerms(**chosen), language="en-US", theme=ThemeName.AEGEAN)
        for person in people:
            cup = await self.cups.join(cup, person)
        return cup

    async def begin(self, people: Sequence[Player] = PEOPLE[:3], **terms: Any) -> Cup:
        """Return a cup that has just started, with all games that can begin."""
        cup = await self.open(people, **terms)
        await self.live(DAY)
        return await self.keep(cup.number)

    async def keep(self, number: int) -> Cup:
        """Do for a cup what the job does: all that's due, until nothing is."""
        while True:
            for due in await self.clocked.due_times.overdue(50):
                if due.kind is DueKind.RESULT:
                    cup = (await self.games.get(due.about)).event
                    await self.cups.take_results(number if cup is None else cup)
                elif due.kind is DueKind.DEADLINE:
                    await acts.run_out(self.games, due)
                else:
                    await self.clocked.due_times.take(due)
            before = await self.cups.advance(number)
            for undecided in self.cups.undecided(before):
                await self.games.update(undecided, lambda game, now: adjudicate(game, None, now))
            while await self.cups.begin_next(number) is not None:
                pass
            after = await self.cups.get(number)
            if after == before and not await self.clocked.overdue():
                return after

    async def begun(self, cup: Cup) -> list[Game]:
        """Return the games of the current stage that have begun."""
        return [await self.games.get(game.number) for game in cup.games if game.number is not None]

    async def play_opening(self, cup: Cup, *, without: Player | None = None) -> None:
        """Have everyone play some moves in every game, except those with one of them."""
        for game in await self.begun(cup):
            if game.outcome is None and without not in (game.white, game.black):
                await self.clocked.play(game, OPENING)

    async def resign(self, cup: Cup, loser: Player, winner: Player) -> None:
        """Have one of two people resign their running game."""
        for game in await self.begun(cup):
            if game.outcome is None and {game.white.id, game.black.id} == {loser.id, winner.id}:
                await acts.resign(self.games, game.number, player_id=loser.id)
                return
        pytest.fail("they don't play each other")
