"""The menu of the computer's levels."""

from bot.locale import Words
from bot.ui.message.custom_ids import CustomId
from bot.ui.message.selects import Option, Select, menu
from bot.ui.text.values import level_description, level_name
from bot.values.challenges import ColorChoice
from engine import Level, Ruleset


class PlayLevel(CustomId, word="level"):
    """Starts a game with the computer at ``level``. The default ruleset is the server's."""

    level: Level
    ruleset: Ruleset | None
    color: ColorChoice


def level_menu(
    words: Words, *, ruleset: Ruleset | None = None, color: ColorChoice = ColorChoice.RANDOM
) -> Select:
    """Return a menu that starts a game with the computer where the person has this ``color``."""
    options = [
        Option(PlayLevel(level, ruleset, color), level_name(words, level), level_description(words, level))
        for level in Level
    ]
    return menu(options, placeholder=words.say("Play the computer at level…"))
