"""Games that start balanced, or where Black may take over White's side."""

from random import Random

import pytest

from bot.matches.challenges.challenge_errors import RatedHintsError
from bot.matches.challenges.challenges import Challenges
from bot.matches.games.games import Games
from bot.matches.match.match import Match
from bot.matches.match.match_errors import NotAPlayerError, NotYourTurnError, StaleRevisionError
from bot.matches.values.challenges import ColorChoice, Terms
from bot.matches.values.players import Place, Player
from bot.store.connections.database import Database
from engine import Color, Ruleset, Start, balanced_first_moves
from tests.bot.clocks import StandingClock
from tests.bot.matches.players import Players

pytestmark = pytest.mark.quick

ADA, BLAISE = Player(101, "Ada"), Player(102, "Blaise")


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database, StandingClock())


@pytest.fixture
def challenges(database: Database) -> Challenges:
    return Challenges(database, StandingClock(), Random(1))


async def begin(challenges: Challenges, start: Start, ruleset: Ruleset = Ruleset.PYRGA) -> Match:
    terms = Terms(ruleset, ColorChoice.WHITE, "en-GB", start)
    challenge = await challenges.propose(Place(10, 20), ADA, BLAISE, terms, opponent_is_bot=False)
    return await challenges.accept(challenge.number, BLAISE, message_id=100 + challenge.number)


@pytest.mark.parametrize("ruleset", Ruleset)
async def test_a_balanced_game_begins_with_a_drawn_first_move_and_black_to_play(
    challenges: Challenges, ruleset: Ruleset
) -> None:
    begun = [await begin(challenges, Start.BALANCED, ruleset) for _ in range(12)]
    firsts = {game.position.last_move for game in begun}
    assert firsts <= set(balanced_first_moves(ruleset))
    assert len(firsts) > 3
    assert {game.to_move for game in begun} == {BLAISE}
    assert {game.revision for game in begun} == {0}


async def test_a_balanced_game_continues_like_any_other(challenges: Challenges, games: Games) -> None:
    game = await begin(challenges, Start.BALANCED)
    reply = str(game.position.legal_moves[0])
    with pytest.raises(NotYourTurnError):
        await games.play(game.number, 0, reply, ADA.id)
    after = await games.play(game.number, 0, reply, BLAISE.id)
    assert (after.position.ply, after.to_move) == (2, ADA)


async def test_black_may_take_over_whites_side_after_the_first_move(
    challenges: Challenges, games: Games
) -> None:
    game = await begin(challenges, Start.SWAP)
    assert not game.offers_swap
    with pytest.raises(StaleRevisionError):
        await Players(games).swap(game.number, 0, ADA.id)
    played = await games.play(game.number, 0, "Sb2", ADA.id)
    assert played.offers_swap
    with pytest.raises(NotYourTurnError):
        await Players(games).swap(game.number, 1, ADA.id)
    with pytest.raises(NotAPlayerError):
        await Players(games).swap(game.number, 1, 999)
    swapped = await Players(games).swap(game.number, 1, BLAISE.id)
    assert (swapped.white, swapped.black, swapped.to_move) == (BLAISE, ADA, ADA)
    assert (swapped.revision, swapped.swapped, swapped.offers_swap) == (2, True, False)
    assert swapped.position.turn is Color.BLACK
    with pytest.raises(StaleRevisionError):
        await Players(games).swap(game.number, 1, ADA.id)
    reply = await games.play(game.number, 2, str(swapped.position.legal_moves[0]), ADA.id)
    assert await games.get(game.number) == reply


async def test_a_balanced_game_canceled_after_one_chosen_move_has_a_record(
    challenges: Challenges, games: Games
) -> None:
    game = await begin(challenges, Start.BALANCED)
    move = str(game.position.legal_moves[0])
    game = await games.play(game.number, game.revision, move, BLAISE.id)
    await Players(games).cancel(game.number, ADA.id)
    assert len((await games.get(game.number)).record.moves) == 2


async def test_black_may_play_on_instead_and_then_the_offer_is_gone(
    challenges: Challenges, games: Games
) -> None:
    game = await begin(challenges, Start.SWAP)
    game = await games.play(game.number, 0, "Sb2", ADA.id)
    game = await games.play(game.number, 1, "Sb1", BLAISE.id)
    assert not game.offers_swap
    with pytest.raises(StaleRevisionError):
        await Players(games).swap(game.number, 2, ADA.id)


async def test_other_games_offer_no_swap(challenges: Challenges, games: Games) -> None:
    for start in (Start.PLAIN, Start.BALANCED):
        game = await begin(challenges, start)
        if game.position.ply == 0:
            game = await games.play(game.number, 0, "Sb2", ADA.id)
        with pytest.raises(StaleRevisionError):
            await Players(games).swap(game.number, game.revision, BLAISE.id)


async def test_a_rated_game_has_no_hints(challenges: Challenges) -> None:
    terms = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB", rated=True, hints=True)
    with pytest.raises(RatedHintsError):
        await challenges.propose(Place(10, 20), ADA, BLAISE, terms, opponent_is_bot=False)
