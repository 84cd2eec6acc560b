"""Themes, cards and icons, as players see them."""

from hashlib import sha256
from io import BytesIO

import pytest
import simcord
from PIL import Image

import render
from bot.ui.components.drawing import drawn
from bot.ui.message.icons import DRAWING, icon_name
from bot.values.players import ThemeName
from engine import Color, Direction, Kind, Piece, Position
from tests.bot.servers import Server, alt_text, answer, choices, offered
from tests.render.test_golden import FOLDER

pytestmark = pytest.mark.thorough


async def picture(server: Server, message: simcord.ResponseMessage) -> Image.Image:
    return Image.open(BytesIO(await server.picture(message)))


def corner(image: Image.Image) -> tuple[int, ...]:
    pixel = image.convert("RGB").getpixel((0, 0))
    assert isinstance(pixel, tuple)
    return pixel


def canvas(theme: ThemeName) -> tuple[int, ...]:
    image = Image.open(BytesIO(render.diagram(Position.start(), theme=drawn(theme))))
    return corner(image)


async def choose(server: Server, who: simcord.MemberActor, setting: str, theme: ThemeName) -> None:
    panel = await server.change_setting(who, setting, theme)
    assert corner(await picture(server, panel)) == canvas(theme)


def test_every_theme_that_can_be_chosen_can_be_drawn() -> None:
    assert {theme.name for theme in render.THEMES} == {theme.value for theme in ThemeName}


async def test_a_card_and_its_board_have_the_theme_that_their_server_had_when_the_challenge_was_made(
    server: Server, manager: simcord.MemberActor
) -> None:
    before = await server.challenge()
    assert alt_text(before) == "Ada against Blaise"
    assert (await picture(server, before)).size == (1000, 300)
    await server.blaise.click(before, label="Accept")
    await choose(server, manager, "setting:server:theme", ThemeName.LIMESTONE)
    after = await server.begin()
    await choose(server, manager, "setting:server:theme", ThemeName.BASALT)
    for board in (before, after):
        await server.play(board, "Sa1")
    assert corner(await picture(server, before)) == canvas(ThemeName.AEGEAN)
    assert corner(await picture(server, after)) == canvas(ThemeName.LIMESTONE)


async def test_private_pictures_have_the_theme_of_the_person(server: Server) -> None:
    await choose(server, server.ada, "setting:mine:theme", ThemeName.BASALT)
    mine = answer(await server.ada.slash(server.channel, "pyrga-learn rules"))
    others = answer(await server.blaise.slash(server.channel, "pyrga-learn rules"))
    assert corner(await picture(server, mine)) == canvas(ThemeName.BASALT)
    assert corner(await picture(server, others)) == canvas(ThemeName.AEGEAN)
    await server.ada.click(mine, label="Next")
    assert corner(await picture(server, mine)) == canvas(ThemeName.BASALT)


@pytest.mark.default
async def test_the_icons_of_the_pieces_are_uploaded_once_and_are_on_the_buttons(server: Server) -> None:
    uploads = [r for r in server.env.http_requests if r.method == "POST" and r.path.endswith("/emojis")]
    assert len(uploads) == len(render.PIECES) == 14
    await server.restart()
    uploads = [r for r in server.env.http_requests if r.method == "POST" and r.path.endswith("/emojis")]
    assert len(uploads) == 14

    board = await server.begin()
    await server.play(board, "Ca1")
    (square, *_) = offered(board)
    assert square["label"] == "a1"
    assert square["emoji"]["name"] == "pyrga_black_square"


async def test_moves_are_offered_by_kind_in_the_boards_reading_order(server: Server) -> None:
    board = await server.begin()
    grid = [button.get("label") for button in offered(board) if "emoji" not in button]
    assert grid[:16] == [f"{column}{row}" for row in "4321" for column in "abcd"]
    await server.play(board, "Sb1")
    offers = [(button["emoji"]["name"], button.get("label")) for button in choices(board)]
    aims = {"b2": "up right down left", "a1": "up right", "c1": "up right left"}
    assert offers == [
        *(("pyrga_black_square", space) for space in aims),
        *(("pyrga_black_cylinder", space) for space in aims),
        # The space is said once in each row of Triangles.
        *(
            (f"pyrga_black_triangle_{aim}", None if number else space)
            for space in aims
            for number, aim in enumerate(aims[space].split())
        ),
    ]


def test_an_icon_is_named_in_words_for_those_who_hear_it() -> None:
    name = icon_name(Piece(Kind.TRIANGLE, Color.WHITE, Direction.EAST))
    assert name == "pyrga_white_triangle_right"
    assert all(len(icon_name(piece)) <= 32 for piece in render.PIECES)


def test_pieces_that_are_drawn_differently_have_other_names_so_that_old_messages_keep_theirs() -> None:
    approved = (FOLDER / "pieces.png").read_bytes()
    assert (DRAWING, sha256(approved).hexdigest()[:8]) == ("", "7aea4330")
