"""The sentences and their translations."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.commands.strings import command_strings
from bot.locale import words_for
from bot.locale.updating import TEMPLATE, written
from tests.bot.languages.made import translators_list

# The functions that mark sentences, and how many of their first arguments are a context.
_MARKERS = {"say": 0, "count": 0, "label": 1, "sentence": 0, "sentences": 0}
# What a placeholder may hold: something that looks the same in every sentence and language. A color, a kind
# of piece, a direction or any other word doesn't, so each needs its own sentence.
_NAMES = (
    "asker challenger computer cup late leader league loser manager match moderator name names opponent "
    "other own player role server waiting winner white black"
)
_NUMBERS = (
    "all answers best better change count cylinders days decisions done draw drawn draws fewest first "
    "hour joined judged kept last lasted level lost margin minutes most move number pairs points possible "
    "rank rating ratings right row score seats seconds share solved squares step steps streak total towers "
    "triangles win won"
)
_SIGNS = "clock minus moves replies same space spaces"
_SHOWN_BY_DISCORD = "began channel channels closed day end expiry left link start time until voted when"
# A month has its form in a date in each language.
_DATES = "date month year"
_TYPED = "code example game games incident puzzle reason text typed value"
# These are words, but they stand alone: between asterisks, at the end of a heading, or in a list after a
# colon.
_ALONE = "badge badges counts duration filters label line permissions state tally title values"


@pytest.mark.thorough
def test_no_sentence_has_a_placeholder_for_a_word_that_inflects() -> None:
    known = set(f"{_NAMES} {_NUMBERS} {_SIGNS} {_SHOWN_BY_DISCORD} {_DATES} {_TYPED} {_ALONE}".split())
    used = {name for text in _listed() for name in re.findall(r"{(\w+)", text)}
    assert used == known


def test_a_context_and_a_comment_for_translators_are_in_the_list() -> None:
    white = translators_list().get("White", context="color of a player")
    assert white is not None
    assert "before a move in signs" in " ".join(white.auto_comments)


@pytest.mark.release
def test_the_translators_list_holds_every_sentence_of_the_code() -> None:
    assert TEMPLATE.read_bytes() == written(translators_list()), "run: python -m bot.locale"


@pytest.mark.thorough
def test_no_sentence_is_hidden_from_the_translators_list() -> None:
    # Babel doesn't look inside f-strings.
    assert set(_marked()) == _listed()


def _listed() -> set[str]:
    """Return the part of the list that comes from the code, without the strings of the commands."""
    of_commands = {(string.context, string.text) for string in command_strings()}
    return {
        text
        for message in translators_list()
        if message.id and (message.context, message.id) not in of_commands
        for text in _texts(message.id)
    }


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
                    for part in node.args[_MARKERS[named] :]:
                        if isinstance(part, ast.Constant):
                            yield str(part.value)


def test_a_language_without_a_catalog_falls_back_to_english() -> None:
    for locale in ("en-GB", "xx", "", "pt-BR"):
        assert words_for(locale).say("Square") == "Square"
