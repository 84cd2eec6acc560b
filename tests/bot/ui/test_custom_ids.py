"""The custom_ids of buttons, menus and forms."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.board.controls import ChooseMove, PlayMove
from bot.ui.board.move_buttons import Choice
from bot.ui.components.panels import Keep, Kept
from bot.ui.events.manage import RemoveEntrant
from bot.ui.games.more_panel import TakeBack
from bot.ui.message.custom_ids import (
    LONGEST,
    Ask,
    ChallengePerson,
    ChooseOpponent,
    CustomId,
    OpenAnalysis,
    PlayComputer,
    ShowHistory,
    UnknownButtonError,
    decode,
)
from bot.values.base36 import format_number, parse_number
from bot.values.lines import Line
from bot.values.standings import HistoryFilter, Result
from engine import Kind, Level, Move, Ruleset
from tests.bot.hostile.custom_ids import CustomIds
from tests.bot.hostile.meanings import CLASSES, made

randoms = st.randoms(use_true_random=False)
numbers = st.integers(0, 2**63 - 1)


@settings(max_examples=1000)
@given(st.sampled_from(CLASSES), randoms)
def test_what_a_button_means_is_read_back_as_it_was_written(kind: type[CustomId], random: Random) -> None:
    meant = made(kind, random)
    text = str(meant)
    assert decode(text) == meant
    assert len(text) <= LONGEST


@given(st.text() | st.builds(lambda random: CustomIds(random).button(), randoms), randoms)
def test_any_other_text_is_refused_or_means_itself(text: str, random: Random) -> None:
    other = CustomIds(random).mutated(text, [text])
    try:
        meant = decode(other)
    except UnknownButtonError:
        return
    assert str(meant) == other


@pytest.mark.parametrize(
    ("meant", "text"),
    [
        (PlayMove(165813, 12, Move.parse("Tc2n")), "play:3jxx:12:Tc2n"),
        (ChooseMove(7, 0, Choice(Kind.TRIANGLE)), "choose:7:0:T:"),
        (ShowHistory(7, HistoryFilter(8, Ruleset.PYRGA, Result.WON), 2), "history:7:8:pyrga:won:2"),
        (ShowHistory(7, HistoryFilter(), 0), "history:7::::0"),
        (OpenAnalysis(Line.of("pyrga", ["Sb3"])), "analyze:p:j:1"),
        (PlayComputer(Level.EIGHT), "computer:8"),
        (PlayComputer(None), "computer:"),
        (ChooseOpponent(), "opponent"),
        (ChallengePerson(35), "challenge-person:z"),
        (Ask(TakeBack(35, 2)), "ask-first:take-back:z:2"),
    ],
)
def test_a_custom_id_is_a_word_and_fields(meant: CustomId, text: str) -> None:
    assert str(meant) == text


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("ask-take-back:z:2", Ask(TakeBack(35, 2))),
        ("cup-ask-remove:1:z", Ask(RemoveEntrant(1, 35))),
        ("cup-stay", Keep(Kept.REST)),
        ("keep-playing", Keep(Kept.GAME)),
        ("delete-nothing", Keep(Kept.DATA)),
    ],
)
def test_a_button_of_an_older_message_means_the_same(text: str, meant: CustomId) -> None:
    assert decode(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("", ":", "play", "play:", "attic:1", "Play:1:0:Sa1"),
        *("play:1:0", "play:1:0:Sa1:", "play:1:0:Sa1:more", "play::0:Sa1", "play:1::Sa1", "play:1:0:"),
        *("play:01:0:Sa1", "play:A:0:Sa1", "play:?:0:Sa1", "play:1y2p0ij32e8e8:0:Sa1"),
        *("play:1:x:Sa1", "play:1:-1:Sa1", "play:1:00:Sa1", "play:1:1000000000:Sa1", "play:1:٣:Sa1"),
        *("play:1:0:S", "play:1:0:sa1", "play:1:0:Sa1n", "play:1:0:Ta1", "play:1:0:Sa5", "play:1: 0:Sa1"),
        *("choose:1:0:T", "choose:1:0:Q:", "choose:1:0:T:z9", "choose:1:0:T:c2:"),
        *("plan:1:0:Sb2-:", "plan:1:0:-:", "plan:1:0:Sb2_Ta2e:", "plan:1:0::Sb2"),
        *("history:7::chess::0", "history:7:::lucky:0", "history:7:::0"),
        *("analyze:p:j", "analyze:x::0", "analyze:p:j:2", "analyze:p:jj:0", "analyze:p:j:01"),
        *("train:", "train:chess", "puzzle:K3F9A:", "puzzle::", "hide-text:", "hide-text:1:2"),
        *("opponent:", "computer", "computer:9", "computer:08", "setting:ours:theme"),
    ],
)
def test_a_text_that_no_button_has_is_unknown(text: str) -> None:
    with pytest.raises(UnknownButtonError):
        decode(text)


def test_a_word_has_one_meaning() -> None:
    with pytest.raises(ValueError, match="play"):
        type("Another", (CustomId,), {}, word="play")


@given(numbers)
def test_a_number_is_read_back_in_any_case(number: int) -> None:
    assert parse_number(format_number(number)) == number
    assert parse_number(format_number(number).upper()) == number
