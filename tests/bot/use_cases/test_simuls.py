"""Simuls: challenges that several people join, each for their own game with the challenger."""

import asyncio
from dataclasses import replace

import pytest

from bot.use_cases.challenges.proposing import OPEN_LIFETIME
from bot.values import challenge_errors
from bot.values.challenges import Challenge, ChallengeStatus
from bot.values.clocks import DueKind
from bot.values.game.game import Game
from bot.values.game.presence import PATIENCE
from bot.values.players import Player
from engine import Color, Start
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HERE, TERMS, Clocked

pytestmark = pytest.mark.quick


async def simul(clocked: Clocked, seats: int = 3, start: Start = Start.PLAIN) -> Challenge:
    return await clocked.challenges.propose_to_all(HERE, ADA, replace(TERMS, seats=seats, start=start))


async def told(clocked: Clocked) -> list[int]:
    """Return the games of which the card may not show how they are."""
    return [about for kind, about in await clocked.overdue() if kind is DueKind.RESULT]


async def test_everyone_who_joins_has_a_game_until_all_seats_are_taken(clocked: Clocked) -> None:
    made = await simul(clocked, seats=2)
    assert (made.terms.seats, made.games) == (2, ())
    first = await clocked.challenges.accept(made.number, BLAISE, message_id=7)
    assert (first.white, first.black, first.simul) == (ADA, BLAISE, made.number)
    assert (first.place, first.message_id, len(first.unposted)) == (HERE, None, 1)
    still = await clocked.challenges.get(made.number)
    assert (still.status, still.opponent, still.code) == (ChallengeStatus.OPEN, None, made.code)
    second = await clocked.challenges.accept(made.number, CHIYO, message_id=7)
    full = await clocked.challenges.get(made.number)
    assert (full.status, full.opponent, full.code) == (ChallengeStatus.ACCEPTED, None, None)
    assert [(game.number, game.opponent, game.color) for game in full.games] == [
        (first.number, BLAISE, Color.WHITE),
        (second.number, CHIYO, Color.WHITE),
    ]
    with pytest.raises(challenge_errors.FullSimulError):
        await clocked.challenges.accept(made.number, Player(104, "Dora"), message_id=7)


async def test_the_last_seat_is_taken_by_one_of_those_who_want_it(clocked: Clocked) -> None:
    made = await simul(clocked, seats=3)
    people = [Player(200 + number, f"P{number}") for number in range(8)]
    results = await asyncio.gather(
        *(clocked.challenges.accept(made.number, player, message_id=7) for player in people),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Game) for result in results) == 3
    assert sum(isinstance(result, challenge_errors.FullSimulError) for result in results) == 5


@pytest.mark.thorough
async def test_no_one_joins_twice_or_their_own_simul(clocked: Clocked) -> None:
    made = await simul(clocked)
    results = await asyncio.gather(
        *(clocked.challenges.accept(made.number, BLAISE, message_id=7) for _ in range(3)),
        return_exceptions=True,
    )
    (game,) = (result for result in results if isinstance(result, Game))
    errors = [result for result in results if isinstance(result, challenge_errors.AlreadyJoinedError)]
    assert [error.game.number for error in errors] == [game.number] * 2
    with pytest.raises(challenge_errors.OwnChallengeError):
        await clocked.challenges.accept(made.number, ADA, message_id=7)


@pytest.mark.thorough
async def test_a_transaction_done_before_the_connection_broke_is_not_repeated(clocked: Clocked) -> None:
    made = await simul(clocked)
    game = await clocked.challenges.accept(made.number, BLAISE, message_id=7)
    assert await clocked.challenges.accept(made.number, BLAISE, message_id=7, repeated=True) == game


@pytest.mark.thorough
async def test_people_who_block_each_other_do_not_meet(clocked: Clocked) -> None:
    made = await simul(clocked)
    await clocked.blocks.block(ADA, BLAISE)
    await clocked.blocks.block(CHIYO, ADA)
    with pytest.raises(challenge_errors.UnwelcomeError):
        await clocked.challenges.accept(made.number, BLAISE, message_id=7)
    with pytest.raises(challenge_errors.BlockedByYouError):
        await clocked.challenges.accept(made.number, CHIYO, message_id=7)


@pytest.mark.thorough
async def test_a_simul_is_listed_for_those_who_have_not_joined_it(clocked: Clocked) -> None:
    made = await simul(clocked)
    await clocked.challenges.accept(made.number, BLAISE, message_id=7)
    listed = [
        await clocked.challenges.open_to(10, player_id=player.id, limit=10) for player in (BLAISE, CHIYO)
    ]
    assert [[one.number for one in found] for found in listed] == [[], [made.number]]


@pytest.mark.thorough
async def test_a_closed_simul_cannot_be_joined_and_its_games_go_on(clocked: Clocked) -> None:
    made = await simul(clocked)
    game = await clocked.challenges.accept(made.number, BLAISE, message_id=7)
    closed = await clocked.challenges.cancel(made.number, ADA)
    assert (closed.status, len(closed.games)) == (ChallengeStatus.CANCELED, 1)
    with pytest.raises(challenge_errors.ClosedChallengeError):
        await clocked.challenges.accept(made.number, CHIYO, message_id=7)
    assert (await clocked.play(game)).position.ply == 1


@pytest.mark.thorough
async def test_a_simul_is_over_after_a_day(clocked: Clocked) -> None:
    made = await simul(clocked)
    await clocked.challenges.accept(made.number, BLAISE, message_id=7)
    clocked.clock.move(OPEN_LIFETIME)
    with pytest.raises(challenge_errors.ClosedChallengeError):
        await clocked.challenges.accept(made.number, CHIYO, message_id=7)
    expired = await clocked.challenges.expire(await clocked.due(DueKind.CHALLENGE))
    assert expired is not None
    assert (expired.status, len(expired.games)) == (ChallengeStatus.EXPIRED, 1)


@pytest.mark.thorough
async def test_the_card_is_due_soon_after_a_game_begins_and_at_once_when_it_ends(clocked: Clocked) -> None:
    made = await simul(clocked)
    game = await clocked.challenges.accept(made.number, BLAISE, message_id=7)
    assert await told(clocked) == []
    clocked.clock.move(PATIENCE)
    assert await told(clocked) == [game.number]
    await clocked.due_times.take(await clocked.due(DueKind.RESULT))
    await clocked.play(game)
    assert await told(clocked) == []
    await clocked.resign(game, BLAISE)
    assert await told(clocked) == [game.number]
    (listed,) = (await clocked.challenges.get(made.number)).games
    assert listed.outcome is not None
    assert listed.outcome.winner is listed.color is Color.WHITE


@pytest.mark.thorough
async def test_each_game_of_a_simul_has_its_own_random_start(clocked: Clocked) -> None:
    made = await simul(clocked, seats=20, start=Start.ADVANTAGE)
    people = [Player(200 + number, f"P{number}") for number in range(20)]
    begun = [await clocked.challenges.accept(made.number, player, message_id=7) for player in people]
    assert len({game.position.last_move for game in begun}) > 5
    assert {game.favored for game in begun} == {Color.BLACK}


@pytest.mark.thorough
async def test_a_rematch_of_a_game_of_a_simul_is_an_ordinary_challenge(clocked: Clocked) -> None:
    made = await simul(clocked)
    game = await clocked.challenges.accept(made.number, BLAISE, message_id=7)
    over = await clocked.resign(await clocked.play(game), BLAISE)
    rematch = await clocked.challenges.propose_rematch(over, BLAISE, TERMS)
    assert (rematch.opponent, rematch.terms.seats) == (ADA, None)
