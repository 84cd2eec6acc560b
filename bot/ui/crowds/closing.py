"""Shows what came of voting once it has closed."""

from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.display import announce
from bot.ui.context.client import ServingClient
from bot.values.game.game import Game


async def show_closed(client: ServingClient, game: Game) -> None:
    """Show a game whose voting has just closed, and let the computer answer."""
    let_computer_play(client, await announce(client, game))
