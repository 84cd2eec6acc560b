"""The steps of the lesson about where the next piece goes."""

from gettext import NullTranslations

from bot.ui.guide.lesson_step import Answer, Step
from bot.ui.text.words import alternatives
from engine import Color, Kind, Move, Position, Space


def _square_title(words: NullTranslations) -> str:
    return words.gettext("Next to a Square")


def _square_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "There are three kinds of pieces: **Squares** ■, **Triangles** ▲ and **Cylinders** ●, or S, T and C "
        "for short. The last piece always says where the next one can go.\n"
        "White (light) has placed a Square on b1. You're Black (dark), and after a Square you play **next to "
        "it**: above, below, left or right. The marked spaces are yours.\n"
        "**Your task:** place a Square on one of them. Each button is a move."
    )


def _square_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    del position
    praise = words.gettext(
        "That's it: {space} is next to the Square. Now your piece tells White where to go. There's one "
        "special rule for the opening: if White starts with a Square, White's second piece can't be one."
    )
    return Answer(done=True, text=praise.format(space=f"**{move.space}**"))


def _triangle_title(words: NullTranslations) -> str:
    return words.gettext("Along a Triangle's line")


def _triangle_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "After a **Triangle** you play **on the line it points along**, up to the edge. Its own space isn't "
        "part of the line, and pieces along the way don't block it. White's Triangle on a4 points down, so "
        "a3, a2 and a1 are yours. When you place a Triangle, you choose where it points: the buttons show "
        "it.\n"
        "**Your task:** reach past both pieces and play on the last space, **a1**."
    )


def _triangle_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    del position
    _ = words.gettext
    if move.space is Space.A1:
        praise = _("Exactly: the line continues past other pieces, to the edge of the board.")
        return Answer(done=True, text=praise)
    advice = _(
        "That's allowed: {space} is on the line, and you added a kind of piece it didn't have. But the line "
        "goes further. Try to reach its end, **a1**."
    )
    return Answer(done=False, text=advice.format(space=f"**{move.space}**"))


def _cylinder_title(words: NullTranslations) -> str:
    return words.gettext("On top of a Cylinder")


def _cylinder_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "After a **Cylinder** you play **on the same space**: here, c3. You can't choose the space, but you "
        "choose the piece, and that decides where White goes next.\n"
        "**Your task:** play on c3 so that White can only go to **c4**."
    )


def _cylinder_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    _ = words.gettext
    playable = position.play(move).demand.playable
    if playable == (Space.C4,):
        praise = _("Right: your Triangle points up, and c4 is the only space on its line.")
        return Answer(done=True, text=praise)
    advice = _(
        "You played on c3, but now White can play on {spaces}. Look for the piece that points only at **c4**."
    )
    return Answer(done=False, text=advice.format(spaces=alternatives(words, playable)))


def _fallback_title(words: NullTranslations) -> str:
    return words.gettext("When nothing fits")


def _fallback_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "White's Triangle on c3 points only at c4, and your Tower there is full. When none of your pieces "
        "fits, you can play **on any empty space**.\n"
        "But think about what White can do next. White has two pieces on c3, and a Cylinder there would make "
        "it White's Tower.\n"
        "**Your task:** place a **Triangle** that does **not** send White to c3. Choose Triangle, then a "
        "space, then where it points. It can't point straight off the board."
    )


def _fallback_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    _ = words.gettext
    after = position.play(move)
    space = f"**{move.space}**"
    if any(after.play(reply).towers(Color.WHITE) for reply in after.legal_moves):
        advice = _(
            "{space} is empty, so you can play there. But your piece lets White play on c3 and complete a "
            "Tower with a Cylinder. Send White somewhere else."
        )
        return Answer(done=False, text=advice.format(space=space))
    if move.kind is not Kind.TRIANGLE:
        advice = _(
            "{space} is safe: White can't reach c3 from there. Now do the same with a Triangle. Press "
            "**Triangle** above the spaces first."
        )
        return Answer(done=False, text=advice.format(space=space))
    praise = _("Well aimed: White can't reach c3.")
    return Answer(done=True, text=praise)


BESIDE = Step("Sb1", _square_title, _square_text, _square_answer, kinds=(Kind.SQUARE,))
ALONG = Step(
    "Ta2n Sa3 Ta4s",
    _triangle_title,
    _triangle_text,
    _triangle_answer,
    kinds=(Kind.SQUARE, Kind.TRIANGLE),
)
ON_TOP = Step("Cc3", _cylinder_title, _cylinder_text, _cylinder_answer)
ANYWHERE = Step("Cc4 Sc4 Sc3 Tc4s Tc3n", _fallback_title, _fallback_text, _fallback_answer)
