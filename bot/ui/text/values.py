"""What a position or a move is worth, in words and in signs."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.ui.text.words import colour_name, move_text
from engine import Colour, Distance, Move, Position, Solution, Value

_MINUS = "\N{MINUS SIGN}"


def verdict(words: NullTranslations, solution: Solution, move: Move) -> str:
    """What a move is worth, in a few words on a button; a question mark if it isn't known."""
    _ = words.gettext
    value, moves = solution.moves[move], moves_left(solution.distances.get(move))
    if value is Value.UNKNOWN:
        return "?"
    if value is Value.DRAW:
        return _("draw")
    if moves is None:
        return _("wins") if value is Value.WIN else _("loses")
    # Translators: beside a move on a button; the number is in how many moves, this one included.
    said = _("wins in {number}") if value is Value.WIN else _("loses in {number}")
    return said.format(number=moves)


def sign(solution: Solution, move: Move) -> str:
    """What a move is worth, in a sign, with the number of moves until then."""
    said = {Value.WIN: "+", Value.DRAW: "=", Value.LOSS: _MINUS, Value.UNKNOWN: "?"}[solution.moves[move]]
    return f"{said}{moves_left(solution.distances.get(move)) or ''}"


def legend(words: NullTranslations) -> str:
    """What the signs mean."""
    return words.gettext("+ wins, = draws, {minus} loses; the number says in how many moves").format(
        minus=_MINUS
    )


def standing_sentence(words: NullTranslations, position: Position, solution: Solution) -> str:
    """Who wins a position that isn't over if both play perfectly, and when; empty if that isn't known."""
    _ = words.gettext
    if solution.value is Value.UNKNOWN:
        return ""
    if solution.value is Value.DRAW:
        return _("With best play it's a draw.")
    winner = position.turn if solution.value is Value.WIN else position.turn.opponent
    colour, moves = colour_name(words, winner), moves_left(solution.distance)
    if moves is None:
        return _("{colour} wins with best play.").format(colour=colour)
    return words.ngettext(
        "{colour} wins in {number} move with best play.",
        "{colour} wins in {number} moves with best play.",
        moves,
    ).format(colour=colour, number=moves)


def moves_left(distance: Distance | None) -> int | None:
    """In how many moves the game ends with best play; None if that isn't known exactly."""
    return None if distance is None else distance.exact


def line_sentence(words: NullTranslations, position: Position, line: Sequence[Move]) -> str:
    """How the game goes on from a position with best play, and how it ends if the line gets there."""
    if not line:
        return ""
    moves = ", ".join(map(move_text, line))
    for move in line:
        position = position.play(move)
    said = words.gettext("Best play: {moves}.").format(moves=moves)
    return f"{said} {ending(words, position)}".rstrip()


def ending(words: NullTranslations, position: Position) -> str:
    """How the game ends here, in a sentence; empty while it goes on."""
    _ = words.gettext
    outcome = position.outcome()
    if outcome is None:
        return ""
    if outcome.winner is None:
        return _("That's a draw.")
    return _("White wins.") if outcome.winner is Colour.WHITE else _("Black wins.")
