"""Starts a game: its board replaces the challenge's card, or is posted in its own thread."""

from gettext import NullTranslations

from bot.matches.challenges.accepting import MOST_RATED
from bot.matches.values.challenges import Challenge
from bot.matches.values.games import Game
from bot.ui.board.board_posts import edit_card
from bot.ui.board.private_boards import bring_along
from bot.ui.board.show_game import show_turn, show_turn_after_click
from bot.ui.board.threads import open_thread
from bot.ui.challenges.card import begun_card
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context


async def begin_on_card(context: Context, challenge_number: int, game: Game) -> None:
    """Answer the click on the card that started ``game``."""
    client = context.client
    async with client.services.games.lock(game.number):
        challenge = await client.services.challenges.get(challenge_number)
        game = await _bring_along(client, challenge, game)
        placed = await open_thread(client, game) if challenge.terms.thread else None
        if placed is None:
            await show_turn_after_click(context, game)
        else:
            await context.reply.replace(begun_card(challenge, placed))


async def begin_from_elsewhere(
    client: ServingClient, challenge_number: int, game: Game, *, besides: int | None = None
) -> Game:
    """Show ``game``, which started without a click on the card, where the card is; the game as shown.

    The message ``besides``, a private board, already shows it.
    """
    services = client.services
    async with services.games.lock(game.number):
        challenge = await services.challenges.get(challenge_number)
        game = await _bring_along(client, challenge, game)
        placed = await open_thread(client, game) if challenge.terms.thread else None
        if placed is None:
            await show_turn(client, game, besides=besides)
        else:
            await edit_card(client, challenge, begun_card(challenge, placed))
        return await services.games.get(game.number)


async def _bring_along(client: ServingClient, challenge: Challenge, game: Game) -> Game:
    former = await client.services.rematches.former(challenge)
    return game if former is None else await bring_along(client, former, game)


def casual_lines(words: NullTranslations, challenge: Challenge, game: Game) -> list[str]:
    """What to tell the person who accepted if the challenge was rated but the game isn't; otherwise empty."""
    if game.rated or not challenge.terms.rated:
        return []
    sentence = words.ngettext(
        "You two have already started {count} rated game today (UTC), so this one doesn't count for ratings.",
        "You two have already started {count} rated games today (UTC), so this one doesn't count for "
        "ratings.",
        MOST_RATED,
    )
    return [sentence.format(count=MOST_RATED)]
