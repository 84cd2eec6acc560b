"""Puzzles from a server's own games, as its people see them."""

import pytest
import simcord

from bot.store.connections.database import Database
from bot.ui.puzzles.view import ShowAnswer
from bot.values.players import GamePuzzles
from engine import puzzles
from tests.bot.servers import Server, answer, delete_data, labels, offered, said, texts
from tests.bot.use_cases.made_puzzles import keep_of_game

pytestmark = pytest.mark.thorough

NOTHING = "There's no new puzzle from this server's games for you."
GONE = "This puzzle is no longer available. Get another one with /pyrga-learn puzzle."
PUZZLE = puzzles()[0]


async def make_puzzle(server: Server) -> None:
    """Have Ada and Blaise finish a game and allow a puzzle from it, and keep one."""
    await server.resigned()
    for member in (server.ada, server.blaise):
        await server.configure_for(member, game_puzzles=GamePuzzles.NAMED)
    database = Database(server.settings.database())
    await keep_of_game(database, PUZZLE, server.clock.now(), guild_id=server.guild.id)
    await database.close()


async def open_puzzle(server: Server, who: simcord.MemberActor) -> simcord.ResponseMessage:
    """Have someone ask for a puzzle from this server's games."""
    message = answer(await who.slash(server.channel, "pyrga-learn rush"))
    await who.click(message, label="Practice")
    await who.click(message, label="From this server")
    return message


async def test_people_of_the_server_solve_what_was_missed_until_a_player_takes_it_back(
    server: Server,
) -> None:
    await make_puzzle(server)
    message = await open_puzzle(server, server.chiyo)
    color = PUZZLE.position.turn.value.title()
    assert texts(message)[0] == f"### What did {color} miss?\n-# From game #1, **Ada** against **Blaise**"
    await server.configure_for(server.blaise, game_puzzles=GamePuzzles.UNNAMED)
    message = await open_puzzle(server, server.chiyo)
    assert texts(message)[0] == f"### What did {color} miss?\n-# From a game in this server"
    await server.configure_for(server.ada, game_puzzles=GamePuzzles.OFF)
    refused = await server.chiyo.click(message, label="Show answer")
    assert said(refused) == GONE
    assert texts(await open_puzzle(server, server.chiyo))[0].startswith(NOTHING)


async def test_a_puzzle_from_a_game_is_only_shown_where_it_was_played_and_goes_with_a_players_data(
    server: Server,
) -> None:
    await make_puzzle(server)
    elsewhere = server.elsewhere()
    message = await open_puzzle(elsewhere, elsewhere.chiyo)
    assert texts(message)[0].startswith(NOTHING)
    assert labels(message) == ["Practice"]
    forged = str(ShowAnswer("g0000001", None))
    assert await elsewhere.forge(elsewhere.chiyo, message, forged) == GONE
    here = await open_puzzle(server, server.chiyo)
    await server.chiyo.click(here, label="Show answer")
    assert [button["label"] for button in offered(here)][-2:] == ["Next puzzle", "Practice"]
    await server.chiyo.click(here, label="Next puzzle")
    assert texts(here)[0].startswith(NOTHING)
    await delete_data(server.blaise)
    assert texts(await open_puzzle(server, server.ada))[0].startswith(NOTHING)
