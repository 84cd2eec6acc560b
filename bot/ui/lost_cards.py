"""Challenges whose cards somebody has deleted: nobody can answer or cancel them any more."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.matches.challenge_errors import CounterChallengeError, RepeatedChallengeError
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
        earlier = error.challenge
        if await edit_card(client, earlier, await challenge_card(earlier)):
            raise
        await client.services.challenges.cancel(earlier.number, earlier.challenger)
    return await proposing()
