"""What's wrong with a translation, as far as code can tell."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from string import Formatter

from babel.messages.catalog import Catalog, Message

NO_BREAK_SPACES = "\u00a0\u202f"
_SPACED = re.compile(rf"(?<![{NO_BREAK_SPACES};:!?])[;:!?»]|«(?![{NO_BREAK_SPACES}])")
_LEFT_ALONE = re.compile(r"`[^`]*`|\]\([^)]*\)|<[^>]*>|\{[^{}]*\}|\d:\d")
_COMMAND = re.compile(r"/pyrga[a-z-]*(?: [a-z-]+)?")
_LINE_MARK = re.compile(r"^(?:#+|-#|-|>|\d+\.) ", re.MULTILINE)
_MARKS = ("**", "`", "](", "\n", "~~", "||")
_FORBIDDEN = {'"': "a straight quote", "'": "a straight apostrophe", "...": "three dots"}
_FORBIDDEN_IN = {"pl": {"“": "an English quote", "«": "a French quote"}, "fr": {"“": "an English quote"}}


def problems(catalog: Catalog) -> list[str]:
    """Return what's wrong with the translations of a catalog, one line for each problem."""
    usual = Catalog(locale=catalog.locale).plural_forms
    of_language = [] if catalog.plural_forms == usual else [f"the language has other plural forms: {usual}"]
    return of_language + [
        f"{message.id!r}: {problem}"
        for message in catalog
        if message.id
        for problem in _problems_of(message, catalog)
    ]


def gaps(catalog: Catalog, template: Catalog) -> list[str]:
    """Return what a catalog lacks or no longer needs, one line for each message."""
    has, needs = _keys(catalog), _keys(template)
    obsolete = [message.id for message in catalog.obsolete.values()]
    empty = [message.id for message in catalog if message.id and not all(_texts(message.string))]
    return [
        *(f"{key}: missing, run python -m bot.locale" for key in sorted(needs - has, key=str)),
        *(f"{key}: unused, run python -m bot.locale" for key in sorted(has - needs, key=str)),
        *(f"{text!r}: obsolete, run python -m bot.locale" for text in obsolete),
        *(f"{text!r}: not translated" for text in empty),
    ]


def unspaced(text: str) -> list[str]:
    """Return the punctuation marks of a French text that lack their no-break space."""
    return _SPACED.findall(_LEFT_ALONE.sub("{}", text))


def _keys(catalog: Catalog) -> set[tuple[str | None, tuple[str, ...]]]:
    return {(message.context, _texts(message.id)) for message in catalog if message.id}


def _texts(value: str | Sequence[str] | None) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ())


def _problems_of(message: Message, catalog: Catalog) -> Iterator[str]:
    sources, forms = _texts(message.id), _texts(message.string)
    if message.fuzzy:
        yield "fuzzy"
    if not all(forms):
        return
    if len(sources) > 1 and len(forms) != catalog.num_plurals:
        yield f"{len(forms)} forms instead of {catalog.num_plurals}"
    for index, form in enumerate(forms):
        source = sources[0] if index == 0 else sources[-1]
        yield from _placeholder_problems(form, sources, is_first_form=len(sources) > 1 and index == 0)
        yield from _markup_problems(form, source)
        yield from _typography_problems(form, str(catalog.locale_identifier).partition("_")[0])


def _placeholder_problems(form: str, sources: Sequence[str], *, is_first_form: bool) -> Iterator[str]:
    try:
        found = _placeholders(form)
    except ValueError as error:
        yield f"braces: {error}"
        return
    needed = _placeholders(sources[-1])
    if unknown := found - needed:
        yield f"unknown placeholders: {unknown}"
    # "One game" needs no number.
    if len(needed - found) > (1 if is_first_form else 0):
        yield f"missing placeholders: {needed - found}"


def _placeholders(text: str) -> set[tuple[str, str | None, str | None]]:
    return {
        (name, spec, conversion) for _, name, spec, conversion in Formatter().parse(text) if name is not None
    }


def _markup_problems(form: str, source: str) -> Iterator[str]:
    for mark in _MARKS:
        if form.count(mark) != source.count(mark):
            yield f"{form.count(mark)} {mark!r} instead of {source.count(mark)}"
    if _LINE_MARK.findall(form) != _LINE_MARK.findall(source):
        yield f"lines begin with {_LINE_MARK.findall(form)} instead of {_LINE_MARK.findall(source)}"
    if Counter(_COMMAND.findall(form)) != Counter(_COMMAND.findall(source)):
        yield f"commands: {_COMMAND.findall(form)} instead of {_COMMAND.findall(source)}"
    if form.strip(" ") != form and source.strip(" ") == source:
        yield "a space at the beginning or the end"


def _typography_problems(form: str, language: str) -> Iterator[str]:
    text = _LEFT_ALONE.sub("{}", form)
    for characters, what in {**_FORBIDDEN, **_FORBIDDEN_IN.get(language, {})}.items():
        if characters in text:
            yield f"{what}: {form!r}"
    if language == "fr":
        yield from (f"no no-break space at {mark!r}: {form!r}" for mark in unspaced(form))
