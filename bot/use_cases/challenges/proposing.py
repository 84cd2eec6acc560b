"""Makes challenges, within the limits that keep them from becoming a nuisance."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games
from bot.store.challenges import blocks, challenges
from bot.store.clocks import due_times
from bot.store.clocks.due_times import NewDue
from bot.store.settings.guilds import remember_guild
from bot.store.settings.players import fetch as fetch_preferences
from bot.use_cases.challenges.accepting import as_of, load_challenge
from bot.use_cases.challenges.limits import KeptLimits, Limits
from bot.use_cases.codes import draw_code
from bot.use_cases.games.storing import may_be_rated
from bot.use_cases.names import remember
from bot.use_cases.preferences import guild_preferences
from bot.values.challenge_errors import (
    BlockedByYouError,
    CounterChallengeError,
    DeclinedLatelyError,
    DeletedLatelyError,
    RepeatedChallengeError,
    TooManyChallengesError,
    TooSoonError,
    UnwelcomeError,
)
from bot.values.challenges import Challenge, ChallengeStatus, Terms
from bot.values.clocks import DueKind
from bot.values.players import ChallengePolicy, Place, Player

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


async def _check_pace(
    connection: AsyncConnection, guild_id: int | None, challenger: Player, now: datetime
) -> None:
    if await challenges.count_open(connection, guild_id, challenger_id=challenger.id, now=now) >= MOST_OPEN:
        raise TooManyChallengesError(MOST_OPEN)
    last = await challenges.last_unaccepted(connection, challenger.id, since=now - PAUSE)
    if last is not None:
        raise TooSoonError(last + PAUSE)


async def _check_pair(
    connection: AsyncConnection, guild_id: int | None, challenger: Player, opponent: Player, now: datetime
) -> None:
    found = await challenges.open_between(connection, guild_id, one=challenger.id, other=opponent.id, now=now)
    if found is None:
        return
    earlier = as_of(found, now)
    kind = RepeatedChallengeError if earlier.challenger.id == challenger.id else CounterChallengeError
    raise kind(earlier)


async def _check_declined(
    connection: AsyncConnection, challenger: Player, opponent: Player, now: datetime
) -> None:
    last = await challenges.last_declined(connection, challenger.id, opponent_id=opponent.id)
    if last is not None and last + PAUSE_AFTER_DECLINE > now:
        raise DeclinedLatelyError(opponent, last + PAUSE_AFTER_DECLINE)


async def _check_welcome(
    connection: AsyncConnection, challenger: Player, opponent: Player, limits: Limits
) -> None:
    await check_blocks(connection, challenger, opponent, limits)
    policy = (await fetch_preferences(connection, opponent.id)).challenge_policy
    welcome = policy is ChallengePolicy.EVERYONE
    if policy is ChallengePolicy.ACQUAINTANCES:
        welcome = await games.have_met(connection, challenger.id, opponent.id)
    if not welcome:
        raise UnwelcomeError(opponent)


async def check_blocks(connection: AsyncConnection, player: Player, other: Player, limits: Limits) -> None:
    """Check that neither of two people has blocked the other. ``limits`` are what one has with them."""
    if limits.blocks or await blocks.has_blocked(connection, player.id, other_id=other.id):
        raise BlockedByYouError(other)
    if limits.blocked or await blocks.has_blocked(connection, other.id, other_id=player.id):
        raise UnwelcomeError(other)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Who wants to play whom, where and on what terms. ``opponent`` is None if anyone can join.

    Both are as they were just seen there.
    """

    place: Place
    challenger: Player
    opponent: Player | None
    terms: Terms


async def propose(
    connection: AsyncConnection, proposal: Proposal, now: datetime, random: Random, kept: KeptLimits
) -> Challenge:
    """Make a challenge. It's casual if the two have begun as many rated games today as they may.

    ``kept`` are the limits that outlasted deletions.

    Raises:
        RepeatedChallengeError, CounterChallengeError: one of the two has already challenged the other.
    """
    await _remember(connection, proposal, now)
    guild_id, challenger, opponent = proposal.place.guild_id, proposal.challenger, proposal.opponent
    limits = await kept.between(
        connection, challenger.id, other_id=opponent.id if opponent else None, now=now
    )
    if opponent is not None:
        await _check_welcome(connection, challenger, opponent, limits)
        await _check_pair(connection, guild_id, challenger, opponent, now)
        await _check_declined(connection, challenger, opponent, now)
    if limits.waits_until is not None:
        raise DeletedLatelyError(limits.waits_until)
    await _check_pace(connection, guild_id, challenger, now)
    new = await _new(connection, proposal, now, random)
    if new.terms.rated and opponent is not None:
        rated = await may_be_rated(
            connection, (challenger.id, opponent.id), now, limits.rated + new.terms.both
        )
        new = replace(new, terms=replace(new.terms, rated=rated), over_limit=not rated)
    number = await challenges.add(connection, new)
    challenge = await load_challenge(connection, number, now)
    await due_times.add(connection, NewDue(DueKind.CHALLENGE, challenge.expires_at, challenge_id=number))
    return challenge


async def _remember(connection: AsyncConnection, proposal: Proposal, now: datetime) -> None:
    if proposal.place.guild_id is not None:
        await remember_guild(connection, proposal.place.guild_id, now)
    players = [player for player in (proposal.challenger, proposal.opponent) if player is not None]
    # Always in this order: otherwise two people who challenge each other at the same time would wait for each
    # other forever.
    for player in sorted(players, key=lambda player: player.id):
        await remember(connection, player, now, guild_id=proposal.place.guild_id)


async def _new(connection: AsyncConnection, proposal: Proposal, now: datetime, random: Random) -> Challenge:
    place, opponent = proposal.place, proposal.opponent
    return Challenge(
        number=0,
        place=place,
        message_id=None,
        challenger=proposal.challenger,
        opponent=opponent,
        terms=proposal.terms,
        theme=(await guild_preferences(connection, place.guild_id)).theme,
        proposed_at=now,
        status=ChallengeStatus.OPEN,
        expires_at=now + (NAMED_LIFETIME if opponent else OPEN_LIFETIME),
        code=await _unused_code(connection, random) if opponent is None and place.reachable else None,
    )


async def _unused_code(connection: AsyncConnection, random: Random) -> str:
    while True:
        code = draw_code(random)
        if await challenges.fetch_of_code(connection, code) is None:
            return code
