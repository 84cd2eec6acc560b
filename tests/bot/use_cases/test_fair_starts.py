"""Games that start balanced or with an advantage, or where Black may take over White's side."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.store.schema.tables import EVERYWHERE
from bot.store.standings import ratings
from bot.store.standings.ratings import RatingRow
from bot.values.challenge_errors import RatedAdvantageError
from bot.values.challenges import ColorChoice
from bot.values.game.game import Game
from bot.values.game.game_errors import NotAPlayerError, NotYourTurnError, StaleRevisionError
from bot.values.players import Place, Player
from engine import Color, Ruleset, Start, Value, opening_moves
from tests.bot import acts
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HERE, OUTSIDE, TERMS, Clocked
from tests.bot.use_cases.made_games import NOW

pytestmark = pytest.mark.quick

CAFE = 10


@pytest.mark.thorough
@pytest.mark.parametrize("ruleset", Ruleset)
async def test_a_balanced_game_begins_with_a_drawn_first_move_and_black_to_play(
    clocked: Clocked, ruleset: Ruleset
) -> None:
    begun = [await clocked.agree(start=Start.BALANCED, ruleset=ruleset) for _ in range(12)]
    firsts = {game.position.last_move for game in begun}
    assert firsts <= set(opening_moves(ruleset, Value.DRAW))
    assert len(firsts) > 3
    assert {game.to_move for game in begun} == {BLAISE}
    assert {game.revision for game in begun} == {0}


async def test_a_balanced_game_continues_like_any_other_and_has_a_record_if_it_is_canceled(
    clocked: Clocked,
) -> None:
    game = await clocked.begin(None, Start.BALANCED)
    reply = str(game.position.legal_moves[0])
    with pytest.raises(NotYourTurnError):
        await acts.play(clocked.games, game.number, revision=0, text=reply, player_id=ADA.id)
    after = await clocked.move(game, reply)
    assert (after.position.ply, after.to_move) == (2, ADA)
    await clocked.players.cancel(game.number, ADA.id)
    assert len((await clocked.games.get(game.number)).record.moves) == 2


async def test_black_may_take_over_whites_side_after_the_first_move(clocked: Clocked) -> None:
    game, swap = await clocked.begin(None, Start.SWAP), clocked.players.swap
    assert not game.offers_swap
    with pytest.raises(StaleRevisionError):
        await swap(game.number, 0, ADA.id)
    assert (await clocked.move(game, "Sb2")).offers_swap
    with pytest.raises(NotYourTurnError):
        await swap(game.number, 1, ADA.id)
    with pytest.raises(NotAPlayerError):
        await swap(game.number, 1, CHIYO.id)
    swapped = await swap(game.number, 1, BLAISE.id)
    assert (swapped.white, swapped.black, swapped.to_move) == (BLAISE, ADA, ADA)
    assert (swapped.revision, swapped.swapped, swapped.offers_swap) == (2, True, False)
    assert swapped.position.turn is Color.BLACK
    with pytest.raises(StaleRevisionError):
        await swap(game.number, 1, ADA.id)
    reply = await clocked.play(swapped)
    assert await clocked.games.get(game.number) == reply


@pytest.mark.parametrize(
    ("start", "moves"), [(Start.SWAP, "Sb2 Sb1"), (Start.PLAIN, "Sb2"), (Start.BALANCED, "")]
)
async def test_after_black_has_played_on_and_in_other_games_there_is_no_swap(
    clocked: Clocked, start: Start, moves: str
) -> None:
    game = await clocked.move(await clocked.begin(None, start), moves)
    assert not game.offers_swap
    with pytest.raises(StaleRevisionError):
        await clocked.players.swap(game.number, game.revision, game.to_move.id)


async def begin_with_advantage(
    clocked: Clocked,
    rated: Mapping[int, tuple[float | None, float | None]],
    place: Place = HERE,
    **terms: Any,
) -> Game:
    """Begin a game of two people with these ratings by pool, Ada's and Blaise's."""
    challenge = await clocked.propose(place=place, start=Start.ADVANTAGE, **terms)
    rows = [
        RatingRow(pool, challenge.terms.ruleset.value, player.id, points, 60, 0.06, 20, 1, NOW, None)
        for pool, pair in rated.items()
        for player, points in zip((ADA, BLAISE), pair, strict=True)
        if points is not None
    ]
    async with clocked.database.writing() as connection:
        await ratings.keep(connection, rows)
    game = await clocked.challenges.accept(challenge.number, BLAISE, message_id=100 + challenge.number)
    assert (await clocked.challenges.get(challenge.number)).favored == favored(game)
    return game


def favored(game: Game) -> Player | None:
    return None if game.favored is None else game.player(game.favored)


@pytest.mark.parametrize("color", [ColorChoice.WHITE, ColorChoice.BLACK])
@pytest.mark.parametrize("ruleset", Ruleset)
async def test_an_advantage_start_wins_for_whoever_has_the_lower_rating(
    clocked: Clocked, ruleset: Ruleset, color: ColorChoice
) -> None:
    game = await begin_with_advantage(clocked, {CAFE: (1400, 1500)}, color=color, ruleset=ruleset)
    value = Value.WIN if color is ColorChoice.WHITE else Value.LOSS
    assert game.position.last_move in opening_moves(ruleset, value)
    assert favored(game) == ADA
    assert (game.position.turn, game.revision, game.rated) == (Color.BLACK, 0, False)
    assert await clocked.games.get(game.number) == game


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("place", "rated", "weaker"),
    [
        (HERE, {CAFE: (1600, 1500), EVERYWHERE: (1500, 1600)}, BLAISE),
        (HERE, {CAFE: (1600, None), EVERYWHERE: (1500, 1600)}, ADA),
        (HERE, {EVERYWHERE: (1500, 1600)}, ADA),
        (HERE, {EVERYWHERE: (None, 1200)}, ADA),
        (HERE, {EVERYWHERE: (1200, None)}, BLAISE),
        (HERE, {EVERYWHERE: (1500, 1500)}, BLAISE),
        (HERE, {}, BLAISE),
        (OUTSIDE, {CAFE: (1500, 1400), EVERYWHERE: (1400, 1500)}, ADA),
    ],
)
async def test_the_ratings_of_the_server_count_most_and_then_those_of_all_servers(
    clocked: Clocked, place: Place, rated: Mapping[int, tuple[float | None, float | None]], weaker: Player
) -> None:
    assert favored(await begin_with_advantage(clocked, rated, place)) == weaker


async def test_a_rated_game_has_no_advantage_start(clocked: Clocked) -> None:
    with pytest.raises(RatedAdvantageError):
        await clocked.propose(start=Start.ADVANTAGE, rated=True)
    with pytest.raises(RatedAdvantageError):
        await clocked.challenges.propose_to_all(HERE, ADA, replace(TERMS, start=Start.ADVANTAGE, rated=True))
