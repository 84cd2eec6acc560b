"""Every catalog: written according to the rules of its language, and complete in a release.

``docs/translating.md`` tells translators what is checked here.
"""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from bot.locale.compiling import catalogs, language_of
from tests.bot.languages.checks import gaps, problems
from tests.bot.languages.made import catalog_in, translators_list

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("source", catalogs(), ids=language_of)
def test_the_translations_of_a_catalog_are_well_written(source: Path) -> None:
    found = problems(catalog_in(source))
    assert not found, "\n".join(found)


@pytest.mark.release
@pytest.mark.parametrize("source", catalogs(), ids=language_of)
def test_a_catalog_is_complete(source: Path) -> None:
    found = gaps(catalog_in(source), translators_list())
    assert not found, "\n".join(found)


def problems_of(language: str, source: str | tuple[str, str], *forms: str) -> list[str]:
    """Return what's reported about a catalog with one message."""
    catalog = Catalog(locale=language)
    catalog.add(source, forms[0] if isinstance(source, str) else forms)
    return problems(catalog)


GOOD = [
    ("fr", '**{name}** says: "hi!"', "**{name}** dit\u00a0: «\u202fsalut\u202f!\u202f»"),
    ("fr", "Type `/pyrga join {code}` at 12:30.", "À 12:30, tape `/pyrga join {code}`."),
    ("pl", 'Press "Next"', "Naciśnij „Dalej”"),
]
BAD = [
    ("fr", "Well?", "Bien ?"),
    ("fr", "Well?", "Bien?"),
    ("fr", '"Well"', "« Bien »"),
    ("fr", "It's you", "C'est toi"),
    ("fr", "Well…", "Bien..."),
    ("pl", '"Well"', '"Dobrze"'),
    ("pl", '"Well"', "“Dobrze”"),
    ("pl", "{name} plays", "{nazwa} gra"),
    ("pl", "{name} plays", "Gra"),
    ("pl", "{name} plays", "{name gra"),
    ("pl", "**Well**", "**Dobrze"),
    ("pl", "### Well", "Dobrze"),
    ("pl", "Well\nwell", "Dobrze dobrze"),
    ("pl", "[see]({link})", "zobacz {link}"),
    ("pl", "Use /pyrga help.", "Użyj /pyrga pomoc."),
    ("pl", "Well", "Dobrze "),
]


@pytest.mark.parametrize(("language", "source", "form"), GOOD)
def test_a_good_translation_passes(language: str, source: str, form: str) -> None:
    assert problems_of(language, source, form) == []


@pytest.mark.parametrize(("language", "source", "form"), BAD)
def test_a_bad_translation_is_reported(language: str, source: str, form: str) -> None:
    assert problems_of(language, source, form) != []


def test_every_plural_form_is_checked() -> None:
    games = ("{number} game of {name}", "{number} games of {name}")
    good = ("Jedna partia {name}", "{number} partie {name}", "{number} partii {name}")
    assert problems_of("pl", games, *good) == []
    assert problems_of("pl", games, *good[:2]) != []
    assert problems_of("pl", games, good[0], good[1], "partii {name}") != []
    assert problems_of("pl", games, "Jedna partia", *good[1:]) != []


def test_what_a_catalog_lacks_is_reported_before_a_release_and_only_a_guess_is_a_mistake() -> None:
    wanted, catalog = Catalog(), Catalog(locale="pl")
    wanted.add("Square", context="a piece")
    wanted.add("Triangle")
    catalog.add("Square", "Kwadrat")
    catalog.add("Triangle", "")
    assert problems(catalog) == []
    assert len(gaps(catalog, wanted)) == 3
    catalog.add("Almost", "Prawie", flags=["fuzzy"])
    assert len(problems(catalog)) == 1
