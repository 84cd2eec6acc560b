"""The badges recomputed from games, reviews and puzzles are the ones that were earned along the way."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from sqlalchemy import Row, delete, insert, select, update

from bot.store.connections.database import Database
from bot.store.schema.tables import badges, guilds, players
from bot.use_cases.daily_games.days import DailyGames
from bot.use_cases.daily_games.results import DailyResults
from bot.use_cases.games import storing
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzles
from bot.use_cases.puzzles.puzzles import Puzzles
from bot.use_cases.reviews import Reviews
from bot.use_cases.standings.badges import recompute
from bot.values.badges import Badge
from bot.values.game.daily_games import day_at
from bot.values.game.game import Board, Game
from bot.values.players import LEVELS, Place, Player, ThemeName
from engine import Ruleset, Start, Value
from tests.bot.use_cases.clocked import DAY, MINUTE, Clocked
from tests.bot.use_cases.club import FOUR, POINTS, QUICK, SLOW, STUCK, TIED, Club, Oracle
from tests.bot.use_cases.made_days import make_day
from tests.bot.use_cases.made_games import made_game
from tests.bot.use_cases.made_puzzles import RIGHT, made_puzzle, post

pytestmark = pytest.mark.thorough

PEOPLE = [Player(300 + number, f"member {number}") for number in range(12)]
GUILDS = (10, 11, None)
BEATEN = (8, 5, 3, 1)
RESIGNED = [(moves, ruleset) for moves in ("", FOUR) for ruleset in Ruleset]
TO_THE_END = [
    *((moves, Ruleset.PYRGA) for moves in (QUICK, SLOW, POINTS, TIED)),
    (STUCK, Ruleset.PILOTIS),
]
MEDALS = {badge for badge in Badge if badge.name.startswith(("SEASON_", "CUP_", "NIGHT_", "GOOD_VOTES"))}
GAMES, DAYS = 64, 31
BOARD = Board(Place(10, 20, reachable=False), "en-US", ThemeName.AEGEAN, hidden=True)
PUZZLES = [made_puzzle(f"p{number}") for number in range(60)]


class Crowd:
    """People who earn badges in all kinds of random ways."""

    def __init__(self, clocked: Clocked) -> None:
        self.club = Club(clocked)
        self.random = Random(8)
        self.games: list[Game] = []

    async def play(self) -> None:
        """Begin many games, with each other and the computer, end them, and have some reviewed."""
        ways = {number: self.random.choice([*RESIGNED, *TO_THE_END]) for number in range(1, GAMES + 1)}
        now = self.club.now
        async with self.club.database.writing() as connection:
            servers = [{"id": guild, "created_at": now} for guild in GUILDS if guild]
            await connection.execute(insert(guilds), servers)
            people = [*PEOPLE, *(Player(level, "computer") for level in LEVELS)]
            rows = [{"id": player.id, "name": player.name, "created_at": now} for player in people]
            await connection.execute(insert(players), rows)
            # The last move is played, which ends the game if it was a complete one.
            for number, (moves, ruleset) in ways.items():
                game = self._game(number, moves.split()[:-1], ruleset)
                await storing.begin(connection, game, now)
        for number in self.random.sample(list(ways), GAMES):
            self.games.append(await self._end(number, ways[number][0].split()[-1:]))
            if self.games[-1].position.ply > len(FOUR.split()):
                await self._review(self.random.choice(self.games[-4:]))

    def _game(self, number: int, moves: Sequence[str], ruleset: Ruleset) -> Game:
        # One of them plays most of the games.
        white, black = self.random.sample((PEOPLE[0], self.random.choice(PEOPLE[1:])), 2)
        if number % 4 == 0:
            white, black = self.random.choice(PEOPLE), Player(BEATEN[number // 4 % 4], "computer")
        return made_game(
            white,
            black,
            moves,
            place=Place(self.random.choice(GUILDS), 20),
            ruleset=ruleset,
            start=self.random.choice(list(Start)),
            hints=True,
            created_at=self.club.now,
        )

    async def _end(self, number: int, last_move: Sequence[str]) -> Game:
        self.club.clock.move(MINUTE)
        game = await self.club.games.get(number)
        if self.random.random() < 0.2:
            await self.club.players.see_hint(game, self.random.choice((game.white, game.black)).id)
        game = await self.club.move(game, " ".join(last_move))
        if game.outcome is None:
            game = await self.club.resign(game, self.random.choice((game.white, game.black)))
        return game

    async def _review(self, game: Game) -> None:
        length = self.random.choice((0, 5, 5, 30))
        await self.club.review(game, [*[Value.LOSS] * length, *[Value.WIN] * 30][:30])

    async def solve_puzzles(self) -> None:
        """Solve the puzzle of the day for a month, and then all the others."""
        puzzles = Puzzles(self.club.database, self.club.clock, PUZZLES)
        daily = DailyPuzzles(self.club.database, self.club.clock, PUZZLES)
        await daily.switch_on(10, channel_id=20, language="fr")
        for _ in range(DAYS):
            self.club.clock.move(DAY)
            (today,) = await post(daily)
            player = self.random.choice((PEOPLE[1], PEOPLE[2]))
            for solver in (PEOPLE[0], player):
                self.club.clock.move(MINUTE)
                await puzzles.attempt(solver, today.puzzle, RIGHT, 10)
        for puzzle in PUZZLES:
            await puzzles.attempt(PEOPLE[0], puzzle, RIGHT)

    async def play_days(self) -> None:
        """Play the game of the day for a week, with moves that keep what a lost position is worth."""
        database, clock = self.club.database, self.club.clock
        lost = Oracle([Value.LOSS] * 30)
        days, results = (
            DailyGames(database, clock, lost),
            DailyResults(database, clock, Reviews(database, clock, lost)),
        )
        for _ in range(7):
            clock.move(DAY)
            day = await make_day(database, day_at(clock.now()))
            game = await days.begin(day, PEOPLE[3], Player(day.level, "computer"), BOARD)
            game = await self.club.move(game, str(game.position.legal_moves[0]))
            await results.of_game(await self.club.resign(game, PEOPLE[3]))


async def stored(database: Database) -> Sequence[Row[Any]]:
    async with database.reading() as connection:
        return (await connection.execute(select(badges).order_by(*badges.primary_key))).all()


async def recomputed(database: Database) -> int:
    async with database.writing() as connection:
        return await recompute(connection, PUZZLES)


async def test_recomputing_finds_the_earned_badges_again_and_corrects_and_counts_damage(
    clocked: Clocked, database: Database
) -> None:
    crowd = Crowd(clocked)
    await crowd.play()
    await crowd.solve_puzzles()
    await crowd.play_days()
    await crowd.club.badges.finish_lesson(PEOPLE[2])
    before = await stored(database)
    assert {row.badge for row in before} == set(Badge) - MEDALS - {Badge.ALL_PUZZLES}, "it takes 300 puzzles"
    assert await recomputed(database) == 0
    assert await stored(database) == before

    async with database.writing() as connection:
        lost = await connection.execute(delete(badges).where(badges.c.badge == Badge.FIRST_WIN))
        later = update(badges).where(badges.c.badge == Badge.FIFTY_PUZZLES)
        moved = await connection.execute(later.values(earned_at=crowd.club.now + DAY))
        extra = {"player_id": PEOPLE[5].id, "badge": Badge.PUZZLE_MONTH, "earned_at": crowd.club.now}
        await connection.execute(insert(badges).values(extra))
    assert await recomputed(database) == lost.rowcount + moved.rowcount + 1 > 3
    assert await stored(database) == before

    # What's left when the badges of games are revoked is what a recomputation finds, too.
    for game in crowd.games[::4]:
        current = await crowd.club.games.get(game.number)
        if current.place.guild_id is not None:
            await crowd.club.annul(current)
    assert await recomputed(database) == 0
