"""Random cups and leagues go the same way under both implementations of the rules."""

from collections.abc import Awaitable, Callable, Mapping
from random import Random

import pytest

from bot.values.events.cup import Cup
from bot.values.players import Player
from tests.bot import acts
from tests.bot.use_cases.cups.club import FRIDA, HERE, PEOPLE, CupClub
from tests.bot.use_cases.cups.second_rules import RatedGame
from tests.bot.use_cases.cups.simulated import play_cup, play_league

Rated = Mapping[int, RatedGame]
"""The games of a cup under the second rules, by their numbers."""


@pytest.mark.parametrize(
    "seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(5, 20))]
)
def test_a_cup_goes_the_same_way_under_both_rules(seed: int) -> None:
    play_cup(seed)


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(25))
def test_2500_cups_go_the_same_way_under_both_rules(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        play_cup(seed)


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(10))
def test_a_year_of_1000_leagues_goes_the_same_way_under_both_rules(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        play_league(seed)


@pytest.mark.parametrize("seed", range(3))
def test_a_year_of_a_league_goes_the_same_way_under_both_rules(seed: int) -> None:
    play_league(seed)


async def play_some(club: CupClub, random: Random, rated: Rated) -> None:
    """Have everyone play a few moves in each game, and give up some."""
    for number, second in rated.items():
        game = await club.games.get(number)
        await club.clocked.players.have_board(number, HERE, number)
        game = await club.clocked.play(game, random.randint(1, 5))
        if random.random() < 0.5:
            await acts.resign(club.games, number, player_id=random.choice(second.players))
            second.over = True
        second.pieces = game.position.ply


async def end_all(club: CupClub, rated: Rated) -> None:
    """Play on what's still running, and give it up."""
    for number, second in rated.items():
        game = await club.games.get(number)
        if game.outcome is None:
            second.pieces = (await club.clocked.play(game, 4)).position.ply
            await acts.resign(club.games, number, player_id=game.white.id)


async def cancel(club: CupClub, cup: Cup, rated: Rated, who: Player) -> None:
    await club.cups.cancel(cup.number, who, guild_id=10)
    for each in rated.values():
        each.cancel(who.id)


async def let_leave(club: CupClub, cup: Cup, rated: Rated, who: Player) -> None:
    await club.cups.leave(cup.number, player_id=who.id)
    for each in rated.values():
        each.leave(who.id)


async def remove(club: CupClub, cup: Cup, rated: Rated, who: Player) -> None:
    await club.cups.remove(cup.number, FRIDA, guild_id=10, player_id=who.id)
    for each in rated.values():
        each.leave(who.id)


async def annul(club: CupClub, cup: Cup, rated: Rated, who: Player) -> None:
    number = next(number for number, each in rated.items() if who.id in each.players)
    await club.cups.annul(cup.number, game=number, moderator=FRIDA)
    rated[number].annul()


@pytest.mark.thorough
@pytest.mark.parametrize("act", [cancel, let_leave, remove, annul])
@pytest.mark.parametrize("seed", range(3))
async def test_the_same_games_count_for_ratings_under_both_rules(
    club: CupClub, act: Callable[[CupClub, Cup, Rated, Player], Awaitable[None]], seed: int
) -> None:
    random = Random(seed)
    cup = await club.begin(PEOPLE[:4])
    rated = {game.number: RatedGame(game.white.id, game.black.id) for game in await club.begun(cup)}
    # Only Frida manages the server without playing.
    who = random.choice([*PEOPLE[:4], FRIDA] if act is cancel else PEOPLE[:4])
    await play_some(club, random, rated)
    await act(club, cup, rated, who)
    await club.keep(cup.number)
    await end_all(club, rated)
    counted = {number: bool((await club.games.get(number)).rating_changes) for number in rated}
    assert counted == {number: each.counts() for number, each in rated.items()}
