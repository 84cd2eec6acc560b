"""The bot's words in other languages, as gettext catalogs.

The sentences in the code are English. ``pyrga.pot`` lists all of them for translators. A language is a folder
``<language>/LC_MESSAGES`` with a ``pyrga.po``, which they edit, and the ``pyrga.mo`` that is compiled from it
when the package is built. ``python -m bot.locale`` updates all of these.
"""

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
DOMAIN = "pyrga"
ENGLISH = "en"


class Words:
    """The sentences of one language.

    Each is written where it's said, in English. A sentence with facts has a placeholder for each, such as
    ``{name}``; one without is returned as it is. A language without a catalog isn't translated: it's English.
    """

    def __init__(self, catalog: gettext.NullTranslations) -> None:
        self._catalog = catalog
        self.is_translated = isinstance(catalog, gettext.GNUTranslations)

    def say(self, sentence: str, /, **facts: object) -> str:
        """Return a sentence with these facts.

        >>> words_for("en").say("{player} won.", player="Ada")
        'Ada won.'
        """
        return _filled(self._catalog.gettext(sentence), facts)

    def count(self, one: str, many: str, number: int, /, **facts: object) -> str:
        """Return a sentence in its form for a number, which is the fact ``number`` unless one is given.

        >>> words_for("en").count("{number} move", "{number} moves", 2)
        '2 moves'
        """
        return _filled(self._catalog.ngettext(one, many, number), {"number": number} | facts)

    def label(self, about: str, text: str, /, **facts: object) -> str:
        """Return a word or two, whose translation depends on what they're about.

        >>> words_for("en").label("button", "Review")
        'Review'
        """
        return _filled(self._catalog.pgettext(about, text), facts)


def _filled(sentence: str, facts: dict[str, object]) -> str:
    return sentence.format(**facts) if facts else sentence


Wording = Callable[[Words], str]
"""Writes something in any language."""


@cache
def languages() -> tuple[str, ...]:
    """Return the locales that have translations, English first."""
    catalogs = FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return ENGLISH, *sorted(catalog.parts[-3].replace("_", "-") for catalog in catalogs)


def first_known(*locales: str | None) -> str:
    """Return the first of these locales that has words; English if none does.

    >>> first_known(None, "xx", "en-GB")
    'en-GB'
    >>> first_known("xx")
    'en'
    """
    return next((locale for locale in locales if locale and is_known(locale)), ENGLISH)


def is_known(*locales: str | None) -> bool:
    """Return whether one of these locales has words.

    >>> is_known("en-GB"), is_known(None, "xx")
    (True, False)
    """
    return any(locale and _has_words(locale) for locale in locales)


def _has_words(locale: str) -> bool:
    return locale.partition("-")[0] == ENGLISH or words_for(locale).is_translated


def language_name(language: str) -> str:
    """Return the name of a language in that language.

    >>> language_name("en")
    'English'
    """
    # Translators: the name of your own language in itself, such as "français".
    return words_for(language).say("English")


@cache
def words_for(locale: str) -> Words:
    """Return the words for a locale as Discord names it (``fr``, ``pt-BR``); English if there's no catalog.

    >>> words_for("xx").say("Square")
    'Square'
    """
    language = locale.replace("-", "_")
    candidates = [language, language.partition("_")[0]]
    return Words(gettext.translation(DOMAIN, FOLDER, candidates, fallback=True))
