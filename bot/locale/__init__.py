"""The bot's words in other languages, as gettext catalogues.

The sentences in the code are English. ``pyrga.pot`` lists them all for translators (``python -m bot.locale``
writes it anew); a language is a folder ``<language>/LC_MESSAGES`` with its ``pyrga.po`` and ``pyrga.mo``.
"""

import gettext
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
DOMAIN = "pyrga"
ENGLISH = "en"


@cache
def languages() -> tuple[str, ...]:
    """The locales that there are words in, English first."""
    catalogues = FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return ENGLISH, *sorted(catalogue.parts[-3].replace("_", "-") for catalogue in catalogues)


def language_name(language: str) -> str:
    """What a language is called by those who speak it.

    >>> language_name("en")
    'English'
    """
    # Translators: the name of your own language in itself, such as "français".
    return words_for(language).gettext("English")


@cache
def words_for(locale: str) -> gettext.NullTranslations:
    """The words of a locale as Discord names it (``fr``, ``pt-BR``); English where there is no catalogue.

    >>> words_for("xx").gettext("Square")
    'Square'
    """
    language = locale.replace("-", "_")
    candidates = [language, language.partition("_")[0]]
    return gettext.translation(DOMAIN, FOLDER, candidates, fallback=True)
