"""Themes, cards and icons, as players see them."""

from io import BytesIO

import pytest
import simcord
from PIL import Image

import render
from bot.ui.components.drawing import drawn
from bot.ui.message.icons import icon_name
from bot.values.players import ThemeName
from engine import Color, Direction, Kind, Piece, Position
from tests.bot.servers import Server, alt_text, answer, choices, offered

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
    mine = answer(await server.ada.slash(server.channel, "pyrga rules"))
    others = answer(await server.blaise.slash(server.channel, "pyrga rules"))
    assert corner(await picture(server, mine)) == canvas(ThemeName.BASALT)
    assert corner(await picture(server, others)) == canvas(ThemeName.AEGEAN)
    await server.ada.click(mine, label="Next")
    assert corner(await picture(server, mine)) == canvas(ThemeName.BASALT)


@pytest.mark.default
async def test_the_icons_of_the_pieces_are_uploaded_once_and_are_on_the_buttons(server: Server) -> None:
    uploads = [r for r in server.env.http_requests if r.method == "POST" and r.path.endswith("/emojis")]
    # One more says how they're drawn.
    assert len(uploads) == len(render.PIECES) + 1 == 15
    await server.restart()
    uploads = [r for r in server.env.http_requests if r.method == "POST" and r.path.endswith("/emojis")]
    assert len(uploads) == 15

    board = await server.begin()
    await server.play(board, "Ca1")
    (square, *_) = offered(board)
    assert square["label"] == "a1"
    assert square["emoji"]["name"] == "black_square"


async def test_moves_are_offered_by_kind_in_the_boards_reading_order(server: Server) -> None:
    board = await server.begin()
    grid = [button["label"] for button in offered(board) if "emoji" not in button]
    assert grid[:16] == [f"{column}{row}" for row in "4321" for column in "abcd"]
    await server.play(board, "Sb1")
    offers = [(button["emoji"]["name"], button["label"]) for button in choices(board)]
    aims = {"b2": "up right down left", "a1": "up right", "c1": "up right left"}
    assert offers == [
        *(("black_square", space) for space in aims),
        *((f"black_triangle_{aim}", space) for space in aims for aim in aims[space].split()),
        *(("black_cylinder", space) for space in aims),
    ]


async def test_emojis_whose_names_had_a_hash_are_replaced(server: Server) -> None:
    backend = server.env.backend
    for emoji in backend.application_emojis.values():
        emoji.name = "drawing_000000" if emoji.name.startswith("drawing_") else f"{emoji.name}_f3148c"
    await server.client.create_application_emoji(name="the_clubs", image=render.emoji(render.PIECES[0]))
    await server.restart()
    names = {icon_name(piece) for piece in render.PIECES}
    known = {emoji.name for emoji in backend.application_emojis.values()}
    assert {name for name in known if not name.startswith("drawing_")} == {*names, "the_clubs"}
    assert {icon.name for icon in server.client.icons.values()} == names


def test_an_icon_is_named_in_words_for_those_who_hear_it() -> None:
    name = icon_name(Piece(Kind.TRIANGLE, Color.WHITE, Direction.EAST))
    assert name == "white_triangle_right"
    assert all(len(icon_name(piece)) <= 32 for piece in render.PIECES)
