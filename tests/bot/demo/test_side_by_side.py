"""The pages of several servers in one imitation of Discord."""

import asyncio
from contextlib import AsyncExitStack

from bot.demo.servers import DemoServer
from bot.demo.side_by_side import ServerPage
from tests.bot.servers import Server


async def test_clicks_in_two_servers_take_turns(server: Server) -> None:
    away = server.env.create_guild("Game Night")
    servers = (
        DemoServer(server.guild.id, "Pyrga Café", server.channel, server.members),
        DemoServer(
            away.id, "Game Night", away.create_text_channel("pyrga"), (away.add_member(server.ada.user),)
        ),
    )
    turns = asyncio.Lock()
    pages = [ServerPage(server.env, each, turns, locale="en-US", assets={}) for each in servers]
    async with AsyncExitStack() as stack:
        for page in pages:
            await stack.enter_async_context(page)
        told = await asyncio.gather(*(press_refresh(page) for page in pages))
    assert [each["settlement"] for each in told] == ["settled", "settled"]


async def press_refresh(page: ServerPage) -> dict[str, str]:
    """Do what the button *Refresh preview* does."""
    (tab,) = page._pages.values()
    action = {
        "protocol_version": 3,
        "kind": "refresh",
        "request_id": "refresh",
        "sequence": 1,
        "generation": tab.generation,
        "bot_generation": page.env._generation,
    }
    return await page._action(tab.id, action)
