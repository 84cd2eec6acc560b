"""The terms of the game's own rules, in the languages they've been published in."""

import re

import pytest

from tests.bot.languages.made import catalog_for

pytestmark = pytest.mark.quick

_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
TERMS = {
    "fr": {
        r"Squares?\b": "carré",
        r"Triangles?\b": "triangle",
        r"Cylinders?\b": "cylindre|rond",
        r"Towers?\b": r"\btours?\b",
        r"pieces?\b": "pièce",
        r"spaces?\b": r"\bcases?\b|\{spaces?\}",
    },
    "pl": {
        r"Squares?\b": "kwadra",
        r"Triangles?\b": "trójką",
        r"Cylinders?\b": "walec|walc",
        r"Towers?\b": "wież",
        r"pieces?\b": "element",
        # If a space is mentioned by name, no other word is needed.
        r"spaces?\b": r"\bp[oó]l|\{spaces?\}|\bc4\b",
    },
}
"""For each term in the English messages, the term of the rules in that language."""


@pytest.mark.parametrize("language", TERMS)
def test_a_translation_uses_the_terms_of_the_rules(language: str) -> None:
    strange = []
    for message in catalog_for(language):
        english, translated = (
            texts if isinstance(texts, str) else " ".join(texts or ())
            for texts in (message.id, message.string)
        )
        strange += [
            (term, english, translated)
            for term, own in TERMS[language].items()
            if re.search(rf"\b{term}", _PLACEHOLDER.sub("", english))
            and not re.search(own, translated, re.IGNORECASE)
        ]
    assert strange == []


_TERM_IN_CAPITALS = r"Kwadra|Trójką|Wale[cm]|Walc|Wież|Biał|Czarn"
_SENTENCE_START = re.compile(r"(?:^|[.!?…] )(?:#+ |-# )?\**", re.MULTILINE)


def test_polish_pieces_and_sides_have_no_capitals_inside_sentences() -> None:
    strange = []
    for message in catalog_for("pl"):
        forms = [message.string] if isinstance(message.string, str) else message.string or ()
        # A button's name is in bold as it's written there.
        inside = [_SENTENCE_START.sub("\n", form.replace("**Trójkąt**, a", "")) for form in forms]
        strange += [text for text in inside if re.search(rf"(?<!\n)\b(?:{_TERM_IN_CAPITALS})", text)]
    assert strange == []
