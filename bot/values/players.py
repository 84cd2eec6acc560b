"""Players, and the places where they play."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine import Color

LEVELS = range(1, 9)
"""The computer's levels, from weakest to strongest.

Each is also a player whose id is the level; Discord's ids are never that small.
"""

CROWD_IDS = range(9, 11)
"""The ids of the players that are channels: the first as White, the second as Black."""

DELETED_NAME = "Deleted player"
"""The English name of everyone whose data was deleted. It's stored like any name."""

USUAL_REMINDERS = frozenset({12})
"""The default reminder hours."""


CROWDS = dict(zip(Color, CROWD_IDS, strict=True))
"""The ids of channels as players, by their color."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person, with their Discord user id and name; the computer, whose id is its level; or a channel.

    If the ``name`` is that of a person in a server, ``account_name`` is the one of their account; otherwise
    it's None. The id of someone whose data was deleted is random and negative.
    """

    id: int
    name: str
    # Whoever has the same id and is called the same here is the same, whatever else is known of them.
    account_name: str | None = field(default=None, compare=False)

    @property
    def level(self) -> int | None:
        """Return the level of the computer; None for a person."""
        return self.id if self.id in LEVELS else None

    @property
    def is_crowd(self) -> bool:
        """Return whether it's a channel, where people vote."""
        return self.id in CROWD_IDS

    @property
    def is_person(self) -> bool:
        """Return whether it's a person, even if their data was deleted."""
        return self.level is None and not self.is_crowd

    @property
    def outside_servers(self) -> "Player":
        """Return the same player as people outside the server know them: under their account's name."""
        if self.account_name is None or not self.is_person:
            return self
        return Player(self.id, self.account_name)

    @property
    def is_deleted(self) -> bool:
        """Return whether this was someone whose data was deleted. No one can reach them."""
        return self.id < 0


class ThemeName(StrEnum):
    """Which look a board has; ``render`` has the colors."""

    AEGEAN = "aegean"
    LIMESTONE = "limestone"
    BASALT = "basalt"


class NotificationMode(StrEnum):
    """How a player wants to be told that it's their turn: in the channel, in a DM, or not at all."""

    MENTION = "mention"
    PRIVATE = "private"
    NONE = "none"


class ChallengePolicy(StrEnum):
    """Who may challenge a player: everyone, anyone they've played, or no one."""

    EVERYONE = "everyone"
    ACQUAINTANCES = "acquaintances"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Controls:
    """How a player chooses moves: with or without a confirmation, and in one menu or with many buttons."""

    confirm: bool = False
    compact: bool = False


USUAL_CONTROLS = Controls()
"""The controls of a player who never chose."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in Discord: a channel, and its server, or None if it isn't in one.

    ``reachable`` says whether the bot can post and edit there on its own. Elsewhere it can only respond, for
    15 minutes after each click or command. It's stored with a challenge and a game, because a later click may
    come from someone for whom the bot is installed differently.
    """

    guild_id: int | None
    channel_id: int
    reachable: bool = True


FORGOTTEN_PLACE = Place(None, 0, reachable=False)
"""Somewhere outside servers, where someone who deleted their data was. The bot no longer knows where."""
