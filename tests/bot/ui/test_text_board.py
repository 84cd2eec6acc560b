"""Boards in words and in a grid, and messages for people who use screen readers."""

import re
from dataclasses import replace
from random import Random

import discord
import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

import render
from bot.locale import words_for
from bot.matches.match.match import Seat
from bot.matches.values.lines import Line
from bot.matches.values.players import ThemeName
from bot.ui.analysis.board import AnalysisBoard
from bot.ui.board.board_message import board_message
from bot.ui.board.move_buttons import NOTHING, Choice
from bot.ui.message.content import Box, Content, Picture, layout
from bot.ui.message.icons import NO_ICONS, icon_name
from bot.ui.text.alt_text import text_board
from bot.ui.text.words import letter, lettered, move_label
from engine import Color, Kind, Position, Ruleset
from tests.bot.text_boards import Pieces, grid_pieces, row_pieces
from tests.bot.ui.discord_limits import check, payload, walk
from tests.bot.ui.examples import game_at, random_positions

WORDS = words_for("en-US")
IN_WORDS = Seat(text_board=True)
ICONS = {piece: discord.PartialEmoji(name=icon_name(piece), id=7) for piece in render.PIECES}


@st.composite
def positions(draw: st.DrawFn) -> Position:
    position = Position.start(draw(st.sampled_from(Ruleset)))
    for _ in range(draw(st.integers(0, 30))):
        if position.outcome() is not None:
            break
        position = position.play(draw(st.sampled_from(list(position.legal_moves))))
    return position


def pieces(position: Position) -> Pieces:
    return {(color.value, str(move)) for color in Color for move in position.placed(color)}


def texts(content: Content) -> list[str]:
    return [item.content for item in content.view.walk_children() if isinstance(item, ui.TextDisplay)]


@given(positions())
def test_the_rows_name_every_piece_where_it_is(position: Position) -> None:
    assert row_pieces(text_board(WORDS, position)) == pieces(position)


@given(positions())
def test_the_grid_shows_the_same_pieces(position: Position) -> None:
    assert grid_pieces(text_board(WORDS, position)) == pieces(position)


@given(positions())
def test_the_words_come_before_the_grid_which_fits_a_phone(position: Position) -> None:
    words, grid, rest = text_board(WORDS, position).split("```")
    assert words.startswith("Row 4: ")
    assert max(map(len, grid.splitlines())) <= 25
    assert not rest


def test_an_empty_row_is_one_word() -> None:
    lines = text_board(WORDS, Position.replay("pyrga", "Tb2e")).split("\n")
    assert lines[:4] == ["Row 4: empty.", "Row 3: empty.", "Row 2: b2 white Triangle right.", "Row 1: empty."]


@pytest.mark.parametrize("seed", range(3))
async def test_a_board_with_text_stays_within_discords_limits_in_every_state(seed: int) -> None:
    for position in random_positions(Random(seed), Ruleset.PILOTIS):
        game = replace(game_at(position), white_seat=IN_WORDS, hints=True)
        for choice in (NOTHING, Choice(Kind.TRIANGLE)):
            content = await board_message(game, ICONS, choice)
            check(content)
            assert row_pieces(texts(content)[0]) == pieces(position)


async def test_an_analysis_board_with_text_stays_within_discords_limits() -> None:
    for position in random_positions(Random(5), Ruleset.PYRGA):
        board = AnalysisBoard(WORDS, Line(position), ThemeName.AEGEAN, NO_ICONS)
        content = await board.page(NOTHING, shared=False)
        content.add_texts()
        letter(content.view)
        check(content)


async def test_a_text_board_depends_on_the_choice_for_the_game_or_else_on_the_players() -> None:
    game = game_at(Position.start())
    assert not game.text_board
    assert replace(game, black_seat=IN_WORDS).text_board
    assert not replace(game, black_seat=IN_WORDS, chosen_text_board=False).text_board
    assert replace(game, chosen_text_board=True).text_board


async def test_moves_on_a_board_with_text_are_in_letters_and_without_emojis() -> None:
    game = replace(game_at(Position.replay("pyrga", "Sb3 Tb2e")), white_seat=IN_WORDS)
    content = await board_message(game, ICONS)
    body = payload(content)["data"]["components"]
    buttons = [part for part in walk(body) if part.get("custom_id", "").startswith("play:")]
    assert [part["label"] for part in buttons] == [part["custom_id"].split(":")[-1] for part in buttons]
    assert not any("emoji" in part for part in buttons)
    assert "last move Tb2e" in texts(content)[0]


def test_every_sign_of_a_move_has_its_letters() -> None:
    for move in Position.start(Ruleset.CLASSIC).legal_moves:
        assert lettered(f"Play {move_label(move)}.") == f"Play {move}."


def test_a_picture_without_a_text_above_it_gets_its_own() -> None:
    picture = Picture("board.png", b"", "A board.", lambda: "Row 4: empty.")
    content = Content(layout(Box(picture.gallery(), ui.TextDisplay("Play Sa1?"))), (picture,))
    content.add_texts()
    assert texts(content) == ["Row 4: empty.", "Play Sa1?"]


def test_the_text_of_a_picture_outside_a_box_comes_first() -> None:
    picture = Picture("moves.gif", b"", "Moves.", lambda: "Sa1, Cb1")
    content = Content(layout(picture.gallery()), (picture,))
    content.add_texts()
    assert [type(item) for item in content.view.children] == [ui.TextDisplay, ui.MediaGallery]


def test_signs_that_are_not_moves_stay() -> None:
    assert not re.search("[A-Z]", lettered("● ■ ▲ x2 ◄ back"))


def test_the_text_is_left_out_if_a_message_has_no_room_for_it() -> None:
    lines = [f"After move {number}: Black wins." for number in range(30)]
    picture = Picture("chart.png", b"", "A chart.", lambda: "\n".join(lines))
    content = Content(layout(Box(ui.TextDisplay("a" * 3900), picture.gallery())), (picture,))
    content.add_texts()
    check(content)
    assert texts(content)[0].split("\n")[1:] == lines[:3]
