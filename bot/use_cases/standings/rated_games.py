"""How a rated game changes the ratings of its players: the arithmetic, without a database."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.store.puzzles.puzzles import PuzzleRatingRow, SolverRatingRow
from bot.store.schema.tables import EVERYWHERE
from bot.store.standings.leaderboards import PlaceRow
from bot.store.standings.ratings import Key, RatedGameRow, RatingChangeRow, RatingRow
from bot.values.glicko import NEW, PERIOD, Rating, Result, aged, periods_between, periods_until, rated
from bot.values.standings import PROVISIONAL_DEVIATION, Stakes, Strength
from engine import Color

RESTART_DEVIATION: Final = 150.0
"""Minimum deviation of the ratings in a server at the start of a season, in points."""


def pools_of(guild_id: int | None) -> Sequence[int]:
    """Return the pools that a game of this guild, or outside guilds, counts in."""
    return [EVERYWHERE] if guild_id is None else [EVERYWHERE, guild_id]


def keys_of(game: RatedGameRow) -> list[Key]:
    """Return the keys of the ratings that a game changes."""
    players = (game.white_id, game.black_id)
    return [(pool, game.ruleset, player) for pool in pools_of(game.guild_id) for player in players]


def unrated(key: Key, now: datetime) -> RatingRow:
    """Return the rating of a player before their first rated game, which ends now."""
    return RatingRow(*key, **NEW._asdict(), games=0, streak=0, rated_at=now, established_until=None)


def changes_by(game: RatedGameRow, before: Mapping[Key, RatingRow]) -> list[RatingChangeRow]:
    """Return how a game changes the ratings ``before`` it: in each pool, White's change first."""
    changes = []
    for pool in pools_of(game.guild_id):
        white = before[pool, game.ruleset, game.white_id]
        black = before[pool, game.ruleset, game.black_id]
        changes += [
            _change(game, white, black, _score(game.winner, Color.WHITE)),
            _change(game, black, white, _score(game.winner, Color.BLACK)),
        ]
    return changes


def rating_after(change: RatingChangeRow) -> RatingRow:
    """Return the rating that a change led to."""
    rating = Rating(rating=change.after, deviation=change.deviation, volatility=change.volatility)
    return RatingRow(
        *change.key,
        **rating._asdict(),
        games=change.games,
        streak=change.streak,
        rated_at=change.rated_at,
        established_until=_established_until(rating, change.rated_at),
    )


def rating_in(row: PlaceRow | PuzzleRatingRow | RatingRow | SolverRatingRow) -> Rating:
    """Return a rating as it was after the last game."""
    return Rating(rating=row.rating, deviation=row.deviation, volatility=row.volatility)


def strength_of(rating: float | None, established_until: datetime | None, *, now: datetime) -> Strength:
    """Return how strong a player is now, given their stored rating; None if they have no rated game."""
    provisional = established_until is None or established_until <= now
    return Strength(NEW.rating if rating is None else rating, provisional)


def stakes(own: Rating, periods: float, faced: Rating) -> Stakes:
    """Return what a game would change in a rating whose last game was this many rating periods ago.

    The opponent's rating is ``faced`` as it is now.
    """
    won, lost = (rated(own, [Result(faced, score)], periods).rating for score in (1.0, 0.0))
    return Stakes(round(won) - round(own.rating), round(lost) - round(own.rating))


def widened(rating: RatingRow, last_event: int, restarts: Iterable[int], *, until_event: int) -> RatingRow:
    """Return a rating as it is before an event, given the events of the ends of seasons in its pool."""
    if not any(last_event < restart < until_event for restart in restarts):
        return rating
    return replace(rating, deviation=max(rating.deviation, RESTART_DEVIATION), established_until=None)


def _change(game: RatedGameRow, own: RatingRow, other: RatingRow, score: float) -> RatingChangeRow:
    faced = aged(rating_in(other), periods_between(other.rated_at, game.finished_at))
    after = rated(rating_in(own), [Result(faced, score)], periods_between(own.rated_at, game.finished_at))
    return RatingChangeRow(
        *own.key,
        event_id=game.event_id,
        game_id=game.game_id,
        opponent_id=other.player_id,
        opponent_rating=other.rating,
        score=score,
        before=own.rating,
        after=after.rating,
        deviation=after.deviation,
        volatility=after.volatility,
        games=own.games + 1,
        streak=_streak(own.streak, score=score),
        rated_at=game.finished_at,
    )


def _established_until(rating: Rating, now: datetime) -> datetime | None:
    if rating.deviation >= PROVISIONAL_DEVIATION:
        return None
    return now + periods_until(rating, PROVISIONAL_DEVIATION) * PERIOD


def _streak(before: int, *, score: float) -> int:
    """Return wins in a row, or, below 0, losses in a row."""
    if score == _score(None, Color.WHITE):
        return 0
    return max(before, 0) + 1 if score else min(before, 0) - 1


def _score(winner: str | None, color: Color) -> float:
    return 0.5 if winner is None else float(winner == color.value)
