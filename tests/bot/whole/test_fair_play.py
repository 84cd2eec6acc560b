"""No help with what someone is still playing: whatever shows values doesn't, until the game is over."""

import pytest
import simcord

from bot.ui.puzzles.view import ShowAnswer, TryMove
from engine import Position, Symmetry, puzzles
from tests.bot import acts
from tests.bot.servers import Server, answer, labels, offered, read, said, texts

pytestmark = [pytest.mark.thorough, pytest.mark.computer]

MOVES = "Sb2 Ta2e Td2s Td1w Ca1 Ta1n"
"""Played in the game of Ada and Blaise."""

BARRED = "You're playing game **#1**, in which hints aren't allowed"


@pytest.fixture
async def board(server: Server) -> simcord.ResponseMessage:
    """Return the board of the game."""
    board = await server.begin()
    await server.play(board, MOVES)
    return board


def mirrored(moves: str) -> str:
    """Return the text of a mirrored position with one more piece."""
    position = Position.replay("pyrga", moves).transformed(Symmetry.MIRRORED_COLUMNS)
    return str(position.play(position.legal_moves[0]))


async def analyze(server: Server, who: simcord.MemberActor, position: str) -> str:
    """Return the text of someone's analysis board."""
    opened = answer(await who.slash(server.channel, "pyrga analyze", position=position))
    return read(opened)


@pytest.mark.usefixtures("board")
async def test_an_analysis_board_has_no_values_for_the_players(server: Server) -> None:
    shown = await analyze(server, server.ada, mirrored(MOVES))
    assert BARRED in shown
    assert "wins" not in shown
    assert "best play" in await analyze(server, server.chiyo, mirrored(MOVES))
    await acts.resign(server.client.services.games, 1, player_id=server.ada.id)
    assert "best play" in await analyze(server, server.ada, mirrored(MOVES))


async def test_the_explorer_has_neither_values_nor_scores(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2")
    for who, is_barred in ((server.ada, True), (server.chiyo, False)):
        page = answer(await who.slash(server.channel, "pyrga explore"))
        assert "best play" in texts(page)[1]
        while "■ b3" not in labels(page):
            await who.click(page, label="More moves")
        await who.click(page, label="■ b3")
        assert (BARRED in texts(page)[1]) is is_barred
        assert ("best play" in texts(page)[1]) is not is_barred


async def test_a_game_that_has_just_begun_bars_the_first_moves(server: Server) -> None:
    await server.begin()
    page = answer(await server.ada.slash(server.channel, "pyrga explore"))
    assert BARRED in texts(page)[1]
    assert [one["label"] for one in offered(page)] == ["Analyze"]
    assert BARRED in said(await server.ada.slash(server.channel, "pyrga train"))


@pytest.mark.usefixtures("board")
async def test_the_review_of_another_game_with_these_pieces_waits(server: Server) -> None:
    other = await server.begin()
    await server.play(other, f"{MOVES} Ca4")
    await acts.resign(server.client.services.games, 2, player_id=server.ada.id)
    assert BARRED in said(await server.ada.slash(server.channel, "pyrga review", game="2"))
    assert answer(await server.ada.slash(server.channel, "pyrga replay", game="2")).ephemeral


async def test_the_puzzle_of_the_game_waits(server: Server) -> None:
    puzzle = puzzles()[0]
    opened = answer(await server.ada.slash(server.channel, "pyrga puzzle", number=puzzle.number))
    board = await server.begin(ruleset=puzzle.ruleset.value)
    await server.play(board, " ".join(map(str, puzzle.moves)))
    given = await server.ada.slash(server.channel, "pyrga puzzle", number=puzzle.number)
    assert BARRED in said(given)
    for button in (ShowAnswer(puzzle.number, None), TryMove(puzzle.number, None, 0, puzzle.solution)):
        assert BARRED in await server.forge(server.ada, opened, str(button))
    assert (await server.client.services.puzzles.record(server.ada.id)).tried == 0
    assert answer(await server.chiyo.slash(server.channel, "pyrga puzzle", number=puzzle.number)).ephemeral
