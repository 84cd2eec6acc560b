"""Challenges whose cards were deleted or never posted: nobody can answer or cancel them any more."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.matches.challenge_errors import CounterChallengeError, RepeatedChallengeError
from bot.matches.values import Challenge
from bot.ui.boards import edit_card
from bot.ui.challenge_card import challenge_card
from bot.ui.services import ServingClient

T = TypeVar("T")


async def propose(client: ServingClient, proposing: Callable[[], Awaitable[T]]) -> T:
    """Make a challenge. An earlier one of the two whose card is gone does not stand in its way and is closed.

    Raises:
        MatchError: what ``proposing`` raises.
    """
    try:
        return await proposing()
    except (RepeatedChallengeError, CounterChallengeError) as error:
        if not await _is_lost(client, error.challenge):
            raise
        await client.services.challenges.cancel(error.challenge.number, error.challenge.challenger)
    return await proposing()


async def _is_lost(client: ServingClient, challenge: Challenge) -> bool:
    if client.services.challenges.is_unseen(challenge):
        return True
    return not await edit_card(client, challenge, await challenge_card(challenge))
