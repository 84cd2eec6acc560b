"""How the tests of both forms of a record damage one, and what comes of it."""

from collections.abc import Callable

from hypothesis import strategies

from engine import Record, RecordError


def refusal(read: Callable[[str], Record], text: str) -> RecordError | None:
    """Return the error that reading `text` raises, if it does."""
    try:
        read(text)
    except RecordError as error:
        return error
    return None


def with_a_part_cut_out(data: strategies.DataObject, text: str) -> str:
    """Return `text` with some part cut out."""
    begin = data.draw(strategies.integers(min_value=0, max_value=len(text)))
    end = data.draw(strategies.integers(min_value=begin, max_value=len(text)))
    return text[:begin] + text[end:]
