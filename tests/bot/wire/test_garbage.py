"""What a click leaves behind: a full garbage collection holds up every other click."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
from discord import ui

from bot.ui.context.context import Context
from tests.bot.wire.conftest import ADA, Wire
from tests.bot.wire.test_guild import begin
from tests.loopback.messages import PATIENCE


@contextmanager
def uncollected() -> Iterator[list[Any]]:
    """What the block leaves to the garbage collector. It's only known once the block has ended."""
    found: list[Any] = []
    gc.collect()
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def test_a_move_leaves_no_message_to_the_garbage_collector(wire: Wire) -> None:
    board = await begin(wire)
    with uncollected() as left:
        await wire.people.click(ADA, board, ":Sb2")
        await wire.client.finish_answering(PATIENCE)
    assert "Pyrga #1 · move 2" in board.text
    kinds = discord.Interaction, discord.Message, ui.LayoutView, ui.Button, Context
    assert not [each for each in left if isinstance(each, kinds)]
