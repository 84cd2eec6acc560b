"""Reviews of finished games, on real databases and with the real solver."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store import reviews as review_rows
from bot.store.schema.tables import accuracies
from bot.use_cases.games.queries import GameQueries, Reader
from bot.use_cases.reviews import Reviews
from bot.use_cases.standings.recomputing import recompute_after_migration
from bot.values.errors import Refusal, StillWorkingError
from bot.values.game.game import Game
from bot.values.game.game_errors import NoFinishedGameError, RunningGameError, UnknownGameError
from bot.values.players import Place, Player
from engine import (
    Accuracy,
    Color,
    Distance,
    Distances,
    Judgment,
    Position,
    Review,
    Ruleset,
    Solution,
    Start,
    Value,
    parse_review,
)
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HERE, Clocked

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine.solver import Solver
from engine.solver.compile_cache import keep_compiled_code_in

# What takes time is the solver, and every statement about reviews runs on both databases elsewhere.
pytestmark = [pytest.mark.thorough, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]

WON = "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2"
LONGER = "Tb2e Tc2s Sc1 Td1n Td3s Sd2 Sd1 Tc1e Cd1"
"""A game in which both players have decisions after the opening."""


class Oracle:
    """The real solver, which notes the positions it was asked about: for values, distances and lines."""

    def __init__(self) -> None:
        self._solver = Solver(table_megabytes=16)
        self.asked: list[int] = []
        self.asked_how_far: list[int] = []
        self.asked_for_lines: list[int] = []
        self.failure: Refusal | None = None
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def solve(
        self,
        position: Position,
        player_id: int,
        *,
        seconds: float | None = None,
        line: bool = True,
        distances: Distances = Distances.NONE,
    ) -> Solution:
        assert player_id in {ADA.id, CHIYO.id}
        await self.may_answer.wait()
        await asyncio.sleep(0)
        asked = (
            self.asked_for_lines
            if line
            else self.asked_how_far
            if distances is not Distances.NONE
            else self.asked
        )
        asked.append(position.ply)
        if self.failure is not None:
            raise self.failure
        return self._solver.solve(position, seconds=seconds, line=line, distances=distances)


class Forgetful(Oracle):
    """The real solver, except that its search stops before it knows anything about the earliest positions."""

    async def solve(self, position: Position, player_id: int, **wanted: Any) -> Solution:
        solution = await super().solve(position, player_id, **wanted)
        if position.ply >= 9:
            return solution
        unknown = dict.fromkeys(solution.moves, Value.UNKNOWN)
        return replace(solution, value=Value.UNKNOWN, moves=unknown)


@pytest.fixture(autouse=True)
def compiled_once(compiled_solver: Path) -> None:
    """Let the solvers of this process share compiled code."""
    keep_compiled_code_in(compiled_solver)


class Club(Clocked):
    """People who play and have their games reviewed, as far as the test's oracle knows."""

    def __init__(self, clocked: Clocked) -> None:
        super().__init__(clocked.database, clocked.clock)
        self.oracle = Oracle()
        self.reviews = Reviews(self.database, self.clock, self.oracle)

    async def finish(self, moves: str, start: Start = Start.PLAIN) -> Game:
        """Return a game after these moves, in which Ada, as White, has resigned if it wasn't over."""
        game = await self.move(await self.begin(None, start), moves)
        return game if game.outcome is not None else await self.resign(game, ADA)

    async def review(self, game: Game, player_id: int = CHIYO.id) -> Review:
        return await (await self.reviews.begin(game, player_id)).result()

    async def accuracy(self, player: Player = ADA, guild_id: int | None = HERE.guild_id) -> Accuracy:
        return (await self.profiles.profile(guild_id, reader_id=player.id, player_id=player.id)).accuracy

    async def keep(self, game: Game, text: str) -> None:
        """Store a review as an older version has written it."""
        async with self.database.writing() as connection:
            await review_rows.keep(connection, game.number, text, self.now)
            await recompute_after_migration(connection)


@pytest.fixture
def club(clocked: Clocked) -> Club:
    return Club(clocked)


async def test_a_finished_game_is_reviewed_backward_from_its_end(club: Club) -> None:
    game = await club.finish(WON)
    review = await club.review(game)
    assert club.oracle.asked == club.oracle.asked_how_far == list(range(10, -1, -1))
    assert review.complete
    assert review.judgments[:5] == (*[Judgment.OPENING] * 4, Judgment.KEPT_WIN)
    assert review.values[-1] is Value.WIN
    assert str(review.moves[-1].move) == "Sd2"
    assert review.moves[-1].distance_before == review.moves[-1].distance_after == Distance(1, 1)


async def test_a_review_explains_the_moves_that_gave_something_away(club: Club) -> None:
    game = await club.finish(WON)
    review = await club.review(game)
    explained = {ply for lapse in review.lapses for ply in (lapse, lapse + 1)}
    assert club.oracle.asked_for_lines == sorted(explained, reverse=True)
    visited = [Position.replay(Ruleset.PYRGA, WON.split()[:ply]) for ply in range(11)]
    for ply in review.lapses:
        move = review.moves[ply]
        assert move.improvement[0] == move.best[0]
        assert move.improvement[0] in visited[ply].legal_moves
        assert move.refutation[0] in visited[ply + 1].legal_moves
    for ply in set(range(11)) - set(review.lapses):
        assert review.moves[ply].refutation == review.moves[ply].improvement == ()


async def test_a_review_looks_for_the_reply_to_the_last_move_of_a_resigned_game(club: Club) -> None:
    game = await club.finish(" ".join(LONGER.split()[:5]))
    review = await club.review(game)
    assert review.turning_points == (4,)
    assert club.oracle.asked_for_lines[0] == 5
    assert review.moves[4].refutation


async def test_a_review_is_made_once_and_then_kept(club: Club) -> None:
    game = await club.finish(WON)
    made = await club.review(game)

    after_restart = Club(club)
    assert await after_restart.reviews.kept(game.number) == made
    assert await after_restart.review(game, ADA.id) == made
    assert after_restart.oracle.asked == []


async def test_two_people_who_ask_at_the_same_time_share_one_review(club: Club) -> None:
    game = await club.finish(WON)
    one, other = await asyncio.gather(club.reviews.begin(game, ADA.id), club.reviews.begin(game, CHIYO.id))
    assert await one.result() == await other.result()
    assert len(club.oracle.asked) == 11


@pytest.mark.default
async def test_the_person_who_asks_sees_the_progress(club: Club) -> None:
    game = await club.finish("Sb2 Ta2e Cc2")
    reviewing = await club.reviews.begin(game, ADA.id)
    assert reviewing.total == 3
    steps = [done async for done in reviewing.steps()]
    assert len(steps) > 1
    assert steps == sorted(set(steps))
    assert set(steps) <= {0, 1, 2, 3}
    again = await club.reviews.begin(game, CHIYO.id)
    assert [done async for done in again.steps()] == []
    assert await again.result() == await reviewing.result()


async def test_someone_who_asks_later_sees_the_progress_right_away(club: Club) -> None:
    game = await club.finish(WON)
    first = (await club.reviews.begin(game, ADA.id)).steps()
    while await anext(first) < 3:
        pass
    club.oracle.may_answer.clear()
    later = (await club.reviews.begin(game, CHIYO.id)).steps()
    assert await anext(later) >= 3
    # No one is waiting for its end, and after the test it would open the database again.
    await club.reviews.close()


async def test_a_review_with_gaps_is_kept_and_tried_again_when_asked_for_again(club: Club) -> None:
    game = await club.finish(WON)
    club.reviews = Reviews(club.database, club.clock, Forgetful())
    gaps = await club.review(game)
    assert not gaps.complete
    assert gaps.judgments[4] is Judgment.UNKNOWN
    assert gaps.judgments[-1] is Judgment.KEPT_WIN
    assert await club.reviews.kept(game.number) == gaps

    whole = await Club(club).review(game)
    assert whole.complete
    assert await club.reviews.kept(game.number) == whole


async def test_the_first_move_of_a_fair_start_is_no_ones_decision(club: Club) -> None:
    game = await club.play(await club.begin(None, Start.BALANCED))
    game = await club.resign(game, ADA)
    review = await club.review(game)
    assert club.oracle.asked == [1, 0]
    assert club.oracle.asked_how_far == [0]
    assert review.judgments[0] is Judgment.START
    assert review.values[:2] == (Value.UNKNOWN, Value.DRAW)
    assert review.accuracy(Color.WHITE).decisions == 0
    assert review.complete


@pytest.mark.parametrize("moves", ["", "Sb2"])
async def test_a_game_that_barely_began_has_a_review_too(club: Club, moves: str) -> None:
    game = await club.finish(moves)
    review = await club.review(game)
    assert [str(reviewed.move) for reviewed in review.moves] == moves.split()


@pytest.mark.default
async def test_a_running_game_has_no_review(club: Club) -> None:
    with pytest.raises(RunningGameError):
        await club.reviews.begin(await club.begin(None), ADA.id)
    assert club.oracle.asked == []


async def test_a_game_from_elsewhere_may_be_running_and_is_reviewed_once_at_a_time(club: Club) -> None:
    game = replace(await club.move(await club.begin(None), "Sb2 Ta2e"), number=0)
    club.oracle.may_answer.clear()
    reviewing = await club.reviews.begin_elsewhere(game, ADA.id)
    with pytest.raises(StillWorkingError):
        await club.reviews.begin_elsewhere(game, ADA.id)
    other = await club.reviews.begin_elsewhere(game, CHIYO.id)
    club.oracle.may_answer.set()
    assert len((await reviewing.result()).moves) == 2
    assert len((await other.result()).moves) == 2
    assert await club.reviews.kept(game.number) is None
    await (await club.reviews.begin_elsewhere(game, ADA.id)).result()


async def test_a_failure_reaches_everyone_who_waits_and_the_next_one_starts_over(club: Club) -> None:
    club.oracle.failure = Refusal()
    game = await club.finish(WON)
    reviewing = await club.reviews.begin(game, ADA.id)
    for _ in range(2):
        with pytest.raises(Refusal):
            await reviewing.result()
    club.oracle.failure = None
    assert (await club.review(game)).complete


async def test_reviews_in_progress_are_given_up_when_the_bot_stops(club: Club) -> None:
    game = await club.finish(WON)
    reviewing = await club.reviews.begin(game, ADA.id)
    elsewhere = await club.reviews.begin_elsewhere(game, ADA.id)
    await anext(reviewing.steps())
    await club.reviews.close()
    for each in (reviewing, elsewhere):
        with pytest.raises(asyncio.CancelledError):
            await each.result()
    assert await club.reviews.kept(game.number) is None


async def test_a_review_kept_by_an_older_version_is_made_again(club: Club) -> None:
    game = await club.finish("Sb2")
    await club.keep(game, '{"version":0}')
    assert await club.reviews.kept(game.number) is None
    review = await club.review(game)
    assert await club.reviews.kept(game.number) == review


async def test_a_review_without_details_is_made_again_and_counts_until_then(club: Club) -> None:
    game = await club.finish(WON)
    made = await club.review(game)
    moves = [
        [str(each.move), each.before, each.after, each.decision, list(map(str, each.best))]
        for each in made.moves
    ]
    old = json.dumps({"version": 1, "starting_moves": 0, "moves": moves})
    await club.keep(game, old)
    assert await club.accuracy() == parse_review(old).accuracy(Color.WHITE) != Accuracy(0, 0)

    kept = await club.reviews.kept(game.number)
    assert kept is not None
    assert not kept.detailed
    assert kept.judgments[4:] == made.judgments[4:]
    again = await club.review(game)
    assert again.detailed
    assert await club.reviews.kept(game.number) == again
    assert club.oracle.asked


def reader(place: Place, player: Player, *, sees: bool = True) -> Reader:
    """Return someone who asks in this place and can see all games or none."""

    async def judge(game: Game) -> bool:
        del game
        return sees

    return Reader(place, player.id, judge)


async def test_a_game_is_found_by_its_number_or_by_its_name_in_base_36(club: Club) -> None:
    *_, tenth = [await club.finish("") for _ in range(10)]
    lists = GameQueries(club.database)
    for typed in ("10", " #10 ", "010", "#a", "A"):
        assert await lists.find_to_review(reader(HERE, CHIYO), typed) == tenth, typed
    for typed in ("0", "#", "b", "\N{ARABIC-INDIC DIGIT ONE}", "9" * 5000, "z" * 5000):
        with pytest.raises(UnknownGameError):
            await lists.find_to_review(reader(HERE, CHIYO), typed)


async def test_the_game_to_review_is_the_one_named_or_the_last_finished_one(club: Club) -> None:
    lists = GameQueries(club.database)
    with pytest.raises(NoFinishedGameError):
        await lists.find_to_review(reader(HERE, ADA), None)
    first, second = [await club.finish("") for _ in range(2)]
    running = await club.begin(None)
    assert await lists.find_to_review(reader(HERE, ADA), None) == second
    assert await lists.find_to_review(reader(HERE, CHIYO), f"#{first.number}") == first
    assert await lists.finished(HERE.guild_id, player_id=ADA.id, limit=25) == [second, first]
    assert (await lists.find_to_review(reader(HERE, ADA), str(running.number))).outcome is None
    with pytest.raises(UnknownGameError):
        await lists.find_to_review(reader(Place(99, 20), ADA), str(first.number))
    with pytest.raises(UnknownGameError):
        await lists.find_to_review(reader(HERE, CHIYO, sees=False), str(first.number))
    with pytest.raises(NoFinishedGameError):
        await lists.find_to_review(reader(HERE, CHIYO), None)


async def test_profiles_say_how_good_moves_were_in_the_reviewed_games_that_count(club: Club) -> None:
    played = [await club.finish(moves) for moves in (WON, LONGER)]
    assert await club.accuracy() == Accuracy(0, 0)
    made = [await club.review(game) for game in played]
    for player, color in ((ADA, Color.WHITE), (BLAISE, Color.BLACK)):
        of_games = [review.accuracy(color) for review in made]
        both = Accuracy(sum(one.kept for one in of_games), sum(one.decisions for one in of_games))
        assert both.decisions > of_games[0].decisions
        for guild_id in (HERE.guild_id, None):
            assert await club.accuracy(player, guild_id) == both
    before = await club.accuracy()

    await club.annul(played[1])
    left = await club.accuracy()
    assert left == made[0].accuracy(Color.WHITE) != before
    async with club.database.writing() as connection:
        await connection.execute(accuracies.delete())
    assert await club.accuracy() == Accuracy(0, 0)
    async with club.database.writing() as connection:
        await recompute_after_migration(connection)
    assert await club.accuracy() == await club.accuracy(guild_id=None) == left


async def test_a_game_without_a_result_has_no_effect_on_accuracies(club: Club) -> None:
    game, _ = [await club.finish("Sb2 Ta2e Cc2 Sc2") for _ in range(2)]
    await club.annul(game)
    await club.review(game)
    assert await club.accuracy() == Accuracy(0, 0)
