"""Puzzles as people see them privately."""

import simcord

from bot.matches.values.players import Player
from bot.ui.message.actions import MoveAction
from bot.ui.message.custom_ids import PuzzleButton, parse
from bot.ui.text.words import move_text
from engine import Difficulty, Move, Puzzle, puzzles
from tests.bot.servers import Server, alt_text, answer, offered, said, texts

BY_NUMBER = {puzzle.number: puzzle for puzzle in puzzles()}


def shown(message: simcord.ResponseMessage) -> Puzzle:
    """The puzzle that a message is about."""
    (number,) = {button.puzzle for button in puzzle_buttons(message)}
    return BY_NUMBER[number]


def puzzle_buttons(message: simcord.ResponseMessage) -> list[PuzzleButton]:
    parsed = [parse(button["custom_id"]) for button in offered(message)]
    return [button for button in parsed if isinstance(button, PuzzleButton)]


async def begin(server: Server, **options: str) -> simcord.ResponseMessage:
    message = answer(await server.ada.slash(server.channel, "pyrga puzzle", **options))
    assert message.ephemeral
    return message


async def play(server: Server, message: simcord.ResponseMessage, move: Move) -> None:
    """Ada plays a move by pressing whatever buttons it takes."""
    for action, argument in ((MoveAction.KIND, move.kind.value), (MoveAction.SPACE, str(move.space))):
        step = PuzzleButton(shown(message).number, action, argument)
        if step in puzzle_buttons(message):
            await server.ada.click(message, custom_id=str(step))
    await server.ada.click(
        message, custom_id=str(PuzzleButton(shown(message).number, MoveAction.MOVE, str(move)))
    )


async def test_the_right_move_is_praised_and_remembered(server: Server) -> None:
    message = await begin(server)
    puzzle = shown(message)
    assert puzzle.difficulty is Difficulty.EASY
    assert texts(message)[0].startswith(f"### Puzzle {puzzle.number} · easy")
    assert f"\n-# You've solved 0 of {len(puzzles())} puzzles · easy 0/" in texts(message)[0]
    await play(server, message, puzzle.solution)
    assert f"Solved! **{move_text(puzzle.solution)}** " in texts(message)[-1]
    assert f"\n-# You've solved 1 of {len(puzzles())} puzzles · easy 1/" in texts(message)[0]
    await server.ada.click(message, label="Next puzzle")
    assert shown(message) != puzzle
    assert shown(message).difficulty is Difficulty.EASY


async def test_a_wrong_move_is_answered_with_its_refutation_and_may_be_tried_again(server: Server) -> None:
    message = await begin(server, difficulty="hard")
    puzzle = shown(message)
    assert puzzle.difficulty is Difficulty.HARD
    wrong, line = next((move, line) for move, line in puzzle.refutations.items() if len(line) > 1)
    await play(server, message, wrong)
    assert "Not quite: " in texts(message)[-1]
    assert f"replies **{move_text(line[0])}**." in texts(message)[-1]
    for move in line[1:]:
        assert move_text(move) in texts(message)[-1]
    await server.ada.click(message, label="Try again")
    await play(server, message, puzzle.solution)
    assert "Solved!" in texts(message)[-1]


async def test_a_puzzle_whose_answer_was_shown_does_not_count(server: Server) -> None:
    message = await begin(server)
    puzzle = shown(message)
    await server.ada.click(message, label="Show answer")
    assert move_text(puzzle.solution) in texts(message)[-1]
    (forged,) = await server.press_unoffered(
        (server.ada, message, str(PuzzleButton(puzzle.number, MoveAction.MOVE, str(puzzle.solution))))
    )
    assert forged.acknowledged
    assert "it doesn't count" in texts(message)[-1]
    assert "\n-# You've solved 0 of " in texts(message)[0]
    assert shown(await begin(server)) != puzzle


async def test_a_puzzle_goes_on_after_a_restart(server: Server) -> None:
    message = await begin(server)
    puzzle = shown(message)
    await server.restart()
    await play(server, message, puzzle.solution)
    assert "Solved!" in texts(message)[-1]


async def test_the_picture_has_the_task_and_the_position_in_words(server: Server) -> None:
    message = await begin(server)
    colour = shown(message).position.turn.value.title()
    assert alt_text(message).startswith(f"{colour} to play and ")
    assert "in hand Squares" in alt_text(message)


async def test_forged_buttons_are_refused(server: Server) -> None:
    message = await begin(server)
    puzzle = shown(message)
    illegal = next(
        move for move in ("Sa1", "Sb1", "Sc1", "Sd1", "Sa2", "Sb2", "Sc2") if not legal(puzzle, move)
    )
    before = texts(message)
    unknown, *others = await server.press_unoffered(
        *(
            (server.ada, message, custom_id)
            for custom_id in (
                "q1:zz:o",
                f"q1:{puzzle.number}:m:{illegal}",
                f"q1:{puzzle.number}:m:Zz9",
                f"q1:{puzzle.number}:k:Q",
                f"q1:{puzzle.number}:s:z9",
            )
        )
    )
    assert said(unknown) == "This puzzle is no longer available. Get another one with /pyrga puzzle."
    for result in others:
        assert said(result) == "This button no longer works. See /pyrga help."
    assert texts(message) == before


def legal(puzzle: Puzzle, move: str) -> bool:
    return Move.parse(move) in puzzle.position.legal_moves


async def test_someone_who_finished_a_difficulty_is_told_so_and_led_on(server: Server) -> None:
    ada = Player(server.ada.id, "Ada")
    for puzzle in puzzles():
        if puzzle.difficulty is Difficulty.EASY:
            await server.client.services.puzzles.show_answer(ada, puzzle)
    message = await begin(server, difficulty="easy")
    assert "You've finished all the easy puzzles." in texts(message)[0]
    await server.ada.click(message, label="Try medium")
    assert shown(message).difficulty is Difficulty.MEDIUM
