"""The text form of a record, whole and damaged."""

from datetime import date

import pytest
from hypothesis import given, strategies

from engine import (
    Color,
    Outcome,
    Reason,
    Record,
    RecordedMove,
    RecordError,
    Ruleset,
    Start,
    parse_record,
    parse_records,
    print_record,
)
from tests.engine.games import records
from tests.engine.records.damage import refusal, with_a_part_cut_out

pytestmark = pytest.mark.quick

TEXT = """\
[Ruleset "pyrga"]
[White "Ada \\"the first\\""]
[Black "Bo"]
[Date "2026-02-28"]
[Place "a harbor"]
[Start "swap"]
[Clock "3 days a move"]
[Rated "no"]
[Hints "yes"]
[Result "black"]
[Reason "resignation"]

{Played on one evening.} 1. Sb3 2. Cb2! {blocks} 3. Tb2n?? {a \\{slip\\},\\nor not}
black
"""

RECORD = Record(
    ruleset=Ruleset.PYRGA,
    moves=(
        RecordedMove.parse("Sb3"),
        RecordedMove(RecordedMove.parse("Cb2").move, RecordedMove.parse("Cb2!").mark, "blocks"),
        RecordedMove(RecordedMove.parse("Tb2n").move, RecordedMove.parse("Tb2n??").mark, "a {slip},\nor not"),
    ),
    outcome=Outcome(Color.BLACK, Reason.RESIGNATION),
    white='Ada "the first"',
    black="Bo",
    date=date(2026, 2, 28),
    place="a harbor",
    clock="3 days a move",
    comment="Played on one evening.",
    start=Start.SWAP,
    rated=False,
    hints=True,
)


def test_a_record_is_printed_as_header_fields_and_numbered_moves() -> None:
    assert print_record(RECORD) == TEXT


def test_the_printed_text_reads_back() -> None:
    assert parse_record(TEXT) == RECORD


@given(records())
def test_any_record_reads_back(record: Record) -> None:
    assert parse_record(print_record(record)) == record


@given(strategies.lists(records(), max_size=3))
def test_consecutive_records_read_back(several: list[Record]) -> None:
    assert list(parse_records("\n".join(map(print_record, several)))) == several


@given(records())
def test_only_a_long_comment_makes_a_long_line(record: Record) -> None:
    for line in print_record(record).splitlines():
        assert len(line) <= 80 or line.startswith(("{", "["))


@given(strategies.text())
def test_no_text_that_people_wrote_can_break_a_line(comment: str) -> None:
    printed = print_record(Record(Ruleset.PYRGA, (), None, comment=comment))
    assert len(printed.splitlines()) == (5 if comment else 4)


def test_no_text_that_people_wrote_can_reverse_a_line() -> None:
    record = Record(Ruleset.PYRGA, (), None, white="\u202eAda")
    assert '[White "\\u202eAda"]' in print_record(record)
    assert parse_record(print_record(record)) == record


def test_any_layout_is_accepted() -> None:
    spread = TEXT.replace(" ", "  ").replace("1.  Sb3", "1.\r\nsb3").replace("2.  ", "2.")
    assert [move.move for move in parse_record(spread).moves] == [move.move for move in RECORD.moves]


def test_header_fields_may_come_in_any_order_and_any_case() -> None:
    lines = TEXT.splitlines()
    reordered = [line.replace("[Ruleset", "[RULESET") for line in reversed(lines[:11])]
    assert parse_record("\n".join((*reordered, *lines[11:]))) == RECORD


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ('[Black "Bo"]', '[Black "Bo]', 3, "a header field is not of the form"),
        ('[Black "Bo"]', "[Black Bo]", 3, "a header field is not of the form"),
        ('[Black "Bo"]', '[Blck "Bo"]', 3, "'blck' is not a field"),
        ('[Black "Bo"]', '[White "Bo"]', 3, "the field 'white' is given twice"),
        ('[Black "Bo"]', r'[Black "B\o"]', 3, r"'\\o' is not an escape"),
        ('[Black "Bo"]', r'[Black "B\u00g0"]', 3, r"'\\u' is not an escape"),
        ('"2026-02-28"', '"2026-02-29"', 4, "the date '2026-02-29' is not a day"),
        ('"2026-02-28"', '"20260228"', 4, "the date '20260228' is not a day"),
        (
            '[Start "swap"]',
            '[Start "odd"]',
            6,
            "the start 'odd' is not one of plain, balanced, swap, advantage",
        ),
        ('[Rated "no"]', '[Rated "true"]', 8, "the rated 'true' is not one of yes, no"),
        ('[Ruleset "pyrga"]', "", 2, "the field 'ruleset' is missing"),
        ('[Ruleset "pyrga"]', '[Ruleset "chess"]', 1, "the ruleset 'chess' is not one of"),
        ('[Result "black"]\n', "", 1, "the field 'result' is missing"),
        (
            '[Result "black"]',
            '[Result "nobody"]',
            14,
            "the moves end with black, but the header says 'nobody'",
        ),
        ('[Reason "resignation"]', "", 10, "the result 'black' needs a reason"),
        ('[Reason "resignation"]', '[Reason "boredom"]', 11, "the reason 'boredom' is not one of"),
        (
            '[Reason "resignation"]',
            '[Reason "draw"]',
            11,
            "the result 'black' does not go with the reason 'draw'",
        ),
        ('[Reason "resignation"]', '[Reason "stuck"]', 10, "the moves leave the game unfinished"),
        ("1. Sb3", "1. Sb9", 13, "'Sb9' is not a move"),
        ("2. Cb2!", "2. Tb2!", 13, "'Tb2' needs a direction: Tb2n, Tb2e, Tb2s, Tb2w"),
        ("2. Cb2!", "2. Cb2!?!", 13, "'Cb2!?!' is not a move"),
        ("2. Cb2!", "2. Cd4", 13, "Cd4 at ply 1: the last piece asks for other spaces"),
        ("2. Cb2!", "3. Cb2", 13, "move 2 is missing; here is the number 3"),
        ("2. Cb2!", "9" * 5_000 + ". Cb2", 13, "'9999"),
        ("2. Cb2!", "2. 2. Cb2", 13, "move 2 is missing; here is the number 2"),
        ("2. Cb2!", "Cb2", 13, "'Cb2' has no move number; number 2 is next"),
        ("2. Cb2!", "2. {why} Cb2", 13, "a comment stands between a move and its number"),
        ("{blocks}", "{blocks} {more}", 13, "two comments follow one another"),
        ("{blocks}", "{blocks", 13, "a comment is not closed"),
        ("{blocks}", "blocks}", 13, "'blocks' has no move number"),
        ("{blocks}", "}", 13, "'}' is out of place"),
        ("{blocks}", '[Place "here"]', 13, "a header field stands among the moves"),
        ("\nblack\n", "\n4. black\n", 14, "move 4 is missing; here is the result black"),
        ("\nblack\n", "\nwhite\n", 14, "the moves end with white, but the header says 'black'"),
        ("\nblack\n", "\n", 13, "the record breaks off"),
        ("\nblack\n", "\nblack\n\nmore\n", 16, "'more' has no move number; number 1 is next"),
        (TEXT, "", 1, "there is no record"),
        (TEXT, TEXT + TEXT, 15, "there is more than one record"),
    ],
)
def test_a_damaged_record_is_refused_with_the_line_and_what_is_wrong(
    old: str,
    new: str,
    line: int,
    problem: str,
) -> None:
    assert old in TEXT
    refused = refusal(parse_record, TEXT.replace(old, new))
    assert refused is not None
    assert (refused.line, str(refused)) == (line, f"line {line}: {refused.problem}")
    assert refused.problem.startswith(problem)


def test_an_ongoing_game_has_no_reason() -> None:
    with pytest.raises(RecordError, match="line 3: a game that is not over has no reason"):
        parse_record('[Ruleset "pyrga"]\n[Result "ongoing"]\n[Reason "draw"]\n\nongoing')


def test_the_line_number_counts_line_breaks_inside_a_comment() -> None:
    with pytest.raises(RecordError, match="line 4: 'Xb3' is not a move"):
        parse_record('[Ruleset "pyrga"] [Result "ongoing"]\n{one\ntwo}\n1. Xb3 ongoing')


def test_records_before_a_damaged_one_are_read() -> None:
    several = parse_records(TEXT + TEXT + "damage")
    assert next(several) == next(several) == RECORD
    with pytest.raises(RecordError):
        next(several)


@given(records(), strategies.data())
def test_a_text_with_any_part_cut_out_is_either_read_or_refused_with_a_line(
    record: Record,
    data: strategies.DataObject,
) -> None:
    refused = refusal(parse_record, with_a_part_cut_out(data, print_record(record)))
    assert refused is None or refused.line is not None
