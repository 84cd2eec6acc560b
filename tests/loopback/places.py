"""Channels and people of the stand-in, as Discord describes them to the bot."""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

APPLICATION_ID = 1_100_000_000_000_000_001
BOT = {"id": str(APPLICATION_ID), "username": "Pyrga", "discriminator": "0", "avatar": None, "bot": True}

_ALL_PERMISSIONS = str((1 << 52) - 1)
# Administrators see every channel, no matter what is forbidden there.
EVERYTHING_BUT_ADMINISTRATION = str((1 << 52) - 1 & ~(1 << 3))
_MANAGE_SERVER, _VIEW_CHANNEL = 1 << 5, 1 << 10
_ORDINARY = str(int(EVERYTHING_BUT_ADMINISTRATION) & ~_MANAGE_SERVER)
# What Discord lists for direct messages: embed links, attach files, mention everyone.
_PRIVATE_PERMISSIONS = str(1 << 14 | 1 << 15 | 1 << 17)


class Context(IntEnum):
    """The context of an interaction, as numbered by Discord."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


@dataclass(frozen=True, slots=True)
class Person:
    """Someone with an account. ``has_app`` says whether they have installed the bot for themselves.

    In a server, they may do everything, or everything except manage it, and can have a ``nickname``.
    """

    id: int
    name: str
    locale: str = "en-GB"
    has_app: bool = True
    is_manager: bool = True
    nickname: str | None = None

    def payload(self) -> dict[str, Any]:
        """Return the person as a user."""
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
        }

    def member_payload(self) -> dict[str, Any]:
        """Return the person as a member of a guild."""
        return {
            "user": self.payload(),
            "nick": self.nickname,
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": _ALL_PERMISSIONS if self.is_manager else _ORDINARY,
        }


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel and the people in it.

    ``with_bot`` says whether the bot itself is there, and ``allows_external`` says whether everyone sees the
    answers of a bot that someone brought along. In a server, the people in ``hidden_from`` can't see it. A
    thread has the ``parent_id`` of the channel that it's in.
    """

    id: int
    context: Context
    people: tuple[Person, ...] = field(default=())
    guild_id: int | None = None
    with_bot: bool = True
    allows_external: bool = True
    guild_locale: str = "en-GB"
    hidden_from: tuple[Person, ...] = field(default=())
    parent_id: int | None = None
    archived: bool = False

    def payload(self) -> dict[str, Any]:
        """Return the channel as interactions carry it."""
        if self.guild_id is not None:
            common = {"guild_id": str(self.guild_id), "name": "pyrga", "position": 0, "nsfw": False}
            if self.parent_id is not None:
                return {"id": str(self.id), "type": 11, **common, **self._as_thread()}
            rules = [
                {"id": str(person.id), "type": 1, "allow": "0", "deny": str(_VIEW_CHANNEL)}
                for person in self.hidden_from
            ]
            return {"id": str(self.id), "type": 0, "permission_overwrites": rules, **common}
        kind = 3 if len(self.people) > 2 else 1
        recipients = [person.payload() for person in self.people]
        return {"id": str(self.id), "type": kind, "recipients": recipients, "name": None, "owner_id": None}

    def _as_thread(self) -> dict[str, Any]:
        return {
            "parent_id": str(self.parent_id),
            "owner_id": "1",
            "message_count": 0,
            "member_count": 1,
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": 10080,
                "archive_timestamp": "2026-01-01T00:00:00+00:00",
                "locked": False,
            },
        }

    def surroundings(self, person: Person, installer: Person | None) -> dict[str, Any]:
        """Return what an interaction of ``person`` says about its place and who brought the bot there."""
        owners: dict[str, str] = {}
        if self.with_bot:
            owners["0"] = str(self.guild_id or 0)
        if installer is not None and installer.has_app:
            owners["1"] = str(installer.id)
        common = {
            "channel_id": str(self.id),
            "channel": self.payload(),
            "context": self.context,
            "authorizing_integration_owners": owners,
            "app_permissions": _ALL_PERMISSIONS if self.guild_id and self.with_bot else _PRIVATE_PERMISSIONS,
            "locale": person.locale,
        }
        if self.guild_id is None:
            return {**common, "user": person.payload()}
        guild = {"id": str(self.guild_id), "locale": self.guild_locale, "features": []}
        return {
            **common,
            "guild_id": str(self.guild_id),
            "guild": guild,
            "guild_locale": self.guild_locale,
            "member": person.member_payload(),
        }


def role_in(guild_id: int) -> int:
    """Return the id of the role that a server has beside that of everyone."""
    return guild_id + 1


def guild_payload(guild_id: int) -> dict[str, Any]:
    """Return a server as Discord describes it."""
    everyone = {
        "id": str(guild_id),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": EVERYTHING_BUT_ADMINISTRATION,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    other = {**everyone, "id": str(role_in(guild_id)), "name": "Builder", "position": 1, "permissions": "0"}
    return {
        "id": str(guild_id),
        "name": "Café",
        "owner_id": "1",
        "roles": [everyone, other],
        "emojis": [],
        "features": [],
    }
