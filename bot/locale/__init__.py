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

Wording = Callable[[gettext.NullTranslations], str]
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


@cache
def _has_words(locale: str) -> bool:
    return locale.partition("-")[0] == ENGLISH or isinstance(words_for(locale), gettext.GNUTranslations)


def language_name(language: str) -> str:
    """Return the name of a language in that language.

    >>> language_name("en")
    'English'
    """
    # Translators: the name of your own language in itself, such as "français".
    return words_for(language).gettext("English")


@cache
def words_for(locale: str) -> gettext.NullTranslations:
    """Return the words for a locale as Discord names it (``fr``, ``pt-BR``); English if there's no catalog.

    >>> words_for("xx").gettext("Square")
    'Square'
    """
    language = locale.replace("-", "_")
    candidates = [language, language.partition("_")[0]]
    return gettext.translation(DOMAIN, FOLDER, candidates, fallback=True)
