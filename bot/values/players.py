"""Players, what they can be called, and the places where they play.

What people wrote comes in through ``shown``; what a host reads goes out through ``printable``.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Final

from engine import Color

LEVELS = range(1, 9)
"""The computer's levels, from weakest to strongest.

Each is also a player whose id is the level; Discord's ids are never that small.
"""

CROWD_IDS = range(9, 11)
"""The ids of the players that are channels: the first as White, the second as Black."""

DELETED_NAME = "Deleted player"
"""The English name of everyone whose data was deleted. It's stored like any name."""

NAMELESS = "?"
"""The name of a player whose name shows nothing."""

USUAL_REMINDERS = frozenset({12})
"""The default reminder hours."""


CROWDS = dict(zip(Color, CROWD_IDS, strict=True))
"""The ids of channels as players, by their color."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person, with their Discord user id and name; the computer, whose id is its level; or a channel.

    If the ``name`` is that of a person in a server, ``account_name`` is the one of their account; otherwise
    it's None. Both are as ``shown`` leaves them. The id of someone whose data was deleted is random and
    negative.
    """

    id: int
    name: str
    # Whoever has the same id and is called the same here is the same, whatever else is known of them.
    account_name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        account_name = None if self.account_name is None else shown(self.account_name) or NAMELESS
        object.__setattr__(self, "account_name", account_name)
        object.__setattr__(self, "name", shown(self.name) or account_name or NAMELESS)

    @property
    def level(self) -> int | None:
        """Return the level of the computer; None for a person."""
        return self.id if self.id in LEVELS else None

    @property
    def is_crowd(self) -> bool:
        """Return whether it's a channel, where people vote."""
        return self.id in CROWD_IDS

    @property
    def is_person(self) -> bool:
        """Return whether it's a person, even if their data was deleted."""
        return self.level is None and not self.is_crowd

    @property
    def outside_servers(self) -> "Player":
        """Return the same player as people outside the server know them: under their account's name."""
        if self.account_name is None or not self.is_person:
            return self
        return Player(self.id, self.account_name)

    @property
    def is_deleted(self) -> bool:
        """Return whether this was someone whose data was deleted. No one can reach them."""
        return self.id < 0


class ThemeName(StrEnum):
    """Which look a board has; ``render`` has the colors."""

    AEGEAN = "aegean"
    LIMESTONE = "limestone"
    BASALT = "basalt"


class NotificationMode(StrEnum):
    """How a player wants to be told that it's their turn: in the channel, in a DM, or not at all."""

    MENTION = "mention"
    PRIVATE = "private"
    NONE = "none"


class ChallengePolicy(StrEnum):
    """Who may challenge a player: everyone, anyone they've played, or no one."""

    EVERYONE = "everyone"
    ACQUAINTANCES = "acquaintances"
    NOBODY = "nobody"


class NoticeReach(StrEnum):
    """Of whose searches a player wants to hear: in servers where they said so, or also everywhere else."""

    SERVERS = "servers"
    EVERYWHERE = "everywhere"


class GamePuzzles(StrEnum):
    """Whether a player's finished games may become puzzles in their servers, perhaps with their name."""

    OFF = "off"
    UNNAMED = "unnamed"
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class Controls:
    """How a player chooses moves: with or without a confirmation, and in one menu or with many buttons.

    On ``turned`` boards, which are only for them, Black is below.
    """

    confirm: bool = False
    compact: bool = False
    turned: bool = False


USUAL_CONTROLS = Controls()
"""The controls of a player who never chose."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in Discord: a channel, and its server, or None if it isn't in one.

    ``reachable`` says whether the bot can post and edit there on its own. Elsewhere it can only respond, for
    15 minutes after each click or command. It's stored with a challenge and a game, because a later click may
    come from someone for whom the bot is installed differently.
    """

    guild_id: int | None
    channel_id: int
    reachable: bool = True


FORGOTTEN_PLACE = Place(None, 0, reachable=False)
"""Somewhere outside servers, where someone who deleted their data was. The bot no longer knows where."""


# What a name shows

_MOST_MARKS: Final = 3
"""Maximum number of combining marks on one character. Names in any language have fewer; more cover lines."""

# White space, control characters, and letters and symbols that are blank: of Hangul, Khmer, Braille, Khitan,
# and music.
_BLANKS: Final = re.compile(
    "[\\s\0-\x1f\x7f-\x9f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159]+"
)

# What Unicode calls ignorable by default, apart from joiners and styles of emojis; controls of layout; halves
# of pairs; and what stands for an object.
_NOTHING: Final = re.compile(
    "[\xad\u034f\u061c\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0d"
    "\ufeff\ufff0-\ufffc\ufffe\uffff\ud800-\udfff\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a]"
)

# A flag of a region is a black flag and its letters in tags. Anywhere else, tags and what follows them show
# nothing.
_TAGS: Final = re.compile(
    "(\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f)|[\U000e0000-\U000e0fff]"
)

_ZWJ, _ZWNJ = "\u200d", "\u200c"
_EMOJI_STYLES: Final = "\ufe0e\ufe0f"
_KEYS: Final = "#*0123456789"
_VIRAMA: Final = 9
"""The combining class of the sign that takes the vowel from a letter in scripts of India."""


@lru_cache(maxsize=2048)
def shown(text: str) -> str:
    r"""Return what a text shows, on one line; empty if that's nothing.

    Emojis that are made of several stay as they are, and so do names that are read from right to left.

    >>> shown("\u202eAda\u200b \u3164 Byron\n")
    'Ada Byron'
    >>> shown("\u2800\u200d\u0301")
    ''
    """
    text = _TAGS.sub(lambda found: found[1] or "", _NOTHING.sub("", _BLANKS.sub(" ", text)))
    kept, marks = "", 0
    for index, sign in enumerate(text):
        if unicodedata.category(sign).startswith("M"):
            marks += 1
            fits = _carries(kept[-1:], sign) and marks <= _MOST_MARKS
        elif sign in {_ZWJ, _ZWNJ}:
            fits = _joins(kept[-1:], sign, text[index + 1 : index + 2])
        else:
            marks = 0
            fits = sign != " " or not kept.endswith(" ")
        kept += sign if fits else ""
    return kept.strip()


def printable(text: str) -> str:
    r"""Return a text for a terminal: what shows nothing or turns text around is escaped, as in JSON.

    >>> print(printable("Ada\u202e"))
    Ada\u202e
    """
    return _DOUBTFUL.sub(_escaped_if_hidden, text)


_DOUBTFUL: Final = re.compile(r"[^\n\t -~]")


def _escaped_if_hidden(found: re.Match[str]) -> str:
    sign = found[0]
    if sign.isprintable() and not any(pattern.match(sign) for pattern in (_BLANKS, _NOTHING, _TAGS)):
        return sign
    code = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{code[start : start + 4]}" for start in range(0, len(code), 4))


def _carries(before: str, mark: str) -> bool:
    """Return whether a mark has something to stand on: a style, what can be an emoji."""
    if before in {"", " "}:
        return False
    return mark not in _EMOJI_STYLES or before in _KEYS or unicodedata.category(before) in {"So", "Sm"}


def _joins(before: str, joiner: str, after: str) -> bool:
    """Return whether a joiner makes a difference: between emojis, or between letters that change shape."""
    if not before:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if not after:
        return False
    if joiner == _ZWJ and _is_emoji(after) and (_is_emoji(before) or before in _EMOJI_STYLES):
        return True
    return unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"


def _is_emoji(sign: str) -> bool:
    """Return whether a sign is an emoji or the color of one, also if Python is too old to know it."""
    return unicodedata.category(sign) == "So" or "\U0001f000" <= sign <= "\U0001faff"
