"""Everything that has to be told apart can be, even by people who are color-blind."""

from collections.abc import Iterable, Iterator

import pytest

from render.drawing.theme import AEGEAN, BASALT, LIMESTONE, THEMES, Finish, Gradient, Theme, Tint
from render.making.vision import Vision, contrast, distance

Colored = Tint | Gradient | Finish
Pair = tuple[str, Colored, Colored]
"""What is on what, and the colors of both."""

MARK = 3.0
TEXT = 4.5
LIGHTNESS = 1.4


def ends(color: Colored) -> tuple[Tint, ...]:
    match color:
        case Gradient():
            return color.top, color.bottom
        case Finish():
            return (color.edge,) if color.edge else (color.body.top, color.body.bottom, color.flat)
    return (color,)


def clearer(one: Tint, other: Tint, ground: Tint) -> Tint:
    return max(one, other, key=lambda color: contrast(color, ground))


def marks(theme: Theme) -> Iterator[Pair]:
    """Yield pieces and marks, each with its background."""
    for text, ground in (("space", theme.space), ("legal space", theme.legal)):
        yield f"White piece on {text}", theme.white, ground
        yield f"Black piece on {text}", theme.black, ground
        yield f"brackets on {text}", theme.mark, ground
        yield f"last move's ring on {text}", theme.last_move, ground
        yield f"chevron on {text}", clearer(theme.chevron, theme.chevron_edge, ground.top), ground
    yield "White piece on dimmed space", theme.dimmed_white, theme.dimmed_space
    yield "Black piece on dimmed space", theme.dimmed_black, theme.dimmed_space
    yield "last move's ring on dimmed space", theme.last_move, theme.dimmed_space
    yield "last move's ring on Black piece", theme.last_move, theme.black.body
    yield "last move's pip on plate", theme.last_move, theme.plate
    yield "dot on last move's pip", theme.pip, theme.last_move
    yield "chevron on its edge", theme.chevron, theme.chevron_edge
    yield "winner's ring on what's around it", theme.winner, theme.surround
    yield "White piece in its contour", theme.white.flat, theme.white.edge or theme.black.flat
    yield (
        "dimmed White piece in its contour",
        theme.dimmed_white.flat,
        theme.dimmed_white.edge or theme.black.flat,
    )
    yield "Black piece in its contour", theme.black.flat, theme.black.edge or theme.white.flat
    yield "White beside Black", theme.white.flat, theme.black.body
    yield "dimmed White beside dimmed Black", theme.dimmed_white.flat, theme.dimmed_black.body
    yield "rook on White's badge", theme.black.flat, theme.white.flat
    yield "rook on winner's badge", theme.on_winner, theme.winner
    yield "rook won on winner's panel", theme.on_gold, theme.gold
    for text, panel in (("panel", theme.panel), ("panel of the side to move", theme.active_panel)):
        yield f"rook won on {text}", theme.gold, panel
        yield f"rook not won on {text}", theme.empty_rook, panel
        yield f"chip's rim on {text}", theme.chip_rim, panel
    yield "rook not won on winner's panel", theme.empty_rook_on_gold, theme.gold
    for text, medal in (("gold", theme.winner), ("silver", theme.silver), ("bronze", theme.bronze)):
        yield f"rank on {text} medal", theme.on_winner, medal
    yield "badge's symbol", theme.text, theme.plate
    yield "badge's rim on panel", theme.gold, theme.panel
    yield "golden symbol on black badge", theme.winner, theme.black.flat
    yield "games drawn in record", theme.dim_text, theme.panel
    yield "check mark on reader's own row", theme.last_move, theme.active_panel
    yield "dash on reader's own row", theme.dim_text, theme.active_panel
    yield "outline of the panel of the side to move on canvas", theme.gold, theme.canvas
    for text, panel in (("row", theme.panel), ("leader's row", theme.active_panel)):
        yield f"frame of a lost game on {text}", theme.chip_rim, panel
        yield f"clock of a running game on {text}", theme.dim_text, panel
    yield "White's chip on its rim", theme.white.flat, theme.chip_rim
    yield "sign on White's chip", theme.black.flat, theme.white.flat
    yield "golden sign on Black's chip", theme.winner, theme.black.flat
    yield "Black's chip on its rim", theme.black.flat, theme.chip_rim


def texts(theme: Theme) -> Iterator[Pair]:
    """Yield text, with its background."""
    yield "name on panel", theme.text, theme.panel
    yield "name on panel of the side to move", theme.text, theme.active_panel
    yield "loser's name on panel", theme.dim_text, theme.panel
    yield "winner's name on panel", theme.on_gold, theme.gold
    for text, panel in (("row", theme.panel), ("reader's own row", theme.active_panel)):
        yield f"gain on {text}", theme.last_move, panel
        yield f"loss on {text}", theme.fall, panel
    yield "tie break on leader's row", theme.dim_text, theme.active_panel
    yield "letter where a row meets its column", theme.coordinates, theme.canvas
    yield "title on plate", theme.text, theme.plate
    yield "coordinate on plate", theme.coordinates, theme.plate
    yield "count on White's pill", theme.white.flat, theme.white_pill
    yield "count on Black's pill", theme.black.flat, theme.black_pill
    yield "zero on empty pill", theme.dim_text, theme.empty_pill
    for text, label in (("win", theme.win), ("draw", theme.draw), ("loss", theme.loss)):
        yield f"number on the label of a {text}", theme.on_value, label


def weaker(pairs: Iterable[Pair], least: float) -> list[tuple[str, float]]:
    """Return the pairs with less contrast than that."""
    found = [(text, contrast(a, b)) for text, one, other in pairs for a in ends(one) for b in ends(other)]
    return [(text, round(between, 2)) for text, between in found if between < least]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_pieces_and_marks_stand_out_from_their_background(theme: Theme) -> None:
    assert weaker(marks(theme), MARK) == []


def lowest(pairs: Iterable[Pair], beginning: str = "") -> float:
    """Return the lowest contrast among the pairs whose text begins like this."""
    return min(
        contrast(a, b)
        for text, one, other in pairs
        if text.startswith(beginning)
        for a in ends(one)
        for b in ends(other)
    )


@pytest.mark.parametrize("theme", [AEGEAN, LIMESTONE], ids=lambda theme: theme.name)
def test_the_theme_called_high_contrast_has_the_highest_contrast(theme: Theme) -> None:
    for subject in ("White piece on", "Black piece on", "brackets", "last move's ring on", "chevron"):
        assert lowest(marks(BASALT), subject) > lowest(marks(theme), subject)
    assert lowest(marks(BASALT)) > lowest(marks(theme))
    assert lowest(texts(BASALT)) > lowest(texts(theme))


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_legal_space_differs_from_a_plain_one_in_lightness(theme: Theme) -> None:
    for legal, plain in zip(ends(theme.legal), ends(theme.space), strict=True):
        assert contrast(legal, plain) > LIGHTNESS


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_text_is_readable_on_its_background(theme: Theme) -> None:
    assert weaker(texts(theme), TEXT) == []


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("vision", Vision)
def test_color_blind_eyes_can_tell_colors_with_a_meaning_apart(theme: Theme, vision: Vision) -> None:
    # There's a gap between White and the last move's ring, and a contour sets White apart where it has one.
    meanings = {
        "space": theme.space.top,
        "legal space": theme.legal.top,
        "White piece": theme.white.flat,
        "Black piece": theme.black.flat,
        "last move": theme.last_move,
    }
    finishes = {"White": theme.white, "Black": theme.black}
    seen = {text: vision.seen(color) for text, color in meanings.items()}
    near = [
        (one, other, round(distance(seen[one], seen[other])))
        for one in seen
        for other in seen
        if one < other
        and {one, other} != {"White piece", "last move"}
        and not any(finish.edge and one == f"{side} piece" for side, finish in finishes.items())
        and distance(seen[one], seen[other]) < 30
    ]
    assert near == []


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("vision", Vision)
def test_color_blind_eyes_can_tell_gains_from_losses(theme: Theme, vision: Vision) -> None:
    assert distance(vision.seen(theme.last_move), vision.seen(theme.fall)) > 30


def test_contrast_is_defined_as_in_the_web_guidelines() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
