"""The custom_ids of forms, following the grammar in ``docs/buttons.md``.

```
t1:<game>        the form for a private note
```
"""

from dataclasses import dataclass

from bot.matches.base36 import format_number, parse_number
from bot.ui.message.custom_ids import UnknownButtonError


@dataclass(frozen=True, slots=True)
class NoteForm:
    """The form for a private note about ``game``.

    >>> str(NoteForm(7))
    't1:7'
    """

    game: int

    def __str__(self) -> str:
        return f"t1:{format_number(self.game)}"


def parse_form(custom_id: str) -> NoteForm:
    """Read the text behind a form.

    Raises:
        UnknownButtonError: no form of this bot has it.

    >>> parse_form("t1:7")
    NoteForm(game=7)
    """
    family, _, game = custom_id.partition(":")
    number = parse_number(game)
    if family != "t1" or number is None:
        raise UnknownButtonError(custom_id)
    return NoteForm(number)
