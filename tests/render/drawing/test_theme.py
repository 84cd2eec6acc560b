"""Everything that has to be told apart can be, even by people who are color-blind."""

from collections.abc import Iterator

import pytest

from render.drawing.theme import BASALT, THEMES, Finish, Gradient, Theme, Tint
from render.making.vision import Vision, contrast, distance

MARK = 3.0
TEXT = 4.5


def ends(color: Tint | Gradient | Finish) -> tuple[Tint, ...]:
    match color:
        case Gradient():
            return color.top, color.bottom
        case Finish():
            return (color.edge,) if color.edge else (color.body.top, color.body.bottom, color.flat)
    return (color,)


def marks(theme: Theme) -> Iterator[tuple[str, Tint | Gradient | Finish, Tint | Gradient | Finish]]:
    """Pieces and marks, each with its background."""
    for text, ground in (("space", theme.space), ("legal space", theme.legal)):
        yield f"White piece on {text}", theme.white, ground
        yield f"Black piece on {text}", theme.black, ground
        yield f"brackets on {text}", theme.mark, ground
        yield f"last move's ring on {text}", theme.last_move, ground
        yield f"chevron's edge on {text}", theme.chevron_edge, ground
    yield "White piece on dimmed space", theme.dimmed_white, theme.dimmed_space
    yield "Black piece on dimmed space", theme.dimmed_black, theme.dimmed_space
    yield "last move's ring on dimmed space", theme.last_move, theme.dimmed_space
    yield "last move's ring on Black piece", theme.last_move, theme.black
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
    yield "White beside Black", theme.white.flat, theme.black
    yield "dimmed White beside dimmed Black", theme.dimmed_white.flat, theme.dimmed_black
    yield "rook on White's badge", theme.black.flat, theme.white.flat
    yield "rook on winner's badge", theme.on_winner, theme.winner
    yield "rook won on winner's bar", theme.on_gold, theme.gold
    for text, bar in (("bar", theme.bar), ("bar of the side to move", theme.active_bar)):
        yield f"rook won on {text}", theme.gold, bar
        yield f"rook not won on {text}", theme.empty_rook, bar
        yield f"chip's rim on {text}", theme.chip_rim, bar
    yield "rook not won on winner's bar", theme.empty_rook_on_gold, theme.gold
    for text, medal in (("gold", theme.winner), ("silver", theme.silver), ("bronze", theme.bronze)):
        yield f"rank on {text} medal", theme.on_winner, medal
    yield "badge's symbol", theme.text, theme.plate
    yield "badge's rim on bar", theme.gold, theme.bar
    yield "golden symbol on black badge", theme.winner, theme.black.flat
    yield "games drawn in record", theme.dim_text, theme.bar
    yield "check mark on reader's own row", theme.last_move, theme.active_bar
    yield "dash on reader's own row", theme.dim_text, theme.active_bar
    yield "outline of the bar of the side to move on canvas", theme.gold, theme.canvas
    yield "White's chip on its rim", theme.white.flat, theme.chip_rim
    yield "sign on White's chip", theme.black.flat, theme.white.flat
    yield "golden sign on Black's chip", theme.winner, theme.black.flat
    yield "Black's chip on its rim", theme.black.flat, theme.chip_rim


def texts(theme: Theme) -> Iterator[tuple[str, Tint, Tint]]:
    """Text, with its background."""
    yield "name on bar", theme.text, theme.bar
    yield "name on bar of the side to move", theme.text, theme.active_bar
    yield "loser's name on bar", theme.dim_text, theme.bar
    yield "winner's name on bar", theme.on_gold, theme.gold
    for text, bar in (("row", theme.bar), ("reader's own row", theme.active_bar)):
        yield f"gain on {text}", theme.last_move, bar
        yield f"loss on {text}", theme.fall, bar
    yield "title on plate", theme.text, theme.plate
    yield "coordinate on plate", theme.coordinates, theme.plate
    yield "count on White's pill", theme.white.flat, theme.white_pill
    yield "count on Black's pill", theme.black.flat, theme.black_pill
    yield "zero on empty pill", theme.dim_text, theme.empty_pill


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_pieces_and_marks_stand_out_from_their_background(theme: Theme) -> None:
    weak = [
        (text, round(contrast(a, b), 2))
        for text, one, other in marks(theme)
        for a in ends(one)
        for b in ends(other)
        if contrast(a, b) < MARK
    ]
    assert weak == []


def test_the_high_contrast_look_has_the_maximum_for_both_colors() -> None:
    for piece in (BASALT.white, BASALT.black):
        for ground in (BASALT.space, BASALT.legal):
            assert min(contrast(a, b) for a in ends(piece) for b in ends(ground)) > 4.2


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_text_is_readable_on_its_background(theme: Theme) -> None:
    assert [(text, round(contrast(a, b), 2)) for text, a, b in texts(theme) if contrast(a, b) < TEXT] == []


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
    seen = {text: vision.seen(color) for text, color in meanings.items()}
    near = [
        (one, other, round(distance(seen[one], seen[other])))
        for one in seen
        for other in seen
        if one < other
        and {one, other} != {"White piece", "last move"}
        and not (theme.white.edge and one == "White piece")
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
