"""The ratings beside the names on a challenge and in a game, and what a rated game would change."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.values.challenges import Challenge
from bot.values.game.game import Game
from bot.values.players import Place, Player
from bot.values.standings import ShownRating, Stakes
from engine import Color, Start
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HERE, MINUTE, OUTSIDE, TERMS, THERE, Clocked
from tests.bot.use_cases.club import FOUR

NEW = ShownRating(1500, provisional=True)


async def propose(
    clocked: Clocked, opponent: Player | None = BLAISE, *, rated: bool = True, place: Place = HERE
) -> Challenge:
    """Return a challenge by Ada, who is White, to someone or to everyone."""
    clocked.clock.move(MINUTE)
    if opponent is None:
        return await clocked.challenges.propose_to_all(place, ADA, replace(TERMS, rated=rated))
    return await clocked.propose(opponent, place, rated=rated)


async def play(clocked: Clocked, loser: Player, opponent: Player = BLAISE, place: Place = HERE) -> Game:
    """Return a rated game that Ada plays with someone, and one of them resigns."""
    clocked.clock.move(MINUTE)
    game = await clocked.agree(opponent, place, rated=True)
    return await clocked.resign(await clocked.move(game, FOUR), loser)


def shown(game: Game) -> list[ShownRating | None]:
    """Return the ratings beside the names of White and Black."""
    return [game.seat(color).rating for color in Color]


@pytest.mark.thorough
@pytest.mark.parametrize("loser", [ADA, BLAISE])
async def test_the_result_changes_the_rating_as_the_card_said(clocked: Clocked, loser: Player) -> None:
    for earlier in (ADA, BLAISE, BLAISE):
        await play(clocked, earlier)
    clocked.clock.move(timedelta(days=20))
    card = await propose(clocked)
    await clocked.challenges.cancel(card.number, ADA)
    assert card.stakes is not None
    ended = await play(clocked, loser)
    change = next(each for each in ended.rating_changes if each.player_id == BLAISE.id)
    points = card.stakes.lost if loser is BLAISE else card.stakes.won
    assert abs(round(change.after) - round(change.before) - points) <= 1
    assert card.stakes.lost < 0 < card.stakes.won


async def test_a_newcomer_has_the_rating_that_everyone_starts_with(clocked: Clocked) -> None:
    card = await propose(clocked)
    assert (card.challenger_rating, card.opponent_rating) == (NEW, NEW)
    assert card.stakes == Stakes(won=241, lost=-241)
    assert await clocked.challenges.get(card.number) == card


async def test_a_challenge_to_everyone_has_the_rating_of_the_challenger(clocked: Clocked) -> None:
    await play(clocked, BLAISE)
    card = await propose(clocked, None)
    assert card.challenger_rating == ShownRating(1741, provisional=True)
    assert (card.opponent_rating, card.stakes) == (None, None)
    game = await clocked.challenges.accept(card.number, BLAISE, message_id=9)
    assert shown(game) == [card.challenger_rating, ShownRating(1259, provisional=True)]


async def test_a_casual_game_shows_the_ratings_that_people_have_in_the_server(clocked: Clocked) -> None:
    await play(clocked, BLAISE)
    card = await propose(clocked, CHIYO, rated=False)
    assert (card.opponent_rating, card.stakes) == (None, None)
    game = await clocked.challenges.accept(card.number, CHIYO, message_id=9)
    assert shown(game) == [ShownRating(1741, provisional=True), None]
    elsewhere = await propose(clocked, CHIYO, rated=False, place=THERE)
    assert (elsewhere.challenger_rating, elsewhere.opponent_rating) == (None, None)


async def test_outside_servers_only_rated_games_show_ratings(clocked: Clocked) -> None:
    await play(clocked, BLAISE)
    casual = await propose(clocked, rated=False, place=OUTSIDE)
    assert (casual.challenger_rating, casual.opponent_rating) == (None, None)
    await clocked.challenges.cancel(casual.number, ADA)
    rated = await propose(clocked, place=OUTSIDE)
    assert rated.challenger_rating == ShownRating(1741, provisional=True), "in all games"


@pytest.mark.thorough
async def test_a_game_keeps_the_ratings_that_it_began_with(clocked: Clocked) -> None:
    card = await propose(clocked)
    game = await clocked.challenges.accept(card.number, BLAISE, message_id=9)
    await play(clocked, BLAISE)
    assert shown(await clocked.games.get(game.number)) == [NEW, NEW]


async def test_ratings_change_sides_with_the_players(clocked: Clocked) -> None:
    await play(clocked, BLAISE)
    clocked.clock.move(MINUTE)
    game = await clocked.move(await clocked.agree(start=Start.SWAP, rated=True), "Sb2")
    swapped = await clocked.players.swap(game.number, game.revision, BLAISE.id)
    assert swapped.white == BLAISE
    assert [rating and rating.points for rating in shown(swapped)] == [1259, 1741]
    assert shown(await clocked.games.get(game.number)) == shown(swapped)
