"""The steps of the lesson about Towers, and about how a game ends."""

from gettext import NullTranslations

from bot.ui.guide.lesson_step import Answer, Step
from engine import Color, Kind, Move, Position


def _tower_title(words: NullTranslations) -> str:
    return words.pgettext("lesson", "Towers")


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
    if position.play(move).towers(Color.BLACK):
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


def _hands_title(words: NullTranslations) -> str:
    return words.gettext("Five of each kind")


def _hands_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "Each player starts with **five** Squares, five Triangles and five Cylinders. The bars above and "
        "below the board show what's left: you're out of Triangles, and White is out of Squares. If nothing "
        "you have left fits, you can play on any empty space, as in step 5.\n"
        "White controls two Towers and needs one more.\n"
        "**Your task:** don't let White complete a third Tower."
    )


def _hands_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    _ = words.gettext
    after = position.play(move)
    wins = [reply for reply in after.legal_moves if after.play(reply).outcome() is not None]
    if not wins:
        praise = _("Well done: only a Square is missing on {space}, and White has none left.")
        return Answer(done=True, text=praise.format(space=f"**{move.space}**"))
    if wins[0].kind is Kind.TRIANGLE:
        advice = _(
            "Now White can complete a third Tower and win, with a Triangle on {space}. Send White to a space "
            "where only a Square is missing: White has none left."
        )
    else:
        # White has no Square left.
        advice = _(
            "Now White can complete a third Tower and win, with a Cylinder on {space}. Send White to a space "
            "where only a Square is missing: White has none left."
        )
    return Answer(done=False, text=advice.format(space=f"**{wins[0].space}**"))


def _count_title(words: NullTranslations) -> str:
    return words.gettext("When the pieces run out")


def _count_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "If all 30 pieces are placed, or a player can't play anywhere, the game ends and is counted. "
        "**More Towers** win. If that's a tie, **pairs** decide: spaces with two pieces of one color. Then "
        "**single pieces**, alone on a space. If all three are tied, it's a **draw**.\n"
        "You have one piece left. White controls two Towers, and you control b4 and have a pair on d2.\n"
        "**Your task:** win the count."
    )


def _count_answer(words: NullTranslations, position: Position, move: Move) -> Answer:
    _ = words.gettext
    outcome = position.play(move).outcome()
    winner = None if outcome is None else outcome.winner
    if winner is Color.BLACK:
        praise = _(
            "You win the count! Each of you controls two Towers, so pairs decide: you have one on d2, and "
            "White has none."
        )
        return Answer(done=True, text=praise)
    if winner is Color.WHITE:
        advice = _(
            "White wins the count with two Towers, and you control one. Look for a second Tower: a space "
            "where a Cylinder is missing and one piece is already yours."
        )
        return Answer(done=False, text=advice)
    advice = _(
        "A draw. The Tower on {space} used up your pair. Now each of you has two Towers, no pairs and two "
        "single pieces, so everything is tied. Is there another Tower to complete?"
    )
    return Answer(done=False, text=advice.format(space=f"**{move.space}**"))


TOWERS = Step("Ta2n Ta4s Ta1e Tb1w Sa1 Sa2 Ta3s", _tower_title, _tower_text, _tower_answer)
WIN = Step("Tb3s Tb2w Ca2 Ta2e Cc2 Tc2n Tc4s Sc2 Td2w Cb2 Sb2", _win_title, _win_text, _win_answer)
HANDS = Step(
    "Sd1 Cc1 Tc1w Ta1n Sa4 Ta3e Sd3 Td2s Cd1 Td1w Sc1 Tc2e Sd2",
    _hands_title,
    _hands_text,
    _hands_answer,
    has_bars=True,
)
COUNT = Step(
    "Ta2e Td2n Td4w Sb4 Sb3 Tc3w Tb3s Cb1 Tb1n Tb4s Cb2 Tb2n Cb3 Tc1w Ca1 "
    "Sa1 Sa2 Ca3 Ta3s Ca2 Cc2 Sc2 Sc3 Sc4 Cb4 Cd1 Sd1 Sd2 Sd3",
    _count_title,
    _count_text,
    _count_answer,
    has_bars=True,
)
