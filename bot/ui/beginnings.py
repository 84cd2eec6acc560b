"""A game begins: its board takes the place of the challenge's card, or stands in a thread of its own."""

from bot.matches.values import Game
from bot.ui.boards import edit_card
from bot.ui.challenge_card import begun_card
from bot.ui.responder import Responder
from bot.ui.services import Interaction, ServingClient
from bot.ui.threads import open_thread
from bot.ui.turns import show_turn, show_turn_after_click


async def begin_on_card(
    interaction: Interaction, responder: Responder, challenge_number: int, game: Game
) -> None:
    """Answer the click on the card that began ``game``."""
    client = interaction.client
    async with client.services.games.lock(game.number):
        challenge = await client.services.challenges.get(challenge_number)
        placed = await open_thread(client, game) if challenge.terms.thread else None
        if placed is None:
            await show_turn_after_click(interaction, responder, game)
        else:
            await responder.update(begun_card(challenge, placed))


async def begin_from_elsewhere(client: ServingClient, challenge_number: int, game: Game) -> Game:
    """Show ``game``, which began without a click on the card, where the card is; the game as shown."""
    services = client.services
    async with services.games.lock(game.number):
        challenge = await services.challenges.get(challenge_number)
        placed = await open_thread(client, game) if challenge.terms.thread else None
        if placed is None:
            await show_turn(client, game)
        else:
            await edit_card(client, challenge, begun_card(challenge, placed))
        return await services.games.get(game.number)
