"""Where in Discord something is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A place in Discord: a channel, and its server, or None if it isn't in one.

    ``reachable`` says whether the bot can post and edit there on its own. Elsewhere it can only respond, for
    15 minutes after each click or command.
    """

    guild_id: int | None
    channel_id: int
    reachable: bool = True
