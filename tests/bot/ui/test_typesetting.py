"""Texts with pieces in their own color, and with numbers that stay with their words."""

import re
from dataclasses import replace

import discord
import pytest
from discord import ui

import render
from bot.locale import words_for
from bot.ui.board.board_message import board_message
from bot.ui.message.content import LONGEST_TEXTS, layout
from bot.ui.message.icons import NO_ICONS, icon_name
from bot.ui.text.typesetting import typeset, typeset_message
from bot.ui.text.values import line_sentence
from bot.ui.text.words import MARKS, moves_text
from bot.values.game.game import Guessing
from engine import Color, Move, Outcome, Position, Reason
from tests.bot.ui.discord_limits import payload, walk
from tests.bot.ui.examples import game

pytestmark = pytest.mark.quick

ICONS = {piece: discord.PartialEmoji(name=icon_name(piece), id=7) for piece in render.PIECES}
LINE = [Move.parse(move) for move in ("Sb2", "Tb3w", "Cb3")]


def test_moves_in_a_text_have_the_pieces_of_those_who_play_them_or_signs() -> None:
    text = line_sentence(words_for("en"), Position.replay("pyrga", ["Sa1"]), [Move.parse("Ca2")])
    assert typeset(text, ICONS, LONGEST_TEXTS) == "Best play: <:pyrga_black_cylinder:7>\xa0a2."
    line = typeset(moves_text(LINE, Color.WHITE), ICONS, LONGEST_TEXTS)
    assert line == (
        "<:pyrga_white_square:7>\xa0b2, <:pyrga_black_triangle_left:7>\xa0b3, <:pyrga_white_cylinder:7>\xa0b3"
    )
    assert typeset(moves_text(LINE, Color.WHITE), NO_ICONS, LONGEST_TEXTS) == "■\xa0b2, ◄\xa0b3, ●\xa0b3"


def test_a_message_that_would_be_too_long_with_pieces_has_signs() -> None:
    line = moves_text(LINE * 2, Color.BLACK)
    for most, is_short in ((LONGEST_TEXTS, False), (2, True)):
        view = layout(*(ui.TextDisplay(line) for _ in range(min(most, 38))))
        typeset_message(view, ICONS, LONGEST_TEXTS)
        shown = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
        assert sum(map(len, shown)) <= LONGEST_TEXTS
        assert all(("pyrga_black_square" in text) is is_short for text in shown)
        assert not any(mark in text for text in shown for mark in MARKS.values())


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
async def test_a_number_is_on_the_line_of_its_word(language: str) -> None:
    ended = game("Sb2 Cb3", outcome=Outcome(Color.WHITE, Reason.RESIGNATION))
    in_words = replace(ended, boards=(replace(ended.board, language=language),), chosen_text_board=True)
    shown = await board_message(in_words, ICONS)
    said = "".join(part.get("content", "") for part in walk(payload(shown)["data"]["components"]))
    assert len(re.findall(r"[^\W\d_]\N{NO-BREAK SPACE}(?:0|#165813)", said)) == 5
    assert not re.search(r"[^\W\d_] #?\d", said)


async def test_a_board_names_a_move_with_its_piece_and_in_words_without() -> None:
    guessed = replace(game("Sb2 Cb3"), guessing=Guessing(is_open=False, move="Cb3", right=1, total=2))
    for shown, said in (
        (guessed, "<:pyrga_black_cylinder:7>\xa0b3"),
        (replace(guessed, chosen_text_board=True), "Cylinder on b3"),
    ):
        parts = walk(payload(await board_message(shown, ICONS))["data"]["components"])
        assert any(f" guessed {said}." in part.get("content", "") for part in parts)
