"""Interactions of every kind, made up at random: real ones, forged ones, and ones that make no sense."""

import re
from collections import deque
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Final

from tests.bot.hostile.commands import Typist, commands
from tests.bot.hostile.crowd import (
    ATTACKERS,
    CAFE,
    CELLAR,
    EVERYONE,
    HIDDEN,
    INSIDERS,
    LAIR,
    OPEN_PLACES,
    VAULT,
    WANDERERS,
    note_of,
)
from tests.bot.hostile.custom_ids import CustomIds
from tests.bot.hostile.texts import strange
from tests.bot.wire.conftest import Wire
from tests.loopback.exchanges import Exchange
from tests.loopback.messages import Message
from tests.loopback.people import BUTTON, COMMAND, COMPONENT, MODAL, SELECT, TYPING, resolved, right_click
from tests.loopback.places import Channel, Person

_REMEMBERED: Final = 200
_CHANNEL_SELECT, _USER_SELECT = 8, 5
_MENUS: Final = (SELECT, _USER_SELECT, 6, 7, _CHANNEL_SELECT)
_ON_MESSAGES: Final = ("Replay this game", "Analyze this position")
_RIGHT_CLICKS: Final = ("Challenge to Pyrga", "Pyrga profile", *_ON_MESSAGES)
_STORM: Final = 100

Attack = Callable[[], Awaitable[Exchange]]


class Attackers:
    """Everyone who sends something. ``kinds`` counts what was sent, by kind, and ``turns`` how often."""

    def __init__(self, wire: Wire, random: Random) -> None:
        self.kinds: dict[str, int] = {}
        self.turns = 0
        self._wire = wire
        self._random = random
        self._ids = CustomIds(random)
        self._texts = ["1", "Sb2", "1d", "p", "pyrga"]
        self._typist = Typist(random, ATTACKERS, self._texts)
        self._commands = commands(wire.discord.commands)
        self._open: deque[Message] = deque(maxlen=_REMEMBERED)
        self._secret: deque[Message] = deque(maxlen=_REMEMBERED)
        self._forms: deque[dict[str, Any]] = deque(maxlen=20)
        self._answered: deque[Exchange] = deque(maxlen=20)
        self._attacks: dict[str, tuple[int, Attack]] = {
            "a button that is there": (25, self._press),
            "a button from elsewhere": (10, self._press_elsewhere),
            "a mutated custom_id": (16, self._press_mutated),
            "a made-up custom_id": (16, self._press_made_up),
            "a menu": (9, self._choose),
            "a form": (4, self._submit),
            "a slash command": (10, self._command),
            "an option being typed": (4, self._type),
            "a right click on someone": (1, self._right_click),
            "an interaction sent again": (2, self._repeat),
            "an honest move": (14, self._play),
            "a click in secret": (6, self._insider),
        }

    async def send_one(self) -> Exchange:
        """Send one interaction without waiting for its answer."""
        kinds = [*self._attacks]
        (kind,) = self._random.choices(kinds, [self._attacks[each][0] for each in kinds])
        self._count(kind)
        return await self._attacks[kind][1]()

    async def storm(self) -> list[Exchange]:
        """Click a hundred times on one game."""
        boards = [message for message in self._open if message.moves()]
        if not boards:
            return [await self.send_one()]
        board = self._random.choice(boards)
        offered = board.custom_ids()
        self._count("a click in a storm", _STORM)
        return [
            await self._click(
                self._random.choice(ATTACKERS), board.channel, self._random.choice(offered), board
            )
            for _ in range(_STORM)
        ]

    async def begin(self) -> list[Exchange]:
        """Begin a game in every place, as honest people do."""
        sent = []
        for channel in (CAFE, LAIR, CELLAR, VAULT):
            white, black = self._random.sample(channel.people[:8], 2)
            challenge = await self._wire.people.slash(
                white, channel, "challenge", opponent=black, rated=False
            )
            sent.append(challenge)
            card = challenge.message
            accept = next((each for each in card.custom_ids() if each.endswith(":accept")), None)
            if accept is not None:
                sent.append(await self._click(black, channel, accept, card))
        self._count("a step toward a game", len(sent))
        return sent

    def learn(self, answered: list[Exchange]) -> None:
        """Remember what the bot has answered: there are more buttons to press, and more names of games."""
        for exchange in answered:
            self._answered.append(exchange)
            if exchange.modal is not None and exchange.person not in {*INSIDERS, *HIDDEN}:
                self._forms.append(exchange.modal)
            self._texts += [str(choice["value"]) for choice in exchange.choices[:2]]
            for message in [*exchange.followups, *([exchange.original] if exchange.original else [])]:
                if not message.deleted and message.custom_ids():
                    known = self._secret if message.channel in {VAULT, CELLAR} else self._open
                    known.append(message)
                    self._ids.games += [
                        int(part, 36)
                        for each in message.custom_ids()[:1]
                        if each.startswith(("play:", "choose:", "act:", "review:"))
                        and (part := each.split(":")[1]) not in {"0", ""}
                    ]
        del self._texts[:-60], self._ids.games[:-60]

    def _count(self, kind: str, times: int = 1) -> None:
        self.kinds[kind] = self.kinds.get(kind, 0) + times

    def _someone(self, channel: Channel) -> Person:
        people = [person for person in channel.people if person in {*ATTACKERS, *WANDERERS}]
        return self._random.choice(people)

    def _message(self) -> Message:
        if self._open:
            return self._random.choice(self._open)
        return Message(1, self._random.choice(OPEN_PLACES))

    def _known_ids(self) -> list[str]:
        known = self._secret if self._secret and self._random.random() < 0.3 else self._open
        offered = self._random.choice(known).custom_ids() if known else []
        return offered or ["play:1:0:Sb2"]

    def _sender(self, message: Message) -> Person:
        """Return someone who sees the message's channel, usually whoever it's for."""
        people = [person for person in message.channel.people if person in {*ATTACKERS, *WANDERERS}]
        return self._random.choice(people or ATTACKERS)

    async def _press(self) -> Exchange:
        message = self._message()
        custom_id = self._random.choice(message.custom_ids() or ["more:1"])
        component = next((part for part in message.walk() if part.get("custom_id") == custom_id), None)
        if component is not None and component["type"] != BUTTON:
            return await self._use_menu(self._sender(message), message, component)
        return await self._click(self._sender(message), message.channel, custom_id, message)

    async def _forge(self, custom_id: str) -> Exchange:
        message = self._message()
        return await self._click(self._sender(message), message.channel, custom_id, message)

    async def _press_elsewhere(self) -> Exchange:
        return await self._forge(self._random.choice(self._known_ids()))

    async def _press_mutated(self) -> Exchange:
        return await self._forge(self._ids.mutated(self._random.choice(self._known_ids()), self._known_ids()))

    async def _press_made_up(self) -> Exchange:
        return await self._forge(self._ids.button())

    async def _choose(self) -> Exchange:
        message = self._message()
        made = self._ids.menu() if self._random.random() < 0.7 else self._random.choice(self._known_ids())
        if self._random.random() < 0.3:
            made = self._ids.mutated(made, self._known_ids())
        kind = self._random.choice(_MENUS)
        return await self._use_menu(self._sender(message), message, {"type": kind, "custom_id": made})

    async def _submit(self) -> Exchange:
        message = self._message()
        custom_id = self._ids.form()
        if self._forms and self._random.random() < 0.5:
            custom_id = str(self._random.choice(self._forms)["custom_id"])
        if self._random.random() < 0.3:
            custom_id = self._ids.mutated(custom_id, self._known_ids())
        field = {"type": 4, "id": 2, "custom_id": self._random.choice(("text", "x", ""))}
        field["value"] = strange(self._random)
        rows = self._random.choice(
            (
                [],
                [{"type": 18, "id": 1, "component": field}],
                [{"type": 1, "id": 1, "components": [field, field]}],
            )
        )
        data = {"custom_id": custom_id, "components": rows}
        return await self._wire.people.send(
            self._sender(message),
            message.channel,
            MODAL,
            data,
            source=message if self._random.random() < 0.8 else None,
        )

    async def _command(self) -> Exchange:
        channel = self._random.choice(OPEN_PLACES)
        data = self._typist.given(self._random.choice(self._commands), channel)
        return await self._wire.people.send(self._someone(channel), channel, COMMAND, data)

    async def _type(self) -> Exchange:
        channel = self._random.choice(OPEN_PLACES)
        typed = None
        while typed is None:
            typed = self._typist.typed(self._random.choice(self._commands), channel)
        return await self._wire.people.send(self._someone(channel), channel, TYPING, typed)

    async def _right_click(self) -> Exchange:
        channel = self._random.choice(OPEN_PLACES)
        name = self._random.choice(_RIGHT_CLICKS)
        target = self._message() if name in _ON_MESSAGES else self._someone(channel)
        data = right_click(name, target, channel)
        return await self._wire.people.send(self._someone(channel), channel, COMMAND, data)

    async def _repeat(self) -> Exchange:
        if not self._answered:
            return await self._press_made_up()
        earlier = self._random.choice(self._answered)
        self._wire.discord.answers.exchanges[earlier.token] = earlier
        await self._wire.people.send_again(earlier)
        return earlier

    async def _play(self) -> Exchange:
        known = [*self._open, *self._secret]
        # To read them all takes long.
        tried = self._random.sample(known, len(known))
        board = next((message for message in tried if _whose_turn(message)), None)
        if board is None:
            return await self._press()
        moves = [each for each in board.custom_ids() if re.match("(play|choose):", each)]
        player = next(person for person in EVERYONE if person.id == _whose_turn(board))
        return await self._click(player, board.channel, self._random.choice(moves or ["more:1"]), board)

    async def _insider(self) -> Exchange:
        place = self._random.choice((VAULT, CELLAR))
        boards = [message for message in self._secret if message.channel == place]
        person = self._random.choice(place.people)
        message = self._random.choice(boards) if boards else None
        offered = message.custom_ids() if message else []
        if message is None or not offered or self._random.random() < 0.1:
            data = {"custom_id": self._ids.form(), "components": [_field(note_of(person))]}
            return await self._wire.people.send(person, place, MODAL, data)
        return await self._click(person, place, self._random.choice(offered), message)

    async def _click(self, person: Person, channel: Channel, custom_id: str, message: Message) -> Exchange:
        button = {"type": BUTTON, "id": 2, "style": 1, "label": "?", "custom_id": custom_id}
        data = {"component_type": BUTTON, "custom_id": custom_id}
        return await self._wire.people.send(
            person, channel, COMPONENT, data, source=message, shown=_with(message, button)
        )

    async def _use_menu(self, person: Person, message: Message, component: dict[str, Any]) -> Exchange:
        offered = [option["value"] for option in component.get("options", ())]
        other = self._ids.button() if self._random.random() < 0.5 else strange(self._random)[:100]
        values = [self._random.choice(offered) if offered else other]
        if self._random.random() < 0.2:
            values = self._random.choice(([], [strange(self._random)], values * 30))
        kind = component["type"]
        data: dict[str, Any] = {"component_type": kind, "custom_id": component["custom_id"], "values": values}
        if kind == _USER_SELECT:
            data |= {"values": [str(person.id)], "resolved": resolved([person], message.channel)}
        elif kind == _CHANNEL_SELECT:
            described = {"id": str(CAFE.id), "name": "?", "type": 0, "permissions": "0"}
            data |= {"values": [str(CAFE.id)], "resolved": {"channels": {str(CAFE.id): described}}}
        menu = {"id": 2, "options": [{"label": "?", "value": each} for each in values[:1]], **component}
        return await self._wire.people.send(
            person, message.channel, COMPONENT, data, source=message, shown=_with(message, menu)
        )


def _whose_turn(message: Message) -> int | None:
    found = re.search(r"<@(\d+)> \((?:White|Black)\) to play", message.text)
    return int(found[1]) if found else None


def _field(text: str) -> dict[str, Any]:
    return {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "text", "value": text}}


def _with(message: Message, component: dict[str, Any]) -> dict[str, Any]:
    """Return a message as it would look with this component alone."""
    return {**message.payload(), "components": [{"type": 1, "id": 1, "components": [component]}]}
