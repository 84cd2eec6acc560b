"""What people do in the stand-in: give commands, click, choose, type."""

from collections.abc import Sequence
from typing import Any

from tests.loopback.exchanges import Exchange
from tests.loopback.messages import CHANNEL_SELECT, PATIENCE, USER_SELECT, Message
from tests.loopback.places import APPLICATION_ID, Channel, Person
from tests.loopback.server import LoopbackDiscord

COMMAND, COMPONENT, TYPING, MODAL = 2, 3, 4, 5
BUTTON, SELECT = 2, 3
_TEXT, _INTEGER, _BOOLEAN, _USER = 3, 4, 5, 6


class People:
    """Sends the bot what people do.

    Every method except ``tap`` and those that send returns once the bot has answered.
    """

    def __init__(self, server: LoopbackDiscord) -> None:
        self._server = server

    async def slash(self, person: Person, channel: Channel, name: str, **options: Any) -> Exchange:
        """Give the command ``name``: ``play`` for ``/pyrga play``, ``pyrga-learn puzzle`` with its group."""
        group, _, name = name.rpartition(" ")
        return await self._command(person, channel, _command(group or "pyrga", name, options))

    async def manage(self, person: Person, channel: Channel, name: str, **options: Any) -> Exchange:
        """Give the command ``name`` for people who manage the server, such as ``/pyrga-server settings``."""
        return await self._command(person, channel, _command("pyrga-server", name, options))

    async def event(self, person: Person, channel: Channel, name: str, **options: Any) -> Exchange:
        """Give the command ``name`` about events, such as ``/pyrga-event cup``."""
        return await self._command(person, channel, _command("pyrga-event", name, options))

    async def _command(self, person: Person, channel: Channel, data: dict[str, Any]) -> Exchange:
        exchange, payload = self._interaction(person, channel, person, COMMAND, data)
        self._resolve(data, channel)
        return await self._send(exchange, payload)

    async def menu(self, person: Person, channel: Channel, name: str, target: Person | Message) -> Exchange:
        """Choose what the bot offers on a right click on someone, or on a message."""
        data = right_click(name, target, channel)
        exchange, payload = self._interaction(person, channel, person, COMMAND, data)
        return await self._send(exchange, payload)

    async def complete(
        self, person: Person, channel: Channel, name: str, option: str, typed: str
    ) -> Exchange:
        """Type the value of an option that the bot completes."""
        group, _, name = name.rpartition(" ")
        data = _command(group or "pyrga", name, {option: typed})
        data["options"][0]["options"][0]["focused"] = True
        exchange, payload = self._interaction(person, channel, person, TYPING, data)
        return await self._send(exchange, payload)

    async def click(
        self, person: Person, message: Message, sought: str, patience: float = PATIENCE
    ) -> Exchange:
        """Press the button whose label is ``sought`` or whose custom_id ends that way. It must be there."""
        data = {"component_type": BUTTON, "custom_id": message.custom_id(sought)}
        return await self._use(person, message, data, patience)

    async def press(self, person: Person, message: Message, custom_id: str) -> Exchange:
        """Press a button by its custom_id, which Discord only accepts if it's on the message."""
        data = {"component_type": BUTTON, "custom_id": custom_id}
        return await self._use(person, message, data)

    async def click_while_deleted(self, person: Person, message: Message, sought: str) -> Exchange:
        """Press a button on a message that a moderator deletes while the click is on its way to the bot."""
        data = {"component_type": BUTTON, "custom_id": message.custom_id(sought)}
        exchange, payload = self._click(person, message, data)
        message.deleted = True
        return await self._send(exchange, payload)

    async def tap(self, person: Person, message: Message, custom_id: str) -> Exchange:
        """Press a button without waiting for the answer. If the message has no such button, it gets one."""
        if custom_id not in message.custom_ids():
            _add_button(message, custom_id)
        exchange, payload = self._click(person, message, {"component_type": BUTTON, "custom_id": custom_id})
        await self._server.gateway.dispatch("INTERACTION_CREATE", payload)
        return exchange

    async def forge(self, person: Person, message: Message, custom_id: str) -> Exchange:
        """Send the press of a button that the message doesn't have."""
        assert custom_id not in message.custom_ids()
        exchange, payload = self._click(person, message, {"component_type": BUTTON, "custom_id": custom_id})
        return await self._send(exchange, payload)

    async def send(
        self,
        person: Person,
        channel: Channel,
        kind: int,
        data: dict[str, Any],
        *,
        source: Message | None = None,
        shown: dict[str, Any] | None = None,
    ) -> Exchange:
        """Send an interaction with any ``data``, even if no Discord client would.

        ``source`` is the message that it comes from, with the contents ``shown``.
        """
        exchange, payload = self._interaction(person, channel, person, kind, data)
        if source is not None:
            exchange.source = source
            payload["message"] = shown or source.payload()
        await self._server.gateway.dispatch("INTERACTION_CREATE", payload)
        return exchange

    async def send_again(self, exchange: Exchange) -> None:
        """Send an interaction once more, under the same id."""
        exchange.sent_again += 1
        await self._server.gateway.dispatch("INTERACTION_CREATE", exchange.payload)

    async def choose(self, person: Person, message: Message, sought: str, *values: str) -> Exchange:
        """Choose values in a menu, or the ids of channels in a menu of these."""
        used = message.component(message.custom_id(sought))
        data = {"component_type": used["type"], "custom_id": used["custom_id"], "values": [*values]}
        if used["type"] == CHANNEL_SELECT:
            channels = [self._server.answers.channels[int(value)] for value in values]
            data["resolved"] = {"channels": {str(channel.id): channel.payload() for channel in channels}}
        return await self._use(person, message, data)

    async def submit(self, person: Person, asked: Exchange, text: str) -> Exchange:
        """Submit the form that the bot has shown, with ``text`` in its only field."""
        assert asked.modal is not None
        (label,) = asked.modal["components"]
        return await self.fill(person, asked, **{_field(label)["custom_id"]: text})

    async def fill(self, person: Person, asked: Exchange, **values: str | list[str]) -> Exchange:
        """Submit the form that the bot has shown, with these values in its fields."""
        modal = asked.modal
        assert modal is not None
        answers: list[dict[str, Any]] = []
        data = {"custom_id": modal["custom_id"], "components": answers}
        for number, label in enumerate(modal["components"]):
            field = _field(label)
            value = values[field["custom_id"]]
            said = {"values": value} if isinstance(value, list) else {"value": value}
            answer = {"type": field["type"], "id": 2 * number + 2, "custom_id": field["custom_id"], **said}
            answers.append({"type": label["type"], "id": 2 * number + 1, "component": answer})
            if field["type"] == USER_SELECT:
                people = [self._server.people[int(each)] for each in value]
                data["resolved"] = resolved(people, asked.channel)
        exchange, payload = self._interaction(person, asked.channel, person, MODAL, data)
        return await self._send(exchange, payload)

    async def _use(
        self, person: Person, message: Message, data: dict[str, Any], patience: float = PATIENCE
    ) -> Exchange:
        custom_id = data["custom_id"]
        if custom_id not in message.custom_ids() and message.offers_space_of(custom_id):
            _add_button(message, custom_id)
        if custom_id not in message.custom_ids() or message.deleted:
            raise ValueError(custom_id)
        exchange, payload = self._click(person, message, data)
        return await self._send(exchange, payload, patience)

    def _click(
        self, person: Person, message: Message, data: dict[str, Any]
    ) -> tuple[Exchange, dict[str, Any]]:
        installer = next((one for one in message.channel.people if one.has_app), None)
        exchange, payload = self._interaction(person, message.channel, installer, COMPONENT, data)
        exchange.source = message
        payload["message"] = message.payload()
        return exchange, payload

    def _interaction(
        self, person: Person, channel: Channel, installer: Person | None, kind: int, data: dict[str, Any]
    ) -> tuple[Exchange, dict[str, Any]]:
        self._server.people[person.id] = person
        self._server.answers.channels[channel.id] = channel
        if channel.guild_id is not None:
            # Anyone who can see a server's channel is a member, unless a test says otherwise.
            self._server.members.setdefault(channel.guild_id, set(channel.people))
        exchange = Exchange(self._server.answers.next_id(), person, channel)
        self._server.answers.exchanges[exchange.token] = exchange
        payload = {
            "id": str(exchange.id),
            "application_id": str(APPLICATION_ID),
            "type": kind,
            "token": exchange.token,
            "version": 1,
            "entitlements": [],
            "attachment_size_limit": 10 * 1024 * 1024,
            "data": data,
            **channel.surroundings(person, installer),
        }
        exchange.payload = payload
        return exchange, payload

    def _resolve(self, command: dict[str, Any], channel: Channel) -> None:
        """Describe the people whom a command names."""
        (subcommand,) = command["options"]
        ids = [int(option["value"]) for option in subcommand["options"] if option["type"] == _USER]
        if ids:
            command["resolved"] = resolved([self._server.people[each] for each in ids], channel)

    async def _send(
        self, exchange: Exchange, payload: dict[str, Any], patience: float = PATIENCE
    ) -> Exchange:
        await self._server.gateway.dispatch("INTERACTION_CREATE", payload)
        return await self._server.answers.wait(exchange, patience)


def _field(label: dict[str, Any]) -> dict[str, Any]:
    """Return the field of a form under a label."""
    field: dict[str, Any] = label.get("component") or label["components"][0]
    return field


def _command(group: str, name: str, options: dict[str, Any]) -> dict[str, Any]:
    given = [_option(key, value) for key, value in options.items()]
    subcommand = {"type": 1, "name": name, "options": given}
    return {"id": str(APPLICATION_ID + 100), "name": group, "type": 1, "options": [subcommand]}


def _option(name: str, value: Any) -> dict[str, Any]:
    if isinstance(value, Person):
        return {"type": _USER, "name": name, "value": str(value.id)}
    kind = {bool: _BOOLEAN, int: _INTEGER, str: _TEXT}[type(value)]
    return {"type": kind, "name": name, "value": value}


def right_click(name: str, target: Person | Message, channel: Channel) -> dict[str, Any]:
    """Return what Discord sends when someone chooses a menu command on a person or a message."""
    data: dict[str, Any] = {"id": str(APPLICATION_ID), "name": name, "target_id": str(target.id)}
    if isinstance(target, Person):
        return data | {"type": 2, "resolved": resolved([target], channel)}
    return data | {"type": 3, "resolved": {"messages": {str(target.id): target.payload()}}}


def resolved(people: Sequence[Person], channel: Channel) -> dict[str, Any]:
    """Return what Discord says about people whom an interaction names."""
    described: dict[str, Any] = {"users": {str(one.id): one.payload() for one in people}}
    if channel.guild_id is not None:
        members = {str(one.id): one.member_payload() for one in people}
        described["members"] = {
            number: {key: value for key, value in member.items() if key != "user"}
            for number, member in members.items()
        }
    return described


def _add_button(message: Message, custom_id: str) -> None:
    button = {"type": BUTTON, "id": 101, "style": 1, "label": "Tap", "custom_id": custom_id}
    message.components = [*message.components, {"type": 1, "id": 100, "components": [button]}]
