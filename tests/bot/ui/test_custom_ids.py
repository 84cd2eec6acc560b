"""The custom_ids of buttons."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.base36 import format_number, parse_number
from bot.matches.values.challenges import ColorChoice
from bot.matches.values.history import HistoryFilter, Result
from bot.matches.values.lines import Line
from bot.ui.message.actions import (
    AnalysisAction,
    ChallengeAction,
    ConditionalMoveAction,
    GameAction,
    LessonAction,
    MoveAction,
    OpeningAction,
    Panel,
    PuzzleAction,
    RetryAction,
    TrainingAction,
)
from bot.ui.message.custom_ids import (
    LONGEST,
    PATTERN,
    ButtonId,
    ChallengeButton,
    ConditionalMoveButton,
    GameButton,
    HistoryButton,
    PanelButton,
    UnknownButtonError,
    parse,
)
from bot.ui.message.practice_ids import LessonButton, PuzzleButton, RetryButton
from bot.ui.message.select_ids import (
    SELECT_PATTERN,
    ConditionalMoveSelect,
    LevelSelect,
    MoveSelect,
    OpponentSelect,
    PastGameSelect,
    PositionSelect,
    ProfileSelect,
    SelectId,
    SettingOwner,
    SettingSelect,
    parse_select,
)
from bot.ui.message.study_ids import AnalysisButton, OpeningButton, TrainingButton
from bot.ui.standings.views import ProfileView
from engine import Difficulty, Move, Position, Ruleset

numbers = st.integers(0, 2**63 - 1)
arguments = st.from_regex(r"[A-Za-z0-9?-]{1,32}", fullmatch=True)
game_buttons = st.builds(
    GameButton,
    numbers,
    st.integers(0, 10**6),
    st.sampled_from([*MoveAction, *GameAction]),
    arguments | st.just(""),
)
challenge_buttons = st.builds(ChallengeButton, numbers, st.sampled_from(ChallengeAction))
panel_buttons = st.builds(
    PanelButton, st.sampled_from(Panel), st.sampled_from(["page", "confirm"]), arguments
)
puzzle_buttons = st.builds(
    PuzzleButton,
    st.from_regex(r"[a-z0-9]{1,8}", fullmatch=True),
    st.sampled_from([*MoveAction, *PuzzleAction]),
    # A hyphen means that there's no argument.
    arguments.filter("-".__ne__) | st.just(""),
    st.sampled_from(Difficulty) | st.none(),
    st.integers(0, 99),
)
retry_buttons = st.builds(
    RetryButton,
    numbers,
    st.integers(0, 47),
    st.sampled_from([*MoveAction, *RetryAction]),
    arguments | st.just(""),
)
lesson_buttons = st.builds(
    LessonButton,
    st.integers(0, 10**6),
    st.sampled_from([*MoveAction, *LessonAction]),
    arguments | st.just(""),
)


lines = st.lists(
    st.sampled_from([str(move) for move in Position.start(Ruleset.PYRGA).legal_moves]), max_size=9
)
plan_buttons = st.builds(
    ConditionalMoveButton,
    numbers,
    st.integers(0, 10**6),
    st.sampled_from(ConditionalMoveAction),
    lines.map(tuple),
)
history_buttons = st.builds(
    HistoryButton,
    numbers,
    st.builds(
        HistoryFilter,
        st.none() | numbers,
        st.none() | st.sampled_from(Ruleset),
        st.none() | st.sampled_from(Result),
    ),
    st.integers(0, 9999),
)
menus = (
    st.builds(SettingSelect, st.sampled_from(SettingOwner), st.sampled_from(["theme", "moves"]))
    | st.builds(MoveSelect, numbers, st.integers(0, 10**6))
    | st.builds(ConditionalMoveSelect, numbers, st.integers(0, 10**6), lines.map(tuple))
    | st.builds(PastGameSelect, st.integers(0, 9999))
    | st.builds(PositionSelect, numbers, st.integers(0, 9999))
    | st.just(OpponentSelect())
    | st.builds(LevelSelect, st.none() | st.sampled_from(Ruleset), st.sampled_from(ColorChoice))
    | st.builds(ProfileSelect, st.builds(ProfileView, numbers, st.sampled_from(Ruleset)).map(str))
)


@st.composite
def played_lines(draw: st.DrawFn) -> Line:
    """A line from a position in a game, part of which has been played."""
    positions = [Position.start(draw(st.sampled_from(Ruleset)))]
    moves: list[Move] = []
    for number in draw(st.lists(st.integers(0, 79), max_size=30)):
        legal = positions[-1].legal_moves
        if not legal:
            break
        moves.append(legal[number % len(legal)])
        positions.append(positions[-1].play(moves[-1]))
    start = draw(st.integers(0, len(moves)))
    return Line(positions[start], tuple(moves[start:]), draw(st.integers(0, len(moves) - start)))


move_arguments = st.sampled_from(["", "Sa1", "Tc2n", "S", "c2"])
study_buttons = (
    st.builds(AnalysisButton, played_lines(), st.sampled_from([*MoveAction, *AnalysisAction]), move_arguments)
    | st.builds(OpeningButton, played_lines(), st.sampled_from(OpeningAction), move_arguments)
    | st.builds(
        TrainingButton,
        numbers,
        played_lines(),
        st.sampled_from([*MoveAction, *TrainingAction]),
        move_arguments,
    )
)


@given(
    game_buttons
    | challenge_buttons
    | panel_buttons
    | puzzle_buttons
    | retry_buttons
    | lesson_buttons
    | plan_buttons
    | history_buttons
    | study_buttons
)
def test_a_button_is_read_back_as_it_was_written(button: ButtonId) -> None:
    text = str(button)
    assert parse(text) == button
    assert PATTERN.fullmatch(text), "the library would not route it"
    assert len(text) <= LONGEST


@given(menus)
def test_a_menu_is_read_back_as_it_was_written_and_is_not_a_button(menu: SelectId) -> None:
    text = str(menu)
    assert parse_select(text) == menu
    assert SELECT_PATTERN.fullmatch(text), "the library would not route it"
    assert not PATTERN.fullmatch(text), "the library would route it twice"
    assert len(text) <= LONGEST


@pytest.mark.parametrize(
    "text",
    [
        "",
        "v1:7",
        "v1:7:-1",
        "w1:7:1:",
        "s1:yours:theme",
        "v2:7:1",
        "g1:7:1:m:Sa1",
        "x1:",
        "x1:a",
        "r1:7",
        "o1:7",
    ],
)
def test_any_other_text_is_not_a_menu(text: str) -> None:
    with pytest.raises(UnknownButtonError):
        parse_select(text)


@given(st.text() | st.from_regex(r"[gcpqlmhaok]1(:[a-z0-9]{0,4}){0,6}", fullmatch=True))
def test_any_other_text_is_refused_or_means_itself(text: str) -> None:
    try:
        button = parse(text)
    except UnknownButtonError:
        return
    assert parse(str(button)) == button


@pytest.mark.parametrize(
    "text",
    [
        "",
        "g1",
        "g1:1",
        "g1:1:x:m:Sa1",
        "g1:1:0:m:Sa1:more",
        "g2:1:0:m:Sa1",
        "g1:1:0:y",
        "c1:1:m:x",
        "p1:attic:page:1",
        "q1:K3F9A:o",
        "q1:ninechars:o",
        "q1:k3f9a:o:x:y",
        "q1:k3f9a:w",
        "m1:1:x:o",
        "m1:1:2:n",
        "m1:1:2:o:x:y",
        "l1:x:o",
        "l1:1:w",
        "l1:1:o:x:y",
        "h1:7:-:-:-",
        "a1:f:p:",
        "a1:f:x::0",
        "a1:f:p:j:2",
        "a1:f:p:jj:0",
        "a1:f:p:j:01",
        "a1:w:p:j:1",
        "a1:m:p:j:1:Sb2:more",
        "o1:f:p::0",
        "k1:?:t:p::0",
        "k1:1:f:p::0",
        "k1:1:t:pj.j.j:::0",
        "h1:7:-:chess:-:0",
        "h1:7:-:-:lucky:0",
        "h1:7:?:-:-:0",
        "h1:7:-:-:-:x",
    ],
)
def test_a_text_that_no_button_has_is_unknown(text: str) -> None:
    with pytest.raises(UnknownButtonError):
        parse(text)


def test_a_move_is_written_by_the_published_grammar() -> None:
    button = GameButton(parse_number("3k9x") or 0, 12, MoveAction.MOVE, "Tc2n")
    assert str(button) == "g1:3k9x:12:m:Tc2n"


@given(numbers)
def test_a_number_is_read_back_in_any_case(number: int) -> None:
    assert parse_number(format_number(number)) == number
    assert parse_number(format_number(number).upper()) == number
