"""People type moves in notation and in words, in their own language and in English."""

from gettext import NullTranslations
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.locale import Words, words_for
from bot.ui.games.moves import offered_moves, read_move
from bot.ui.text.alt_text import move_name
from bot.ui.text.words import move_label
from engine import Move, Position, Ruleset

ENGLISH = words_for("en-US")
START = Position.start(Ruleset.CLASSIC)
EVERY_MOVE = list(START.legal_moves)


class _OtherWords(NullTranslations):
    """A language where only the words for moves are translated."""

    _words: ClassVar = {
        "square": "kwadrat, carré",
        "triangle": "trójkąt",
        "cylinder": "walec",
        "up, north": "góra, w górę",
        "right, east": "prawo, à droite",
        "down, south": "dół, w dół",
        "left, west": "lewo, gauche",
        "on, at, to, pointing": "na, w",
    }

    def pgettext(self, context: str, message: str) -> str:
        del context
        return self._words.get(message, message)


LANGUAGES = [Words(_OtherWords()), ENGLISH]


def moves(text: str, position: Position = START) -> list[str]:
    return [str(move) for move in read_move(text, position, LANGUAGES).moves]


WRITTEN = {
    "Tc2n": ("Tc2n", "tC2N", "Tc2↑", "triangle c2 up", "UP Triangle, c2", "trojkat c2 w gore"),
    "Tc2e": ("tc2 >", "trójkąt c2 w prawo", "triangle c2 à droite"),
    "Tc2s": ("tc2v", "T c2 s", "triangle south c2", "Trójkąt na c2 w dół"),
    "Tc2w": ("triangle on c2 pointing left", "c2 left", "trójkąt c2 left"),
    "Sc2": ("s c2", "s-c2"),
    "Sb3": ("square b3", "kwadrat b3", "carré b3", "CARRE B3", "■ b3"),
    "Cb3": ("b3 Cylinder", "● b3"),
    "Tb3n": ("▲ b3",),
    "Tb3e": ("►\N{NO-BREAK SPACE}b3", "▲ b3 →", "▲ b3 ➡\N{VARIATION SELECTOR-16}"),
}


@pytest.mark.parametrize(("move", "text"), [(move, text) for move in WRITTEN for text in WRITTEN[move]])
def test_a_move_is_read_in_any_of_its_forms(move: str, text: str) -> None:
    assert moves(text) == [move]


@given(st.sampled_from(EVERY_MOVE), st.randoms())
def test_every_move_is_read_as_the_bot_writes_it(move: Move, random: object) -> None:
    written = move_name(ENGLISH, move).split()
    random.shuffle(written)  # type: ignore[attr-defined]
    for text in (str(move), move_label(move), " ".join(written)):
        assert moves(text) == [str(move)]


@given(st.text(alphabet="stcabd1234nesw ^>v<▲►■ąłon", max_size=60))
def test_any_text_is_read_without_an_error_as_legal_moves(text: str) -> None:
    position = Position.replay("pyrga", "Sb3 Tb2e")
    assert set(read_move(text, position, LANGUAGES).moves) <= set(position.legal_moves)
    assert set(offered_moves(text, position, LANGUAGES)) <= set(position.legal_moves)


def test_anything_unambiguous_can_be_left_out() -> None:
    assert moves("up", Position.replay("pyrga", "Sa1 Ta2n Ca3")) == ["Ta3n"]
    assert moves("triangle a1") == ["Ta1n", "Ta1e"]
    assert moves("square c", Position.replay("pyrga", "Sb3")) == ["Sc3"]


def test_a_letter_after_a_kind_is_a_column() -> None:
    assert moves("carré c") == ["Sc4", "Sc3", "Sc2", "Sc1"]
    assert moves("cylinder c") == ["Cc4", "Cc3", "Cc2", "Cc1"]
    assert moves("c c") == ["Cc4", "Cc3", "Cc2", "Cc1"]
    assert moves("triangle c south") == ["Tc4s", "Tc3s", "Tc2s"]


@pytest.mark.parametrize("text", ["", "on", "e5", "rook b3", "a1 a2 a3 x", "square triangle"])
def test_a_text_that_is_not_a_move_is_not_understood(text: str) -> None:
    typed = read_move(text, START, LANGUAGES)
    assert (typed.moves, typed.understood) == ((), False)


@pytest.mark.parametrize("text", ["Sd4", "square d4", "Ta1w"])
def test_a_move_that_is_not_legal_is_understood(text: str) -> None:
    typed = read_move(text, Position.replay("pyrga", "Ca1"), LANGUAGES)
    assert (typed.moves, typed.understood) == ((), True)


@pytest.mark.parametrize(
    ("typed", "first"),
    [("", "Sa4"), ("tr", "Ta4e"), ("kwad", "Sa4"), ("c2 tri", "Tc2n"), ("c2 tri r", "Tc2e"), ("Tc2", "Tc2n")],
)
def test_moves_are_suggested_while_typing(typed: str, first: str) -> None:
    assert str(offered_moves(typed, START, LANGUAGES)[0]) == first


@pytest.mark.parametrize("typed", ["carré c", "carr c", "c carr", "sq c", "square on c"])
def test_no_word_counts_as_both_the_kind_and_the_column(typed: str) -> None:
    assert [str(move) for move in offered_moves(typed, START, LANGUAGES)] == ["Sc4", "Sc3", "Sc2", "Sc1"]


def test_what_a_text_means_is_suggested_before_what_it_begins() -> None:
    offered = [str(move) for move in offered_moves("triangle d", START, LANGUAGES)]
    in_column = [move for move in offered if move[1] == "d"]
    assert offered[: len(in_column)] == in_column
    assert {move[-1] for move in offered[len(in_column) :]} == {"s"}
    assert offered_moves("zz", START, LANGUAGES) == [], "no move begins that way"
