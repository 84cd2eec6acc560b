"""The custom_ids of buttons, menus and forms, and what becomes of them by mutation."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bot.ui.games.more_panel import NoteForm
from bot.ui.message.custom_ids import ChooseOpponent, CustomId
from bot.ui.message.selects import Menu
from bot.ui.settings.panel import SettingMenu
from bot.values.base36 import format_number
from tests.bot.hostile.crowd import ATTACKERS, SECRETIVE
from tests.bot.hostile.meanings import CLASSES, made
from tests.bot.hostile.texts import strange

_MENUS: tuple[type[CustomId], ...] = (Menu, SettingMenu, SettingMenu, ChooseOpponent)
_FORMS: tuple[type[CustomId], ...] = (NoteForm, NoteForm, NoteForm, *CLASSES[:1])
_PEOPLE = tuple(person.id for person in (*ATTACKERS, *SECRETIVE))


class CustomIds:
    """Makes custom_ids at random. ``games`` are numbers of games and cups that are worth a try."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.games = [1, 2, 3]

    def button(self) -> str:
        """Return what could be on a button."""
        return self._made(self._random.choice(CLASSES))

    def menu(self) -> str:
        """Return what could be on a menu."""
        return self._made(self._random.choice(_MENUS))

    def form(self) -> str:
        """Return what could be on a form."""
        return self._made(self._random.choice(_FORMS))

    def mutated(self, custom_id: str, others: Sequence[str]) -> str:
        """Return a custom_id that isn't quite this one any longer; ``others`` lend parts of theirs."""
        random = self._random
        parts = custom_id.split(":")
        place = random.randrange(len(parts))
        kind = random.randrange(9)
        if kind == 0:
            return custom_id[: random.randrange(len(custom_id) + 1)]
        if kind == 1:
            at = random.randrange(len(custom_id) + 1)
            return custom_id[:at] + random.choice((strange(random), "0", "z", ":", "-")) + custom_id[at + 1 :]
        if kind == 2:
            parts[place] = random.choice(random.choice(others).split(":"))
        elif kind == 3:
            parts[place] = self._number()
        elif kind == 4:
            parts[place] = (
                str(int(parts[place]) + random.choice((-1, 1, 7))) if parts[place].isdecimal() else ""
            )
        elif kind == 5:
            parts.insert(place, random.choice((strange(random), parts[place])))
        elif kind == 6:
            del parts[place]
        elif kind == 7:
            parts[place] = parts[place].swapcase()
        else:
            random.shuffle(parts)
        return ":".join(parts)

    def _made(self, kind: type[CustomId]) -> str:
        numbers: tuple[int, ...] = (*(self.games * 3), *_PEOPLE, 0, 8, 2**63 - 1)
        value: Any = made(kind, self._random, numbers)
        return str(value)

    def _number(self) -> str:
        return self._random.choice(
            (
                format_number(self._random.choice(self.games)),
                *("0", "2", "zz", "00", "-1", "1y2p0ij32e8e7", "1y2p0ij32e8e8", "Z", "9" * 10, "9" * 32, "٣"),
            )
        )
