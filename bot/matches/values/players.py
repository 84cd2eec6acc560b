"""People and the computer, and what they chose for themselves."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from bot.store.schema.tables import COMPUTER_LEVELS

LEVELS = COMPUTER_LEVELS
"""How strong the computer can play, from the weakest level to the strongest."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person: Discord's id of the user and the name to show. Or the computer, whose id is its level."""

    id: int
    name: str

    @property
    def level(self) -> int | None:
        """The level of the computer; None for a person."""
        return self.id if self.id in LEVELS else None


class ThemeName(StrEnum):
    """Which look a board has; ``render`` has the colours."""

    AEGEAN = "aegean"
    LIMESTONE = "limestone"
    BASALT = "basalt"

    @classmethod
    def chosen(cls, stored: str | None) -> Self:
        """The stored choice, or the usual look where there is none."""
        return cls.AEGEAN if stored is None else cls(stored)


class NotificationMode(StrEnum):
    """How a player wants to be told that it is his turn: in the channel, in private, or not at all."""

    MENTION = "mention"
    PRIVATE = "private"
    NONE = "none"

    @classmethod
    def chosen(cls, stored: str | None) -> Self:
        """The stored choice, or the usual way where there is none."""
        return cls.MENTION if stored is None else cls(stored)


class ChallengePolicy(StrEnum):
    """Who may challenge a player: everyone, whoever has played with him, or nobody."""

    EVERYONE = "everyone"
    ACQUAINTANCES = "acquaintances"
    NOBODY = "nobody"

    @classmethod
    def chosen(cls, stored: str | None) -> Self:
        """The stored choice, or everyone where there is none."""
        return cls.EVERYONE if stored is None else cls(stored)


@dataclass(frozen=True, slots=True)
class Controls:
    """How a player chooses his moves: asked again before each, and in one menu in place of many buttons."""

    confirm: bool = False
    compact: bool = False


USUAL_CONTROLS = Controls()
"""Of a player who never chose."""
