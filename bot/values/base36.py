"""Base 36, in which custom_ids have the keys of games and others: ``3k9x``."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LARGEST = 2**63 - 1
"""The largest key that both databases can hold."""

_LONGEST = len("1y2p0ij32e8e7")


def format_number(number: int) -> str:
    """Return the base-36 form of a number that is 0 or more.

    >>> format_number(165813)
    '3jxx'
    """
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if number == 0:
            return digits


def parse_number(text: str) -> int | None:
    """Read the base-36 form in upper or lower case; None for anything else, or if no key can be that large.

    >>> parse_number("3JXX")
    165813
    >>> parse_number("no such game") is None
    True
    """
    if not 0 < len(text) <= _LONGEST or not text.isascii() or not text.isalnum():
        return None
    number = int(text, 36)
    return number if number <= LARGEST else None


def read_number(text: str) -> int:
    """Return the number that ``parse_number`` finds in a text.

    >>> read_number("z")
    35
    """
    number = parse_number(text)
    if number is None:
        raise ValueError(text)
    return number
