"""How long the database takes for the things people do.

`python benchmarks/queries.py [--database postgresql] [--games N]` prints how long the statements of each use
case take with 1,000 and with 1,000,000 stored games, in milliseconds, for the player with the most games in
the guild with the most games. A statement's time is from handing it to the driver until its rows are there;
the time a commit takes to reach the disk is left out. The best of several runs counts, because other programs
on the machine can make a statement wait. The targets: no statement takes 10 ms, and no use case takes more
than twice the time that it takes with a thousand games. The history of the player with the most games, who
has one in twenty, takes 15 ms at most with any filter.

It also prints how long it takes to compute records and ratings from the games, and once more, when nothing is
wrong.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

# Started as a file, Python would look for packages beside it.
sys.path.insert(0, str(Path(__file__).parent.parent))

from sqlalchemy import Engine, event

from benchmarks.databases import KINDS, empty_database, settle
from benchmarks.stored_games import BIG_GUILD, HEAVY_PLAYER, NEW_PLAYER, fill, present
from benchmarks.table import heading, row
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.use_cases.challenges.challenges import Challenges
from bot.use_cases.challenges.computer_games import ComputerGames, ComputerTerms
from bot.use_cases.clocks.downtime import Downtime, DueTimes
from bot.use_cases.crowds import CrowdGames, CrowdTerms
from bot.use_cases.events.team_matches import TeamMatches
from bot.use_cases.games.games import Games
from bot.use_cases.games.queries import GameQueries
from bot.use_cases.guesses import Guesses
from bot.use_cases.preferences import Preferences
from bot.use_cases.puzzles.daily_puzzles import PuzzleLeaderboards, PuzzlePeriod
from bot.use_cases.reviews import Histories
from bot.use_cases.servers import Announcements
from bot.use_cases.standings import ratings
from bot.use_cases.standings.leaderboards import Leaderboards
from bot.use_cases.standings.profiles import Profiles
from bot.use_cases.standings.recomputing import recompute_standings
from bot.values.challenges import ColorChoice, Terms
from bot.values.crowds import Crowd, VotingWindow
from bot.values.events.parts import Card
from bot.values.events.team_match import TeamTerms
from bot.values.players import Place, Player, ThemeName
from bot.values.standings import ANY_LEVEL, HistoryFilter, LeaderboardChoice, Period, Result
from engine import Ruleset
from tests.bot import acts
from tests.bot.clocks import StandingClock

FEW, MANY = 1_000, 1_000_000
ROUNDS = 12
LONGEST, MOST_TIMES, LONGEST_HISTORY = 10.0, 2.0, 15.0
HISTORY = "/pyrga history"
HERE = Place(BIG_GUILD, 5)
LEVEL = Player(3, "level 3")
PAGE, FAR = 10, 99
FILTERS = {
    "won": HistoryFilter(result=Result.WON),
    "in a rare ruleset": HistoryFilter(ruleset=Ruleset.PILOTIS),
    "against a person": HistoryFilter(opponent=HEAVY_PLAYER + 1),
    "against a stranger": HistoryFilter(opponent=NEW_PLAYER),
    "draws with the computer": HistoryFilter(opponent=ANY_LEVEL, result=Result.DRAWN),
}


@dataclass
class Spent:
    """The best time of a use case's statements, in milliseconds."""

    statements: int = 0
    total: float = float("inf")
    slowest: float = float("inf")


@dataclass
class Watch:
    """Measures the time of statements."""

    spent: dict[str, Spent] = field(default_factory=dict)
    _running: list[float] = field(default_factory=list)
    _begun: float = 0.0

    def __post_init__(self) -> None:
        event.listen(Engine, "before_cursor_execute", self._begin)
        event.listen(Engine, "after_cursor_execute", self._end)

    def stop(self) -> None:
        """Stop watching."""
        event.remove(Engine, "before_cursor_execute", self._begin)
        event.remove(Engine, "after_cursor_execute", self._end)

    @contextmanager
    def over(self, name: str) -> Iterator[None]:
        """Measure the time of the block, as one run of the use case ``name``."""
        self._running.clear()
        yield
        spent = self.spent.setdefault(name, Spent())
        spent.statements = len(self._running)
        spent.total = min(spent.total, sum(self._running))
        spent.slowest = min(spent.slowest, max(self._running))

    def _begin(self, *_: Any) -> None:
        self._begun = perf_counter()

    def _end(self, *_: Any) -> None:
        self._running.append(1000 * (perf_counter() - self._begun))


class UseCases:
    """The things people do, with the games that are stored."""

    def __init__(self, database: Database, games: int, watch: Watch) -> None:
        clock, random = StandingClock(), Random(1)
        clock.move(present(games) - clock.now())
        self.over = watch.over
        self.stored = games
        self.queries = GameQueries(database)
        self.histories = Histories(database)
        self.leaderboards = Leaderboards(database, clock)
        self.profiles = Profiles(database, clock)
        self.games = Games(database, clock)
        self.challenges = Challenges(database, clock, random)
        self.computer_games = ComputerGames(database, clock, random)
        self.announcements = Announcements(database, clock)
        self.due_times = DueTimes(database, clock, Downtime(database, clock))
        self.puzzle_leaderboards = PuzzleLeaderboards(database, clock)
        self.guesses = Guesses(database, clock)
        self.crowd_games = CrowdGames(database, clock, self.games, random)
        self.team_matches = TeamMatches(database, clock, random)
        self.preferences = Preferences(database, clock)

    async def run(self, number: int) -> None:
        """Do everything once; ``number`` is the number of the round."""
        await self._look_things_up()
        await self._look_back()
        await self._look_at_leaderboards()
        await self._look_for_work()
        await self._play_a_person(Player(HEAVY_PLAYER, "most"), Player(NEW_PLAYER + number, "new"))
        await self._play_the_computer(Player(HEAVY_PLAYER, "most"))
        await self._play_together(Player(HEAVY_PLAYER, "most"))
        await self._play_another_server(Player(HEAVY_PLAYER, "most"))

    async def _look_things_up(self) -> None:
        over, queries = self.over, self.queries
        with over("profile"):
            await self.profiles.profile(BIG_GUILD, reader_id=HEAVY_PLAYER, player_id=HEAVY_PLAYER)
        with over("profile, everywhere"):
            await self.profiles.profile(None, reader_id=HEAVY_PLAYER, player_id=HEAVY_PLAYER)
        with over("score between two people"):
            await self.profiles.versus(
                BIG_GUILD, reader_id=HEAVY_PLAYER, player_id=HEAVY_PLAYER, other_id=HEAVY_PLAYER + 1
            )
        with over("next level"):
            await self.computer_games.next_level(BIG_GUILD, player_id=HEAVY_PLAYER)
        with over("/pyrga games"):
            await queries.running(BIG_GUILD, player_id=HEAVY_PLAYER, limit=PAGE)
        with over("/pyrga games, everywhere"):
            await queries.running(None, player_id=HEAVY_PLAYER, limit=PAGE)
        with over("games to watch"):
            await queries.to_watch(BIG_GUILD, player_id=HEAVY_PLAYER, limit=50)
        with over("open challenges"):
            await self.challenges.open_to(BIG_GUILD, player_id=HEAVY_PLAYER, limit=50)
        with over("names of finished games"):
            await queries.finished(BIG_GUILD, player_id=HEAVY_PLAYER, limit=25)
        with over("names of finished games, everywhere"):
            await queries.finished(None, player_id=HEAVY_PLAYER, limit=25)

    async def _look_back(self) -> None:
        """Turn the pages of the history of the player with the most games, some with filters that fit few."""
        for page, where in ((0, ""), (FAR, f", page {FAR + 1}")):
            with self.over(f"{HISTORY}{where}"):
                await self.histories.games(
                    BIG_GUILD, player_id=HEAVY_PLAYER, wanted=HistoryFilter(), page=page, size=PAGE
                )
        for name, wanted in FILTERS.items():
            for guild_id, where in ((BIG_GUILD, ""), (None, ", everywhere")):
                with self.over(f"{HISTORY}, {name}{where}"):
                    await self.histories.games(
                        guild_id, player_id=HEAVY_PLAYER, wanted=wanted, page=0, size=PAGE
                    )

    async def _look_at_leaderboards(self) -> None:
        here = LeaderboardChoice(BIG_GUILD, Ruleset.PYRGA)
        for place, choice in (("server", here), ("all servers", replace(here, guild_id=None))):
            lists = {
                place: choice,
                f"{place}, 30 days": replace(choice, period=Period.MONTH),
            }
            for name, wanted in lists.items():
                with self.over(f"leaderboard, {name}"):
                    await self.leaderboards.people(wanted, 0, reader_id=HEAVY_PLAYER)
                with self.over(f"leaderboard, {name}, find me"):
                    await self.leaderboards.people(wanted, None, reader_id=HEAVY_PLAYER)
            with self.over(f"computer's ladder, {place}"):
                await self.leaderboards.ladder(0, guild_id=choice.guild_id, reader_id=HEAVY_PLAYER)
        for period in PuzzlePeriod:
            with self.over(f"puzzle solvers, {period}"):
                await self.puzzle_leaderboards.page(period, 0, guild_id=BIG_GUILD, reader_id=HEAVY_PLAYER)

    async def _look_for_work(self) -> None:
        with self.over("games that wait for the computer"):
            await self.computer_games.waiting(10)
        with self.over("boards to redraw"):
            await self.games.unshown(10)
        with self.over("announcements"):
            await self.announcements.due(10)
        with self.over("what has come due"):
            await self.due_times.overdue(10)

    async def _play_a_person(self, one: Player, other: Player) -> None:
        terms = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB", rated=True, move_seconds=86400)
        with self.over("challenge a person"):
            challenge = await self.challenges.propose(HERE, one, other, terms, opponent_is_bot=False)
        with self.over("accept a challenge"):
            game = await self.challenges.accept(challenge.number, other, message_id=1)
        with self.over("guess a move"):
            guesser = Player(HEAVY_PLAYER + 2, "guesser")
            await self.guesses.guess(
                game.number, revision=game.revision, text="Sb2", guesser=guesser, guild_id=BIG_GUILD
            )
        with self.over("guessers of the month"):
            await self.guesses.guessers(0, guild_id=BIG_GUILD, reader_id=HEAVY_PLAYER)
        with self.over("play a move"):
            game = await acts.play(
                self.games, game.number, revision=game.revision, text="Sb2", player_id=one.id
            )
        with self.over("resign a game"):
            await acts.resign(self.games, game.number, player_id=one.id)

    async def _play_the_computer(self, person: Player) -> None:
        terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB")
        with self.over("begin a game with the computer"):
            game = await self.computer_games.begin(HERE, person, LEVEL, terms)
        with self.over("beat the computer"):
            await acts.resign(self.games, game.number, player_id=LEVEL.id)

    async def _play_together(self, person: Player) -> None:
        terms = CrowdTerms(
            "channel", Ruleset.PYRGA, ColorChoice.WHITE, VotingWindow.DAY, Crowd(), language="en-GB"
        )
        with self.over("begin a game of a channel"):
            game = await self.crowd_games.begin(HERE, terms, LEVEL)
        with self.over("vote"):
            await self.crowd_games.vote(game.number, ply=0, choice="Sb2", voter=person, place=HERE)
        with self.over("tallies of all channels"):
            await self.crowd_games.tallies()
        with self.over("votes in a game"):
            await self.crowd_games.counts(game.number)
        with self.over("end a game of a channel"):
            await acts.resign(self.games, game.number, player_id=LEVEL.id)

    async def _play_another_server(self, person: Player) -> None:
        await self.preferences.change_player(person, lambda old: replace(old, across_servers=True))
        home, away = (
            Card(Place(guild, 5), person.id, "en-US", ThemeName.AEGEAN, f"Server {guild}")
            for guild in (BIG_GUILD, BIG_GUILD + 1)
        )
        with self.over("offer a team match"):
            code = await self.team_matches.offer(person, home, TeamTerms(Ruleset.PYRGA))
        with self.over("agree to a team match"):
            game = await self.team_matches.accept(code.text, person, away)
        with self.over("sign up for a team match"):
            await self.team_matches.sign_up(game, person, guild_id=BIG_GUILD)
        with self.over("team matches of a server"):
            await self.team_matches.in_guild(BIG_GUILD)
        with self.over("team matches to look after"):
            await self.team_matches.due(10)
        with self.over("cancel a team match"):
            await self.team_matches.cancel(game.number, person, guild_id=BIG_GUILD)


async def compute(database: Database) -> None:
    """Compute records and ratings from the games, twice, and print how long that took."""
    for when in ("", ", once more"):
        async with database.writing() as connection:
            begun = perf_counter()
            await recompute_standings(connection)
            counted = perf_counter()
            await ratings.recompute(connection)
            row(f"counting all games{when}", counted - begun, "s")
            row(f"rating all games{when}", perf_counter() - counted, "s")


async def measure(address: str, games: int) -> dict[str, Spent]:
    """Do everything several times; return how long it took."""
    database = Database(Settings(database_url=address).database())
    await compute(database)
    settle(address)
    watch = Watch()
    cases = UseCases(database, games, watch)
    for number in range(ROUNDS):
        await cases.run(number)
    watch.stop()
    await database.close()
    return watch.spent


def print_table(few: dict[str, Spent], many: dict[str, Spent]) -> None:
    """Print a line for each use case, with a mark if a target is missed."""
    print(f"{'':58} statements     few     many   ratio  slowest")
    for name, spent in many.items():
        ratio = spent.total / few[name].total
        usual = spent.slowest < LONGEST and ratio <= MOST_TIMES
        mark = " " if (spent.total < LONGEST_HISTORY if name.startswith(HISTORY) else usual) else "!"
        times = f"{few[name].total:7.2f}  {spent.total:7.2f}  {ratio:6.1f}  {spent.slowest:7.2f}"
        print(f"{name:58} {spent.statements:10} {times} {mark}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", choices=KINDS, default="sqlite")
    parser.add_argument("--games", type=int, default=MANY)
    options = parser.parse_args()
    spent = []
    for games in (FEW, options.games):
        with empty_database(options.database) as address:
            heading(f"{games:,} games")
            fill(address, games)
            settle(address)
            spent.append(asyncio.run(measure(address, games)))
    print_table(*spent)


if __name__ == "__main__":
    main()
