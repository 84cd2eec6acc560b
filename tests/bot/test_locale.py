"""The sentences and their translations."""

from bot.locale import words_for
from bot.locale.extraction import TEMPLATE, template


def test_the_translators_list_holds_every_sentence_of_the_code() -> None:
    assert TEMPLATE.read_bytes() == template(), "run: python -m bot.locale"


def test_a_language_without_a_catalogue_is_english() -> None:
    for locale in ("en-GB", "xx", "", "pt-BR"):
        assert words_for(locale).gettext("Square") == "Square"
