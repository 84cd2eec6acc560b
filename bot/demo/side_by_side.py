"""One page that shows the servers beside each other, each on a page of its own in simcord.

simcord allows one page per imitation, with one channel, and no other page may frame it. So ``ServerPage``
uses some of its private parts. Pages that share an ``Env``, and take the origins that can frame them, would
make that unnecessary.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, ClassVar, Self

import simcord
from aiohttp import web
from simcord.preview._server import PreviewServer

from bot.demo.servers import DemoServer
from bot.environment import SettingError

_HOST = "127.0.0.1"
_SHUTDOWN = 0.5
_PAGE = "side_by_side.html"
_LONGEST_SKIP = 24
"""In hours."""

Skip = Callable[[timedelta], Awaitable[None]]
"""Lets time pass in the demo."""


class _Server(PreviewServer):
    """Serves simcord's files, with what's different here at the end of them."""

    _ADDED: ClassVar = {"/preview.css": "page.css", "/app.js": "page.js"}

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        if request.path in self._ADDED:
            added = files("bot.demo").joinpath(self._ADDED[request.path]).read_text("utf-8")
            response.text = f"{response.text}{added}"
        return response


class ServerPage(simcord.Preview):
    """The page of a server, beside those of the imitation's other servers.

    ``turns`` is the same for all of them.
    """

    def __init__(
        self,
        env: simcord.Env,
        server: DemoServer,
        turns: asyncio.Lock,
        *,
        locale: str,
        assets: Mapping[str, tuple[str, bytes]],
    ) -> None:
        super().__init__(
            env,
            server.channel,
            server.members,
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale=locale,
            timezone="UTC",
            presentation_time=None,
            assets=assets,
            port=0,
        )
        self._server = _Server(self)
        self.name = server.name
        self._turns = turns

    async def __aenter__(self) -> Self:
        """Serve the page, even though the imitation already has one."""
        self.env._preview = None  # noqa: SLF001 - as above
        await super().__aenter__()
        return self

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        # The imitation does one thing at a time. A page only knows about its own clicks, and one that comes
        # while another page's is in progress would break it.
        async with self._turns:
            self.env._preview = self  # noqa: SLF001 - as above
            return await super()._action(context_id, body)

    def allow_frames_in(self, origins: str) -> None:
        """Let pages from these addresses show this one in a frame."""
        server, policy = self._server, "Content-Security-Policy"
        headers = dict(server._SECURITY_HEADERS)  # noqa: SLF001 - as above
        headers[policy] = headers[policy].replace("frame-ancestors 'none'", f"frame-ancestors {origins}")
        server._SECURITY_HEADERS = headers  # type: ignore[misc]  # noqa: SLF001 - as above


@asynccontextmanager
async def side_by_side(pages: Sequence[ServerPage], port: int, skip: Skip) -> AsyncIterator[str]:
    """Serve the pages, and one that shows all of them, whose address this gives, for as long as it lasts.

    That one can ``skip`` time.
    """
    key = secrets.token_urlsafe(32)
    async with AsyncExitStack() as stack:
        for page in pages:
            await stack.enter_async_context(page)
        runner = web.AppRunner(_application(key, pages, skip), access_log=None, shutdown_timeout=_SHUTDOWN)
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        try:
            await web.TCPSite(runner, _HOST, port).start()
        except OSError:
            raise SettingError(
                "--port", f"Port {port} is taken.", "Choose another port, or 0 for any free one."
            ) from None
        port = runner.addresses[0][1]
        for page in pages:
            page.allow_frames_in(f"http://{_HOST}:{port} http://localhost:{port}")
        yield f"http://{_HOST}:{port}/{key}"


def _application(key: str, pages: Sequence[ServerPage], skip: Skip) -> web.Application:
    def check(request: web.Request) -> None:
        if not secrets.compare_digest(request.match_info["key"].encode(), key.encode()):
            raise web.HTTPNotFound(
                text="Copy the whole address that the demo printed, with the key at its end.\n"
            )

    async def show(request: web.Request) -> web.Response:
        check(request)
        frames = "\n".join(_frame(index, page) for index, page in enumerate(pages))
        text = Template(files("bot.demo").joinpath(_PAGE).read_text("utf-8")).substitute(frames=frames)
        # The page has the keys of the others.
        headers = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY"}
        return web.Response(text=text, content_type="text/html", headers=headers)

    async def pass_time(request: web.Request) -> web.Response:
        check(request)
        await skip(timedelta(hours=min(int(request.match_info["hours"]), _LONGEST_SKIP)))
        return web.Response()

    application = web.Application()
    application.router.add_post(r"/{key}/skip/{hours:\d+}", pass_time)
    application.router.add_get("/{key:.*}", show)
    return application


def _frame(index: int, page: ServerPage) -> str:
    checked = "" if index else " checked"
    name = escape(page.name)
    return (
        f'<input type="radio" name="server" id="server-{index}"{checked}>\n'
        f'<label for="server-{index}">{name}</label>\n'
        f'<iframe title="{name}" src="{escape(page.url)}"></iframe>'
    )
