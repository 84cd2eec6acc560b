"""What a position or a move is worth, in words and in signs."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.ui.text.words import move_text
from engine import Color, Distance, Move, Position, Solution, Value

_MINUS = "\N{MINUS SIGN}"


def verdict(words: NullTranslations, solution: Solution, move: Move) -> str:
    """What a move is worth, in a few words on a button; a question mark if it isn't known."""
    pgettext = words.pgettext
    value, moves = solution.moves[move], moves_left(solution.distances.get(move))
    if value is Value.UNKNOWN:
        return "?"
    if value is Value.DRAW:
        # Translators: what a move leads to with best play, beside it on a button.
        return pgettext("what a move does", "draw")
    if moves is None:
        # Translators: beside a move on a button: the player who makes it wins with best play, or loses.
        return (
            pgettext("what a move does", "wins")
            if value is Value.WIN
            else pgettext("what a move does", "loses")
        )
    if value is Value.WIN:
        # Translators: beside a move on a button; {number} is in how many moves, this one included.
        said = pgettext("what a move does", "wins in {number}")
    else:
        # Translators: beside a move on a button; {number} is in how many moves, this one included.
        said = pgettext("what a move does", "loses in {number}")
    return said.format(number=moves)


def sign(solution: Solution, move: Move) -> str:
    """What a move is worth as a sign, with the number of moves to the end."""
    said = {Value.WIN: "+", Value.DRAW: "=", Value.LOSS: _MINUS, Value.UNKNOWN: "?"}[solution.moves[move]]
    return f"{said}{moves_left(solution.distances.get(move)) or ''}"


def legend(words: NullTranslations) -> str:
    """What the signs mean."""
    # Translators: what the signs beside moves on buttons mean; {minus} is a minus sign.
    sentence = words.gettext("+ wins, = draws, {minus} loses; the number says in how many moves")
    return sentence.format(minus=_MINUS)


def standing_sentence(words: NullTranslations, position: Position, solution: Solution) -> str:
    """Who wins an unfinished position if both play perfectly, and when; empty if that isn't known."""
    white = position.turn is Color.WHITE
    value = solution.value if white else solution.value.reversed
    return outlook_sentence(words, value, moves_left(solution.distance))


def outlook_sentence(words: NullTranslations, value: Value, moves: int | None) -> str:
    """Who wins if both play perfectly, by White's value, and in how many moves; empty if that isn't known."""
    _ = words.gettext
    if value is Value.UNKNOWN:
        return ""
    if value is Value.DRAW:
        return _("With best play it's a draw.")
    if value is Value.WIN:
        if moves is None:
            return _("White wins with best play.")
        sentence = words.ngettext(
            "White wins in {number} move with best play.",
            "White wins in {number} moves with best play.",
            moves,
        )
    else:
        if moves is None:
            return _("Black wins with best play.")
        sentence = words.ngettext(
            "Black wins in {number} move with best play.",
            "Black wins in {number} moves with best play.",
            moves,
        )
    return sentence.format(number=moves)


def moves_left(distance: Distance | None) -> int | None:
    """How many moves it takes until the game ends with best play; None if that isn't known exactly."""
    return None if distance is None else distance.exact


def line_sentence(words: NullTranslations, position: Position, line: Sequence[Move]) -> str:
    """How the game goes on from a position with best play, and how it ends if the line gets there."""
    if not line:
        return ""
    moves = ", ".join(map(move_text, line))
    for move in line:
        position = position.play(move)
    # Translators: {moves} is how the game goes on, as a list of moves in signs.
    said = words.gettext("Best play: {moves}.").format(moves=moves)
    return f"{said} {ending(words, position)}".rstrip()


def ending(words: NullTranslations, position: Position) -> str:
    """How the game ends here, in a sentence; empty while it goes on."""
    _ = words.gettext
    outcome = position.outcome()
    if outcome is None:
        return ""
    if outcome.winner is None:
        # Translators: how a game or a line of moves ends.
        return _("That's a draw.")
    # Translators: how a game or a line of moves ends.
    return _("White wins.") if outcome.winner is Color.WHITE else _("Black wins.")
