"""Reads text boards the way a person who never looks at a picture does."""

import re

_KINDS = {"Square": "S", "Triangle": "T", "Cylinder": "C"}
_DIRECTIONS = {"up": "n", "right": "e", "down": "s", "left": "w"}
_SPACE = re.compile(r"([a-d][1-4]) ([^;.]*)")
_PIECE = re.compile(r"(white|black) (\w+)(?: (\w+))?")

Pieces = set[tuple[str, str]]
"""The color of each piece, and the move that put it on the board."""


def row_pieces(text: str) -> Pieces:
    """Return the pieces that are mentioned in the lines for the rows."""
    lines = re.findall(r"^Row\s\d: .*", text, re.MULTILINE)
    assert [line[4] for line in lines] == ["4", "3", "2", "1"], text
    return {
        (color, f"{_KINDS[kind]}{space}{_DIRECTIONS.get(direction, '')}")
        for line in lines
        for space, said in _SPACE.findall(line)
        for color, kind, direction in _PIECE.findall(said)
    }
