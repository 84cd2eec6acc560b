"""What comes due without a click."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from bot.matches.values.clocks import DueKind
from bot.store.clocks.due_times import DueRow


@dataclass(frozen=True, slots=True)
class Due:
    """Something of a ``kind`` that has come due ``at`` an instant.

    ``about`` is the number of the game or of the challenge, or the id of the player on vacation; if the kind
    is unknown, it's nothing of use. ``id`` and ``at`` name what is stored: once put off or done, it no longer
    has them.
    """

    id: int
    kind: DueKind
    at: datetime
    about: int

    @classmethod
    def of(cls, row: DueRow) -> Self:
        """What a row stands for.

        Raises:
            ValueError: it is about nothing, which the database rules out.
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
