"""How long the database takes for the things people do.

`python benchmarks/queries.py [--database postgresql] [--games N]` prints how long the statements of each use
case take with 1,000 and with 1,000,000 stored games, in milliseconds, for the player with the most games in
the guild with the most games. A statement's time is from handing it to the driver until its rows are there;
the time a commit takes to reach the disk is left out. The best of several runs counts, because other programs
on the machine can make a statement wait. The targets: no statement takes 10 ms, and no use case takes more
than twice the time that it takes with a thousand games. The history of the player with the most games, who
has one in twenty, takes 15 ms at most with any filter.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

# Started as a file, Python would look for `engine` beside it first, and find engine.py there.
sys.path.insert(0, str(Path(__file__).parent.parent))

from sqlalchemy import URL, Engine, event

from benchmarks.query_plans import plans_watched
from benchmarks.stored_games import BIG_GUILD, HEAVY_PLAYER, NEW_PLAYER, fill, last_game, present, settle
from benchmarks.stored_standings import make_up_standings
from bot.matches.base36 import format_number
from bot.matches.challenges.challenges import Challenges
from bot.matches.challenges.computer_games import ComputerGames, ComputerTerms
from bot.matches.challenges.rematches import Rematches
from bot.matches.clocks.due import DueTimes
from bot.matches.games.games import Games
from bot.matches.games.queries import GameQueries, Reader
from bot.matches.pages import LONGEST_LIST
from bot.matches.puzzles.daily_puzzles import DailyPuzzles
from bot.matches.puzzles.puzzle_leaderboards import PuzzleLeaderboards, PuzzlePeriod
from bot.matches.puzzles.puzzles import Puzzles
from bot.matches.review.histories import Histories
from bot.matches.servers.announcements import Announcements
from bot.matches.servers.moderation import Moderation
from bot.matches.standings import badge_recomputing, openings
from bot.matches.standings.leaderboards import Leaderboards
from bot.matches.standings.profiles import Profiles
from bot.matches.standings.recomputing import recompute_after_migration, recompute_standings
from bot.matches.values.challenges import ColorChoice, Terms
from bot.matches.values.games import Game
from bot.matches.values.history import ANY_LEVEL, HistoryFilter, Result
from bot.matches.values.places import Place
from bot.matches.values.players import Player
from bot.matches.values.standings import LeaderboardChoice
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.games import games as game_rows
from bot.store.processes import interactions
from engine import Ruleset, puzzles
from tests.bot.postgresql import cluster, programs

FEW, MANY = 1_000, 1_000_000
ROUNDS = 12
LONGEST, MOST_TIMES, LONGEST_HISTORY = 10.0, 2.0, 15.0
HISTORY = "/pyrga history"
HERE = Place(BIG_GUILD, 5)
LEADERBOARD = LeaderboardChoice(BIG_GUILD, Ruleset.PYRGA)
LEVEL = Player(3, "level 3")
_FILTERS = {
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
class StandingClock:
    """A clock that always shows the time at which the last of the stored games began."""

    games: int

    def now(self) -> datetime:
        """Return the current time."""
        return datetime.fromtimestamp(present(self.games), UTC)


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
        clock, random = StandingClock(games), Random(1)
        self.watch = watch
        self.database = database
        self.now = clock.now()
        self.stored = games
        self.queries = GameQueries(database)
        self.histories = Histories(database)
        self.leaderboards = Leaderboards(database, clock)
        self.profiles = Profiles(database, clock)
        self.games = Games(database, clock)
        self.challenges = Challenges(database, clock, random)
        self.computer_games = ComputerGames(database, clock, random)
        self.rematches = Rematches(database, self.challenges, self.computer_games)
        self.announcements = Announcements(database, clock)
        self.due_times = DueTimes(database, clock)
        self.moderation = Moderation(database, clock)
        self.puzzles = Puzzles(database, clock, puzzles())
        self.daily_puzzles = DailyPuzzles(database, clock, puzzles())
        self.puzzle_leaderboards = PuzzleLeaderboards(database, clock)

        self.last_pages = (0, 0, 0)

    async def look_for_last_pages(self) -> None:
        """Turn the pages of the long lists to their ends."""
        self.last_pages = (
            await last_page(self._leaderboard),
            await last_page(self._log),
            await last_page(self._history),
        )

    async def run(self, number: int) -> None:
        """Do everything once; ``number`` is the number of the round."""
        await self._look_things_up()
        await self._look_back()
        await self._look_for_work()
        await self._play_a_person(Player(HEAVY_PLAYER, "most"), Player(NEW_PLAYER + number, "new"))
        await self._play_the_computer(Player(HEAVY_PLAYER, "most"))
        await self._solve_puzzles(Player(HEAVY_PLAYER + number, "member"))

    async def _look_things_up(self) -> None:
        over, queries = self.watch.over, self.queries
        with over("leaderboard"):
            await self._leaderboard(0)
        with over("last page of the leaderboard"):
            await self._leaderboard(self.last_pages[0])
        with over("computer ladder"):
            await self.leaderboards.ladder(BIG_GUILD, HEAVY_PLAYER, 0)
        with over("profile"):
            await self.profiles.profile(BIG_GUILD, HEAVY_PLAYER, HEAVY_PLAYER)
        with over("profile, everywhere"):
            await self.profiles.profile(None, HEAVY_PLAYER, HEAVY_PLAYER)
        with over("score between two people"):
            await self.profiles.versus(BIG_GUILD, HEAVY_PLAYER, HEAVY_PLAYER, HEAVY_PLAYER + 1)
        with over("next level"):
            await self.computer_games.next_level(BIG_GUILD, HEAVY_PLAYER)
        with over("/pyrga games"):
            await queries.running(BIG_GUILD, HEAVY_PLAYER, 10)
        with over("/pyrga games, everywhere"):
            await queries.running(None, HEAVY_PLAYER, 10)
        with over("/pyrga show"):
            number = format_number(last_game(self.stored) // 2)
            await queries.find(Reader(Place(None, 5), HEAVY_PLAYER, _see_all), number, of_others=True)
        with over("names of finished games"):
            await queries.finished(BIG_GUILD, HEAVY_PLAYER, 25)
        with over("names of finished games, everywhere"):
            await queries.finished(None, HEAVY_PLAYER, 25)
        with over("running games of a guild"):
            await self.moderation.running(BIG_GUILD, 25)
        with over("moderation log"):
            await self._log(0)
        with over("last page of the moderation log"):
            await self._log(self.last_pages[1])
        async with self.database.reading() as connection:
            with over("have two people met?"):
                await game_rows.have_met(connection, HEAVY_PLAYER, NEW_PLAYER)

    async def _look_back(self) -> None:
        """Turn the pages of the history of the player with the most games, some with filters that fit few."""
        over = self.watch.over
        with over(HISTORY):
            await self._history(0)
        with over(f"{HISTORY}, last page"):
            await self._history(self.last_pages[2])
        for name, wanted in _FILTERS.items():
            for guild_id, where in ((BIG_GUILD, ""), (None, ", everywhere")):
                with over(f"{HISTORY}, {name}{where}"):
                    await self.histories.games(guild_id, HEAVY_PLAYER, wanted, page=0, size=10)

    async def _history(self, page: int) -> tuple[object, bool]:
        return await self.histories.games(BIG_GUILD, HEAVY_PLAYER, HistoryFilter(), page=page, size=10)

    async def _leaderboard(self, page: int) -> tuple[object, bool]:
        found = await self.leaderboards.people(LEADERBOARD, HEAVY_PLAYER, page)
        return found, found.more

    async def _log(self, page: int) -> tuple[object, bool]:
        return await self.moderation.log(BIG_GUILD, page=page, size=5)

    async def _look_for_work(self) -> None:
        over = self.watch.over
        with over("games that wait for the computer"):
            await self.computer_games.waiting(10)
        with over("boards to redraw"):
            await self.games.unshown(10)
        with over("results to announce"):
            await self.announcements.due(10)
        with over("what has come due"):
            await self.due_times.overdue(10)
        with over("daily puzzles to post"):
            await self.daily_puzzles.due()
        async with self.database.writing() as connection:
            with over("forget old interactions"):
                await interactions.forget(connection, self.now - timedelta(minutes=59, seconds=45))
            await connection.rollback()

    async def _play_a_person(self, one: Player, other: Player) -> None:
        over = self.watch.over
        terms = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB", rated=True, move_seconds=86400)
        with over("challenge a person"):
            challenge = await self.challenges.propose(HERE, one, other, terms, opponent_is_bot=False)
        with over("accept a challenge"):
            game = await self.challenges.accept(challenge.number, other, message_id=1)
        with over("play a move"):
            game = await self.games.play(game.number, game.revision, "Sb2", one.id)
        with over("resign a rated game"):
            await self.games.resign(game.number, one.id)
        with over("whose rematch is it?"):
            await self.rematches.former(challenge)

    async def _play_the_computer(self, person: Player) -> None:
        over, terms = self.watch.over, ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB")
        place = Place(None, 5)
        with over("begin a game with the computer"):
            game = await self.computer_games.begin(place, person, LEVEL, terms)
        with over("beat the computer"):
            await self.games.resign(game.number, LEVEL.id)

    async def _solve_puzzles(self, person: Player) -> None:
        over = self.watch.over
        with over("complete a puzzle's number"):
            await self.puzzles.suggest(person.id, "e", limit=25)
        with over("offer a puzzle"):
            puzzle = await self.puzzles.offer(person.id)
        if puzzle is not None:
            with over("try a puzzle"):
                await self.puzzles.attempt(person, puzzle, puzzle.solution)
        for period in PuzzlePeriod:
            with over(f"puzzle leaderboard, {period}"):
                await self.puzzle_leaderboards.page(BIG_GUILD, period, page=0, size=10)
            with over(f"last page of the puzzle leaderboard, {period}"):
                await self.puzzle_leaderboards.page(BIG_GUILD, period, page=LONGEST_LIST, size=10)
            with over(f"find me on the puzzle leaderboard, {period}"):
                await self.puzzle_leaderboards.find(BIG_GUILD, period, HEAVY_PLAYER + 1)


async def _see_all(game: Game) -> bool:
    del game
    return True


async def last_page(read: Callable[[int], Awaitable[tuple[object, bool]]]) -> int:
    """The last page of a list; ``read`` returns a page and whether another one follows."""
    page = 0
    while (await read(page))[1]:
        page += 1
    return page


async def print_scans(url: URL, cases: UseCases) -> None:
    """Do everything again, and print which large tables a statement would read completely."""
    with plans_watched(url) as plans:
        await cases.run(ROUNDS)
    print(f"{plans.statements} statements explained; large tables read as a whole: {plans.scanned or 'none'}")


async def measure(address: str, games: int) -> dict[str, Spent]:
    """Store this many games in an empty database; return how long the use cases take with them."""
    url = Settings(database_url=address).database()
    database = Database(url)
    await database.migrate()
    begin = perf_counter()
    fill(url, games)
    filled = perf_counter()
    if games > FEW and database.is_shared:
        make_up_standings(url)
        async with database.writing() as connection:
            await recompute_standings(connection)
    else:
        async with database.writing() as connection:
            await recompute_after_migration(connection)
            await badge_recomputing.recompute(connection, puzzles())
            await openings.recompute(connection)
    print(
        f"{games:,} games: stored in {filled - begin:.0f} s,"
        f" records and ratings computed from them in {perf_counter() - filled:.1f} s",
        flush=True,
    )
    settle(url)
    watch = Watch()
    cases = UseCases(database, games, watch)
    await cases.look_for_last_pages()
    for number in range(ROUNDS):
        await cases.run(number)
    if database.is_shared:
        await print_scans(url, cases)
    watch.stop()
    await database.close()
    return watch.spent


@contextmanager
def empty_database(kind: str) -> Iterator[str]:
    """The address of an empty database of this kind."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory(prefix="pyrga-queries-") as folder:
            yield f"sqlite:///{folder}/pyrga.db"
        return
    found = programs()
    if found is None:
        sys.exit("PostgreSQL is not installed")
    with cluster(found) as running:
        yield running.address


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
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--games", type=int, default=MANY)
    options = parser.parse_args()
    spent = []
    for games in (FEW, options.games):
        with empty_database(options.database) as address:
            spent.append(asyncio.run(measure(address, games)))
    print_table(*spent)


if __name__ == "__main__":
    main()
