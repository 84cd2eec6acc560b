"""The header fields of a record as texts by name, which the text form and the JSON form share."""

from collections.abc import Iterable, Mapping
from datetime import date

from engine.board.move import Color
from engine.game.outcome import Outcome, Reason
from engine.game.rules import Ruleset, Start
from engine.records.record import Record, RecordedMove, RecordError

__all__ = ["FIELDS", "FLAGS", "NO", "ONGOING", "RESULTS", "YES", "header_of", "record_from"]

FIELDS = (
    "ruleset",
    "white",
    "black",
    "date",
    "place",
    "start",
    "clock",
    "rated",
    "hints",
    "result",
    "reason",
)
"""The names of the header fields, in the order they're written."""

FLAGS = ("rated", "hints")
YES, NO = "yes", "no"
"""The header fields that say yes or no."""

ONGOING = "ongoing"
RESULTS = (*(color.value for color in Color), "draw", "none", ONGOING)
"""The values of a result: the winner, a draw, a game without a result, an unfinished game."""

_FLAG_TEXTS = {None: "", True: YES, False: NO}
_REQUIRED = ("ruleset", "result")


def header_of(record: Record) -> dict[str, str]:
    """Return the header fields of ``record`` that are known, in the order of ``FIELDS``."""
    values = {
        "ruleset": record.ruleset.value,
        "white": record.white,
        "black": record.black,
        "date": "" if record.date is None else record.date.isoformat(),
        "place": record.place,
        "start": "" if record.start is None else record.start.value,
        "clock": record.clock,
        "rated": _FLAG_TEXTS[record.rated],
        "hints": _FLAG_TEXTS[record.hints],
        "result": ONGOING if record.outcome is None else record.outcome.result,
        "reason": "" if record.outcome is None else record.outcome.reason.value,
    }
    return {name: value for name, value in values.items() if value}


def record_from(header: Mapping[str, str], comment: str, moves: Iterable[RecordedMove]) -> Record:
    """Return the record with these header fields.

    Raises:
        RecordError: a field is unknown, missing or malformed, or the record contradicts itself. The error's
            path is the field or the move.
    """
    known = {name: value for name, value in header.items() if value}
    for name in header:
        if name not in FIELDS:
            message = f"{name!a} is not a field; the fields are {', '.join(FIELDS)}"
            raise RecordError(message, path=(name,))
    for name in _REQUIRED:
        if name not in known:
            message = f"the field {name!r} is missing"
            raise RecordError(message)
    return Record(
        ruleset=Ruleset(_one_of(tuple(Ruleset), "ruleset", known)),
        moves=tuple(moves),
        outcome=_outcome(known),
        white=known.get("white", ""),
        black=known.get("black", ""),
        date=_date(known),
        place=known.get("place", ""),
        clock=known.get("clock", ""),
        comment=comment,
        start=Start(_one_of(tuple(Start), "start", known)) if "start" in known else None,
        rated=_flag("rated", known),
        hints=_flag("hints", known),
    )


def _flag(name: str, header: Mapping[str, str]) -> bool | None:
    return _one_of((YES, NO), name, header) == YES if name in header else None


def _one_of(values: tuple[str, ...], name: str, header: Mapping[str, str]) -> str:
    if header[name] not in values:
        message = f"the {name} {header[name]!a} is not one of {', '.join(values)}"
        raise RecordError(message, path=(name,))
    return header[name]


def _date(header: Mapping[str, str]) -> date | None:
    text = header.get("date", "")
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    # The standard library also reads other ISO forms, such as weeks; a record has only one.
    if day is None or day.isoformat() != text:
        message = f"the date {text!a} is not a day written as year-month-day, such as 2024-02-29"
        raise RecordError(message, path=("date",))
    return day


def _outcome(header: Mapping[str, str]) -> Outcome | None:
    result = _one_of(RESULTS, "result", header)
    if result == ONGOING:
        if "reason" in header:
            message = "a game that is not over has no reason"
            raise RecordError(message, path=("reason",))
        return None
    if "reason" not in header:
        message = f"the result {result!r} needs a reason"
        raise RecordError(message, path=("result",))
    reason = Reason(_one_of(tuple(Reason), "reason", header))
    winner = Color(result) if result in tuple(Color) else None
    if reason.fits(winner):
        outcome = Outcome(winner, reason)
        if outcome.result == result:
            return outcome
    message = f"the result {result!r} does not go with the reason {reason.value!r}"
    raise RecordError(message, path=("reason",))
