"""A server in simcord's Discord with the whole bot in it, and what people do there."""

import re
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import discord
import simcord
from simcord.backend.serializers import message_payload
from simcord.components import walk_components
from simcord.interactions import base_payload

from bot.app import PyrgaClient, create_client
from bot.settings import Settings
from bot.shards import Shards
from bot.store import reviews
from bot.store.connections.database import Database
from bot.values.game.game import FEWEST_COUNTED_PLIES
from bot.values.players import Player
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.reading import as_read

ONE_SHARD = Shards.all(1)
"""What Discord recommends for a small bot. simcord doesn't answer that question."""

NO_LONGER_WORKS = "This button no longer works. See /pyrga help."
"""What people are told who press a button that the bot doesn't know."""
MANAGERS_ONLY = "Only people with the Manage Server permission can do that."

BUTTON, SELECT, CHANNEL_SELECT, TEXT, THUMBNAIL, GALLERY = 2, 3, 8, 10, 11, 12


@dataclass(slots=True)
class Server:
    """One server with one channel and three members."""

    env: simcord.Env
    client: PyrgaClient
    settings: Settings
    clock: StandingClock
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    ada: simcord.MemberActor
    blaise: simcord.MemberActor
    chiyo: simcord.MemberActor

    async def challenge(self, **options: Any) -> simcord.ResponseMessage:
        """Have Ada challenge Blaise; return the card."""
        result = await self.ada.slash(
            self.channel,
            "pyrga challenge",
            **{"opponent": self.blaise, "color": "white", "rated": False, **options},
        )
        return answer(result)

    async def begin(self, **options: Any) -> simcord.ResponseMessage:
        """Have Blaise accept a challenge from Ada, White unless an option says so; return the board."""
        card = await self.challenge(**options)
        await self.blaise.click(card, label="Accept")
        return card

    async def play(self, board: simcord.ResponseMessage, moves: str) -> None:
        """Play moves as the player to move, using the buttons or the menu."""
        for move in moves.split():
            member = self.to_move(board)
            if not await self._choose(board, member, f":{move}"):
                # Another space may have been chosen, which Back takes back.
                await self._choose(board, member, "::")
                await self._choose(board, member, f"::{move[1:3]}")
                assert await self._choose(board, member, f":{move}"), move

    async def _choose(self, board: simcord.ResponseMessage, member: simcord.MemberActor, end: str) -> bool:
        """Click the button, or choose in the menu, whose custom_id ends so; return whether there is one."""
        for button in offered(board):
            if button["custom_id"].endswith(end):
                await member.click(board, custom_id=button["custom_id"])
                return True
        for menu in selects(board):
            if values := [each["value"] for each in menu["options"] if each["value"].endswith(end)]:
                await member.select(board, values, custom_id=menu["custom_id"])
                return True
        return False

    async def play_on(self, board: simcord.ResponseMessage, random: Random, moves: int = 1000) -> list[str]:
        """Click random move buttons until so many moves are played or the game is over; return the moves."""
        played: list[str] = []
        while len(played) < moves and (buttons := choices(board)):
            custom_id = random.choice(buttons)["custom_id"]
            await self.to_move(board).click(board, custom_id=custom_id)
            word, *_, move = custom_id.split(":")
            if word == "play":
                played.append(move)
        return played

    def to_move(self, board: simcord.ResponseMessage) -> simcord.MemberActor:
        """Return the member whose turn it is according to the board."""
        found = re.search(r"<@(\d+)> \((?:White|Black)\) to play", read(board))
        assert found is not None, texts(board)
        return {member.id: member for member in self.members}[int(found[1])]

    async def press(
        self, *presses: tuple[simcord.MemberActor, simcord.ResponseMessage, str]
    ) -> list[simcord.InteractionResult]:
        """Press buttons by their custom_ids, all at the same time. Their messages must offer them."""
        for _, message, custom_id in presses:
            there = [button["custom_id"] for button in offered(message)]
            # A move on a space that has to be chosen first is pressed as on a board of version 1.0.0.
            chosen = f"::{custom_id.rpartition(':')[2][1:3]}"
            assert custom_id in there or any(each.endswith(chosen) for each in there), (custom_id, there)
        return await self.press_unoffered(*presses)

    async def press_unoffered(
        self, *presses: tuple[simcord.MemberActor, simcord.ResponseMessage, str]
    ) -> list[simcord.InteractionResult]:
        """Press buttons by their custom_ids, all at the same time, even if their messages don't have them.

        Discord has many clients. They send what they saw last, and modified ones can send anything.
        """
        records = [
            self._use(member, message, row_with_button(custom_id)) for member, message, custom_id in presses
        ]
        await self.env.settle()
        return [simcord.InteractionResult(self.env, record) for record in records]

    async def forge(self, member: simcord.MemberActor, message: simcord.ResponseMessage, button: str) -> str:
        """Return what someone is told in private who presses a button that the message may not have."""
        (result,) = await self.press_unoffered((member, message, button))
        return said(result)

    async def choose(
        self, member: simcord.MemberActor, message: simcord.ResponseMessage, value: str, menu: str = "menu:"
    ) -> simcord.InteractionResult:
        """Choose the one option with this value in the menu whose custom_id begins like this."""
        there = [each for each in selects(message) if each["custom_id"].startswith(menu)]
        values = [option["value"] for each in there for option in each["options"]]
        assert value in values, (value, values)
        return await self.choose_unoffered(member, message, there[0]["custom_id"], value)

    async def click_more(
        self, member: simcord.MemberActor, review: simcord.ResponseMessage, label: str
    ) -> simcord.InteractionResult:
        """Press a button of a review's position that's behind *More…*."""
        await member.click(review, label="More…")
        return await member.click(review, label=label)

    async def open_setting(self, member: simcord.MemberActor, setting: str) -> simcord.ResponseMessage:
        """Open the page of the person's or the server's settings with the menu that has this custom_id."""
        command = "pyrga settings" if setting.startswith("setting:mine:") else "pyrga-server settings"
        panel = answer(await member.slash(self.channel, command))
        while not any(each.get("custom_id") == setting for each in components(panel)):
            await member.click(panel, label="Next")
        return panel

    async def change_setting(
        self, member: simcord.MemberActor, setting: str, *chosen: Any
    ) -> simcord.ResponseMessage:
        """Choose values or channels in the menu of a setting that has this custom_id; return the panel."""
        panel = await self.open_setting(member, setting)
        await member.select(panel, list(chosen), custom_id=setting)
        return panel

    async def configure(self, **chosen: Any) -> None:
        """Change preferences of the server without a click."""
        preferences = self.client.services.preferences
        await preferences.change_guild(self.guild.id, lambda old: replace(old, **chosen))

    async def configure_for(self, member: simcord.MemberActor, **chosen: Any) -> None:
        """Change a person's preferences without a click."""
        person = Player(member.id, member.user.global_name or member.name)
        preferences = self.client.services.preferences
        await preferences.change_player(person, lambda old: replace(old, **chosen))

    async def play_quietly(self, number: int = 1, moves: int = FEWEST_COUNTED_PLIES) -> None:
        """Play the first legal moves of a game, without a click: as many as a rated game needs to count."""
        games = self.client.services.games
        for _ in range(moves):
            game = await games.get(number)
            move = str(game.position.legal_moves[0])
            await acts.play(games, number, revision=game.revision, text=move, player_id=game.to_move.id)

    async def resign(self, member: simcord.MemberActor, **options: str) -> None:
        """Have a player resign, and say yes when asked."""
        panel = answer(await member.slash(self.channel, "pyrga resign", **options))
        await member.click(panel, label="Resign")

    async def keep_review(self, review: str) -> None:
        """Store the review of the first game, in its text form."""
        database = Database(self.settings.database())
        async with database.writing() as connection:
            await reviews.keep(connection, 1, review, self.clock.now())
        await database.close()

    async def resigned(self, moves: str = "Sb2 Ta2e", **options: Any) -> simcord.ResponseMessage:
        """Have Ada resign a game after these moves; return its board."""
        board = await self.begin(**options)
        await self.play(board, moves)
        await self.resign(self.ada)
        return board

    async def choose_unoffered(
        self, member: simcord.MemberActor, message: simcord.ResponseMessage, custom_id: str, value: str
    ) -> simcord.InteractionResult:
        """Choose in a menu even if the message no longer has it or the menu never had the value."""
        record = self._use(member, message, row_with_menu(custom_id, value), values=[value])
        await self.env.settle()
        return simcord.InteractionResult(self.env, record)

    async def use_unoffered(
        self,
        member: simcord.MemberActor,
        message: simcord.ResponseMessage,
        kind: int,
        custom_id: str,
        values: list[str],
    ) -> simcord.InteractionResult:
        """Use a component whose kind doesn't match its custom_id."""
        component = {"type": kind, "custom_id": custom_id, "id": 2, "style": 1, "label": "?"}
        component["options"] = [{"label": value, "value": value} for value in values]
        row = {"type": 1, "id": 1, "components": [component]}
        record = self._use(member, message, row, values=values)
        await self.env.settle()
        return simcord.InteractionResult(self.env, record)

    async def choose_channel_unoffered(
        self,
        member: simcord.MemberActor,
        message: simcord.ResponseMessage,
        custom_id: str,
        channel: simcord.ChannelHandle,
    ) -> simcord.InteractionResult:
        """Choose a channel in a menu, even one that the menu doesn't list."""
        row = row_with_menu(custom_id, "?")
        row["components"] = [{"type": CHANNEL_SELECT, "custom_id": custom_id, "id": 2}]
        facts = {"id": str(channel.id), "name": "?", "type": 0, "permissions": "0"}
        record = self._use(
            member,
            message,
            row,
            values=[str(channel.id)],
            resolved={"channels": {str(channel.id): facts}},
        )
        await self.env.settle()
        return simcord.InteractionResult(self.env, record)

    def _use(
        self, member: simcord.MemberActor, message: simcord.ResponseMessage, row: dict[str, Any], **data: Any
    ) -> Any:
        """Use the one component of a row, as on a message that has it: a client sends what it saw last."""
        (component,) = row["components"]
        record, payload = base_payload(
            self.env.backend,
            type=3,
            channel_id=message.channel_id,
            guild_id=self.env.backend.get_channel(message.channel_id).guild_id,
            user_id=member.id,
            data={"custom_id": component["custom_id"], "component_type": component["type"], **data},
        )
        stored = self.env.backend.get_message(message.channel_id, message.id)
        record.source_message_id = message.id
        payload["message"] = dict(message_payload(self.env.backend, stored))
        payload["message"]["components"] = [row]
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return record

    async def command(self, member: simcord.MemberActor, data: dict[str, Any]) -> simcord.InteractionResult:
        """Send a slash command exactly as in ``data``, even if no current client would send that."""
        record = self.send(member, data)
        await self.env.settle()
        return simcord.InteractionResult(self.env, record)

    def send(self, member: simcord.MemberActor, data: dict[str, Any]) -> Any:
        """Send a slash command like ``command`` does, but without waiting for anything."""
        record, payload = base_payload(
            self.env.backend,
            type=2,
            channel_id=self.channel.id,
            guild_id=self.guild.id,
            user_id=member.id,
            data={"id": "1", "type": 1, **data},
        )
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return record

    def posted(self, channel: simcord.ChannelHandle | None = None) -> list[simcord.ResponseMessage]:
        """Return the public messages in a channel, in order: in the server's own, or in the given one."""
        messages = self.env.backend.messages.get((channel or self.channel).id, {})
        shown = [simcord.ResponseMessage(self.env, messages[id_]) for id_ in sorted(messages)]
        return [message for message in shown if not message.ephemeral]

    def newest(self, channel: simcord.ChannelHandle | None = None) -> simcord.ResponseMessage:
        """Return the last public message in a channel: in the server's own, or in the given one."""
        return self.posted(channel)[-1]

    async def board(self, number: int = 1) -> simcord.ResponseMessage:
        """Return the message that shows a game now."""
        game = await self.client.services.games.get(number)
        assert game.message_id is not None
        messages = self.env.backend.messages[game.place.channel_id]
        return simcord.ResponseMessage(self.env, messages[game.message_id])

    async def picture(self, message: simcord.ResponseMessage) -> bytes:
        """Return the one picture that a message shows now."""
        (gallery,) = (component for component in components(message) if component["type"] == GALLERY)
        return await self.client.http.get_from_cdn(gallery["items"][0]["media"]["url"])

    def answers(self) -> list[dict[str, Any]]:
        """Return how the bot has answered interactions so far, as it sent that to Discord."""
        return [dict(sent.json or {}) for sent in self.env.http_requests if sent.path.endswith("/callback")]

    def pinged(self, channel: simcord.ChannelHandle | None = None) -> list[int]:
        """Return whom messages posted without a click have pinged so far, in one channel or in all."""
        end = "/messages" if channel is None else f"/{channel.id}/messages"
        return [
            int(user)
            for request in self.env.http_requests
            if request.method == "POST" and request.path.endswith(end)
            for user in dict(request.json or {}).get("allowed_mentions", {}).get("users", ())
        ]

    @property
    def members(self) -> tuple[simcord.MemberActor, ...]:
        return (self.ada, self.blaise, self.chiyo)

    def elsewhere(self) -> "Server":
        """Return another server with the bot, in which the same people are."""
        guild = self.env.create_guild("Elsewhere")
        ada, blaise, chiyo = (guild.add_member(member.user) for member in self.members)
        channel = guild.create_text_channel("there")
        return replace(self, guild=guild, channel=channel, ada=ada, blaise=blaise, chiyo=chiyo)

    def let_everyone_manage(self) -> None:
        """Give every member the permission to change the server's settings."""
        everyone = self.env.backend.get_guild(self.guild.id).everyone_role
        everyone.permissions |= discord.Permissions(manage_guild=True).value

    def channel_without(self, permission: str, *people: simcord.MemberActor) -> simcord.ChannelHandle:
        """Return another channel, in which these people lack a permission, or else the bot does."""
        assert self.client.user is not None
        denied = discord.PermissionOverwrite(**{permission: False})
        lacking = people or (self.client.user,)
        return self.guild.create_text_channel(permission, overwrites=dict.fromkeys(lacking, denied))

    async def restart(self) -> None:
        """Have another process take over that has nothing but the database."""
        old = self.client
        self.client = create_client(self.settings, clock=self.clock, pause=0, shards=ONE_SHARD)
        await self.env.restart_bot(self.client)
        await old.close()


def furnish(env: simcord.Env, client: PyrgaClient, settings: Settings, clock: StandingClock) -> Server:
    """Return a server with a channel and three members, for a bot that's already running."""
    guild = env.create_guild("Pyrga Café")
    channel = guild.create_text_channel("pyrga")
    members = [
        guild.add_member(env.create_user(name.lower(), global_name=name))
        for name in ("Ada", "Blaise", "Chiyo")
    ]
    return Server(env, client, settings, clock, guild, channel, *members)


def row_with_button(custom_id: str) -> dict[str, Any]:
    """Return a row of one button, as Discord sends it."""
    button = {"type": BUTTON, "style": 1, "label": "?", "custom_id": custom_id, "id": 2}
    return {"type": 1, "id": 1, "components": [button]}


def row_with_menu(custom_id: str, value: str) -> dict[str, Any]:
    """Return a row of one menu with one option, as Discord sends it."""
    option = {"label": "?", "value": value}
    menu = {"type": SELECT, "custom_id": custom_id, "options": [option], "id": 2}
    return {"type": 1, "id": 1, "components": [menu]}


def answer(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    """Return the message that answered an interaction."""
    assert result.acknowledged
    assert result.response is not None
    return result.response


def said(result: simcord.InteractionResult) -> str:
    """Return the private sentence that answered an interaction, either the answer itself or one after it."""
    message = result.followups[-1] if result.followups else answer(result)
    assert message.ephemeral
    return as_read(message.content or texts(message)[0])


def heard(result: simcord.InteractionResult) -> str:
    """Return everything that someone was told."""
    assert result.acknowledged
    messages = [*([] if result.response is None else [result.response]), *result.followups]
    return "\n".join(part for message in messages for part in (as_read(message.content), *texts(message)))


def components(message: simcord.ResponseMessage) -> list[dict[str, Any]]:
    """Return all components of a message in its current state, including nested ones."""
    return list(walk_components(message.components))


def texts(message: simcord.ResponseMessage) -> list[str]:
    """Return the texts on a message."""
    return [as_read(component["content"]) for component in components(message) if component["type"] == TEXT]


def read(message: simcord.ResponseMessage) -> str:
    """Return the texts on a message as one."""
    return "\n".join(texts(message))


async def delete_data(member: simcord.MemberActor) -> None:
    """Have someone delete everything that's stored about them, in DMs."""
    panel = answer(await member.user.slash("pyrga privacy"))
    for _ in range(2):
        await member.user.click(panel, label="Delete my data")


def offered(message: simcord.ResponseMessage) -> list[dict[str, Any]]:
    """Return the buttons on a message that can be pressed."""
    return [
        component
        for component in components(message)
        if component["type"] == BUTTON and not component.get("disabled")
    ]


def selects(message: simcord.ResponseMessage) -> list[dict[str, Any]]:
    """Return the menus on a message that offer one of several options."""
    return [part for part in components(message) if part["type"] == SELECT and not part.get("disabled")]


def choices(board: simcord.ResponseMessage) -> list[dict[str, Any]]:
    """Return the buttons for choosing or playing a move, or for voting."""
    return [
        button
        for button in offered(board)
        if re.match("(play|ask|choose|vote|vote-choose):", button.get("custom_id", ""))
    ]


def alt_text(message: simcord.ResponseMessage) -> str:
    """Return the alt text of the picture on a message."""
    (found,) = [
        part["items"][0] if part["type"] == GALLERY else part
        for part in components(message)
        if part["type"] in {GALLERY, THUMBNAIL}
    ]
    return str(found["description"])


def labels(message: simcord.ResponseMessage) -> list[str]:
    """Return the labels of the buttons on a message that can be pressed and don't choose a move, in order."""
    moves = {button["custom_id"] for button in choices(message)}
    return [button["label"] for button in offered(message) if button.get("custom_id") not in moves]
