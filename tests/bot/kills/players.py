"""People who play one game after another, whatever happens to the bot, and remember what they were told."""

import asyncio
import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, Final

from tests.bot.kills.lives import Lives
from tests.loopback.exchanges import Exchange
from tests.loopback.messages import Message
from tests.loopback.people import BUTTON, COMMAND, COMPONENT, People, resolved
from tests.loopback.places import APPLICATION_ID, Channel, Context, Person
from tests.loopback.server import LoopbackDiscord

GUILD: Final = 500

_TITLE = re.compile(r"### Pyrga #([0-9a-z]+) · (?:move ([0-9]+)|finished)")
_TO_PLAY = re.compile(r"<@(\d+)> \((?:White|Black)\) to play")
_CHOICE = re.compile(r"g1:[0-9a-z]+:([0-9]+):([mks]):(.+)")


@dataclass(slots=True)
class Told:
    """What was said about one game: how many moves it has at least, and whether it's over.

    ``clicked`` are the moves that were sent at each revision, and ``shown`` those that were answered.
    """

    plies: int = 0
    finished: bool = False
    clicked: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    shown: dict[int, str] = field(default_factory=dict)


class Players:
    """Everyone who plays. ``told`` is what was said about each game."""

    def __init__(self, discord: LoopbackDiscord, bot: Lives, random: Random) -> None:
        self.told: defaultdict[str, Told] = defaultdict(Told)
        self._boards: dict[str, Message] = {}
        self._bot = bot
        self._people = People(discord)
        self._random = random
        self._ids = count(1)
        self._identified = discord.identified
        self._members = discord.members.setdefault(GUILD, set())
        self._shown = asyncio.Semaphore(0)
        discord.answers.listeners.append(self._listen)

    async def play(self) -> None:
        """Play games until canceled."""
        while True:
            number = next(self._ids)
            white, black = (Person(10_000 + 2 * number + side, f"Player {side} {number}") for side in (0, 1))
            channel = Channel(1_000_000 + number, Context.GUILD, (white, black), guild_id=GUILD)
            self._members.update(channel.people)
            card = await self._challenge(white, black, channel)
            if card is None or not await self._click(black, card, "c1:"):
                continue
            title = _TITLE.search(card.text)
            if title is not None:
                await self._play_on(title[1], {white.id: white, black.id: black})

    async def were_shown(self, boards: int) -> None:
        """Wait until the bot has shown so many boards from now on."""
        while not self._shown.locked():
            await self._shown.acquire()
        for _ in range(boards):
            await self._shown.acquire()

    async def _challenge(self, white: Person, black: Person, channel: Channel) -> Message | None:
        options = [
            {"type": 6, "name": "opponent", "value": str(black.id)},
            {"type": 3, "name": "color", "value": "white"},
            {"type": 3, "name": "start", "value": "plain"},
        ]
        data = {
            "id": str(APPLICATION_ID + 100),
            "name": "pyrga",
            "type": 1,
            "options": [{"type": 1, "name": "challenge", "options": options}],
            "resolved": resolved([black], channel),
        }
        await self._identified.wait()
        asked = await self._people.send(white, channel, COMMAND, data)
        return asked.message if await self._is_answered(asked) else None

    async def _play_on(self, game: str, players: dict[int, Person]) -> None:
        while (to_play := _TO_PLAY.search(self._boards[game].text)) is not None:
            await self._click(players[int(to_play[1])], self._boards[game], f"g1:{game}:")

    async def _click(self, person: Person, message: Message, start: str) -> bool:
        """Press one of the buttons that begin so and lead on, and return whether the bot has answered."""
        offered = [each for each in message.custom_ids() if each.startswith(start)]
        choices = [each for each in offered if _CHOICE.match(each) or each.endswith(":accept")]
        if not choices:
            return False
        custom_id = self._random.choice(choices)
        data: dict[str, Any] = {"component_type": BUTTON, "custom_id": custom_id}
        move = _CHOICE.match(custom_id)
        # An interaction that waits for the bot to start would be too old for an answer.
        await self._identified.wait()
        if move is not None and move[2] == "m":
            self.told[start.split(":")[1]].clicked[int(move[1])].add(move[3])
        clicked = await self._people.send(person, message.channel, COMPONENT, data, source=message)
        answered = await self._is_answered(clicked)
        if move is not None and move[2] == "m" and answered:
            told = self.told[start.split(":")[1]]
            if told.plies == int(move[1]) + 1:
                told.shown[int(move[1])] = move[3]
        return answered

    async def _is_answered(self, exchange: Exchange) -> bool:
        """Wait for the answer, or for the death of the bot that could have answered."""
        waits = [asyncio.create_task(event.wait()) for event in (exchange.answered, self._bot.died)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        return exchange.answered.is_set()

    def _listen(self, message: Message, exchange: Exchange | None) -> None:
        del exchange
        title = _TITLE.search(message.text)
        if title is None:
            return
        self._shown.release()
        self._boards[title[1]] = message
        told = self.told[title[1]]
        if title[2] is None:
            told.finished = True
        else:
            told.plies = max(told.plies, int(title[2]) - 1)
