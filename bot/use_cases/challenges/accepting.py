"""Challenges as they're stored, with the ratings of those who may play, and the games that they become."""

from dataclasses import replace
from datetime import datetime, timedelta
from math import inf
from random import Random

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games
from bot.store.challenges import challenges
from bot.store.challenges.challenges import HeldRating, StoredChallenge
from bot.store.standings import ratings
from bot.use_cases.games.storing import begin, within_day
from bot.use_cases.standings.ratings import pools_of, stakes
from bot.values.challenge_errors import (
    AlreadyJoinedError,
    ClosedChallengeError,
    FullSimulError,
    NotChallengedError,
    OwnChallengeError,
    TakenChallengeError,
    UnknownChallengeError,
)
from bot.values.challenges import Challenge, ChallengeStatus, SimulGame
from bot.values.game.game import Board, Game, PlayedMove, Seat
from bot.values.game.turns import draw_first_move
from bot.values.glicko import NEW, Rating, aged, periods_between
from bot.values.players import Player
from bot.values.standings import ShownRating
from engine import Color, Position, Start, Value


async def load_challenge(
    connection: AsyncConnection, number: int, now: datetime, *, opponent_id: int | None = None
) -> Challenge:
    """Return the challenge with this number as of ``now``; with ``opponent_id``, as if they had joined it."""
    stored = await challenges.fetch(connection, number, opponent_id=opponent_id)
    if stored is None:
        raise UnknownChallengeError
    challenge = as_of(stored, now)
    if challenge.terms.seats is not None:
        begun = await games.of_simul(connection, number)
        challenge = replace(challenge, games=tuple(_in_simul(game, challenge) for game in begun))
    if challenge.terms.start is not Start.ADVANTAGE or challenge.opponent is None:
        return challenge
    return replace(challenge, favored=await weaker_of(connection, challenge, challenge.opponent))


def _in_simul(game: Game, challenge: Challenge) -> SimulGame:
    color = Color.WHITE if game.white.id == challenge.challenger.id else Color.BLACK
    return SimulGame(
        game.number,
        game.player(color.opponent),
        color,
        game.place,
        game.message_id,
        is_posted=game.board.posted_at is not None,
        outcome=game.outcome,
        apart=game.plays_apart(game.player(color.opponent).id),
    )


def as_of(stored: StoredChallenge, now: datetime) -> Challenge:
    """Return a challenge as of an instant. It's expired once its time is over, no matter what's stored."""
    challenge = stored.challenge
    if challenge.status is ChallengeStatus.OPEN and challenge.expires_at <= now:
        challenge = replace(challenge, status=ChallengeStatus.EXPIRED)
    return _with_ratings(challenge, stored, now)


def check_may_accept(challenge: Challenge, player: Player) -> None:
    """Check that ``player`` may accept or join a challenge."""
    if challenge.status is not ChallengeStatus.OPEN:
        raise closed_error(challenge, player)
    if challenge.opponent is not None and player.id != challenge.opponent.id:
        raise NotChallengedError(challenge)
    if player.id == challenge.challenger.id:
        raise OwnChallengeError
    own = next((game for game in challenge.games if game.opponent.id == player.id), None)
    if own is not None:
        raise AlreadyJoinedError(challenge, own)


def closed_error(challenge: Challenge, player: Player) -> ClosedChallengeError:
    """Return an error that tells ``player`` why a challenge is no longer open."""
    if challenge.status is ChallengeStatus.ACCEPTED and challenge.terms.seats is not None:
        return FullSimulError(challenge)
    people = {challenge.challenger, challenge.opponent}
    if challenge.status is ChallengeStatus.ACCEPTED and player.id not in {one.id for one in people if one}:
        return TakenChallengeError(challenge)
    return ClosedChallengeError(challenge)


async def begin_game(
    connection: AsyncConnection, challenge: Challenge, now: datetime, random: Random, kept_rated: int
) -> Game:
    """Begin the game of a challenge that was just accepted or joined.

    The card shows it. A simul's game still has to be posted. ``kept_rated`` is as in ``may_be_rated``.
    """
    game = await within_day(connection, _new_game(challenge, now, random), now, kept_rated)
    is_simul = challenge.terms.seats is not None
    return await begin(connection, game, now, challenge_id=None if is_simul else challenge.number)


async def begin_second(
    connection: AsyncConnection, challenge: Challenge, first: Game, now: datetime, random: Random
) -> None:
    """Begin the second game of a challenge for both colors, rated if the first is. It has to be posted.

    It comes from a copy of the challenge, made at the same instant.
    """
    terms = replace(challenge.terms, rated=first.rated)
    copy = replace(challenge, terms=terms, message_id=None, over_limit=first.over_limit)
    number = await challenges.add(connection, copy)
    await begin(connection, _new_game(copy, now, random, first), now, challenge_id=number)


def _new_game(challenge: Challenge, now: datetime, random: Random, first: Game | None = None) -> Game:
    """Return the game that a challenge leads to, or the one after the ``first``."""
    opponent = challenge.opponent
    if opponent is None:
        raise ValueError(challenge.number)
    terms, challenger = challenge.terms, challenge.challenger
    white, black = (first.black, first.white) if first else terms.color.seats(challenger, opponent, random)
    is_simul = terms.seats is not None
    board = Board(challenge.place, terms.language, challenge.theme)
    # The challenger of a simul doesn't wait where its games are.
    seen_at = None if is_simul else challenge.proposed_at
    if not is_simul and first is None:
        board = replace(board, message_id=challenge.message_id, posted_at=challenge.proposed_at)
    moves: tuple[PlayedMove, ...] = ()
    if terms.start.is_random:
        value = Value.DRAW
        if challenge.favored is not None:
            value = Value.WIN if challenge.favored.id == white.id else Value.LOSS
        taken = [first.moves[0].text] if first else []
        moves = (draw_first_move(terms.ruleset, random, now, value=value, other_than=taken),)
    left = None if terms.total is None else timedelta(seconds=terms.total.seconds)
    seats = {
        challenger.id: Seat(rating=challenge.challenger_rating, seen_at=seen_at, left=left),
        opponent.id: Seat(rating=challenge.opponent_rating, seen_at=now, left=left),
    }
    seats |= {player_id: replace(seats[player_id], apart=True) for player_id in challenge.apart}
    return Game(
        white=white,
        black=black,
        position=Position.replay(terms.ruleset, [move.text for move in moves]),
        created_at=now,
        boards=(board,),
        start=terms.start,
        rated=terms.rated,
        over_limit=challenge.over_limit,
        hints=terms.hints,
        weekends_off=terms.weekends_off,
        moves=moves,
        white_seat=seats[white.id],
        black_seat=seats[black.id],
        move_seconds=terms.move_seconds,
        total=terms.total,
        simul=challenge.number if is_simul else None,
    )


Held = tuple[Rating, float]
"""A rating after the last rated game, and how many rating periods ago that was."""


def _with_ratings(challenge: Challenge, stored: StoredChallenge, now: datetime) -> Challenge:
    """Return a challenge with the ratings, as of ``now``, of its people, and with what's at stake.

    Someone without a rated game has the rating that everyone starts with if this one will be rated. Outside
    servers, casual games show no ratings: no one there has to know that someone has one.
    """
    rated = challenge.terms.rated
    if not rated and challenge.place.guild_id is None:
        return challenge
    unrated = (NEW, 0.0) if rated else None
    challenger = _since(stored.challenger, now) or unrated
    opponent = None if challenge.opponent is None else _since(stored.opponent, now) or unrated
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


def _since(held: HeldRating | None, now: datetime) -> Held | None:
    return None if held is None else (held[0], periods_between(held[1], now))


def _shown(held: Held | None) -> ShownRating | None:
    if held is None:
        return None
    now = aged(*held)
    return ShownRating.of(now.rating, deviation=now.deviation)
