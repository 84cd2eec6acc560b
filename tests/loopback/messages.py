"""Messages of the stand-in."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.loopback.places import BOT, Channel
from tests.reading import as_read

EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
BUTTON, USER_SELECT, CHANNEL_SELECT, TEXT, THUMBNAIL, GALLERY = 2, 5, 8, 10, 11, 12

PATIENCE = 60.0
"""Number of seconds that a test waits for the bot, even on a slow machine."""


@dataclass(slots=True)
class Message:
    """A message in its current state. ``edits`` counts how often it was changed."""

    id: int
    channel: Channel
    content: str = ""
    flags: int = 0
    components: list[dict[str, Any]] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    edits: int = 0
    deleted: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    @property
    def ephemeral(self) -> bool:
        """Return whether only one person sees it."""
        return bool(self.flags & EPHEMERAL)

    def put(self, body: dict[str, Any]) -> None:
        """Replace the contents with those of a request."""
        self.changed.set()
        if body.get("content") is not None:
            self.content = body["content"]
        self.flags |= body.get("flags", 0) & (EPHEMERAL | COMPONENTS_V2)
        if "components" in body:
            numbers = count(1)
            self.components = [_resolved(component, numbers) for component in body["components"] or []]

    def walk(self) -> Iterator[dict[str, Any]]:
        """Return every component, including nested ones."""
        return _walk(self.components)

    @property
    def text(self) -> str:
        """Return all text on it."""
        texts = [component["content"] for component in self.walk() if component["type"] == TEXT]
        return as_read("\n".join([*([self.content] if self.content else []), *texts]))

    async def until(self, sought: str) -> None:
        """Wait until the message contains this text."""
        async with asyncio.timeout(PATIENCE):
            while sought not in self.text:
                self.changed.clear()
                await self.changed.wait()

    async def until_edited(self, edits: int) -> None:
        """Wait until the message has been changed more often than that, or deleted."""
        while self.edits <= edits and not self.deleted:
            self.changed.clear()
            await self.changed.wait()

    async def until_deleted(self) -> None:
        """Wait until the message is gone."""
        async with asyncio.timeout(PATIENCE):
            while not self.deleted:
                self.changed.clear()
                await self.changed.wait()

    def custom_ids(self) -> list[str]:
        """Return the custom_ids of everything usable on the message."""
        return [part["custom_id"] for part in self.walk() if "custom_id" in part and not part.get("disabled")]

    def custom_id(self, sought: str) -> str:
        """Return the custom_id that ends with ``sought`` or whose button has that label."""
        found = [
            part["custom_id"]
            for part in self.walk()
            if "custom_id" in part and (part.get("label") == sought or part["custom_id"].endswith(sought))
        ]
        if not found and sought[1:2] in {*"SCT"}:
            found = [f"{move}{sought[4:]}" for move in self.moves(sought[1]) if move.endswith(sought[:4])]
        assert found, (sought, self.custom_ids(), self.text)
        return str(found[0])

    def offers_space_of(self, custom_id: str) -> bool:
        """Return whether a move is on a space that can be chosen: older boards have a button for it."""
        begun = f":{custom_id.rpartition(':')[2]}"[:4]
        return any(move.endswith(begun) for move in self.moves(begun[1:2]))

    def moves(self, kind: str = "C") -> list[str]:
        """Return the custom_ids of the moves on a board.

        If a space is chosen first, there's one for each space, with a piece of a kind, as boards of version
        1.0.0 had them.
        """
        chosen = [
            each.split("::") for each in self.custom_ids() if each.startswith("choose:") and "::" in each
        ]
        return [each for each in self.custom_ids() if each.startswith("play:")] or [
            f"play:{start.removeprefix('choose:')}:{kind}{space}" for start, space in chosen
        ]

    def component(self, custom_id: str) -> dict[str, Any]:
        """Return what has this custom_id."""
        return next(part for part in self.walk() if part.get("custom_id") == custom_id)

    def payload(self) -> dict[str, Any]:
        """Return the message as Discord sends it. In a message of components, they contain the files."""
        return {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": BOT,
            "content": self.content,
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": self.flags,
            "components": self.components,
        }


def _walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components", []))
        yield from _walk([component["accessory"]] if "accessory" in component else [])


def _resolved(component: dict[str, Any], numbers: Iterator[int]) -> dict[str, Any]:
    resolved = {**component, "id": next(numbers)}
    if "components" in component:
        resolved["components"] = [_resolved(part, numbers) for part in component["components"]]
    if "accessory" in component:
        resolved["accessory"] = _resolved(component["accessory"], numbers)
    if "default_values" in component:
        resolved["default_values"] = [{**one, "id": str(one["id"])} for one in component["default_values"]]
    if component["type"] == THUMBNAIL:
        resolved["media"] = _media(component["media"]["url"])
    if component["type"] == GALLERY:
        resolved["items"] = [{**item, "media": _media(item["media"]["url"])} for item in component["items"]]
    return resolved


def _media(url: str) -> dict[str, Any]:
    address = url.replace("attachment://", "http://127.0.0.1/")
    return {"url": address, "proxy_url": address, "width": 1, "height": 1, "content_type": "image/png"}
