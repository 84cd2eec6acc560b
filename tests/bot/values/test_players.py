"""What people are called, without what shows nothing, turns text around, or covers other lines."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.values.players import Player, printable, shown

pytestmark = pytest.mark.quick

HIDDEN = (
    *("\u200b", "\u2060", "\u00ad", "\u034f", "\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\u180e"),
    *("\u00a0", "\u3000", "\u200c", "\u200d", "\ufeff", "\ufffc", "\x1b"),
    *("\U000e0041", "\U000e0100", "\U0001d159"),
)
TURNING = ("\u061c", "\u200e", "\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)))
MANY_MARKS = 9 * "\u0351"


@pytest.mark.parametrize("sign", [*HIDDEN, *TURNING])
def test_what_shows_nothing_and_what_turns_text_around_is_left_out(sign: str) -> None:
    assert shown(3 * sign) == ""
    assert shown(f"{sign} Ada{sign} {sign}{sign}B.{sign}\n") == "Ada B."
    assert Player(101, sign).name == "?"
    assert Player(101, sign, "Ada").name == "Ada"
    assert Player(101, "Ada", sign).outside_servers.name == "?"
    assert printable(sign).isascii()


@pytest.mark.parametrize(
    "name",
    [
        "Zoë O'Brien-Łukasz",
        *("\U0001f469\u200d\U0001f469\u200d\U0001f467", "\u2764\ufe0f\u200d\U0001f525", "1\ufe0f\u20e3"),
        *("\U0001f468\U0001f3fd\u200d\U0001f4bb", "\U0001f1f5\U0001f1f1"),
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        *(
            "דנה 7",
            "\u0645\u062d\u0645\u062f",
            "\u0645\u06cc\u200c\u062e",
            "क्\u200dष",
            "Tiê\u0301ng",
            "ที่",
            "ㅋㅋ 김",
        ),
    ],
)
def test_emojis_and_names_in_any_language_stay_as_they_are(name: str) -> None:
    assert shown(name) == Player(101, name).name == name


def test_marks_cover_no_other_line_and_stand_on_something() -> None:
    assert shown(f"Z{MANY_MARKS}oë") == "Z\u0351\u0351\u0351oë"
    assert shown("\u0351Ada \u0351B") == shown("A\ufe0fda\ufe0f B\u200d") == "Ada B"
    assert shown("\ufe0f \u0351\u200d") == ""


@given(st.text())
def test_a_name_that_is_shown_stays_as_it_is(text: str) -> None:
    name = shown(text)
    assert shown(name) == name == name.strip()
    assert not {unicodedata.category(sign) for sign in name} & {"Cc", "Cs", "Zl", "Zp"}
    assert not {*name} & {*TURNING}
    assert not name or any(unicodedata.category(sign)[0] not in "MZ" for sign in name)


@given(st.text())
def test_a_terminal_gets_everything_that_a_person_can_see(text: str) -> None:
    assert all(sign.isprintable() or sign in "\n\t" for sign in printable(text))
