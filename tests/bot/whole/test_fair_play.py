"""No help with what someone is still playing: whatever shows values doesn't, until the game is over."""

import pytest
import simcord

from bot.ui.board.controls import PlayMove
from bot.ui.puzzles.view import ShowAnswer, TryMove
from bot.ui.review.page import ShareReview
from bot.ui.training import PlayInTraining
from bot.values.lines import Line
from engine import Move, Position, Symmetry, puzzles
from tests.bot import acts
from tests.bot.servers import Server, answer, labels, offered, read, said, texts
from tests.bot.statements import counted

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
    opened = answer(await who.slash(server.channel, "pyrga-learn analyze", position=position))
    return read(opened)


@pytest.mark.usefixtures("board")
async def test_an_analysis_board_has_no_values_for_the_players(server: Server) -> None:
    shown = await analyze(server, server.ada, mirrored(MOVES))
    assert BARRED in shown
    assert "wins" not in shown
    assert "best play" in await analyze(server, server.chiyo, mirrored(MOVES))
    await acts.resign(server.client.services.games, 1, player_id=server.ada.id)
    assert "best play" in await analyze(server, server.ada, mirrored(MOVES))


@pytest.mark.usefixtures("board")
async def test_a_board_with_a_piece_fewer_leaves_out_what_leads_to_the_game(server: Server) -> None:
    before = MOVES[:-5]
    position = Position.replay("pyrga", before).transformed(Symmetry.OTHER_DIAGONAL)
    played = str(Symmetry.OTHER_DIAGONAL.move(Move.parse(MOVES[-4:])))
    for who, open_to in ((server.ada, False), (server.chiyo, True)):
        opened = answer(await who.slash(server.channel, "pyrga-learn analyze", position=str(position)))
        signs = {str(one["custom_id"]).rpartition(":")[2]: str(one.get("label")) for one in offered(opened)}
        assert ("?" in signs[played]) is not open_to
        assert any(sign in label for label in signs.values() for sign in "+=\N{MINUS SIGN}")
        assert ("they'd help in game #1" in read(opened)) is not open_to
        assert ("Best play:" in read(opened)) is open_to


async def test_hints_and_the_trainer_leave_out_what_leads_to_a_running_game(server: Server) -> None:
    plain = await server.begin()
    await server.play(plain, "Sa1 Sa2")
    page = answer(await server.ada.slash(server.channel, "pyrga-learn train"))
    assert "You're playing game **#1**" in await server.forge(
        server.ada, page, str(PlayInTraining(1, Line(Position.start()), Move.parse("Sd4")))
    )
    await server.forge(server.chiyo, page, str(PlayInTraining(1, Line(Position.start()), Move.parse("Sd4"))))


async def test_level_8_does_not_answer_from_the_position_of_a_running_game(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e Td2s")
    games = server.client.services.games
    beside = answer(await server.ada.slash(server.channel, "pyrga play", level=8, color="white"))
    for move in ("Sc2", "Td2w"):
        await acts.move(games, await games.get(2), move)
    await server.env.advance_time(30)
    position = (await games.get(2)).position
    assert position.contains(Position.replay("pyrga", "Sb2 Ta2e"))
    refused = "Level 8 hardly ever goes wrong, and what it plays here would help you in game **#1**."
    told = answer(await server.ada.slash(server.channel, "pyrga move", move="Ta2s", game="2"))
    assert refused in read(told)
    assert labels(told) == ["Pause"]
    assert (await games.get(2)).position == position
    played = PlayMove(2, (await games.get(2)).revision, Move.parse("Ta2s"))
    await server.forge(server.ada, beside, str(played))
    assert (await games.get(2)).position == position
    await server.ada.click(told, label="Pause")
    assert "Game #2 is paused." in read(told)
    await acts.resign(games, 1, player_id=server.ada.id)
    await server.ada.slash(server.channel, "pyrga move", move="Ta2s", game="2")
    assert (await games.get(2)).position.ply > position.ply


async def test_a_shared_review_waits_while_someone_there_plays_its_position(server: Server) -> None:
    board = await server.begin()
    await server.play(board, f"{MOVES} Ca4")
    await acts.resign(server.client.services.games, 1, player_id=server.ada.id)
    page = answer(await server.chiyo.slash(server.channel, "pyrga-learn review", game="1"))
    again = await server.begin()
    await server.play(again, MOVES)
    assert "Someone in this server is playing a position of this game" in await server.forge(
        server.chiyo, page, str(ShareReview(1))
    )


async def test_who_sees_a_channel_that_plays_gets_no_help_in_dms_either(
    server: Server, manager: simcord.MemberActor
) -> None:
    channel = server.channel_without("view_channel", server.blaise)
    await manager.slash(channel, "pyrga-event channel", level=1, color="white")
    games = server.client.services.games
    game = await games.get(1)
    for move in MOVES.split():
        game = await acts.move(games, game, move)
    position = str(game.position)
    for who, sees in ((server.chiyo, True), (server.blaise, False)):
        opened = answer(await who.user.slash("pyrga-learn analyze", position=position))
        assert ("A channel is playing game **#1**, and this would help there." in read(opened)) is sees
        assert ("best play" in read(opened)) is not sees
    server.env.http_requests.clear()
    other = str(Position.replay("pyrga", "Cb2 Sb2 Sc2 Sd2 Sd3 Tc3n"))
    with counted() as traffic:
        assert "best play" in read(
            answer(await server.chiyo.user.slash("pyrga-learn analyze", position=other))
        )
    assert not [request for request in server.env.http_requests if request.method == "GET"]
    assert sum("FROM games" in statement for statement in traffic.statements) == 2


async def test_the_explorer_has_neither_values_nor_scores(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2")
    for who, is_barred in ((server.ada, True), (server.chiyo, False)):
        page = answer(await who.slash(server.channel, "pyrga-learn explore"))
        assert "best play" in texts(page)[1]
        while "■ b3" not in labels(page):
            await who.click(page, label="More moves")
        await who.click(page, label="■ b3")
        assert (BARRED in texts(page)[1]) is is_barred
        assert ("best play" in texts(page)[1]) is not is_barred


async def test_a_game_that_has_just_begun_bars_the_first_moves(server: Server) -> None:
    await server.begin()
    page = answer(await server.ada.slash(server.channel, "pyrga-learn explore"))
    assert BARRED in texts(page)[1]
    assert [one["label"] for one in offered(page)] == ["Analyze"]
    assert BARRED in said(await server.ada.slash(server.channel, "pyrga-learn train"))


@pytest.mark.usefixtures("board")
async def test_the_review_of_another_game_with_these_pieces_waits(server: Server) -> None:
    other = await server.begin()
    await server.play(other, f"{MOVES} Ca4")
    await acts.resign(server.client.services.games, 2, player_id=server.ada.id)
    assert BARRED in said(await server.ada.slash(server.channel, "pyrga-learn review", game="2"))
    assert answer(await server.ada.slash(server.channel, "pyrga replay", game="2")).ephemeral


async def test_the_puzzle_of_the_game_waits(server: Server) -> None:
    puzzle = puzzles()[0]
    opened = answer(await server.ada.slash(server.channel, "pyrga-learn puzzle", code=puzzle.number))
    board = await server.begin(ruleset=puzzle.ruleset.value)
    await server.play(board, " ".join(map(str, puzzle.moves)))
    given = await server.ada.slash(server.channel, "pyrga-learn puzzle", code=puzzle.number)
    assert BARRED in said(given)
    for button in (ShowAnswer(puzzle.number, None), TryMove(puzzle.number, None, 0, puzzle.solution)):
        assert BARRED in await server.forge(server.ada, opened, str(button))
    assert (await server.client.services.puzzles.record(server.ada.id)).tried == 0
    assert answer(
        await server.chiyo.slash(server.channel, "pyrga-learn puzzle", code=puzzle.number)
    ).ephemeral


async def test_a_puzzle_waits_for_whoever_sees_a_channel_that_plays_its_position(
    server: Server, manager: simcord.MemberActor
) -> None:
    puzzle = next(each for each in puzzles() if len(each.moves) % 2 == 0)
    opened = answer(await server.chiyo.slash(server.channel, "pyrga-learn puzzle", code=puzzle.number))
    channel = server.channel_without("view_channel", server.blaise)
    ruleset = puzzle.ruleset.value
    await manager.slash(channel, "pyrga-event channel", level=1, color="white", ruleset=ruleset)
    games = server.client.services.games
    game = await games.get(1)
    for move in map(str, puzzle.moves):
        game = await acts.move(games, game, move)
    told = "A channel is playing game **#1**, and this would help there."
    assert told in said(await server.chiyo.user.slash("pyrga-learn puzzle", code=puzzle.number))
    assert told in await server.forge(server.chiyo, opened, str(ShowAnswer(puzzle.number, None)))
    assert labels(answer(await server.blaise.user.slash("pyrga-learn puzzle", code=puzzle.number)))
