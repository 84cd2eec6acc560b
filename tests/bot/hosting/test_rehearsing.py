"""``pyrga rehearse``, on the stand-in for Discord, whose answers it expects.

``python -m tests.bot.hosting.test_rehearsing`` writes down what the stand-in answers, after any change of it.
"""

import asyncio
import json
import os
import re
import signal
import tomllib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from aiohttp import web
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.utils import time_snowflake, utcnow

from bot.cli import main
from bot.environment import CommandError
from bot.hosting import rehearsing
from bot.hosting.rehearsing import ANSWERS, REPORT, STEPS, rehearse_in
from bot.settings import Settings
from scripts.discord_api import REQUESTS
from tests.loopback import answers
from tests.loopback.exchanges import Exchange
from tests.loopback.kinds import NO_PERMISSION, UNFIT_BODY
from tests.loopback.messages import PATIENCE, Message
from tests.loopback.people import People
from tests.loopback.places import APPLICATION_ID, Channel, Context, Person
from tests.loopback.refusals import reply
from tests.loopback.server import LoopbackDiscord, loopback

pytestmark = pytest.mark.thorough

TOKEN = "MTIz.a-token.of-somebody"
ADA, BLAISE = Person(3141592653589793, "Ada"), Person(2718281828459045, "Blaise")
CAFE = Channel(1618033988749894, Context.GUILD, (ADA, BLAISE), guild_id=1414213562373095)
SCRIPT = tomllib.loads(STEPS.read_text())["steps"]
PLACE = {"guild": str(CAFE.guild_id), "channel": str(CAFE.id)}

Change = Callable[[Any], tuple[int, Any]]
"""What's answered instead of a body: a status, and a body."""


class Host:
    """Someone who has begun a rehearsal, and does what it asks them to."""

    def __init__(self, discord: LoopbackDiscord, settings: Settings) -> None:
        self.discord = discord
        self.settings = settings
        self.told: list[str] = []
        self.noticing: list[Callable[[], None]] = []
        self._people = People(discord)
        self._asked: Exchange | None = None
        self._doing: set[asyncio.Task[None]] = set()

    async def rehearse(self) -> dict[str, Any]:
        """Rehearse, and return what was written, as long as the rehearsal lasts."""
        self.told.clear()
        try:
            await rehearse_in(PLACE, self.settings, self._listen)
        finally:
            for doing in self._doing:
                doing.cancel()
        return written()

    def _listen(self, told: str) -> None:
        self.told.append(told)
        for notice in self.noticing if told.endswith(".") else ():
            notice()
        self._doing.add(asyncio.create_task(self._do(told)))

    async def _do(self, asked: str) -> None:
        people = self._people
        match asked.rstrip(".").split():
            case ["Press", "Form"]:
                self._asked = await people.click(ADA, self._message(), "rehearsal:form")
            case ["Press", number]:
                await people.click(ADA, self._message(), f"rehearsal:{number}")
            case ["Send", *_] if self._asked is not None:
                await people.submit(ADA, self._asked, "Anything")
            case ["Choose", *_]:
                await people.choose(ADA, self._message(), "rehearsal:menu", "1")
            case ["Type", *_]:
                await people.complete(ADA, CAFE, "show", "game", "1")
            case ["Right-click", *_]:
                await people.menu(ADA, CAFE, "Pyrga profile", BLAISE)

    def _message(self) -> Message:
        messages = self.discord.answers.messages.values()
        return next(one for one in messages if "rehearsal:1" in one.custom_ids())


@asynccontextmanager
async def hosted(settings: Settings, patch: pytest.MonkeyPatch) -> AsyncIterator[Host]:
    """Yield the host of a bot whose application is set up."""
    async with loopback(TOKEN) as server:
        patch.setattr(Route, "BASE", str(server.address / "api/v10"))
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", server.gateway.address)
        patch.setattr(rehearsing, "OLD", 0)
        patch.setattr(answers, "LONGEST_SILENCE", PATIENCE)
        # By their ids, people have done a minute ago what they do.
        patch.setattr(answers, "_ids", count(time_snowflake(utcnow() - timedelta(minutes=1))))
        server.gateway.pause = 0
        server.application["owner"] = ADA.payload()
        server.members[CAFE.guild_id or 0] = {ADA, BLAISE}
        server.people[ADA.id] = ADA
        server.answers.channels[CAFE.id] = CAFE
        server.commands = [{"name": "pyrga", "type": 1, "description": "Play"}]
        yield Host(server, settings)


@pytest.fixture
async def host(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Host]:
    """Yield a host, in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    async with hosted(with_token(settings), monkeypatch) as host:
        yield host


def written() -> dict[str, Any]:
    return {step["step"]: step for step in json.loads(REPORT.read_text())["steps"]}


def with_token(settings: Settings) -> Settings:
    return Settings(discord_token=TOKEN, database_url=settings.database_url)


def left(discord: LoopbackDiscord) -> list[object]:
    """Return what a rehearsal has left behind, other than the channel of the host's DMs."""
    threads = [channel for channel in discord.answers.channels.values() if channel.parent_id is not None]
    messages = [message.text for message in discord.answers.messages.values()]
    return [*threads, *messages, *discord.emojis, *discord.roles, *discord.holdings]


@pytest.mark.default
async def test_the_stand_in_answers_as_expected_and_nothing_is_left_or_given_away(host: Host) -> None:
    steps = await host.rehearse()

    assert {name: step["answers"] for name, step in steps.items()} == json.loads(ANSWERS.read_text())
    assert host.told[-2] == f"{len(steps)} agree, 0 differ, 0 weren't tried."
    assert host.discord.violations == []
    assert left(host.discord) == []
    text = REPORT.read_text()
    assert not re.search(r"\d{9,}", text)
    assert not any(secret in text for secret in (TOKEN, "Ada", "Blaise", "Café", "token-"))
    from_a_press = [name for name, step in steps.items() if step["milliseconds"] >= 60_000]
    assert from_a_press == [step["name"] for step in SCRIPT if "asks" in step]


async def test_it_makes_every_kind_of_request_that_the_bot_makes(host: Host) -> None:
    await host.rehearse()
    made = {(method, path) for method, path in host.discord.requests}
    missing = [
        (method, template)
        for method, template in REQUESTS
        if not any(
            method.upper() == verb and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), f"/{path}")
            for verb, path in made
        )
    ]
    assert missing == []


def without(*keys: str) -> Change:
    """Return an answer without a key, also in what it contains, of all in a list."""

    def change(said: Any) -> tuple[int, Any]:
        parts = said if isinstance(said, list) else [said]
        for key in keys[:-1]:
            parts = [
                each for part in parts for each in (part[key] if isinstance(part[key], list) else [part[key]])
            ]
        for part in parts:
            del part[keys[-1]]
        return 200, said

    return change


def refused(status: int, code: int) -> Change:
    return lambda _: (status, {"message": "No", "code": code})


def accepted(said: Any) -> tuple[int, Any]:
    return 200, said


MESSAGES = rf"channels/{CAFE.id}/messages"
DIFFERENCES: list[tuple[str, str, str, int, Change]] = [
    ("what the portal says", "GET", "applications/@me", 0, without("verify_key")),
    ("the portal changed to what it says", "PATCH", "applications/@me", 0, refused(400, 50035)),
    ("the gateway", "GET", "gateway/bot", 0, without("session_start_limit", "remaining")),
    ("the bot's servers", "GET", "users/@me/guilds", 0, refused(403, 20001)),
    ("the channel", "GET", rf"channels/{CAFE.id}", 0, without("guild_id")),
    ("the server", "GET", rf"guilds/{CAFE.guild_id}", 0, without("roles", "colors")),
    ("its channels", "GET", "guilds/.*/channels", 0, refused(404, 10004)),
    ("the host as a member", "GET", "guilds/.*/members/.*", 0, without("user", "username")),
    ("the commands sent as they are", "PUT", "applications/.*/commands", 0, refused(400, 50240)),
    ("an emoji uploaded", "POST", "applications/.*/emojis", 0, without("animated")),
    ("the message with a new picture", "PATCH", rf"{MESSAGES}/\d+", 0, without("components")),
    ("a second thread on the message", "POST", ".*/threads", 1, refused(400, 160005)),
    ("the host in the thread", "PUT", "channels/.*/thread-members/.*", 0, refused(403, 50013)),
    ("an edit in the archived thread", "PATCH", r"channels/\d+/messages/\d+", 0, accepted),
    ("the host's DMs", "POST", "users/@me/channels", 0, without("recipients", "global_name")),
    ("the role taken", "DELETE", "guilds/.*/members/.*/roles/.*", 0, accepted),
    ("a message with menus of people and channels", "POST", MESSAGES, 2, refused(400, 50035)),
    ("answered a second time", "POST", "interactions/.*", 6, accepted),
    ("a completion", "POST", "interactions/.*", 10, refused(404, 10062)),
]


async def test_it_finds_twenty_deliberate_differences_and_no_others(host: Host) -> None:
    seen: dict[str, int] = {}

    def alter(method: str, path: str, answer: web.Response) -> web.Response:
        for name, verb, pattern, number, change in DIFFERENCES:
            if verb == method and re.fullmatch(pattern, path):
                seen[name] = seen.get(name, -1) + 1
                if seen[name] == number:
                    body = answer.body
                    said = json.loads(body) if isinstance(body, bytes) and body else {}
                    status, said = change(said)
                    return reply(said, status)
        if method == "POST" and path == f"channels/{CAFE.id}/messages":
            # It knows no nonces.
            host.discord.answers._nonces.clear()
        return answer

    host.discord.alterations.append(alter)
    steps = await host.rehearse()
    nonce = "the same message with its nonce again"
    assert {name for name, step in steps.items() if step["differs"]} == {
        nonce,
        *(name for name, *_ in DIFFERENCES),
    }
    assert len(DIFFERENCES) + 1 == 20
    assert steps[nonce]["differs"] == ["without id = message"]
    for name, *_, change in DIFFERENCES:
        if change is not accepted and steps[name]["answers"][-1]["status"] >= 400:
            assert "errors" not in steps[name]["answers"][-1]["keys"]


async def test_a_limit_is_a_difference(host: Host) -> None:
    def announce(method: str, path: str, answer: web.Response) -> web.Response:
        if (method, path) == ("GET", f"channels/{CAFE.id}"):
            answer.headers.update({"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "0.01"})
        if (method, path) == ("GET", f"applications/{APPLICATION_ID}/emojis") and not host.told:
            host.told.append("limited once")
            limit = {"message": "Slow down", "retry_after": 0.01, "global": False}
            answer = reply(limit, 429)
            answer.headers.update({"Via": "1.1 google", "Retry-After": "0.01"})
        return answer

    host.discord.alterations.append(announce)
    steps = await host.rehearse()
    differing = {name: step["differs"] for name, step in steps.items() if step["differs"]}
    assert differing.keys() == {"the channel", "the emojis"}
    assert differing["the channel"] == ["a limit"]
    assert {"2 answers instead of 1", "status 429 instead of 200", "a limit"} <= {*differing["the emojis"]}


async def test_a_rehearsal_that_is_stopped_at_any_step_leaves_nothing(host: Host) -> None:
    happened, stop_at = 0, -1

    def notice(*_: object) -> None:
        nonlocal happened
        happened += 1
        if happened - stop_at in {0, 1} and stop_at > 0:
            # Twice, as by someone who's impatient.
            os.kill(os.getpid(), signal.SIGINT)

    host.discord.readers.append(notice)
    host.noticing.append(notice)
    await host.rehearse()
    # The first two are the login.
    for stop_at in range(3, happened - 4):
        happened = 0
        await host.rehearse()
        assert left(host.discord) == [], stop_at


async def test_a_channel_where_the_bot_may_not_post_ends_it_in_a_sentence_and_nothing_is_left(
    host: Host,
) -> None:
    host.discord.weather.block(NO_PERMISSION, "POST", "channels/*/messages")
    with pytest.raises(CommandError, match="The bot can't post in this channel"):
        await host.rehearse()
    steps = written()
    assert steps["a message"]["differs"] == ["status 403 instead of 200", "code 50013 instead of None"]
    assert steps["a thread on the message"]["answers"] == []
    assert not any(told.startswith("Press") for told in host.told)

    REPORT.unlink()
    REPORT.mkdir()
    with pytest.raises(CommandError, match="can't be written here"):
        await host.rehearse()
    assert left(host.discord) == []


async def test_nobody_is_asked_to_press_what_is_not_there(host: Host) -> None:
    def refuse(_: str, raw: bytes) -> None:
        if b'"rehearsal:1"' in raw:
            host.discord.weather.block(UNFIT_BODY, "POST", "channels/*/messages", times=1)

    host.discord.readers.append(refuse)
    steps = await host.rehearse()
    asked = [step["awaits"] for step in SCRIPT if "asks" in step and f"{step['asks']}." in host.told]
    assert asked == ["type 4", "type 2"]
    assert steps["answered in private"]["answers"] == []
    assert left(host.discord) == []


def test_what_is_not_a_channel_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["rehearse", "#general"])
    assert "'#general' isn't a channel: copy its link in Discord" in capsys.readouterr().err


async def write_answers() -> None:
    """Write down what the stand-in answers."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        settings = Settings(discord_token=TOKEN, database_url="sqlite:///pyrga.db")
        if not ANSWERS.exists():
            ANSWERS.write_text("{}")
        patch.setattr(rehearsing, "PATIENCE", 5)
        async with hosted(settings, patch) as host:
            steps = await host.rehearse()
    lines = (f"{json.dumps(name)}: {json.dumps(step['answers'])}" for name, step in steps.items())
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(write_answers())
