"""Display names in any script are drawn in the right order and inside their space."""

import pytest
from PIL import ImageChops

from engine import Position
from render import Scene, board
from render.making.examples import NAMES
from render.text.lettering import EMOJI_FONTS, Room, broken, fitted
from render.text.names import clusters, runs
from render.text.repertoire import CHAIN
from tests.render.pictures import box

START = Position.start()
PLACE = (996, 576, 1312, 669)
"""Where White's name is, between the chip and the first pill."""

LARGE = Room(1000, 40, 40)

STRONG = 150
"""How much more red than blue an orange has. Letters have none."""

AROUND = ((990, 500, 1318, 576), (1312, 576, 1330, 669), (990, 669, 1318, 960))


def name_plate(name: str) -> bytes:
    return box(board(Scene(START, name, "")), *PLACE).tobytes()


def drawn(name: str) -> tuple[str, ...]:
    """Return the name's runs from left to right, without emoji and the spaces around them."""
    return tuple(run.text.strip() for run in runs(clusters(name), emoji=False) if run.text.strip())


@pytest.mark.parametrize("name", NAMES)
def test_every_script_is_drawn_inside_its_place(name: str) -> None:
    nothing = board(Scene(START, "", ""))
    picture = board(Scene(START, name, ""))
    assert box(picture, *PLACE) != box(nothing, *PLACE)
    assert [box(picture, *place) for place in AROUND] == [box(nothing, *place) for place in AROUND]


@pytest.mark.parametrize(
    ("font", "name"),
    [
        ("Inter-SemiBold.otf", "Ada Łukasz Đức Ελένη Дмитрий"),
        ("NotoSans-Bold.ttf", "ℵⱥꟻ"),
        ("NotoSansArabicUI-Bold.ttf", "محمد"),
        ("NotoSansHebrew-Bold.ttf", "דניאל"),
        ("NotoSansDevanagariUI-Bold.ttf", "प्रिया"),
        ("NotoSansThaiUI-Bold.ttf", "ภาษาไทย"),
        ("NotoSansArmenian-Bold.ttf", "Թամար"),
        ("NotoSansGeorgian-Bold.ttf", "გიორგი"),
        ("NotoSansBengaliUI-Bold.ttf", "তামান্না"),
        ("NotoSansGurmukhiUI-Bold.ttf", "ਸਿੰਘ"),
        ("NotoSansGujaratiUI-Bold.ttf", "ગુજરાતી"),
        ("NotoSansTamilUI-Bold.ttf", "தமிழ்"),
        ("NotoSansTeluguUI-Bold.ttf", "తెలుగు"),
        ("NotoSansKannadaUI-Bold.ttf", "ಕನ್ನಡ"),
        ("NotoSansMalayalamUI-Bold.ttf", "മലയാളം"),
        ("NotoSansSinhalaUI-Bold.ttf", "සිංහල"),
        ("NotoSansLaoUI-Bold.ttf", "ສະບາຍດີ"),
        ("NotoSansKhmerUI-Bold.ttf", "ខ្មែរ"),
        ("NotoSansMyanmarUI-Bold.ttf", "မြန်မာ"),
        ("NotoSansEthiopic-Bold.ttf", "አበበ"),
        ("NotoSansCJK-Bold.otf", "张伟丽赵国强張偉麗趙國強龍鳳さくらタケシ髙橋渡邊齋藤김철수뷁쉛"),
        ("NotoSansMath-Regular.ttf", "𝔉𝔞𝔫𝔠𝔶"),  # noqa: RUF001  (names are written like this on purpose)
        ("NotoSansSymbols2-Regular.ttf", "✦☙"),
        ("NotoSansSymbols-Bold.ttf", "⚔⚙"),
    ],
)
def test_each_script_is_drawn_whole_in_its_font(font: str, name: str) -> None:
    found = runs(clusters(name), emoji=False)
    assert "".join("".join(run.clusters) for run in found) == name
    assert {CHAIN[run.font] for run in found} == {font}


@pytest.mark.skipif(not any(font.exists() for font in EMOJI_FONTS), reason="emoji in names need their font")
def test_an_emoji_is_drawn_in_its_colors() -> None:
    red, _, blue = box(board(Scene(START, "🦁", "")), *PLACE).split()
    assert max(ImageChops.subtract(red, blue).tobytes()) > STRONG
    assert broken("🦁" * 4, Room(fitted("🦁🦁", LARGE).width, 40, 40), 2) == ("🦁🦁", "🦁🦁")


def test_a_name_too_long_for_a_line_is_on_two() -> None:
    assert name_plate("Computer, level 3") != name_plate("Computer, level 8")
    assert name_plate("Computer and something else, level 3") == name_plate(
        "Computer and something else, level 8"
    )


def test_different_names_look_different() -> None:
    assert len({name_plate(name) for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize(
    "name",
    [
        "Ada\u202e Lovelace",
        "\u202dAda Lovelace\u202c",
        "\u2066Ada Lovelace\u2069",
        "A\u200bda Love\ufefflace",
        "Ada\x00\x07 Lovelace\x1b",
        "  Ada \u00a0\u3000 Lovelace\u2003",
        "Ada\tLovelace\n",
        "\u3164Ada\u2800Lovelace\uffa0",
        "\u0301Ada Lovelace",
    ],
)
def test_controls_overrides_and_blanks_are_ignored(name: str) -> None:
    assert name_plate(name) == name_plate("Ada Lovelace")


@pytest.mark.parametrize("name", ["", " ", "\u200b\u202e", "\u3164", "\U000f0000", "\u0301"])
def test_a_blank_name_is_drawn_as_nothing(name: str) -> None:
    assert name_plate(name) == name_plate("")


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert name_plate("Zoe\u0308") == name_plate("Zoë")


def test_a_base_carries_at_most_two_marks() -> None:
    assert clusters("g" + "\u0334\u0335\u0336\u0337") == ("g\u0334\u0335",)


def test_a_long_name_ends_with_an_ellipsis() -> None:
    assert name_plate("W" * 31) == name_plate("W" * 32)
    assert name_plate("Wolfeschlegel") != name_plate("Wolfeschlegelsteinhausenbergerdorff")


def test_a_name_of_thousands_of_characters_is_cut_quickly() -> None:
    assert name_plate("\u0e01\u0e33" * 5000) == name_plate("\u0e01\u0e33" * 32)


def test_a_right_to_left_word_keeps_its_inner_order() -> None:
    (run,) = runs(clusters("דניאל"), emoji=False)
    assert (run.text, run.leftwards) == ("דניאל", True)


def test_a_name_that_begins_right_to_left_is_laid_out_from_the_right() -> None:
    assert drawn("שלום Leo") == ("Leo", "שלום")


def test_a_name_that_begins_left_to_right_is_laid_out_from_the_left() -> None:
    assert drawn("Leo שלום") == ("Leo", "שלום")


def test_digits_among_right_to_left_letters_keep_their_order() -> None:
    assert drawn("שלום 42 חבר") == ("חבר", "42", "שלום")


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("שלום (Leo) 12", ("12", ")", "Leo", "(", "שלום")),
        ("שלום (חבר)", (")", "חבר", "(", "שלום")),
        ("Leo (שלום)", ("Leo (", "שלום", ")")),
    ],
)
def test_brackets_follow_their_contents(name: str, order: tuple[str, ...]) -> None:
    assert drawn(name) == order


def test_emoji_are_kept_or_dropped_as_a_whole() -> None:
    family = "\U0001f469\U0001f3fd\u200d\U0001f4bb"
    flag = "\U0001f1eb\U0001f1f7"
    assert clusters(f"a{family}{flag}b") == ("a", family, flag, "b")
    assert [run.clusters for run in runs(clusters(f"a{family}{flag}b"), emoji=True)] == [
        ("a",),
        (family, flag),
        ("b",),
    ]
    assert drawn(f"a{family}{flag}b") == ("ab",)


def test_indic_conjuncts_are_one_cluster() -> None:
    assert clusters("प्रिया")[0] == "प्रि"
