"""Charts and challenge pictures show what they are given."""

from itertools import combinations

import pytest
from PIL import ImageChops

from engine import Color
from render import AEGEAN, THEMES, MoveMark, RatedPoint, Theme, challenge, rating_chart, value_chart
from tests.render.pictures import box, opened

RATINGS = [
    RatedPoint(rating=1500, deviation=350),
    RatedPoint(rating=1620, deviation=290),
    RatedPoint(rating=1580, deviation=250),
]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_cards_are_indexed_pngs_of_their_size(theme: Theme) -> None:
    cards = {
        (1000, 280): (value_chart([0, 0.5], theme=theme), rating_chart(RATINGS, theme=theme)),
        (1000, 300): (challenge("Ada", "Emmy", theme=theme),),
    }
    for size, pictures in cards.items():
        for picture in pictures:
            image = opened(picture)
            assert (image.format, image.mode, image.size) == ("PNG", "P", size)


def test_a_value_for_white_is_white_above_and_one_for_black_black_below() -> None:
    white, black = value_chart([1, 1]), value_chart([-1, -1])
    above, below = (500, 60, 501, 61), (500, 190, 501, 191)
    assert sum(box(white, *above).getpixel((0, 0))) > 3 * 220  # type: ignore[arg-type]
    assert sum(box(black, *below).getpixel((0, 0))) < 3 * 60  # type: ignore[arg-type]
    assert box(white, *below) == box(value_chart([0, 0]), *below)


def test_each_mark_of_a_move_looks_different_in_black_and_white_too() -> None:
    values = [1, 1, -1, -1, 0]
    marked = [box(value_chart(values, marks={2: mark}), 500, 170, 580, 250) for mark in MoveMark]
    plain = box(value_chart(values), 500, 170, 580, 250)
    for one, other in combinations([*marked, plain], 2):
        assert ImageChops.difference(one.convert("L"), other.convert("L")).getbbox() is not None


def test_a_move_of_unknown_value_has_no_mark() -> None:
    values = [1, None, 1]
    assert value_chart(values, marks={1: MoveMark.MISTAKE}) == value_chart(values)


def test_long_and_flat_histories_are_drawn() -> None:
    assert opened(rating_chart([RatedPoint(rating=1500, deviation=0)] * 400)).size == (1000, 280)
    assert opened(value_chart([0.0] * 31)).size == (1000, 280)


@pytest.mark.parametrize("values", [[], [0.5], [0, 1.1], [0, -1.1], [0, float("nan")]])
def test_invalid_values_are_refused(values: list[float]) -> None:
    with pytest.raises(ValueError, match="from -1 to 1"):
        value_chart(values)


def test_a_rating_needs_two_points() -> None:
    with pytest.raises(ValueError, match="two points"):
        rating_chart(RATINGS[:1])


def test_a_challenge_shows_colors_and_names_and_whether_it_is_open() -> None:
    pictures = {
        challenge("Ada", "Emmy"),
        challenge("Ada"),
        challenge("Emmy", "Ada"),
        challenge("Ada", "Emmy", color=Color.WHITE),
        challenge("Ada", "Emmy", color=Color.BLACK),
        challenge("Ada", "Emmy", ratings=("1512", "1500?")),
        challenge("Ada", "Emmy", ratings=("1512", "1500")),
    }
    assert len(pictures) == 7
    assert challenge("Ada", "Emmy", theme=AEGEAN) in pictures
