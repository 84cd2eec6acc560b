"""A board picture shows the position, and nothing but the position."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO

import pytest

from engine import Move, Outcome, Position, Space, Value
from render import AEGEAN, THEMES, Scene, Size, SpaceValue, Theme, board, diagram, prepare
from render.boards.cell_masks import SPACE_HALF
from render.boards.values import HEIGHT, LEFT, TOP, WIDTH
from render.drawing.geometry import BLACK_PANEL_TOP, PANEL_HEIGHT, PANEL_LEFT, PLATE_SIDE, WHITE_PANEL_TOP
from render.making.examples import AIMED, CHOSEN, scenes
from tests.render.pictures import box, difference, opened

START = Position.start()


def scene(
    moves: str = "", outcome: Outcome | None = None, *, white: str = "Ada", black: str = "Emmy"
) -> Scene:
    return Scene(Position.replay("pyrga", moves.split()), white, black, outcome)


@pytest.mark.parametrize("size", Size)
def test_a_board_is_an_indexed_png_of_the_requested_size(size: Size) -> None:
    picture = opened(board(scene(), size=size))
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (size.width, size.height))


def test_the_posted_size_is_the_default() -> None:
    assert board(scene()) == board(scene(), size=Size.POSTED, theme=AEGEAN)


def test_the_layout_fits_the_screens_it_was_made_for() -> None:
    size = Size.POSTED
    assert 2 * SPACE_HALF * 330 / size.width >= 56
    assert PLATE_SIDE * min(550 / size.width, 350 / size.height) >= 340
    assert 1.3 < size.width / size.height < 1.4


def test_equal_scenes_give_equal_bytes() -> None:
    assert board(scene("Sb3 Tc3n")) == board(scene("Sb3 Tc3n"))


def test_threads_draw_the_same_pictures_as_a_single_one() -> None:
    subjects = list(scenes().values())
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda subject: board(subject, size=Size.REPLAY), subjects * 3))
    assert together == [board(subject, size=Size.REPLAY) for subject in subjects] * 3


def test_every_theme_gives_a_different_picture_of_the_same_size() -> None:
    pictures = {theme.name: board(scene("Sb3"), theme=theme) for theme in THEMES}
    assert len(set(pictures.values())) == len(THEMES) == 3
    assert {opened(picture).size for picture in pictures.values()} == {(1330, 978)}


def test_names_only_change_the_panels() -> None:
    plate = (0, 0, PLATE_SIDE, PLATE_SIDE)
    assert box(board(scene(white="A", black="B")), *plate) == box(board(scene(white="C", black="D")), *plate)


@pytest.mark.parametrize(
    "name", ["Ada", "Ada Lovelace", "Ada Lovelace of Ockham Park in Surrey", "W" * 40, ""]
)
def test_a_rating_is_beside_any_name(name: str) -> None:
    usual = scene(white=name, black=name)
    rated = replace(usual, white_rating="1512", black_rating="1500?")
    pictures = [board(each) for each in (usual, rated, replace(rated, white_rating="1513"))]
    lower, upper = ((PANEL_LEFT, top, 1330, top + PANEL_HEIGHT) for top in (WHITE_PANEL_TOP, BLACK_PANEL_TOP))
    assert len({box(picture, *lower).tobytes() for picture in pictures}) == 3
    assert len({box(picture, *upper).tobytes() for picture in pictures}) == 2
    plate = (0, 0, PLATE_SIDE, PLATE_SIDE)
    assert box(pictures[0], *plate) == box(pictures[1], *plate)


@pytest.mark.parametrize(("moves", "chosen"), CHOSEN.values(), ids=list(CHOSEN))
def test_a_chosen_move_looks_neither_played_nor_absent(moves: str, chosen: str) -> None:
    before, after = scene(moves), scene(f"{moves} {chosen}")
    picture = board(replace(before, chosen=Move.parse(chosen)))
    assert difference(picture, board(before)) > 40
    assert difference(picture, board(after)) > 40


def test_a_chosen_move_only_changes_its_space() -> None:
    before = scene("Sb3")
    picture = board(replace(before, chosen=Move.parse("Ta3e")))
    rest = (corners(Space.A3)[2], 0, 1330, 978)
    assert box(picture, *rest) == box(board(before), *rest)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_what_moves_are_worth_differs_in_more_than_color(theme: Theme) -> None:
    before = scene("Sb3")
    values = [
        *(SpaceValue(value) for value in (Value.WIN, Value.DRAW, Value.LOSS)),
        *(SpaceValue(Value.LOSS, moves) for moves in (2, 12)),
    ]
    pictures = [board(replace(before, values={Space.C2: value}), theme=theme) for value in values]
    for picture in pictures:
        assert box_difference(picture, board(before, theme=theme), corners(Space.C2)) > 40
        assert box(picture, 0, 0, corners(Space.C2)[0], 978) == box(
            board(before, theme=theme), 0, 0, corners(Space.C2)[0], 978
        )
    shapes = {
        box(picture, *corners(Space.C2)).convert("L").point(ink(theme)).tobytes() for picture in pictures
    }
    assert len(shapes) == len(values)


def test_the_label_of_what_a_move_is_worth_has_the_same_rim_on_all_sides() -> None:
    picture = opened(board(replace(scene("Sb3"), values={Space.C2: SpaceValue(Value.WIN)}))).convert("RGB")
    cell_left, cell_top, _, _ = corners(Space.C2)
    left, top = cell_left + round(LEFT), cell_top + round(TOP)
    right, bottom = left + round(WIDTH) - 1, top + round(HEIGHT) - 1
    column, row = (left + right) // 2, (top + bottom) // 2
    rim = {picture.getpixel(at) for at in ((left, row), (right, row), (column, top), (column, bottom))}
    assert rim == {AEGEAN.surround}


def ink(theme: Theme) -> list[int]:
    """Return only what's as light as the signs on labels."""
    red, green, blue = theme.on_value
    lightness = (299 * red + 587 * green + 114 * blue) // 1000
    return [255 if abs(level - lightness) < 3 else 0 for level in range(256)]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_better_move_is_hatched_in_the_color_of_who_could_have_played_it(theme: Theme) -> None:
    before = scene("Sb3")
    hinted = board(replace(before, better=Move.parse("Sc2")), theme=theme)
    assert box_difference(hinted, board(before, theme=theme), corners(Space.C2)) > 40
    chosen = board(replace(before, chosen=Move.parse("Sc2")), theme=theme)
    assert box_difference(hinted, chosen, corners(Space.C2)) > 40
    assert box(hinted, 0, 0, corners(Space.C2)[0], 978) == box(
        board(before, theme=theme), 0, 0, corners(Space.C2)[0], 978
    )


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize(("moves", "aimed"), AIMED.values(), ids=list(AIMED))
def test_the_space_of_a_triangle_to_be_aimed_stands_out(moves: str, aimed: Space, theme: Theme) -> None:
    before = scene(moves)
    marked, plain = (board(each, theme=theme) for each in (replace(before, aimed=aimed), before))
    assert box_difference(marked, plain, corners(aimed)) > 40


def corners(space: Space) -> tuple[int, int, int, int]:
    """Return where a space's cell is in the posted size: left, top, right and bottom."""
    left, top = Size.POSTED.cell(space.column, space.row)
    return left, top, left + Size.POSTED.pitch, top + Size.POSTED.pitch


def box_difference(one: bytes, other: bytes, place: tuple[int, int, int, int]) -> int:
    """Return how different two pictures are in some part, as `difference` measures it."""
    parts = []
    for picture in (one, other):
        stream = BytesIO()
        box(picture, *place).save(stream, "PNG")
        parts.append(stream.getvalue())
    return difference(*parts)


def test_a_diagram_is_only_the_square_plate() -> None:
    position = Position.replay("pyrga", ["Tb2e"])
    picture = opened(diagram(position))
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (978, 978))
    full = board(Scene(position, "Ada", "Emmy"))
    assert opened(diagram(position)).convert("RGB") == box(full, 0, 0, PLATE_SIDE, PLATE_SIDE)


def test_the_top_half_of_a_diagram_is_its_upper_two_rows() -> None:
    position = Position.replay("pyrga", ["Tb3e"])
    half = opened(diagram(position, top_half=True))
    whole = opened(diagram(position))
    assert half.convert("RGB") == whole.convert("RGB").crop((0, 0, 978, half.height))
    row = Size.POSTED.cell(0, 1)[1]
    assert half.height == row


def test_preparing_again_changes_nothing() -> None:
    prepare()
    before = board(scene("Sb3"))
    prepare()
    assert board(scene("Sb3")) == before
