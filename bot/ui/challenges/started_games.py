"""Starts a game: its board replaces the challenge's card, or is posted in its own thread.

A simul's card stays, and each of its games has a thread.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.locale import Words
from bot.ui.board.display import announce
from bot.ui.board.messages import edit_card
from bot.ui.board.placing import bring_along, open_thread
from bot.ui.challenges.card import begun_card, challenge_card
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.use_cases.challenges.accepting import MOST_RATED
from bot.values.challenges import Challenge
from bot.values.game.game import Game

PAUSE: Final = 0.5
"""Seconds from one game of a simul to the next: Discord doesn't open many threads at once."""


async def begin_on_card(
    client: ServingClient, challenge_number: int, game: Game, click: Context | None = None
) -> Game:
    """Show ``game`` where the card of its challenge is, or in its own thread; return it as shown.

    ``click`` is the one on the card that started it, if there was one.
    """
    challenge = await client.services.challenges.get(challenge_number)
    if challenge.terms.seats is not None:
        await show_simul(client, challenge_number, click)
        return await client.services.games.get(game.number)
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


async def show_simul(client: ServingClient, number: int, click: Context | None = None) -> None:
    """Bring the card of a simul up to date, as the answer to the ``click`` on it if there is one.

    Games that have begun since are posted, one after another. While that's going on, others may join.
    """
    await client.mailboxes.hand_in(("simul", number), click, partial(_show_simul, client, number))


async def _show_simul(client: ServingClient, number: int, clicks: Sequence[Context | None]) -> None:
    simul = await client.services.challenges.get(number)
    answered = [click for click in clicks if click is not None]
    for click in answered[:-1]:
        await click.reply.acknowledge()
    if answered:
        await answered[-1].reply.replace(await challenge_card(simul))
    unposted = [game.number for game in simul.games if not game.is_posted]
    for game in unposted:
        await announce(client, await client.services.games.get(game))
        if game != unposted[-1]:
            await asyncio.sleep(PAUSE)
    if unposted or not answered:
        simul = await client.services.challenges.get(number)
        await edit_card(client, simul, await challenge_card(simul))


def casual_lines(words: Words, challenge: Challenge, game: Game) -> list[str]:
    """Return what to tell who accepted if the game isn't rated, though the card said so; often empty."""
    if not game.over_limit or challenge.over_limit:
        return []
    sentence = words.count(
        "You two have already started {count} rated game today (UTC), so this one doesn't count for ratings.",
        "You two have already started {count} rated games today (UTC), so this one doesn't count for "
        "ratings.",
        MOST_RATED,
        count=MOST_RATED,
    )
    return [sentence]
