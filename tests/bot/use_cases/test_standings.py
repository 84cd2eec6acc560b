"""The players' records and the computer's ladder, which are updated whenever a game ends."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

import pytest
from sqlalchemy import insert, select, update

from bot.store.connections.database import Database
from bot.store.schema.tables import EVERYWHERE, ladder_rungs, records
from bot.store.standings.records import RecordRow, of_player
from bot.use_cases.standings import openings
from bot.use_cases.standings.leaderboards import Leaderboards
from bot.use_cases.standings.openings import Openings
from bot.use_cases.standings.recomputing import recompute_standings
from bot.values.challenges import ColorChoice
from bot.values.game.game import FEWEST_COUNTED_PLIES, Game
from bot.values.game.game_errors import FinishedGameError
from bot.values.pages import LONGEST_LIST, Page
from bot.values.players import Place, Player
from engine import Position
from tests.bot import acts
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HERE, MINUTE, OUTSIDE, THERE, Clocked

pytestmark = pytest.mark.thorough

GUILD, OTHER_GUILD = 10, 11
PLACES = (HERE, Place(GUILD, 21), THERE, OUTSIDE)
PEOPLE = (ADA, BLAISE, CHIYO, Player(104, "Dora"))
GAMES = 48
LENGTHS = (0, FEWEST_COUNTED_PLIES - 1, FEWEST_COUNTED_PLIES, FEWEST_COUNTED_PLIES + 1)


Results = dict[int, tuple[int, int, int]]
"""Wins, draws and losses by player."""


@dataclass
class Tally:
    """The totals of the games, counted one by one as they end."""

    results: dict[tuple[int, int], Counter[str]] = field(default_factory=dict)
    beaten: dict[tuple[int | None, int], list[tuple[int, datetime]]] = field(default_factory=dict)

    def add(self, game: Game, at: datetime, *, helped: bool) -> None:
        """Count a game that has just ended."""
        guild_id = game.place.guild_id
        if not game.is_counted:
            return
        if game.level is None and guild_id is not None:
            for player in (game.white, game.black):
                result = "draws" if game.winner is None else "wins" if game.winner == player else "losses"
                self.results.setdefault((guild_id, player.id), Counter())[result] += 1
        if game.level is not None and game.winner is not None and game.winner.level is None and not helped:
            self.beaten.setdefault((guild_id, game.winner.id), []).append((game.level, at))

    def records(self, guild_id: int) -> Results:
        """Return wins, draws and losses of each player in a guild."""
        return {
            player: (counts["wins"], counts["draws"], counts["losses"])
            for (guild, player), counts in self.results.items()
            if guild == guild_id
        }

    def ladder(self, guild_id: int) -> list[tuple[int, int, int]]:
        """Return player, level and wins of each rung in a guild, the highest first."""
        rungs = []
        for (guild, player), won in self.beaten.items():
            if guild == guild_id:
                highest = max(level for level, _ in won)
                times = sorted(at for level, at in won if level == highest)
                rungs.append((-highest, -len(times), times[0], player))
        return [(player, -level, -wins) for level, wins, _, player in sorted(rungs)]


class Crowd:
    """People who play each other and the computer in several places and end games in every possible way."""

    def __init__(self, clocked: Clocked) -> None:
        self.clocked = clocked
        self.random = Random(5)

    async def play(self) -> tuple[Game, bool]:
        """Play a game to its end; return it, and whether someone had help against the computer."""
        self.clocked.clock.move(MINUTE)
        if self.random.random() < 0.5:
            return await self._play_a_person(), False
        return await self._play_the_computer()

    async def _play_a_person(self) -> Game:
        challenger, opponent = self.random.sample(PEOPLE, 2)
        place = self.random.choice(PLACES)
        game = await self.clocked.agree(opponent, place, challenger, color=ColorChoice.RANDOM)
        way = self.random.choice(("abort", "annul", "agree", "resign", "resign", "resign"))
        if way == "abort":
            return await self.clocked.players.cancel(game.number, challenger.id)
        if way == "annul" and place.guild_id is not None:
            return await self.clocked.annul(game)
        game = await self.clocked.play(game, self.random.choice(LENGTHS))
        if way == "agree":
            game = await self.clocked.play(game, 2 - game.position.ply)
            game = await self.clocked.players.offer_draw(game.number, game.revision, challenger.id)
            return await self.clocked.players.accept(game.number, game.revision, opponent.id)
        return await acts.resign(
            self.clocked.games, game.number, player_id=self.random.choice((challenger, opponent)).id
        )

    async def _play_the_computer(self) -> tuple[Game, bool]:
        person, place = self.random.choice(PEOPLE), self.random.choice(PLACES)
        level = self.random.choice((1, 2, 3))
        game = await self.clocked.begin_with_computer(level, person, place, ColorChoice.RANDOM)
        if game.computer_moves:
            game = await self.clocked.play(game)
        helped = self.random.choice(("by a hint", "by a take-back", None, None, None))
        if helped == "by a hint":
            await self.clocked.players.see_hint(game, person.id)
        if helped == "by a take-back":
            game = await self.clocked.play(await self.clocked.play(game))
            game = await self.clocked.players.take_back(game.number, game.revision, person.id)
        game = await self.clocked.play(game, self.random.choice(LENGTHS) - game.position.ply)
        loser = self.random.choice((person.id, level, level))
        return await acts.resign(self.clocked.games, game.number, player_id=loser), helped is not None


async def recompute(database: Database) -> tuple[int, int]:
    """Recompute records and ladder; return how many rows were wrong."""
    async with database.writing() as connection:
        return await recompute_standings(connection)


async def results(database: Database, pool: int) -> Results:
    """Return wins, draws and losses of each player in a pool."""
    found: dict[int, Counter[str]] = {}
    async with database.reading() as connection:
        for row in await connection.execute(select(records).where(records.c.pool == pool)):
            found.setdefault(row.player_id, Counter())[row.result] += row.games
    return {player: (sums["win"], sums["draw"], sums["loss"]) for player, sums in found.items()}


async def rungs(clocked: Clocked, guild_id: int | None) -> list[tuple[int, int, int]]:
    """Return player, level and wins of the ladder of a guild, or of all of them."""
    page = await Leaderboards(clocked.database, clocked.clock).ladder(0, guild_id=guild_id, reader_id=ADA.id)
    return [(rung.player.id, rung.level, rung.wins) for rung in page.lines]


async def test_the_stored_counts_match_the_games_no_matter_how_they_ended(clocked: Clocked) -> None:
    crowd, tally, played = Crowd(clocked), Tally(), Counter[int]()
    for _ in range(GAMES):
        game, helped = await crowd.play()
        tally.add(game, clocked.now, helped=helped)
        if game.level is None and game.is_counted:
            played.update((game.white.id, game.black.id))
    for guild_id in (GUILD, OTHER_GUILD):
        assert await results(clocked.database, guild_id) == tally.records(guild_id)
        assert await rungs(clocked, guild_id) == tally.ladder(guild_id)
    opened = await Openings(clocked.database).moves(Position.start(), None)
    assert 2 * sum(each.everywhere.games for each in opened) == played.total()
    async with clocked.database.writing() as connection:
        assert await openings.recompute(connection) == 0
    everywhere = await results(clocked.database, EVERYWHERE)
    assert {player: sum(each) for player, each in everywhere.items()} == played
    assert tally.records(GUILD)
    assert tally.ladder(GUILD)
    for guild, player in tally.beaten:
        won = tally.beaten[guild, player]
        if guild is not None:
            next_level = await clocked.computer_games.next_level(guild, player_id=player)
            assert next_level == max(level for level, _ in won) + 1
    assert await recompute(clocked.database) == (0, 0)


@pytest.mark.default
async def test_a_record_says_with_which_color_and_why(clocked: Clocked) -> None:
    game = await clocked.begin_counted(None)
    await clocked.resign(game, ADA)
    async with clocked.database.reading() as connection:
        for pool in (EVERYWHERE, GUILD):
            found = [await of_player(connection, pool, player_id=player.id) for player in (ADA, BLAISE)]
            assert found == [
                [RecordRow("pyrga", "white", "loss", "resignation", 1)],
                [RecordRow("pyrga", "black", "win", "resignation", 1)],
            ]


async def test_damaged_rows_are_corrected_and_counted(clocked: Clocked) -> None:
    crowd, database = Crowd(clocked), clocked.database
    for _ in range(GAMES // 2):
        await crowd.play()
    before, rungs_before = await results(database, GUILD), await rungs(clocked, GUILD)
    first, second = sorted(before)[:2]
    async with database.writing() as connection:
        mine = records.c.pool == GUILD, records.c.player_id == first
        changed = await connection.execute(update(records).where(*mine).values(games=99))
        yours = records.c.pool == GUILD, records.c.player_id == second
        deleted = await connection.execute(records.delete().where(*yours))
        await connection.execute(ladder_rungs.delete().where(ladder_rungs.c.pool == GUILD))
        extra = {"pool": 999, "player_id": ADA.id, "level": 8, "wins": 1, "first_won_at": clocked.now}
        await connection.execute(insert(ladder_rungs).values(extra))
    assert await results(database, GUILD) != before
    wrong = (changed.rowcount + deleted.rowcount, len(rungs_before) + 1)
    assert await recompute(database) == wrong
    assert await results(database, GUILD) == before
    assert await rungs(clocked, GUILD) == rungs_before


async def test_annulling_a_finished_game_removes_it_from_records_and_the_ladder(clocked: Clocked) -> None:
    crowd, database = Crowd(clocked), clocked.database
    ended = [
        game for game, _ in [await crowd.play() for _ in range(GAMES // 2)] if game.place.guild_id == GUILD
    ]
    for game in ended:
        if game.has_result:
            annulled = await clocked.annul(game)
            assert annulled == await clocked.games.get(game.number)
            assert await recompute(database) == (0, 0)
    assert await results(database, GUILD) == {}
    assert await rungs(clocked, GUILD) == []


async def test_an_annulled_win_over_the_computer_stays_on_the_ladder_of_all_servers(clocked: Clocked) -> None:
    await clocked.choose(ADA, listed=True)
    for level, plies in ((3, 4), (5, 3)):
        game = await clocked.play(await clocked.begin_with_computer(level), plies)
        await clocked.annul(await clocked.resign(game, game.black))
        assert await rungs(clocked, GUILD) == []
        assert await rungs(clocked, None) == [(ADA.id, 3, 1)], "the other one was too short"
        assert await recompute(clocked.database) == (0, 0)


async def test_a_hint_after_the_end_does_not_undo_a_win(clocked: Clocked) -> None:
    game = await clocked.begin_with_computer()
    await clocked.resign(game, game.black)
    with pytest.raises(FinishedGameError):
        await clocked.players.see_hint(game, ADA.id)
    assert (await clocked.games.get(game.number)).white_seat.hints == ()
    assert await recompute(clocked.database) == (0, 0)


@pytest.mark.parametrize("size", [5, 10, 12])
def test_a_list_ends_where_reading_further_would_take_too_long(size: int) -> None:
    last, rows = Page(LONGEST_LIST // size - 1, size), list(range(size + 1))
    assert Page(last.number - 1, size).cut(rows) == (rows[:size], True)
    assert last.cut(rows) == (rows[:size], False)
    assert Page(last.number + 50, size).offset == last.offset <= LONGEST_LIST - size
