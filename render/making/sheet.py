"""The contact sheet: every state, theme, card and script on one page, to look at after any change."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import cycle

from PIL import Image

from engine import Color
from render.boards import panels, scene
from render.boards.pictures import board_image
from render.boards.scene import Scene
from render.cards.challenges import challenge
from render.cards.charts import rating_chart, value_chart
from render.cards.cross_tables import cross_table_image
from render.cards.emojis import PIECES, emoji
from render.cards.leaderboards import leaderboard
from render.cards.marks import MoveMark
from render.cards.podiums import podium_image
from render.cards.profiles import profile
from render.drawing.geometry import Size
from render.drawing.palette import palette
from render.drawing.theme import AEGEAN, THEMES, Theme, Tint, tint
from render.making.cards import RATINGS, leaderboards, profiles
from render.making.cups import cross_tables, podiums
from render.making.examples import NAMES, scenes
from render.making.vision import Vision
from render.text import lettering

DARK = tint("#313338")
MARKS = {2: MoveMark.MISTAKE, 4: MoveMark.GOOD, 6: MoveMark.MISTAKE, 10: MoveMark.BREAK}
LIGHT = tint("#FFFFFF")
"""The backgrounds of a chat."""

THUMBNAIL = (330, 243)
"""The size of a board on a phone, in pixels."""

COLUMNS = 8
GAP = 20
CAPTION = 34
INK = tint("#C9CDD3")
CAPTION_SIZE = 18

Picture = tuple[str, Image.Image]


def sheet() -> Image.Image:
    """Return the whole page in RGB."""
    rows = [*_sizes(), *_states(), *_eyes(), *_names(), *_cards(), *_cups(), list(_emojis())]
    width = GAP + COLUMNS * (THUMBNAIL[0] + GAP)
    page = Image.new("RGB", (width, sum(_height(row) for row in rows) + GAP), DARK)
    top = GAP
    for row in rows:
        left = GAP
        for caption, picture in row:
            line = lettering.caption(caption, CAPTION_SIZE)
            lettering.draw_line(page, line, (left, top + CAPTION / 2), 1, INK)
            page.paste(picture, (left, top + CAPTION))
            left += picture.width + GAP
        top += _height(row)
    return page


def _height(row: list[Picture]) -> int:
    return CAPTION + max(picture.height for _, picture in row) + GAP


def _in_rows(pictures: Iterable[Picture], columns: int) -> Iterator[list[Picture]]:
    row: list[Picture] = []
    for picture in pictures:
        row.append(picture)
        if len(row) == columns:
            yield row
            row = []
    if row:
        yield row


def _small(image: Image.Image) -> Image.Image:
    return image.convert("RGB").resize(THUMBNAIL, Image.Resampling.LANCZOS)


def _sizes() -> Iterator[list[Picture]]:
    """Yield the board in each theme and size."""
    subject = scenes()["square and neighbors"]
    for theme in THEMES:
        yield from _in_rows(
            (
                (
                    f"{theme.name} {size.width} x {size.height}",
                    board_image(subject, size, theme).convert("RGB"),
                )
                for size in Size
            ),
            len(Size),
        )


def _states() -> Iterator[list[Picture]]:
    for theme in THEMES:
        pictures = (
            (text, _small(board_image(subject, Size.POSTED, theme))) for text, subject in scenes().items()
        )
        yield from _in_rows(pictures, COLUMNS)


def _eyes() -> Iterator[list[Picture]]:
    """Yield boards as color-blind eyes see them, then on a light background."""
    found = scenes()
    subjects = [
        found[text] for text in ("square and neighbors", "triangle past a Tower", "square on a Tower")
    ]
    for theme in THEMES:
        pictures = [
            (f"{theme.name}: {vision.name.lower()}", _small(_seen(vision, subject, theme)))
            for vision in Vision
            for subject in subjects
        ]
        for subject in subjects:
            picture = _small(board_image(subject, Size.POSTED, theme))
            ground = Image.new("RGB", (picture.width, picture.height + 2 * GAP), LIGHT)
            ground.paste(picture, (0, GAP))
            pictures.append((f"{theme.name} on white", ground))
        yield from _in_rows(pictures, COLUMNS)


def _seen(vision: Vision, subject: Scene, theme: Theme) -> Image.Image:
    image = board_image(subject, Size.POSTED, theme)
    colors = image.getpalette() or []
    seen: list[int] = []
    for start in range(0, len(colors), 3):
        red, green, blue = colors[start : start + 3]
        seen += vision.seen((red, green, blue))
    image.putpalette(seen)
    return image


def _names() -> Iterator[list[Picture]]:
    """Yield every name on a panel, alternating between the colors and all standings."""
    subject = scenes()["triangle past a Tower"]
    pattern = [scene.panel(subject, color) for color in Color]
    kinds = zip(
        NAMES, cycle(pattern), cycle(scene.Standing), cycle(range(panels.TOWERS_SHOWN + 1)), strict=False
    )
    filled = (
        replace(panel, name=name, standing=standing, towers=towers) for name, panel, standing, towers in kinds
    )
    pictures = ((panel.standing.value, _panel(panel)) for panel in filled)
    yield from _in_rows(pictures, COLUMNS)


def _panel(panel: scene.Panel) -> Image.Image:
    image = panels.painted(panel, Size.REPLAY, AEGEAN)
    image.putpalette(palette(AEGEAN))
    return image.convert("RGB")


def _cards() -> Iterator[list[Picture]]:
    """Yield charts, challenges, leaderboards and profiles in each theme."""
    values = [0, 0.1, -0.2, 0.3, 0.25, 0.6, -0.1, -0.4, 0.2, 0.8, 0.9, 1]
    for theme in THEMES:
        cards = {
            "value of a game": value_chart(values, theme=theme),
            "value of a game with marks": value_chart(values, marks=MARKS, current=6, theme=theme),
            "rating": rating_chart(RATINGS, theme=theme),
            "challenge": challenge(NAMES[0], NAMES[5], theme=theme),
            "challenge to all": challenge(NAMES[1], color=Color.BLACK, theme=theme),
        }
        cards |= {text: leaderboard(page, theme=theme) for text, page in leaderboards().items()}
        cards |= {text: profile(player, theme=theme) for text, player in profiles().items()}
        pictures = ((f"{theme.name}: {text}", _opened(card)) for text, card in cards.items())
        yield from _in_rows(pictures, 2)


def _cups() -> Iterator[list[Picture]]:
    """Yield the pictures of cups in full size, then as on a phone in each theme."""
    pictures = {
        f"{theme.name}: {text}": cross_table_image(table, theme).convert("RGB")
        for theme in THEMES
        for text, table in cross_tables().items()
    } | {
        f"{theme.name}: {text}": podium_image(result, theme).convert("RGB")
        for theme in THEMES
        for text, result in podiums().items()
    }
    yield from _in_rows([each for each in pictures.items() if each[0].startswith(AEGEAN.name)], 2)
    small = (
        (text, image.resize((THUMBNAIL[0], THUMBNAIL[0] * image.height // image.width)))
        for text, image in pictures.items()
    )
    yield from _in_rows(small, COLUMNS)


def _emojis() -> Iterator[Picture]:
    """Yield all pieces for buttons."""
    for piece in PIECES:
        yield piece.kind.value, _opened(emoji(piece), DARK)


def _opened(picture: bytes, ground: Tint | None = None) -> Image.Image:
    image = Image.open(BytesIO(picture))
    if ground is None:
        return image.convert("RGB")
    page = Image.new("RGB", image.size, ground)
    page.paste(image, (0, 0), image)
    return page
