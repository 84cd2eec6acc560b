"""The game of the day: a start and a level of the computer, the same for everyone, and how each sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from typing import Final

from engine import Color, Move, Position, Ruleset, Symmetry, mover

ONE_DAY: Final = timedelta(days=1)

_FIRST: Final = date(2026, 11, 28)
"""The day whose game is number 1."""


@dataclass(frozen=True, slots=True)
class Day:
    """What's the same for everyone on a ``day`` in UTC: the ``course`` of moves to the start, and the level.

    Each person sees it in one of the eight symmetries. The ``seed`` decides in which, and what the computer
    plays. No one can know it: the days are as secret as the key they're made from.
    """

    day: date
    ruleset: Ruleset
    course: str
    level: int
    seed: int

    @property
    def number(self) -> int:
        """Return the number that people know it by."""
        return number_of(self.day)

    @property
    def ends_at(self) -> datetime:
        return datetime.combine(self.day + ONE_DAY, time(), UTC)

    @property
    def start(self) -> Position:
        """Return the position that everyone starts from, as it is before it's turned for anyone."""
        return Position.replay(self.ruleset, self.course.split())

    @property
    def color(self) -> Color:
        """Return the color of everyone who plays: they make the first move from the start."""
        return mover(len(self.course.split()))

    def moves_for(self, player_id: int) -> Sequence[str]:
        """Return the moves that lead to the start as a person sees it, always the same."""
        symmetry = [*Symmetry][self._number_for(str(player_id)) % len(Symmetry)]
        return [str(symmetry.move(move)) for move in self._course]

    def symmetry_of(self, moves: Sequence[Move]) -> Symmetry:
        """Return the symmetry in which someone sees it whose game has these moves, the start's included."""
        seen = moves[: len(self._course)]
        return next(each for each in Symmetry if [*map(each.move, self._course)] == [*seen])

    def seed_after(self, moves: Sequence[Move]) -> int:
        """Return what decides on the computer's reply to moves that aren't turned for anyone."""
        return self._number_for(" ".join(map(str, moves)))

    @property
    def _course(self) -> list[Move]:
        return [Move.parse(text) for text in self.course.split()]

    def _number_for(self, text: str) -> int:
        return int.from_bytes(sha256(f"{self.seed} {text}".encode()).digest()[:6])


def number_of(day: date) -> int:
    """Return the number of a day's game.

    >>> number_of(date(2026, 11, 29))
    2
    """
    return (day - _FIRST).days + 1


def day_at(now: datetime) -> date:
    """Return the day whose game can be begun at an instant: it's the same everywhere on Earth."""
    return now.astimezone(UTC).date()
