"""The Glicko-2 rating system (Mark Glickman, "Example of the Glicko-2 system", revised in March 2022).

Greek letters of that paper are spelled out; the step numbers are the paper's. The constants are those that
lichess.org publishes for its ratings.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple

_POINTS: Final = 173.7178
"""Points in a unit of the scale that the formulas use."""

_CENTER: Final = 1500.0
_LARGEST_DEVIATION: Final = 500.0
_SMALLEST_DEVIATION: Final = 45.0
_LARGEST_VOLATILITY: Final = 0.1
_TAU: Final = 0.75
"""How much a volatility may change."""

PERIOD: Final = timedelta(days=1) / 0.21436
"""The length of a rating period. Without games, a deviation of 60 points grows to about 150 in a year."""

_CLOSE: Final = 1e-6


class Rating(NamedTuple):
    """How strong a player seems to be: ``rating`` and ``deviation`` in points, and ``volatility``.

    With a certainty of 95%, their strength is within two deviations of the rating. The volatility says how
    much their strength goes up and down.
    """

    rating: float
    deviation: float
    volatility: float


NEW: Final = Rating(rating=_CENTER, deviation=_LARGEST_DEVIATION, volatility=0.09)
"""The rating of an unknown player."""


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A game: the rating of the ``opponent``, and the ``score``, 1 for a win, 0.5 for a draw, or 0."""

    opponent: Rating
    score: float


def aged(rating: Rating, periods: float) -> Rating:
    """Return a rating after this many rating periods, whole or not, without a game: it's less certain."""
    deviation = _POINTS * sqrt((rating.deviation / _POINTS) ** 2 + periods * rating.volatility**2)
    return rating._replace(deviation=min(deviation, _LARGEST_DEVIATION))


def periods_between(start: datetime, end: datetime) -> float:
    """Return how many rating periods are between two instants, or 0 if ``end`` is the earlier one."""
    return max(end - start, timedelta()) / PERIOD


def periods_until(rating: Rating, deviation: float) -> float:
    """Return how many rating periods without a game it takes until ``aged`` reaches this deviation.

    >>> known = Rating(rating=1500, deviation=60, volatility=0.06)
    >>> round(aged(NEW, 0).deviation), round(periods_until(known, 60))
    (500, 0)
    """
    grown = (deviation / _POINTS) ** 2 - (rating.deviation / _POINTS) ** 2
    return max(grown, 0.0) / rating.volatility**2


def rated(rating: Rating, results: Sequence[RatedResult], periods: float = 1.0) -> Rating:
    """Return a rating after the games of this many rating periods; there must be at least one game.

    >>> won, lost, lost_again = (
    ...     RatedResult(Rating(rating=1400, deviation=30, volatility=0.06), 1),
    ...     RatedResult(Rating(rating=1550, deviation=100, volatility=0.06), 0),
    ...     RatedResult(Rating(rating=1700, deviation=300, volatility=0.06), 0),
    ... )
    >>> after = rated(Rating(rating=1500, deviation=200, volatility=0.06), [won, lost, lost_again])
    >>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.05999)
    """
    strength, deviation = (rating.rating - _CENTER) / _POINTS, rating.deviation / _POINTS
    weights = [_weight(result.opponent.deviation / _POINTS) for result in results]
    expected = [
        1 / (1 + exp(-weight * (strength - (result.opponent.rating - _CENTER) / _POINTS)))
        for weight, result in zip(weights, results, strict=True)
    ]
    # Step 3, and the sum of step 4.
    variance = 1 / sum(weight**2 * one * (1 - one) for weight, one in zip(weights, expected, strict=True))
    surprise = sum(
        weight * (result.score - one) for weight, result, one in zip(weights, results, expected, strict=True)
    )
    volatility = min(
        _volatility(
            rating.volatility, deviation=deviation, variance=variance, improvement=variance * surprise
        ),
        _LARGEST_VOLATILITY,
    )
    # Steps 6 and 7.
    before = deviation**2 + periods * volatility**2
    after = 1 / sqrt(1 / before + 1 / variance)
    return Rating(
        rating=_CENTER + _POINTS * (strength + after**2 * surprise),
        deviation=min(max(_POINTS * after, _SMALLEST_DEVIATION), _LARGEST_DEVIATION),
        volatility=volatility,
    )


def _weight(deviation: float) -> float:
    return 1 / sqrt(1 + 3 * deviation**2 / pi**2)


def _volatility(volatility: float, *, deviation: float, variance: float, improvement: float) -> float:
    """Step 5: find the root of a function by the Illinois algorithm."""
    start = log(volatility**2)

    def balance(x: float) -> float:
        spread = deviation**2 + variance + exp(x)
        return exp(x) * (improvement**2 - spread) / (2 * spread**2) - (x - start) / _TAU**2

    lower = start
    if improvement**2 > deviation**2 + variance:
        upper = log(improvement**2 - deviation**2 - variance)
    else:
        upper = start - _TAU
        while balance(upper) < 0:
            upper -= _TAU
    return exp(_root(balance, lower, upper) / 2)


def _root(function: Callable[[float], float], one: float, other: float) -> float:
    at_one, at_other = function(one), function(other)
    while abs(other - one) > _CLOSE:
        between = one + (one - other) * at_one / (at_other - at_one)
        at_between = function(between)
        if at_between * at_other <= 0:
            one, at_one = other, at_other
        else:
            at_one /= 2
        other, at_other = between, at_between
    return one
