"""Reviews of finished games, on real databases and with the real solver."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.clock import Clock
from bot.matches.challenges.challenges import Challenges
from bot.matches.errors import MatchError
from bot.matches.games.games import Games
from bot.matches.games.queries import GameQueries, Reader
from bot.matches.match.match import Match
from bot.matches.match.match_errors import NoFinishedGameError, RunningGameError, UnknownGameError
from bot.matches.review.reviews import Reviews
from bot.matches.servers.moderation import Moderation
from bot.matches.standings.profiles import Profiles
from bot.matches.standings.recomputing import recompute_after_migration
from bot.matches.values.challenges import ColorChoice, Terms
from bot.matches.values.players import Place, Player
from bot.store.connections.database import Database
from bot.store.review import reviews as review_rows
from bot.store.schema.tables import accuracies
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
from tests.bot.clocks import StandingClock

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine.solver import Solver
from engine.solver.compile_cache import keep_compiled_code_in

# What takes time is the solver, and every statement about reviews runs on both databases elsewhere.
pytestmark = [pytest.mark.thorough, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]

ADA, BLAISE, CHIYO = Player(101, "Ada"), Player(102, "Blaise"), Player(103, "Chiyo")
PLACE = Place(10, 20)
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
        self.failure: MatchError | None = None
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

    first_known = 9

    async def solve(
        self,
        position: Position,
        player_id: int,
        *,
        seconds: float | None = None,
        line: bool = True,
        distances: Distances = Distances.NONE,
    ) -> Solution:
        solution = await super().solve(position, player_id, seconds=seconds, line=line, distances=distances)
        if position.ply >= self.first_known:
            return solution
        unknown = dict.fromkeys(solution.moves, Value.UNKNOWN)
        return replace(solution, value=Value.UNKNOWN, moves=unknown)


@pytest.fixture(autouse=True)
def compiled_once(compiled_solver: Path) -> None:
    """Let the solvers of this process share compiled code."""
    keep_compiled_code_in(compiled_solver)


@pytest.fixture
def clock() -> Clock:
    return StandingClock()


@pytest.fixture
def games(database: Database, clock: Clock) -> Games:
    return Games(database, clock)


@pytest.fixture
def challenges(database: Database, clock: Clock) -> Challenges:
    return Challenges(database, clock, Random(1))


async def play(
    challenges: Challenges, games: Games, moves: str, start: Start = Start.PLAIN, *, resigned: bool = False
) -> Match:
    """Return a game after these moves, with Ada as White."""
    terms = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB", start)
    challenge = await challenges.propose(PLACE, ADA, BLAISE, terms, opponent_is_bot=False)
    game = await challenges.accept(challenge.number, BLAISE, message_id=100 + challenge.number)
    for move in moves.split():
        game = await games.play(game.number, revision=game.revision, text=move, player_id=game.to_move.id)
    return await games.resign(game.number, player_id=ADA.id) if resigned else game


async def finished(reviews: Reviews, game: Match, player_id: int = CHIYO.id) -> Review:
    return await (await reviews.begin(game, player_id)).result()


async def test_a_finished_game_is_reviewed_backward_from_its_end(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    oracle = Oracle()
    game = await play(challenges, games, WON)
    review = await finished(Reviews(database, clock, oracle), game)
    assert oracle.asked == oracle.asked_how_far == list(range(10, -1, -1))
    assert review.complete
    assert review.judgments[:5] == (*[Judgment.OPENING] * 4, Judgment.KEPT_WIN)
    assert review.values[-1] is Value.WIN
    assert str(review.moves[-1].move) == "Sd2"
    assert review.moves[-1].distance_before == review.moves[-1].distance_after == Distance(1, 1)


async def test_a_review_explains_the_moves_that_gave_something_away(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    oracle = Oracle()
    game = await play(challenges, games, WON)
    review = await finished(Reviews(database, clock, oracle), game)
    explained = {ply for lapse in review.lapses for ply in (lapse, lapse + 1)}
    assert oracle.asked_for_lines == sorted(explained, reverse=True)
    visited = [Position.replay(Ruleset.PYRGA, WON.split()[:ply]) for ply in range(11)]
    for ply in review.lapses:
        move = review.moves[ply]
        assert move.improvement[0] == move.best[0]
        assert move.improvement[0] in visited[ply].legal_moves
        assert move.refutation[0] in visited[ply + 1].legal_moves
    for ply in set(range(11)) - set(review.lapses):
        assert review.moves[ply].refutation == review.moves[ply].improvement == ()


async def test_a_review_looks_for_the_reply_to_the_last_move_of_a_resigned_game(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    oracle = Oracle()
    game = await play(challenges, games, " ".join(LONGER.split()[:5]), resigned=True)
    review = await finished(Reviews(database, clock, oracle), game)
    assert review.turning_points == (4,)
    assert oracle.asked_for_lines[0] == 5
    assert review.moves[4].refutation


async def test_a_review_is_made_once_and_then_kept(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    game = await play(challenges, games, WON)
    made = await finished(Reviews(database, clock, Oracle()), game)

    unused = Oracle()
    after_restart = Reviews(database, clock, unused)
    assert await after_restart.kept(game.number) == made
    assert await finished(after_restart, game, ADA.id) == made
    assert unused.asked == []


async def test_two_people_who_ask_at_the_same_time_share_one_review(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    oracle = Oracle()
    reviews = Reviews(database, clock, oracle)
    game = await play(challenges, games, WON)
    one, other = await asyncio.gather(reviews.begin(game, ADA.id), reviews.begin(game, CHIYO.id))
    assert await one.result() == await other.result()
    assert len(oracle.asked) == 11


@pytest.mark.default
async def test_the_person_who_asks_sees_the_progress(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    game = await play(challenges, games, "Sb2 Ta2e Cc2", resigned=True)
    reviews = Reviews(database, clock, Oracle())
    reviewing = await reviews.begin(game, ADA.id)
    assert reviewing.total == 3
    steps = [done async for done in reviewing.steps()]
    assert len(steps) > 1
    assert steps == sorted(set(steps))
    assert set(steps) <= {0, 1, 2, 3}
    again = await reviews.begin(game, CHIYO.id)
    assert [done async for done in again.steps()] == []
    assert await again.result() == await reviewing.result()


async def test_someone_who_asks_later_sees_the_progress_right_away(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    oracle = Oracle()
    reviews = Reviews(database, clock, oracle)
    game = await play(challenges, games, WON)
    first = (await reviews.begin(game, ADA.id)).steps()
    while await anext(first) < 3:
        pass
    oracle.may_answer.clear()
    later = (await reviews.begin(game, CHIYO.id)).steps()
    assert await anext(later) >= 3
    # No one is waiting for its end, and after the test it would open the database again.
    await reviews.close()


async def test_a_review_with_gaps_is_kept_and_tried_again_when_asked_for_again(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    game = await play(challenges, games, WON)
    forgetful = Reviews(database, clock, Forgetful())
    gaps = await finished(forgetful, game)
    assert not gaps.complete
    assert gaps.judgments[4] is Judgment.UNKNOWN
    assert gaps.judgments[-1] is Judgment.KEPT_WIN
    assert await forgetful.kept(game.number) == gaps

    whole = await finished(Reviews(database, clock, Oracle()), game)
    assert whole.complete
    assert await forgetful.kept(game.number) == whole


async def test_the_first_move_of_a_fair_start_is_no_ones_decision(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    oracle = Oracle()
    game = await play(challenges, games, "", Start.BALANCED)
    assert game.position.ply == 1
    reply = str(next(iter(game.position.legal_moves)))
    game = await games.play(game.number, revision=game.revision, text=reply, player_id=BLAISE.id)
    game = await games.resign(game.number, player_id=ADA.id)
    review = await finished(Reviews(database, clock, oracle), game)
    assert oracle.asked == [1, 0]
    assert oracle.asked_how_far == [0]
    assert review.judgments[0] is Judgment.START
    assert review.values[:2] == (Value.UNKNOWN, Value.DRAW)
    assert review.accuracy(Color.WHITE).decisions == 0
    assert review.complete


@pytest.mark.parametrize("moves", ["", "Sb2"])
async def test_a_game_that_barely_began_has_a_review_too(
    database: Database, clock: Clock, challenges: Challenges, games: Games, moves: str
) -> None:
    game = await play(challenges, games, moves, resigned=True)
    review = await finished(Reviews(database, clock, Oracle()), game)
    assert [str(reviewed.move) for reviewed in review.moves] == moves.split()


@pytest.mark.default
async def test_a_running_game_has_no_review(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    oracle = Oracle()
    game = await play(challenges, games, "Sb2")
    with pytest.raises(RunningGameError):
        await Reviews(database, clock, oracle).begin(game, ADA.id)
    assert oracle.asked == []


async def test_a_failure_reaches_everyone_who_waits_and_the_next_one_starts_over(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    oracle = Oracle()
    oracle.failure = MatchError()
    reviews = Reviews(database, clock, oracle)
    game = await play(challenges, games, WON)
    reviewing = await reviews.begin(game, ADA.id)
    for _ in range(2):
        with pytest.raises(MatchError):
            await reviewing.result()
    oracle.failure = None
    assert (await finished(reviews, game)).complete


async def test_reviews_in_progress_are_given_up_when_the_bot_stops(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    reviews = Reviews(database, clock, Oracle())
    game = await play(challenges, games, WON)
    reviewing = await reviews.begin(game, ADA.id)
    await anext(reviewing.steps())
    await reviews.close()
    with pytest.raises(asyncio.CancelledError):
        await reviewing.result()
    assert await reviews.kept(game.number) is None


async def test_a_review_kept_by_an_older_version_is_made_again(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    reviews = Reviews(database, clock, Oracle())
    game = await play(challenges, games, "Sb2", resigned=True)
    async with database.writing() as connection:
        await review_rows.keep(connection, game.number, '{"version":0}', clock.now())
    assert await reviews.kept(game.number) is None
    review = await finished(reviews, game)
    assert await reviews.kept(game.number) == review


async def test_a_review_without_details_is_made_again_and_counts_until_then(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    game = await play(challenges, games, WON)
    made = await finished(Reviews(database, clock, Oracle()), game)
    moves = [
        [str(each.move), each.before, each.after, each.decision, list(map(str, each.best))]
        for each in made.moves
    ]
    old = json.dumps({"version": 1, "starting_moves": 0, "moves": moves})
    async with database.writing() as connection:
        await review_rows.keep(connection, game.number, old, clock.now())
        await recompute_after_migration(connection)
    profile = await Profiles(database, clock).profile(PLACE.guild_id, reader_id=ADA.id, player_id=ADA.id)
    assert profile.accuracy == parse_review(old).accuracy(Color.WHITE) != Accuracy(0, 0)

    oracle = Oracle()
    reviews = Reviews(database, clock, oracle)
    kept = await reviews.kept(game.number)
    assert kept is not None
    assert not kept.detailed
    assert kept.judgments[4:] == made.judgments[4:]
    again = await finished(reviews, game)
    assert again.detailed
    assert await reviews.kept(game.number) == again
    assert oracle.asked


def reader(place: Place, player: Player, *, sees: bool = True) -> Reader:
    """Return someone who asks in this place and can see all games or none."""

    async def judge(game: Match) -> bool:
        del game
        return sees

    return Reader(place, player.id, judge)


async def test_the_game_to_review_is_the_one_named_or_the_last_finished_one(
    database: Database, challenges: Challenges, games: Games
) -> None:
    lists = GameQueries(database)
    with pytest.raises(NoFinishedGameError):
        await lists.find_to_review(reader(PLACE, ADA), None)
    first, second = [await play(challenges, games, "", resigned=True) for _ in range(2)]
    running = await play(challenges, games, "Sb2")
    assert await lists.find_to_review(reader(PLACE, ADA), None) == second
    assert await lists.find_to_review(reader(PLACE, CHIYO), f"#{first.number}") == first
    assert await lists.finished(PLACE.guild_id, player_id=ADA.id, limit=25) == [second, first]
    assert (await lists.find_to_review(reader(PLACE, ADA), str(running.number))).outcome is None
    with pytest.raises(UnknownGameError):
        await lists.find_to_review(reader(Place(99, 20), ADA), str(first.number))
    with pytest.raises(UnknownGameError):
        await lists.find_to_review(reader(PLACE, CHIYO, sees=False), str(first.number))
    with pytest.raises(NoFinishedGameError):
        await lists.find_to_review(reader(PLACE, CHIYO), None)


async def test_profiles_say_how_good_moves_were_in_the_reviewed_games_that_count(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    reviews, profiles = Reviews(database, clock, Oracle()), Profiles(database, clock)

    async def accuracy(guild_id: int | None, player: Player) -> Accuracy:
        return (await profiles.profile(guild_id, reader_id=player.id, player_id=player.id)).accuracy

    played = [await play(challenges, games, moves, resigned=moves != WON) for moves in (WON, LONGER)]
    assert await accuracy(PLACE.guild_id, ADA) == Accuracy(0, 0)
    made = [await finished(reviews, game) for game in played]
    for player, color in ((ADA, Color.WHITE), (BLAISE, Color.BLACK)):
        of_games = [review.accuracy(color) for review in made]
        both = Accuracy(sum(one.kept for one in of_games), sum(one.decisions for one in of_games))
        assert both.decisions > of_games[0].decisions
        for guild_id in (PLACE.guild_id, None):
            assert await accuracy(guild_id, player) == both
    before = await accuracy(PLACE.guild_id, ADA)

    moderation = Moderation(database, clock)
    await moderation.annul(await moderation.propose_annulment(played[1], CHIYO, None))
    left = await accuracy(PLACE.guild_id, ADA)
    assert left == made[0].accuracy(Color.WHITE) != before
    async with database.writing() as connection:
        await connection.execute(accuracies.delete())
    assert await accuracy(PLACE.guild_id, ADA) == Accuracy(0, 0)
    async with database.writing() as connection:
        await recompute_after_migration(connection)
    assert await accuracy(PLACE.guild_id, ADA) == await accuracy(None, ADA) == left


async def test_a_game_without_a_result_has_no_effect_on_accuracies(
    database: Database, clock: Clock, challenges: Challenges, games: Games
) -> None:
    game, moderation = (
        await play(challenges, games, "Sb2 Ta2e Cc2 Sc2", resigned=True),
        Moderation(database, clock),
    )
    await play(challenges, games, "Sb2 Ta2e Cc2 Sc2", resigned=True)
    await moderation.annul(await moderation.propose_annulment(game, CHIYO, None))
    await finished(Reviews(database, clock, Oracle()), game)
    profile = await Profiles(database, clock).profile(PLACE.guild_id, reader_id=ADA.id, player_id=ADA.id)
    assert profile.accuracy == Accuracy(0, 0)
