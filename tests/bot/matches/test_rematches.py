"""Rematches: both players agree, the computer does so immediately, and there's one per game."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.matches.challenges.challenge_errors import RepeatedChallengeError
from bot.matches.challenges.computer_games import ComputerGames, ComputerTerms
from bot.matches.challenges.rematches import Rematches
from bot.matches.errors import MatchError
from bot.matches.match import endings
from bot.matches.match.match import Match
from bot.matches.match.match_errors import (
    AnnulledGameError,
    NotAPlayerError,
    RematchedError,
    StaleRevisionError,
)
from bot.matches.values.challenges import Challenge, ColorChoice, Terms
from bot.matches.values.players import Place, Player
from bot.matches.values.standings import Score
from engine import Ruleset, Start
from tests.bot.matches.clocked import ADA, BLAISE, CHIYO, Clocked

pytestmark = pytest.mark.quick

TERMS = Terms(Ruleset.CLASSIC, ColorChoice.WHITE, "en-GB", Start.BALANCED, hints=True, move_seconds=7200)
LEVEL = Player(3, "Computer, level 3")
LATER = timedelta(minutes=20)


@pytest.fixture
def computer_games(clocked: Clocked) -> ComputerGames:
    return ComputerGames(clocked.database, clocked.clock, Random(1))


@pytest.fixture
def rematches(clocked: Clocked, computer_games: ComputerGames) -> Rematches:
    return Rematches(clocked.database, clocked.challenges, computer_games)


async def finished(clocked: Clocked, terms: Terms = TERMS) -> Match:
    challenge = await clocked.challenges.propose(Place(10, 20), ADA, BLAISE, terms, opponent_is_bot=False)
    game = await clocked.challenges.accept(challenge.number, BLAISE, message_id=1)
    game = await clocked.play(game, 4)
    clocked.clock.move(LATER)
    return await clocked.games.resign(game.number, player_id=ADA.id)


@pytest.mark.parametrize("terms", [TERMS, replace(TERMS, hints=False, rated=True)])
async def test_a_rematch_is_a_challenge_on_the_same_terms_with_the_colors_swapped(
    clocked: Clocked, rematches: Rematches, terms: Terms
) -> None:
    game = await finished(clocked, terms)
    challenge = await rematches.propose(game.number, BLAISE)
    assert isinstance(challenge, Challenge)
    assert (challenge.challenger, challenge.opponent, challenge.place) == (BLAISE, ADA, game.place)
    assert challenge.terms == terms
    next_game = await clocked.challenges.accept(challenge.number, ADA)
    assert (next_game.white, next_game.black, next_game.ruleset) == (BLAISE, ADA, Ruleset.CLASSIC)


async def test_the_rematch_begins_once_the_other_player_wants_it_too(
    clocked: Clocked, rematches: Rematches
) -> None:
    game = await finished(clocked)
    challenge = await rematches.propose(game.number, ADA)
    with pytest.raises(RepeatedChallengeError):
        await rematches.propose(game.number, ADA)
    next_game = await rematches.propose(game.number, BLAISE)
    assert isinstance(next_game, Match)
    assert (next_game.white, next_game.black) == (BLAISE, ADA)
    assert isinstance(challenge, Challenge)
    for who in (ADA, BLAISE):
        with pytest.raises(RematchedError) as refused:
            await rematches.propose(game.number, who)
        assert refused.value.game.number == next_game.number


async def test_two_people_who_propose_at_the_same_time_play_one_game(
    clocked: Clocked, rematches: Rematches
) -> None:
    game = await finished(clocked)
    proposed = await asyncio.gather(*(rematches.propose(game.number, who) for who in (ADA, BLAISE)))
    assert {type(each) for each in proposed} == {Challenge, Match}


async def test_a_double_click_proposes_once(clocked: Clocked, rematches: Rematches) -> None:
    game = await finished(clocked)
    both = (rematches.propose(game.number, ADA), rematches.propose(game.number, ADA))
    proposed = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(isinstance(each, RepeatedChallengeError) for each in proposed) == [False, True]


async def test_a_rematch_that_did_not_happen_can_be_proposed_again(
    clocked: Clocked, rematches: Rematches
) -> None:
    game = await finished(clocked)
    challenge = await rematches.propose(game.number, ADA)
    assert isinstance(challenge, Challenge)
    await clocked.challenges.cancel(challenge.number, ADA)
    clocked.clock.move(LATER)
    again = await rematches.propose(game.number, ADA)
    assert isinstance(again, Challenge)
    assert again.number != challenge.number


async def test_only_the_players_of_a_finished_game_can_have_a_rematch(
    clocked: Clocked, rematches: Rematches
) -> None:
    running = await clocked.begin(None)
    with pytest.raises(StaleRevisionError):
        await rematches.propose(running.number, ADA)
    await clocked.games.resign(running.number, player_id=ADA.id)
    with pytest.raises(NotAPlayerError):
        await rematches.propose(running.number, CHIYO)


async def test_a_rematch_keeps_within_the_limits_of_challenges(
    clocked: Clocked, rematches: Rematches
) -> None:
    game = await finished(clocked)
    await clocked.challenges.propose(Place(10, 20), ADA, CHIYO, TERMS, opponent_is_bot=False)
    with pytest.raises(MatchError):
        await rematches.propose(game.number, ADA)


async def test_a_rematch_with_the_computer_begins_immediately_and_only_once(
    clocked: Clocked, rematches: Rematches, computer_games: ComputerGames
) -> None:
    terms = ComputerTerms(Ruleset.PILOTIS, ColorChoice.WHITE, "en-GB")
    game = await computer_games.begin(Place(10, 20), ADA, LEVEL, terms)
    await clocked.games.resign(game.number, player_id=ADA.id)
    both = (rematches.propose(game.number, ADA), rematches.propose(game.number, ADA))
    first, second = await asyncio.gather(*both, return_exceptions=True)
    begun, refused = (first, second) if isinstance(first, Match) else (second, first)
    assert isinstance(begun, Match)
    assert isinstance(refused, RematchedError)
    assert (begun.white, begun.black, begun.ruleset) == (LEVEL, ADA, Ruleset.PILOTIS)
    assert refused.game.number == begun.number


async def test_the_card_of_a_rematch_has_the_score_in_this_server(
    clocked: Clocked, rematches: Rematches
) -> None:
    elsewhere = await clocked.challenges.propose(Place(11, 21), ADA, BLAISE, TERMS, opponent_is_bot=False)
    there = await clocked.challenges.accept(elsewhere.number, BLAISE, message_id=1)
    await clocked.play(there, 4)
    await clocked.games.resign(there.number, player_id=BLAISE.id)
    clocked.clock.move(LATER)
    canceled = await clocked.begin(None)
    await clocked.players.cancel(canceled.number, ADA.id)
    assert await rematches.score(elsewhere) is None
    game = await finished(clocked)
    challenge = await rematches.propose(game.number, BLAISE)
    assert isinstance(challenge, Challenge)
    assert await rematches.score(challenge) == Score(won=1, lost=0, drawn=0)


async def test_a_game_that_a_moderator_ended_cannot_have_a_rematch(
    clocked: Clocked, rematches: Rematches
) -> None:
    running = await clocked.begin(None)
    await clocked.games.change(running.number, endings.annul)
    with pytest.raises(AnnulledGameError):
        await rematches.propose(running.number, ADA)
