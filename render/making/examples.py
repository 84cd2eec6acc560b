"""Scenes of every kind, for the contact sheet, the tests and the palette."""

from engine import Color, Move, Outcome, Position, Reason, Space
from render.boards.scene import Scene, Start

GAMES = {
    "start": "",
    "square": "Sb3",
    "square and neighbors": "Tb2e Tc2s Sc1 Td1n Td3s Sd2 Sd1 Tc1e Cd1 Tc3n Cc4 Tc4s Sc2 Sc3",
    "triangle": "Tc3e Sd3 Cc3 Sc3 Td3w",
    "triangle past a Tower": "Tb4s Cb2 Tb2e Td2n Td3n Td4s Sd1 Sc1 Tc2n Tc4s Tc3w",
    "cylinder": "Sb4 Tc4e Cd4",
    "square on a Tower": "Tc3e Td3w Cc3 Sc3",
    "corner": "Cd1 Td1n Td4s Sd1",
    "any empty space, many": "Cd1 Td1n Td4s Sd1 Tc1e",
    "any empty space, few": "Ta3s Ca1 Ta1e Cc1 Tc1n Cc4 Tc4w Sa4 Tb4w Ca4",
    "White won by three Towers": "Sb4 Tc4e Cd4 Td4w Cb4 Tb4e Sd4 Cd3 Td3s Td2n Sd3",
    "Black won by three Towers": "Ta2s Ta1e Sd1 Sc1 Td1w Ca1 Sa1 Tb1e Cc1 Tc1w Cb1 Sb1",
    "Black won by Towers counted": (
        "Tb3w Ta3e Td3s Td2w Tb2e Tc2n Sc3 Sb3 Sb4 Cb3 Tc1e Td1n Sd4 Tc4w Sa4 Sa3 Ta4s Sa2 Sa1 Cb1"
    ),
    "Black won by spaces of two": (
        "Tb3e Tc3n Tc4s Sc1 Tc2e Sd2 Td3s Td1n Td4w Sa4 Sa3 Sa2 Sa1 Sb1 Sb2 Ca2 Sb4 Ca4"
    ),
    "White won by spaces of one": (
        "Sa3 Tb3n Tb4e Sc4 Tc3e Td3s Td1n Td4s Td2w Tb2s Cb1 Sb1 Sc1 Tc2n Cc4 Ca4 Ta4s Ca2 Sa2 Ca3 Sa1"
    ),
    "draw by the count": (
        "Sc1 Sd1 Tc1w Ta1e Tb1n Tb3w Sa3 Sa2 Tb2e Sd2 Cd3 Sd3 Td4s Td2w Ta2e Tc2n Sc3 Tc4s Sc2 Cc3 Sa4 Cb4"
    ),
}

STUCK = "Sc3 Tc2w Sb2 Sa2 Ta3e Sb3 Tb4w Ta4e Sd4 Td3s Td2s Td1w Ca1 Sa1 Tb1e Tc1n Tc3n Sc4 Cd4"
"""White wins under the rules of Pilotis, because Black is stuck."""

AIMED = {
    "Triangle to be aimed from an empty space": ("", Space.B2),
    "Triangle to be aimed inside a Square": ("Tc3w Sb3", Space.B3),
    "Triangle to be aimed under a Cylinder": ("Cc2", Space.C2),
}
"""Moves, and the space of a Triangle whose direction is being chosen."""

CHOSEN = {
    "Square chosen": ("Tc3e Td3w Cc3", "Sc3"),
    "Triangle chosen": ("Sb3", "Ta3e"),
    "Cylinder chosen": ("Tc3e Td3w", "Cc3"),
}
"""Moves that are waiting to be confirmed, and the moves before them."""

MATCH_ENDS = {
    "Black resigned": Outcome(Color.WHITE, Reason.RESIGNATION),
    "White ran out of time": Outcome(Color.BLACK, Reason.TIMEOUT),
    "draw agreed": Outcome(None, Reason.AGREEMENT),
    "annulled": Outcome(None, Reason.ANNULLED),
}

NAMES = (
    "Ada Lovelace",
    "Wolfeschlegelsteinhausenbergerdorff",
    "Nguyễn Văn Đức",
    "Дмитрий Ünal Łukasz",
    "Ελένη Βυζάντιος",
    "محمد الأمين",
    "شاهين 42 (Leo)",
    "Leo 🦁 شاهين",
    "דניאל כהן",
    "प्रिया शर्मा",
    "ทดสอบ ภาษาไทย",
    "王小明 さくら 김철수",
    "뷁쉛 たけし 丁寧語",
    "Թամար გიორგი",
    "তামান্না தமிழ்",
    "ສະບາຍດີ አበበ",
    "🔥Dragon🐉Slayer🇫🇷👩🏽‍💻",
    "𝔉𝔞𝔫𝔠𝔶 ℕ𝕒𝕞𝕖 ✦",  # noqa: RUF001  (names are written like this on purpose)
    "Z\u0328\u0335\u0321\u0322a\u0337\u0301\u0302l\u0336g\u0334o\u0338",
    "★彡 ♥ xX_Pro_Xx ♥ 彡★",
)


def scenes() -> dict[str, Scene]:
    """Return a scene of every kind, by a description of what it shows."""
    found = {
        text: Scene(
            Position.replay("pyrga", moves.split()), NAMES[2 * number % 20], NAMES[(2 * number + 1) % 20]
        )
        for number, (text, moves) in enumerate(GAMES.items())
    }
    found["Black is stuck"] = Scene(Position.replay("pilotis", STUCK.split()), "Ada Lovelace", "Emmy Noether")
    middle = found["triangle past a Tower"].position
    for text, outcome in MATCH_ENDS.items():
        found[text] = Scene(middle, "Ada Lovelace", "Emmy Noether", outcome)
    early = found["square"].position
    found["aborted"] = Scene(early, "Ada Lovelace", "Emmy Noether", Outcome(None, Reason.ABORTED))
    for text, (moves, aimed) in AIMED.items():
        position = Position.replay("pyrga", moves.split())
        found[text] = Scene(position, "Ada Lovelace", "Emmy Noether", aimed=aimed)
    for text, (moves, chosen) in CHOSEN.items():
        position = Position.replay("pyrga", moves.split())
        found[text] = Scene(position, "Ada Lovelace", "Emmy Noether", chosen=Move.parse(chosen))
    found["first piece by lot"] = Scene(early, "Ada Lovelace", "Emmy Noether", start=Start.RANDOM)
    found["sides swapped"] = Scene(middle, "Ada Lovelace", "Emmy Noether", start=Start.SWAPPED)
    return found
