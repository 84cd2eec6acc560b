"""Reads text boards the way a person who never looks at a picture does."""

import re

_KINDS = {"Square": "S", "Triangle": "T", "Cylinder": "C"}
_DIRECTIONS = {"up": "n", "right": "e", "down": "s", "left": "w"}
_ARROWS = {"^": "n", ">": "e", "v": "s", "<": "w"}

_SPACE = re.compile(r"([a-d][1-4]) ([^;.]*)")
_PIECE = re.compile(r"(white|black) (\w+)(?: (\w+))?")
_SIGN = re.compile(r"([SsCc])|([Tt])([\^>v<])")

Pieces = set[tuple[str, str]]
"""The color of each piece, and the move that put it on the board."""


def row_pieces(text: str) -> Pieces:
    """The pieces that are mentioned in the lines for the rows."""
    lines = re.findall(r"^Row \d: .*", text, re.MULTILINE)
    assert [line[4] for line in lines] == ["4", "3", "2", "1"], text
    return {
        (color, f"{_KINDS[kind]}{space}{_DIRECTIONS.get(direction, '')}")
        for line in lines
        for space, said in _SPACE.findall(line)
        for color, kind, direction in _PIECE.findall(said)
    }


def grid_pieces(text: str) -> Pieces:
    """The pieces that the grid shows."""
    *rows, columns = text.split("```")[1].strip("\n").split("\n")
    found = set()
    for row in rows:
        for column in "abcd":
            start = columns.index(column)
            for letter, triangle, arrow in _SIGN.findall(row[start : start + 4]):
                sign = letter or triangle
                color = "white" if sign.isupper() else "black"
                found.add((color, f"{sign.upper()}{column}{row[0]}{_ARROWS.get(arrow, '')}"))
    return found
