"""Reads moves that people type, in notation or in words: ``Tc2n``, ``triangle c2 up``, ``▲ c2``.

The words come from the catalogs: those of the person's language, and the English ones.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.locale import Words
from bot.ui.board.move_buttons import in_reading_order
from bot.ui.text.words import SIGNS, bare
from engine import Direction, Kind, Move, Position, Space


@dataclass(frozen=True, slots=True)
class Column:
    """All spaces of a column, 0 (a) to 3 (d), for someone who types only its letter."""

    number: int


Part = Kind | Space | Column | Direction
Reading = tuple[Part, ...]
Vocabulary = Mapping[str, Reading]

_COMPACT = re.compile(r"(?P<kind>[stc])?(?P<space>[a-d][1-4])(?P<direction>[neswv])?")
_BETWEEN_WORDS = re.compile(r"[\s.,;:()/_-]+")
_ARROWS = {
    **dict.fromkeys("↑^⬆", Direction.NORTH),
    **dict.fromkeys("→>➡", Direction.EAST),
    **dict.fromkeys("↓v⬇", Direction.SOUTH),
    **dict.fromkeys("←<⬅", Direction.WEST),
}
_APART = re.compile(f"([{re.escape(''.join({*SIGNS, *_ARROWS} - {'v'}))}])")
_COLUMNS = {str(space)[0]: Column(space.column) for space in Space}
_LONGEST_PHRASE = 3


@dataclass(frozen=True, slots=True)
class TypedMove:
    """What someone typed, as far as it makes sense: the legal ``moves`` that it can mean.

    If there are none, ``understood`` says whether it's about some other move.
    """

    moves: tuple[Move, ...]
    understood: bool


def read_move(text: str, position: Position, languages: Sequence[Words]) -> TypedMove:
    """Return the legal moves that a text can mean, in the words of these languages.

    Case, accents and the order of the words don't matter, and what is clear anyway can be left out.
    """
    readings = _readings(_tokens(text), [_vocabulary(words) for words in languages])
    if not readings:
        return TypedMove((), understood=False)
    # The letter s is a Square rather than a direction, and a sign points where it does.
    best = max(map(_rank, readings))
    meant = [reading for reading in readings if _rank(reading) == best]
    found = {
        move for move in position.legal_moves for reading in meant if set(reading) <= set(_parts_of(move))
    }
    return TypedMove(tuple(in_reading_order(found)), understood=True)


def offered_moves(text: str, position: Position, languages: Sequence[Words]) -> Sequence[Move]:
    """Return the legal moves that a text means, then those that it can mean once it's typed to the end.

    Both are in reading order.
    """
    typed = _tokens(text)
    meant = read_move(text, position, languages).moves
    vocabularies = [_vocabulary(words) for words in languages]
    begun = [
        move
        for move in in_reading_order(position.legal_moves)
        if move not in meant and _begin(typed, _phrases_for(move, vocabularies), frozenset())
    ]
    return [*meant, *begun]


@lru_cache(maxsize=64)
def _vocabulary(words: Words) -> Vocabulary:
    """Return what each word or phrase means; those that mean nothing can stand between the others."""
    # Translators: these are what people type in /pyrga move, in any order: list all usual words in all their
    # forms, with commas between them. Capitals and accents make no difference.
    listed: dict[Reading, str] = {
        (Kind.SQUARE,): words.label("typed move", "square"),
        (Kind.TRIANGLE,): words.label("typed move", "triangle"),
        (Kind.CYLINDER,): words.label("typed move", "cylinder"),
        (Direction.NORTH,): words.label("typed move", "up, north"),
        (Direction.EAST,): words.label("typed move", "right, east"),
        (Direction.SOUTH,): words.label("typed move", "down, south"),
        (Direction.WEST,): words.label("typed move", "left, west"),
        # Translators: words that people may type as well and that mean nothing: "triangle on c2 pointing up".
        (): words.label("typed move", "on, at, to, pointing"),
    }
    return {
        " ".join(_tokens(phrase)): reading
        for reading, phrases in listed.items()
        for phrase in phrases.split(",")
    }


def _tokens(text: str) -> list[str]:
    """Return the words of a text, without capitals and accents; signs are words of their own."""
    return [token for token in _BETWEEN_WORDS.split(_APART.sub(r" \1 ", bare(text))) if token]


def _readings(tokens: Sequence[str], vocabularies: Iterable[Vocabulary]) -> list[Reading]:
    """Return the ways to read all words together so that they don't contradict each other."""
    known, rest = list(vocabularies), list(tokens)
    readings: list[Reading] = [()]
    while rest:
        length, meanings = _first_meanings(rest, known)
        joined = {frozenset((*reading, *meaning)) for reading in readings for meaning in meanings}
        # A move has one kind, one place, and one direction.
        readings = [tuple(parts) for parts in joined if len({*map(_slot, parts)}) == len(parts)]
        del rest[:length]
    return [reading for reading in readings if reading]


def _first_meanings(tokens: Sequence[str], known: Sequence[Vocabulary]) -> tuple[int, list[Reading]]:
    """Return how many words belong together at the beginning, and what they can mean."""
    for length in range(min(_LONGEST_PHRASE, len(tokens)), 0, -1):
        phrase = " ".join(tokens[:length])
        meanings = [each[phrase] for each in known if phrase in each]
        if length == 1:
            meanings += _meanings_of_signs(phrase)
        if meanings:
            return length, list(dict.fromkeys(meanings))
    return 1, []


def _meanings_of_signs(token: str) -> list[Reading]:
    if token in SIGNS:
        kind, direction = SIGNS[token]
        aimed: list[Reading] = [(kind, direction)] if direction else []
        return [*aimed, (kind,)]
    meanings: list[Reading] = []
    if token.upper() in set(Kind):
        meanings.append((Kind(token.upper()),))
    if token in set(Direction):
        meanings.append((Direction(token),))
    if token in _COLUMNS:
        meanings.append((_COLUMNS[token],))
    if token in _ARROWS:
        meanings.append((_ARROWS[token],))
    compact = _COMPACT.fullmatch(token)
    if compact is not None:
        letter, aim = compact["kind"], compact["direction"]
        meanings.append(
            (
                *((Kind(letter.upper()),) if letter else ()),
                Space.parse(compact["space"]),
                *((_ARROWS.get(aim) or Direction(aim),) if aim else ()),
            )
        )
    return meanings


def _slot(part: Part) -> type:
    return Space if isinstance(part, Column) else type(part)


def _rank(reading: Reading) -> tuple[bool, int]:
    return any(isinstance(part, Kind) for part in reading), len(reading)


def _parts_of(move: Move) -> Reading:
    return (
        move.kind,
        move.space,
        Column(move.space.column),
        *(() if move.direction is None else (move.direction,)),
    )


def _phrases_for(move: Move, vocabularies: Iterable[Vocabulary]) -> list[tuple[frozenset[type], list[str]]]:
    """Return everything that can be typed for a move: which parts it names, and its words."""
    parts = set(_parts_of(move))
    return [
        (frozenset({Kind, Space}), [str(move).lower()]),
        (frozenset({Space}), [str(move.space)]),
        *(
            (frozenset(map(_slot, reading)), phrase.split())
            for vocabulary in vocabularies
            for phrase, reading in vocabulary.items()
            if set(reading) <= parts
        ),
    ]


def _begin(
    typed: Sequence[str], phrases: Sequence[tuple[frozenset[type], list[str]]], named: frozenset[type]
) -> bool:
    """Return whether all words typed begin phrases for parts of a move, none of which is named twice."""
    if not typed:
        return True
    for slots, phrase in phrases:
        if slots & named:
            continue
        for length, (token, word) in enumerate(zip(typed, phrase, strict=False), start=1):
            # One letter stands for a column rather than for a word that means nothing.
            if not word.startswith(token) or (len(token) == 1 and word != token and not slots):
                break
            if _begin(typed[length:], phrases, named | slots):
                return True
    return False
