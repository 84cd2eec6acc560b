"""The JSON form of a record; its schema is engine/record.schema.json."""

import json
from importlib import resources
from typing import Any, TypeVar

from engine.board.move import AmbiguousMoveError, InvalidMoveError, Move
from engine.records.record import Mark, Record, RecordedMove, RecordError
from engine.records.record_header import FIELDS, FLAGS, NO, YES, header_of, record_from

__all__ = ["parse_record_json", "print_record_json", "record_schema"]

_FORMAT = "pyrga-record"
_VERSION = 1
_RECORD_KEYS = ("format", "version", *FIELDS, "comment", "moves")
_MOVE_KEYS = ("move", "mark", "comment")

_MANY_DIGITS = 10

_Path = tuple[str | int, ...]
_Value = TypeVar("_Value")
_TYPE_NAMES: dict[type, str] = {
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    list: "a list",
    dict: "an object",
}


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the JSON form, which ``print_record_json`` always satisfies.

    >>> record_schema()["title"]
    'A record of a game of Pyrga'
    """
    schema = resources.files("engine").joinpath("record.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(schema)
    return loaded


def print_record_json(record: Record) -> str:
    """Return the JSON form of ``record``, ending with a line break.

    >>> from engine import Record, RecordedMove, Ruleset
    >>> print(print_record_json(Record(Ruleset.PYRGA, (RecordedMove.parse("Sb3!"),), None)), end="")
    {
      "format": "pyrga-record",
      "version": 1,
      "ruleset": "pyrga",
      "result": "ongoing",
      "moves": [
        {
          "move": "Sb3",
          "mark": "!"
        }
      ]
    }
    """
    comment = {"comment": record.comment} if record.comment else {}
    moves = [_move_object(recorded) for recorded in record.moves]
    header = {name: value == YES if name in FLAGS else value for name, value in header_of(record).items()}
    content = {"format": _FORMAT, "version": _VERSION, **header, **comment, "moves": moves}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def parse_record_json(text: str) -> Record:
    """Return the record whose JSON form is ``text``.

    Raises:
        RecordError: the record is damaged; the error has the path to the damaged value, or the line of a text
            that isn't JSON, and says what's wrong.

    >>> from engine import Record, Ruleset
    >>> parse_record_json(print_record_json(Record(Ruleset.PYRGA, (), None))).moves
    ()
    """
    try:
        return _record(json.loads(text, parse_int=_number))
    except json.JSONDecodeError as error:
        raise RecordError(f"this is not JSON: {error.msg}", line=error.lineno) from error
    except RecursionError as error:
        raise RecordError("this is nested too deeply to be a record") from error


def _move_object(recorded: RecordedMove) -> dict[str, str]:
    fields = {"move": str(recorded.move), "mark": recorded.mark or "", "comment": recorded.comment}
    return {name: str(value) for name, value in fields.items() if value}


def _number(digits: str) -> float:
    # Python refuses to make an integer of thousands of digits. As a float it's refused where any other wrong
    # value is.
    return int(digits) if len(digits) < _MANY_DIGITS else float(digits)


def _record(content: object) -> Record:
    fields = _object(content, _RECORD_KEYS, path=())
    _constant(fields, "format", _FORMAT)
    _constant(fields, "version", _VERSION)
    moves = _typed(_required(fields, "moves", path=()), list, path=("moves",))
    return record_from(
        {name: _header_text(name, fields[name]) for name in FIELDS if name in fields},
        _typed(fields.get("comment", ""), str, path=("comment",)),
        [_recorded_move(value, path=("moves", index)) for index, value in enumerate(moves)],
    )


def _header_text(name: str, value: object) -> str:
    if name in FLAGS:
        return YES if _typed(value, bool, path=(name,)) else NO
    return _typed(value, str, path=(name,))


def _recorded_move(value: object, path: _Path) -> RecordedMove:
    fields = _object(value, _MOVE_KEYS, path)
    move = _typed(_required(fields, "move", path), str, path=(*path, "move"))
    mark = _typed(fields.get("mark", ""), str, path=(*path, "mark"))
    comment = _typed(fields.get("comment", ""), str, path=(*path, "comment"))
    try:
        return RecordedMove(Move.parse(move), Mark(mark) if mark else None, comment)
    except (InvalidMoveError, AmbiguousMoveError) as error:
        raise RecordError(str(error), path=(*path, "move")) from error
    except ValueError as error:
        message = f"{mark!a} is not one of {', '.join(Mark)}"
        raise RecordError(message, path=(*path, "mark")) from error


def _object(value: object, keys: tuple[str, ...], path: _Path) -> dict[str, object]:
    fields: dict[str, object] = _typed(value, dict, path)
    for key in fields:
        if key not in keys:
            message = f"{key!a} is not a field; the fields are {', '.join(keys)}"
            raise RecordError(message, path=(*path, key))
    return fields


def _required(fields: dict[str, object], key: str, path: _Path) -> object:
    if key not in fields:
        message = f"the field {key!r} is missing"
        raise RecordError(message, path)
    return fields[key]


def _constant(fields: dict[str, object], key: str, expected: str | int) -> None:
    value = _required(fields, key, path=())
    if _typed(value, type(expected), path=(key,)) != expected:
        message = f"the {key} is {value!a}; this reads {expected!a} only"
        raise RecordError(message, path=(key,))


def _typed(value: object, expected: type[_Value], path: _Path) -> _Value:
    # The exact type, because a truth value is an integer to isinstance.
    if type(value) is not expected:
        message = f"here stands {json.dumps(value):.40}, which is not {_TYPE_NAMES[expected]}"
        raise RecordError(message, path)
    return value
