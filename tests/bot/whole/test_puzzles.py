"""Puzzles, as people see them in private."""

from datetime import timedelta
from typing import Any

import pytest
import simcord
from sqlalchemy import insert

from bot.store.schema.tables import puzzle_results
from bot.ui.board.move_buttons import Choice
from bot.ui.message.custom_ids import decode
from bot.ui.puzzles.view import ChooseInPuzzle, PlayItOut, ShowRest, TryMove
from bot.values.players import Player
from engine import Difficulty, Move, Puzzle, Ruleset, Theme, has_theme, puzzles
from tests.bot.clocks import StandingClock
from tests.bot.servers import NO_LONGER_WORKS, Server, alt_text, answer, offered, said, texts
from tests.reading import sign_of

pytestmark = pytest.mark.thorough

NOW = StandingClock().now()
LONG = 4
BY_NUMBER = {puzzle.number: puzzle for puzzle in puzzles()}


def shown(message: simcord.ResponseMessage) -> Puzzle:
    """Return the puzzle that a message is about."""
    (number,) = {button.puzzle for button in puzzle_buttons(message)}
    return BY_NUMBER[number]


def puzzle_buttons(message: simcord.ResponseMessage) -> list[Any]:
    meant = [decode(button["custom_id"]) for button in offered(message)]
    return [button for button in meant if hasattr(button, "puzzle")]


async def begin(server: Server, **options: str) -> simcord.ResponseMessage:
    message = answer(await server.ada.slash(server.channel, "pyrga-learn puzzle", **options))
    assert message.ephemeral
    return message


async def play(server: Server, message: simcord.ResponseMessage, move: Move, ply: int = 0) -> None:
    """Have Ada play a move by pressing any buttons it takes, after this many moves of the solution."""

    number, asked = next((one.puzzle, one.asked) for one in puzzle_buttons(message))
    for choice in (Choice(move.kind), Choice(move.kind, move.space)):
        step = ChooseInPuzzle(number, asked, ply, choice)
        if step in puzzle_buttons(message):
            await server.ada.click(message, custom_id=str(step))
    await server.ada.click(message, custom_id=str(TryMove(number, asked, ply, move)))


@pytest.mark.default
async def test_the_right_move_is_praised_and_remembered(server: Server) -> None:
    message = await begin(server)
    puzzle = shown(message)
    assert puzzle.is_easy_win_in(1)
    assert texts(message)[0].startswith(f"### Puzzle {puzzle.number} · easy")
    assert f"\n-# You've solved 0 of {len(puzzles()):,} puzzles" in texts(message)[0]
    color = puzzle.position.turn.value.title()
    assert f". {color} to play and win at once." in alt_text(message)
    assert "in hand: Squares" in alt_text(message)
    await play(server, message, puzzle.solution)
    assert f"Solved on the first try! **{sign_of(puzzle.solution)}** wins at once. It " in texts(message)[-1]
    assert "Puzzle rating 879? (+79)" in texts(message)[-1]
    record = f"\n-# You've solved 1 of {len(puzzles()):,} puzzles · 100% on the first try · streak 1 (best 1)"
    assert record in texts(message)[0]
    await server.ada.click(message, label="Next puzzle")
    assert shown(message) != puzzle
    assert shown(message).is_easy_win_in(1)


async def test_a_wrong_move_is_refuted_and_another_can_be_tried(server: Server) -> None:
    message = await begin(server, difficulty="hard")
    puzzle = shown(message)
    assert puzzle.difficulty is Difficulty.HARD
    wrong, line = next((move, line) for move, line in puzzle.refutations.items() if len(line) > 1)
    await play(server, message, wrong)
    assert "Not quite: " in texts(message)[-1]
    explained, rating, _ = texts(message)[-1].split("\n-# ")
    assert rating == "Puzzle rating 800? (±0)", "the first wrong one costs nothing"
    assert f"Not quite: **{sign_of(wrong)}** " in explained
    assert f" replies **{sign_of(line[0])}** and " in explained
    assert 2 <= explained.count(".") <= 3
    await server.ada.click(message, label="Try again")
    await play(server, message, puzzle.solution)
    assert "Solved!" in texts(message)[-1]
    assert "Puzzle rating" not in texts(message)[-1]
    await server.ada.click(message, label="Next puzzle")
    assert texts(message)[0].partition("\n")[0].endswith(" · hard")


@pytest.mark.default
async def test_a_puzzle_whose_answer_was_shown_does_not_count(server: Server) -> None:
    message = await begin(server)
    puzzle = shown(message)
    await server.ada.click(message, label="Show answer")
    assert sign_of(puzzle.solution) not in texts(message)[-1]
    assert texts(message)[-1] == (
        "If you see the answer, this puzzle won't count as solved. It also counts as a wrong first try: your "
        "puzzle rating may drop, and your streak ends."
    )
    await server.ada.click(message, label="Show answer")
    assert sign_of(puzzle.solution) in texts(message)[-1]
    (forged,) = await server.press_unoffered(
        (server.ada, message, str(TryMove(puzzle.number, None, 0, puzzle.solution)))
    )
    assert forged.acknowledged
    assert "it doesn't count" in texts(message)[-1]
    assert "\n-# You've solved 0 of " in texts(message)[0]
    assert shown(await begin(server)) != puzzle


async def open_long(server: Server) -> tuple[Puzzle, simcord.ResponseMessage]:
    """Open a puzzle by its number whose solution has at least three moves by the person who solves it."""
    puzzle = next(each for each in puzzles() if len(each.solution_line) >= LONG)
    return puzzle, await begin(server, code=puzzle.number)


@pytest.mark.default
async def test_the_solution_is_played_out_move_by_move_across_restarts(server: Server) -> None:
    puzzle, message = await open_long(server)
    await play(server, message, puzzle.solution)
    await server.ada.click(message, label="Play it out")
    line = puzzle.solution_line
    for ply in range(0, len(line), 2):
        if ply + 1 == len(line):
            break
        assert f"replies **{sign_of(line[ply])}**." in texts(message)[-1]
        await server.restart()
        await play(server, message, line[ply + 1], ply + 2)
    assert texts(message)[-1].endswith((" wins.", "That's a draw."))
    assert [button["label"] for button in offered(message)] == ["Next puzzle", "Practice"]


async def test_after_a_move_off_the_line_another_can_be_tried_or_the_rest_shown(server: Server) -> None:
    puzzle, message = await open_long(server)
    await play(server, message, puzzle.solution)
    await server.ada.click(message, label="Play it out")
    reply, expected = puzzle.solution_line[:2]
    position = puzzle.position.play(puzzle.solution).play(reply)
    others = (move for move in position.legal_moves if move != expected)
    other = next(move for move in others if not position.play(move).outcome())
    await play(server, message, other, 2)
    assert f"**{sign_of(other)}** may be just as good" in texts(message)[-1]
    await server.ada.click(message, label="Show the rest")
    for move in puzzle.solution_line[1:][:5]:
        assert sign_of(move) in texts(message)[-1]
    assert texts(message)[-1].endswith((" wins.", "That's a draw."))


async def test_a_puzzle_is_opened_by_its_number_in_any_spelling(server: Server) -> None:
    puzzle = puzzles()[-1]
    assert shown(await begin(server, code=f"#{puzzle.number.upper()} ")) == puzzle
    unknown = await server.ada.slash(server.channel, "pyrga-learn puzzle", code="**e66p4**")
    assert said(unknown).startswith("There's no puzzle **\\*\\*e66p4\\*\\***.")


@pytest.mark.default
async def test_completions_of_codes_describe_the_puzzles(server: Server) -> None:
    puzzle = puzzles()[-1]
    (choice,) = await server.ada.autocomplete(server.channel, "pyrga-learn puzzle", "code", puzzle.number)
    assert choice["value"] == puzzle.number
    assert choice["name"].startswith(f"{puzzle.number} · hard")
    assert len(await server.ada.autocomplete(server.channel, "pyrga-learn puzzle", "code", "")) == 25


@pytest.mark.default
async def test_a_missed_puzzle_comes_again_the_next_day_and_says_so(server: Server) -> None:
    message = await begin(server)
    puzzle = shown(message)
    await play(server, message, next(iter(puzzle.refutations)))
    assert "🔁 Again: this puzzle comes back in 1 day." in texts(message)[-1]
    server.clock.move(timedelta(days=1))
    message = await begin(server)
    assert shown(message) == puzzle
    assert "🔁 Again, 1 of 3: you missed this one before." in texts(message)[0]
    await server.restart()
    await play(server, message, puzzle.solution)
    assert "🔁 Again: this puzzle comes back in 3 days." in texts(message)[-1]
    assert "Again, " not in texts(message)[0]


async def test_a_theme_is_practiced_puzzle_after_puzzle(server: Server) -> None:
    message = await begin(server, theme="counting")
    for theme in (Theme.COUNTING, Theme.TOWER):
        for _ in range(3):
            puzzle = shown(message)
            assert has_theme(puzzle, theme)
            assert (
                texts(message)[0]
                .partition("\n")[0]
                .endswith({Theme.COUNTING: "Counting", Theme.TOWER: "Tower now"}[theme])
            )
            await play(server, message, puzzle.solution)
            await server.ada.click(message, label="Next puzzle")
        await play(server, message, shown(message).solution)
        await server.ada.click(message, label="Practice")
        assert "**Hold the draw**: it draws, and every other move loses" in texts(message)[-1]
        await server.ada.click(message, label="Tower now")


async def test_puzzles_have_the_servers_ruleset_or_the_one_requested(server: Server) -> None:
    await server.configure(ruleset=Ruleset.PILOTIS)
    message = await begin(server)
    assert shown(message).ruleset is Ruleset.PILOTIS
    assert shown(await begin(server, ruleset="classic")).ruleset is Ruleset.CLASSIC
    await server.ada.click(message, label="Another puzzle")
    assert shown(message).ruleset is Ruleset.PILOTIS


async def test_forged_buttons_are_refused(server: Server) -> None:
    message = await begin(server)
    puzzle, before = shown(message), texts(message)
    squares = (Move.parse(f"S{space}") for space in ("a1", "b1", "c1", "d1", "a2", "b2", "c2"))
    illegal = next(move for move in squares if move not in puzzle.position.legal_moves)
    for forged in (
        *(f"move:{puzzle.number}::0:{illegal}", f"move:{puzzle.number}::0:Zz9"),
        *(f"choose:{puzzle.number}::0:Q:", f"choose:{puzzle.number}::0:T:z9"),
        *(f"play:{puzzle.number}::1", f"play:{puzzle.number}::98", f"rest:{puzzle.number}::99"),
    ):
        assert await server.forge(server.ada, message, f"puzzle-{forged}") == NO_LONGER_WORKS, forged
    assert await server.forge(server.ada, message, "puzzle:zz:") == (
        "This puzzle is no longer available. Get another one with /pyrga-learn puzzle."
    )
    assert texts(message) == before


async def test_what_follows_the_solution_is_only_for_those_who_finished_the_puzzle(server: Server) -> None:
    puzzle, message = await open_long(server)
    wrong = next(iter(puzzle.refutations))
    number, reply = puzzle.number, puzzle.solution_line[1]
    following = [
        str(ShowRest(number, None, 1)),
        str(PlayItOut(number, None, 2)),
        str(TryMove(number, None, 2, reply)),
        str(ChooseInPuzzle(number, None, 2, Choice(reply.kind))),
    ]
    for tries in range(2):
        before = texts(message)
        for forged in await server.press_unoffered(*((server.ada, message, each) for each in following)):
            assert said(forged) == NO_LONGER_WORKS
        assert texts(message) == before
        record = await server.client.services.puzzles.record(server.ada.id)
        assert (record.tried, record.solved) == (tries, 0)
        await server.press_unoffered((server.ada, message, str(TryMove(number, None, 0, wrong))))
    await server.ada.click(message, label="Show answer")
    assert texts(message)[-1] == "If you see the answer, this puzzle won't count as solved."
    await server.ada.click(message, label="Show answer")
    for custom_id in following:
        (pressed,) = await server.press_unoffered((server.ada, message, custom_id))
        assert pressed.acknowledged
        assert not pressed.followups


async def test_someone_who_finished_a_difficulty_is_told_so_and_offered_the_next(server: Server) -> None:
    ada = Player(server.ada.id, "Ada")
    service = server.client.services.puzzles
    easy = [puzzle for puzzle in puzzles() if puzzle.difficulty is Difficulty.EASY]
    await service.show_answer(ada, easy[0])
    async with service._database.writing() as connection:
        seen = {"player_id": ada.id, "tries": 2, "shown_at": NOW}
        await connection.execute(
            insert(puzzle_results), [seen | {"puzzle": each.number} for each in easy[1:]]
        )
    message = await begin(server, difficulty="easy")
    assert "You've finished all the easy puzzles." in texts(message)[0]
    await server.ada.click(message, label="Try medium")
    assert shown(message).difficulty is Difficulty.MEDIUM
