"""People who play games, no matter what happens to the bots, and remember what they were told."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, Final, Protocol

from tests.loopback.answers import DEFERRED_UPDATE
from tests.loopback.exchanges import Exchange
from tests.loopback.messages import Message
from tests.loopback.people import BUTTON, COMMAND, COMPONENT, People, resolved
from tests.loopback.places import APPLICATION_ID, Channel, Context, Person
from tests.loopback.server import LoopbackDiscord

GUILD: Final = 500

_LOOK: Final = 0.2

_LONGEST_WAIT: Final = 120.0
"""Number of seconds after which a click counts as lost. Several bots on a busy machine can be very slow."""

_TITLE = re.compile(r"### Pyrga #([0-9]+) · (?:(start)|move ([0-9]+)|finished)")
_TO_PLAY = re.compile(r"<@(\d+)> \((?:White|Black)\) to play")
_CHOICE = re.compile(r"(play|choose):[0-9a-z]+:([0-9]+):(.+)")


class Bots(Protocol):
    """The bots that answer the players."""

    async def until_up(self, guild_id: int) -> None:
        """Wait until there's a bot to answer what happens in a guild."""

    async def until_dead(self, guild_id: int) -> None:
        """Wait until a bot dies that may have been asked to answer something in a guild."""

    def is_up(self, guild_id: int) -> bool:
        """Return whether there's a bot to answer what happens in a guild."""


@dataclass(slots=True)
class Told:
    """What people were told about a game: the minimum number of its moves, and whether it's over.

    ``clicked`` has the moves that were sent at each revision, and ``shown`` those that were answered.
    ``ends`` counts the messages that were posted with the end of the game.
    """

    plies: int = 0
    finished: bool = False
    ends: int = 0
    clicked: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    shown: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Habits:
    """How people play: how many seconds they think about a move on average, and in what guilds.

    With a ``clock`` such as ``1m``, they stop after ``last_ply`` plies, and the time runs out.
    """

    thinking: float = 0.0
    guilds: Sequence[int] = (GUILD,)
    clock: str | None = None
    last_ply: int | None = None


class Players:
    """Everyone who plays. ``told`` is what people were told about each game.

    ``unanswered`` has the clicks that weren't answered even though no bot died.
    """

    def __init__(self, discord: LoopbackDiscord, bots: Bots, random: Random) -> None:
        self.told: defaultdict[str, Told] = defaultdict(Told)
        self.unanswered: list[Exchange] = []
        self._boards: dict[str, Message] = {}
        self._own: dict[tuple[str, int], Message] = {}
        self._bots = bots
        self._people = People(discord)
        self._random = random
        self._ids = count(1)
        self._everyone = discord.members
        self._shown = asyncio.Semaphore(0)
        self._stopped = asyncio.Event()
        discord.answers.listeners.append(self._listen)

    async def play(self, habits: Habits = Habits()) -> None:
        """Play games until canceled or told to stop."""
        while not self._stopped.is_set():
            number = next(self._ids)
            white, black = (Person(10_000 + 2 * number + side, f"Player {side} {number}") for side in (0, 1))
            guild_id = habits.guilds[number % len(habits.guilds)]
            channel = Channel(1_000_000 + number, Context.GUILD, (white, black), guild_id=guild_id)
            self._everyone.setdefault(guild_id, set()).update(channel.people)
            card = await self._challenge(white, black, channel, habits)
            if card is None or not await self._click(black, card):
                continue
            title = _TITLE.search(card.text)
            if title is not None:
                await self._play_on(title[1], {white.id: white, black.id: black}, habits)

    async def play_on(self, game: str, players: dict[int, Person], habits: Habits = Habits()) -> None:
        """Play a game that has begun, as soon as it's shown, to its end or until told to stop."""
        while game not in self._boards:
            if await self._stops_within(_LOOK):
                return
        await self._play_on(game, players, habits)

    def stop(self) -> None:
        """Have everyone wait for the answer to their last click and then stop playing."""
        self._stopped.set()

    async def were_shown(self, boards: int) -> None:
        """Wait until the bots have shown this many more boards."""
        while not self._shown.locked():
            await self._shown.acquire()
        for _ in range(boards):
            await self._shown.acquire()

    async def _challenge(
        self, white: Person, black: Person, channel: Channel, habits: Habits
    ) -> Message | None:
        options = [
            {"type": 6, "name": "opponent", "value": str(black.id)},
            {"type": 3, "name": "color", "value": "white"},
            {"type": 3, "name": "start", "value": "plain"},
            *([{"type": 3, "name": "clock", "value": habits.clock}] if habits.clock else []),
        ]
        data = {
            "id": str(APPLICATION_ID + 100),
            "name": "pyrga",
            "type": 1,
            "options": [{"type": 1, "name": "challenge", "options": options}],
            "resolved": resolved([black], channel),
        }
        await self._bots.until_up(channel.guild_id or 0)
        asked = await self._people.send(white, channel, COMMAND, data)
        return asked.message if await self._is_answered(asked) else None

    async def _play_on(self, game: str, players: dict[int, Person], habits: Habits) -> None:
        told = self.told[game]
        while (to_play := _TO_PLAY.search(self._boards[game].text)) is not None:
            if await self._stops_within(self._random.uniform(0, 2 * habits.thinking)):
                return
            if habits.last_ply is not None and told.plies >= habits.last_ply:
                await self._until_finished(game)
            else:
                who = players.get(int(to_play[1]))
                board = self._boards[game] if who is None else self._own.get((game, who.id))
                if who is None or board is None:
                    # Someone deleted their data, or has no board of their own now.
                    return
                await self._click(who, board, game)

    async def _stops_within(self, seconds: float) -> bool:
        """Think for a while; return whether everyone was told to stop meanwhile."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), seconds)
        return self._stopped.is_set()

    async def _until_finished(self, game: str) -> None:
        while not self.told[game].finished:
            board = self._boards[game]
            await board.until_edited(board.edits)

    async def _click(self, person: Person, message: Message, game: str = "") -> bool:
        """Accept a challenge, or choose or play a move in a game; return whether a bot has answered."""
        offered = message.custom_ids()
        choices = [each for each in offered if _CHOICE.match(each) or each.endswith(":accept")]
        if not choices:
            return False
        custom_id = self._random.choice(choices)
        data: dict[str, Any] = {"component_type": BUTTON, "custom_id": custom_id}
        move = _CHOICE.match(custom_id)
        # An interaction that waited for a bot to start would be too old to answer.
        await self._bots.until_up(message.channel.guild_id or 0)
        if move is not None and move[1] == "play":
            self.told[game].clicked[int(move[2])].add(move[3])
        edits = message.edits
        clicked = await self._people.send(person, message.channel, COMPONENT, data, source=message)
        answered = await self._is_answered(clicked)
        if clicked.kind == DEFERRED_UPDATE:
            await _first(message.until_edited(edits), self._bots.until_dead(message.channel.guild_id or 0))
        if move is not None and move[1] == "play" and answered:
            told = self.told[game]
            if told.plies == int(move[2]) + 1:
                told.shown[int(move[2])] = move[3]
        return answered

    async def _is_answered(self, exchange: Exchange) -> bool:
        """Wait for the answer, or until a bot that could have answered dies."""
        guild_id = exchange.channel.guild_id or 0
        if not await _first(exchange.answered.wait(), self._bots.until_dead(guild_id)):
            self.unanswered.append(exchange)
        if self._bots.is_up(guild_id):
            # Another bot has the same shard.
            await _first(exchange.answered.wait())
        return exchange.answered.is_set()

    def _listen(self, message: Message, exchange: Exchange | None) -> None:
        del exchange
        title = _TITLE.search(message.text)
        if title is None:
            return
        self._shown.release()
        self._boards[title[1]] = message
        for person in message.channel.people:
            self._own[title[1], person.id] = message
        told = self.told[title[1]]
        if title[2] or title[3]:
            told.plies = max(told.plies, int(title[3] or 0))
        else:
            told.finished = True
            told.ends += message.edits == 0


async def _first(*waits: Any) -> bool:
    """Wait for the first of these; False if none happens in time."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        done, _ = await asyncio.wait(tasks, timeout=_LONGEST_WAIT, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    return bool(done)
