"""How the bot keeps to Discord's limits, and how it knows that Discord doesn't answer at all."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from aiohttp import ClientError, ClientSession, web
from aiohttp.test_utils import TestServer

from bot.ui.context import limits as limits_module
from bot.ui.context.limits import LONGEST_PAUSE, MOST_INVALID, Limits, by_person
from bot.ui.context.requests import LimitedError, RequestError, UnreachableError

pytestmark = pytest.mark.quick


@dataclass
class Discord:
    """A server behind a session like the library's. It answers as each request says, and counts them."""

    limits: Limits = field(default_factory=Limits)
    asked: int = 0
    session: ClientSession | None = None

    async def answer(self, request: web.Request) -> web.Response:
        self.asked += 1
        query = request.query
        status, wait = int(query["status"]), query["wait"]
        headers = {"Retry-After": wait} | ({} if "bare" in query else {"Via": "1.1 google"})
        if query.get("scope"):
            headers["X-RateLimit-Scope"] = query["scope"]
        if "text" in query:
            content = query.get("type", "text/html")
            return web.Response(text=query["text"], status=status, headers=headers, content_type=content)
        said = {"retry_after": float(wait), "global": "everything" in query}
        return web.json_response(said, status=status, headers=headers)

    async def get(
        self, path: str = "channels/1", status: int = 200, wait: object = 1, **facts: str
    ) -> RequestError | None:
        """Ask for something, and return how that failed. The other facts say how it's answered."""
        assert self.session is not None
        query = {"status": str(status), "wait": str(wait), **facts}
        try:
            async with self.session.get(f"/api/v10/{path}", params=query):
                return None
        except RequestError as error:
            return error


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    app, made = web.Application(), Discord()
    app.router.add_get("/{path:.*}", made.answer)
    async with (
        TestServer(app) as running,
        ClientSession(running.make_url("/"), trace_configs=[made.limits.trace()]) as session,
    ):
        made.session = session
        yield made


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Return a clock that a test sets. Nothing waits for a turn that isn't now."""
    clock = Time()
    monkeypatch.setattr(limits_module, "monotonic", clock)
    monkeypatch.setattr(limits_module, "SHORT", 0.0)
    return clock


@pytest.fixture
def a_person() -> Iterator[None]:
    token = by_person.set(True)
    yield
    by_person.reset(token)


@pytest.mark.parametrize(
    ("path", "longest"),
    [
        ("channels/1/messages", 5),
        ("channels/1/messages/2", 5),
        ("interactions/1/x/callback", 5),
        ("webhooks/1/x/2", 5),
        ("channels/1", 30),
        ("messageboards/1", 30),
    ],
)
async def test_a_limit_is_waited_out_unless_a_person_would_wait_too_long(
    discord: Discord, path: str, longest: float
) -> None:
    assert await discord.get(path, 429, longest) is None
    error = await discord.get(path, 429, longest + 0.1)
    assert isinstance(error, LimitedError)
    assert error.wait == longest + 0.1


_HERE, _SAME_KIND = "channels/123456789012345678/messages/223456789012345678", "messages/323456789012345678"


async def test_a_limited_route_isnt_asked_for_again_before_its_time(discord: Discord, time: Time) -> None:
    assert isinstance(await discord.get(_HERE, 429, 100), LimitedError)
    time.now += 60
    again = await discord.get(f"channels/123456789012345678/{_SAME_KIND}")
    assert isinstance(again, LimitedError)
    assert again.wait == 40
    assert discord.asked == 1
    assert await discord.get(f"channels/423456789012345678/{_SAME_KIND}") is None
    time.now += 41
    assert await discord.get(_HERE) is None


@pytest.mark.parametrize("said", [{"everything": ""}, {"bare": ""}, {"text": "<html>"}])
async def test_some_limits_are_for_everything(discord: Discord, time: Time, said: dict[str, str]) -> None:
    assert isinstance(await discord.get("channels/1", 429, 100, **said), LimitedError)
    time.now += 99
    assert isinstance(await discord.get("guilds/2"), LimitedError)
    assert discord.limits.failing_since == 1000
    time.now += 2
    assert await discord.get("guilds/2") is None
    assert discord.limits.failing_since is None


@pytest.mark.usefixtures("a_person")
async def test_a_click_may_try_in_spite_of_a_limit(discord: Discord, time: Time) -> None:
    del time
    assert isinstance(await discord.get(_HERE, 429, 100), LimitedError)
    assert await discord.get(_HERE) is None


async def test_the_library_never_waits_out_a_limit_for_everything(discord: Discord) -> None:
    assert isinstance(await discord.get("channels/1", 429, 0.1, everything=""), LimitedError)


async def test_the_answer_to_a_click_is_tried_no_matter_who_gives_it(discord: Discord, time: Time) -> None:
    del time
    assert isinstance(await discord.get("channels/1", 429, 100, everything=""), LimitedError)
    assert await discord.get("interactions/1/token/callback") is None


@pytest.mark.parametrize("wait", ["-1", "inf", "31536000", "Sat, 28 Nov 2026 08:00:00 GMT"])
async def test_a_limit_that_makes_no_sense_is_kept_for_a_minute_or_an_hour(
    discord: Discord, time: Time, wait: str
) -> None:
    error = await discord.get("channels/1", 429, wait, text="{}", type="application/json")
    assert isinstance(error, LimitedError)
    assert error.wait == (3600 if wait == "31536000" else 60)
    time.now += error.wait + 1
    assert await discord.get("channels/1") is None


async def test_background_work_pauses_longer_and_longer_while_its_refused(
    discord: Discord, time: Time
) -> None:
    answered = []
    for _ in range(600):
        before = discord.asked
        await discord.get("channels/1", 403)
        answered += [time.now - 1000] if discord.asked > before else []
        time.now += 1
    assert answered[:7] == [0, 1, 2, 4, 8, 16, 32]
    assert {later - earlier for earlier, later in pairwise(answered[7:])} == {LONGEST_PAUSE}
    assert await discord.get("channels/1") is not None
    time.now += LONGEST_PAUSE
    assert [await discord.get("channels/1") for _ in range(3)] == [None, None, None]


async def test_the_pause_stays_at_its_longest_however_long_everything_is_refused(
    discord: Discord, time: Time
) -> None:
    for _ in range(1200):
        await discord.get("channels/1", 403)
        time.now += LONGEST_PAUSE
    assert discord.asked == 1200


async def test_background_work_waits_for_a_turn_that_comes_soon(discord: Discord) -> None:
    assert await discord.get("channels/1", 403) is None
    assert await discord.get("channels/1") is None


async def test_a_shared_limit_doesnt_count_toward_a_ban(discord: Discord, time: Time) -> None:
    del time
    assert isinstance(await discord.get("channels/1", 429, 100, scope="shared"), LimitedError)
    assert await discord.get("channels/2") is None


@pytest.mark.usefixtures("a_person")
async def test_clicks_try_once_a_second_while_nothing_is_answered(discord: Discord, time: Time) -> None:
    for _ in range(MOST_INVALID):
        await discord.get("channels/1", 403)
    for _ in range(60):
        for _ in range(4):
            await discord.get("channels/1", 403)
        time.now += 1
    assert discord.asked == MOST_INVALID + 59
    assert await discord.get("channels/1") is None
    assert await discord.get("channels/1") is None


@pytest.mark.parametrize(
    ("status", "text", "kind"),
    [
        (200, "<html>", "text/html"),
        (403, "<html>", "text/html"),
        (404, "<html>", "text/html"),
        (404, "", "application/json"),
        (404, "[]", "application/json"),
        (400, '{"code": "x"}', "application/json"),
        (400, '{"code": 50035, "errors": []}', "application/json"),
    ],
)
async def test_what_isnt_discords_own_answer_is_none(
    discord: Discord, status: int, text: str, kind: str
) -> None:
    assert isinstance(await discord.get("channels/1", status, text=text, type=kind), UnreachableError)
    assert discord.limits.failing_since is not None


async def test_the_bot_knows_since_when_discord_hasnt_answered(discord: Discord, time: Time) -> None:
    await discord.get("channels/1", 503)
    time.now += 5
    await discord.get("channels/1", 503)
    assert discord.limits.failing_since == 1000
    await discord.get("channels/1", 403)
    assert discord.limits.failing_since is None
    time.now += 60
    assert discord.session is not None
    with pytest.raises(ClientError):
        await discord.session.get("http://127.0.0.1:1/api/v10/channels/1")
    assert discord.limits.failing_since == 1065


async def test_a_connection_to_the_gateway_is_no_request(discord: Discord, time: Time) -> None:
    assert discord.session is not None
    with pytest.raises(ClientError):
        await discord.session.ws_connect("http://127.0.0.1:1/?v=10")
    assert discord.limits.failing_since is None
    assert isinstance(await discord.get("channels/1", 429, 100, everything=""), LimitedError)
    time.now += 1
    with pytest.raises(ClientError):
        await discord.session.ws_connect("http://127.0.0.1:1/?v=10")
