"""Streaks of puzzles of the day, and the leaderboards of a server's solvers."""

from collections.abc import Sequence
from datetime import date

import pytest

from bot.store.connections.database import Database
from bot.use_cases.puzzles.attempts import SolvedToday
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzles, PuzzleLeaderboards, PuzzlePeriod, PuzzleSolver
from bot.use_cases.puzzles.puzzles import Puzzles
from bot.values.errors import PastTheEndError
from bot.values.players import Player
from bot.values.standings import DailyStreak
from engine import Puzzle
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HOUR, MINUTE
from tests.bot.use_cases.made_puzzles import RIGHT, WRONG, made_puzzle, post

pytestmark = pytest.mark.quick

CAFE, CLUB, CHANNEL = 10, 11, 20
ALL = [made_puzzle(f"e{index}") for index in range(40)]


class Cafe:
    """Two servers with daily puzzles. Their puzzles are different."""

    def __init__(self, database: Database, clock: StandingClock) -> None:
        self.clock = clock
        self.puzzles = Puzzles(database, clock, ALL)
        self.daily = DailyPuzzles(database, clock, ALL)
        self.leaderboards = PuzzleLeaderboards(database, clock)
        self.today: dict[int, Puzzle] = {}

    async def open(self, *guilds: int) -> None:
        for guild_id in guilds:
            await self.daily.switch_on(guild_id, channel_id=CHANNEL, language="fr")

    async def post(self) -> None:
        """Post the day's puzzles."""
        for daily in await post(self.daily):
            self.today[daily.subscription.guild_id] = daily.puzzle

    async def next_day(self) -> None:
        self.clock.move(DAY)
        await self.post()

    async def solve(self, player: Player, guild_id: int = CAFE) -> int | None:
        """Have a player solve a server's puzzle of the day; return their streak if it's reported."""
        today = await self.solved(player, guild_id)
        return None if today is None else today.streak.length

    async def solved(self, player: Player, guild_id: int = CAFE) -> SolvedToday | None:
        return (await self.puzzles.attempt(player, self.today[guild_id], RIGHT, guild_id)).today

    async def streak(self, player: Player, guild_id: int = CAFE) -> int:
        return (await self.leaderboards.streak(guild_id, player_id=player.id)).length

    async def solve_days(self, player: Player, days: int) -> None:
        """Have a player solve today's puzzle and those of the following days."""
        for number in range(days):
            if number:
                await self.next_day()
            await self.solve(player)

    async def page(self, period: PuzzlePeriod, page: int = 0, size: int = 10) -> Sequence[PuzzleSolver]:
        return (await self.leaderboards.page(period, page, guild_id=CAFE, reader_id=ADA.id, size=size)).lines

    async def find(
        self, period: PuzzlePeriod, player: Player, guild_id: int = CAFE, without: Sequence[int] = ()
    ) -> tuple[PuzzleSolver | None, int]:
        """Return a player's line, and how many are listed before it."""
        page = await self.leaderboards.page(
            period, None, without, guild_id=guild_id, reader_id=player.id, size=1
        )
        return page.own, page.page


@pytest.fixture
async def cafe(database: Database, clock: StandingClock) -> Cafe:
    """Return a server with a puzzle of the day, and another one that doesn't have one yet."""
    cafe = Cafe(database, clock)
    await cafe.open(CAFE)
    await cafe.post()
    return cafe


def summary(solvers: Sequence[PuzzleSolver]) -> list[tuple[int, str, int, int, int | None]]:
    return [(one.rank, one.player.name, one.solved, one.streak.length, one.tries) for one in solvers]


async def test_a_streak_grows_by_one_each_day_and_is_reported_once(cafe: Cafe) -> None:
    told = []
    for _ in range(3):
        told.append(await cafe.solve(ADA))
        assert await cafe.solve(ADA) is None
        assert await cafe.streak(ADA) == told[-1]
        await cafe.next_day()
    assert told == [1, 2, 3]


async def test_a_streak_lasts_until_a_puzzle_has_gone_unsolved_for_its_whole_day(cafe: Cafe) -> None:
    await cafe.solve_days(ADA, 2)
    await cafe.next_day()
    assert await cafe.streak(ADA) == 2
    await cafe.next_day()
    assert await cafe.streak(ADA) == 0
    assert await cafe.solve(ADA) == 1


async def test_a_day_ends_at_midnight_in_utc(cafe: Cafe) -> None:
    cafe.clock.move(12 * HOUR - MINUTE)
    assert await cafe.solve(ADA) == 1
    assert await cafe.daily.due() == []
    cafe.clock.move(MINUTE)
    assert await cafe.solve(BLAISE) is None
    assert await cafe.streak(BLAISE) == 0
    assert len(await cafe.daily.due()) == 1


async def test_days_without_a_puzzle_do_not_end_a_streak(cafe: Cafe) -> None:
    await cafe.solve_days(ADA, 2)
    await cafe.daily.switch_off(CAFE)
    cafe.clock.move(3 * DAY)
    await cafe.open(CAFE)
    (subscription,) = await cafe.daily.due()
    assert await cafe.daily.claim(subscription) is not None, "and the process was killed before the post"
    await cafe.next_day()
    assert await cafe.streak(ADA) == 2
    assert await cafe.solve(ADA) == 3


@pytest.mark.thorough
async def test_a_puzzle_solved_before_its_day_counts_when_it_is_solved_again(
    database: Database, clock: StandingClock
) -> None:
    cafe = Cafe(database, clock)
    for puzzle in ALL:
        await cafe.puzzles.attempt(ADA, puzzle, RIGHT, CAFE)
    await cafe.open(CAFE)
    await cafe.next_day()
    assert await cafe.streak(ADA) == 0
    assert await cafe.solve(ADA) == 1


@pytest.mark.thorough
async def test_an_answer_shown_on_the_same_day_spoils_the_day_and_one_shown_earlier_counts_as_a_try(
    cafe: Cafe,
) -> None:
    await cafe.puzzles.show_answer(ADA, cafe.today[CAFE])
    assert await cafe.solve(ADA) is None
    assert not await cafe.page(PuzzlePeriod.TODAY)
    for puzzle in ALL:
        await cafe.puzzles.show_answer(BLAISE, puzzle)
    await cafe.next_day()
    assert await cafe.solve(BLAISE) == 0
    assert summary(await cafe.page(PuzzlePeriod.TODAY)) == [(1, "Blaise", 1, 0, 2)]


@pytest.mark.thorough
async def test_an_answer_shown_on_the_same_day_spoils_the_day_even_if_the_puzzle_was_solved_long_ago(
    cafe: Cafe,
) -> None:
    for puzzle in ALL:
        await cafe.puzzles.attempt(ADA, puzzle, RIGHT)
    await cafe.next_day()
    await cafe.puzzles.show_answer(ADA, cafe.today[CAFE])
    assert await cafe.solve(ADA) is None


async def test_only_the_first_try_adds_to_a_streak_and_more_tries_keep_it(cafe: Cafe) -> None:
    await cafe.solve_days(ADA, 2)
    await cafe.next_day()
    for _ in range(2):
        assert (await cafe.puzzles.attempt(ADA, cafe.today[CAFE], WRONG, CAFE)).today is None
    solved = await cafe.puzzles.attempt(ADA, cafe.today[CAFE], RIGHT, CAFE)
    assert solved.today == SolvedToday(tries=3, streak=DailyStreak(2))
    await cafe.next_day()
    assert await cafe.solve(ADA) == 3


@pytest.mark.thorough
async def test_every_seventh_solved_day_earns_a_freeze_up_to_two(cafe: Cafe) -> None:
    earned = []
    for day in range(1, 30):
        today = await cafe.solved(ADA)
        assert today is not None
        if today.earned:
            earned.append((day, today.streak.freezes))
        await cafe.next_day()
    assert earned == [(7, 1), (14, 2)]
    assert await cafe.leaderboards.streak(CAFE, player_id=ADA.id) == DailyStreak(29, freezes=2)


@pytest.mark.thorough
async def test_a_freeze_covers_one_missed_day_by_itself(cafe: Cafe) -> None:
    for _ in range(7):
        for player in (ADA, BLAISE):
            await cafe.solve(player)
        await cafe.next_day()
    await cafe.next_day()
    assert await cafe.leaderboards.streak(CAFE, player_id=ADA.id) == DailyStreak(7, freezes=0)
    assert await cafe.solved(ADA) == SolvedToday(1, DailyStreak(8), used=1)
    await cafe.next_day()
    assert await cafe.leaderboards.streak(CAFE, player_id=BLAISE.id) == DailyStreak(), "of two missed days"
    await cafe.next_day()
    assert await cafe.leaderboards.streak(CAFE, player_id=ADA.id) == DailyStreak()


@pytest.mark.thorough
async def test_only_the_days_of_one_server_earn_its_freezes(cafe: Cafe) -> None:
    await cafe.open(CLUB)
    await cafe.post()
    for _ in range(4):
        await cafe.solve(ADA)
        await cafe.solve(ADA, CLUB)
        await cafe.next_day()
    assert await cafe.leaderboards.streak(CAFE, player_id=ADA.id) == DailyStreak(4)
    assert await cafe.leaderboards.streak(CLUB, player_id=ADA.id) == DailyStreak(4)


async def test_the_streak_is_told_before_the_day_is_solved_and_not_after(cafe: Cafe) -> None:
    await cafe.solve_days(ADA, 2)
    solved = cafe.today[CAFE]
    await cafe.next_day()
    told = [
        await cafe.leaderboards.streak_at_stake(CAFE, player_id=ADA.id, puzzle=puzzle)
        for puzzle in (solved, cafe.today[CAFE])
    ]
    assert told == [None, DailyStreak(2)]
    await cafe.solve(ADA)
    assert await cafe.leaderboards.streak_at_stake(CAFE, player_id=ADA.id, puzzle=cafe.today[CAFE]) is None


async def test_fewer_tries_come_first_today_and_then_who_was_faster(cafe: Cafe) -> None:
    for player, wrong in ((CHIYO, 1), (ADA, 0), (BLAISE, 0)):
        for _ in range(wrong):
            await cafe.puzzles.attempt(player, cafe.today[CAFE], WRONG, CAFE)
        await cafe.solve(player)
        cafe.clock.move(MINUTE)
    assert summary(await cafe.page(PuzzlePeriod.TODAY)) == [
        (1, "Ada", 1, 1, 1),
        (1, "Blaise", 1, 1, 1),
        (3, "Chiyo", 1, 0, 2),
    ]


async def test_other_puzzles_and_other_servers_do_not_count(cafe: Cafe) -> None:
    await cafe.open(CLUB)
    await cafe.post()
    assert cafe.today[CAFE] != cafe.today[CLUB]
    for guild_id in (CLUB, None):
        assert (await cafe.puzzles.attempt(ADA, cafe.today[CAFE], RIGHT, guild_id)).today is None
    assert await cafe.solve(BLAISE, CLUB) == 1
    assert [await cafe.page(period) for period in PuzzlePeriod] == [(), ()]
    assert await cafe.streak(BLAISE) == 0


async def test_the_month_ranks_by_puzzles_solved_and_today_by_tries(cafe: Cafe) -> None:
    await cafe.solve(BLAISE)
    await cafe.solve_days(ADA, 3)
    await cafe.next_day()
    await cafe.next_day()
    for player in (CHIYO, BLAISE):
        await cafe.solve(player)
        cafe.clock.move(MINUTE)
    await cafe.next_day()
    await cafe.puzzles.attempt(CHIYO, cafe.today[CAFE], WRONG, CAFE)
    await cafe.solve(CHIYO)
    cafe.clock.move(MINUTE)
    await cafe.solve(ADA)
    assert summary(await cafe.page(PuzzlePeriod.MONTH)) == [
        (1, "Ada", 4, 1, 1),
        (2, "Blaise", 2, 1, None),
        (2, "Chiyo", 2, 1, 2),
    ]
    assert summary(await cafe.page(PuzzlePeriod.TODAY)) == [(1, "Ada", 4, 1, 1), (2, "Chiyo", 2, 1, 2)]


@pytest.mark.thorough
async def test_a_new_month_starts_with_an_empty_board_and_keeps_the_streaks(cafe: Cafe) -> None:
    while cafe.clock.now().date() < date(2026, 3, 31):
        await cafe.next_day()
    await cafe.solve_days(ADA, 2)
    assert summary(await cafe.page(PuzzlePeriod.MONTH)) == [(1, "Ada", 1, 2, 1)]


@pytest.mark.thorough
async def test_everyone_can_find_the_page_they_are_on(cafe: Cafe) -> None:
    people = [Player(200 + number, f"member {number}") for number in range(7)]
    for player in people:
        await cafe.solve(player)
        cafe.clock.move(MINUTE)
    await cafe.next_day()
    await cafe.solve(people[5])
    pages = [await cafe.page(PuzzlePeriod.MONTH, page, size=3) for page in range(3)]
    assert [[one.rank for one in page] for page in pages] == [[1, 2, 2], [2, 2, 2], [2]]
    listed = [one for page in pages for one in page]
    for index, one in enumerate(listed):
        assert await cafe.find(PuzzlePeriod.MONTH, one.player) == (one, index)
    assert await cafe.find(PuzzlePeriod.TODAY, people[5]) == (listed[0], 0)
    assert await cafe.find(PuzzlePeriod.TODAY, people[0]) == (None, 0)
    assert await cafe.find(PuzzlePeriod.MONTH, people[0], CLUB) == (None, 0)


async def test_another_page_follows_as_long_as_there_are_more_solvers(cafe: Cafe) -> None:
    for number in range(4):
        await cafe.solve(Player(200 + number, "member"))
    for period in PuzzlePeriod:
        pages = [
            await cafe.leaderboards.page(period, page, guild_id=CAFE, reader_id=ADA.id, size=2)
            for page in range(2)
        ]
        assert [page.more for page in pages] == [True, False]
        with pytest.raises(PastTheEndError):
            await cafe.page(period, 2, size=2)


@pytest.mark.thorough
async def test_those_behind_people_who_are_left_out_move_up(cafe: Cafe) -> None:
    people = [Player(200 + number, "member") for number in range(5)]
    for player in people:
        await cafe.solve(player)
    await cafe.next_day()
    for player in people[:3]:
        await cafe.solve(player)
    gone = [people[1].id, people[3].id]
    for period, ranks in ((PuzzlePeriod.MONTH, [1, 1, 3]), (PuzzlePeriod.TODAY, [1, 1])):
        page = await cafe.leaderboards.page(period, 0, gone, guild_id=CAFE, reader_id=ADA.id)
        assert [one.rank for one in page.lines] == ranks
        for index, one in enumerate(page.lines):
            assert await cafe.find(period, one.player, without=gone) == (one, index)
