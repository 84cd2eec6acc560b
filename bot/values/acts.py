"""What moderators can do."""

from dataclasses import dataclass
from enum import StrEnum


class ActKind(StrEnum):
    """What a moderator can do to a game: end a running one without a result, or annul a finished one's.

    ``EXCLUDE`` keeps someone from voting in it.
    """

    END = "annul"
    ANNUL = "annul-result"
    EXCLUDE = "exclude"


@dataclass(frozen=True, slots=True)
class Opponent:
    """The other server of a team match, by its name."""

    name: str


class EventActKind(StrEnum):
    """What a moderator can do to an event (remove someone, let it end later, cancel it), or to a league."""

    REMOVE = "cup-remove"
    PROLONG = "cup-prolong"
    CANCEL = "cup-cancel"
    STOP_LEAGUE = "league-stop"
