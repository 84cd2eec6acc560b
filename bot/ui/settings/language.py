"""The languages that a person or a server may choose in a settings panel."""

from collections.abc import Sequence

from bot.locale import language_name, languages
from bot.ui.components.selects import Option

AUTOMATIC = "auto"
"""The value of the option that fixes no language."""


def language_options(automatic: str) -> Sequence[Option]:
    """The languages that there are, after one that is not fixed and is called ``automatic``."""
    return (
        Option(AUTOMATIC, automatic),
        *(Option(language, language_name(language)) for language in languages()),
    )
