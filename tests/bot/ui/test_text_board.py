"""Boards in words and in a grid, and messages for people who use screen readers."""

import re
from dataclasses import replace
from functools import partial
from random import Random

import discord
import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

import render
from bot.locale import words_for
from bot.ui.analysis import AnalysisBoard
from bot.ui.board.board_message import board_message
from bot.ui.board.move_buttons import NOTHING, Choice
from bot.ui.message.content import Box, Content, Picture, Row, layout
from bot.ui.message.custom_ids import ShowHelp, button
from bot.ui.message.icons import NO_ICONS, icon_name
from bot.ui.message.spelling import spell_out
from bot.ui.text.alt_text import board_lines, move_name, spelled_out
from bot.ui.text.status import demand_sentence
from bot.ui.text.words import move_label
from bot.values.game.boards import hide_text
from bot.values.game.game import Board, Seat
from bot.values.game.game_errors import TextWantedError
from bot.values.lines import Line
from bot.values.players import Controls, Place, Player, ThemeName
from engine import Color, Move, Position, Ruleset, Space
from tests.bot.text_boards import Pieces, row_pieces
from tests.bot.ui.discord_limits import BUTTON, SELECT, check, parts_of, payload, walk
from tests.bot.ui.examples import game_at, random_positions

WORDS = words_for("en-US")
IN_WORDS = Seat(text_board=True)
AS_READ = [f"{column}{row}" for row in "4321" for column in "abcd"]
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
    assert row_pieces("\n".join(board_lines(WORDS, position))) == pieces(position)


@given(positions())
def test_a_complete_tower_says_whose_it_is(position: Position) -> None:
    for space in Space:
        for color in Color:
            said = f"{space} {color.value.capitalize()}'s Tower: "
            assert (said in "\n".join(board_lines(WORDS, position))) is (space in position.towers(color))


def test_an_empty_row_is_one_word() -> None:
    lines = board_lines(WORDS, Position.replay("pyrga", "Tb2e"))
    assert lines[:4] == ["Row 4: empty.", "Row 3: empty.", "Row 2: b2 white Triangle right.", "Row 1: empty."]


async def test_sentences_buttons_pictures_and_boards_in_words_name_spaces_as_one_reads_the_board() -> None:
    compared = 0
    for position in random_positions(Random(5), Ruleset.PYRGA):
        game = game_at(position)
        drawn = await board_message(game, ICONS)
        in_words = await board_message(replace(game, chosen_text_board=True), ICONS)
        sentence = demand_sentence(WORDS, position)
        (picture,) = [each for each in drawn.pictures if isinstance(each, Picture)]
        (where,) = re.findall(r"(?<=Play on: )[^.]*", picture.description) or [""]
        rows = "\n".join(line for line in texts(in_words)[-1].split("\n") if line.startswith("Row"))
        moves = [steps(content, kind) for content in (drawn, in_words) for kind in ("S", "C", "T", "")]
        for named in (
            re.findall(r"(?<=\*\*)[a-d][1-4]", sentence.partition("play on")[2]),
            where,
            rows,
            *moves,
        ):
            spaces = re.findall("[a-d][1-4]", " ".join(named) if isinstance(named, list) else named)
            assert [space for space in AS_READ if space in spaces] == list(dict.fromkeys(spaces))
            compared += len(spaces) > 1
    assert compared > 50


def steps(content: Content, kind: str) -> list[str]:
    """Return the spaces of moves with a kind, or those to choose from, in the order of a message's parts."""
    parts = list(walk(payload(content)["data"]["components"]))
    offered = [option["value"] for part in parts if part["type"] == SELECT for option in part["options"]]
    offered += [part["custom_id"] for part in parts if part["type"] == BUTTON]
    ends = (
        custom_id.rpartition(":")[2] for custom_id in offered if custom_id.startswith(("play:", "choose:"))
    )
    return [end for end in ends if end.startswith(kind or ("a", "b", "c", "d"))]


@pytest.mark.parametrize("seed", range(3))
async def test_a_board_with_text_stays_within_discords_limits_in_every_state(seed: int) -> None:
    for position in random_positions(Random(seed), Ruleset.PILOTIS):
        game = replace(game_at(position), chosen_text_board=True, hints=True)
        for choice in (NOTHING, Choice(space=Space.B2)):
            content = await board_message(game, ICONS, choice)
            check(content)
            assert row_pieces(texts(content)[-1]) == pieces(position)


async def test_an_analysis_board_with_text_stays_within_discords_limits() -> None:
    for position in random_positions(Random(5), Ruleset.PYRGA):
        board = AnalysisBoard(WORDS, Line(position), ThemeName.AEGEAN, NO_ICONS)
        content = await board.page(NOTHING, shared=False)
        spell_out(content, partial(spelled_out, WORDS), "Choose a move")
        check(content)


def test_the_board_for_everyone_is_in_words_if_all_people_want_that_or_agreed_on_it() -> None:
    game = game_at(Position.start())
    assert not game.has_text()
    assert not replace(game, black_seat=IN_WORDS).has_text()
    assert replace(game, white_seat=IN_WORDS, black_seat=IN_WORDS).has_text()
    assert replace(game, chosen_text_board=True).has_text()
    assert replace(game, black=Player(8, "Computer"), white_seat=IN_WORDS).has_text()


@pytest.mark.parametrize(("wants_menu", "in_words"), [(True, False), (False, True)])
async def test_a_menu_of_moves_is_off_in_dms_until_their_turn(wants_menu: bool, in_words: bool) -> None:  # noqa: FBT001
    dms = Board(Place(None, 31), "en-US", ThemeName.AEGEAN, Color.WHITE)
    seat = Seat(controls=Controls(compact=wants_menu), text_board=in_words)
    for turn, moves in ((Color.WHITE, "Sb3 Tb2e"), (Color.BLACK, "Sb4")):
        game = game_at(Position.replay("pyrga", moves))
        game = replace(game, boards=(game.board, dms), white_seat=seat, black_seat=seat)
        content = await board_message(game, NO_ICONS, board=dms)
        menus = [part for part in content.view.walk_children() if isinstance(part, ui.Select)]
        assert [menu.disabled for menu in menus] == [turn is Color.BLACK]


def test_a_board_in_words_becomes_a_picture_unless_settings_want_words() -> None:
    agreed = replace(game_at(Position.start()), chosen_text_board=True)
    assert not hide_text(replace(agreed, white_seat=IN_WORDS), agreed.white.id).has_text()
    with pytest.raises(TextWantedError):
        hide_text(replace(agreed, black_seat=IN_WORDS), agreed.white.id)
    hidden = hide_text(agreed, agreed.white.id)
    assert replace(hidden, white_seat=IN_WORDS, black_seat=IN_WORDS).has_text()
    with_computer = replace(agreed, black=Player(8, "Computer"))
    assert not hide_text(with_computer, agreed.white.id).has_text()
    with pytest.raises(TextWantedError):
        hide_text(replace(with_computer, white_seat=IN_WORDS), agreed.white.id)


def test_ones_own_board_is_in_words_if_one_wants_that() -> None:
    game = replace(game_at(Position.start()), black_seat=IN_WORDS, chosen_text_board=True)
    assert game.has_text(Color.BLACK)
    assert not game.has_text(Color.WHITE)


async def test_moves_on_a_board_with_text_are_in_words_and_without_emojis() -> None:
    game = replace(game_at(Position.replay("pyrga", "Sb3 Tb2e")), chosen_text_board=True)
    content = await board_message(game, ICONS)
    body = payload(content)["data"]["components"]
    buttons = [part for part in walk(body) if part.get("custom_id", "").startswith("play:")]
    assert [part["label"] for part in buttons] == [
        move_name(WORDS, Move.parse(part["custom_id"].split(":")[-1])) for part in buttons
    ]
    assert not any("emoji" in part for part in buttons)
    assert "last move: Triangle on b2, pointing right" in texts(content)[0]


async def test_moves_that_would_take_more_than_three_rows_are_in_a_menu_with_their_directions() -> None:
    position = Position.replay("pyrga", ["Sb3", "Tb2e", "Cc2", "Tc2w", "Sb2"])
    game = replace(game_at(position), chosen_text_board=True)
    parts = list(walk(payload(await board_message(game, ICONS))["data"]["components"]))
    (moves,) = [part["options"] for part in parts if part["type"] == SELECT]
    assert {each["label"] for each in moves} == {move_name(WORDS, move) for move in position.legal_moves}
    assert [part["label"] for part in parts if part["type"] == BUTTON] == ["Draw", "Resign", "More…"]


def test_every_sign_of_a_move_is_put_in_words() -> None:
    for move in Position.start(Ruleset.CLASSIC).legal_moves:
        assert spelled_out(WORDS, f"Play {move_label(move)}.") == f"Play {move_name(WORDS, move)}."


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        *zip(("|◄", "◄", "►", "►|"), ("First", "Back", "Next", "Last"), strict=True),
        # Moves in a list are kept apart, and one in a menu names its kind once.
        ("■\xa0c2, ►\xa0b1, ●\xa0a1…", "Square on c2; Triangle on b1, pointing right; Cylinder on a1…"),
        ("▲ c2 (Triangle)", "Triangle on c2, pointing up"),
        # These aren't moves.
        ("● ■ ▲ x2 ◄ back", "● ■ ▲ x2 ◄ back"),
    ],
)
def test_signs_are_put_in_words(text: str, spelled: str) -> None:
    assert spelled_out(WORDS, text) == spelled


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("■ b3", "Kwadrat na b3"),
        ("### ■ b3", "### Kwadrat na b3"),
        ("Dobrze. **■ b3** wygrywa.", "Dobrze. **Kwadrat na b3** wygrywa."),
        ("Zagrać **■ b3**?", "Zagrać **kwadrat na b3**?"),
        ("Lepiej:\n● b3", "Lepiej:\nWalec na b3"),
    ],
)
def test_a_move_in_words_begins_a_sentence_with_a_capital(text: str, spelled: str) -> None:
    assert spelled_out(words_for("pl"), text) == spelled


def alt_texts(content: Content) -> list[str | None]:
    parts = list(content.view.walk_children())
    shown = [item.description for part in parts if isinstance(part, ui.MediaGallery) for item in part.items]
    return [*shown, *(part.description for part in parts if isinstance(part, ui.Thumbnail))]


def put_in_words(*parts: ui.Item[ui.LayoutView], pictures: tuple[Picture, ...] = ()) -> Content:
    """Return a message with these parts after it was put in words."""
    content = Content(layout(*parts), pictures)
    spell_out(content, partial(spelled_out, WORDS), "Choose a move")
    return content


BOARD = Picture("board.png", b"", "A board. Row 4: empty.", "A board.", ["Row 4: empty."])


def test_the_lines_of_a_picture_come_after_what_is_said_below_it() -> None:
    content = put_in_words(Box(BOARD.gallery(), ui.TextDisplay("Play ■ a1?")), pictures=(BOARD,))
    assert texts(content) == ["Play Square on a1?\nRow 4: empty."]
    assert alt_texts(content) == ["A board."]


def test_a_picture_in_words_is_small_and_beside_the_text_above_it() -> None:
    box = Box(ui.TextDisplay("Move 1"), BOARD.gallery(), ui.TextDisplay("Your turn."))
    content = put_in_words(box, pictures=(BOARD,))
    assert texts(content) == ["Move 1", "Your turn.\nRow 4: empty."]
    assert [type(part) for part in box.children] == [ui.Section, ui.TextDisplay]
    assert alt_texts(content) == ["A board."]


def test_a_picture_with_nothing_below_it_gets_a_text_of_its_own() -> None:
    content = put_in_words(BOARD.gallery(), pictures=(BOARD,))
    assert [type(item) for item in content.view.children] == [ui.MediaGallery, ui.TextDisplay]


def test_a_picture_whose_message_says_everything_keeps_its_alt_text() -> None:
    picture = Picture("card.png", b"", "Ada against Blaise")
    box = Box(picture.gallery(), ui.TextDisplay("Ada challenges Blaise."))
    content = put_in_words(box, pictures=(picture,))
    assert texts(content) == ["Ada challenges Blaise."]
    assert alt_texts(content) == ["Ada against Blaise"]


def test_moves_stay_in_signs_if_a_message_has_no_room_for_their_words() -> None:
    check(put_in_words(ui.TextDisplay("■\xa0c2 " * 400)))


def test_buttons_are_arranged_again_for_their_longer_labels() -> None:
    style = discord.ButtonStyle.primary
    labels = ("■ a1", "■ b1", "■ c1")
    row = Row(*(button(ShowHelp(number), label, style) for number, label in enumerate(labels)))
    content = put_in_words(row)
    rows = [item.to_component_dict()["components"] for item in content.view.children]
    assert [[each["label"] for each in row] for row in rows] == [
        ["Square on a1", "Square on b1"],
        ["Square on c1"],
    ]


def test_the_text_is_left_out_if_a_message_has_no_room_for_it() -> None:
    lines = [f"After move {number}: Black wins." for number in range(30)]
    picture = Picture("chart.png", b"", "A chart.", "A chart.", lines)
    content = put_in_words(Box(picture.gallery(), ui.TextDisplay("a" * 3900)), pictures=(picture,))
    check(content)
    assert texts(content)[0].split("\n")[1:] == lines[:3]


async def test_blacks_own_board_is_turned_with_the_signs_of_moves_and_the_one_for_everyone_is_not() -> None:
    game = replace(
        game_at(Position.replay("pyrga", "Sb3 Tb2e Cc2")), black_seat=Seat(controls=Controls(turned=True))
    )
    own = replace(game.board, reader=Color.BLACK)
    computer, in_words = Player(3, "Computer, level 3"), replace(game.black_seat, text_board=True)
    shown = {
        "everyone's": await board_message(game, ICONS),
        "White's": await board_message(game, ICONS, board=replace(own, reader=Color.WHITE)),
        "one that's watched": await board_message(game, ICONS, board=replace(own, reader=None, watched=True)),
        "in words": await board_message(replace(game, black_seat=in_words), ICONS, board=own),
        "without icons": await board_message(game, NO_ICONS, board=own),
        "against Black": await board_message(replace(game, black=computer), ICONS),
        "Black's": await board_message(game, ICONS, board=own),
        "against White": await board_message(replace(game, white=computer), ICONS),
    }
    turned = ["Black's", "against White"]
    assert [of for of, content in shown.items() if "turned" in str(payload(content))] == turned
    for of, content in shown.items():
        pointing = {
            (part["custom_id"][-1], part["emoji"]["name"].rsplit("_", 1)[-1])
            for part in parts_of(content)
            if part.get("custom_id", "").startswith("play:") and ":T" in part["custom_id"] and "emoji" in part
        }
        names = ("down", "left", "up", "right") if of in turned else ("up", "right", "down", "left")
        assert pointing <= set(zip("nesw", names, strict=True)), of
        assert pointing or of in {"one that's watched", "in words", "without icons", "against Black"}, of
