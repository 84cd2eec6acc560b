"""People who never look at a picture: a game, a puzzle, and a review, using only texts and labels."""

import re

import pytest

from bot.locale import words_for
from bot.ui.text.alt_text import move_name
from engine import Color, Move, Position
from tests.bot.servers import Server, answer, offered, read, said
from tests.bot.text_boards import row_pieces

pytestmark = [pytest.mark.thorough, pytest.mark.computer]

MOVE = "pyrga move"
KINDS = ("Square", "Triangle", "Cylinder")
EVERYWHERE = [f"{column}{row}" for row in "1234" for column in "abcd"]
LAST_PIECE = re.compile(r"After a (Square|Triangle|Cylinder) on \*\*(..)\*\*(?: pointing (\w+))?")
GAME_WITH_A_REVIEW = "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2"


@pytest.fixture
async def readers(server: Server) -> Server:
    """Return the server, whose members have chosen text boards."""
    for member in server.members:
        await server.configure_for(member, text_board=True)
    return server


def planned(told: str) -> str:
    """Return a move in words, based on what's read: a piece in hand, on a legal space without that kind."""
    there = {move[:3] for _, move in row_pieces(told)}
    empty = [space for space in EVERYWHERE if not any(piece.endswith(space) for piece in there)]
    spaces = re.findall(r"\*\*(..)\*\*", told.split("play on ")[1]) if "play on " in told else empty
    (hand,) = re.findall(f"{'White' if '(White) to play' in told else 'Black'}: .* in hand: .*", told)
    for space in spaces:
        for kind in KINDS:
            if f"{kind}s 0" not in hand and f"{kind[0]}{space}" not in there:
                aim = "down" if space[1] == "4" else "up"
                return f"{kind} {space} {aim if kind == 'Triangle' else ''}"
    raise AssertionError(told)


async def test_a_whole_game_is_played_from_what_is_read(readers: Server) -> None:
    board = await readers.begin()
    moves = 0
    while "finished" not in (told := read(board)).splitlines()[0]:
        assert len(row_pieces(told)) == moves
        await one_move(readers, told)
        moves += 1
    game = await readers.client.services.games.get(1)
    assert game.position.ply == moves
    assert game.outcome == game.position.outcome()
    assert row_pieces(read(board)) == {
        (color.value, str(move)) for color in Color for move in game.position.placed(color)
    }


async def one_move(server: Server, told: str) -> None:
    """Type a move as the player to move; if it isn't legal, type one that the answer suggests."""
    player = {str(member.id): member for member in server.members}[re.findall(r"<@(\d+)>", told)[-1]]
    result = await player.slash(server.channel, MOVE, move=planned(told))
    shown = answer(result)
    if shown.content:
        (legal,) = re.findall(r"You can play: ([^;]+)", said(result))
        shown = answer(await player.slash(server.channel, MOVE, move=legal))
    assert "You played" in read(shown)


async def test_a_puzzle_is_solved_from_what_is_read(readers: Server) -> None:
    message = answer(await readers.ada.slash(readers.channel, "pyrga-learn puzzle", code="lqvtk"))
    told = read(message)
    position = described_position(told)
    assert "Black to play and win at once." in told
    (winning,) = (
        str(move)
        for move in position.legal_moves
        if (outcome := position.play(move).outcome()) and outcome.winner is position.turn
    )
    await readers.ada.click(message, label=move_name(words_for("en"), Move.parse(winning)))
    assert "Solved on the first try!" in read(message)
    assert ("black", winning) in row_pieces(read(message))


def described_position(told: str) -> Position:
    """Return the position that a text board and the sentence about the last piece describe."""
    pieces = row_pieces(told)
    kind, space = LAST_PIECE.findall(told)[0][:2]
    (last,) = {move for _, move in pieces if move.startswith(f"{kind[0]}{space}")}
    sides = [sorted(move for color, move in pieces if color == side) for side in ("white", "black")]
    turn = "black" if "Black to play" in told else "white"
    white, black = (",".join(side) for side in sides)
    return Position.parse(f"pilotis {turn} {last} {white} {black}")


async def test_a_review_is_read_from_the_chart_to_the_costliest_move(readers: Server) -> None:
    board = await readers.begin()
    for text in GAME_WITH_A_REVIEW.split():
        player = readers.to_move(board)
        assert "You played" in read(answer(await player.slash(readers.channel, MOVE, move=text)))
    result = await readers.blaise.slash(readers.channel, "pyrga-learn review")
    review = result.followups[-1] if result.followups else answer(result)
    summary = read(review)
    assert "At the start: White wins." in summary
    assert "After move 1: Black wins." in summary
    assert "**Lesson: move 6**" in summary
    await readers.blaise.click(review, label="Move 6")
    told = read(review)
    pieces = [
        *(("white", move) for move in ("Tc1w", "Td1w", "Sc1")),
        *(("black", move) for move in ("Tb1e", "Cc1", "Tc2e")),
    ]
    assert row_pieces(told) == set(pieces)
    assert "played **Triangle on c2, pointing right**" in told
    assert "every move loses, but this one loses " in told
    assert re.search(r"Better: \*\*(?:Square|Triangle|Cylinder) on [a-d][1-4]", told)

    await readers.blaise.click(review, label="Next")
    assert row_pieces(read(review)) == {*pieces, ("white", "Td2s")}
    await readers.blaise.click(review, label="More…")
    await readers.blaise.click(review, label="Summary")
    await readers.blaise.click(review, label="All moves")
    assert "White: Triangle on c1, pointing left · opening move: too early to judge" in read(review)
    assert not any("▲" in button["label"] for button in offered(review))
