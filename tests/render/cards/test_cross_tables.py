"""Cross tables show every game of a group, with any names, so that they can be read on a phone."""

from dataclasses import replace

import pytest

from render import (
    THEMES,
    CrossTable,
    CrossTableHeadings,
    CrossTableRow,
    GameMark,
    GameResult,
    Theme,
    cross_table,
)
from render.making.cups import LONG_NAMES, cross_tables, group
from render.making.examples import NAMES
from tests.render.pictures import box, opened

WIDTH = 1100

PHONE = 330
DESKTOP = 550, 350
"""In pixels: how wide a phone shows the picture, and the box that desktop clients fit a picture into."""

FIRST, ROW, PITCH = 134, 70, 74
"""The top of the first row without tie breaks, the height of a low row, and the distance to the next."""

RESULTS, TILE = (655, 1070), 25
"""The ends of the figures of three people, and half of a tile's height."""

SHORT = ("Ada", "Emmy", "Sofia", "Hypatia", "Émile", "王小明", "Leo", "Zoë")

BLANK = "\u3164\u2800 "
ZALGO = "Z" + "\u0335\u0321\u0322" * 10
AWKWARD = (*NAMES, *LONG_NAMES, ZALGO, BLANK, "")

WIN, DRAW, LOSS, *_ = (GameMark(result) for result in GameResult)

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
