"""Members start a game that neither side wins with perfect play."""

from datetime import timedelta
from random import Random

import pytest

from tests.bot.servers import Server, alt_text, labels, said, texts

pytestmark = pytest.mark.thorough


async def test_a_rated_game_starts_balanced_unless_another_start_is_chosen(server: Server) -> None:
    card = await server.challenge(rated=True)
    assert "Balanced start: " in texts(card)[1]
    assert "Rated. " in texts(card)[1]
    await server.blaise.click(card, label="Accept")
    header, status = texts(card)
    assert "move 1" in header
    assert "balanced start · rated" in header
    assert status.startswith(
        f"The first piece was placed at random to make the game fair.\n<@{server.blaise.id}> (Black) to play"
    )
    await server.play_on(card, Random(5), moves=2)
    assert "placed at random" not in texts(card)[-1]

    plain = await server.begin(rated=True, start="plain")
    assert "· start" in texts(plain)[0]
    assert "balanced" not in texts(plain)[0]


async def test_a_casual_game_starts_plain_unless_another_start_is_chosen(server: Server) -> None:
    card = await server.challenge()
    assert "Casual: " in texts(card)[1]
    assert "Balanced" not in texts(card)[1]
    await server.ada.click(card, label="Cancel")
    server.clock.move(timedelta(minutes=1))
    assert "Balanced start: " in texts(await server.challenge(start="balanced"))[1]


async def test_a_balanced_game_is_played_to_its_end_across_a_restart(server: Server) -> None:
    board = await server.begin(start="balanced")
    random = Random(5)
    await server.play_on(board, random, moves=6)
    await server.restart()
    await server.play_on(board, random)
    assert "finished" in texts(board)[0]


@pytest.mark.default
async def test_the_card_and_the_board_say_whom_an_advantage_start_is_for(server: Server) -> None:
    card = await server.challenge(start="advantage", color="white")
    terms = texts(card)[1]
    assert "so that **Blaise** can win with best play. Black moves next." in terms
    assert "Casual: ratings don't change." in terms
    await server.blaise.click(card, label="Accept")
    header, status = texts(card)
    assert "move 1" in header
    assert "advantage start" in header
    said_first, asked = status.splitlines()[:2]
    assert said_first == "From here, **Blaise** can win with best play."
    assert asked.startswith(f"<@{server.blaise.id}> (Black) to play")


async def test_hints_and_advantage_starts_are_for_casual_games_and_their_rematches(server: Server) -> None:
    for option, sentence in (
        ({"start": "advantage"}, "Rated games can't start with an advantage. Pick one or the other."),
        ({"hints": True}, "Rated games can't have hints. Pick one or the other."),
    ):
        rated = {"opponent": server.blaise, "rated": True, **option}
        assert said(await server.ada.slash(server.channel, "pyrga challenge", **rated)) == sentence
    board = await server.begin(start="advantage", color="white")
    await server.play_on(board, Random(5))
    await server.blaise.click(board, label="Rematch")
    assert "so that **Ada** can win with best play." in texts(server.newest())[1]


@pytest.mark.default
async def test_black_takes_over_whites_side_with_a_button(server: Server) -> None:
    board = await server.begin(start="swap")
    assert "Swap sides" not in labels(board)
    await server.play(board, "Sb2")
    assert "Or swap sides and take White's first move." in texts(board)[-1]

    refused = await server.ada.click(board, label="Swap sides")
    assert said(refused) == "It's **Blaise**'s turn. Please wait for yours."

    await server.blaise.click(board, label="Swap sides")
    header, status = texts(board)
    assert "Blaise (White) against Ada (Black)." in alt_text(board)
    assert "sides swapped" in header
    assert status.startswith(f"**Blaise** took White's side.\n<@{server.ada.id}> (Black) to play")
    assert "Swap sides" not in labels(board)
    await server.play(board, "Sb1 Cc1")
    assert "took White's side" not in texts(board)[-1]
    assert "move 3" in texts(board)[0]
