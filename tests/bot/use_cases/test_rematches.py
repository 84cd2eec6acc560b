"""Rematches: both players agree, the computer does so immediately, and there's one per game."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.values.challenge_errors import RepeatedChallengeError
from bot.values.challenges import Challenge, ColorChoice, Terms
from bot.values.errors import Refusal
from bot.values.game import endings
from bot.values.game.game import Game
from bot.values.game.game_errors import AnnulledGameError, NotAPlayerError, RematchedError, StaleRevisionError
from bot.values.players import Player
from bot.values.standings import Score
from engine import Ruleset, Start
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HERE, THERE, Clocked

pytestmark = pytest.mark.quick

CHOSEN = Terms(Ruleset.CLASSIC, ColorChoice.WHITE, "en-GB", Start.BALANCED, hints=True, move_seconds=7200)
LATER = timedelta(minutes=20)


async def finished(clocked: Clocked, terms: Terms = CHOSEN) -> Game:
    challenge = await clocked.challenges.propose(HERE, ADA, BLAISE, terms, opponent_is_bot=False)
    game = await clocked.challenges.accept(challenge.number, BLAISE, message_id=1)
    game = await clocked.play(game, 4)
    clocked.clock.move(LATER)
    return await clocked.resign(game, ADA)


async def proposed(clocked: Clocked, game: Game, challenger: Player) -> Challenge:
    challenge = await clocked.rematches.propose(game.number, challenger)
    assert isinstance(challenge, Challenge)
    return challenge


@pytest.mark.thorough
@pytest.mark.parametrize("terms", [CHOSEN, replace(CHOSEN, hints=False, rated=True)])
async def test_a_rematch_is_a_challenge_on_the_same_terms_with_the_colors_swapped(
    clocked: Clocked, terms: Terms
) -> None:
    game = await finished(clocked, terms)
    challenge = await proposed(clocked, game, BLAISE)
    assert (challenge.challenger, challenge.opponent, challenge.place) == (BLAISE, ADA, game.place)
    assert challenge.terms == terms
    next_game = await clocked.challenges.accept(challenge.number, ADA)
    assert (next_game.white, next_game.black, next_game.ruleset) == (BLAISE, ADA, Ruleset.CLASSIC)


async def test_the_rematch_begins_once_the_other_player_wants_it_too(clocked: Clocked) -> None:
    game = await finished(clocked)
    challenge = await clocked.rematches.propose(game.number, ADA)
    with pytest.raises(RepeatedChallengeError):
        await clocked.rematches.propose(game.number, ADA)
    next_game = await clocked.rematches.propose(game.number, BLAISE)
    assert isinstance(next_game, Game)
    assert (next_game.white, next_game.black) == (BLAISE, ADA)
    assert isinstance(challenge, Challenge)
    for who in (ADA, BLAISE):
        with pytest.raises(RematchedError) as refused:
            await clocked.rematches.propose(game.number, who)
        assert refused.value.game.number == next_game.number


@pytest.mark.thorough
async def test_two_people_who_propose_at_the_same_time_play_one_game(clocked: Clocked) -> None:
    game = await finished(clocked)
    proposed = await asyncio.gather(*(clocked.rematches.propose(game.number, who) for who in (ADA, BLAISE)))
    assert {type(each) for each in proposed} == {Challenge, Game}


async def test_a_double_click_proposes_once(clocked: Clocked) -> None:
    game = await finished(clocked)
    both = (clocked.rematches.propose(game.number, ADA), clocked.rematches.propose(game.number, ADA))
    proposed = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(isinstance(each, RepeatedChallengeError) for each in proposed) == [False, True]


async def test_a_rematch_that_did_not_happen_can_be_proposed_again(clocked: Clocked) -> None:
    game = await finished(clocked)
    challenge = await proposed(clocked, game, ADA)
    await clocked.challenges.cancel(challenge.number, ADA)
    clocked.clock.move(LATER)
    again = await proposed(clocked, game, ADA)
    assert again.number != challenge.number


async def test_only_the_players_of_a_finished_game_can_have_a_rematch(clocked: Clocked) -> None:
    running = await clocked.begin(None)
    with pytest.raises(StaleRevisionError):
        await clocked.rematches.propose(running.number, ADA)
    await clocked.resign(running, ADA)
    with pytest.raises(NotAPlayerError):
        await clocked.rematches.propose(running.number, CHIYO)


async def test_a_rematch_keeps_within_the_limits_of_challenges(clocked: Clocked) -> None:
    game = await finished(clocked)
    await clocked.propose(CHIYO)
    with pytest.raises(Refusal):
        await clocked.rematches.propose(game.number, ADA)


async def test_a_rematch_with_the_computer_begins_immediately_and_only_once(clocked: Clocked) -> None:
    terms, level = ComputerTerms(Ruleset.PILOTIS, ColorChoice.WHITE, "en-GB"), Player(3, "Computer 3")
    game = await clocked.computer_games.begin(HERE, ADA, level, terms)
    await clocked.resign(game, ADA)
    both = (clocked.rematches.propose(game.number, ADA), clocked.rematches.propose(game.number, ADA))
    first, second = await asyncio.gather(*both, return_exceptions=True)
    begun, refused = (first, second) if isinstance(first, Game) else (second, first)
    assert isinstance(begun, Game)
    assert isinstance(refused, RematchedError)
    assert (begun.white, begun.black, begun.ruleset) == (level, ADA, Ruleset.PILOTIS)
    assert refused.game.number == begun.number


@pytest.mark.thorough
async def test_the_card_of_a_rematch_has_the_score_in_this_server(clocked: Clocked) -> None:
    elsewhere = await clocked.propose(place=THERE)
    there = await clocked.challenges.accept(elsewhere.number, BLAISE, message_id=1)
    await clocked.play(there, 4)
    await clocked.resign(there, BLAISE)
    clocked.clock.move(LATER)
    canceled = await clocked.begin(None)
    await clocked.players.cancel(canceled.number, ADA.id)
    assert await clocked.rematches.score(elsewhere) is None
    game = await finished(clocked)
    challenge = await proposed(clocked, game, BLAISE)
    assert await clocked.rematches.score(challenge) == Score(won=1, lost=0, drawn=0)


@pytest.mark.thorough
async def test_a_game_that_a_moderator_ended_cannot_have_a_rematch(clocked: Clocked) -> None:
    running = await clocked.begin(None)
    await clocked.games.change(running.number, endings.annul)
    with pytest.raises(AnnulledGameError):
        await clocked.rematches.propose(running.number, ADA)
