"""Curves of ratings in words."""

from collections.abc import Sequence

_FEWEST = 2


def curve_text(ratings: Sequence[float], most: int) -> str:
    """The ratings of a curve, at most ``most`` of them, evenly spread; empty if there's no curve.

    >>> curve_text([1500.0, 1512.4, 1498.0, 1520.0], 3)
    '1500, 1512, 1520'
    >>> curve_text([1500.0], 3)
    ''
    """
    if min(len(ratings), most) < _FEWEST:
        return ""
    last = len(ratings) - 1
    told = sorted({last * each // (most - 1) for each in range(most)})
    return ", ".join(str(round(ratings[index])) for index in told)
