"""The sentences and their translations."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bot
from bot.commands.localization.strings import command_strings
from bot.locale import words_for
from bot.locale.extraction import TEMPLATE, template
from bot.locale.updating import written

_MARKERS = {"_", "gettext", "ngettext"}


def test_the_translators_list_holds_every_sentence_of_the_code() -> None:
    assert TEMPLATE.read_bytes() == written(template()), "run: python -m bot.locale"


def test_no_sentence_is_hidden_from_the_translators_list() -> None:
    # Babel doesn't look inside f-strings.
    of_commands = {(string.context, string.text) for string in command_strings()}
    listed = {
        text
        for message in template()
        if (message.context, message.id) not in of_commands
        for text in _texts(message.id)
    }
    assert set(_marked()) == listed - {""}


def _texts(identifier: Any) -> tuple[str, ...]:
    return (identifier,) if isinstance(identifier, str) else tuple(identifier)


def _sources() -> Iterator[Path]:
    yield from Path(bot.__file__).parent.rglob("*.py")


def _marked() -> Iterator[str]:
    for path in _sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                marker = node.func
                named = getattr(marker, "id", None) or getattr(marker, "attr", None)
                if named in _MARKERS:
                    for part in node.args:
                        if isinstance(part, ast.Constant):
                            yield str(part.value)


def test_a_language_without_a_catalogue_is_english() -> None:
    for locale in ("en-GB", "xx", "", "pt-BR"):
        assert words_for(locale).gettext("Square") == "Square"
