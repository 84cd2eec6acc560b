"""Which puzzle comes next, what counts as solved, ratings, and a server's puzzle of the day."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.store.connections.database import Database
from bot.store.puzzles.puzzles import SolverRatingRow
from bot.store.rows import upsert_rows
from bot.store.schema.tables import puzzle_solvers
from bot.use_cases.puzzles.attempts import NEW_SOLVER, Again, SolvedToday, start_rating
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzles, Subscription
from bot.use_cases.puzzles.puzzles import Merit, Puzzles, WantedPuzzle
from bot.values.errors import NoSuchPuzzleError, UnknownPuzzleError
from bot.values.players import Player, ThemeName
from bot.values.standings import DailyStreak
from engine import Difficulty, Goal, Puzzle, Ruleset
from engine import puzzles as shipped
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE, Clocked
from tests.bot.use_cases.made_puzzles import RIGHT, WRONG, made_puzzle, post

pytestmark = pytest.mark.quick

CAFE, CLUB, CHANNEL = 10, 11, 20

EASY = [made_puzzle(f"e{index}", goal=goal) for index, goal in enumerate([*Goal, *Goal, *Goal, *Goal])]
HARD = [
    made_puzzle("h0", Difficulty.HARD, ruleset=Ruleset.PILOTIS, nodes=50_000),
    made_puzzle("h1", Difficulty.HARD, nodes=50_000),
]
ALL = [*EASY, *HARD]


@pytest.fixture
def puzzles(database: Database, clock: StandingClock) -> Puzzles:
    return Puzzles(database, clock, ALL)


@pytest.fixture
async def daily(database: Database, clock: StandingClock) -> DailyPuzzles:
    """Return the puzzles of the day, which a server has switched on."""
    puzzles = DailyPuzzles(database, clock, ALL)
    await puzzles.switch_on(CAFE, channel_id=CHANNEL, language="fr")
    return puzzles


async def offered(puzzles: Puzzles, player: Player, difficulty: Difficulty | None = None) -> Puzzle:
    found = await puzzles.offer(player.id, WantedPuzzle(kind=difficulty))
    assert found is not None
    return found


async def solve_all(puzzles: Puzzles, player: Player, wanted: Sequence[Puzzle]) -> None:
    for each in wanted:
        await puzzles.attempt(player, each, RIGHT)


async def merit(puzzles: Puzzles, player: Player, puzzle: Puzzle) -> Merit:
    """Return the merit of the right move for a player who finds it."""
    return (await puzzles.attempt(player, puzzle, RIGHT)).merit


async def test_every_puzzle_comes_once_and_those_of_the_wanted_ruleset_come_first(puzzles: Puzzles) -> None:
    seen = []
    while (found := await puzzles.offer(ADA.id)) is not None:
        seen.append(found)
        assert await merit(puzzles, ADA, found) is Merit.FIRST_TRY
    assert len(set(map(id, seen))) == len(seen) == len(ALL)
    assert seen[-1] == HARD[0]
    other = await puzzles.offer(BLAISE.id, WantedPuzzle(Ruleset.PILOTIS))
    assert other == HARD[0]


async def test_the_first_puzzles_are_wins_in_one_then_in_two_then_those_closest_to_the_players_rating(
    database: Database, clock: StandingClock
) -> None:
    puzzles = Puzzles(database, clock, shipped())
    met = []
    for _ in range(20):
        met.append(await offered(puzzles, ADA))
        await puzzles.attempt(ADA, met[-1], met[-1].solution)
    assert [each.is_easy_win_in(1) for each in met] == [True] * 3 + [False] * 17
    assert [each.is_easy_win_in(2) for each in met[3:6]] == [True] * 3
    ratings = [start_rating(each) for each in met]
    assert ratings[0] < ratings[3] < min(ratings[6:]) < 1200 < max(ratings[15:])


async def test_a_beginner_who_misses_half_of_their_puzzles_gets_easy_ones_and_loses_nothing(
    database: Database, clock: StandingClock
) -> None:
    puzzles = Puzzles(database, clock, shipped())
    ratings, met = [], []
    for number in range(20):
        met.append(await offered(puzzles, BLAISE))
        solved = number % 2 == 1
        move = met[-1].solution if solved else next(iter(met[-1].refutations))
        change = (await puzzles.attempt(BLAISE, met[-1], move)).change
        assert change is not None
        ratings.append(change.after)
    assert ratings[0] == NEW_SOLVER.rating, "a wrong first puzzle costs nothing"
    assert 800 <= min(ratings) <= max(ratings) < 950
    assert [each.is_easy_win_in(1) for each in met[:6]] == [True] * 6
    assert [each.is_easy_win_in(2) for each in met[6:12]] == [True] * 6
    assert {each.difficulty for each in met} == {Difficulty.EASY}


async def test_a_rating_from_before_the_start_was_lowered_falls_no_further(
    puzzles: Puzzles, database: Database, clock: StandingClock
) -> None:
    await solve_all(puzzles, ADA, EASY[:1])
    low = SolverRatingRow(ADA.id, 650.0, 90.0, 0.09, streak=0, best_streak=1, rated_at=clock.now())
    await database.write(upsert_rows, puzzle_solvers, [low])
    wrong = (await puzzles.attempt(ADA, EASY[1], WRONG)).change
    right = (await puzzles.attempt(ADA, EASY[2], RIGHT)).change
    assert wrong is not None
    assert right is not None
    assert (wrong.before, wrong.after) == (650.0, 650.0)
    assert right.after > 650.0


async def test_a_difficulty_can_be_chosen(puzzles: Puzzles) -> None:
    assert (await offered(puzzles, ADA, Difficulty.HARD)).difficulty is Difficulty.HARD
    assert await puzzles.offer(ADA.id, WantedPuzzle(kind=Difficulty.MEDIUM)) is None


async def test_both_goals_come_equally_often(puzzles: Puzzles) -> None:
    goals: Counter[Goal] = Counter()
    for _ in range(len(EASY) // 2):
        found = await offered(puzzles, ADA)
        goals[found.goal] += 1
        await puzzles.attempt(ADA, found, RIGHT)
        assert abs(goals[Goal.WIN] - goals[Goal.SAVE]) <= 1


async def order(puzzles: Puzzles, player_id: int) -> list[str]:
    """Return the order of puzzles for a player who keeps going without solving any."""
    numbers: list[str] = []
    after: Puzzle | None = None
    for _ in EASY:
        after = await puzzles.offer(player_id, WantedPuzzle(kind=Difficulty.EASY, after=after))
        assert after is not None
        numbers.append(after.number)
    return numbers


async def test_everyone_is_shown_every_puzzle_in_their_own_order_before_one_repeats(puzzles: Puzzles) -> None:
    orders = [await order(puzzles, player_id) for player_id in (1, 2, 3, 1)]
    assert [len(set(each)) for each in orders] == [len(EASY)] * 4
    assert orders[0] == orders[3]
    assert len(set(map(tuple, orders))) == 3


async def test_an_unsolved_puzzle_that_was_tried_comes_back_last(puzzles: Puzzles) -> None:
    failed = await offered(puzzles, ADA)
    assert (await puzzles.attempt(ADA, failed, WRONG)).merit is Merit.WRONG
    for _ in EASY[1:]:
        found = await offered(puzzles, ADA, Difficulty.EASY)
        assert found != failed
        await puzzles.attempt(ADA, found, RIGHT)
    assert await offered(puzzles, ADA, Difficulty.EASY) == failed


async def test_a_puzzle_solved_after_wrong_tries_is_solved_and_stays_solved(puzzles: Puzzles) -> None:
    await puzzles.attempt(ADA, EASY[0], WRONG)
    assert await merit(puzzles, ADA, EASY[0]) is Merit.SOLVED
    await puzzles.show_answer(ADA, EASY[0])
    assert await merit(puzzles, ADA, EASY[0]) is Merit.SOLVED_BEFORE
    record = await puzzles.record(ADA.id)
    assert (record.solved, record.first_tries, record.tried) == (1, 0, 1)


async def test_a_puzzle_whose_answer_was_shown_never_counts_and_never_comes_back(puzzles: Puzzles) -> None:
    await puzzles.show_answer(ADA, HARD[0])
    assert await merit(puzzles, ADA, HARD[0]) is Merit.SHOWN_BEFORE
    assert (await puzzles.record(ADA.id)).solved == 0
    assert await offered(puzzles, ADA, Difficulty.HARD) == HARD[1]
    assert await merit(puzzles, BLAISE, HARD[0]) is Merit.FIRST_TRY


async def test_a_failed_puzzle_comes_again_after_1_3_and_7_days_until_it_was_solved_each_time(
    puzzles: Puzzles, clock: StandingClock
) -> None:
    failed, shown = EASY[0], EASY[1]
    assert (await puzzles.attempt(ADA, EASY[2], RIGHT)).again is None
    again = (await puzzles.attempt(ADA, failed, WRONG)).again
    assert again == Again(0, clock.now() + timedelta(days=1))
    assert (await puzzles.attempt(ADA, failed, RIGHT)).again is None, "it's the same day"
    assert (await puzzles.show_answer(ADA, shown)).again == again
    rated = await puzzles.record(ADA.id)
    for days, number in ((1, failed), (3, shown)):
        # What was failed first comes first, instead of a new one.
        assert failed != await puzzles.offer(ADA.id)
        clock.move(timedelta(days=days))
        assert await puzzles.offer(ADA.id) == failed
        assert await puzzles.offer(ADA.id, WantedPuzzle(after=failed)) == shown
        for each in (failed, shown):
            assert (await puzzles.record(ADA.id)).due.keys() >= {each.number}
            attempt = await puzzles.attempt(ADA, each, RIGHT)
            assert (attempt.merit, attempt.change) == (Merit.AGAIN, None), number
            assert attempt.again is not None
            assert attempt.again.days == {1: 3, 3: 7}[days]
    clock.move(timedelta(days=7))
    assert (await puzzles.attempt(ADA, shown, WRONG)).again == Again(0, clock.now() + timedelta(days=1))
    assert (await puzzles.attempt(ADA, failed, RIGHT)).again == Again(3, None)
    clock.move(timedelta(days=1000))
    after = await puzzles.record(ADA.id)
    assert [*after.due] == [shown.number]
    assert (after.solved, after.tried, after.streak) == (rated.solved, rated.tried, rated.streak)


async def test_a_record_says_how_many_were_solved_and_how_many_on_the_first_try(puzzles: Puzzles) -> None:
    assert (await puzzles.record(ADA.id)).rating is None
    await solve_all(puzzles, ADA, EASY[:3])
    await puzzles.attempt(ADA, EASY[3], WRONG)
    await solve_all(puzzles, ADA, EASY[3:5])
    await puzzles.show_answer(ADA, HARD[0])
    record = await puzzles.record(ADA.id)
    assert (record.total, record.solved, record.first_tries, record.tried) == (len(ALL), 5, 4, 6)


async def test_a_streak_counts_puzzles_solved_on_the_first_try_in_a_row(puzzles: Puzzles) -> None:
    async def streaks() -> tuple[int, int]:
        record = await puzzles.record(ADA.id)
        return record.streak, record.best_streak

    await solve_all(puzzles, ADA, EASY[:3])
    assert await streaks() == (3, 3)
    await puzzles.attempt(ADA, EASY[0], WRONG)
    assert await streaks() == (3, 3), "what was solved before doesn't count again"
    await puzzles.attempt(ADA, EASY[3], WRONG)
    assert await streaks() == (0, 3)
    await solve_all(puzzles, ADA, EASY[3:5])
    assert await streaks() == (1, 3)
    await puzzles.show_answer(ADA, EASY[5])
    assert await streaks() == (0, 3), "to give up is to miss it"


async def test_only_the_first_move_that_someone_tries_changes_ratings(puzzles: Puzzles) -> None:
    await solve_all(puzzles, ADA, EASY[:3])
    missed = await puzzles.attempt(ADA, HARD[0], WRONG)
    assert missed.change is not None
    assert missed.change.after < missed.change.before
    harder = await puzzles.traits(HARD[0])
    for move in (WRONG, RIGHT, RIGHT):
        assert (await puzzles.attempt(ADA, HARD[0], move)).change is None
    assert (await puzzles.show_answer(ADA, HARD[0])).change is None
    assert await puzzles.traits(HARD[0]) == harder
    assert (await puzzles.record(ADA.id)).rating == missed.change.after


async def test_a_right_move_raises_the_players_rating_and_a_wrong_one_or_giving_up_raises_the_puzzles(
    puzzles: Puzzles,
) -> None:
    start = (await puzzles.traits(EASY[0])).rating
    solved = (await puzzles.attempt(ADA, EASY[0], RIGHT)).change
    assert solved is not None
    assert solved.after > solved.before
    easier = (await puzzles.traits(EASY[0])).rating
    assert easier < start
    await solve_all(puzzles, BLAISE, EASY[1:2])
    given_up = (await puzzles.show_answer(BLAISE, EASY[0])).change
    assert given_up is not None
    assert given_up.after < given_up.before
    assert (await puzzles.traits(EASY[0])).rating > easier


async def test_a_puzzle_is_as_difficult_as_its_rating_says_once_enough_people_have_tried_it(
    puzzles: Puzzles,
) -> None:
    for number in range(10):
        traits = await puzzles.traits(HARD[1])
        assert (traits.difficulty, traits.is_settled) == (Difficulty.HARD, False)
        await puzzles.attempt(Player(200 + number, "member"), HARD[1], RIGHT)
    traits = await puzzles.traits(HARD[1])
    assert traits.is_settled
    assert traits.difficulty is not Difficulty.HARD
    assert await puzzles.offer(ADA.id, WantedPuzzle(kind=traits.difficulty)) is not None
    assert await offered(puzzles, ADA, Difficulty.HARD) == HARD[0]


async def test_simultaneous_first_tries_of_one_person_count_once_and_those_of_several_people_all_count(
    puzzles: Puzzles,
) -> None:
    together = await asyncio.gather(*(puzzles.attempt(ADA, EASY[0], RIGHT) for _ in range(5)))
    assert sum(each.change is not None for each in together) == 1
    people = [Player(200 + number, "member") for number in range(8)]
    await asyncio.gather(*(puzzles.attempt(player, EASY[1], RIGHT) for player in people))
    assert (await puzzles.traits(EASY[1])).attempts == len(people)


async def test_a_rating_becomes_less_certain_while_someone_solves_nothing(
    puzzles: Puzzles, clock: StandingClock
) -> None:
    await solve_all(puzzles, ADA, EASY)
    before = await puzzles.record(ADA.id)
    clock.move(timedelta(days=365))
    after = await puzzles.record(ADA.id)
    assert after.deviation > before.deviation
    assert after.rating == before.rating


def test_an_unknown_puzzle_is_refused(puzzles: Puzzles) -> None:
    assert puzzles.get("h1") == HARD[1]
    with pytest.raises(UnknownPuzzleError):
        puzzles.get("zz")


def test_a_puzzle_is_found_by_its_number_in_any_spelling(puzzles: Puzzles) -> None:
    assert puzzles.find(" #H1 ") == HARD[1]
    with pytest.raises(NoSuchPuzzleError):
        puzzles.find("h")


async def test_numbers_are_suggested_with_unsolved_tries_first_and_finished_ones_last(
    puzzles: Puzzles,
) -> None:
    await puzzles.attempt(ADA, EASY[4], WRONG)
    await puzzles.attempt(ADA, EASY[2], RIGHT)
    found = [puzzle for puzzle, _ in await puzzles.suggest("E", 25, player_id=ADA.id)]
    assert set(map(id, found)) == set(map(id, EASY))
    assert (found[0], found[-1]) == (EASY[4], EASY[2])
    assert len(await puzzles.suggest("", 3, player_id=ADA.id)) == 3


async def test_a_server_gets_every_puzzle_of_its_ruleset_before_one_repeats(
    daily: DailyPuzzles, clock: StandingClock
) -> None:
    usual = [puzzle for puzzle in ALL if puzzle.ruleset is Ruleset.PYRGA]
    seen = []
    for _ in range(2 * len(usual)):
        (posted,) = await post(daily)
        assert await daily.due() == []
        seen.append(posted.puzzle.number)
        clock.move(timedelta(days=1))
    assert set(seen[: len(usual)]) == {puzzle.number for puzzle in usual}
    assert seen[len(usual) :] == seen[: len(usual)]


async def test_the_puzzle_of_the_day_has_the_ruleset_that_the_server_chose(
    daily: DailyPuzzles, clocked: Clocked
) -> None:
    await clocked.choose_for(CAFE, ruleset=Ruleset.PILOTIS)
    (posted,) = await post(daily)
    assert posted.puzzle == HARD[0]


async def test_a_day_begins_at_the_hour_that_the_server_chose(
    daily: DailyPuzzles, clocked: Clocked, puzzles: Puzzles, clock: StandingClock
) -> None:
    await clocked.choose_for(CAFE, puzzle_hour=18)
    (first,) = await post(daily)
    clock.move(timedelta(hours=5, minutes=59))
    assert await daily.due() == []
    assert (await puzzles.attempt(ADA, first.puzzle, RIGHT, CAFE)).today == SolvedToday(1, DailyStreak(1))
    clock.move(timedelta(minutes=1))
    (second,) = await post(daily)
    assert second.day - first.day == timedelta(days=1)
    assert (await puzzles.attempt(BLAISE, first.puzzle, RIGHT, CAFE)).today is None
    clock.move(timedelta(hours=12))
    assert await daily.due() == [], "midnight in UTC means nothing here"
    assert (await puzzles.attempt(ADA, second.puzzle, RIGHT, CAFE)).today == SolvedToday(1, DailyStreak(2))


@pytest.mark.parametrize("hour", [0, 11, 13, 23])
async def test_changing_the_hour_neither_adds_a_second_puzzle_that_day_nor_ends_one_early(
    daily: DailyPuzzles, clocked: Clocked, puzzles: Puzzles, clock: StandingClock, hour: int
) -> None:
    await clocked.choose_for(CAFE, puzzle_hour=12)
    (first,) = await post(daily)
    await clocked.choose_for(CAFE, puzzle_hour=hour)
    assert await daily.due() == []
    assert (await puzzles.attempt(ADA, first.puzzle, RIGHT, CAFE)).today == SolvedToday(1, DailyStreak(1))
    clock.move(timedelta(days=1, hours=11, minutes=59))
    assert len(await post(daily)) == 1


async def test_every_server_has_its_own_order(daily: DailyPuzzles, clock: StandingClock) -> None:
    await daily.switch_on(CLUB, channel_id=CHANNEL, language="de")
    days = []
    for _ in range(len(ALL) - 1):
        days.append([each.puzzle.number for each in await post(daily)])
        clock.move(timedelta(days=1))
    first, second = zip(*days, strict=True)
    assert first != second
    assert sorted(first) == sorted(second)


async def test_only_one_of_several_simultaneous_claims_on_a_day_is_granted(daily: DailyPuzzles) -> None:
    (subscription,) = await daily.due()
    assert subscription == Subscription(CAFE, CHANNEL, "fr", ThemeName.AEGEAN)
    claims = await asyncio.gather(*(daily.claim(subscription) for _ in range(5)))
    assert len([claim for claim in claims if claim is not None]) == 1


async def test_a_puzzle_that_could_not_be_posted_can_be_claimed_again(
    daily: DailyPuzzles,
) -> None:
    (subscription,) = await daily.due()
    first = await daily.claim(subscription)
    assert first is not None
    await daily.give_back(first)
    again = await daily.claim(subscription)
    assert again is not None
    assert again.puzzle == first.puzzle
    await daily.note_posted(again, 1)
    await daily.give_back(again)
    assert await daily.due() == [], "what was posted is not given back"


async def test_switching_it_off_and_on_again_does_not_give_a_second_puzzle_that_day(
    daily: DailyPuzzles,
) -> None:
    await post(daily)
    await daily.switch_off(CAFE)
    assert await daily.due() == []
    await daily.switch_on(CAFE, channel_id=99, language="fr")
    assert await daily.due() == []


async def test_a_card_is_outdated_once_someone_has_solved_it_and_once_the_next_one_counts_its_solvers(
    daily: DailyPuzzles, puzzles: Puzzles, clock: StandingClock
) -> None:
    (first,) = await post(daily)
    await puzzles.attempt(ADA, first.puzzle, WRONG, CAFE)
    assert await daily.take_outdated() == []
    await puzzles.attempt(ADA, first.puzzle, RIGHT, CAFE)
    await puzzles.attempt(BLAISE, first.puzzle, RIGHT, CAFE)
    (shown,) = await daily.take_outdated()
    assert (shown.channel_id, shown.message_id, shown.daily.puzzle) == (CHANNEL, 1000, first.puzzle)
    assert shown.daily.solvers.number == 2
    assert set(shown.daily.solvers.named) == {(ADA, 2), (BLAISE, 1)}
    assert not shown.daily.is_over
    assert await daily.take_outdated() == [], "two solvers make one edit"

    clock.move(timedelta(days=1))
    (second,) = await post(daily)
    (shown,) = await daily.take_outdated()
    assert shown.daily.puzzle == first.puzzle
    assert shown.daily.is_over
    clock.move(timedelta(days=1))
    (third,) = await post(daily)
    lasts = [each.last and (each.last.puzzle, each.last.solvers) for each in (first, second, third)]
    assert lasts == [None, (first.puzzle, 2), (second.puzzle, 0)]
