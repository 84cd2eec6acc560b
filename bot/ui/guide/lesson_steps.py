"""The six positions of the lesson: what each says, and what it answers to every move.

The learner is Black throughout. A step's position is reached by legal moves, and every legal move is allowed;
those that do the task go on, the others are told what they did instead.
"""

from collections.abc import Callable
from dataclasses import dataclass
from gettext import NullTranslations

from bot.ui.text.words import alternatives
from engine import Colour, Move, Position, Ruleset, Space

Words = Callable[[NullTranslations], str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the lesson answers to a move: whether that did the task, and what is said to it."""

    done: bool
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the lesson.

    Attributes:
        moves: The game that leads to its position, Black to play.
        text: The rule and the task.
        answer: The answer to a legal move in the position.
    """

    moves: tuple[str, ...]
    text: Words
    answer: Callable[[NullTranslations, Position, Move], Answer]

    @property
    def position(self) -> Position:
        """The position in which the learner plays."""
        # Classic differs in one rule of the opening, which would be too much in the first step.
        return Position.replay(Ruleset.CLASSIC, self.moves)


def _square_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### 1 of 6 · Beside a Square\n"
        "In Pyrga the piece that was placed last says where the next one may go. White (light) has placed a "
        "**Square** on b1. You are Black (dark), and after a Square you play **beside it**: above, below, "
        "left or right. The marked spaces are yours.\n"
        "**Your task:** place any piece. The buttons are your moves: ■ Square, ▲ Triangle with its "
        "direction, ● Cylinder."
    )


def _square_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    del position
    praise = words.gettext(
        "That is it: {space} is beside the Square. Now your piece tells White where to go."
    )
    return Answer(done=True, text=praise.format(space=f"**{move.space}**"))


def _triangle_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### 2 of 6 · Along a Triangle's line\n"
        "After a **Triangle** you play **on the line it points along**, up to the edge. Its own space is not "
        "part of the line, and pieces on the way do not block it. White's Triangle on a4 points down: a3, "
        "a2 and a1 are yours.\n"
        "**Your task:** reach past both pieces and play on the last space, **a1**."
    )


def _triangle_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    del position
    _ = words.gettext
    if move.space is Space.A1:
        praise = _("Exactly: the line goes on over other pieces, to the edge of the board.")
        return Answer(done=True, text=praise)
    advice = _(
        "You may do that: {space} is on the line, and you added a kind of piece that it did not have. But "
        "the line goes further. Try to reach its end, **a1**."
    )
    return Answer(done=False, text=advice.format(space=f"**{move.space}**"))


def _cylinder_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### 3 of 6 · On top of a Cylinder\n"
        "After a **Cylinder** you play **on the very space** it stands on: here c3. You have no choice of "
        "space, but you choose the piece, and that decides where White goes next.\n"
        "**Your task:** play on c3 so that White can go to **c4** only."
    )


def _cylinder_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    _ = words.gettext
    playable = position.play(move).demand.playable
    if playable == (Space.C4,):
        praise = _("Right: your Triangle points up, and c4 is the only space on its line.")
        return Answer(done=True, text=praise)
    advice = _(
        "c3 it is, but now White may play on {spaces}. Look for the piece that points at **c4** alone."
    )
    return Answer(done=False, text=advice.format(spaces=alternatives(words, playable)))


def _tower_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### 4 of 6 · Towers\n"
        "A space holds one piece of each kind, of either colour. All three together are a **Tower**. It "
        "belongs to whoever owns **at least two** of its pieces, no matter who placed the last one.\n"
        "White's Triangle on a3 points down. On a2 and on a1 only a Cylinder is missing.\n"
        "**Your task:** complete the Tower that will be **yours**."
    )


def _tower_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    _ = words.gettext
    if position.play(move).towers(Colour.BLACK):
        praise = _(
            "Your first Tower! Square and Cylinder on a2 are yours, two of three; the dark frame shows it."
        )
        return Answer(done=True, text=praise)
    advice = _(
        "That completes a Tower, but two of the three pieces on a1 are White's, so it is White's Tower. Look "
        "for the space where one piece is yours already."
    )
    return Answer(done=False, text=advice)


def _fallback_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### 5 of 6 · When nothing fits\n"
        "White's Triangle on c3 points at c4 only, and your Tower there is full. When none of your pieces "
        "fits, you may play **on any empty space**.\n"
        "But think of what White can do next. On c3 White has two pieces, and with a Cylinder there the "
        "Tower would be White's.\n"
        "**Your task:** play where your piece does **not** send White to c3. (Choose the kind, then the "
        "space.)"
    )


def _fallback_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    _ = words.gettext
    after = position.play(move)
    if not any(after.play(reply).towers(Colour.WHITE) for reply in after.legal_moves):
        praise = _("Well done: you used your freedom, and White cannot reach c3.")
        return Answer(done=True, text=praise)
    advice = _(
        "{space} is empty, so you may play there. But your piece lets White play on c3, and White's Cylinder "
        "would complete a Tower. Send White somewhere else."
    )
    return Answer(done=False, text=advice.format(space=f"**{move.space}**"))


def _win_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### 6 of 6 · Three Towers win\n"
        "Whoever is the first to control **three Towers** wins at once. You control b2 and c2 already, and "
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
        "You may play on {space}, but the game goes on. Look beside White's Square for a space with two "
        "pieces, one of them yours: the missing kind completes it."
    )
    return Answer(done=False, text=advice.format(space=space))


STEPS = (
    Step(("Sb1",), _square_text, _square_answer),
    Step(("Ta2n", "Sa3", "Ta4s"), _triangle_text, _triangle_answer),
    Step(("Cc3",), _cylinder_text, _cylinder_answer),
    Step(("Ta2n", "Ta4s", "Ta1e", "Tb1w", "Sa1", "Sa2", "Ta3s"), _tower_text, _tower_answer),
    Step(("Cc4", "Sc4", "Sc3", "Tc4s", "Tc3n"), _fallback_text, _fallback_answer),
    Step(
        ("Tb3s", "Tb2w", "Ca2", "Ta2e", "Cc2", "Tc2n", "Tc4s", "Sc2", "Td2w", "Cb2", "Sb2"),
        _win_text,
        _win_answer,
    ),
)
"""The steps of the lesson, from the first on."""
