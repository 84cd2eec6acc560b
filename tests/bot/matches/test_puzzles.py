"""Which puzzle comes next, what counts as solved, and a server's puzzle of the day."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.matches.errors import UnknownPuzzleError
from bot.matches.puzzles.daily_puzzles import DailyPuzzle, DailyPuzzles, Subscription
from bot.matches.puzzles.puzzles import Merit, Puzzles, Tally
from bot.matches.values.players import Player, ThemeName
from bot.store.connections.database import Database
from engine import Difficulty, Goal, Move, Puzzle, Ruleset
from tests.bot.clocks import StandingClock

ADA, BLAISE = Player(101, "Ada"), Player(102, "Blaise")
RIGHT, WRONG = Move.parse("Sa1"), Move.parse("Sb1")
CAFE, CLUB, CHANNEL = 10, 11, 20


def puzzle(
    number: str, difficulty: Difficulty, goal: Goal = Goal.WIN, ruleset: Ruleset = Ruleset.PYRGA
) -> Puzzle:
    return Puzzle(number, ruleset, (), goal, difficulty, 1, RIGHT, (), {WRONG: ()})


EASY = [puzzle(f"e{index}", Difficulty.EASY, goal) for index, goal in enumerate([*Goal, *Goal, *Goal, *Goal])]
HARD = [puzzle("h0", Difficulty.HARD, ruleset=Ruleset.PILOTIS), puzzle("h1", Difficulty.HARD)]
ALL = [*EASY, *HARD]


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def puzzles(database: Database, clock: StandingClock) -> Puzzles:
    return Puzzles(database, clock, ALL)


@pytest.fixture
def daily(database: Database, clock: StandingClock) -> DailyPuzzles:
    return DailyPuzzles(database, clock, ALL)


async def offered(puzzles: Puzzles, player: Player, difficulty: Difficulty | None = None) -> Puzzle:
    found = await puzzles.offer(player.id, difficulty)
    assert found is not None
    return found


async def solve_all(puzzles: Puzzles, player: Player, wanted: Sequence[Puzzle]) -> None:
    for each in wanted:
        await puzzles.attempt(player, each, RIGHT)


async def merit(puzzles: Puzzles, player: Player, puzzle: Puzzle) -> Merit:
    """What the right move is worth to a player who finds it."""
    solved = await puzzles.attempt(player, puzzle, RIGHT)
    assert solved is not None
    return solved.merit


async def test_the_easiest_unsolved_puzzles_come_first_and_none_comes_twice(puzzles: Puzzles) -> None:
    seen = []
    while (found := await puzzles.offer(ADA.id)) is not None:
        seen.append(found)
        assert await merit(puzzles, ADA, found) is Merit.SOLVED
    assert len(set(map(id, seen))) == len(seen) == len(ALL)
    assert [each.difficulty for each in seen] == [Difficulty.EASY] * len(EASY) + [Difficulty.HARD] * 2


async def test_a_difficulty_may_be_chosen(puzzles: Puzzles) -> None:
    assert (await offered(puzzles, ADA, Difficulty.HARD)).difficulty is Difficulty.HARD
    assert await puzzles.offer(ADA.id, Difficulty.MEDIUM) is None


async def test_puzzles_under_other_rules_come_after_those_under_the_usual_ones(puzzles: Puzzles) -> None:
    for player_id in range(8):
        found = await puzzles.offer(player_id, Difficulty.HARD)
        assert found is not None
        assert found.ruleset is Ruleset.PYRGA


async def test_both_goals_come_equally_often(puzzles: Puzzles) -> None:
    goals: Counter[Goal] = Counter()
    for _ in range(len(EASY) // 2):
        found = await offered(puzzles, ADA)
        goals[found.goal] += 1
        await puzzles.attempt(ADA, found, RIGHT)
        assert abs(goals[Goal.WIN] - goals[Goal.SAVE]) <= 1


async def order(puzzles: Puzzles, player_id: int) -> list[str]:
    """What a player sees who keeps going without solving anything."""
    numbers: list[str] = []
    after: Puzzle | None = None
    for _ in EASY:
        after = await puzzles.offer(player_id, Difficulty.EASY, after)
        assert after is not None
        numbers.append(after.number)
    return numbers


async def test_going_on_without_solving_shows_every_puzzle_before_any_again(puzzles: Puzzles) -> None:
    assert len(set(await order(puzzles, ADA.id))) == len(EASY)


async def test_people_have_orders_of_their_own_that_do_not_change(puzzles: Puzzles) -> None:
    orders = [await order(puzzles, player_id) for player_id in (1, 2, 3, 1)]
    assert orders[0] == orders[3]
    assert len(set(map(tuple, orders))) == 3


async def test_a_puzzle_that_was_tried_in_vain_comes_back_last(puzzles: Puzzles) -> None:
    failed = await offered(puzzles, ADA)
    assert await puzzles.attempt(ADA, failed, WRONG) is None
    for _ in EASY[1:]:
        found = await offered(puzzles, ADA, Difficulty.EASY)
        assert found != failed
        await puzzles.attempt(ADA, found, RIGHT)
    assert await offered(puzzles, ADA, Difficulty.EASY) == failed


async def test_a_puzzle_found_after_wrong_tries_is_solved_and_stays_so(puzzles: Puzzles) -> None:
    assert await puzzles.attempt(ADA, EASY[0], WRONG) is None
    assert await merit(puzzles, ADA, EASY[0]) is Merit.SOLVED
    await puzzles.show_answer(ADA, EASY[0])
    assert await merit(puzzles, ADA, EASY[0]) is Merit.SOLVED_BEFORE
    assert (await puzzles.progress(ADA.id))[Difficulty.EASY] == Tally(1, len(EASY))


async def test_a_puzzle_whose_answer_was_shown_never_counts_and_never_comes_again(puzzles: Puzzles) -> None:
    await puzzles.show_answer(ADA, HARD[0])
    assert await merit(puzzles, ADA, HARD[0]) is Merit.SHOWN_BEFORE
    assert (await puzzles.progress(ADA.id))[Difficulty.HARD] == Tally(0, 2)
    assert await offered(puzzles, ADA, Difficulty.HARD) == HARD[1]
    assert (await puzzles.progress(BLAISE.id))[Difficulty.HARD] == Tally(0, 2)
    assert await merit(puzzles, BLAISE, HARD[0]) is Merit.SOLVED


async def test_progress_is_counted_by_difficulty_from_the_easiest(puzzles: Puzzles) -> None:
    await solve_all(puzzles, ADA, [*EASY[:3], HARD[1]])
    progress = await puzzles.progress(ADA.id)
    assert list(progress.items()) == [
        (Difficulty.EASY, Tally(3, len(EASY))),
        (Difficulty.MEDIUM, Tally(0, 0)),
        (Difficulty.HARD, Tally(1, 2)),
    ]


def test_an_unknown_puzzle_is_refused(puzzles: Puzzles) -> None:
    assert puzzles.get("h1") == HARD[1]
    with pytest.raises(UnknownPuzzleError):
        puzzles.get("zz")


async def post(daily: DailyPuzzles) -> list[DailyPuzzle]:
    """Claim and post what is due."""
    claimed = [await daily.claim(subscription) for subscription in await daily.due()]
    posted = [each for each in claimed if each is not None]
    for number, each in enumerate(posted):
        await daily.note_posted(each, 1000 + number)
    return posted


async def test_a_server_gets_every_puzzle_once_before_any_again(
    daily: DailyPuzzles, clock: StandingClock
) -> None:
    await daily.switch_on(CAFE, CHANNEL, "fr")
    seen = []
    for _ in range(2 * len(ALL)):
        (posted,) = await post(daily)
        assert await daily.due() == []
        seen.append(posted.puzzle.number)
        clock.move(timedelta(days=1))
    assert len(set(seen[: len(ALL)])) == len(ALL)
    assert seen[len(ALL) :] == seen[: len(ALL)]


async def test_a_new_day_begins_at_midnight_in_utc(daily: DailyPuzzles, clock: StandingClock) -> None:
    await daily.switch_on(CAFE, CHANNEL, "fr")
    await post(daily)
    clock.move(timedelta(hours=11, minutes=59))
    assert await daily.due() == []
    clock.move(timedelta(minutes=1))
    assert len(await daily.due()) == 1


async def test_servers_have_orders_of_their_own(daily: DailyPuzzles, clock: StandingClock) -> None:
    await daily.switch_on(CAFE, CHANNEL, "fr")
    await daily.switch_on(CLUB, CHANNEL, "de")
    days = []
    for _ in ALL:
        days.append([each.puzzle.number for each in await post(daily)])
        clock.move(timedelta(days=1))
    first, second = zip(*days, strict=True)
    assert first != second
    assert sorted(first) == sorted(second)


async def test_of_several_claims_at_once_on_a_day_one_is_granted(daily: DailyPuzzles) -> None:
    await daily.switch_on(CAFE, CHANNEL, "fr")
    (subscription,) = await daily.due()
    assert subscription == Subscription(CAFE, CHANNEL, "fr", ThemeName.AEGEAN)
    claims = await asyncio.gather(*(daily.claim(subscription) for _ in range(5)))
    assert len([claim for claim in claims if claim is not None]) == 1


async def test_what_could_not_be_posted_can_be_claimed_again_and_is_the_same_puzzle(
    daily: DailyPuzzles,
) -> None:
    await daily.switch_on(CAFE, CHANNEL, "fr")
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


async def test_switching_off_ends_it_and_switching_on_again_brings_no_second_one(daily: DailyPuzzles) -> None:
    assert await daily.channel_of(CAFE) is None
    await daily.switch_on(CAFE, CHANNEL, "fr")
    assert await daily.channel_of(CAFE) == CHANNEL
    await post(daily)
    await daily.switch_off(CAFE)
    assert await daily.channel_of(CAFE) is None
    await daily.switch_on(CAFE, 99, "fr")
    assert await daily.due() == []


async def test_the_solvers_of_the_last_puzzle_since_it_was_posted_are_counted(
    daily: DailyPuzzles, puzzles: Puzzles, clock: StandingClock
) -> None:
    await daily.switch_on(CAFE, CHANNEL, "fr")
    (first,) = await post(daily)
    assert first.solvers is None
    await puzzles.attempt(ADA, first.puzzle, RIGHT, CAFE)
    await puzzles.attempt(BLAISE, first.puzzle, WRONG, CAFE)
    clock.move(timedelta(days=1))
    (second,) = await post(daily)
    assert second.solvers == 1
    clock.move(timedelta(days=1))
    (third,) = await post(daily)
    assert third.solvers == 0
