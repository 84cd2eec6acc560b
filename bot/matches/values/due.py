"""What comes due without a click."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from bot.matches.values.clocks import DueKind
from bot.store.clocks.due_times import DueRow


@dataclass(frozen=True, slots=True)
class Due:
    """Something of a ``kind`` that has come due ``at`` an instant.

    ``about`` is the number of the game or the challenge, or the id of the player on vacation. ``id`` and
    ``at`` name what is stored: once it is put off or done, they no longer match.
    """

    id: int
    kind: DueKind
    at: datetime
    about: int

    @classmethod
    def of(cls, row: DueRow) -> Self:
        """Return what a row stands for.

        Raises:
            ValueError: it refers to nothing, which the database rules out.
        """
        kind = DueKind(row.kind)
        about = {DueKind.CHALLENGE: row.challenge_id, DueKind.VACATION: row.player_id}.get(kind, row.game_id)
        if about is None:
            raise ValueError(row)
        return cls(row.id, kind, row.at, about)
