"""The lesson: each step teaches what it says, and everything it shows is accepted by Discord."""

import pytest

from bot.locale import words_for
from bot.matches.values.players import ThemeName
from bot.ui.board.move_buttons import NOTHING, Choice
from bot.ui.guide.lesson import lesson_answer, lesson_end, lesson_step
from bot.ui.guide.lesson_steps import STEPS
from bot.ui.message.actions import LessonAction, MoveAction
from bot.ui.message.custom_ids import LessonButton, parse
from bot.ui.message.icons import NO_ICONS
from engine import Colour, DemandReason, Kind, Move, Position, Space
from tests.bot.ui.discord_limits import (
    BUTTON,
    check,
    check_against_description,
    payload,
    walk,
)

WORDS = words_for("en-GB")
BESIDE, ALONG, ON_TOP, TOWERS, FREE, WIN = (step.position for step in STEPS)
ALL_MOVES = [
    (number, move) for number, step in enumerate(STEPS, start=1) for move in step.position.legal_moves
]


def right_moves(number: int) -> set[str]:
    step = STEPS[number - 1]
    return {str(move) for move in step.position.legal_moves if step.answer(WORDS, step.position, move).done}


def last_kind(position: Position) -> Kind:
    assert position.last_move is not None
    return position.last_move.kind


def playable(position: Position) -> list[str]:
    return [str(space) for space in position.demand.playable]


def test_the_learner_is_black_in_every_step() -> None:
    assert {step.position.turn for step in STEPS} == {Colour.BLACK}


def test_the_first_step_shows_all_neighbours_of_a_square_and_takes_any_move() -> None:
    assert last_kind(BESIDE) is Kind.SQUARE
    assert playable(BESIDE) == ["a1", "c1", "b2"]
    assert len(right_moves(1)) == len(BESIDE.legal_moves)


def test_the_second_step_shows_a_line_over_pieces_without_the_triangles_own_space() -> None:
    assert last_kind(ALONG) is Kind.TRIANGLE
    assert playable(ALONG) == ["a1", "a2", "a3"]
    assert [bool(ALONG.pieces(space)) for space in ALONG.demand.playable] == [False, True, True]
    assert right_moves(2) == {"Sa1", "Ta1n", "Ta1e", "Ca1"}


def test_the_third_step_has_one_space_and_one_piece_that_sends_white_to_c4_alone() -> None:
    assert last_kind(ON_TOP) is Kind.CYLINDER
    assert playable(ON_TOP) == ["c3"]
    assert right_moves(3) == {"Tc3n"}


def test_the_fourth_step_has_a_tower_for_either_side_and_wants_blacks_own() -> None:
    own, others = Move.parse("Ca2"), Move.parse("Ca1")
    assert set(TOWERS.legal_moves) == {own, others}
    assert right_moves(4) == {"Ca2"}
    assert [TOWERS.play(own).towers(colour) for colour in Colour] == [(), (Space.A2,)]
    assert [TOWERS.play(others).towers(colour) for colour in Colour] == [(Space.A1,), ()]


def test_the_fifth_step_really_is_a_fallback_on_which_white_can_be_let_in() -> None:
    assert FREE.demand.why is DemandReason.COMPLETE
    assert all(not FREE.pieces(space) for space in FREE.demand.playable)
    wrong = {str(move) for move in FREE.legal_moves} - right_moves(5)
    assert wrong == {"Sb3", "Sc2", "Sd3", "Tc1n", "Tc2n", "Ta3e", "Tb3e", "Td3w"}
    for move in wrong:
        assert Move.parse("Cc3") in FREE.play(Move.parse(move)).legal_moves


def test_the_last_step_is_won_by_the_third_tower() -> None:
    assert len(WIN.towers(Colour.BLACK)) == 2
    assert right_moves(6) == {"Sa2"}
    outcome = WIN.play(Move.parse("Sa2")).outcome()
    assert outcome is not None
    assert outcome.winner is Colour.BLACK


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
async def test_every_state_of_a_step_is_accepted_and_names_its_own_buttons(number: int) -> None:
    position = STEPS[number - 1].position
    choices = [NOTHING]
    if position.demand.why.is_fallback:
        choices += [Choice(kind) for kind in Kind] + [Choice(Kind.TRIANGLE, space) for space in Space]
    for choice in choices:
        content = await lesson_step(WORDS, number, ThemeName.AEGEAN, NO_ICONS, choice)
        check(content)
        components = walk(payload(content)["data"]["components"])
        enabled = [part for part in components if part["type"] == BUTTON and not part.get("disabled")]
        clicked = [button for part in enabled if isinstance(button := parse(part["custom_id"]), LessonButton)]
        assert len(clicked) == len(enabled)
        offered = {button.argument for button in clicked if button.action is MoveAction.MOVE}
        assert offered <= {str(move) for move in position.legal_moves}


async def test_every_move_of_every_step_has_an_answer_that_is_accepted() -> None:
    for number, move in ALL_MOVES:
        content = await lesson_answer(WORDS, number, move, ThemeName.AEGEAN)
        check(content)


def test_the_end_leads_back_to_the_last_step() -> None:
    content = lesson_end(WORDS)
    check(content)
    (back,) = [part for part in walk(payload(content)["data"]["components"]) if part["type"] == BUTTON]
    assert parse(back["custom_id"]) == LessonButton(len(STEPS), LessonAction.OPEN)


async def test_the_lesson_agrees_with_discords_description() -> None:
    for number, step in enumerate(STEPS, start=1):
        check_against_description(await lesson_step(WORDS, number, ThemeName.BASALT, NO_ICONS))
        move = step.position.legal_moves[0]
        check_against_description(await lesson_answer(WORDS, number, move, ThemeName.BASALT))
    check_against_description(lesson_end(WORDS))
