"""Texts that no one expects."""

from random import Random
from typing import Final

STRANGE: Final = (
    *("", " ", "\0", "a\0b", "\n\n", "\t", "\x1b[31m", "\x7f", "\ufeff", "\u200b", "\u202egnp.exe"),
    "\u2066\u2069",
    *("\ud800", "\udfff\ud83d", "x\udc00y", "👩\u200d👩\u200d👧", "Z\u0351\u036b\u0343\u032a\u0302", "İ"),
    *("ß", "Ǆ", "\uff11", "٣", "²", "\U0001d7cf"),
    *("0", "-1", "1", "00", "1.5", "1e308", "NaN", "Infinity", "None", "null", "true", "[]", "{}"),
    *("#1", "#0", "0x10"),
    *(str(2**31), str(2**53 + 1), str(2**63), str(-(2**63) - 1), "9" * 40, "z" * 13, "z" * 40),
    *("%s%n", "{0}", "{game}", "{incident}", "{0.__class__}", "\\", "'", '"', "'; DROP TABLE games;--"),
    "../../etc/passwd",
    *("@everyone", "<@101>", "<@&500>", "<#601>", "</pyrga:1>", "[x](https://example.org)", "```"),
    *("# big", "||spoiler||"),
    *("Sb2", "Tc2n", "Tc2", "C", "?", "p", "c", "t", "pyrga", "classic", "any", "mine", "server"),
    *("none", "1d", "90m", "1m " * 60),
    *("x" * 101, "x" * 1000, "x" * 10_000, "\U0001f3f0" * 2000, "-" * 100, ":" * 20, "-1-p-0", "1-0-0"),
    "101-pyrga",
)


def strange(random: Random) -> str:
    """Return one of them, or some of their characters."""
    text = random.choice(STRANGE)
    if random.random() < 0.3:
        other = random.choice(STRANGE)
        text = text[: random.randint(0, 20)] + other[: random.randint(0, 20)]
    return text
