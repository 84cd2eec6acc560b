"""``pyrga rehearse``: asks Discord for everything that the bot asks for, and compares the answers.

``rehearsal.toml`` says what it asks for. ``rehearsal_answers.json`` has what the tests' stand-in for Discord
answers: a rehearsal there writes it (``python -m tests.bot.hosting.test_rehearsing``).
"""

import asyncio
import json
import re
import tomllib
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from functools import reduce
from importlib.metadata import version
from pathlib import Path
from secrets import token_hex
from string import Template
from time import monotonic
from typing import Any

import aiohttp
import discord
from discord.http import Route

import render
from bot.environment import CommandError, SettingError
from bot.hosting.maintenance import alone
from bot.hosting.running import NEW_TOKEN, run_until_stopped
from bot.settings import Settings
from bot.ui.context.requests import LONGEST, GoneError, RequestError, TokenError, ask, until_closed
from engine import Position

OLD, PATIENCE = 3600.0, 300.0
"""Seconds until a message is old, and for which the rehearsal waits for the host."""

STEPS, ANSWERS = (Path(__file__).with_name(f"rehearsal{name}") for name in (".toml", "_answers.json"))
REPORT = Path("pyrga-rehearsal.json")

_LIMITS = re.compile(r"retry-after|x-ratelimit-(?!bucket$|reset$)", re.IGNORECASE)
_LONG_NUMBER = re.compile(r"\d{9,}")

_Values = dict[str, Any]


def rehearse(place: Mapping[str, str]) -> int:
    """Rehearse in a place, and return the exit code, which is 0 whatever differs."""
    asyncio.run(rehearse_in(place, Settings.load()))
    return 0


async def rehearse_in(
    place: Mapping[str, str], settings: Settings, tell: Callable[[str], object] = print
) -> None:
    """Rehearse until all is done or the process is told to stop; then clean up, and write ``REPORT``.

    ``place`` has the id of a ``channel`` and, if it's known, of its ``guild``.

    Raises:
        SettingError: Discord doesn't accept the token, or a bot is running with it.
        CommandError: Discord doesn't let the bot in, or post in the place.
    """
    token = settings.token()
    settings.prepare_data_folder()
    with alone(settings):
        async with _Rehearsal(place, tell) as rehearsal:
            try:
                await ask(rehearsal.login(token), LONGEST)
            except TokenError:
                raise SettingError("DISCORD_TOKEN", "Discord doesn't accept this token.", NEW_TOKEN) from None
            except RequestError as error:
                raise CommandError(f"Discord doesn't let the bot in: {error}.") from None
            await run_until_stopped(rehearsal.perform())
            await rehearsal.clean_up()
    for line in (*rehearsal.report(), f"Written to {REPORT}: please attach it to an issue."):
        tell(line)
    if rehearsal.obstacle is not None:
        raise CommandError(rehearsal.obstacle)


class _Rehearsal(discord.Client):
    """One rehearsal. ``_known`` has what a step can name, and ``_names`` the names of ids."""

    def __init__(self, place: Mapping[str, str], tell: Callable[[str], object]) -> None:
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._record)
        super().__init__(
            intents=discord.Intents.none(),
            guild_ready_timeout=0,
            max_ratelimit_timeout=LONGEST,
            http_trace=trace,
        )
        self._connection.parsers["INTERACTION_CREATE"] = self._take
        script = tomllib.loads(STEPS.read_text(encoding="utf-8"))
        self._steps, self._tell, self._began = script["steps"], tell, monotonic()
        self._picture = render.diagram(Position.replay("pyrga", ("Sb3", "Tc3n")))
        image = f"data:image/png;base64,{b64encode(render.emoji(render.PIECES[0])).decode()}"
        made = {"nonce": token_hex(8), "nothing": str(discord.utils.time_snowflake(discord.utils.utcnow()))}
        self._known: dict[str, str] = {**script["texts"], **made, "image": image, **place}
        self._names = {number: name for name, number in place.items()}
        self._answers: list[_Values] = []
        self._results: dict[str, _Values] = {}
        self._undoing: list[list[str]] = []
        self._making = asyncio.create_task(asyncio.sleep(0))
        self._awaited: tuple[str, asyncio.Future[_Values]] | None = None
        self.obstacle: str | None = None

    async def perform(self) -> None:
        """Do one step after the other. A request that has been begun ends, even if this is canceled."""
        self._known["application"] = str(self.application_id)
        connecting = asyncio.create_task(until_closed(self.connect()))
        try:
            for step in self._steps:
                self._answers = []
                if "old" in step and "message" in self._known:
                    self._tell("The last step waits until a message is an hour old. Ctrl-C leaves it out.")
                    await asyncio.sleep(self._began + OLD - monotonic())
                if "asks" not in step or await self._has_come(step, connecting):
                    self._making = asyncio.create_task(self._make(step))
                    await asyncio.shield(self._making)
                if "essential" in step and not step["learns"].keys() <= self._known.keys():
                    self.obstacle = step["essential"]
                    break
        finally:
            connecting.cancel()

    async def _has_come(self, step: Mapping[str, Any], connecting: asyncio.Task[None]) -> bool:
        """Ask the host for something, and return whether they've done it in time."""
        self._known.pop("token", None)
        if step["awaits"].startswith("rehearsal:") and "button_message" not in self._known:
            return False
        with suppress(TimeoutError):
            await asyncio.wait_for(self.wait_until_ready(), PATIENCE)
        coming: asyncio.Future[_Values] = asyncio.get_running_loop().create_future()
        self._awaited = step["awaits"], coming
        self._tell(f"{step['asks']}.")
        either: set[asyncio.Future[Any]] = {coming, connecting}
        await asyncio.wait(either, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if coming.done():
            told = coming.result()
            self._answers.append({"keys": self._keys(told)})
            self._known |= {"interaction": told["id"], "token": told["token"]}
        return coming.done()

    def _take(self, told: _Values) -> None:
        key = told["data"].get("custom_id", f"type {told['type']}")
        if self._awaited and self._awaited[0] == key and not self._awaited[1].done():
            self._awaited[1].set_result(told)

    async def _make(self, step: Mapping[str, Any]) -> None:
        """Make the request of a step, and learn from the answer. Its time counts from what the host did."""
        began = discord.utils.utcnow()
        if "asks" in step:
            began = discord.utils.snowflake_time(int(self._known["interaction"]))
        try:
            request = self._request(step["request"], step.get("body"), pictured="picture" in step)
        except KeyError:
            # An earlier step has failed.
            return
        with suppress(RequestError):
            answer = await ask(request, LONGEST)
            for name, places in step.get("learns", {}).items():
                self._learn(name, answer, places)
            self._known |= step.get("then", {})
            if "undo" in step:
                self._undoing.append([self._filled(each) for each in step["undo"]])
        spent = (discord.utils.utcnow() - began) // timedelta(milliseconds=1)
        self._results[step["name"]] = {"milliseconds": spent, "answers": self._answers or [{"status": None}]}

    def _request(self, request: str, body: str | None, *, pictured: bool) -> Any:
        method, path = self._filled(request).split()
        values = None if body is None else json.loads(self._filled(body))
        route = Route(method, f"/{path}")
        if not pictured:
            return self.http.request(route, **({} if values is None else {"json": values}))
        file = {"value": self._picture, "filename": "board.png", "content_type": "image/png"}
        said = {"name": "payload_json", "value": json.dumps(values)}
        return self.http.request(route, form=[said, {"name": "files[0]", **file}])

    def _filled(self, text: str) -> str:
        """Return a text with what's known in place of names, which may have names in it."""
        while "$" in text:
            text = Template(text).substitute(self._known)
        return text

    def _learn(self, name: str, answer: Any, places: list[str]) -> None:
        for place in places:
            with suppress(KeyError, TypeError):
                found = reduce(lambda values, key: values[key], place.split(".") if place else (), answer)
                # Only JSON can have a dollar sign, and may write it like this.
                self._known[name] = found if place else json.dumps(found).replace("$", "\\u0024")
                self._names.setdefault(str(found), name)
                return

    async def _record(self, _: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
        response = request.response
        if not request.url.path.startswith("/api/"):
            return
        try:
            said = json.loads(await response.read() or b"null")
        except ValueError:
            said = "no JSON"
        code = said.get("code") if isinstance(said, dict) and response.status >= 300 else None  # noqa: PLR2004
        limits = {key: value for key, value in response.headers.items() if _LIMITS.match(key)}
        self._answers.append(
            {"status": response.status, "code": code, "limits": limits, "keys": self._keys(said)}
        )

    def _keys(self, said: Any) -> list[str]:
        return sorted(set(self._walk(said, "")))

    def _walk(self, said: Any, path: str) -> Iterator[str]:
        """Yield the keys in a body, with what's kept of their values: types, flags, and which id it is."""
        if isinstance(said, int) and (path.endswith("type") or path == "flags"):
            yield f"{path} = {said}"
        elif path:
            yield f"{path} = {self._names[str(said)]}" if str(said) in self._names else path
        if isinstance(said, dict):
            for key, value in said.items():
                yield from self._walk(value, f"{path}.{_LONG_NUMBER.sub('ID', key)}".lstrip("."))
        elif isinstance(said, list):
            yield from (found for each in said for found in self._walk(each, f"{path}[]"))

    async def clean_up(self) -> None:
        """Take back what was made, and tell what couldn't be. Nothing interrupts it."""
        await asyncio.wait([self._making])
        self._answers = []
        for undoing in reversed(self._undoing):
            for request in undoing:
                body = '{"archived": true}' if request.startswith("PATCH") else None
                try:
                    await ask(self._request(request, body, pictured=False), LONGEST)
                except GoneError:
                    pass
                except RequestError:
                    continue
                break
            else:
                self._tell(f"Please delete it yourself: {undoing[0].removeprefix('DELETE ')}")

    def report(self) -> list[str]:
        """Write the report, and return a line for each step and one with how many agree."""
        expected = json.loads(ANSWERS.read_text(encoding="utf-8"))
        steps = []
        for step in self._steps:
            result = self._results.get(step["name"], {"milliseconds": None, "answers": []})
            wanted = expected.get(step["name"], [])
            compared = {"differs": _differences(wanted, result["answers"]), "expected": wanted}
            steps.append({"step": step["name"], "request": step["request"], **result, **compared})
        written = {"version": version("pyrga"), "discord.py": discord.__version__, "steps": steps}
        try:
            REPORT.write_text(json.dumps(written, indent=1), encoding="utf-8")
        except OSError as error:
            raise CommandError(
                f"{REPORT} can't be written here ({error.strerror}). Rehearse elsewhere."
            ) from None
        tried = [step for step in steps if step["answers"]]
        differing = sum(bool(step["differs"]) for step in tried)
        return [
            *map(_row, steps),
            f"{len(tried) - differing} agree, {differing} differ, {len(steps) - len(tried)} weren't tried.",
        ]


def _differences(expected: list[_Values], answers: list[_Values]) -> list[str]:
    """Return how answers differ from those that are expected. Keys that were only added don't count."""
    found = []
    if answers and len(answers) != len(expected):
        found.append(f"{len(answers)} answers instead of {len(expected)}")
    for wanted, told in zip(expected, answers, strict=False):
        found += [
            f"{what} {told.get(what)} instead of {wanted.get(what)}"
            for what in ("status", "code")
            if told.get(what) != wanted.get(what)
        ]
        limits = {key.lower(): value for key, value in told.get("limits", {}).items()}
        if "retry-after" in limits or limits.get("x-ratelimit-remaining") == "0":
            found.append("a limit")
        # What's refused has nothing in it.
        if told.get("status") == wanted.get("status"):
            found += [f"without {key}" for key in wanted.get("keys", ()) if key not in told.get("keys", ())]
    return found


def _row(step: _Values) -> str:
    verdict = "differs" if step["differs"] else "agrees" if step["answers"] else "not tried"
    spent = "" if step["milliseconds"] is None else f"{step['milliseconds']} ms"
    return f"{verdict:9} {spent:>9}  {step['step']}: {', '.join(step['differs'])}".rstrip(": ")
