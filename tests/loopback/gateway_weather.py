"""What can go wrong with the bot's connections to the gateway, kind by kind, and who has seen it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from tests.loopback.gateway import Gateway

_STATUS: Final = "docs.discord.com/developers/topics/opcodes-and-status-codes"
_API: Final = "github.com/discord/discord-api-docs/issues/"

FOREIGN_APPLICATION: Final = 1_100_000_000_000_000_999


@dataclass(frozen=True, slots=True)
class GatewayKind:
    """One kind of trouble. ``befall`` makes it, keeps it for this many seconds if it lasts, and ends it."""

    name: str
    source: str
    befall: Callable[[Gateway, float], Awaitable[None]]


def lasting(name: str, source: str, **changes: Any) -> GatewayKind:
    """Return a condition of the gateway that the next connections notice, so those that there are end."""

    async def befall(gateway: Gateway, seconds: float) -> None:
        try:
            async with gateway.under(**changes):
                await gateway.invalidate()
                await asyncio.sleep(seconds)
        finally:
            await gateway.invalidate()

    return GatewayKind(name, source, befall)


def disordered(name: str, source: str, **changes: Any) -> GatewayKind:
    """Return a condition that all connections notice at once."""

    async def befall(gateway: Gateway, seconds: float) -> None:
        async with gateway.under(**changes):
            await asyncio.sleep(seconds)

    return GatewayKind(name, source, befall)


def closed(code: int, source: str = _STATUS) -> GatewayKind:
    """Return a close with a code."""

    async def befall(gateway: Gateway, seconds: float) -> None:
        del seconds
        await gateway.disconnect(code)

    return GatewayKind(f"closed with {code}", source, befall)


async def _silence(gateway: Gateway, seconds: float) -> None:
    del seconds
    await gateway.silence()


async def _refuse(gateway: Gateway, seconds: float) -> None:
    async with gateway.away():
        await asyncio.sleep(seconds)


async def _reconnect(gateway: Gateway, seconds: float) -> None:
    del seconds
    await gateway.reconnect()


async def _invalidate(gateway: Gateway, seconds: float) -> None:
    del seconds
    await gateway.invalidate()


async def _invalidate_resumable(gateway: Gateway, seconds: float) -> None:
    del seconds
    await gateway.invalidate(is_resumable=True)


async def _withdraw_guilds(gateway: Gateway, seconds: float) -> None:
    await gateway.tell_of_outage(begins=True)
    await asyncio.sleep(seconds)
    await gateway.tell_of_outage(begins=False)


GATEWAY_KINDS: Final = (
    GatewayKind("heartbeats aren't acknowledged, nothing is said", f"{_API}25", _silence),
    GatewayKind("no connection is accepted", "github.com/Rapptz/discord.py/issues/2416", _refuse),
    lasting("connections say nothing", "github.com/discordjs/discord.js/issues/3201", is_mute=True),
    *(closed(code) for code in (4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009)),
    closed(1001, "github.com/openclaw/openclaw/issues/3106"),
    GatewayKind("told to reconnect, op 7", _STATUS, _reconnect),
    GatewayKind("the session is invalid, op 9", f"{_API}312", _invalidate),
    GatewayKind("the session is invalid, but can be resumed, op 9", f"{_API}312", _invalidate_resumable),
    GatewayKind("servers are unavailable, then available", f"{_API}5054", _withdraw_guilds),
    lasting("READY and lists lack some servers", f"{_API}8162", visible_share=0.5),
    lasting("READY and lists lack all servers", f"{_API}8162", visible_share=0.0),
    lasting("READY comes twice", "github.com/discord-net/Discord.Net/issues/1982", ready_times=2),
    lasting("READY is for another application", "no one", application_id=FOREIGN_APPLICATION),
    disordered("events come twice", f"{_API}3377", events_twice=True),
    disordered("events come out of order", "github.com/openclaw/openclaw/issues/3106", events_shuffled=True),
)
"""Every kind of trouble with a connection that ends on its own."""


async def blow(gateway: Gateway, random: Random, pause: float, longest: float) -> None:
    """Let the connections meet one kind after another, with pauses of about ``pause`` seconds."""
    while True:
        await asyncio.sleep(random.uniform(0, 2 * pause))
        await random.choice(GATEWAY_KINDS).befall(gateway, random.uniform(0, longest))
