"""Two people with clocks in their games, and the time that passes for them."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from bot.clock import SteadyClock
from bot.matches.challenges.challenges import Challenges
from bot.matches.clocks.downtime import Downtime
from bot.matches.clocks.due import DueTimes
from bot.matches.clocks.vacations import Vacation, Vacations
from bot.matches.games.games import Games
from bot.matches.match.match import FEWEST_COUNTED_PLIES, Match
from bot.matches.preferences import Preferences
from bot.matches.values.challenges import ColorChoice, Terms
from bot.matches.values.clocks import Due, DueKind
from bot.matches.values.players import Place, Player
from bot.store.clocks import heartbeats
from bot.store.connections.database import Database
from engine import Ruleset, Start
from tests.bot.clocks import StandingClock
from tests.bot.matches.players import Players

ADA, BLAISE, CHIYO = Player(101, "Ada"), Player(102, "Blaise"), Player(103, "Chiyo")
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


class Clocked:
    """The use cases around clocks on one database. Ada is White."""

    def __init__(self, database: Database, clock: StandingClock | SteadyClock) -> None:
        self.database = database
        self.clock = clock
        self.challenges = Challenges(database, clock, Random(1))
        self.games = Games(database, clock)
        self.players = Players(self.games)
        self.due_times = DueTimes(database, clock)
        self.preferences = Preferences(database, clock)
        self.vacations = Vacations(database, clock)
        self.downtime = Downtime(database, clock)

    @property
    def now(self) -> datetime:
        return self.clock.now()

    async def begin(
        self, per_move: timedelta | None, start: Start = Start.PLAIN, opponent: Player = BLAISE
    ) -> Match:
        """Have Ada challenge someone, who accepts right away."""
        seconds = None if per_move is None else int(per_move.total_seconds())
        terms = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB", start, move_seconds=seconds)
        challenge = await self.challenges.propose(Place(10, 20), ADA, opponent, terms, opponent_is_bot=False)
        return await self.challenges.accept(challenge.number, opponent, message_id=100 + challenge.number)

    async def remind(self, player: Player, hours: Collection[int]) -> None:
        """Choose how many hours before a deadline a player is reminded."""
        await self.preferences.change_player(
            player, lambda old: replace(old, reminder_hours=frozenset(hours))
        )

    async def play(self, game: Match, moves: int = 1) -> Match:
        """Play any moves, one after another, for the players to move."""
        for _ in range(moves):
            move = str(game.position.legal_moves[0])
            game = await self.games.play(
                game.number, revision=game.revision, text=move, player_id=game.to_move.id
            )
        return game

    async def begin_counted(self, per_move: timedelta | None) -> Match:
        """Begin a game, and play as many moves as it needs to count."""
        return await self.play(await self.begin(per_move), FEWEST_COUNTED_PLIES)

    async def live(self, step: timedelta) -> None:
        """Let time pass while the bot is up."""
        self.clock.move(step)
        async with self.database.writing() as connection:
            await heartbeats.beat(connection, "bot", self.now)

    async def overdue(self) -> list[tuple[DueKind, int]]:
        """Return everything that has come due by now, and what it's about."""
        rows = await self.due_times.overdue(50)
        return [(row.kind, row.about) for row in rows if row.kind is not DueKind.NOTIFICATION]

    async def due(self, kind: DueKind) -> Due:
        """Return the one thing of this kind that has come due by now."""
        (row,) = [row for row in await self.due_times.overdue(50) if row.kind == kind]
        return row

    async def expired(self, per_move: timedelta) -> Match:
        """Return a game where Ada, to move, has run out of time, after that was handled."""
        await self.begin(per_move)
        await self.live(per_move)
        game = await self.games.run_out(await self.due(DueKind.DEADLINE))
        assert game is not None
        return game


def until(game: Match) -> datetime:
    """Return the deadline of the player to move."""
    assert game.clock is not None
    return game.clock.until


def after_working_time(since: datetime, span: timedelta, vacations: list[Vacation]) -> datetime:
    """Return the time when ``span`` has passed outside of the vacations, which are in order."""
    instant = since
    for vacation in vacations:
        before = max(vacation.starts_at - instant, timedelta())
        if before >= span:
            break
        span -= before
        instant = max(vacation.ends_at, instant)
    return instant + span
