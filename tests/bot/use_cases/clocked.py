"""People who play each other and the computer, and the time that passes for them."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random, SystemRandom
from typing import Any

from bot.clock import SteadyClock
from bot.store.connections.database import Database
from bot.use_cases.challenges.challenges import Challenges
from bot.use_cases.challenges.computer_games import ComputerGames, ComputerTerms
from bot.use_cases.challenges.limits import Blocks
from bot.use_cases.challenges.rematches import Rematches
from bot.use_cases.clocks.downtime import Downtime, DueTimes
from bot.use_cases.clocks.vacations import Vacations
from bot.use_cases.games.games import Games
from bot.use_cases.preferences import Preferences
from bot.use_cases.privacy import Deletions, RemovedServers
from bot.use_cases.reviews import Histories
from bot.use_cases.servers import Announcements, Moderation
from bot.use_cases.standings.profiles import Profiles
from bot.values.challenges import Challenge, ColorChoice, Terms
from bot.values.clocks import Due, DueKind
from bot.values.game.game import FEWEST_COUNTED_PLIES, Game
from bot.values.players import Place, Player
from engine import Ruleset, Start
from tests.bot import acts
from tests.bot.clocks import StandingClock, stay_up
from tests.bot.use_cases.players import Players

MODERATOR = Player(900, "Mod")
ADA, BLAISE, CHIYO = Player(101, "Ada"), Player(102, "Blaise"), Player(103, "Chiyo")
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
HERE, THERE, OUTSIDE = Place(10, 20), Place(11, 21), Place(None, 22)
TERMS = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB")


class Clocked:
    """The use cases around games on one database, and what people often do. Ada is White."""

    def __init__(self, database: Database, clock: StandingClock | SteadyClock) -> None:
        self.database = database
        self.clock = clock
        self.challenges = Challenges(database, clock, Random(1))
        self.games = Games(database, clock)
        self.players = Players(self.games)
        self.downtime = Downtime(database, clock)
        self.due_times = DueTimes(database, clock, self.downtime)
        self.preferences = Preferences(database, clock)
        self.blocks = Blocks(database, clock)
        self.computer_games = ComputerGames(database, clock, Random(1))
        self.deletions = Deletions(database, clock, self.games, SystemRandom())
        self.moderation = Moderation(database, clock)
        self.rematches = Rematches(database, self.challenges, self.computer_games)
        self.announcements = Announcements(database, clock)
        self.profiles = Profiles(database, clock)
        self.histories = Histories(database)
        self.vacations = Vacations(database, clock)

    @property
    def now(self) -> datetime:
        return self.clock.now()

    async def begin(
        self, per_move: timedelta | None, start: Start = Start.PLAIN, opponent: Player = BLAISE
    ) -> Game:
        """Have Ada challenge someone, who accepts right away."""
        seconds = None if per_move is None else int(per_move.total_seconds())
        return await self.agree(opponent, start=start, move_seconds=seconds)

    async def propose(
        self, opponent: Player = BLAISE, place: Place = HERE, challenger: Player = ADA, **terms: Any
    ) -> Challenge:
        """Return a challenge on these terms, by default a casual one with White for the challenger."""
        chosen = replace(TERMS, **terms)
        return await self.challenges.propose(place, challenger, opponent, chosen, opponent_is_bot=False)

    async def agree(
        self, opponent: Player = BLAISE, place: Place = HERE, challenger: Player = ADA, **terms: Any
    ) -> Game:
        """Return the game that such a challenge leads to if it's accepted right away."""
        made = await self.propose(opponent, place, challenger, **terms)
        return await self.challenges.accept(made.number, opponent, message_id=100 + made.number)

    async def begin_with_computer(
        self,
        level: int = 3,
        person: Player = ADA,
        place: Place = HERE,
        color: ColorChoice = ColorChoice.WHITE,
    ) -> Game:
        """Return a game between a person and the computer."""
        terms = ComputerTerms(Ruleset.PYRGA, color, "en-GB")
        return await self.computer_games.begin(place, person, Player(level, f"Computer {level}"), terms)

    async def choose(self, player: Player, **choices: Any) -> None:
        """Have a player change some of their choices."""
        await self.preferences.change_player(player, lambda old: replace(old, **choices))

    async def choose_for(self, guild_id: int, **choices: Any) -> None:
        """Have a server change some of its choices."""
        await self.preferences.change_guild(guild_id, lambda old: replace(old, **choices))

    async def remind(self, player: Player, hours: Collection[int]) -> None:
        """Choose how many hours before a deadline a player is reminded."""
        await self.choose(player, reminders=frozenset(hours))

    async def play(self, game: Game, moves: int = 1) -> Game:
        """Play any moves, one after another, for the players to move."""
        for _ in range(moves):
            game = await self.move(game, str(game.position.legal_moves[0]))
        return game

    async def move(self, game: Game, moves: str) -> Game:
        """Play these moves, no matter whose turn it is."""
        for move in moves.split():
            game = await acts.move(self.games, game, move)
        return game

    async def resign(self, game: Game, loser: Player) -> Game:
        return await acts.resign(self.games, game.number, player_id=loser.id)

    async def draw(self, game: Game) -> Game:
        """Have Ada offer a draw, and her opponent accept it."""
        offered = await self.players.offer_draw(game.number, game.revision, ADA.id)
        return await self.players.accept(game.number, offered.revision, game.opponent_of(ADA.id).id)

    async def annul(self, game: Game) -> Game:
        """Have a moderator end a game, or take its result away."""
        return await self.moderation.annul(await self.moderation.propose_annulment(game, MODERATOR, None))

    async def begin_counted(self, per_move: timedelta | None) -> Game:
        """Begin a game, and play as many moves as it needs to count."""
        return await self.play(await self.begin(per_move), FEWEST_COUNTED_PLIES)

    async def live(self, step: timedelta) -> None:
        """Let time pass while the bot is up."""
        self.clock.move(step)
        await stay_up(self.database, self.now)

    async def overdue(self) -> list[tuple[DueKind, int]]:
        """Return everything that has come due by now, and what it's about."""
        rows = await self.due_times.overdue(50)
        return [(row.kind, row.about) for row in rows if row.kind is not DueKind.NOTIFICATION]

    async def due(self, kind: DueKind) -> Due:
        """Return the one thing of this kind that has come due by now."""
        (row,) = [row for row in await self.due_times.overdue(50) if row.kind == kind]
        return row

    async def expired(self, per_move: timedelta) -> Game:
        """Return a game where Ada, to move, has run out of time, after that was handled."""
        await self.begin(per_move)
        await self.live(per_move)
        return await self.run_out()

    async def run_out(self) -> Game:
        """Return the one game whose deadline has passed, after that was handled."""
        game = await acts.run_out(self.games, await self.due(DueKind.DEADLINE))
        assert game is not None
        return game


def until(game: Game) -> datetime:
    """Return the deadline of the player to move."""
    assert game.clock is not None
    return game.clock.until


async def stay_in(servers: RemovedServers, *present: int) -> None:
    """Have the bot only be in these servers, as two looks say."""
    await servers.note({*present}, gone=await servers.missing_in({*present}))
