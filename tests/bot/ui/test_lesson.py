"""The lesson: each step teaches what it says, and everything it shows is accepted by Discord."""

import pytest

from bot.locale import words_for
from bot.ui.board.move_buttons import NOTHING, Choice
from bot.ui.guide.lesson import STEPS, PlayInLesson, lesson_answer, lesson_end, lesson_step
from bot.ui.message.content import Content
from bot.ui.message.custom_ids import ChooseOpponent, OpenAnyPuzzle, OpenLesson, PlayComputer, decode
from bot.ui.message.icons import NO_ICONS, Icons
from bot.values.players import ThemeName
from engine import Color, DemandReason, Kind, Level, Move, Position, Space
from tests.bot.ui.discord_limits import (
    BUTTON,
    USER_SELECT,
    check,
    check_against_description,
    parts_of,
    texts_of,
)
from tests.reading import as_read

WORDS = words_for("en-GB")
BESIDE, ALONG, ON_TOP, TOWERS, FREE, WIN, HANDS, COUNT = (step.position for step in STEPS)
GRID_STEP = 5


def right_moves(number: int) -> set[str]:
    step = STEPS[number - 1]
    return {str(move) for move in step.position.legal_moves if step.answer(WORDS, step.position, move).done}


def last_kind(position: Position) -> Kind:
    assert position.last_move is not None
    return position.last_move.kind


def playable(position: Position) -> list[str]:
    return [str(space) for space in position.demand.playable]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_first_steps_name_the_spaces_for_those_who_do_not_see_them_marked(number: int) -> None:
    step = STEPS[number - 1]
    assert all(space in step.text(WORDS) for space in playable(step.position))


def test_the_learner_is_black_in_every_step() -> None:
    assert {step.position.turn for step in STEPS} == {Color.BLACK}


@pytest.mark.parametrize(("icons", "told"), [(NO_ICONS, True), (None, False)])
async def test_only_who_has_no_text_mode_is_told_of_it(icons: Icons | None, *, told: bool) -> None:
    content = await lesson_step(WORDS, 1, ThemeName.AEGEAN, icons)
    assert ("text mode" in "\n".join(texts_of(content))) is told


def moves_in(content: Content) -> list[Move]:
    """Return the moves that can be played with a click."""
    found = [part for part in parts_of(content, BUTTON) if not part.get("disabled")]
    clicked = [decode(part["custom_id"]) for part in found]
    return [button.move for button in clicked if isinstance(button, PlayInLesson)]


async def offered_moves(number: int) -> list[str]:
    return [str(move) for move in moves_in(await lesson_step(WORDS, number, ThemeName.AEGEAN, NO_ICONS))]


def counted(position: Position, color: Color) -> tuple[int, int, int]:
    """Return how many Towers, pairs and single pieces a player controls."""
    stacks = [[piece.color for piece in position.pieces(space)] for space in Space]
    return len(position.towers(color)), stacks.count([color, color]), stacks.count([color])


def test_the_first_step_shows_all_neighbors_of_a_square_and_takes_any_move() -> None:
    assert last_kind(BESIDE) is Kind.SQUARE
    assert playable(BESIDE) == ["a1", "c1", "b2"]
    assert len(right_moves(1)) == len(BESIDE.legal_moves)


async def test_the_first_steps_offer_only_kinds_that_have_been_introduced() -> None:
    assert await offered_moves(1) == ["Sb2", "Sa1", "Sc1"]
    assert {move[0] for move in await offered_moves(2)} == {"S", "T"}
    assert len(await offered_moves(3)) == len(ON_TOP.legal_moves)


def test_the_signs_of_the_kinds_are_explained_right_away() -> None:
    for word in ("**Squares** ■", "**Triangles** ▲", "**Cylinders** ●"):
        assert word in STEPS[0].text(WORDS)


def test_the_opening_rule_is_taught_where_it_applies() -> None:
    answer = STEPS[0].answer(WORDS, BESIDE, Move.parse("Sb2"))
    assert "if White starts with a Square, White's second piece can't be one" in answer.text
    assert not any(move.kind is Kind.SQUARE for move in BESIDE.play(Move.parse("Sb2")).legal_moves)


def test_the_second_step_shows_a_line_over_pieces_without_the_triangles_own_space() -> None:
    assert last_kind(ALONG) is Kind.TRIANGLE
    assert playable(ALONG) == ["a1", "a2", "a3"]
    assert [bool(ALONG.pieces(space)) for space in ALONG.demand.playable] == [False, True, True]
    assert right_moves(2) == {"Sa1", "Ta1n", "Ta1e", "Ca1"}


def test_the_third_step_has_one_space_and_one_piece_that_sends_white_only_to_c4() -> None:
    assert last_kind(ON_TOP) is Kind.CYLINDER
    assert playable(ON_TOP) == ["c3"]
    assert right_moves(3) == {"Tc3n"}


def test_the_fourth_step_has_a_tower_for_either_side_and_wants_blacks_own() -> None:
    own, others = Move.parse("Ca2"), Move.parse("Ca1")
    assert set(TOWERS.legal_moves) == {own, others}
    assert right_moves(4) == {"Ca2"}
    assert [TOWERS.play(own).towers(color) for color in Color] == [(), (Space.A2,)]
    assert [TOWERS.play(others).towers(color) for color in Color] == [(Space.A1,), ()]


def test_the_fifth_step_is_a_fallback_that_wants_a_triangle_aimed_away_from_c3() -> None:
    assert FREE.demand.why is DemandReason.COMPLETE
    assert all(not FREE.pieces(space) for space in FREE.demand.playable)
    letting_in = {"Sb3", "Sc2", "Sd3", "Tc1n", "Tc2n", "Ta3e", "Tb3e", "Td3w"}
    for move in FREE.legal_moves:
        after = FREE.play(move)
        assert (Move.parse("Cc3") in after.legal_moves) is (str(move) in letting_in)
        aimed_away = move.kind is Kind.TRIANGLE and str(move) not in letting_in
        assert STEPS[4].answer(WORDS, FREE, move).done is aimed_away


async def test_the_fifth_step_asks_which_piece_goes_on_a_chosen_space() -> None:
    choice = Choice(space=Space.A2)
    content = await lesson_step(WORDS, GRID_STEP, ThemeName.AEGEAN, NO_ICONS, choice)
    (*_, question) = texts_of(content)
    assert question.endswith("Which piece goes on **a2**?")
    assert "can't point straight off the board" in question


def test_the_sixth_step_is_won_by_the_third_tower() -> None:
    assert len(WIN.towers(Color.BLACK)) == 2
    assert right_moves(6) == {"Sa2"}
    outcome = WIN.play(Move.parse("Sa2")).outcome()
    assert outcome is not None
    assert outcome.winner is Color.BLACK


def test_the_seventh_step_has_empty_hands_and_only_a_space_that_white_cannot_fill_saves_the_game() -> None:
    assert HANDS.hand(Color.BLACK)[Kind.TRIANGLE] == 0
    assert HANDS.hand(Color.WHITE)[Kind.SQUARE] == 0
    assert len(HANDS.towers(Color.WHITE)) == 2
    assert right_moves(7) == {"Cc2"}
    assert HANDS.play(Move.parse("Cc2")).demand.why is DemandReason.HAND


@pytest.mark.parametrize(
    ("move", "reply", "named"),
    [
        ("Sc2", "Cd2", "Then White makes a third Tower with **●\xa0d2**."),
        ("Cd3", "Td3s", "It leaves only **d3**, and there White makes a third Tower."),
    ],
)
def test_a_wrong_move_in_the_seventh_step_is_answered_with_how_white_wins(
    move: str, reply: str, named: str
) -> None:
    played = Move.parse(move)
    assert as_read(STEPS[6].answer(WORDS, HANDS, played).text).startswith(named)
    outcome = HANDS.play(played).play(Move.parse(reply)).outcome()
    assert outcome is not None
    assert outcome.winner is Color.WHITE


def test_the_last_step_has_the_last_piece_win_draw_or_lose_the_count() -> None:
    assert "White controls two Towers, and you control b4 and have a pair on d2" in STEPS[7].text(WORDS)
    assert (len(COUNT.towers(Color.WHITE)), COUNT.towers(Color.BLACK)) == (2, (Space.B4,))
    assert [piece.color for piece in COUNT.pieces(Space.D2)] == [Color.BLACK, Color.BLACK]
    assert sum(COUNT.hand(Color.WHITE).values()) == 0
    assert sum(COUNT.hand(Color.BLACK).values()) == 1
    assert right_moves(8) == {"Cc3"}
    ends = {str(move): str(COUNT.play(move).outcome()) for move in COUNT.legal_moves}
    assert ends == {"Cc3": "black count-2", "Cd2": "draw draw", "Cd4": "white count-3"}


@pytest.mark.parametrize(
    ("move", "white", "black", "said"),
    [
        ("Cc3", (2, 0), (2, 1), "Each of you controls two Towers, so pairs decide: you have one on d2"),
        ("Cd2", (2, 0, 2), (2, 0, 2), "each of you has two Towers, no pairs and two single pieces"),
        ("Cd4", (2,), (1,), "White wins the count with two Towers, and you control one."),
    ],
)
def test_the_last_step_counts_correctly(
    move: str, white: tuple[int, ...], black: tuple[int, ...], said: str
) -> None:
    played = Move.parse(move)
    after = COUNT.play(played)
    assert counted(after, Color.WHITE)[: len(white)] == white
    assert counted(after, Color.BLACK)[: len(black)] == black
    assert said in STEPS[7].answer(WORDS, COUNT, played).text


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
async def test_every_state_of_a_step_and_every_answer_in_it_is_accepted(number: int) -> None:
    position = STEPS[number - 1].position
    choices = [NOTHING]
    if position.demand.why.is_fallback:
        choices += [Choice(kind, space) for kind in (None, Kind.TRIANGLE) for space in Space]
    for choice in choices:
        content = await lesson_step(WORDS, number, ThemeName.AEGEAN, NO_ICONS, choice)
        check(content)
        assert {*moves_in(content)} <= {*position.legal_moves}
    for move in position.legal_moves:
        check(await lesson_answer(WORDS, number, move, ThemeName.AEGEAN))


@pytest.mark.parametrize("menus", [[], [ChooseOpponent()]])
def test_the_end_leads_to_a_game_a_puzzle_and_back_and_to_people_if_there_are_any(
    menus: list[ChooseOpponent],
) -> None:
    content = lesson_end(WORDS, people=bool(menus))
    check(content)
    assert [decode(part["custom_id"]) for part in parts_of(content, BUTTON)] == [
        PlayComputer(Level.ONE),
        OpenAnyPuzzle(),
        OpenLesson(len(STEPS)),
    ]
    assert [decode(part["custom_id"]) for part in parts_of(content, USER_SELECT)] == menus


async def test_the_lesson_agrees_with_discords_description() -> None:
    for number, step in enumerate(STEPS, start=1):
        check_against_description(await lesson_step(WORDS, number, ThemeName.BASALT, NO_ICONS))
        move = step.position.legal_moves[0]
        check_against_description(await lesson_answer(WORDS, number, move, ThemeName.BASALT))
    for people in (False, True):
        check_against_description(lesson_end(WORDS, people=people))
