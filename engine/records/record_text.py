r"""The text form of a record, modeled on chess's PGN and specified in docs/notation.md.

[Ruleset "pyrga"]
[White "Ada"]
[Black "Bo"]
[Result "black"]
[Reason "resignation"]

{A short one.} 1. Sb3 2. Cb2! {blocks} 3. Tb2n
black
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.board.move import AmbiguousMoveError, InvalidMoveError
from engine.records.record import Record, RecordedMove, RecordError
from engine.records.record_header import RESULTS, header_of, record_from

__all__ = ["parse_record", "parse_records", "print_record"]

_LINE_WIDTH = 80
_CONTROL = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_IN_VALUE = re.compile(rf'[\\"{_CONTROL}]')
_IN_COMMENT = re.compile(rf"[\\{{}}{_CONTROL}]")
_ESCAPE = re.compile(r"\\(?:u(?P<code>[0-9a-fA-F]{4})|(?P<character>.))", re.DOTALL)
_ESCAPED = {"n": "\n", "\\": "\\", '"': '"', "{": "{", "}": "}"}

_TOKEN = re.compile(
    r"""
    \[ (?P<name> [A-Za-z]+ ) [ ]+ "(?P<value> (?: [^"\\\n] | \\[^\n] )* )" \]
    | \{ (?P<comment> (?: [^{}\\] | \\. )* ) \}
    | (?P<number> [0-9]{1,4} ) \.
    | (?P<word> [^\s\[\]{}]+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_SPACE = re.compile(r"\s+")
_UNREADABLE = {
    "{": "a comment is not closed",
    "[": 'a header field is not of the form [Name "value"]',
}


def print_record(record: Record) -> str:
    """Return the text form of ``record``, ending with a line break.

    >>> from engine import Record, RecordedMove, Ruleset
    >>> print(print_record(Record(Ruleset.PYRGA, (RecordedMove.parse("Sb3!"),), None, white="Ada")), end="")
    [Ruleset "pyrga"]
    [White "Ada"]
    [Result "ongoing"]
    <BLANKLINE>
    1. Sb3!
    ongoing
    """
    header = header_of(record)
    fields = (f'[{name.capitalize()} "{_IN_VALUE.sub(_escape, value)}"]' for name, value in header.items())
    return "\n".join((*fields, "", *_lines(_move_text(record)), header["result"], ""))


def parse_record(text: str) -> Record:
    """Return the one record that ``text`` holds.

    Raises:
        RecordError: the record is damaged; the error has the line and says what's wrong.

    >>> parse_record('[Ruleset "pyrga"] [Result "ongoing"] 1. Sb3 {solid} ongoing').moves[0].comment
    'solid'
    """
    drafts = _drafts(text)
    draft = next(drafts, None)
    if draft is None:
        message = "there is no record"
        raise RecordError(message, line=1)
    another = next(drafts, None)
    if another is not None:
        message = "there is more than one record"
        raise RecordError(message, line=another.line)
    return draft.record()


def parse_records(text: str) -> Iterator[Record]:
    """Yield the records that ``text`` holds one after the other.

    Raises:
        RecordError: a record is damaged; the error has the line and says what's wrong. Those before it have
            been yielded.

    >>> from engine import Record, Ruleset
    >>> [len(record.moves) for record in parse_records(2 * print_record(Record(Ruleset.PYRGA, (), None)))]
    [0, 0]
    """
    for draft in _drafts(text):
        yield draft.record()


def _drafts(text: str) -> Iterator["_Draft"]:
    draft, line = None, 1
    for token, line in _tokens(text):
        draft = draft or _Draft(line)
        draft.take(token, line)
        if draft.complete:
            yield draft
            draft = None
    if draft is not None:
        message = "the record breaks off: it does not end with its result"
        raise RecordError(message, line=line)


class _Draft:
    """A record that's being read: its parts, and the line on which each was found."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.complete = False
        self._header: dict[str, str] = {}
        self._comment = ""
        self._moves: list[RecordedMove] = []
        self._numbered = False
        self._lines: dict[tuple[str | int, ...], int] = {(): line}

    def take(self, token: re.Match[str], line: int) -> None:
        """Add the next token of the text, found on ``line``."""
        try:
            if token["name"] is not None:
                self._take_field(token["name"].lower(), _unescaped(token["value"]), line)
            elif token["comment"] is not None:
                self._take_comment(_unescaped(token["comment"]))
            elif token["number"] is not None:
                self._take_number(int(token["number"]))
            elif token["word"] in RESULTS:
                self._take_result(token["word"])
            else:
                self._take_move(token["word"], line)
        except (InvalidMoveError, AmbiguousMoveError) as error:
            raise RecordError(str(error), ("moves", len(self._moves)), line) from error
        except RecordError as error:
            raise RecordError(error.problem, error.path, line) from error

    def record(self) -> Record:
        """Return the record, once it's complete."""
        try:
            return record_from(self._header, self._comment, self._moves)
        except RecordError as error:
            raise RecordError(error.problem, error.path, self._lines[error.path]) from error

    def _take_field(self, name: str, value: str, line: int) -> None:
        if self._comment or self._moves or self._numbered:
            message = "a header field stands among the moves"
            raise RecordError(message, path=(name,))
        if name in self._header:
            message = f"the field {name!r} is given twice"
            raise RecordError(message, path=(name,))
        self._header[name] = value
        self._lines[name,] = line

    def _take_comment(self, comment: str) -> None:
        if self._numbered:
            message = "a comment stands between a move and its number"
            raise RecordError(message, path=("moves", len(self._moves)))
        earlier = self._moves[-1].comment if self._moves else self._comment
        if earlier:
            message = "two comments follow one another"
            raise RecordError(message)
        if self._moves:
            self._moves[-1] = replace(self._moves[-1], comment=comment)
        else:
            self._comment = comment

    def _take_number(self, number: int) -> None:
        expected = len(self._moves) + 1
        if self._numbered or number != expected:
            message = f"move {expected} is missing; here is the number {number}"
            raise RecordError(message, path=("moves", len(self._moves)))
        self._numbered = True

    def _take_move(self, text: str, line: int) -> None:
        if not self._numbered:
            message = f"{text!a} has no move number; number {len(self._moves) + 1} is next"
            raise RecordError(message, path=("moves", len(self._moves)))
        self._lines["moves", len(self._moves)] = line
        self._moves.append(RecordedMove.parse(text))
        self._numbered = False

    def _take_result(self, result: str) -> None:
        if self._numbered:
            message = f"move {len(self._moves) + 1} is missing; here is the result {result}"
            raise RecordError(message, path=("moves", len(self._moves)))
        if result != self._header.get("result", result):
            message = f"the moves end with {result}, but the header says {self._header['result']!a}"
            raise RecordError(message, path=("result",))
        self.complete = True


def _tokens(text: str) -> Iterator[tuple[re.Match[str], int]]:
    """Yield the tokens of ``text``, each with the line on which it begins."""
    offset, line = 0, 1
    while offset < len(text):
        match = _SPACE.match(text, offset) or _TOKEN.match(text, offset)
        if match is None:
            problem = _UNREADABLE.get(text[offset], f"{text[offset]!a} is out of place")
            raise RecordError(problem, line=line)
        if match.lastgroup is not None:
            yield match, line
        line += match[0].count("\n")
        offset = match.end()


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text)


def _character(escape: re.Match[str]) -> str:
    if escape["code"] is not None:
        return chr(int(escape["code"], 16))
    if escape["character"] in _ESCAPED:
        return _ESCAPED[escape["character"]]
    message = f"{escape[0]!a} is not an escape"
    raise RecordError(message)


def _escape(special: re.Match[str]) -> str:
    character = special[0]
    if character == "\n":
        return "\\n"
    if character.isprintable():
        return f"\\{character}"
    return f"\\u{ord(character):04x}"


def _move_text(record: Record) -> Iterator[str]:
    if record.comment:
        yield _braced(record.comment)
    for number, recorded in enumerate(record.moves, start=1):
        yield f"{number}. {recorded}"
        if recorded.comment:
            yield _braced(recorded.comment)


def _braced(comment: str) -> str:
    return f"{{{_IN_COMMENT.sub(_escape, comment)}}}"


def _lines(words: Iterable[str]) -> Iterator[str]:
    # Not textwrap, which would break a comment and change the spaces in it.
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _LINE_WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line
