"""Codes that people type: random, easy to read, and each used once.

A code of a server offers other servers something to play. Its kind says what, and its terms how.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from random import Random
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import codes
from bot.store.codes import Code
from bot.values.errors import ExpiredCodeError, OwnCodeError, UnknownOfferError, UsedCodeError

LENGTH: Final = 6

LIFETIME: Final = timedelta(days=7)
"""How long another server can use a code."""

KEPT: Final = timedelta(days=30)
"""How much longer it's remembered, so that people are told why it doesn't work anymore."""

# No vowels, which could form words, and nothing easily misread: B as 8, I and L as 1, O as 0, S as 5, Z as 2.
_SIGNS: Final = "346789CDFGHJKMNPQRTVWXY"


class CodeKind(StrEnum):
    """What a server offers with a code."""

    TEAM_MATCH = "team-match"
    CHANNEL_DUEL = "channel-duel"


def draw_code(random: Random) -> str:
    """Return a random code such as ``K7M4QX``, one of about 150 million."""
    return "".join(random.choice(_SIGNS) for _ in range(LENGTH))


def parse_code(text: str) -> str | None:
    """Read a code in upper or lower case, ignoring spaces and dashes; None for anything else.

    >>> parse_code(" k7m-4qx ")
    'K7M4QX'
    >>> parse_code("no code") is None
    True
    """
    code = "".join(text.split()).replace("-", "").upper()
    return code if len(code) == LENGTH and set(code) <= set(_SIGNS) else None


async def make(  # noqa: PLR0913 - what a code is
    connection: AsyncConnection,
    kind: CodeKind,
    guild_id: int,
    *,
    maker_id: int,
    terms: str,
    random: Random,
    now: datetime,
) -> Code:
    """Store a new code of a known server and a known person, and forget those that expired long ago."""
    await codes.drop_expired(connection, now - KEPT)
    while True:
        code = Code(draw_code(random), kind, guild_id, maker_id, terms, now + LIFETIME)
        if await codes.add(connection, code):
            return code


async def read(  # noqa: PLR0913 - what was typed, and where
    connection: AsyncConnection,
    kind: CodeKind,
    text: str,
    guild_id: int,
    now: datetime,
    *,
    to_use: bool = False,
) -> Code:
    """Return the code that someone has typed in a server, if it can be used there."""
    typed = parse_code(text)
    code = None if typed is None else await codes.fetch(connection, typed, to_use=to_use)
    if code is None or code.kind != kind:
        raise UnknownOfferError(text)
    if code.guild_id == guild_id:
        raise OwnCodeError(code.text)
    if code.used_at is not None:
        raise UsedCodeError(code.text)
    if code.expires_at <= now:
        raise ExpiredCodeError(code.text)
    return code


async def use(connection: AsyncConnection, kind: CodeKind, text: str, guild_id: int, now: datetime) -> Code:
    """Use the code that someone has typed in a server, in the transaction that begins what it offers.

    Of two who use it at once, the second waits here, and then finds it used.
    """
    code = await read(connection, kind, text, guild_id, now, to_use=True)
    await codes.use(connection, code.text, now)
    return code
