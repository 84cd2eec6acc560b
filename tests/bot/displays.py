"""What tests do to boards and what shows them."""

import asyncio

from bot.ui.board.messages import send_board
from bot.ui.context.client import ServingClient
from bot.values.game import boards
from bot.values.game.game import Game


async def displayed(client: ServingClient) -> None:
    """Wait until everything that was handed in to be shown is shown."""
    while client.mailboxes._tasks:  # noqa: ASYNC110 - only tests wait for it
        await asyncio.sleep(0.01)


async def moved(client: ServingClient) -> None:
    """Wait until the computer has taken the turns that it has begun, and everything is shown."""
    while client.services.computer_turns._tasks:  # noqa: ASYNC110 - only tests wait for it
        await asyncio.sleep(0.01)
    await displayed(client)


async def post_board(client: ServingClient, game: Game) -> Game:
    """Post the board of a game where it's played, without telling anyone; return the game with it."""
    message_id = await send_board(client, game, game.board)
    return await client.services.games.update(
        game.number,
        lambda game, now: boards.put(game, game.place, now, game.revision, message_id=message_id),
    )


async def lose_board(client: ServingClient, number: int) -> Game:
    """Have the bot forget the message that shows a game to everyone; return the game."""
    return await client.services.games.update(number, lambda game, _: boards.lose(game, game.message_id or 0))
