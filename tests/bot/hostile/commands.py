"""Slash commands and what is typed into them, with options that fit and options that don't."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from tests.bot.hostile.texts import strange
from tests.loopback.people import resolved
from tests.loopback.places import APPLICATION_ID, Channel, Person

_SUBCOMMAND, _GROUP = 1, 2
_TEXT, _WHOLE, _TRUTH, _USER, _CHANNEL, _ROLE, _MENTIONABLE, _NUMBER = range(3, 11)
_WHOLE_NUMBERS: Final = (0, 1, 2, 8, 9, -1, 2**31, 2**53, 2**63, -(2**63), 10**30)
_THE_BOT: Final = Person(APPLICATION_ID, "Pyrga")


@dataclass(frozen=True, slots=True)
class Command:
    """A command or subcommand that the bot has registered: the words of its name, and its options."""

    words: tuple[str, ...]
    options: Sequence[dict[str, Any]]


def commands(registered: Sequence[dict[str, Any]]) -> list[Command]:
    """Return all slash commands among those that the bot has registered."""
    return [each for command in registered if command.get("type", 1) == 1 for each in _leaves(command, ())]


def _leaves(command: dict[str, Any], before: tuple[str, ...]) -> Iterator[Command]:
    words = (*before, str(command["name"]))
    options = command.get("options", [])
    inner = [option for option in options if option["type"] in {_SUBCOMMAND, _GROUP}]
    if not inner:
        yield Command(words, options)
    for each in inner:
        yield from _leaves(each, words)


class Typist:
    """Fills in commands at random. ``people`` are those who are named, ``texts`` what could be meant."""

    def __init__(self, random: Random, people: Sequence[Person], texts: list[str]) -> None:
        self._random = random
        self._people = people
        self._texts = texts

    def given(self, command: Command, channel: Channel) -> dict[str, Any]:
        """Return the command with some of its options."""
        chosen = [
            option for option in command.options if option.get("required") or self._random.random() < 0.5
        ]
        if self._random.random() < 0.05:
            chosen = chosen[1:]
        return self._nested(command, [self._filled(option) for option in chosen], channel)

    def typed(self, command: Command, channel: Channel) -> dict[str, Any] | None:
        """Return the command while one of its options is typed, if the bot completes any."""
        completed = [option for option in command.options if option.get("autocomplete")]
        if not completed:
            return None
        option = self._random.choice(completed)
        text = strange(self._random) if self._random.random() < 0.7 else self._random.choice(self._texts)
        focused = {"type": _TEXT, "name": option["name"], "value": text, "focused": True}
        others = [self._filled(each) for each in command.options if self._random.random() < 0.2]
        return self._nested(
            command, [*(each for each in others if each["name"] != option["name"]), focused], channel
        )

    def _filled(self, option: dict[str, Any]) -> dict[str, Any]:
        kind = option["type"]
        return {"type": kind, "name": option["name"], "value": self._value(option, kind)}

    def _value(self, option: dict[str, Any], kind: int) -> Any:
        random = self._random
        offered = [choice["value"] for choice in option.get("choices", ())]
        if offered and random.random() < 0.7:
            return random.choice(offered)
        if kind == _TEXT:
            return strange(random) if random.random() < 0.5 else random.choice(self._texts)
        if kind == _TRUTH:
            return random.random() < 0.5
        if kind in {_WHOLE, _NUMBER}:
            return random.choice(_WHOLE_NUMBERS)
        return str(random.choice((*self._people, _THE_BOT)).id) if random.random() < 0.95 else str(2**63)

    def _nested(self, command: Command, options: list[dict[str, Any]], channel: Channel) -> dict[str, Any]:
        ids = {str(option["value"]) for option in options if option["type"] == _USER}
        group, *words = command.words
        if self._random.random() < 0.02:
            words = [strange(self._random)[:32] or "x", *words[1:]]
        for word in reversed(words):
            options = [{"type": _SUBCOMMAND, "name": word, "options": options}]
        for outer in options[: len(words) - 1]:
            outer["type"] = _GROUP
        data: dict[str, Any] = {"id": str(APPLICATION_ID + 100), "name": group, "type": 1, "options": options}
        if ids:
            known = [person for person in (*self._people, _THE_BOT) if str(person.id) in ids]
            data["resolved"] = resolved(known, channel)
        return data
