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


async def begin_on_card(
    client: ServingClient, challenge_number: int, game: Match, click: Context | None = None
) -> Match:
    """Show ``game`` where the card of its challenge is, or in its own thread; return it as shown.

    ``click`` is the one on the card that started it, if there was one.
    """
    challenge = await client.services.challenges.get(challenge_number)
    former = await client.services.rematches.former(challenge)
    if former is not None:
        game = await bring_along(client, former, game)
    placed = await open_thread(client, game) if challenge.terms.thread else None
    if placed is None:
        return await announce(client, game, click)
    card = begun_card(challenge, placed)
    if click is None:
        await edit_card(client, challenge, card)
    else:
        await click.reply.replace(card)
    return placed


def casual_lines(words: NullTranslations, challenge: Challenge, game: Match) -> list[str]:
    """Return what to tell who accepted if the game isn't rated, though the card said so; often empty."""
    if not game.over_limit or challenge.over_limit:
        return []
    sentence = words.ngettext(
        "You two have already started {count} rated game today (UTC), so this one doesn't count for ratings.",
        "You two have already started {count} rated games today (UTC), so this one doesn't count for "
        "ratings.",
        MOST_RATED,
    )
    return [sentence.format(count=MOST_RATED)]
