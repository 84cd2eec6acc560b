"""A click that deletes what's stored about a person, and what others see of it."""

from discord import ui

from bot.locale import words_for
from bot.matches.privacy.deletions import Deletion
from bot.ui.board.display import announce
from bot.ui.board.messages import edit_card
from bot.ui.challenges.card import challenge_card
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Content, layout
from bot.ui.privacy.panel import DeleteData
from bot.ui.text.words import deleted_name


@on_click(DeleteData)
async def delete_data(context: Context, clicked: DeleteData) -> None:
    """Delete what's stored about the person who clicks, and show others that their games are over."""
    del clicked
    services = context.services
    language = await context.public_language()
    deletion = await services.deletions.delete(context.user.id, deleted_name(words_for(language)))
    services.preferences.forget(context.user.id)
    done = context.words.gettext(
        "Your data has been deleted. If you play again, you start as a new player. Boards that show your "
        "name are being updated. Other old messages stay in Discord."
    )
    await context.reply.replace(Content(layout(ui.TextDisplay(done))))
    if deletion is not None:
        await _show(context.client, deletion)


async def _show(client: ServingClient, deletion: Deletion) -> None:
    """Show what ended. If the bot dies meanwhile, its jobs and the next click on a card do that."""
    services = client.services
    for number in deletion.games:
        await announce(client, await services.games.get(number))
    for number in deletion.challenges:
        challenge = await services.challenges.get(number)
        await edit_card(client, challenge, await challenge_card(challenge))
