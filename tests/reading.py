"""Mentions of commands and icons of pieces, as people see or hear them."""

import re

import render
from bot.ui.message.icons import icon_name
from bot.ui.text.words import MARKS, SIGNS, move_text
from engine import Color, Move

_FACES = {face: sign for sign, face in SIGNS.items()}
_SIGNS = {icon_name(piece): _FACES[piece.kind, piece.direction] for piece in render.PIECES}
_NO_MARKS = dict.fromkeys(map(ord, MARKS.values()))


def as_read(text: str) -> str:
    """Return a text with the commands that it mentions as people read them, and with signs for pieces.

    That a number can't be on the next line makes no difference.

    >>> as_read("</pyrga help:7> <:pyrga_black_triangle_up:8> c2")
    '/pyrga help ▲ c2'
    """
    text = re.sub(r"<:(\w+):\d+>", lambda found: _SIGNS.get(found[1], found[0]), text)
    text = re.sub(r"(?<=[^\W\d_])\N{NO-BREAK SPACE}(?=#?\d)", " ", text)
    return re.sub(r"</([a-z -]+):\d+>", r"/\1", text).translate(_NO_MARKS)


def sign_of(move: Move) -> str:
    """Return how a move is read in a sentence, whoever plays it."""
    return as_read(move_text(move, Color.WHITE))
