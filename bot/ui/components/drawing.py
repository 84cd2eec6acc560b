"""What pictures of games and positions show, and in which colors."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import render
from bot.locale import Words
from bot.ui.message.content import Picture, draw
from bot.ui.message.selects import Option
from bot.ui.text.alt_text import board_lines, headline, position_text, space_text
from bot.ui.text.values import ending, space_values_text
from bot.ui.text.words import color_name, plain_name, result, shown_rating, sides
from bot.values.game.game import Game
from bot.values.lines import pack_position
from bot.values.players import ThemeName
from engine import Color, Move, Position, Space

NO_VALUES: Mapping[Space, render.SpaceValue] = {}
"""What's on the spaces of a board without values."""

_DRAWN = {theme.name: theme for theme in render.THEMES}


def drawn(theme: ThemeName) -> render.Theme:
    """Return the colors of a theme."""
    return _DRAWN[theme.value]


@lru_cache(maxsize=64)
def board_png(scene: render.Scene, theme: ThemeName) -> bytes:
    """Draw a board, once if it looks the same in two places, or has to be posted again."""
    return render.board(scene, theme=drawn(theme))


def theme_options(words: Words) -> Sequence[Option]:
    """Return the themes to choose from, with their display names."""
    titles = {
        ThemeName.AEGEAN: words.label("theme", "Blue"),
        ThemeName.LIMESTONE: words.label("theme", "Light"),
        ThemeName.BASALT: words.label("theme", "High contrast"),
    }
    return [Option(theme, title) for theme, title in titles.items()]


def position_picture(  # noqa: PLR0913 - a picture with what's said about it
    words: Words,
    filename: str,
    png: bytes,
    position: Position,
    caption: str,
    *,
    said: str = "",
    over: bool = False,
) -> Picture:
    """Return a picture of a position under a caption, with everything that it shows in words.

    ``said`` is what else its alt text says. It says where to play unless the game is ``over``.
    """
    lines = board_lines(words, position)
    description = position_text(words, position, [caption, said], lines, over=over)
    return Picture(filename, png, description, caption, lines)


def match_picture(words: Words, filename: str, png: bytes, game: Game, *, said: str = "") -> Picture:
    """Return a picture of a game as it stands. ``said`` is what else its alt text says."""
    over = game.outcome is not None
    caption = headline(words, game.position, over=over)
    about = f"{sides(words, game, plain_name)}."
    if over:
        about = f"{result(words, game, plain_name)} {about}"
    said = f"{about} {said}".strip()
    return position_picture(words, filename, png, game.position, caption, said=said, over=over)


def scene_of(
    game: Game, *, chosen: Move | None = None, aimed: Space | None = None, better: Move | None = None
) -> render.Scene:
    """Return what the board of ``game`` shows.

    ``chosen`` is a move that's waiting to be confirmed, ``aimed`` is the space of a Triangle whose direction
    is being chosen, and ``better`` is what should have been played instead of the last move.
    """
    start = render.Start.RANDOM if game.start.is_random else render.Start.PLAIN
    white, black = map(game.rating_of, Color)
    return render.Scene(
        game.position,
        game.white.name,
        game.black.name,
        game.outcome,
        start=render.Start.SWAPPED if game.swapped else start,
        chosen=chosen,
        aimed=aimed,
        better=better,
        white_rating="" if white is None else shown_rating(white),
        black_rating="" if black is None else shown_rating(black),
    )


async def bare_picture(
    words: Words,
    position: Position,
    theme: ThemeName,
    aimed: Space | None = None,
    values: Mapping[Space, render.SpaceValue] = NO_VALUES,
) -> Picture:
    """Return a position with both hands, a Triangle's space to be ``aimed``, or ``values`` on spaces."""
    white, black = (color_name(words, color) for color in Color)
    scene = render.Scene(position, white, black, aimed=aimed, values=values)
    png = await draw(render.board, scene, theme=drawn(theme))
    said = space_text(words, aimed) if aimed is not None else ending(words, position)
    # Every picture has its own name, so that no client shows an older one instead.
    packed = pack_position(position).encode().hex()
    shown = "".join(f"{space}{value.value.value[0]}{value.moves or ''}" for space, value in values.items())
    filename = f"position-{packed}-{'none' if aimed is None else aimed}{shown}-{theme}.png"
    said = f"{said} {space_values_text(words, values)}".strip()
    return position_picture(words, filename, png, position, headline(words, position), said=said)


def move_number(words: Words, position: Position) -> str:
    """Return after how many moves a position is, and whose turn it is; or that the game is over."""
    if position.outcome() is not None:
        # Translators: the position after the last move of a game, in a heading such as "Analysis · Pyrga ·
        # end".
        return words.label("position", "end")
    if not position.ply:
        # Translators: in a heading such as "Analysis · Pyrga · start, White to play".
        return words.say("start, White to play")
    if position.turn is Color.WHITE:
        # Translators: in a heading such as "Analysis · Pyrga · after move 2, White to play".
        return words.say("after move {move}, White to play", move=position.ply)
    return words.say("after move {move}, Black to play", move=position.ply)
