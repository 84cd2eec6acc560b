"""What buttons, menus and forms mean, and how their custom_ids say it.

Each is declared once, as a class beside the handler that answers it::

    class ConfirmResignation(CustomId, word="resign"):
        game: int


    @on_click(ConfirmResignation)
    async def resign(context: Context, clicked: ConfirmResignation) -> None: ...

Its custom_id is the word of the class and its fields in order, with colons between them: ``resign:3k9x``.
The bot knows nothing else about a button, so buttons go on working after any restart. The type of a field
says how it's written:

================  ==========================================================
``int``           a key of the database or of Discord, in base 36
``Count``         a small number, in decimal
``bool``          ``1`` or ``0``
``str``           a word: up to 32 of the characters ``a-z0-9-``
an enum           its value; ``X | Y`` are the values of both
``Move``, ``Space``  their texts: ``Tc2n``, ``c2``
``tuple[Move, ...]``  moves with hyphens between them
``Line``          a line of play, packed into three parts
``X | None``      nothing, if it's None
a dataclass       its fields, in order
================  ==========================================================
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Final, Union, dataclass_transform, get_args, get_origin

import discord
from discord import ui

from bot.locale import Wording, Words
from bot.ui.message.content import Button
from bot.values.base36 import format_number, read_number
from bot.values.errors import Refusal, sentence
from bot.values.lines import Line
from bot.values.standings import HistoryFilter
from engine import Level, Move, Space

LONGEST: Final = 100
"""Discord's limit for the number of characters."""

MOST: Final = 999_999_999
"""The largest count."""

_BETWEEN_FIELDS = ":"
_BETWEEN_MOVES = "-"
_WORD = re.compile(r"[a-z0-9-]{1,32}")


class UnknownButtonError(Refusal):
    """No button of this bot has such a custom_id, or what it means doesn't exist."""

    says = sentence("This button no longer works. See /pyrga help.")


@dataclass(frozen=True, slots=True)
class _Codec:
    """How values of a type are written and read. ``read`` raises ValueError. The text has this many parts."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    parts: int = 1


def _read_count(text: str) -> int:
    count = int(text)
    if count not in range(MOST + 1):
        raise ValueError(text)
    return count


Count = Annotated[int, _Codec(str, _read_count)]
"""A number from 0 to ``MOST``, such as a page or a revision."""

Chosen = Annotated[
    tuple[tuple[str, ...], ...],
    _Codec(
        lambda chosen: "/".join(".".join(values) for values in chosen),
        lambda text: tuple(tuple(filter(None, values.split("."))) for values in text.split("/")),
    ),
]
"""What was chosen in the fields of a form, in their order."""


@dataclass_transform(frozen_default=True)
class CustomId:
    """The base of all that buttons, menus and forms can mean. Its subclasses become frozen dataclasses.

    ``word``, which no other class has, begins their custom_ids. ``label`` is what their buttons say, unless
    that depends on where they are.

    >>> class Example(CustomId, word="example"):
    ...     game: int
    ...     page: Count = 0
    >>> str(Example(165813, 2))
    'example:3jxx:2'
    >>> decode("example:3jxx:2")
    Example(game=165813, page=2)
    """

    _word: ClassVar[str]
    _codec: ClassVar[_Codec]
    label: ClassVar[Wording]

    def __init_subclass__(cls, *, word: str, label: Wording | None = None) -> None:
        if word in _classes:
            raise ValueError(word)
        dataclass(frozen=True)(cls)
        cls._word = word
        if label is not None:
            cls.label = label
        cls._codec = _codec_of_fields(cls)
        _classes[word] = cls

    def __str__(self) -> str:
        text = self._codec.write(self)
        return _BETWEEN_FIELDS.join([self._word, text] if self._codec.parts else [self._word])


_classes: Final[dict[str, type[CustomId]]] = {}

# What buttons on older messages begin with, and what that is now.
_FORMER_WORDS: Final = {
    "annul-nothing": "keep:game",
    "ask-abort": "ask-first:abort",
    "ask-delete": "ask-first:delete",
    "ask-resign": "ask-first:resign",
    "ask-take-back": "ask-first:take-back",
    "ask-vacation": "ask-first:vacation",
    "cup-ask-annul": "ask-first:cup-annul",
    "cup-ask-cancel": "ask-first:cup-cancel",
    "cup-ask-longer": "ask-first:cup-longer",
    "cup-ask-remove": "ask-first:cup-remove",
    "cup-stay": "keep:rest",
    "delete-nothing": "keep:data",
    "keep-playing": "keep:game",
    "league-ask-leave": "ask-first:league-leave",
    "league-ask-stop": "ask-first:league-stop",
    "team-ask-cancel": "ask-first:team-cancel",
}


def decode(text: str) -> CustomId:
    """Return what a custom_id means. There is exactly one custom_id for each meaning.

    Raises:
        UnknownButtonError: it means nothing.
    """
    word, between, rest = text.partition(_BETWEEN_FIELDS)
    if word in _FORMER_WORDS:
        return decode(f"{_FORMER_WORDS[word]}{between}{rest}")
    try:
        found: CustomId = _classes[word]._codec.read(rest)  # noqa: SLF001 - the class is in this module
    except (KeyError, ValueError):
        raise UnknownButtonError from None
    if str(found) != text or len(text) > LONGEST:
        raise UnknownButtonError
    return found


def _codec_of(kind: Any) -> _Codec:
    if get_origin(kind) is Annotated:
        codec: _Codec = kind.__metadata__[0]
        return codec
    if get_origin(kind) in {Union, UnionType}:
        known = [each for each in get_args(kind) if each is not NoneType]
        enums = {str(member.value): member for each in known[1:] and known for member in each}
        return _codec_or_none(_codec_of_names(enums) if enums else _codec_of(known[0]))
    if kind in _KNOWN:
        return _KNOWN[kind]
    if is_dataclass(kind):
        return _codec_of_fields(kind)
    return _codec_of_names({str(member.value): member for member in kind})


def _codec_of_fields(kind: Any) -> _Codec:
    codecs = {field.name: _codec_of(field.type) for field in fields(kind)}

    def write(value: Any) -> str:
        return _BETWEEN_FIELDS.join([codec.write(getattr(value, name)) for name, codec in codecs.items()])

    def read(text: str) -> Any:
        parts, values = text.split(_BETWEEN_FIELDS) if text else [], []
        for codec in codecs.values():
            values.append(codec.read(_BETWEEN_FIELDS.join(parts[: codec.parts])))
            del parts[: codec.parts]
        if parts:
            raise ValueError(text)
        return kind(*values)

    return _Codec(write, read, sum(codec.parts for codec in codecs.values()))


def _codec_or_none(codec: _Codec) -> _Codec:
    return _Codec(
        lambda value: "" if value is None else codec.write(value),
        lambda text: codec.read(text) if text else None,
    )


def _codec_of_names(values: Mapping[str, Enum | bool]) -> _Codec:
    names = {value: name for name, value in values.items()}

    def read(text: str) -> Enum | bool:
        if text not in values:
            raise ValueError(text)
        return values[text]

    return _Codec(names.__getitem__, read)


def _read_word(text: str) -> str:
    if not _WORD.fullmatch(text):
        raise ValueError(text)
    return text


def _write_moves(moves: tuple[Move, ...]) -> str:
    return _BETWEEN_MOVES.join(map(str, moves))


def _read_moves(text: str) -> tuple[Move, ...]:
    return tuple(map(Move.parse, text.split(_BETWEEN_MOVES))) if text else ()


_KNOWN: Final[dict[Any, _Codec]] = {
    bool: _codec_of_names({"0": False, "1": True}),
    int: _Codec(format_number, read_number),
    str: _Codec(str, _read_word),
    Move: _Codec(str, Move.parse),
    Space: _Codec(str, Space.parse),
    Line: _Codec(Line.packed, Line.unpack, 3),
    tuple[Move, ...]: _Codec(_write_moves, _read_moves),
    CustomId: _Codec(str, decode, LONGEST),
}


class Ask(CustomId, word="ask-first"):
    """Asks whether to do what the button ``about`` would do at once: see ``on_click``."""

    about: CustomId


class OpenAnalysis(CustomId, word="analyze", label=lambda words: words.label("button", "Analyze")):
    """Opens an analysis board after ``line``."""

    line: Line


class OpenLesson(CustomId, word="lesson", label=lambda words: words.say("Lesson")):
    """Opens a step of the lesson, the first being 1."""

    step: Count


class OpenAnyPuzzle(CustomId, word="any-puzzle", label=lambda words: words.say("Puzzle")):
    """Opens the next puzzle that the person hasn't finished."""


class PlayComputer(CustomId, word="computer"):
    """Starts a game with the computer.

    The default ``level`` is one above the highest that the person has beaten.
    """

    level: Level | None


class PlayToday(CustomId, word="today", label=lambda words: words.say("Today's game")):
    """Shows the person their board of the game of the day, which begins unless it has."""


class ShowDayResult(CustomId, word="day-result", label=lambda words: words.label("button", "Result")):
    """Shows what the person's ``game`` of the day was worth."""

    game: int


class ChooseOpponent(CustomId, word="opponent"):
    """The menu of the people who can be challenged."""


class ChallengePerson(CustomId, word="challenge-person"):
    """Challenges the person whose id is ``player``, on the server's terms."""

    player: int


class AskWhomToChallenge(CustomId, word="whom"):
    """Asks the person whom they want to challenge."""


class JoinChallenge(CustomId, word="join"):
    """Accepts or joins ``challenge`` from elsewhere than its card."""

    challenge: int


class FindOpponent(CustomId, word="find"):
    """Looks for an opponent on the usual terms, or shows the searches of someone who already does."""


class BlockOpponent(CustomId, word="block-opponent"):
    """Blocks the other player of ``game``."""

    game: int


class ShowHelp(CustomId, word="help", label=lambda words: words.say("Help")):
    """Explains the buttons of ``game`` and what moves are possible in it."""

    game: int


class ShowHistory(CustomId, word="history"):
    """Shows a page, the first being 0, of a player's finished games, with the filters that apply."""

    player: int
    wanted: HistoryFilter
    page: Count


class ShowReplay(CustomId, word="replay", label=lambda words: words.label("button", "Replay")):
    """Shows the last position of ``game``."""

    game: int


class ShareGame(CustomId, word="share", label=lambda words: words.label("button", "Share")):
    """Posts all of ``game`` in the channel, as an animation."""

    game: int


class ShowReview(CustomId, word="review", label=lambda words: words.label("button", "Review")):
    """Reviews ``game``."""

    game: int


def button(
    custom_id: CustomId,
    label: str | Words,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    enabled: bool = True,
    icon: discord.PartialEmoji | None = None,
) -> Button:
    """Return a button for a message, with its own ``label``, or that of its class in these words.

    ``icon`` is before the label, which may be empty then, and a screen reader says its name.
    """
    text = type(custom_id).label(label) if isinstance(label, Words) else label
    return ui.Button(
        custom_id=str(custom_id), label=text or None, style=style, disabled=not enabled, emoji=icon
    )
