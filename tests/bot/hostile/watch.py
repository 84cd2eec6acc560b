"""Looks at everything that the bot sends and logs, and says what must not be there."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from structlog.testing import capture_logs
from structlog.typing import EventDict, WrappedLogger

from tests.bot.hostile.crowd import CELLAR, HIDDEN, INSIDERS, SECRETS, VAULT
from tests.loopback.exchanges import Exchange
from tests.loopback.server import LoopbackDiscord

_TITLE = re.compile(rb"### Pyrga #([0-9]+)")
_READERS = {
    **dict.fromkeys((VAULT.id,), frozenset(person.id for person in INSIDERS)),
    **dict.fromkeys((CELLAR.id,), frozenset(person.id for person in HIDDEN)),
}
_FAILURE = b"(Error "


class Watch:
    """Reads what the bot sends to the stand-in.

    ``found`` are the faults so far, ``told`` the secrets that those who may read them were told, and
    ``titles`` the numbers of the games that were shown, with those to whom.
    """

    def __init__(self, discord: LoopbackDiscord) -> None:
        self.found: list[str] = []
        self.told: set[bytes] = set()
        self.titles: set[tuple[str, frozenset[int]]] = set()
        self._discord = discord
        discord.readers.append(self._read)

    def read_logs(self, errors: list[EventDict], records: list[logging.LogRecord]) -> None:
        """Note the errors that were logged."""
        self.found += [f"logged: {error}" for error in errors]
        self.found += [f"logged: {record.getMessage()} {record.exc_info}" for record in records]
        errors.clear()
        records.clear()

    def _read(self, path: str, body: bytes) -> None:
        exchange = self._exchange(path)
        readers, place = self._readers(path, exchange)
        lowered = body.lower()
        if _FAILURE in body and exchange is not None:
            self.found.append(f"failed: {body[-300:]!r} {exchange.payload}")
        for secret in SECRETS:
            if secret.word not in lowered:
                continue
            if readers <= secret.readers:
                self.told.add(secret.word)
            else:
                self.found.append(f"shown: {secret.word!r} at {place} {exchange and exchange.payload}")
        self.titles.update((title.decode(), readers) for title in _TITLE.findall(body))

    def _exchange(self, path: str) -> Exchange | None:
        found = re.search(r"token-\d+", path)
        return self._discord.answers.exchanges.get(found[0]) if found else None

    def _readers(self, path: str, exchange: Exchange | None) -> tuple[frozenset[int], str]:
        """Return who sees what is sent there, and a name for that place."""
        if exchange is not None:
            # It may be public, but then the same people see the channel that the person is in.
            return frozenset({exchange.person.id}), path
        found = re.search(r"channels/(\d+)", path)
        channel = self._discord.answers.channels.get(int(found[1])) if found else None
        people = () if channel is None else channel.people
        return frozenset(person.id for person in people), path

    def leaked_games(self, channels: dict[int, int]) -> list[str]:
        """Return titles that others saw of games in a secret channel; ``channels`` says where each is."""
        leaked = []
        for title, readers in self.titles:
            allowed = _READERS.get(channels.get(int(title), 0))
            if allowed is not None and not readers <= allowed:
                leaked.append(f"shown: the game {title} to {readers}")
        return leaked


@contextmanager
def errors_logged() -> Iterator[list[EventDict]]:
    """Yield the errors that the bot logs meanwhile."""
    with capture_logs(processors=[_only_errors]) as errors:
        yield errors


def _only_errors(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    del logger
    if method not in {"error", "exception", "critical"}:
        raise structlog.DropEvent
    return event
