"""What comes due without a click."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from bot.matches.values.clocks import DueKind
from bot.store.clocks.due_times import DueRow


@dataclass(frozen=True, slots=True)
class Due:
    """Something of a ``kind`` that came due ``at`` an instant.

    ``about`` is the number of the game or of the challenge, or the id of the player on vacation. If the kind
    is unknown, it means nothing. ``id`` and ``at`` identify what's stored, which changes once it's put off or
    done.
    """

    id: int
    kind: DueKind
    at: datetime
    about: int

    @classmethod
    def of(cls, row: DueRow) -> Self:
        """Return what a row stands for.

        Raises:
            ValueError: it isn't about anything, which the database rules out.
        """
        kind = DueKind(row.kind)
        abouts = {
            DueKind.CHALLENGE: row.challenge_id,
            DueKind.VACATION: row.player_id,
            DueKind.UNKNOWN: row.id,
        }
        about = abouts.get(kind, row.game_id)
        if about is None:
            raise ValueError(row)
        return cls(row.id, kind, row.at, about)
