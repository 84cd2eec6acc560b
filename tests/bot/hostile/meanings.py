"""What buttons, menus and forms can mean, at random: anything that the types of their fields allow."""

from dataclasses import fields, is_dataclass
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

import bot.ui.rooms  # noqa: F401 - declares them
from bot.ui.context import handlers
from bot.ui.message.custom_ids import MOST, Chosen, CustomId
from bot.ui.settings.personal_settings import PERSONAL_SETTINGS
from bot.ui.settings.server_settings import SERVER_SETTINGS
from bot.values.lines import Line
from engine import Move, Position, Ruleset, Space, puzzles

CLASSES: Final = sorted(CustomId.__subclasses__(), key=lambda each: each.__name__)

_ASKED = [family for use, family in handlers._handlers if use is handlers._Use.ASK]
_COUNTS = (0, 1, 1, 2, 3, 7, 12, 9999, MOST)
_NUMBERS = (0, 1, 2, 8, 9, 2**63 - 1)
_WORDS = (
    "nothing",
    *(setting.name for page in (*PERSONAL_SETTINGS, *SERVER_SETTINGS) for setting in page.settings),
    *(puzzle.number for puzzle in puzzles()[:40]),
)
_MOVES = Position.start(Ruleset.CLASSIC).legal_moves
_MOST_MOVES = 10


def made(kind: Any, random: Random, numbers: tuple[int, ...] = _NUMBERS) -> Any:
    """Return a value of a type that a field can have, or of a class; ``numbers`` are the keys in it."""
    simple = {bool: (False, True), int: numbers, str: _WORDS, Move: _MOVES, Space: tuple(Space)}
    if kind in simple:
        return random.choice(simple[kind])
    if kind is Line:
        return _line(random)
    if kind is CustomId:
        return made(random.choice(_ASKED), random, numbers)
    if is_dataclass(kind) and isinstance(kind, type):
        return kind(*(made(field.type, random, numbers) for field in fields(kind)))
    return _made_of_several(kind, random, numbers)


def _made_of_several(kind: Any, random: Random, numbers: tuple[int, ...]) -> Any:
    origin = get_origin(kind)
    if kind == Chosen:
        return (("2d",), (), ("rated", "double"))
    if origin is Annotated:
        return random.choice(_COUNTS)
    if origin is tuple:
        return tuple(random.choice(_MOVES) for _ in range(random.randint(0, _MOST_MOVES)))
    if origin in {Union, UnionType}:
        known = next(each for each in get_args(kind) if each is not NoneType)
        return random.choice((None, made(known, random, numbers)))
    return random.choice([*kind])


def _line(random: Random) -> Line:
    """Return a line from a position in a game, part of which has been played."""
    positions = [Position.start(random.choice([*Ruleset]))]
    moves: list[Move] = []
    for _ in range(random.randint(0, 30)):
        if not positions[-1].legal_moves:
            break
        moves.append(random.choice(positions[-1].legal_moves))
        positions.append(positions[-1].play(moves[-1]))
    start = random.randint(0, len(moves))
    return Line(positions[start], tuple(moves[start:]), random.randint(0, len(moves) - start))
