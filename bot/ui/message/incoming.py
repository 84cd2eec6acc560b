"""What people send, by any means: cleaned and bounded before anything else reads it.

Discord's own clients send nothing that this would change. Others can send anything.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.values.base36 import LARGEST
from bot.values.errors import Refusal

LONGEST: Final = 6000
"""Maximum number of characters of a text. Discord's is the same."""

# Neither PostgreSQL nor an answer to Discord can hold all of these: control characters, and halves of pairs.
_UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
# Whole numbers beyond these are no longer exact in JSON, and Discord accepts none.
_LARGEST_WHOLE = 2**53
_INTEGER = 4
_SNOWFLAKES = (*range(6, 10), 11)


class UnfitValueError(Refusal):
    """``value``, as it was sent, can't be what it should be: it's a number or an id that is too large."""

    value: str


def cleaned(text: str) -> str:
    r"""Return a text without the characters that can't be stored or shown, and no longer than ``LONGEST``.

    >>> cleaned("Ad\0a")
    'Ada'
    """
    return _UNFIT.sub("", text[:LONGEST])


def clean(data: dict[str, Any]) -> None:
    """Clean all texts of an interaction's data, in place, and check its numbers and ids.

    Raises:
        UnfitValueError: a number or an id is larger than it can be.
    """
    for key, value in data.items():
        data[key] = _cleaned(value)
    for found in _ids(data):
        if not (found.isascii() and found.isdecimal() and int(found[:LONGEST]) <= LARGEST):
            raise UnfitValueError(found)
    for number in (option["value"] for option in _options(data) if option.get("type") == _INTEGER):
        if isinstance(number, int) and abs(number) > _LARGEST_WHOLE:
            raise UnfitValueError(str(number)[:LONGEST])


def typed_text(data: Mapping[str, Any], field: str) -> str:
    """Return what was typed into a field of a form; an empty text if the form has no such field."""
    return "".join(str(part.get("value") or "") for part in _fields(data) if part.get("custom_id") == field)


def chosen_values(data: Mapping[str, Any], field: str) -> list[str]:
    """Return what was chosen in a menu or a group of a form; nothing if the form has no such field."""
    found = [part for part in _fields(data) if part.get("custom_id") == field]
    several = [str(value) for part in found for value in part.get("values") or ()]
    return several or [str(part["value"]) for part in found if part.get("value")]


def _fields(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield everything in a form, itself included."""
    yield data
    for part in (*data.get("components", ()), *filter(None, [data.get("component")])):
        yield from _fields(part)


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return cleaned(value)
    if isinstance(value, list):
        return [_cleaned(each) for each in value]
    if isinstance(value, dict):
        return {key: _cleaned(each) for key, each in value.items()}
    return value


def _ids(data: dict[str, Any]) -> Iterator[str]:
    if "target_id" in data:
        yield str(data["target_id"])
    for kind in data.get("resolved", {}).values():
        yield from kind
    for option in _options(data):
        if option.get("type") in _SNOWFLAKES:
            yield str(option["value"])


def _options(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the options that have a value, also those of subcommands."""
    for option in data.get("options", ()):
        if "value" in option:
            yield option
        yield from _options(option)
