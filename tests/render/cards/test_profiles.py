"""A profile shows what's known about a player, whether that's a little or a lot."""

from dataclasses import replace

import pytest

from render import THEMES, BadgeIcon, ProfileCard, ProfileFigure, RatedPoint, Record, Tally, Theme, profile
from render.making.cards import profiles
from render.making.examples import NAMES
from tests.render.pictures import box, difference, opened

WIDTH = 1100
NAME = (12, 20, 780, 80)
RATING = (790, 12, 1088, 144)
"""Where the name and the rating are, in pixels."""

ADA = profiles()["profile"]
NEW = profiles()["profile of someone new"]
AWKWARD = (*NAMES, "丁" * 32, "W" * 32, "Z" + "\u0335\u0321\u0322" * 10, "\u3164\u2800 ", "")


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("kind", profiles())
def test_it_is_an_indexed_png_that_fits_where_people_see_it(kind: str, theme: Theme) -> None:
    image = opened(profile(profiles()[kind], theme=theme))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert image.height < WIDTH


@pytest.mark.thorough
@pytest.mark.parametrize("name", AWKWARD)
def test_any_name_stays_in_its_place(name: str) -> None:
    usual, other = profile(replace(ADA, name="Q")), profile(replace(ADA, name=name))
    assert box(usual, *NAME) != box(other, *NAME)
    assert box(usual, *RATING) == box(other, *RATING)


@pytest.mark.parametrize("history", [(), (RatedPoint(rating=1500, deviation=350),)])
def test_without_two_ratings_there_is_no_chart(history: tuple[RatedPoint, ...]) -> None:
    bare = profile(replace(ADA, history=history))
    assert bare == profile(replace(ADA, history=()))
    assert opened(bare).height < opened(profile(ADA)).height


def test_someone_without_any_games_has_a_profile() -> None:
    least = replace(NEW, figures=(), name="Ada")
    assert opened(profile(least)).height < opened(profile(ADA)).height
    assert difference(profile(least), profile(replace(least, record=Record(Tally(1), Tally())))) > 20


def test_sections_grow_with_what_is_in_them() -> None:
    def height(player: ProfileCard) -> int:
        return opened(profile(player)).height

    figure = ProfileFigure("Puzzles", "7")
    none, one, two, three = (height(replace(ADA, figures=(figure,) * count)) for count in (4, 5, 6, 7))
    assert none < one == two < three
    none, one, line, more = (
        height(replace(ADA, badges=(BadgeIcon.LESSON,) * count)) for count in (0, 1, 12, 13)
    )
    assert none < one == line < more


def test_long_figures_leave_room_for_each_other() -> None:
    def with_figure(label: str, value: str) -> bytes:
        return profile(replace(ADA, figures=(ProfileFigure(label, value),)))

    long = "WWWWWWWWWWWWWWWWWWWWWWWW"
    assert with_figure(long, long) != with_figure(long, "WWWWW")
    assert with_figure(long, long) != with_figure("WWWWW", long)


def test_a_figure_that_is_too_long_for_half_of_the_card_has_a_whole_line() -> None:
    def with_figure(label: str, value: str) -> bytes:
        return profile(replace(ADA, figures=(ProfileFigure(label, value),)))

    short, long = (
        with_figure("Best win", "1743 · Ada"),
        with_figure("Best win", "1743 · Ada Lovelace of London"),
    )
    assert opened(short).height < opened(long).height
    assert long != with_figure("Best win", "1743 · Ada Lovelace of Londor")
