"""Makes challenges, within limits. They close automatically in the end."""

from dataclasses import dataclass
from datetime import datetime
from random import Random

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.challenges.codes import draw_code
from bot.matches.challenges.limits import (
    NAMED_LIFETIME,
    OPEN_LIFETIME,
    check_declined,
    check_pace,
    check_pair,
    check_welcome,
)
from bot.matches.challenges.loading import load_challenge
from bot.matches.settings.guild_preferences import guild_preferences
from bot.matches.values.challenges import Challenge, Terms
from bot.matches.values.clocks import DueKind
from bot.matches.values.places import Place
from bot.matches.values.players import Player
from bot.store.challenges import challenges as challenge_rows
from bot.store.challenges.challenges import NewChallenge
from bot.store.clocks import due_times
from bot.store.clocks.due_times import NewDue
from bot.store.settings.guilds import remember_guild
from bot.store.settings.players import remember_player


@dataclass(frozen=True, slots=True)
class Proposal:
    """Who wants to play whom, where and on what terms. ``opponent`` is None if anyone can join."""

    place: Place
    challenger: Player
    opponent: Player | None
    terms: Terms


async def propose(
    connection: AsyncConnection, proposal: Proposal, now: datetime, random: Random
) -> Challenge:
    """Make a challenge.

    Raises:
        BlockedByYouError, UnwelcomeError: one of the two doesn't want to play with the other.
        RepeatedChallengeError, CounterChallengeError: one of the two has already challenged the other.
        DeclinedLatelyError, TooManyChallengesError, TooSoonError: the challenger has to wait.
    """
    await _remember(connection, proposal, now)
    await _check_limits(connection, proposal, now)
    number = await challenge_rows.add(connection, await _row(connection, proposal, now, random), now)
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
        await remember_player(connection, player.id, player.name, now)


async def _check_limits(connection: AsyncConnection, proposal: Proposal, now: datetime) -> None:
    guild_id, challenger, opponent = proposal.place.guild_id, proposal.challenger, proposal.opponent
    if opponent is not None:
        await check_welcome(connection, challenger, opponent)
        await check_pair(connection, guild_id, challenger, opponent, now)
        await check_declined(connection, challenger, opponent, now)
    await check_pace(connection, guild_id, challenger, now)


async def _row(
    connection: AsyncConnection, proposal: Proposal, now: datetime, random: Random
) -> NewChallenge:
    place, opponent, terms = proposal.place, proposal.opponent, proposal.terms
    return NewChallenge(
        guild_id=place.guild_id,
        channel_id=place.channel_id,
        reachable=place.reachable,
        challenger_id=proposal.challenger.id,
        opponent_id=opponent.id if opponent else None,
        ruleset=terms.ruleset,
        color=terms.color,
        language=terms.language,
        theme=(await guild_preferences(connection, place.guild_id)).theme,
        start=terms.start,
        rated=terms.rated,
        hints=terms.hints,
        thread=terms.thread,
        move_seconds=terms.move_seconds,
        code=await _unused_code(connection, random) if opponent is None and place.reachable else None,
        expires_at=now + (NAMED_LIFETIME if opponent else OPEN_LIFETIME),
    )


async def _unused_code(connection: AsyncConnection, random: Random) -> str:
    while True:
        code = draw_code(random)
        if await challenge_rows.fetch_of_code(connection, code) is None:
            return code
