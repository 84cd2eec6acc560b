"""Simuls: challenges that several people join, each for their own game with the challenger."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.matches.challenges.blocks import Blocks
from bot.matches.challenges.challenge_errors import (
    AlreadyJoinedError,
    BlockedByYouError,
    ClosedChallengeError,
    FullSimulError,
    OwnChallengeError,
    UnwelcomeError,
)
from bot.matches.challenges.challenges import Challenges
from bot.matches.challenges.proposing import OPEN_LIFETIME
from bot.matches.clocks.due import DueTimes
from bot.matches.games.games import Games
from bot.matches.match.match import Match
from bot.matches.match.presence import PATIENCE
from bot.matches.values.challenges import Challenge, ChallengeStatus, ColorChoice, Terms
from bot.matches.values.clocks import DueKind
from bot.matches.values.players import Place, Player
from bot.store.connections.database import Database
from engine import Color, Ruleset, Start
from tests.bot.clocks import StandingClock

pytestmark = pytest.mark.quick

ADA, BLAISE, CHIYO = Player(101, "Ada"), Player(102, "Blaise"), Player(103, "Chiyo")
HERE = Place(10, 20)
TERMS = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB", seats=3)


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def challenges(database: Database, clock: StandingClock) -> Challenges:
    return Challenges(database, clock, Random(1))


@pytest.fixture
def due_times(database: Database, clock: StandingClock) -> DueTimes:
    return DueTimes(database, clock)


async def simul(challenges: Challenges, seats: int = 3, start: Start = Start.PLAIN) -> Challenge:
    return await challenges.propose_to_all(HERE, ADA, replace(TERMS, seats=seats, start=start))


async def told(due_times: DueTimes) -> list[int]:
    """Return the games of which the card may not show how they are."""
    return [due.about for due in await due_times.overdue(50) if due.kind is DueKind.RESULT]


async def test_everyone_who_joins_has_a_game_until_all_seats_are_taken(challenges: Challenges) -> None:
    made = await simul(challenges, seats=2)
    assert (made.terms.seats, made.games) == (2, ())
    first = await challenges.accept(made.number, BLAISE, message_id=7)
    assert (first.white, first.black, first.simul) == (ADA, BLAISE, made.number)
    assert (first.place, first.message_id, len(first.unposted)) == (HERE, None, 1)
    still = await challenges.get(made.number)
    assert (still.status, still.opponent, still.code) == (ChallengeStatus.OPEN, None, made.code)
    second = await challenges.accept(made.number, CHIYO, message_id=7)
    full = await challenges.get(made.number)
    assert (full.status, full.opponent, full.code) == (ChallengeStatus.ACCEPTED, None, None)
    assert [(game.number, game.opponent, game.color) for game in full.games] == [
        (first.number, BLAISE, Color.WHITE),
        (second.number, CHIYO, Color.WHITE),
    ]
    with pytest.raises(FullSimulError):
        await challenges.accept(made.number, Player(104, "Dora"), message_id=7)


async def test_the_last_seat_is_taken_by_one_of_those_who_want_it(challenges: Challenges) -> None:
    made = await simul(challenges, seats=3)
    people = [Player(200 + number, f"P{number}") for number in range(8)]
    results = await asyncio.gather(
        *(challenges.accept(made.number, player, message_id=7) for player in people), return_exceptions=True
    )
    assert sum(isinstance(result, Match) for result in results) == 3
    assert sum(isinstance(result, FullSimulError) for result in results) == 5


@pytest.mark.thorough
async def test_no_one_joins_twice_or_their_own_simul(challenges: Challenges) -> None:
    made = await simul(challenges)
    results = await asyncio.gather(
        *(challenges.accept(made.number, BLAISE, message_id=7) for _ in range(3)), return_exceptions=True
    )
    (game,) = (result for result in results if isinstance(result, Match))
    errors = [result for result in results if isinstance(result, AlreadyJoinedError)]
    assert [error.game.number for error in errors] == [game.number] * 2
    with pytest.raises(OwnChallengeError):
        await challenges.accept(made.number, ADA, message_id=7)


@pytest.mark.thorough
async def test_a_transaction_done_before_the_connection_broke_is_not_repeated(
    challenges: Challenges,
) -> None:
    made = await simul(challenges)
    game = await challenges.accept(made.number, BLAISE, message_id=7)
    assert await challenges.accept(made.number, BLAISE, message_id=7, repeated=True) == game


@pytest.mark.thorough
async def test_people_who_block_each_other_do_not_meet(
    challenges: Challenges, database: Database, clock: StandingClock
) -> None:
    made, blocks = await simul(challenges), Blocks(database, clock)
    await blocks.block(ADA, BLAISE)
    await blocks.block(CHIYO, ADA)
    with pytest.raises(UnwelcomeError):
        await challenges.accept(made.number, BLAISE, message_id=7)
    with pytest.raises(BlockedByYouError):
        await challenges.accept(made.number, CHIYO, message_id=7)


@pytest.mark.thorough
async def test_a_simul_is_listed_for_those_who_have_not_joined_it(challenges: Challenges) -> None:
    made = await simul(challenges)
    await challenges.accept(made.number, BLAISE, message_id=7)
    listed = [await challenges.open_to(10, player_id=player.id, limit=10) for player in (BLAISE, CHIYO)]
    assert [[one.number for one in found] for found in listed] == [[], [made.number]]


@pytest.mark.thorough
async def test_a_closed_simul_cannot_be_joined_and_its_games_go_on(
    challenges: Challenges, database: Database, clock: StandingClock
) -> None:
    made = await simul(challenges)
    game = await challenges.accept(made.number, BLAISE, message_id=7)
    closed = await challenges.cancel(made.number, ADA)
    assert (closed.status, len(closed.games)) == (ChallengeStatus.CANCELED, 1)
    with pytest.raises(ClosedChallengeError):
        await challenges.accept(made.number, CHIYO, message_id=7)
    assert (
        await Games(database, clock).play(game.number, revision=0, text="Sb2", player_id=ADA.id)
    ).position.ply == 1


@pytest.mark.thorough
async def test_a_simul_is_over_after_a_day(
    challenges: Challenges, due_times: DueTimes, clock: StandingClock
) -> None:
    made = await simul(challenges)
    await challenges.accept(made.number, BLAISE, message_id=7)
    clock.move(OPEN_LIFETIME)
    with pytest.raises(ClosedChallengeError):
        await challenges.accept(made.number, CHIYO, message_id=7)
    (due,) = [due for due in await due_times.overdue(50) if due.kind is DueKind.CHALLENGE]
    expired = await challenges.expire(due)
    assert expired is not None
    assert (expired.status, len(expired.games)) == (ChallengeStatus.EXPIRED, 1)


@pytest.mark.thorough
async def test_the_card_is_due_soon_after_a_game_begins_and_at_once_when_it_ends(
    challenges: Challenges, database: Database, due_times: DueTimes, clock: StandingClock
) -> None:
    made = await simul(challenges)
    game = await challenges.accept(made.number, BLAISE, message_id=7)
    assert await told(due_times) == []
    clock.move(PATIENCE)
    assert await told(due_times) == [game.number]
    (due,) = [due for due in await due_times.overdue(50) if due.kind is DueKind.RESULT]
    await due_times.drop(due)
    games = Games(database, clock)
    await games.play(game.number, revision=0, text="Sb2", player_id=ADA.id)
    assert await told(due_times) == []
    await games.resign(game.number, player_id=BLAISE.id)
    assert await told(due_times) == [game.number]
    (listed,) = (await challenges.get(made.number)).games
    assert listed.outcome is not None
    assert listed.outcome.winner is listed.color is Color.WHITE


@pytest.mark.thorough
async def test_each_game_of_a_simul_has_its_own_random_start(challenges: Challenges) -> None:
    made = await simul(challenges, seats=20, start=Start.ADVANTAGE)
    people = [Player(200 + number, f"P{number}") for number in range(20)]
    begun = [await challenges.accept(made.number, player, message_id=7) for player in people]
    assert len({game.position.last_move for game in begun}) > 5
    assert {game.favored for game in begun} == {Color.BLACK}


@pytest.mark.thorough
async def test_a_rematch_of_a_game_of_a_simul_is_an_ordinary_challenge(
    challenges: Challenges, database: Database, clock: StandingClock
) -> None:
    made = await simul(challenges)
    game = await challenges.accept(made.number, BLAISE, message_id=7)
    games = Games(database, clock)
    await games.play(game.number, revision=0, text="Sb2", player_id=ADA.id)
    over = await games.resign(game.number, player_id=BLAISE.id)
    rematch = await challenges.propose_rematch(over, BLAISE, replace(TERMS, seats=None))
    assert (rematch.opponent, rematch.terms.seats) == (ADA, None)
