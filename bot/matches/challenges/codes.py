"""The codes by which open challenges are joined from elsewhere."""

from random import Random

LENGTH = 6

# Neither vowels, which make words, nor what is taken for another: B 8, I L 1, O 0, S 5, Z 2.
_SIGNS = "346789CDFGHJKMNPQRTVWXY"


def draw_code(random: Random) -> str:
    """A code such as ``K7M4QX``, of some 150 million."""
    return "".join(random.choice(_SIGNS) for _ in range(LENGTH))


def parse_code(text: str) -> str | None:
    """Read a code in any case, with spaces and dashes around or in it; None for anything else.

    >>> parse_code(" k7m-4qx ")
    'K7M4QX'
    >>> parse_code("no code") is None
    True
    """
    code = "".join(text.split()).replace("-", "").upper()
    return code if len(code) == LENGTH and set(code) <= set(_SIGNS) else None
