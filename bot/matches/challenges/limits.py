"""How long challenges stay open, and the limits that keep them from becoming a nuisance."""

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.challenges.errors import (
    BlockedByYouError,
    CounterChallengeError,
    DeclinedLatelyError,
    RepeatedChallengeError,
    TooManyChallengesError,
    TooSoonError,
    UnwelcomeError,
)
from bot.matches.challenges.loading import read_challenge
from bot.matches.settings.player_preferences import player_preferences
from bot.matches.values.players import ChallengePolicy, Player
from bot.store.challenges import blocks
from bot.store.challenges import challenges as challenge_rows
from bot.store.games import games as game_rows

NAMED_LIFETIME = timedelta(days=3)
"""How long a challenge to one person can be answered."""

OPEN_LIFETIME = timedelta(hours=24)
"""How long a challenge to everyone can be joined."""

MOST_OPEN = 5
"""Maximum number of open challenges per person in a server, and again outside servers."""

PAUSE = timedelta(seconds=30)
"""How long a person has to wait between challenges, unless the last one was accepted or withdrawn."""

PAUSE_AFTER_DECLINE = timedelta(minutes=10)
"""How long a person has to wait before they can again challenge someone who declined."""


async def check_pace(
    connection: AsyncConnection, guild_id: int | None, challenger: Player, now: datetime
) -> None:
    """Check that a person hasn't made too many challenges, or made one a moment ago.

    Raises:
        TooManyChallengesError: they have the maximum number of open challenges.
        TooSoonError: their last challenge was a moment ago.
    """
    if await challenge_rows.count_open(connection, guild_id, challenger.id, now) >= MOST_OPEN:
        raise TooManyChallengesError(MOST_OPEN)
    last = await challenge_rows.last_unaccepted(connection, challenger.id, since=now - PAUSE)
    if last is not None:
        raise TooSoonError(last + PAUSE)


async def check_pair(
    connection: AsyncConnection, guild_id: int | None, challenger: Player, opponent: Player, now: datetime
) -> None:
    """Check that neither of two people has an open challenge to the other in a guild.

    Raises:
        RepeatedChallengeError: the challenger has one.
        CounterChallengeError: the opponent has one.
    """
    row = await challenge_rows.open_between(connection, guild_id, challenger.id, opponent.id, now)
    if row is None:
        return
    kind = RepeatedChallengeError if row.challenger_id == challenger.id else CounterChallengeError
    raise kind(read_challenge(row, now))


async def check_declined(
    connection: AsyncConnection, challenger: Player, opponent: Player, now: datetime
) -> None:
    """Check that ``opponent`` hasn't recently declined a challenge from ``challenger``.

    Raises:
        DeclinedLatelyError: they have.
    """
    last = await challenge_rows.last_declined(connection, challenger.id, opponent.id)
    if last is not None and last + PAUSE_AFTER_DECLINE > now:
        raise DeclinedLatelyError(opponent, last + PAUSE_AFTER_DECLINE)


async def check_welcome(connection: AsyncConnection, challenger: Player, opponent: Player) -> None:
    """Check that ``opponent`` accepts challenges from ``challenger``.

    Raises:
        BlockedByYouError: the challenger has blocked them.
        UnwelcomeError: they have blocked the challenger or accept no challenges; which of the two stays
        private.
    """
    await check_blocks(connection, challenger, opponent)
    challenge_policy = (await player_preferences(connection, opponent.id)).challenge_policy
    if challenge_policy is ChallengePolicy.NOBODY:
        raise UnwelcomeError(opponent)
    if challenge_policy is ChallengePolicy.ACQUAINTANCES and not await game_rows.have_met(
        connection, challenger.id, opponent.id
    ):
        raise UnwelcomeError(opponent)


async def check_blocks(connection: AsyncConnection, player: Player, other: Player) -> None:
    """Check that neither of two people has blocked the other.

    Raises:
        BlockedByYouError: ``player`` has blocked the other.
        UnwelcomeError: the other has blocked ``player``.
    """
    if await blocks.has_blocked(connection, player.id, other.id):
        raise BlockedByYouError(other)
    if await blocks.has_blocked(connection, other.id, player.id):
        raise UnwelcomeError(other)
