"""Games that start balanced or with an advantage, or where Black may take over White's side."""

from collections.abc import Mapping
from random import Random

import pytest

from bot.matches.challenges.challenge_errors import RatedAdvantageError, RatedHintsError
from bot.matches.challenges.challenges import Challenges
from bot.matches.games.games import Games
from bot.matches.match.match import Match
from bot.matches.match.match_errors import NotAPlayerError, NotYourTurnError, StaleRevisionError
from bot.matches.values.challenges import ColorChoice, Terms
from bot.matches.values.players import Place, Player
from bot.store.connections.database import Database
from bot.store.schema.tables import EVERYWHERE
from bot.store.standings import ratings
from bot.store.standings.ratings import RatingRow
from engine import Color, Ruleset, Start, Value, opening_moves
from tests.bot.clocks import StandingClock
from tests.bot.matches.made_matches import NOW
from tests.bot.matches.players import Players

pytestmark = pytest.mark.quick

ADA, BLAISE = Player(101, "Ada"), Player(102, "Blaise")
CAFE = 10
HERE = Place(CAFE, 20)


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database, StandingClock())


@pytest.fixture
def challenges(database: Database) -> Challenges:
    return Challenges(database, StandingClock(), Random(1))


async def begin(challenges: Challenges, start: Start, ruleset: Ruleset = Ruleset.PYRGA) -> Match:
    terms = Terms(ruleset, ColorChoice.WHITE, "en-GB", start)
    challenge = await challenges.propose(HERE, ADA, BLAISE, terms, opponent_is_bot=False)
    return await challenges.accept(challenge.number, BLAISE, message_id=100 + challenge.number)


@pytest.mark.thorough
@pytest.mark.parametrize("ruleset", Ruleset)
async def test_a_balanced_game_begins_with_a_drawn_first_move_and_black_to_play(
    challenges: Challenges, ruleset: Ruleset
) -> None:
    begun = [await begin(challenges, Start.BALANCED, ruleset) for _ in range(12)]
    firsts = {game.position.last_move for game in begun}
    assert firsts <= set(opening_moves(ruleset, Value.DRAW))
    assert len(firsts) > 3
    assert {game.to_move for game in begun} == {BLAISE}
    assert {game.revision for game in begun} == {0}


async def test_a_balanced_game_continues_like_any_other(challenges: Challenges, games: Games) -> None:
    game = await begin(challenges, Start.BALANCED)
    reply = str(game.position.legal_moves[0])
    with pytest.raises(NotYourTurnError):
        await games.play(game.number, revision=0, text=reply, player_id=ADA.id)
    after = await games.play(game.number, revision=0, text=reply, player_id=BLAISE.id)
    assert (after.position.ply, after.to_move) == (2, ADA)


async def test_black_may_take_over_whites_side_after_the_first_move(
    challenges: Challenges, games: Games
) -> None:
    game = await begin(challenges, Start.SWAP)
    assert not game.offers_swap
    with pytest.raises(StaleRevisionError):
        await Players(games).swap(game.number, 0, ADA.id)
    played = await games.play(game.number, revision=0, text="Sb2", player_id=ADA.id)
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
    reply = await games.play(
        game.number, revision=2, text=str(swapped.position.legal_moves[0]), player_id=ADA.id
    )
    assert await games.get(game.number) == reply


async def test_a_balanced_game_canceled_after_one_chosen_move_has_a_record(
    challenges: Challenges, games: Games
) -> None:
    game = await begin(challenges, Start.BALANCED)
    move = str(game.position.legal_moves[0])
    game = await games.play(game.number, revision=game.revision, text=move, player_id=BLAISE.id)
    await Players(games).cancel(game.number, ADA.id)
    assert len((await games.get(game.number)).record.moves) == 2


async def test_black_may_play_on_instead_and_then_the_offer_is_gone(
    challenges: Challenges, games: Games
) -> None:
    game = await begin(challenges, Start.SWAP)
    game = await games.play(game.number, revision=0, text="Sb2", player_id=ADA.id)
    game = await games.play(game.number, revision=1, text="Sb1", player_id=BLAISE.id)
    assert not game.offers_swap
    with pytest.raises(StaleRevisionError):
        await Players(games).swap(game.number, 2, ADA.id)


async def test_other_games_offer_no_swap(challenges: Challenges, games: Games) -> None:
    for start in (Start.PLAIN, Start.BALANCED):
        game = await begin(challenges, start)
        if game.position.ply == 0:
            game = await games.play(game.number, revision=0, text="Sb2", player_id=ADA.id)
        with pytest.raises(StaleRevisionError):
            await Players(games).swap(game.number, game.revision, BLAISE.id)


async def test_a_rated_game_has_no_hints(challenges: Challenges) -> None:
    terms = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB", rated=True, hints=True)
    with pytest.raises(RatedHintsError):
        await challenges.propose(HERE, ADA, BLAISE, terms, opponent_is_bot=False)


async def begin_with_advantage(  # noqa: PLR0917 - the terms and the ratings
    challenges: Challenges,
    database: Database,
    rated: Mapping[int, tuple[float | None, float | None]],
    color: ColorChoice = ColorChoice.WHITE,
    ruleset: Ruleset = Ruleset.PYRGA,
    place: Place = HERE,
) -> Match:
    """Begin a game of two people with these ratings by pool, Ada's and Blaise's."""
    terms = Terms(ruleset, color, "en-GB", Start.ADVANTAGE)
    challenge = await challenges.propose(place, ADA, BLAISE, terms, opponent_is_bot=False)
    rows = [
        RatingRow(pool, ruleset.value, player.id, points, 60, 0.06, 20, 1, NOW, None)
        for pool, pair in rated.items()
        for player, points in zip((ADA, BLAISE), pair, strict=True)
        if points is not None
    ]
    async with database.writing() as connection:
        await ratings.keep(connection, rows)
    game = await challenges.accept(challenge.number, BLAISE, message_id=100 + challenge.number)
    assert (await challenges.get(challenge.number)).favored == favored(game)
    return game


def favored(game: Match) -> Player | None:
    return None if game.favored is None else game.player(game.favored)


@pytest.mark.parametrize("color", [ColorChoice.WHITE, ColorChoice.BLACK])
@pytest.mark.parametrize("ruleset", Ruleset)
async def test_an_advantage_start_wins_for_whoever_has_the_lower_rating(
    challenges: Challenges, database: Database, ruleset: Ruleset, color: ColorChoice
) -> None:
    game = await begin_with_advantage(challenges, database, {CAFE: (1400, 1500)}, color, ruleset)
    value = Value.WIN if color is ColorChoice.WHITE else Value.LOSS
    assert game.position.last_move in opening_moves(ruleset, value)
    assert favored(game) == ADA
    assert (game.position.turn, game.revision, game.rated) == (Color.BLACK, 0, False)
    assert await Games(database, StandingClock()).get(game.number) == game


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("rated", "weaker"),
    [
        ({CAFE: (1600, 1500), EVERYWHERE: (1500, 1600)}, BLAISE),
        ({CAFE: (1600, None), EVERYWHERE: (1500, 1600)}, ADA),
        ({EVERYWHERE: (1500, 1600)}, ADA),
        ({EVERYWHERE: (None, 1200)}, ADA),
        ({EVERYWHERE: (1200, None)}, BLAISE),
        ({EVERYWHERE: (1500, 1500)}, BLAISE),
        ({}, BLAISE),
    ],
)
async def test_the_ratings_of_the_server_count_most_and_then_those_of_all_servers(
    challenges: Challenges,
    database: Database,
    rated: Mapping[int, tuple[float | None, float | None]],
    weaker: Player,
) -> None:
    assert favored(await begin_with_advantage(challenges, database, rated)) == weaker


@pytest.mark.thorough
async def test_outside_servers_the_ratings_of_all_servers_decide(
    challenges: Challenges, database: Database
) -> None:
    rated = {CAFE: (1500, 1400), EVERYWHERE: (1400, 1500)}
    game = await begin_with_advantage(challenges, database, rated, place=Place(None, 20))
    assert favored(game) == ADA


async def test_a_rated_game_has_no_advantage_start(challenges: Challenges) -> None:
    terms = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB", Start.ADVANTAGE, rated=True)
    with pytest.raises(RatedAdvantageError):
        await challenges.propose(HERE, ADA, BLAISE, terms, opponent_is_bot=False)
    with pytest.raises(RatedAdvantageError):
        await challenges.propose_to_all(HERE, ADA, terms)
