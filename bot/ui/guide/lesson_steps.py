"""The six positions of the lesson: what each says, and how it answers every move.

The learner is always Black. A step's position is reached by legal moves, and every legal move is allowed; a
move that solves the task leads on, and any other gets an explanation of what it did instead.
"""

from collections.abc import Callable
from dataclasses import dataclass
from gettext import NullTranslations

from bot.ui.text.words import alternatives
from engine import Colour, Move, Position, Ruleset, Space

Words = Callable[[NullTranslations], str]


@dataclass(frozen=True, slots=True)
class Answer:
    """The lesson's answer to a move: whether it solved the task, and what to say about it."""

    done: bool
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the lesson.

    Attributes:
        moves: The game that leads to its position, Black to play.
        title: What it is about.
        text: The rule and the task.
        answer: The answer to a legal move in the position.
    """

    moves: tuple[str, ...]
    title: Words
    text: Words
    answer: Callable[[NullTranslations, Position, Move], Answer]

    @property
    def position(self) -> Position:
        """The position in which the learner plays."""
        # Classic has one different opening rule, which would be too much for the first step.
        return Position.replay(Ruleset.CLASSIC, self.moves)


def _square_title(words: NullTranslations) -> str:
    return words.gettext("Next to a Square")


def _square_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "In Pyrga, the last piece says where the next one can go. White (light) has placed a **Square** on "
        "b1. You're Black (dark), and after a Square you play **next to it**: above, below, left or right. "
        "The marked spaces are yours.\n"
        "**Your task:** place any piece. The buttons are your moves: a piece (■ Square, ▲ Triangle or "
        "● Cylinder) and its space. A Triangle on a button points where the piece will."
    )


def _square_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    del position
    praise = words.gettext(
        "That's it: {space} is next to the Square. Now your piece tells White where to go."
    )
    return Answer(done=True, text=praise.format(space=f"**{move.space}**"))


def _triangle_title(words: NullTranslations) -> str:
    return words.gettext("Along a Triangle's line")


def _triangle_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "After a **Triangle** you play **on the line it points along**, up to the edge. Its own space isn't "
        "part of the line, and pieces along the way don't block it. White's Triangle on a4 points down, so "
        "a3, a2 and a1 are yours.\n"
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


def _tower_title(words: NullTranslations) -> str:
    return words.gettext("Towers")


def _tower_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "A space can hold one piece of each kind, whichever color. All three together are a **Tower**. It "
        "belongs to the player who owns **at least two** of its pieces, no matter who placed the last one.\n"
        "White's Triangle on a3 points down. On a2 and a1, only a Cylinder is missing.\n"
        "**Your task:** complete the Tower that will be **yours**."
    )


def _tower_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    _ = words.gettext
    if position.play(move).towers(Colour.BLACK):
        praise = _(
            "Your first Tower! The Square and the Cylinder on a2 are yours, two of the three pieces. The "
            "dark frame shows it."
        )
        return Answer(done=True, text=praise)
    advice = _(
        "That completes a Tower, but two of the three pieces on a1 are White's, so it's White's Tower. Look "
        "for the space where one piece is already yours."
    )
    return Answer(done=False, text=advice)


def _fallback_title(words: NullTranslations) -> str:
    return words.gettext("When nothing fits")


def _fallback_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "White's Triangle on c3 points only at c4, and your Tower there is full. When none of your pieces "
        "fits, you can play **on any empty space**.\n"
        "But think about what White can do next. White has two pieces on c3, and a Cylinder there would make "
        "it White's Tower.\n"
        "**Your task:** play where your piece does **not** send White to c3. (Choose a kind, then a space.)"
    )


def _fallback_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    _ = words.gettext
    after = position.play(move)
    if not any(after.play(reply).towers(Colour.WHITE) for reply in after.legal_moves):
        praise = _("Good choice: White can't reach c3.")
        return Answer(done=True, text=praise)
    advice = _(
        "{space} is empty, so you can play there. But your piece lets White play on c3 and complete a Tower "
        "with a Cylinder. Send White somewhere else."
    )
    return Answer(done=False, text=advice.format(space=f"**{move.space}**"))


def _win_title(words: NullTranslations) -> str:
    return words.gettext("Three Towers win")


def _win_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "The first player to control **three Towers** wins immediately. You already control b2 and c2, and "
        "White has just placed a Square on b2.\n"
        "**Your task:** complete your third Tower and win."
    )


def _win_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    _ = words.gettext
    space = f"**{move.space}**"
    if position.play(move).outcome() is not None:
        praise = _("You win! {space} is your third Tower.")
        return Answer(done=True, text=praise.format(space=space))
    advice = _(
        "You can play on {space}, but the game goes on. Look next to White's Square for a space with two "
        "pieces, one of them yours: the missing kind completes it."
    )
    return Answer(done=False, text=advice.format(space=space))


STEPS = (
    Step(("Sb1",), _square_title, _square_text, _square_answer),
    Step(("Ta2n", "Sa3", "Ta4s"), _triangle_title, _triangle_text, _triangle_answer),
    Step(("Cc3",), _cylinder_title, _cylinder_text, _cylinder_answer),
    Step(("Ta2n", "Ta4s", "Ta1e", "Tb1w", "Sa1", "Sa2", "Ta3s"), _tower_title, _tower_text, _tower_answer),
    Step(("Cc4", "Sc4", "Sc3", "Tc4s", "Tc3n"), _fallback_title, _fallback_text, _fallback_answer),
    Step(
        ("Tb3s", "Tb2w", "Ca2", "Ta2e", "Cc2", "Tc2n", "Tc4s", "Sc2", "Td2w", "Cb2", "Sb2"),
        _win_title,
        _win_text,
        _win_answer,
    ),
)
"""The steps of the lesson, in order."""
