"""Leaderboards show everyone's place, in any script, and always that of the reader."""

from dataclasses import replace

import pytest

from render import THEMES, LeaderboardHeadings, LeaderboardPage, LeaderboardRow, Theme, leaderboard
from render.cards import writing
from render.making.cards import leaderboards, people
from render.making.examples import NAMES
from tests.render.pictures import box, opened

WIDTH = 1100
FIRST, PITCH, ROW = 119, 57, 54
"""The top of the first row, the distance to the next, and a row's height, in pixels."""

PHONE, READABLE = 330, 11
"""In pixels: how wide a phone shows the picture, and how large a row's text has to be then."""

DESKTOP = 550, 350
"""The size in pixels of the box that desktop clients fit a picture into."""

BLANK = "\u3164\u2800 "
ZALGO = "Z" + "\u0335\u0321\u0322" * 10
AWKWARD = (*NAMES, "丁" * 32, "W" * 32, ZALGO, BLANK, "")


def row(number: int, picture: bytes) -> bytes:
    top = FIRST + number * PITCH
    return box(picture, 0, top, WIDTH, top + ROW).tobytes()


def alone(standing: LeaderboardRow, *, change: str | None = "Week") -> bytes:
    headings = LeaderboardHeadings("Player", "Rating", change, ("Games",) * len(standing.others))
    return leaderboard(LeaderboardPage("Club", "1 of 1", headings, (standing,)))


ADA = LeaderboardRow(4, "Ada", "1532", ("12",), 7, (1500, 1525, 1532))


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("kind", leaderboards())
def test_it_is_an_indexed_png_that_fits_where_people_see_it(kind: str, theme: Theme) -> None:
    image = opened(leaderboard(leaderboards()[kind], theme=theme))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    shown = min(DESKTOP[0] / image.width, DESKTOP[1] / image.height)
    assert shown * WIDTH > 1.5 * PHONE


def test_texts_of_rows_are_readable_on_a_phone() -> None:
    assert writing.READABLE * PHONE / WIDTH >= READABLE


def test_fewer_rows_make_a_shorter_picture() -> None:
    heights = [opened(leaderboard(people(count, apart=False))).height for count in (1, 5, 10)]
    assert heights == [heights[0] + PITCH * more for more in (0, 4, 9)]


@pytest.mark.thorough
@pytest.mark.parametrize("name", AWKWARD)
def test_any_name_stays_in_its_column(name: str) -> None:
    usual, other = alone(ADA), alone(replace(ADA, name=name))
    assert row(0, usual) != row(0, other)
    figures = (700, FIRST, WIDTH, FIRST + ROW)
    assert box(usual, *figures) == box(other, *figures)
    below = (0, FIRST + ROW, WIDTH, opened(usual).height)
    assert box(usual, *below) == box(other, *below)


def test_a_player_without_a_visible_name_still_has_a_row() -> None:
    assert alone(replace(ADA, name=BLANK)) == alone(replace(ADA, name="\u2013"))


def test_ranks_on_large_boards_are_shown_in_full() -> None:
    one, other = (alone(replace(ADA, rank=rank)) for rank in (100_000, 100_001))
    assert row(0, one) != row(0, other)


def test_a_sparkline_only_shows_its_shape() -> None:
    assert alone(ADA) == alone(replace(ADA, history=(0, 25, 32)))
    assert alone(replace(ADA, history=(3, 3))) == alone(replace(ADA, history=(9, 9)))


def test_a_board_without_changes_has_no_sparklines() -> None:
    assert alone(ADA, change=None) == alone(replace(ADA, change=None, history=()), change=None)


def test_the_readers_own_row_is_shown_below_the_others() -> None:
    page = people(10, apart=True)
    without, whole = leaderboard(replace(page, apart=None)), leaderboard(page)
    assert opened(whole).height > opened(without).height + PITCH
    assert row(3, whole) == row(3, without)


def test_long_headings_leave_room_for_names() -> None:
    page = replace(
        people(10, apart=True),
        headings=LeaderboardHeadings("Name", "Wertungszahl" * 3, "Letzte Woche" * 3, ("Partien" * 4,) * 2),
    )
    *others, last = page.rows
    shorter, longer = (
        leaderboard(replace(page, rows=(*others, replace(last, name="W" * count)))) for count in (6, 7)
    )
    assert row(9, shorter) != row(9, longer)


def test_a_title_gets_smaller_before_its_subtitle_is_cut_short() -> None:
    page = replace(people(1, apart=False), title="A leaderboard with a long title")
    wide, other = (leaderboard(replace(page, subtitle=f"{'n' * 24}{last}")) for last in "no")
    assert wide != other


def test_a_leaderboard_needs_rows_and_a_figure_for_every_heading() -> None:
    page = people(10, apart=False)
    for count in (0, 11):
        with pytest.raises(ValueError, match="1 to 10 rows"):
            leaderboard(replace(page, rows=(ADA,) * count))
    with pytest.raises(ValueError, match="every heading"):
        leaderboard(replace(page, apart=ADA))
