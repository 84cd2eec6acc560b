"""Each kind of weather, as the bot reads it after Discord's library has."""

from collections.abc import Coroutine, Mapping
from functools import partial
from itertools import count
from typing import Any

import pytest

from bot.ui.context import limits, requests
from bot.ui.context.requests import (
    DoneError,
    ForbiddenError,
    GoneError,
    LimitedError,
    RefusedError,
    RequestError,
    UnreachableError,
    ask,
)
from tests.bot.wire.conftest import CAFE, Wire
from tests.loopback import kinds
from tests.loopback.kinds import Kind

pytestmark = pytest.mark.thorough

NAMED = {"999999 nonsense", "999999 more nonsense", "a status that doesn't exist"}
UNKNOWN = tuple(kind for kind in kinds.NONSENSE if kind.name in NAMED)
NETWORK = (kinds.CLOSED, kinds.RESET, *kinds.DONE, *kinds.ERRORS)
READINGS: Mapping[type[RequestError], tuple[Kind, ...]] = {
    UnreachableError: (
        *NETWORK,
        kinds.BLOCKED,
        kinds.MISSING_PAGE,
        kinds.BLOCKED_WITH_CODE,
        *(kind for kind in kinds.NONSENSE if kind not in UNKNOWN),
    ),
    LimitedError: (
        kinds.BANNED,
        kinds.BANNED_FOR_A_WHILE,
        *(kind for kind in kinds.LIMITS if kind is not kinds.LIMITED),
        kinds.LIMITED_LONG,
        kinds.LIMITED_FOR_A_YEAR,
        *kinds.ODD_LIMITS,
    ),
    DoneError: (kinds.ALREADY_ACKNOWLEDGED,),
    GoneError: (
        kinds.UNKNOWN_CHANNEL,
        kinds.UNKNOWN_GUILD,
        kinds.UNKNOWN_MEMBER,
        kinds.UNKNOWN_MESSAGE,
        kinds.UNKNOWN_USER,
        kinds.UNKNOWN_INTERACTION,
    ),
    ForbiddenError: (
        kinds.NO_ACCESS,
        kinds.NO_PERMISSION,
        kinds.NO_PRIVATE_MESSAGES,
        kinds.ARCHIVED,
        kinds.LOCKED,
    ),
    RefusedError: (kinds.EMPTY_MESSAGE, kinds.UNFIT_BODY, kinds.MODERATED, *UNKNOWN),
}


async def test_each_kind_is_read_as_what_it_is(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    await wire.client.stop_jobs()
    # Whatever the kinds before have said about limits is over.
    monkeypatch.setattr(limits, "monotonic", partial(next, count(1e6, 4000.0)))
    wrong = {}
    for reading, of in READINGS.items():
        with monkeypatch.context() as impatient:
            if reading is UnreachableError:
                # The library repeats what failed for half a minute.
                impatient.setattr(requests, "PATIENCE", 0.5)
            for kind in of:
                found = await read(wire, kind)
                if found is not reading:
                    wrong[kind.name] = found
    assert wrong == {}


async def read(wire: Wire, kind: Kind) -> type[RequestError] | None:
    """Return how a message fails that meets a kind of weather."""
    channel = wire.client.get_partial_messageable(CAFE.id, guild_id=CAFE.guild_id)
    block = wire.discord.weather.block(kind)
    found = None
    # On a busy machine, the bot may give up before the request has left.
    while not block.count:
        found = await failure(channel.send("Hello"))
    wire.discord.weather.clear()
    return found


async def failure(request: Coroutine[Any, Any, object]) -> type[RequestError] | None:
    try:
        await ask(request)
    except RequestError as error:
        return type(error)
    return None
