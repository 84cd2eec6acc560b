"""Two members play whole games by clicking what the message offers."""

from random import Random

import pytest

from bot.matches.values.games import Game
from engine import Position, Ruleset
from tests.bot.servers import Server, answer, choices, texts

RULESETS = [ruleset.value for ruleset in Ruleset]


async def finished_game(server: Server, number: int = 1) -> Game:
    game = await server.client.services.games.get(number)
    assert game.outcome is not None
    return game


@pytest.mark.parametrize("colour", ["white", "black", "random"])
@pytest.mark.parametrize("ruleset", RULESETS)
async def test_a_game_goes_from_the_challenge_to_the_leaderboard_through_a_restart(
    server: Server, ruleset: str, colour: str
) -> None:
    board = await server.begin(ruleset=ruleset, color=colour)
    random = Random(f"{ruleset} {colour}")
    await server.play_on(board, random, clicks=9)

    await server.restart()
    await server.play_on(board, random)

    game = await finished_game(server)
    assert game.ruleset.value == ruleset
    if colour != "random":
        assert game.colour_of(server.ada.id) == colour
    assert "finished" in texts(board)[0]
    assert choices(board) == []

    standing = texts(answer(await server.chiyo.slash(server.channel, "pyrga leaderboard")))[0]
    if game.winner is None:
        assert standing.count("0 wins, 1 draw, 0 losses") == 2
    else:
        assert f"1\\. **{game.winner.name}** · 1 win, 0 draws, 0 losses" in standing
        assert "0 wins, 0 draws, 1 loss" in standing


@pytest.mark.parametrize(
    "batch", [0, *(pytest.param(batch, marks=pytest.mark.soak) for batch in range(1, 120))]
)
async def test_ten_random_games_end_as_the_engine_says(server: Server, batch: int) -> None:
    random = Random(batch)
    for number in range(1, 11):
        board = await server.begin(ruleset=random.choice(RULESETS), color="random")
        moves = await server.play_on(board, random)
        game = await finished_game(server, number)
        replayed = Position.replay(game.ruleset, moves)
        assert replayed.outcome() == game.outcome
        assert replayed == game.position
