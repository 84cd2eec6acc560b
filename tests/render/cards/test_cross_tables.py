"""Cross tables show every game of a group, with any names, so that they can be read on a phone."""

from dataclasses import replace

import pytest

from render import (
    THEMES,
    CrossTable,
    CrossTableHeadings,
    CrossTableRow,
    EntrantState,
    GameMark,
    GameResult,
    Theme,
    cross_table,
)
from render.cards import writing
from render.making.cups import LONG_NAMES, cross_tables, group
from render.making.examples import NAMES
from tests.render.pictures import box, difference, opened

WIDTH = 1100

PHONE, READABLE = 330, 11
"""In pixels: how wide a phone shows the picture, and how large a row's text has to be then."""

DESKTOP = 550, 350
"""The size in pixels of the box that desktop clients fit a picture into."""

FIRST, ROW, PITCH = 134, 70, 74
"""The top of the first row without tie breaks, the height of a low row, and the distance to the next."""

RESULTS, TILE = (655, 1070), 25
"""The ends of the figures of three people, and half of a tile's height."""

SHORT = ("Ada", "Emmy", "Sofia", "Hypatia", "Émile", "王小明", "Leo", "Zoë")

BLANK = "\u3164\u2800 "
ZALGO = "Z" + "\u0335\u0321\u0322" * 10
AWKWARD = (*NAMES, *LONG_NAMES, ZALGO, BLANK, "")

WIN, DRAW, LOSS, RUNNING, STRUCK = (GameMark(result) for result in GameResult)

FIGURES = CrossTableHeadings("Player", "Points")
ADA = CrossTableRow(1, "Ada", ((), (WIN,), (WIN,)), "2", games_left=1)
EMMY = CrossTableRow(2, "Emmy", ((LOSS,), (), (DRAW,)), "½", games_left=1)
SOFIA = CrossTableRow(3, "Sofia", ((LOSS,), (DRAW,), ()), "½", games_left=1)
THREE = CrossTable("Autumn Cup", "Final", FIGURES, (ADA, EMMY, SOFIA))


def changed(**fields: object) -> CrossTable:
    """Return the table of three in which Emmy's row is another."""
    return replace(THREE, rows=(ADA, replace(EMMY, **fields), SOFIA))  # type: ignore[arg-type]


def row(number: int, picture: bytes) -> bytes:
    top = FIRST + number * PITCH
    return box(picture, 0, top, WIDTH, top + ROW).tobytes()


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("kind", cross_tables())
def test_it_is_an_indexed_png_of_the_width_of_cards(kind: str, theme: Theme) -> None:
    image = opened(cross_table(cross_tables()[kind], theme=theme))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)


def test_texts_of_rows_are_readable_on_a_phone() -> None:
    assert writing.READABLE * PHONE / WIDTH >= READABLE


@pytest.mark.parametrize("games", [1, 2])
def test_eight_people_with_usual_names_are_readable_in_the_smallest_box(games: int) -> None:
    image = opened(cross_table(group(SHORT, games=games)))
    assert WIDTH * DESKTOP[1] / image.height >= PHONE


def test_a_name_of_two_lines_takes_no_more_room_than_points_with_a_tie_break() -> None:
    short, long = (
        opened(cross_table(group((*SHORT[:7], name), running=0.5))) for name in ("Zoë", LONG_NAMES[6])
    )
    assert short.size == long.size


def last_named(name: str) -> bytes:
    """Return a table of eight in which the last one has that name."""
    table = group(SHORT, running=0.5)
    *others, last = table.rows
    return cross_table(replace(table, rows=(*others, replace(last, name=name))))


@pytest.mark.parametrize("name", [LONG_NAMES[number] for number in (0, 1, 3, 6, 7)])
def test_a_long_name_is_shown_to_its_end_among_eight(name: str) -> None:
    assert last_named(name) != last_named(name[:-1])


def test_a_name_that_is_too_long_for_three_lines_is_cut_short() -> None:
    assert last_named("丁" * 32) == last_named("丁" * 33)


@pytest.mark.parametrize("name", AWKWARD)
def test_any_name_stays_in_its_column(name: str) -> None:
    usual, other = cross_table(THREE), cross_table(changed(name=name))
    more = opened(other).height - opened(usual).height
    top = FIRST + PITCH
    assert row(0, usual) == row(0, other)
    assert row(1, usual) != row(1, other)
    usual_middle, other_middle = top + ROW // 2, top + (ROW + more) // 2
    left, right = RESULTS
    assert box(usual, left, usual_middle - TILE, right, usual_middle + TILE).tobytes() == (
        box(other, left, other_middle - TILE, right, other_middle + TILE).tobytes()
    )
    below = top + PITCH
    assert box(usual, 0, below, WIDTH, below + ROW).tobytes() == (
        box(other, 0, below + more, WIDTH, below + more + ROW).tobytes()
    )


def test_a_player_without_a_visible_name_still_has_a_row() -> None:
    assert cross_table(changed(name=BLANK)) == cross_table(changed(name="\u2013"))


@pytest.mark.parametrize(
    "fields",
    [
        {"rank": 1},
        {"rank": None},
        {"points": "1½"},
        {"tie_break": "0.25"},
        {"games_left": 0},
        {"games_left": 2},
        {"marks": ((WIN,), (), (DRAW,))},
        {"marks": ((DRAW,), (), (DRAW,))},
        {"marks": ((RUNNING,), (), (DRAW,))},
        {"marks": ((STRUCK,), (), (DRAW,))},
        {"marks": ((), (), (DRAW,))},
        {"marks": ((LOSS, LOSS), (), (DRAW,))},
        *({"state": state} for state in EntrantState if state is not EntrantState.PLAYING),
    ],
    ids=str,
)
def test_everything_in_a_row_is_shown(fields: dict[str, object]) -> None:
    assert difference(cross_table(THREE), cross_table(changed(**fields))) > 20


@pytest.mark.parametrize("result", [GameResult.WIN, GameResult.DRAW, GameResult.LOSS])
def test_an_adjudicated_game_is_marked(result: GameResult) -> None:
    played, adjudicated, also = (
        cross_table(changed(marks=((GameMark(result, one),), (), (GameMark(GameResult.DRAW, other),))))
        for one, other in ((False, True), (True, True), (True, False))
    )
    assert difference(played, adjudicated) > 20
    assert difference(adjudicated, also) > 20


def test_the_states_differ() -> None:
    shown = [cross_table(changed(state=state)) for state in EntrantState]
    assert min(difference(a, b) for n, a in enumerate(shown) for b in shown[:n]) > 20


def test_two_games_are_below_each_other() -> None:
    once, twice = (cross_table(changed(marks=((LOSS,), (), pair))) for pair in ((DRAW,), (DRAW, WIN)))
    assert opened(once).width == opened(twice).width
    assert opened(once).height < opened(twice).height


def test_the_order_of_two_games_is_shown() -> None:
    one, other = (cross_table(changed(marks=((LOSS,), (), pair))) for pair in ((DRAW, WIN), (WIN, DRAW)))
    assert difference(one, other) > 20


def test_games_left_have_no_column_when_all_are_over() -> None:
    over = replace(THREE, rows=tuple(replace(each, games_left=0) for each in THREE.rows))
    assert difference(cross_table(over), cross_table(THREE)) > 20


def test_a_long_title_is_on_two_lines() -> None:
    short, long, longer = (cross_table(replace(THREE, title="n" * count)) for count in (20, 50, 60))
    assert opened(short).height < opened(long).height == opened(longer).height
    assert long != longer


def test_a_table_needs_two_to_nine_rows_with_marks_for_each() -> None:
    for count in (1, 10):
        with pytest.raises(ValueError, match="2 to 9 rows"):
            cross_table(replace(THREE, rows=(ADA,) * count))
    with pytest.raises(ValueError, match="marks for every row"):
        cross_table(changed(marks=((LOSS,), ())))
    with pytest.raises(ValueError, match="against themselves"):
        cross_table(changed(marks=((LOSS,), (WIN,), (DRAW,))))
    with pytest.raises(ValueError, match="room for 2 games"):
        cross_table(changed(marks=((LOSS,) * 3, (), (DRAW,))))
