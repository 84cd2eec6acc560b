"""How a game ended: who won and why."""

from dataclasses import dataclass
from enum import StrEnum

from engine.board.bitboard import one_or_more, three, two_or_more
from engine.board.move import HAND_OF_EACH_KIND, Color, Kind

__all__ = [
    "TOWERS_TO_WIN",
    "Lead",
    "Outcome",
    "Reason",
    "controlled_towers",
    "final_outcome",
    "lead_by_count",
    "three_towers",
]

TOWERS_TO_WIN = 3
"""A player who controls this many complete Towers wins at once."""

_ALL_PIECES = len(Color) * len(Kind) * HAND_OF_EACH_KIND


class Reason(StrEnum):
    """Why a game is over. The first six reasons come from the rules, the others from the players.

    - ``THREE_TOWERS``: the winner controls three complete Towers.
    - ``COUNT_3``, ``COUNT_2``, ``COUNT_1``: nobody does and there is no legal move; the winner controls more
      complete Towers, or else more spaces of two pieces, or else more spaces of one piece.
    - ``DRAW``: the count is equal on all three levels.
    - ``STUCK``: the loser still held pieces and could place none (ruleset ``pilotis``).
    - ``RESIGNATION``, ``TIMEOUT``: the loser gave up, or ran out of time.
    - ``AGREEMENT``: the players agreed to a draw.
    - ``ADJUDICATION``: the time for playing was up. The winner is who would have won with best play. Without
      one, it would have been a draw, or the exact value isn't known.
    - ``ABORTED``: the game was canceled before both players had moved, or later by both of them.
    - ``ANNULLED``: a moderator ended the game without a result.
    - ``ABANDONED``: the place where the game was played is gone, so no one could go on.

    >>> Reason("count-2")
    <Reason.COUNT_2: 'count-2'>
    """

    THREE_TOWERS = "three-towers"
    COUNT_3 = "count-3"
    COUNT_2 = "count-2"
    COUNT_1 = "count-1"
    DRAW = "draw"
    STUCK = "stuck"
    RESIGNATION = "resignation"
    TIMEOUT = "timeout"
    AGREEMENT = "agreement"
    ADJUDICATION = "adjudication"
    ABORTED = "aborted"
    ANNULLED = "annulled"
    ABANDONED = "abandoned"

    @property
    def from_rules(self) -> bool:
        """Return whether the position alone gives this reason.

        >>> Reason.STUCK.from_rules, Reason.TIMEOUT.from_rules
        (True, False)
        """
        return self in _FROM_RULES

    @property
    def by_count(self) -> bool:
        """Return whether the winner is ahead by the count.

        >>> Reason.COUNT_2.by_count, Reason.DRAW.by_count
        (True, False)
        """
        return self in _BY_COUNT

    @property
    def has_winner(self) -> bool | None:
        """Return whether a game that ends for this reason has a winner; None if it may have one.

        >>> Reason.TIMEOUT.has_winner, Reason.AGREEMENT.has_winner, Reason.ADJUDICATION.has_winner
        (True, False, None)
        """
        return None if self is Reason.ADJUDICATION else self not in _WITHOUT_WINNER

    def fits(self, winner: "Color | None") -> bool:
        """Return whether a game can end for this reason with this winner, or without one.

        >>> Reason.TIMEOUT.fits(None), Reason.ADJUDICATION.fits(None)
        (False, True)
        """
        return self.has_winner in {None, winner is not None}


_BY_COUNT = frozenset({Reason.COUNT_3, Reason.COUNT_2, Reason.COUNT_1})
_FROM_RULES = frozenset(
    {Reason.THREE_TOWERS, Reason.COUNT_3, Reason.COUNT_2, Reason.COUNT_1, Reason.DRAW, Reason.STUCK},
)
_DRAWN = frozenset({Reason.DRAW, Reason.AGREEMENT})
_WITHOUT_RESULT = frozenset({Reason.ABORTED, Reason.ANNULLED, Reason.ABANDONED})
_WITHOUT_WINNER = _DRAWN | _WITHOUT_RESULT


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. ``winner`` is None for a draw and for a game that was canceled.

    Its text is a result (``white``, ``black``, ``draw`` or ``none``) and the reason.

    Raises:
        ValueError: the reason needs a winner and there is none, or the other way around.

    >>> print(Outcome(Color.WHITE, Reason.THREE_TOWERS))
    white three-towers
    >>> print(Outcome(None, Reason.DRAW))
    draw draw
    """

    winner: Color | None
    reason: Reason

    def __post_init__(self) -> None:
        if not self.reason.fits(self.winner):
            article = "a" if self.reason.has_winner else "no"
            message = f"an outcome for the reason {self.reason} has {article} winner"
            raise ValueError(message)

    @property
    def result(self) -> str:
        """Return the winner's color, ``draw``, or ``none`` for a game that doesn't count for anyone.

        >>> Outcome(None, Reason.AGREEMENT).result, Outcome(None, Reason.ABORTED).result
        ('draw', 'none')
        """
        if self.winner is not None:
            return self.winner.value
        return "none" if self.reason in _WITHOUT_RESULT else "draw"

    def __str__(self) -> str:
        return f"{self.result} {self.reason.value}"


@dataclass(frozen=True, slots=True)
class Lead:
    """By how much a player is ahead when the count decides.

    >>> Lead(Color.WHITE, Reason.COUNT_3, 1).spaces
    1
    """

    leader: Color
    """The player."""
    reason: Reason
    """What they control more of: complete Towers, spaces of two pieces, or spaces of one piece."""
    spaces: int
    """How many more of them."""


def controlled_towers(own: int, filled: int) -> int:
    """Return the spaces of the complete Towers controlled by the player whose pieces fill ``own``."""
    return three(filled) & two_or_more(own)


def three_towers(one: int, other: int) -> bool:
    """Return whether one of the players whose pieces fill these slots controls enough Towers to have won."""
    filled = one | other
    if three(filled).bit_count() < TOWERS_TO_WIN:
        return False
    return any(controlled_towers(own, filled).bit_count() >= TOWERS_TO_WIN for own in (one, other))


def final_outcome(white: int, black: int, *, stuck_loses: bool) -> Outcome:
    """Return how the game ended on a board where no move is legal.

    Args:
        white: The slots that White's pieces fill.
        black: The slots that Black's pieces fill.
        stuck_loses: Whether the player to move loses by still holding pieces.
    """
    filled = white | black
    if three_towers(white, black):
        white_leads = controlled_towers(white, filled).bit_count() == TOWERS_TO_WIN
        return Outcome(Color.WHITE if white_leads else Color.BLACK, Reason.THREE_TOWERS)
    if stuck_loses and filled.bit_count() < _ALL_PIECES:
        black_is_stuck = filled.bit_count() % 2
        return Outcome(Color.WHITE if black_is_stuck else Color.BLACK, Reason.STUCK)
    lead = lead_by_count(white, black)
    return Outcome(lead.leader, lead.reason) if lead else Outcome(None, Reason.DRAW)


def lead_by_count(white: int, black: int) -> Lead | None:
    """Return who is ahead by the count, on the first level that isn't equal; None if all are.

    A space of two pieces is controlled if both are of one color.

    Args:
        white: The slots that White's pieces fill.
        black: The slots that Black's pieces fill.
    """
    filled = white | black
    complete, several = three(filled), two_or_more(filled)
    levels = (
        (Reason.COUNT_3, two_or_more(white) & complete, two_or_more(black) & complete),
        (Reason.COUNT_2, two_or_more(white) & ~complete, two_or_more(black) & ~complete),
        (Reason.COUNT_1, one_or_more(white) & ~several, one_or_more(black) & ~several),
    )
    for reason, white_spaces, black_spaces in levels:
        lead = white_spaces.bit_count() - black_spaces.bit_count()
        if lead:
            return Lead(Color.WHITE if lead > 0 else Color.BLACK, reason, abs(lead))
    return None
