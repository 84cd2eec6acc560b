"""Clicks moves on boards and waits until the boards show them."""

import asyncio
import math
import random
import sys
from dataclasses import dataclass
from time import monotonic

from benchmarks.click_load.games import ClickedGame
from bot.values.base36 import format_number
from tests.loopback.exchanges import LONGEST_SILENCE, Exchange
from tests.loopback.messages import Message
from tests.loopback.people import People
from tests.loopback.server import LoopbackDiscord

PATIENCE = 20.0
"""Seconds that a player waits for the new board."""


@dataclass(frozen=True, slots=True)
class Click:
    """A click on a move.

    ``began`` is a time from ``time.monotonic``. ``answered`` and ``shown`` are the seconds until the first
    answer and until a board with the move, or None if that didn't come in time.
    """

    began: float
    answered: float | None
    shown: float | None

    @property
    def failed(self) -> bool:
        """Return whether the player got an error, no answer in time, or no board in time."""
        return self.answered is None or self.shown is None

    @property
    def shown_at(self) -> float:
        """Return when the board came; infinity if it didn't."""
        return math.inf if self.shown is None else self.began + self.shown


@dataclass(slots=True)
class _Wait:
    """A click that waits for a board newer than ``revision``. ``shown`` gets None if it's refused."""

    revision: int
    shown: asyncio.Future[tuple[float, Message] | None]


class Clickers:
    """The players of all games, connected to one stand-in."""

    def __init__(self, server: LoopbackDiscord, seed: int) -> None:
        self._people = People(server)
        self._random = random.Random(seed)
        self._waits: dict[int, _Wait] = {}
        self._refusable: dict[int, _Wait] = {}
        server.answers.listeners.append(self._notice)

    async def click(self, game: ClickedGame, patience: float = PATIENCE) -> Click:
        """Play a random legal move for the player to move, and wait ``patience`` seconds for the board.

        ``game`` has a legal move and no other click waiting. It advances once the board shows the move.
        """
        move = self._random.choice(game.position.legal_moves)
        custom_id = f"play:{format_number(game.number)}:{game.revision}:{move}"
        wait = self._waits[game.number] = _Wait(game.revision, asyncio.get_running_loop().create_future())
        began = monotonic()
        exchange = await self._people.tap(game.to_move, game.message, custom_id)
        self._refusable[exchange.id] = wait
        try:
            found = await asyncio.wait_for(wait.shown, patience)
        except TimeoutError:
            found = None
        finally:
            del self._waits[game.number], self._refusable[exchange.id]
        if found is None:
            return Click(began, _answered(exchange), None)
        shown, game.message = found
        game.position, game.revision = game.position.play(move), game.revision + 1
        return Click(began, _answered(exchange), shown - began)

    def _notice(self, message: Message, exchange: Exchange | None) -> None:
        """Wake the click that waits for the message that was just posted or edited."""
        if message.ephemeral:
            wait = None if exchange is None else self._refusable.get(exchange.id)
            if wait is not None and not wait.shown.done():
                wait.shown.set_result(None)
            return
        number, revision = _state(message)
        wait = self._waits.get(number)
        if wait is not None and revision > wait.revision and not wait.shown.done():
            wait.shown.set_result((monotonic(), message))


def _answered(exchange: Exchange) -> float | None:
    answered = None if exchange.answered_at is None else exchange.answered_at - exchange.began
    return None if answered is None or answered > LONGEST_SILENCE else answered


def _state(message: Message) -> tuple[int, int]:
    """Return the number and revision of the game that a message shows; zeros if it shows none.

    A finished game has the highest revision.
    """
    for part in message.walk():
        word, *rest = part.get("custom_id", "").split(":")
        if word in {"play", "choose", "act"}:
            return int(rest[0], 36), int(rest[1])
        if word == "replay":
            return int(rest[0], 36), sys.maxsize
    return 0, 0
