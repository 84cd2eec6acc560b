"""The rules of team matches a second time, written from their text alone, as plainly as possible."""

from collections.abc import Collection, Sequence


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
    """A board: who plays, and the points that each side has got from each of its two games."""

    def __init__(self, one: int, two: int) -> None:
        self.seats: list[int | None] = [one, two]
        self.points: list[tuple[float, float] | None] = [None, None]


class SecondMatch:
    """A team match after its start."""

    def __init__(self, one: Sequence[int], two: Sequence[int], met: Sequence[tuple[int, int]]) -> None:
        self.boards = [Board(*pair) for pair in met]
        playing = {player for pair in met for player in pair}
        self.reserves = [[each for each in side if each not in playing] for side in (one, two)]

    def result(self, board: int, game: int, points: float) -> None:
        """Note the first side's points in a game of a board."""
        self.boards[board].points[game] = (points, 1 - points)

    def take_out(self, absent: Collection[int], barred: Collection[frozenset[int]]) -> None:
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
                board.seats[place] = None
                for reserve in self.reserves[place]:
                    if other is None or {reserve, other} not in barred:
                        board.seats[place] = reserve
                        self.reserves[place].remove(reserve)
                        break
            if None not in board.seats:
                board.points = [None, None]
            elif board.seats[0] is None and board.seats[1] is None:
                board.points = [(0, 0), (0, 0)]
            else:
                points = (1.0, 0.0) if board.seats[1] is None else (0.0, 1.0)
                board.points = [points, points]

    @property
    def score(self) -> tuple[float, float]:
        """Return the points of both sides."""
        known = [points for board in self.boards for points in board.points if points is not None]
        return sum(one for one, _ in known), sum(two for _, two in known)
