"""The codes for joining open challenges from elsewhere."""

from random import Random

LENGTH = 6

# No vowels, which could form words, and nothing easily misread: B as 8, I and L as 1, O as 0, S as 5, Z as 2.
_SIGNS = "346789CDFGHJKMNPQRTVWXY"


def draw_code(random: Random) -> str:
    """Return a random code such as ``K7M4QX``, one of about 150 million."""
    return "".join(random.choice(_SIGNS) for _ in range(LENGTH))


def parse_code(text: str) -> str | None:
    """Read a code in upper or lower case, ignoring spaces and dashes; None for anything else.

    >>> parse_code(" k7m-4qx ")
    'K7M4QX'
    >>> parse_code("no code") is None
    True
    """
    code = "".join(text.split()).replace("-", "").upper()
    return code if len(code) == LENGTH and set(code) <= set(_SIGNS) else None
