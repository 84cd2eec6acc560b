"""A small stand-in for Discord on 127.0.0.1: real HTTP and a real WebSocket, which simcord lacks."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from time import monotonic
from typing import Any

import yarl
from aiohttp import web

from tests.loopback.answers import Answers
from tests.loopback.description import violations
from tests.loopback.gateway import Gateway
from tests.loopback.kinds import (
    KEEP_ENTRY_POINT,
    UNFIT_BODY,
    UNKNOWN_EMOJI,
    UNKNOWN_MEMBER,
    UNKNOWN_ROLE,
    refusal,
)
from tests.loopback.places import APPLICATION_ID, BOT, Person, guild_payload
from tests.loopback.refusals import RefusedError, cut, refuse, reply
from tests.loopback.weather import Block, Weather

Action = Callable[[Mapping[str, str], Any], web.Response]
Handler = Callable[[web.Request], Awaitable[web.Response]]
Reader = Callable[[str, bytes], None]
"""Called with the path and the body of a request of the bot."""

Alteration = Callable[[str, str, web.Response], web.Response]
"""Returns what's answered instead to a request with a method and a path."""

Holding = tuple[int, int]
"""The ids of a person and of a role that they have."""

ENTRY_POINT = 4
"""The type of the command that Discord adds for an application with Activities."""

_INVALID = {401, 403, 429}
_UNAUTHORIZED = refusal(401, 0, "401: Unauthorized")


@dataclass(frozen=True, slots=True)
class Invalid:
    """An answer that Discord counts toward a ban. ``at`` is a time from ``time.monotonic``."""

    at: float
    method: str
    path: str
    status: int


class LoopbackDiscord:
    """Accepts one token, and checks every request against Discord's own description of its API.

    Unless ``checked``, it checks nothing and doesn't remember requests or events, so that it can handle a
    high load. ``invalid`` has the answers that Discord counts.
    """

    def __init__(self, token: str, *, checked: bool = True) -> None:
        self.requests: list[tuple[str, str]] = []
        self.commands: list[dict[str, Any]] = []
        self.violations: list[str] = []
        self.invalid: list[Invalid] = []
        self.weather = Weather()
        self.readers: list[Reader] = []
        self.members: dict[int, set[Person]] = {}
        self.people: dict[int, Person] = {}
        self.holdings: set[Holding] = set()
        self.roles: set[int] = set()
        self.alterations: list[Alteration] = []
        self.answers = Answers()
        self.gateway = Gateway(self.violations, self.members, resumable=checked)
        self.address = yarl.URL()
        self._token = token
        self._checked = checked
        self.emojis: list[dict[str, Any]] = []
        self.application = _application()
        self._runner: web.AppRunner | None = None

    @property
    def identified(self) -> asyncio.Event:
        """Set once every shard of the bot is READY."""
        return self.gateway.identified

    async def start(self) -> None:
        """Listen on a free port."""
        await self._listen(0)
        self.gateway.address = self.address.with_scheme("ws") / "gateway"

    @asynccontextmanager
    async def away(self) -> AsyncIterator[None]:
        """Refuse every connection meanwhile, and end those that there are."""
        await self.stop()
        yield
        await self._listen(self.address.port or 0)

    async def _listen(self, port: int) -> None:
        application = web.Application(client_max_size=32 * 1024 * 1024)
        application.router.add_get("/gateway", self.gateway.serve)
        for method, path, action in self._actions():
            application.router.add_route(method, f"/api/v10/{path}", self._handler(path, action))
        self._runner = web.AppRunner(application, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port, reuse_address=True)
        await site.start()
        self.address = yarl.URL(site.name)

    async def stop(self) -> None:
        """Close every connection."""
        if self._runner is not None:
            await self._runner.cleanup()

    def _actions(self) -> list[tuple[str, str, Action]]:
        answers, token = self.answers, "{token:[^/]+}"
        return [
            (
                "POST",
                f"interactions/{{id}}/{token}/callback",
                lambda at, body: answers.call_back(at["token"], body),
            ),
            ("POST", f"webhooks/{{id}}/{token}", lambda at, body: answers.follow_up(at["token"], body)),
            *(
                (
                    method,
                    f"webhooks/{{id}}/{token}/messages/@original",
                    lambda at, body: answers.change_original(at["token"], body),
                )
                for method in ("PATCH", "DELETE")
            ),
            (
                "GET",
                f"webhooks/{{id}}/{token}/messages/@original",
                lambda at, _: answers.show_original(at["token"]),
            ),
            *(
                (
                    method,
                    f"webhooks/{{id}}/{token}/messages/{{message}}",
                    lambda at, body: answers.change_followup(at["token"], int(at["message"]), body),
                )
                for method in ("PATCH", "DELETE")
            ),
            ("POST", "channels/{id}/messages", lambda at, body: answers.post(int(at["id"]), body)),
            *(
                (
                    method,
                    "channels/{id}/messages/{message}",
                    lambda at, body: answers.change(int(at["id"]), int(at["message"]), body),
                )
                for method in ("PATCH", "DELETE")
            ),
            (
                "GET",
                "channels/{id}/messages/{message}",
                lambda at, _: answers.show(int(at["id"]), int(at["message"])),
            ),
            (
                "POST",
                "channels/{id}/messages/{message}/threads",
                lambda at, _: answers.open_thread(int(at["id"]), int(at["message"])),
            ),
            ("GET", "channels/{id}", lambda at, _: answers.describe(int(at["id"]))),
            ("PATCH", "channels/{id}", lambda at, body: answers.change_thread(int(at["id"]), body)),
            ("DELETE", "channels/{id}", lambda at, _: answers.delete_thread(int(at["id"]))),
            (
                "POST",
                "channels/{id}/threads",
                lambda at, _: answers.open_thread(int(at["id"]), answers.next_id(), on_message=False),
            ),
            (
                "PUT",
                "channels/{id}/thread-members/{user}",
                lambda at, _: answers.add_to_thread(int(at["id"])),
            ),
            ("POST", "users/@me/channels", lambda _, body: self._open_private(body)),
            ("GET", "gateway/bot", lambda *_: reply(self.gateway.describe())),
            ("GET", "users/@me", lambda *_: reply(BOT)),
            (
                "GET",
                "users/@me/guilds",
                lambda *_: reply([*map(guild_payload, self.gateway.visible_guilds())]),
            ),
            *(
                ("GET", path, lambda *_: reply(self.application))
                for path in ("oauth2/applications/@me", "applications/@me")
            ),
            ("PATCH", "applications/@me", lambda _, body: self._change_application(body)),
            ("GET", "applications/{id}/commands", lambda *_: reply(_registered_all(self.commands))),
            ("PUT", "applications/{id}/commands", lambda _, body: self._register(body)),
            ("GET", "applications/{id}/emojis", lambda *_: reply({"items": self.emojis})),
            ("POST", "applications/{id}/emojis", lambda _, body: self._add_emoji(body)),
            ("DELETE", "applications/{id}/emojis/{emoji}", lambda at, _: self._delete_emoji(at["emoji"])),
            ("POST", "guilds/{id}/roles", lambda at, body: self._add_role(int(at["id"]), body)),
            ("DELETE", "guilds/{id}/roles/{role}", lambda at, _: self._delete_role(int(at["role"]))),
            ("GET", "guilds/{id}/channels", lambda at, _: self._channels_of(int(at["id"]))),
            ("GET", "guilds/{id}", lambda at, _: reply(guild_payload(int(at["id"])))),
            (
                "GET",
                "guilds/{id}/members/{user}",
                lambda at, _: self._member(int(at["id"]), int(at["user"])),
            ),
            *(
                (
                    method,
                    "guilds/{id}/members/{user}/roles/{role}",
                    partial(self._change_roles, change),
                )
                for method, change in (("PUT", self.holdings.add), ("DELETE", self.holdings.discard))
            ),
        ]

    def _handler(self, path: str, action: Action) -> Handler:
        with_token = "{token" in path

        async def handle(request: web.Request) -> web.Response:
            method, path = request.method, request.path.removeprefix("/api/v10/")
            if not with_token and request.headers.get("Authorization") != f"Bot {self._token}":
                answer = refuse(_UNAUTHORIZED)
            else:
                raw = await request.read()
                for read in self.readers:
                    read(request.path, raw)
                body = _body(request, raw)
                is_fit = self._check(method, path, body)
                answer = await self._under(
                    self.weather.forecast(method, path),
                    request,
                    lambda: _carried_out(action, request.match_info, body) if is_fit else refuse(UNFIT_BODY),
                )
            for alter in self.alterations:
                answer = alter(method, path, answer)
            if answer.status in _INVALID and answer.headers.get("X-RateLimit-Scope") != "shared":
                self.invalid.append(Invalid(monotonic(), method, path, answer.status))
            return answer

        return handle

    async def _under(
        self, block: Block | None, request: web.Request, carry_out: Callable[[], web.Response]
    ) -> web.Response:
        """Answer a request in the weather that it meets."""
        if block is None:
            return carry_out()
        kind = block.kind
        done = carry_out() if kind.is_carried_out else None
        await asyncio.sleep(kind.delay)
        if block.until is not None:
            await block.until.wait()
        if kind.cut is not None:
            cut(request, kind.cut)
            return reply(None)
        if kind.status is not None:
            return refuse(kind)
        answer = done or carry_out()
        answer.headers.update(kind.headers)
        return answer

    def _check(self, method: str, path: str, body: Any) -> bool:
        """Note a request, and return whether it fits Discord's description."""
        if not self._checked:
            return True
        self.requests.append((method, path))
        found = violations(method, path, body)
        self.violations += found
        return not found

    def _open_private(self, body: dict[str, Any]) -> web.Response:
        person = self.people[int(body["recipient_id"])]
        return reply(self.answers.open_private(person).payload())

    def _change_application(self, changes: dict[str, Any]) -> web.Response:
        said = dict(changes)
        if changes.get("description"):
            said["description"] = changes["description"]["default"]
        if changes.get("icon"):
            said["icon"] = sha256(changes["icon"].encode()).hexdigest()[:32]
        if config := changes.get("integration_types_config"):
            said["integration_types_config"] = {
                context: _installed(given) for context, given in config.items()
            }
        self.application.update(said)
        return reply(self.application)

    def _register(self, commands: list[dict[str, Any]]) -> web.Response:
        kept = [command for command in self.commands if command.get("type") == ENTRY_POINT]
        if kept and not any(command.get("type") == ENTRY_POINT for command in commands):
            raise RefusedError(KEEP_ENTRY_POINT)
        self.commands = commands
        return reply(_registered_all(commands))

    def _add_emoji(self, body: dict[str, Any]) -> web.Response:
        if any(each["name"] == body["name"] for each in self.emojis):
            raise RefusedError(UNFIT_BODY)
        emoji = {"id": str(self.answers.next_id()), "name": body["name"], "animated": False, "user": BOT}
        self.emojis.append(emoji)
        return reply(emoji)

    def _delete_emoji(self, emoji_id: str) -> web.Response:
        kept = [emoji for emoji in self.emojis if emoji["id"] != emoji_id]
        if kept == self.emojis:
            raise RefusedError(UNKNOWN_EMOJI)
        self.emojis[:] = kept
        return web.Response(status=204)

    def _add_role(self, guild_id: int, body: dict[str, Any]) -> web.Response:
        role = {
            **guild_payload(guild_id)["roles"][1],
            "id": str(self.answers.next_id()),
            "name": body["name"],
        }
        self.roles.add(int(role["id"]))
        return reply(role)

    def _delete_role(self, role_id: int) -> web.Response:
        if role_id not in self.roles:
            raise RefusedError(UNKNOWN_ROLE)
        self.roles.discard(role_id)
        self.holdings -= {(person, role) for person, role in self.holdings if role == role_id}
        return web.Response(status=204)

    def _change_roles(self, change: Callable[[Holding], None], at: Mapping[str, str], _: Any) -> web.Response:
        self._member(int(at["id"]), int(at["user"]))
        change((int(at["user"]), int(at["role"])))
        return web.Response(status=204)

    def _channels_of(self, guild_id: int) -> web.Response:
        channels = self.answers.channels.values()
        return reply([channel.payload() for channel in channels if channel.guild_id == guild_id])

    def _member(self, guild_id: int, user_id: int) -> web.Response:
        for person in self.members.get(guild_id, ()):
            if person.id == user_id:
                roles = [str(role) for holder, role in sorted(self.holdings) if holder == user_id]
                return reply({**person.member_payload(), "roles": roles})
        raise RefusedError(UNKNOWN_MEMBER)


@asynccontextmanager
async def loopback(token: str, *, checked: bool = True) -> AsyncIterator[LoopbackDiscord]:
    """Run the stand-in, which only accepts ``token``."""
    server = LoopbackDiscord(token, checked=checked)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def _carried_out(action: Action, at: Mapping[str, str], body: Any) -> web.Response:
    try:
        return action(at, body)
    except RefusedError as error:
        return refuse(error.kind)


def _body(request: web.Request, raw: bytes) -> Any:
    # aiohttp's own form parser would cost more than everything else here.
    if request.headers.get("Content-Type", "").startswith("multipart/form-data"):
        start = raw.index(b"\r\n\r\n", raw.index(b'name="payload_json"'))
        raw = raw[start : raw.index(b"\r\n--", start)]
    return json.loads(raw) if raw else None


def _application() -> dict[str, Any]:
    return {
        "id": str(APPLICATION_ID),
        "name": "Pyrga",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "",
        "flags": 0,
        "approximate_guild_count": 1,
        "team": None,
        "owner": BOT,
        "tags": [],
        "interactions_endpoint_url": None,
        "integration_types_config": {"0": {}, "1": {}},
    }


def _installed(config: dict[str, Any]) -> dict[str, Any]:
    """Return how people install an application, as Discord tells it: permissions are text, in any order."""
    given = config["oauth2_install_params"]
    told = {"scopes": [*reversed(given["scopes"])], "permissions": str(given["permissions"])}
    return {"oauth2_install_params": told}


def _registered_all(commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [_registered(index, command) for index, command in enumerate(commands)]


def _registered(index: int, command: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": str(APPLICATION_ID + 100 + index),
        "application_id": str(APPLICATION_ID),
        "version": "1",
        "default_member_permissions": None,
        "description": "",
        **command,
    }
