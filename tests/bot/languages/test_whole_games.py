"""A whole game in every language: nothing is in English, and Discord accepts all of it.

Buttons are found by their custom_ids here instead of their labels.
"""

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
import simcord

from bot.locale import language_name, languages
from tests.bot.languages.checks import unspaced
from tests.bot.languages.made import MIRRORED, every_language
from tests.bot.servers import BUTTON, GALLERY, SELECT, TEXT, Server, components, offered
from tests.bot.ui.discord_limits import check_components
from tests.reading import as_read

pytestmark = [pytest.mark.thorough, pytest.mark.computer]

OTHERS = [
    pytest.param(language, marks=[] if language in {"pl", "he"} else [pytest.mark.soak])
    for language in every_language()
    if language != "en"
]
COMMANDS = (
    *("pyrga help", "pyrga-learn rules", "pyrga-learn lesson", "pyrga games", "pyrga settings"),
    *("pyrga vacation", "pyrga block", "pyrga privacy", "pyrga-learn puzzle", "pyrga leaderboard"),
    *("pyrga profile", "pyrga history", "pyrga replay", "pyrga-learn explore", "pyrga-learn analyze"),
)
_NOT_WORDS = re.compile(
    r"/pyrga[a-z-]*(?: [a-z-]+)?|`[^`]*`|<[^>]*>|\]\([^)]*\)|https?://\S+|\b[a-z]*\d\w*\b"
)
_NAMES = {"Ada", "Blaise", "Pyrga", "GIF"}


@dataclass(slots=True)
class Visit:
    """What people do in a server with a given language, and everything they read there."""

    server: Server
    _known: set[frozenset[str]] = field(default_factory=set)

    @property
    def read(self) -> set[str]:
        """Return all texts that were ever there."""
        return set().union(*self._known)

    async def settle(self, language: str, manager: simcord.MemberActor) -> None:
        """Choose the language for the server and for its people, in their settings."""
        panel = await self.server.open_setting(manager, "setting:server:language")
        await manager.select(panel, [language], custom_id="setting:server:language")
        for member in self.server.members:
            panel = await self.server.open_setting(member, "setting:mine:language")
            await member.select(panel, [language], custom_id="setting:mine:language")
        self.server.env.backend.messages[self.server.channel.id].clear()

    async def command(
        self, member: simcord.MemberActor, name: str, **options: Any
    ) -> simcord.ResponseMessage:
        """Give a command; returns the newest message."""
        await member.slash(self.server.channel, name, **options)
        return self._look()

    async def press(
        self, member: simcord.MemberActor, message: simcord.ResponseMessage, part: str
    ) -> simcord.ResponseMessage:
        """Press the button whose custom_id contains this; returns the newest message."""
        custom_id = next(each["custom_id"] for each in offered(message) if part in each["custom_id"])
        await self.server.press((member, message, custom_id))
        return self._look()

    async def play(self, board: simcord.ResponseMessage, moves: str) -> None:
        """Play moves with the buttons."""
        for move in moves.split():
            game = await self.server.client.services.games.get(1)
            member = next(each for each in self.server.members if each.id == game.to_move.id)
            for step in (f"::{move[1:3]}", f":{move}"):
                if any(step in button["custom_id"] for button in offered(board)):
                    await self.press(member, board, step)

    def _look(self) -> simcord.ResponseMessage:
        messages = self.server.env.backend.messages[self.server.channel.id]
        there = [simcord.ResponseMessage(self.server.env, messages[number]) for number in sorted(messages)]
        for message in there:
            said = frozenset([message.content, *shown(message)])
            if said not in self._known:
                check_components(message.components)
                self._known.add(said)
        return there[-1]


async def visit(server: Server, manager: simcord.MemberActor, language: str) -> set[str]:
    """Play a game with a hint and a takeback, review it, and look around; returns everything people read."""
    there = Visit(server)
    await there.settle(language, manager)
    board = await there.command(
        server.ada, "pyrga challenge", opponent=server.blaise, color="white", hints=True, start="plain"
    )
    await there.press(server.blaise, board, ":accept")
    await there.play(board, "Tc1w Tb1e")
    hint = await there.press(server.ada, board, "hint:")
    await there.press(server.ada, hint, "hint")
    more = await there.press(server.blaise, board, "more:")
    await there.press(server.blaise, more, "take-back")
    await there.press(server.ada, board, ":decline")
    await there.play(board, "Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2")
    assert (await server.client.services.games.get(1)).outcome is not None
    review = await there.press(server.blaise, board, "review:")
    position = await there.press(server.blaise, review, ":moment")
    more = await there.press(server.blaise, position, ":more")
    await there.press(server.blaise, more, "review-page:")
    for name in COMMANDS:
        await there.command(server.ada, name)
    return there.read


def shown(message: simcord.ResponseMessage) -> list[str]:
    """Return everything that people read on a message."""
    read = []
    for component in components(message):
        if component["type"] == TEXT:
            read.append(as_read(component["content"]))
        if component["type"] == BUTTON:
            read.append(component.get("label", ""))
        if component["type"] == SELECT:
            read += [option["label"] for option in component["options"]]
        if component["type"] == GALLERY:
            read += [item["description"] for item in component["items"]]
    return read


def english(read: set[str]) -> set[str]:
    """Return the words in Latin letters in texts of a language that doesn't use them."""
    texts = (_NOT_WORDS.sub(" ", text) for text in read)
    words = {word for text in texts for word in re.findall(r"[^\W\d_]{2,}", text)}
    return {word for word in words if re.match("[A-Za-z]", word)} - {
        *_NAMES,
        *map(language_name, languages()),
    }


@pytest.mark.usefixtures("all_languages")
@pytest.mark.parametrize("language", OTHERS)
async def test_a_whole_game_can_be_played_in_every_language(
    server: Server, manager: simcord.MemberActor, language: str
) -> None:
    read = await visit(server, manager, language)
    assert len(read) > 100
    if language == MIRRORED:
        assert english(read) == set()
    if language == "fr":
        assert [text for text in read if unspaced(text)] == []
