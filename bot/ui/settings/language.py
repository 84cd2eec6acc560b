"""The languages that a person or a server can choose in a settings panel."""

from collections.abc import Sequence

from bot.locale import language_name, languages
from bot.ui.components.selects import Option

AUTOMATIC = "auto"
"""The value of the option that doesn't fix a language."""


def language_options(automatic: str) -> Sequence[Option]:
    """The available languages, after an option called ``automatic`` that doesn't fix one."""
    return (
        Option(AUTOMATIC, automatic),
        *(Option(language, language_name(language)) for language in languages()),
    )
