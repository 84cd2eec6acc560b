"""Starts a game: its board replaces the challenge's card, or is posted in its own thread."""

from gettext import NullTranslations

from bot.matches.challenges.accepting import MOST_RATED
from bot.matches.match.match import Match
from bot.matches.values.challenges import Challenge
from bot.ui.board.display import announce
from bot.ui.board.messages import edit_card
from bot.ui.board.placing import bring_along, open_thread
from bot.ui.challenges.card import begun_card
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context


async def begin_on_card(context: Context, challenge_number: int, game: Match) -> None:
    """Answer the click on the card that started ``game``."""
    client = context.client
    challenge = await client.services.challenges.get(challenge_number)
    game = await _bring_along(client, challenge, game)
    placed = await open_thread(client, game) if challenge.terms.thread else None
    if placed is None:
        await announce(client, game, context)
    else:
        await context.reply.replace(begun_card(challenge, placed))


async def begin_from_elsewhere(client: ServingClient, challenge_number: int, game: Match) -> Match:
    """Show ``game``, which started without a click on the card, where the card is; the game as shown."""
    challenge = await client.services.challenges.get(challenge_number)
    game = await _bring_along(client, challenge, game)
    placed = await open_thread(client, game) if challenge.terms.thread else None
    if placed is None:
        return await announce(client, game)
    await edit_card(client, challenge, begun_card(challenge, placed))
    return placed


async def _bring_along(client: ServingClient, challenge: Challenge, game: Match) -> Match:
    former = await client.services.rematches.former(challenge)
    return game if former is None else await bring_along(client, former, game)


def casual_lines(words: NullTranslations, challenge: Challenge, game: Match) -> list[str]:
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
