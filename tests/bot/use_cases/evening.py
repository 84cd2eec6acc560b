"""A channel with a game night, with everything that a bot does for it without Discord."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from bot.store.connections.database import Database
from bot.use_cases.events.nights import Nights
from bot.values.clocks import DueKind
from bot.values.events.night import Night, NightTerms
from bot.values.events.parts import Card
from bot.values.game import boards
from bot.values.game.endings import adjudicate
from bot.values.game.game import BestPlay, Game
from bot.values.players import Place, Player, ThemeName
from engine import Color, Ruleset
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import Clocked

PEOPLE = tuple(
    Player(101 + number, name)
    for number, name in enumerate(("Ada", "Blaise", "Chiyo", "Dora", "Emil", "Frida"))
)
CARD = Card(Place(10, 20), PEOPLE[0].id, "en-US", ThemeName.AEGEAN)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


class Evening:
    """The use cases around game nights on one database."""

    def __init__(self, database: Database, clock: StandingClock) -> None:
        self.clocked = Clocked(database, clock)
        self.database, self.clock = database, clock
        self.games = self.clocked.games
        self.nights = Nights(database, clock, Random(1))

    @property
    def now(self) -> datetime:
        return self.clock.now()

    async def open(self, people: Sequence[Player], starts_in: timedelta | None = None, **terms: Any) -> Night:
        """Return a game night to which these people come, in this order."""
        chosen = NightTerms(**{"ruleset": Ruleset.PYRGA, **terms})
        night = await self.nights.create(PEOPLE[0], CARD, chosen, starts_in)
        for person in people:
            night = await self.nights.join(night, person)
        return night

    async def begin(self, count: int = 3, **terms: Any) -> Night:
        """Return a game night of so many people that has just begun, with its first games."""
        return await self.keep((await self.open(PEOPLE[:count], **terms)).number)

    async def after(self, step: timedelta, night: Night) -> Night:
        """Return a game night some time later."""
        await self.clocked.live(step)
        return await self.keep(night.number)

    async def keep(self, number: int) -> Night:
        """Do for a game night what the job does: all that's due, until nothing is. Boards are posted."""
        while True:
            for due in await self.clocked.due_times.overdue(50):
                if due.kind is DueKind.RESULT:
                    event = (await self.games.get(due.about)).event
                    await self.nights.take_results(event or number)
                elif due.kind is DueKind.DEADLINE:
                    await acts.run_out(self.games, due)
                else:
                    await self.clocked.due_times.take(due)
            before = await self.nights.advance(number)
            for undecided in self.nights.undecided(before):
                await self.games.update(undecided, _won_by_white)
            while (game := await self.nights.begin_next(number)) is not None:
                await self.post(game)
            after = await self.nights.get(number)
            if after == before and not await self.clocked.overdue():
                return after

    async def post(self, game: Game) -> None:
        """Note that the board of a game was posted."""
        place, message_id = game.place, 1000 + game.number

        def put(game: Game, now: datetime) -> Game:
            return boards.put(game, place, now, game.revision, None, message_id=message_id)

        await self.games.update(game.number, put)

    async def running(self, night: Night) -> list[Game]:
        """Return the games that are being played."""
        return [await self.games.get(game.number) for game in night.running if game.number is not None]

    async def win(self, night: Night, winner: Player) -> Night:
        """Have someone's opponent resign after both have moved, a second later; return the night then."""
        await self.clocked.live(SECOND)
        (game,) = [each for each in await self.running(night) if winner.id in {each.white.id, each.black.id}]
        game = await self.clocked.play(game, 3)
        await acts.resign(self.games, game.number, player_id=game.opponent_of(winner.id).id)
        return await self.keep(night.number)

    async def pause(self, night: Night, person: Player) -> Night:
        await self.nights.leave(night.number, player_id=person.id)
        return await self.keep(night.number)


def _won_by_white(game: Game, now: datetime) -> Game:
    return adjudicate(game, BestPlay(Color.WHITE), now)


def pairings(night: Night) -> list[set[str]]:
    """Return who has been paired, in this order."""
    return [{night.player(each).name for each in game.players} for game in night.games]


def points(night: Night) -> dict[str, int]:
    """Return everyone's points."""
    return {score.player.name: score.points for score in night.table}
