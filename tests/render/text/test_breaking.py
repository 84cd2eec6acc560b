"""Long texts are broken where people would break them, as long as that's enough."""

import pytest

from render.making.cups import LONG_NAMES
from render.text.lettering import Room, broken, fitted

ROOM = Room(360, 40, 37)


def test_a_text_that_fits_is_on_one_line() -> None:
    assert broken("Ada Lovelace", ROOM, 3) == ("Ada Lovelace",)
    assert broken("", ROOM, 3) == ("",)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Maximiliane Rodenegg", ("Maximiliane ", "Rodenegg")),
        ("Maximiliane Wolkenstein-Rodenegg", ("Maximiliane ", "Wolkenstein-", "Rodenegg")),
    ],
)
def test_it_is_broken_between_words(text: str, lines: tuple[str, ...]) -> None:
    assert broken(text, ROOM, 3) == lines


def test_a_space_after_a_word_that_just_fits_is_not_too_much() -> None:
    tight = Room(fitted("A Rodenegg", ROOM).width, 40, 40)
    assert broken("A Rodenegg B", tight, 3) == ("A Rodenegg", " B")


def test_a_long_word_is_broken_anywhere() -> None:
    first, second = broken("Wolfeschlegelsteinhausen", ROOM, 2)
    assert first + second == "Wolfeschlegelsteinhausen"
    assert broken("WW", Room(1, 40, 40), 3) == ("W", "W")


def test_words_are_broken_if_that_saves_the_end() -> None:
    text = "Константинопольский Константинопольский"
    assert len(broken(text, ROOM, 4)) == len(broken(text, ROOM, 3)) + 1
    assert "".join(broken(text, ROOM, 3)) == text


@pytest.mark.parametrize("text", LONG_NAMES)
@pytest.mark.parametrize("most", [1, 2, 3])
def test_all_lines_together_have_the_whole_text(text: str, most: int) -> None:
    lines = broken(text, ROOM, most)
    assert len(lines) <= most
    assert "".join(lines) == text


def test_an_emoji_of_several_characters_stays_whole() -> None:
    first, *_ = broken("👩🏽‍💻" * 20, ROOM, 5)
    assert first == "👩🏽‍💻" * (len(first) // len("👩🏽‍💻"))
