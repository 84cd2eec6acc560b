"""What a person or a server may choose in a settings panel."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from bot.ui.selects import Option
from bot.ui.services import Interaction


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing to choose, with a menu of its own.

    ``read`` gives the values chosen now, and ``write`` keeps new ones, for whoever the interaction is from or
    for his server. ``several`` tells whether any number of options may be chosen, or exactly one.
    """

    name: str
    title: Callable[[NullTranslations], str]
    options: Callable[[NullTranslations], Sequence[Option]]
    read: Callable[[Interaction], Awaitable[Sequence[str]]]
    write: Callable[[Interaction, Sequence[str]], Awaitable[None]]
    several: bool = False
