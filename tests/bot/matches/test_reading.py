"""Every change to a game returns it exactly as it's stored."""

from datetime import timedelta
from random import Random

import pytest

from bot.matches.games.conditional_moves import ConditionalMoves, position_after
from bot.matches.games.offers import Offers
from bot.matches.values.clocks import DueKind
from bot.matches.values.games import Game
from engine import Start
from tests.bot.matches.clocked import ADA, BLAISE, Clocked

pytestmark = pytest.mark.quick

SEEDS = range(3)


async def check(clocked: Clocked, game: Game) -> Game:
    assert await clocked.games.get(game.number) == game
    return game


@pytest.mark.parametrize("seed", SEEDS)
async def test_after_every_move_of_a_game(clocked: Clocked, seed: int) -> None:
    random = Random(seed)
    game = await clocked.begin(None if seed % 2 else timedelta(hours=2), random.choice(list(Start)))
    while game.outcome is None:
        clocked.clock.move(timedelta(seconds=random.choice((1, 20))))
        move = str(random.choice(game.position.legal_moves))
        game = await check(
            clocked, await clocked.games.play(game.number, game.revision, move, game.to_move.id)
        )


async def test_after_moves_that_were_planned(clocked: Clocked) -> None:
    game = await clocked.begin(timedelta(days=1))
    conditional_moves = ConditionalMoves(clocked.database, clocked.games)
    third = position_after(game, ("Sb2", "Ta2e")).legal_moves[0]
    fourth = position_after(game, ("Sb2", "Ta2e", str(third))).legal_moves[0]
    await conditional_moves.answer(game.number, 0, BLAISE.id, ("Sb2",), "Ta2e")
    await conditional_moves.answer(game.number, 0, BLAISE.id, ("Sb2", "Ta2e", str(third)), str(fourth))
    played = await check(clocked, await clocked.games.play(game.number, 0, "Sb2", ADA.id))
    assert (played.position.ply, len(played.black_seat.conditional_moves.answers)) == (2, 1)


async def test_after_an_offer_was_declined(clocked: Clocked) -> None:
    game = await clocked.begin(timedelta(days=1))
    for _ in range(2):
        game = await clocked.play(game)
    offers = Offers(clocked.clock, clocked.games)
    asked = await check(clocked, await offers.offer_draw(game.number, game.revision, BLAISE.id))
    await check(clocked, await offers.decline(game.number, asked.revision, ADA.id))


async def test_after_a_resignation_and_a_timeout(clocked: Clocked) -> None:
    game = await clocked.begin(timedelta(hours=2))
    await check(clocked, await clocked.games.resign(game.number, BLAISE.id))
    late = await clocked.begin(timedelta(minutes=5))
    await clocked.live(timedelta(minutes=5))
    ended = await clocked.timeouts.expire(await clocked.due(DueKind.DEADLINE))
    assert ended is not None
    assert (await check(clocked, ended)).number == late.number
