"""Words in pictures: the fonts have every letter that a language needs."""

from pathlib import Path

import pytest

from bot.locale.compiling import catalogs, language_of
from render.text.repertoire import coverage
from tests.bot.languages.made import catalog_in


@pytest.mark.parametrize("source", catalogs(), ids=language_of)
def test_every_letter_of_a_language_can_be_drawn(source: Path) -> None:
    letters = {letter for message in catalog_in(source) for letter in str(message.string) if letter.isalpha()}
    assert len(letters) > 26
    assert {letter for letter in letters if not coverage(letter)} == set()


@pytest.mark.parametrize("sign", "\u00a0\u202f«»„”\u2019\u2013…")
def test_quotes_and_spaces_of_other_languages_can_be_drawn(sign: str) -> None:
    assert coverage(sign)
