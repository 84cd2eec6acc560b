"""A file with everything that's stored about a person."""

import asyncio
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.game_rows import own_view
from bot.store.privacy import exports

_LARGEST_EXACT: Final = 2**53
"""Programs that read JSON, browsers above all, round larger numbers, such as Discord's ids."""


class Exports:
    """Everything about each person in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = asyncio.Lock()

    @retried
    async def export(self, player_id: int) -> bytes | None:
        """Return everything that's stored about a person as JSON in UTF-8; None if that's nothing.

        It's an object with a list of rows for each table, one row per line. What's private to others isn't in
        it. Only one export is made at a time, because it takes seconds for someone with thousands of games.
        """
        document = _Document(player_id)
        async with self._turn, self._database.reading() as connection:
            await exports.read(connection, player_id, document.add)
        return document.text()


class _Document:
    """The rows of one table after another, as JSON, as the player may see them."""

    def __init__(self, player_id: int) -> None:
        self._player_id = player_id
        self._parts: list[bytes] = []
        self._table = ""

    def add(self, table: str, found: Sequence[exports.Values]) -> None:
        """Add rows of a table, either the same as the last one or a new one."""
        before = ",\n"
        if table != self._table:
            end_of_last = "\n  ],\n" if self._parts else "{\n"
            before = f'{end_of_last}  "{table}": [\n'
            self._table = table
        self._parts.append(f"{before}{self._lines(found)}".encode())

    def _lines(self, found: Sequence[exports.Values]) -> str:
        is_of_games = self._table == exports.GAMES
        return ",\n".join(
            _line(own_view(dict(row), self._player_id) if is_of_games else row) for row in found
        )

    def text(self) -> bytes | None:
        """Return the whole document; None if it has no exports."""
        return b"".join((*self._parts, b"\n  ]\n}\n")) if self._parts else None


def _line(row: exports.Values) -> str:
    return f"    {json.dumps(_plain(dict(row)), ensure_ascii=False)}"


def _plain(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes):
        return b64encode(value).decode()
    if isinstance(value, int) and abs(value) > _LARGEST_EXACT:
        return str(value)
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value
