"""What people see of the ratings of those who may play, and of what a rated game would change."""

from dataclasses import replace
from datetime import datetime
from math import inf

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.challenges.challenges import ChallengeRow
from bot.store.standings import ratings
from bot.use_cases.standings.rated_games import pools_of, stakes
from bot.values.challenges import Challenge
from bot.values.glicko import NEW, Rating, aged, periods_between
from bot.values.players import Player
from bot.values.standings import ShownRating

Held = tuple[Rating, float]
"""A rating after the last rated game, and how many rating periods ago that was."""


def with_ratings(challenge: Challenge, row: ChallengeRow, now: datetime) -> Challenge:
    """Return a challenge with the ratings, as of ``now``, of the people in its row, and with what's at stake.

    Someone without a rated game has the rating that everyone starts with if this one will be rated. Outside
    servers, casual games show no ratings: no one there has to know that someone has one.
    """
    rated = challenge.terms.rated
    if not rated and challenge.place.guild_id is None:
        return challenge
    unrated = (NEW, 0.0) if rated else None
    challenger = _challenger(row, now) or unrated
    opponent = None if challenge.opponent is None else _opponent(row, now) or unrated
    at_stake = None
    if rated and challenger is not None and opponent is not None:
        at_stake = stakes(*opponent, faced=aged(*challenger))
    return replace(
        challenge, challenger_rating=_shown(challenger), opponent_rating=_shown(opponent), stakes=at_stake
    )


async def weaker_of(connection: AsyncConnection, challenge: Challenge, opponent: Player) -> Player:
    """Return who has the lower rating where a challenge was made, or else in all servers.

    It's someone without a rating if the other has one, and the opponent if nothing tells the two apart.
    """
    challenger, people = challenge.challenger, (challenge.challenger.id, opponent.id)
    points: dict[int, float] = {}
    # A guild's pool comes last, and its ratings count most.
    for pool in pools_of(challenge.place.guild_id):
        rows = await ratings.of_players(connection, pool, challenge.terms.ruleset, people)
        if len(rows) == len(people) or not points:
            points = {row.player_id: row.rating for row in rows}
    strengths = (points.get(challenger.id, -inf), points.get(opponent.id, -inf))
    return challenger if strengths[0] < strengths[1] else opponent


def _challenger(row: ChallengeRow, now: datetime) -> Held | None:
    rating, deviation, volatility = row.challenger_rating, row.challenger_deviation, row.challenger_volatility
    if rating is None or deviation is None or volatility is None or row.challenger_rated_at is None:
        return None
    return Rating(rating=rating, deviation=deviation, volatility=volatility), periods_between(
        row.challenger_rated_at, now
    )


def _opponent(row: ChallengeRow, now: datetime) -> Held | None:
    rating, deviation, volatility = row.opponent_rating, row.opponent_deviation, row.opponent_volatility
    if rating is None or deviation is None or volatility is None or row.opponent_rated_at is None:
        return None
    return Rating(rating=rating, deviation=deviation, volatility=volatility), periods_between(
        row.opponent_rated_at, now
    )


def _shown(held: Held | None) -> ShownRating | None:
    if held is None:
        return None
    now = aged(*held)
    return ShownRating.of(now.rating, deviation=now.deviation)
