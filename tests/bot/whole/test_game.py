"""Two members play whole games by clicking what the message offers."""

from random import Random

import pytest

from bot.values.game.game import Game
from engine import Position, Ruleset
from tests.bot.servers import Server, alt_text, answer, choices, texts

pytestmark = pytest.mark.thorough

RULESETS = [ruleset.value for ruleset in Ruleset]


async def finished_game(server: Server, number: int = 1) -> Game:
    game = await server.client.services.games.get(number)
    assert game.outcome is not None
    return game


@pytest.mark.parametrize(("ruleset", "color"), [*zip(RULESETS, ("white", "black", "random"), strict=True)])
async def test_a_game_goes_from_the_challenge_to_the_leaderboard_across_a_restart(
    server: Server, ruleset: str, color: str
) -> None:
    board = await server.begin(ruleset=ruleset, color=color, rated=True, start="plain")
    random = Random(f"{ruleset} {color}")
    await server.play_on(board, random, moves=9)

    await server.restart()
    await server.play_on(board, random)

    game = await finished_game(server)
    assert game.ruleset.value == ruleset
    if color != "random":
        assert game.color_of(server.ada.id) == color
    assert "finished" in texts(board)[0]
    assert choices(board) == []

    panel = answer(await server.chiyo.slash(server.channel, "pyrga leaderboard"))
    await server.choose(server.chiyo, panel, f"leaderboard:1:{ruleset}:all:0:show")
    assert alt_text(panel).startswith("Leaderboard (")
    names = [line.split(" · ")[0] for line in alt_text(panel).split("; ")[1:]]
    assert sorted(names) == ["Ada", "Blaise"]
    if game.winner is not None:
        assert names[0] == game.winner.name


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(120))
async def test_ten_random_games_end_as_the_engine_says(server: Server, batch: int) -> None:
    random = Random(batch)
    for number in range(1, 11):
        board = await server.begin(ruleset=random.choice(RULESETS), color="random")
        moves = await server.play_on(board, random)
        game = await finished_game(server, number)
        replayed = Position.replay(game.ruleset, moves)
        assert replayed.outcome() == game.outcome
        assert replayed == game.position
