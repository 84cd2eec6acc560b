"""The bot's words in other languages, as gettext catalogues.

The sentences in the code are English. ``pyrga.pot`` lists them all for translators (``python -m bot.locale``
writes it anew); a language is a folder ``<language>/LC_MESSAGES`` with its ``pyrga.po`` and ``pyrga.mo``.
"""

import gettext
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
DOMAIN = "pyrga"


@cache
def words_for(locale: str) -> gettext.NullTranslations:
    """The words of a locale as Discord names it (``fr``, ``pt-BR``); English where there is no catalogue.

    >>> words_for("xx").gettext("Square")
    'Square'
    """
    language = locale.replace("-", "_")
    candidates = [language, language.partition("_")[0]]
    return gettext.translation(DOMAIN, FOLDER, candidates, fallback=True)
