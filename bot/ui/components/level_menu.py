"""The menu of the computer's levels, each with its name and what it's like."""

from gettext import NullTranslations

from bot.matches.values.challenges import ColorChoice
from bot.ui.components.selects import Option, Select, select
from bot.ui.message.select_ids import LevelSelect
from bot.ui.text.levels import level_description, level_name
from engine import Level, Ruleset


def level_menu(
    words: NullTranslations,
    *,
    ruleset: Ruleset | None = None,
    color: ColorChoice = ColorChoice.RANDOM,
) -> Select:
    """A menu that starts a game with the computer where the person has this ``color``.

    The default ``ruleset`` is the server's.
    """
    options = [
        Option(str(level.value), level_name(words, level), level_description(words, level)) for level in Level
    ]
    placeholder = words.gettext("Play the computer at level…")
    return select(LevelSelect(ruleset, color), options, placeholder=placeholder)
