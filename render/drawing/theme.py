"""The themes: all colors of a picture."""

from dataclasses import dataclass

Tint = tuple[int, int, int]
"""A color as red, green and blue, each 0 to 255 (sRGB)."""


def tint(text: str) -> Tint:
    """Return the color written as ``#rrggbb``."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def blend(base: Tint, over: Tint, share: float) -> Tint:
    """Return ``base`` covered by ``over`` with an opacity of ``share`` (0 to 1)."""
    red, green, blue = (round(b + (o - b) * share) for b, o in zip(base, over, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Gradient:
    """A color that changes evenly from top to bottom."""

    top: Tint
    bottom: Tint

    def at(self, share: float) -> Tint:
        """Return the color at ``share`` of the way down, 0 to 1."""
        return blend(self.top, self.bottom, share)

    def toward(self, over: Tint, share: float) -> "Gradient":
        """Return this gradient covered by ``over`` with an opacity of ``share`` (0 to 1)."""
        return Gradient(blend(self.top, over, share), blend(self.bottom, over, share))


def gradient(top: str, bottom: str) -> Gradient:
    """Return the gradient between two colors written as ``#rrggbb``."""
    return Gradient(tint(top), tint(bottom))


@dataclass(frozen=True, slots=True)
class Finish:
    """How one side's pieces are painted: the body, and the thin lips that catch light and shade."""

    body: Gradient
    light: Tint
    shade: Tint
    flat: Tint
    """The body in one color, for rings, chips and icons."""
    lit: float
    """How strong the light lip is, 0 to 1."""
    shaded: float
    """How strong the shaded lip is, 0 to 1."""
    edge: Tint | None = None
    """A contour around the piece, for a body that's too close to the color of the spaces."""

    @property
    def outer(self) -> Tint:
        """Return the color that sets the piece apart from what it lies on."""
        return self.edge or self.flat


@dataclass(frozen=True, slots=True)
class Theme:
    """Every color of the picture.

    Both sides' pieces stand out on a space: it has a middle tone, or one side's pieces have a contour.
    """

    name: str
    canvas: Tint
    panel: Tint
    active_panel: Tint
    text: Tint
    dim_text: Tint
    plate: Tint
    surround: Tint
    """Around rings and badges, which are too close to the color of the spaces."""
    coordinates: Tint
    space: Gradient
    legal: Gradient
    white: Finish
    black: Finish
    dimmed_space: Gradient
    """A space that didn't decide a finished game. Its pieces are dimmed, too, and still stand out."""
    dimmed_white: Finish
    dimmed_black: Finish
    mark: Tint
    """Brackets and plus sign of a legal space."""
    chevron: Tint
    chevron_edge: Tint
    winner: Tint
    """Ring and badge of the Towers that won."""
    on_winner: Tint
    gold: Tint
    """On the panels: the side to move, Towers won and the winner."""
    on_gold: Tint
    empty_rook: Tint
    empty_rook_on_gold: Tint
    silver: Tint
    bronze: Tint
    """Medals of the second and the third; the first's has the winner's color."""
    fall: Tint
    """A rating that went down. One that went up has the color of the last move."""
    win: Tint
    draw: Tint
    loss: Tint
    """Labels of what moves are worth."""
    on_value: Tint
    last_move: Tint
    pip: Tint
    """The dot inside the last move's pip."""
    chip_rim: Tint
    """Around a player's chip, unless the player is to move or has won."""
    white_pill: Tint
    black_pill: Tint
    empty_pill: Tint
    shadow: Tint

    def __hash__(self) -> int:
        # Every lookup of a sprite hashes its theme. Hashing all the colors would take as long as the rest.
        return hash(self.name)


def _outlined(body: str, edge: str) -> Finish:
    """Return a flat piece without lips, which only its contour sets off."""
    flat = tint(body)
    return Finish(Gradient(flat, flat), flat, flat, flat, 0.0, 0.0, edge=tint(edge))


AEGEAN = Theme(
    name="aegean",
    canvas=tint("#131C27"),
    panel=tint("#1F2C3A"),
    active_panel=tint("#253545"),
    text=tint("#F4EFE4"),
    dim_text=tint("#93A3B3"),
    plate=tint("#274A66"),
    surround=tint("#274A66"),
    coordinates=tint("#D3E2EE"),
    space=gradient("#3C6F96", "#386A90"),
    legal=gradient("#B67816", "#B17413"),
    white=Finish(gradient("#FFFDF7", "#F5EEDF"), tint("#FFFFFF"), tint("#C9BFAB"), tint("#FBF6EA"), 0.8, 0.7),
    black=Finish(gradient("#13171E", "#0A0D12"), tint("#5D6B7C"), tint("#000000"), tint("#0D1117"), 0.5, 0.6),
    dimmed_space=gradient("#396683", "#386481"),
    dimmed_white=Finish(
        gradient("#D2D1CD", "#CCC8BE"), tint("#DAD8D2"), tint("#98968E"), tint("#CFCDC6"), 0.5, 0.6
    ),
    dimmed_black=Finish(
        gradient("#080B0F", "#05070A"), tint("#3A4654"), tint("#000000"), tint("#07090D"), 0.5, 0.5
    ),
    mark=tint("#FFEFBC"),
    chevron=tint("#FFCB47"),
    chevron_edge=tint("#0D141D"),
    winner=tint("#FFCB47"),
    on_winner=tint("#131C27"),
    gold=tint("#FFCB47"),
    on_gold=tint("#131C27"),
    empty_rook=tint("#8FA5B8"),
    empty_rook_on_gold=tint("#8C6A14"),
    silver=tint("#CBD5DF"),
    bronze=tint("#DB9A63"),
    fall=tint("#FF9F80"),
    win=tint("#19693F"),
    draw=tint("#5C6771"),
    loss=tint("#B32128"),
    on_value=tint("#FBF6EA"),
    last_move=tint("#B4F4FF"),
    pip=tint("#131C27"),
    chip_rim=tint("#4E83AB"),
    white_pill=tint("#386A90"),
    black_pill=tint("#568DB6"),
    empty_pill=tint("#151F2B"),
    shadow=tint("#06101C"),
)
"""The default look: ivory and ink on the blue of the sea, with amber for legal spaces."""

LIMESTONE = Theme(
    name="limestone",
    canvas=tint("#E4DCCB"),
    panel=tint("#FAF4E4"),
    active_panel=tint("#FFFFFF"),
    text=tint("#1D2530"),
    dim_text=tint("#5F6873"),
    plate=tint("#FAF4E4"),
    surround=tint("#2E261B"),
    coordinates=tint("#6A5E4B"),
    space=gradient("#EAE3D5", "#E4DCCC"),
    legal=gradient("#F2B622", "#EDB01E"),
    white=Finish(
        gradient("#FFFFFF", "#F8F3E8"),
        tint("#FFFFFF"),
        tint("#D8CFBD"),
        tint("#FFFDF8"),
        0.8,
        0.7,
        edge=tint("#2E261B"),
    ),
    black=Finish(gradient("#12161D", "#0B0E13"), tint("#5D6B7C"), tint("#000000"), tint("#0D1117"), 0.5, 0.6),
    dimmed_space=gradient("#E6DECC", "#E1D7C4"),
    dimmed_white=Finish(
        gradient("#F6F2EB", "#EFEAE0"),
        tint("#FDFBF7"),
        tint("#DDD5C5"),
        tint("#F4F0E8"),
        0.5,
        0.6,
        edge=tint("#6F6453"),
    ),
    dimmed_black=Finish(
        gradient("#5A5C60", "#4A4A4C"), tint("#7C8087"), tint("#3C3C3E"), tint("#505153"), 0.5, 0.5
    ),
    mark=tint("#6B4700"),
    chevron=tint("#FFCB47"),
    chevron_edge=tint("#2E261B"),
    winner=tint("#FFC22E"),
    on_winner=tint("#2E261B"),
    gold=tint("#9A6200"),
    on_gold=tint("#FFFFFF"),
    empty_rook=tint("#8B8476"),
    empty_rook_on_gold=tint("#E8CB92"),
    silver=tint("#C3CBD4"),
    bronze=tint("#D28F5B"),
    fall=tint("#AE3712"),
    win=tint("#388231"),
    draw=tint("#5F6873"),
    loss=tint("#BB312B"),
    on_value=tint("#FFFDF8"),
    last_move=tint("#1660CE"),
    pip=tint("#FFFFFF"),
    chip_rim=tint("#7D7363"),
    white_pill=tint("#6E6350"),
    black_pill=tint("#CDBFA4"),
    empty_pill=tint("#EDE8DC"),
    shadow=tint("#3A2E1C"),
)
"""A light look: sandstone tiles on paper, with a dark contour around White's pieces."""

BASALT = Theme(
    name="basalt",
    canvas=tint("#000000"),
    panel=tint("#101010"),
    active_panel=tint("#181818"),
    text=tint("#FFFFFF"),
    dim_text=tint("#B8B8B8"),
    plate=tint("#484848"),
    surround=tint("#484848"),
    coordinates=tint("#FFFFFF"),
    space=gradient("#000000", "#000000"),
    legal=gradient("#523500", "#4E3200"),
    white=Finish(gradient("#FFFFFF", "#FFFFFF"), tint("#FFFFFF"), tint("#D8D8D8"), tint("#FFFFFF"), 0.0, 0.6),
    black=_outlined("#000000", "#FFFFFF"),
    dimmed_space=gradient("#000000", "#000000"),
    dimmed_white=Finish(
        gradient("#A2A2A2", "#A0A0A0"), tint("#A2A2A2"), tint("#808080"), tint("#A0A0A0"), 0.0, 0.6
    ),
    dimmed_black=_outlined("#000000", "#A0A0A0"),
    mark=tint("#FFE27A"),
    chevron=tint("#FFD400"),
    chevron_edge=tint("#000000"),
    winner=tint("#FFD400"),
    on_winner=tint("#000000"),
    gold=tint("#FFD400"),
    on_gold=tint("#000000"),
    empty_rook=tint("#B8B8B8"),
    empty_rook_on_gold=tint("#5E4C00"),
    silver=tint("#D4D4D4"),
    bronze=tint("#E29E63"),
    fall=tint("#FF9F80"),
    win=tint("#226E3A"),
    draw=tint("#57666A"),
    loss=tint("#C9242E"),
    on_value=tint("#FFFFFF"),
    last_move=tint("#30D0FF"),
    pip=tint("#000000"),
    chip_rim=tint("#808080"),
    white_pill=tint("#303030"),
    black_pill=tint("#D0D0D0"),
    empty_pill=tint("#000000"),
    shadow=tint("#000000"),
)
"""A high-contrast look: pure white, and black in a white contour, on black."""

THEMES = (AEGEAN, LIMESTONE, BASALT)
"""All themes that a player can choose."""
