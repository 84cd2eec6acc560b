"""Commands in texts as mentions, which people can click instead of typing the command."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from discord import ui
from discord.app_commands import AppCommand, AppCommandGroup, Argument


@dataclass(frozen=True, slots=True)
class CommandMentions:
    """Mentions of the commands with these ``ids``, by their names such as ``pyrga lesson``.

    >>> CommandMentions({"pyrga help": 7}).linked("See /pyrga help for more.")
    'See </pyrga help:7> for more.'
    """

    ids: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, synced: Iterable[AppCommand]) -> Self:
        """The mentions of the commands that Discord knows."""
        return cls({name: command.id for command in synced for name in _names(command.name, command.options)})

    def linked(self, text: str) -> str:
        """``text`` with a mention in place of every command.

        Code blocks stay as they are, and so does anything that people wrote, which is escaped.
        """
        return _COMMAND.sub(self._mention, text)

    def link(self, view: ui.LayoutView) -> None:
        """Replace the commands in all texts of a message with mentions."""
        for item in view.walk_children():
            if isinstance(item, ui.TextDisplay):
                item.content = self.linked(item.content)

    def _mention(self, found: re.Match[str]) -> str:
        for name in (f"{found['name']}{found['last']}", found["name"]):
            if name in self.ids:
                return f"</{name}:{self.ids[name]}>{found[0].removeprefix(f'/{name}')}"
        return found[0]


NO_MENTIONS = CommandMentions()
"""Used until the ids of the commands are known."""

_COMMAND = re.compile(r"(?<![\w`\\<])/(?P<name>[a-z-]+ [a-z-]+)(?P<last>(?: [a-z-]+)?)(?![\w-])")


def _names(name: str, options: Iterable[AppCommandGroup | Argument]) -> Iterator[str]:
    """The names of the commands in a group, or in the groups in it."""
    for option in options:
        if isinstance(option, AppCommandGroup):
            inner = list(_names(f"{name} {option.name}", option.options))
            yield from inner or [f"{name} {option.name}"]
