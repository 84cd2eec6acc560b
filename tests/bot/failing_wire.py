"""A wire between the bot and a PostgreSQL server that can lose the answer to a commit, or go silent."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

SOCKET = ".s.PGSQL.5432"
_MOST = 65536
_TERMINATE = b"X\x00\x00\x00\x04"


@dataclass(slots=True)
class FailingWire:
    """Passes everything on between the bot and the server whose socket is in the folder ``server``.

    To the bot, the database is at ``address``.

    The next transaction with a statement that contains ``doomed`` is committed, but the bot never hears about
    it: the connection breaks. ``lost`` counts these. ``connections`` has all that were ever made.

    Once ``silent``, it accepts connections and everything that's sent, and nothing ever comes back.
    ``unheard`` is set when something has been sent since.
    """

    server: Path
    address: str
    doomed: bytes | None = None
    lost: int = 0
    silent: bool = False
    unheard: asyncio.Event = field(default_factory=asyncio.Event)
    connections: set[asyncio.Task[None]] = field(default_factory=set)

    def accept(self, bot: asyncio.StreamReader, to_bot: asyncio.StreamWriter) -> None:
        """Carry one more connection."""
        self.connections.add(asyncio.create_task(self._carry(bot, to_bot)))

    async def _carry(self, bot: asyncio.StreamReader, to_bot: asyncio.StreamWriter) -> None:
        """Carry one connection until either side closes it."""
        server, to_server = await asyncio.open_unix_connection(str(self.server / SOCKET))
        gagged = asyncio.Event()
        asking = asyncio.create_task(self._carry_requests(bot, to_server, gagged))
        answering = asyncio.create_task(self._carry_answers(server, to_bot, gagged))
        try:
            await asyncio.wait({asking, answering}, return_when=asyncio.FIRST_COMPLETED)
            if gagged.is_set():
                await answering
        finally:
            for way in (asking, answering):
                way.cancel()
            await asyncio.gather(asking, answering, return_exceptions=True)
            for end in (to_bot, to_server):
                end.close()
                with suppress(ConnectionError):
                    await end.wait_closed()

    async def close(self) -> None:
        """Wait until every connection has been closed. A silent server's are cut."""
        for connection in self.connections if self.silent else ():
            connection.cancel()
        await asyncio.gather(*self.connections, return_exceptions=self.silent)

    async def _carry_requests(
        self, bot: asyncio.StreamReader, to_server: asyncio.StreamWriter, gagged: asyncio.Event
    ) -> None:
        is_doomed = False
        while not gagged.is_set() and (data := await bot.read(_MOST)):
            if self.silent:
                self.unheard.set()
                continue
            is_doomed = is_doomed or (self.doomed is not None and self.doomed in data)
            if is_doomed and b"COMMIT" in data:
                self.doomed = None
                self.lost += 1
                gagged.set()
                # The server closes the connection once it has done everything it was asked to.
                data += _TERMINATE
            to_server.write(data)
            await to_server.drain()

    async def _carry_answers(
        self, server: asyncio.StreamReader, to_bot: asyncio.StreamWriter, gagged: asyncio.Event
    ) -> None:
        with suppress(ConnectionError):
            while data := await server.read(_MOST):
                if not (gagged.is_set() or self.silent):
                    to_bot.write(data)
                    await to_bot.drain()
