"""Shows what people wrote as plain text, even if it contains Discord's formatting."""

import re
from unicodedata import bidirectional

# Everything that can begin, end or separate something in Discord's markdown: emphasis, links, mentions,
# timestamps, commands, emojis, headings, quotes, lists. Discord drops a backslash before any such mark.
_MARKUP = re.compile(r"[\\*_~|`<>\[\]()#+\-.@:/]")
# These would reverse the text beside them.
_DIRECTION_CONTROLS = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_LINE_BREAKS_AND_CONTROLS = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029]+")

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_FIRST_STRONG_ISOLATE, _POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"

_NOTHING_TO_SEE = "?"


def escaped(text: str) -> str:
    r"""``text`` for a message that shows all of it as is.

    >>> print(escaped("<@123> *hi*"))
    \<\@123\> \*hi\*
    """
    return _MARKUP.sub(r"\\\g<0>", text)


def on_one_line(text: str, longest: int | None = None) -> str:
    r"""``text`` on one line, without affecting anything beside it; never empty.

    Right-to-left words are isolated: otherwise the numbers and punctuation after them would change sides.
    Text of more than ``longest`` characters ends in an ellipsis.

    >>> on_one_line(" Ada\n Byron ")
    'Ada Byron'
    >>> on_one_line("Ada Byron", longest=5)
    'Ada…'
    """
    plain = _LINE_BREAKS_AND_CONTROLS.sub(" ", _DIRECTION_CONTROLS.sub("", text)).strip() or _NOTHING_TO_SEE
    if longest is not None and len(plain) > longest:
        plain = f"{plain[: longest - 1].rstrip()}…"
    if any(bidirectional(character) in _RIGHT_TO_LEFT for character in plain):
        return f"{_FIRST_STRONG_ISOLATE}{plain}{_POP_DIRECTIONAL_ISOLATE}"
    return plain
