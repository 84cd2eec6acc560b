"""Which parts of a display name are drawn, in what order, and with what font.

Pillow shapes one run of text in one font and one direction; this module cuts a name into such runs. Font
fallback works by grapheme cluster. The order of runs follows the Unicode bidirectional algorithm (UAX 9),
reduced to what one line without explicit marks needs. python-bidi only gives reordered text, without levels,
and its older interface, which has them, doesn't pair brackets.
"""

import unicodedata
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from render.text.repertoire import ANY_FONT, EMOJI, EMOJI_FIRST, coverage

MARKS = 2
"""Combining marks kept on one base character."""

LONGEST = 64
"""Maximum number of characters of a name that are read; Discord allows 32."""

JOINER = "\u200d"
NON_JOINER = "\u200c"
TEXT_STYLE = "\ufe0e"
EMOJI_STYLE = "\ufe0f"
KEYCAP = "\u20e3"
INVISIBLE = frozenset((JOINER, NON_JOINER, TEXT_STYLE, EMOJI_STYLE))
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that are blank on purpose; they count as spaces."""
BRACKETS = {"(": ")", "[": "]", "{": "}"}
SKIN_TONES = range(0x1F3FB, 0x1F400)
FLAG_LETTERS = range(0x1F1E6, 0x1F200)
TAGS = range(0xE0020, 0xE0080)
BLACK_FLAG = "\U0001f3f4"

EMOJI_RUN = -1
"""The ``Run.font`` of a run of color emoji."""


@dataclass(frozen=True, slots=True)
class Run:
    """Adjacent clusters that are drawn with one font in one direction.

    ``font`` is a number of ``render.text.repertoire.CHAIN``, or ``EMOJI_RUN``; ``clusters`` are in reading
    order.
    """

    clusters: tuple[str, ...]
    font: int
    leftwards: bool

    @property
    def text(self) -> str:
        """Return the run as text, in reading order."""
        return "".join(self.clusters)


def clusters(name: str) -> tuple[str, ...]:
    """Return the name's grapheme clusters, normalized (NFC), without control and bidi-override characters.

    White space becomes a single plain space, and is removed at the ends. Blank characters count as white
    space.
    """
    found: list[str] = []
    for character in unicodedata.normalize("NFC", name[:LONGEST]):
        category = unicodedata.category(character)
        if character in BLANKS or category in {"Zs", "Zl", "Zp"} or character in "\t\n\r":
            if found and found[-1] != " ":
                found.append(" ")
        elif found and _extends(found[-1], character, category):
            if (
                not category.startswith("M")
                or _marks(found[-1]) < MARKS
                or category == "Mc"
                or character == EMOJI_STYLE
            ):
                found[-1] += character
        elif category[0] not in "CM":
            found.append(character)
    if found and found[-1] == " ":
        found.pop()
    return tuple(found)


def _extends(cluster: str, character: str, category: str) -> bool:
    """Return whether a character belongs to the cluster before it."""
    code = ord(character)
    if cluster == " ":
        return False
    if code in FLAG_LETTERS:
        return len(cluster) == 1 and ord(cluster) in FLAG_LETTERS
    if cluster[-1] == JOINER:
        return coverage(character) & EMOJI != 0
    if code in TAGS:
        return cluster[0] == BLACK_FLAG
    if category[0] == "M" or character in INVISIBLE or code in SKIN_TONES:
        return True
    return category == "Lo" and unicodedata.combining(cluster[-1]) == _VIRAMA


_VIRAMA = 9
"""Canonical combining class of the sign that joins two consonants of an Indic script."""


def _marks(cluster: str) -> int:
    """Return how many combining marks the cluster's last base carries."""
    count = 0
    for character in reversed(cluster):
        if character in INVISIBLE:
            continue
        if unicodedata.category(character) not in {"Mn", "Me"}:
            break
        count += 1
    return count


def runs(text: tuple[str, ...], *, emoji: bool) -> tuple[Run, ...]:
    """Return clusters as runs, ordered from left to right on the line.

    Clusters that no font has are left out; so are emoji if there is no ``emoji`` font.
    """
    drawn: list[tuple[str, int]] = []
    for cluster in text:
        fitted = _fitted(cluster, drawn[-1][1] if drawn else 0, emoji=emoji)
        if fitted:
            drawn.append(fitted)
    levels = _levels([cluster for cluster, _ in drawn])
    together = [
        (level, Run(tuple(cluster for (cluster, _), _ in part), font, level % 2 == 1))
        for (font, level), part in (
            (key, list(group))
            for key, group in groupby(zip(drawn, levels, strict=True), key=lambda item: (item[0][1], item[1]))
        )
    ]
    return _in_visual_order(together)


def _fitted(cluster: str, previous: int, *, emoji: bool) -> tuple[str, int] | None:
    """Return the cluster, without marks that its font lacks, and the font; None if nothing can draw it."""
    base = coverage(cluster[0])
    wants_color = (
        base & EMOJI_FIRST or EMOJI_STYLE in cluster or KEYCAP in cluster
    ) and TEXT_STYLE not in cluster
    if emoji and base & EMOJI and wants_color:
        return cluster, EMOJI_RUN
    if base & ANY_FONT == 0:
        return None
    if wants_color and len(cluster.rstrip(EMOJI_STYLE)) > 1 and base & EMOJI_FIRST:
        return None
    if cluster == " " and previous >= 0 and base >> previous & 1:
        return cluster, previous
    common = base
    for character in cluster[1:]:
        if character not in INVISIBLE and common & coverage(character) & ANY_FONT:
            common &= coverage(character)
    font = (common & -common).bit_length() - 1
    kept = (c for c in cluster if c in (JOINER, NON_JOINER) or coverage(c) >> font & 1)
    return "".join(kept), font


_STRONG = {"L": "L", "R": "R", "AL": "R", "EN": "N", "AN": "N"}


def _levels(text: list[str]) -> list[int]:
    """Return the embedding level of each cluster: odd ones are read to the left."""
    kinds = [_STRONG.get(unicodedata.bidirectional(cluster[0]), "") for cluster in text]
    strong = [kind for kind in kinds if kind in {"L", "R"}]
    base = 1 if strong[:1] == ["R"] else 0
    edge = "R" if base else "L"
    before = edge
    resolved = list(kinds)
    for place, kind in enumerate(kinds):
        if kind in {"L", "R"}:
            before = kind
        elif kind == "N" and before == "L":
            resolved[place] = "L"
    _resolve_brackets(text, resolved, edge)
    for place, kind in enumerate(resolved):
        if kind:
            continue
        left = "L" if place == 0 and not base else _side(resolved[place - 1]) if place else edge
        right = next((_side(other) for other in resolved[place:] if other), edge)
        resolved[place] = left if left == right else edge
    return [{"L": 2 * base, "R": 1, "N": 2}[kind] for kind in resolved]


def _resolve_brackets(text: list[str], resolved: list[str], edge: str) -> None:
    """Give both brackets of a pair one direction (rule N0 of UAX 9)."""
    opened: list[int] = []
    for place, cluster in enumerate(text):
        if cluster in BRACKETS:
            opened.append(place)
        elif opened and cluster == BRACKETS[text[opened[-1]]]:
            start = opened.pop()
            inside = {_side(kind) for kind in resolved[start + 1 : place] if kind}
            before = next((_side(kind) for kind in reversed(resolved[:start]) if kind), edge)
            if inside:
                resolved[start] = resolved[place] = before if inside == {before} else edge


def _side(kind: str) -> str:
    """Return the direction that a neighbor sees: a number in right-to-left text counts as right-to-left."""
    return "R" if kind == "N" else kind


def _in_visual_order(together: list[tuple[int, Run]]) -> tuple[Run, ...]:
    """Return runs with their levels, turned from reading order (rule L2 of UAX 9)."""
    for lowest in (2, 1):
        ordered: list[tuple[int, Run]] = []
        for turned, group in groupby(together, key=partial(_reaches, lowest)):
            part = list(group)
            ordered += reversed(part) if turned else part
        together = ordered
    return tuple(run for _, run in together)


def _reaches(lowest: int, leveled: tuple[int, Run]) -> bool:
    return leveled[0] >= lowest
