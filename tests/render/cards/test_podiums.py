"""Podiums show who won gold, silver, and bronze, and who shares them."""

from dataclasses import replace
from itertools import permutations

import pytest

from render import THEMES, Medal, Podium, PodiumStep, Theme, podium
from render.making.cups import LONG_NAMES, podiums
from render.making.examples import NAMES
from render.text.lettering import EMOJI_FONTS
from tests.render.pictures import box, opened

WIDTH = 1100

PHONE = 330
DESKTOP = 550, 350
"""In pixels: how wide a phone shows the picture, and the box that desktop clients fit a picture into."""

STEPS = 150
"""How much of a picture's foot only has steps, in pixels."""

BLANK = "\u3164\u2800 "
AWKWARD = (*NAMES, *LONG_NAMES, "丁" * 32, BLANK, "")

GOLD = PodiumStep(Medal.GOLD, ("Ada",), "6½ points")
SILVER = PodiumStep(Medal.SILVER, ("Emmy",), "5 points")
BRONZE = PodiumStep(Medal.BRONZE, ("Sofia",), "4 points")
THREE = Podium("Autumn Cup", "8 players", (GOLD, SILVER, BRONZE))


def steps(picture: bytes) -> bytes:
    height = opened(picture).height
    return box(picture, 0, height - STEPS, WIDTH, height).tobytes()


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("kind", podiums())
def test_it_is_an_indexed_png_that_fits_where_people_see_it(kind: str, theme: Theme) -> None:
    image = opened(podium(podiums()[kind], theme=theme))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert WIDTH * DESKTOP[1] / image.height > PHONE


@pytest.mark.thorough
@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize("step", [GOLD, SILVER, BRONZE], ids=lambda step: step.medal.name)
def test_any_name_stays_above_its_step(step: PodiumStep, name: str) -> None:
    named = tuple(replace(step, names=(name,)) if each is step else each for each in THREE.steps)
    usual, other = podium(THREE), podium(replace(THREE, steps=named))
    assert usual != other
    assert steps(usual) == steps(other)


@pytest.mark.skipif(not any(font.exists() for font in EMOJI_FONTS), reason="emoji in names need their font")
@pytest.mark.parametrize("name", LONG_NAMES)
def test_a_long_name_is_shown_to_its_end(name: str) -> None:
    whole, shorter = (
        podium(replace(THREE, steps=(replace(GOLD, names=(shown,)), SILVER, BRONZE)))
        for shown in (name, name[:-2])
    )
    assert whole != shorter


def test_steps_may_come_in_any_order() -> None:
    assert {podium(replace(THREE, steps=order)) for order in permutations(THREE.steps)} == {podium(THREE)}


def test_everyone_who_shares_a_medal_is_shown() -> None:
    shown = [
        podium(replace(THREE, steps=(replace(GOLD, names=("Ada", "Leo", "Zoë")[:count]), BRONZE)))
        for count in (1, 2, 3)
    ]
    heights = [opened(picture).height for picture in shown]
    assert heights == sorted({*heights})


def test_a_long_title_is_on_two_lines() -> None:
    short, long, longer = (podium(replace(THREE, title="n" * count)) for count in (20, 50, 60))
    assert opened(short).height < opened(long).height == opened(longer).height
    assert long != longer


def test_a_podium_needs_steps_with_names_and_different_medals() -> None:
    for wrong in ((), (GOLD, GOLD)):
        with pytest.raises(ValueError, match="different medals"):
            podium(replace(THREE, steps=wrong))
    with pytest.raises(ValueError, match="needs a name"):
        podium(replace(THREE, steps=(replace(GOLD, names=()),)))
