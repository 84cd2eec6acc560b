"""The rules of team matches a second time, written from their text alone, as plainly as possible."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

PATIENCE = timedelta(days=2)
"""How long someone can take for their first move, if the time per move is a day."""


def sorted_side(people: Sequence[tuple[int, float, bool]]) -> list[int]:
    """Return a side from the strongest to the weakest: each is an id, a rating, and whether it's provisional.

    They're in the order of signing up.
    """
    left, found = list(people), []
    while left:
        best = left[0]
        for other in left[1:]:
            surer = best[2] and not other[2]
            stronger = best[2] == other[2] and other[1] > best[1]
            if surer or stronger:
                best = other
        left.remove(best)
        found.append(best[0])
    return found


def boards(
    first: Sequence[int], second: Sequence[int], most: int, barred: Collection[frozenset[int]]
) -> list[tuple[int, int]]:
    """Return who meets on each board."""
    one, two = list(first), list(second)
    # The side with more people moves its players, or else the second one.
    first_moves = len(one) > len(two)
    number = min(most, len(one), len(two))
    for board in range(number):
        mine, theirs = (one, two) if first_moves else (two, one)
        if {mine[board], theirs[board]} not in barred:
            continue
        # One board down, as often as it takes.
        for below in range(board + 1, len(mine)):
            if {mine[below], theirs[board]} not in barred:
                comer = mine[below]
                for place in range(below, board, -1):
                    mine[place] = mine[place - 1]
                mine[board] = comer
                break
        else:
            for above in range(board - 1, -1, -1):
                here = {mine[above], theirs[board]} not in barred
                there = {mine[board], theirs[above]} not in barred
                if here and there:
                    mine[board], mine[above] = mine[above], mine[board]
                    break
    return [(one[n], two[n]) for n in range(number) if {one[n], two[n]} not in barred]


class Board:
    """A board: who plays since when, and how each of its two games stands.

    That's the first side's points, or ``"on"``, or ``"struck"``.
    """

    def __init__(self, one: int, two: int, now: datetime) -> None:
        self.seats: list[int | None] = [one, two]
        self.since = [now, now]
        self.games: list[float | str] = ["on", "on"]
        self.given_up = False


class SecondMatch:
    """A team match after its start, with a day per move."""

    def __init__(
        self,
        one: Sequence[int],
        two: Sequence[int],
        met: Sequence[tuple[int, int]],
        started_at: datetime,
        days: int,
    ) -> None:
        self.boards = [Board(*pair, started_at) for pair in met]
        playing = {player for pair in met for player in pair}
        self.reserves = [[each for each in side if each not in playing] for side in (one, two)]
        self.third_left = started_at + timedelta(days=days) * 2 / 3
        self.checked_at = started_at

    def result(self, board: int, game: int, points: float) -> None:
        """Note the first side's points in a game of a board."""
        self.boards[board].games[game] = points

    def annul(self, board: int, game: int, now: datetime) -> None:
        """Take away a result: the game is played again if at least a third of the time is left."""
        self.boards[board].games[game] = "on" if now <= self.third_left else "struck"

    def no_shows(self, now: datetime) -> list[int]:
        """Return who had to have moved by now, and wasn't looked at before."""
        return [
            seat
            for board in self.boards
            if not board.given_up and board.games != ["struck", "struck"]
            for seat, since in zip(board.seats, board.since, strict=True)
            if seat is not None and self.checked_at < since + PATIENCE <= now
        ]

    def take_out(self, absent: Collection[int], barred: Collection[frozenset[int]], now: datetime) -> None:
        """Replace people who never moved, board by board, or give their games to the others."""
        for side in self.reserves:
            side[:] = [each for each in side if each not in absent]
        for board in self.boards:
            gone = [seat in absent for seat in board.seats]
            if not any(gone):
                continue
            for place in (0, 1):
                if not gone[place]:
                    continue
                other = board.seats[1 - place] if not gone[1 - place] or place == 1 else None
                board.seats[place], board.since[place] = None, now
                for reserve in self.reserves[place]:
                    if other is None or {reserve, other} not in barred:
                        board.seats[place] = reserve
                        self.reserves[place].remove(reserve)
                        break
            if None not in board.seats:
                board.games = ["on", "on"]
            elif board.seats[0] is None and board.seats[1] is None:
                board.games, board.given_up = ["struck", "struck"], True
            else:
                here = 0 if board.seats[1] is None else 1
                # What was annulled too late stays without a result, unless a reserve has games of their own.
                kept = [] if gone[here] else [place for place in (0, 1) if board.games[place] == "struck"]
                board.games = ["struck" if place in kept else 1.0 - here for place in (0, 1)]
                board.given_up = True

    @property
    def score(self) -> tuple[float, float]:
        """Return the points of both sides."""
        known = [points for board in self.boards for points in board.games if isinstance(points, float)]
        return sum(known), sum(1 - points for points in known)
