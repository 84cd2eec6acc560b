"""The JSON form of a record and its schema, whole and damaged."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies
from jsonschema import Draft202012Validator

from engine import (
    Mark,
    Move,
    Position,
    Reason,
    Record,
    Ruleset,
    Start,
    parse_record_json,
    print_record_json,
    record_schema,
)
from tests.engine.games import records
from tests.engine.records.damage import refusal, with_a_part_cut_out
from tests.engine.records.test_record_text import RECORD

pytestmark = pytest.mark.quick

JSON = """\
{
  "format": "pyrga-record",
  "version": 1,
  "ruleset": "pyrga",
  "white": "Ada \\"the first\\"",
  "black": "Bo",
  "date": "2026-02-28",
  "place": "a harbor",
  "start": "swap",
  "clock": "3 days a move",
  "rated": false,
  "hints": true,
  "result": "black",
  "reason": "resignation",
  "comment": "Played on one evening.",
  "moves": [
    {
      "move": "Sb3"
    },
    {
      "move": "Cb2",
      "mark": "!",
      "comment": "blocks"
    },
    {
      "move": "Tb2n",
      "mark": "??",
      "comment": "a {slip},\\nor not"
    }
  ]
}
"""

VALIDATOR = Draft202012Validator(record_schema())


def test_a_record_is_printed_as_an_object() -> None:
    assert print_record_json(RECORD) == JSON


def test_the_printed_json_reads_back() -> None:
    assert parse_record_json(JSON) == RECORD


@given(records())
def test_any_record_reads_back_and_satisfies_the_schema(record: Record) -> None:
    printed = print_record_json(record)
    assert parse_record_json(printed) == record
    VALIDATOR.validate(json.loads(printed))


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(record_schema())


def test_the_schema_knows_every_name_that_the_engine_does() -> None:
    properties = record_schema()["properties"]
    assert properties["ruleset"]["enum"] == list(Ruleset)
    assert properties["start"]["enum"] == list(Start)
    assert properties["reason"]["enum"] == list(Reason)
    assert record_schema()["$defs"]["move"]["properties"]["mark"]["enum"] == list(Mark)


def test_the_schema_allows_the_text_of_every_move_and_no_other_kind_of_text() -> None:
    move = VALIDATOR.evolve(schema=record_schema()["$defs"]["move"])
    assert all(move.is_valid({"move": str(legal)}) for legal in Position.start().legal_moves)
    assert not any(move.is_valid({"move": text}) for text in ("Tc2", "Sb5", "Sb3n", "Xa1", "", "Sb3 "))


@pytest.mark.parametrize(
    ("old", "new", "where", "problem"),
    [
        ('"version": 1,', '"version": 1', "line 4", "this is not JSON: Expecting ',' delimiter"),
        ('"version": 1,', '"version": 2,', "version", "the version is 2; this reads 1 only"),
        ('"version": 1,', '"version": true,', "version", "here stands true, which is not a whole number"),
        ('"version": 1,', "", "", "the field 'version' is missing"),
        ('"pyrga-record"', '"chess"', "format", "the format is 'chess'; this reads 'pyrga-record' only"),
        ('"ruleset": "pyrga",', "", "", "the field 'ruleset' is missing"),
        ('"ruleset": "pyrga"', '"ruleset": "chess"', "ruleset", "the ruleset 'chess' is not one of"),
        ('"ruleset": "pyrga"', '"ruleset": null', "ruleset", "here stands null, which is not a string"),
        ('"black": "Bo"', '"blck": "Bo"', "blck", "'blck' is not a field"),
        ('"2026-02-28"', '"28 February"', "date", "the date '28 February' is not a day"),
        ('"start": "swap"', '"start": "odd"', "start", "the start 'odd' is not one of"),
        ('"rated": false', '"rated": "no"', "rated", 'here stands "no", which is not true or false'),
        ('"result": "black"', '"result": "nobody"', "result", "the result 'nobody' is not one of"),
        (
            '"reason": "resignation"',
            '"reason": "draw"',
            "reason",
            "the result 'black' does not go with the reason",
        ),
        ('"reason": "resignation"', '"reason": "stuck"', "result", "the moves leave the game unfinished"),
        ('"Played on one evening."', "[]", "comment", "here stands [], which is not a string"),
        ('"move": "Cb2"', '"move": "Cb9"', "moves[1].move", "'Cb9' is not a move"),
        ('"move": "Tb2n"', '"move": "Tb2"', "moves[2].move", "'Tb2' needs a direction"),
        ('"move": "Cb2"', '"move": "Cd4"', "moves[1]", "Cd4 at ply 1: the last piece asks for other spaces"),
        ('"move": "Cb2",', "", "moves[1]", "the field 'move' is missing"),
        ('"mark": "??"', '"mark": "???"', "moves[2].mark", "'???' is not one of"),
        ('"mark": "??"', '"mark": 2', "moves[2].mark", "here stands 2, which is not a string"),
        (
            '"mark": "??"',
            '"sign": "??"',
            "moves[2].sign",
            "'sign' is not a field; the fields are move, mark, comment",
        ),
        (JSON, "[]", "", "here stands [], which is not an object"),
        (JSON, "", "line 1", "this is not JSON"),
        (JSON, "\n\nnull", "", "here stands null, which is not an object"),
        (
            '"version": 1,',
            f'"version": {"9" * 5_000},',
            "version",
            "here stands Infinity, which is not a whole number",
        ),
        ('"Played on one evening."', "[" * 400 + "]" * 400, "comment", "here stands [[["),
        (JSON, "[" * 100_000, "", "this is nested too deeply"),
    ],
)
def test_the_error_about_a_damaged_record_says_what_is_wrong_and_where(
    old: str,
    new: str,
    where: str,
    problem: str,
) -> None:
    assert old in JSON
    refused = refusal(parse_record_json, JSON.replace(old, new))
    assert refused is not None
    assert str(refused) == (f"{where}: {refused.problem}" if where else refused.problem)
    assert refused.problem.startswith(problem)


@given(records(), strategies.data())
def test_a_text_with_any_part_cut_out_is_either_read_or_refused(
    record: Record, data: strategies.DataObject
) -> None:
    cut = with_a_part_cut_out(data, print_record_json(record))
    refused = refusal(parse_record_json, cut)
    assert parse_record_json(cut).ruleset in Ruleset if refused is None else refused.problem


@pytest.mark.parametrize("moves", [None, {}, "Sb3", [1], [["Sb3"]], ["Sb3"]])
def test_moves_are_a_list_of_objects(moves: Any) -> None:
    content = json.loads(JSON)
    assert not VALIDATOR.is_valid({**content, "moves": moves})
    refused = refusal(parse_record_json, json.dumps({**content, "moves": moves}))
    assert refused is not None
    assert refused.path[0] == "moves"


@pytest.mark.parametrize("field", ["format", "version", "ruleset", "result", "moves"])
def test_schema_and_reader_require_the_same_fields(field: str) -> None:
    content = {name: value for name, value in json.loads(JSON).items() if name != field}
    assert not VALIDATOR.is_valid(content)
    assert refusal(parse_record_json, json.dumps(content)) is not None


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("result", ["white", "black", "draw", "none", "ongoing"])
def test_schema_and_reader_agree_which_reason_goes_with_a_result(result: str, reason: Reason) -> None:
    refused = refusal(parse_record_json, json.dumps({**json.loads(JSON), "result": result, "reason": reason}))
    goes_together = refused is None or refused.problem.startswith(("the moves", "both players"))
    assert VALIDATOR.is_valid({**json.loads(JSON), "result": result, "reason": reason}) == goes_together


def test_a_move_is_read_in_any_form_of_its_text() -> None:
    assert parse_record_json(JSON.replace('"Tb2n"', '"tb2↑"')).moves[2].move == Move.parse("Tb2n")
