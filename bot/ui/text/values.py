"""What moves and positions are worth, in words, and the computer's levels."""

from collections.abc import Iterable, Mapping, Sequence

from bot.locale import Words
from bot.ui.text.reading_order import spaces_as_read
from bot.ui.text.words import joined, moves_text
from bot.values.game.game import Game
from engine import Color, Distance, Level, Move, Position, Solution, Space, Value
from render import SpaceValue

MOST_OF_A_LINE = 5
"""Later moves of a line can be seen on the board."""

_BEST_FIRST = (Value.WIN, Value.UNKNOWN, Value.DRAW, Value.LOSS)

_MINUS = "\N{MINUS SIGN}"


def level_name(words: Words, level: Level) -> str:
    """Return a level's number and how well the computer plays at it, in a word: ``1 · Newcomer``."""
    names = {
        Level.ONE: words.label("level of the computer", "Newcomer"),
        Level.TWO: words.label("level of the computer", "Beginner"),
        Level.THREE: words.label("level of the computer", "Casual"),
        Level.FOUR: words.label("level of the computer", "Regular"),
        Level.FIVE: words.label("level of the computer", "Skilled"),
        Level.SIX: words.label("level of the computer", "Sharp"),
        Level.SEVEN: words.label("level of the computer", "Expert"),
        Level.EIGHT: words.label("level of the computer", "Perfect"),
    }
    return f"{level.value} · {names[level]}"


def level_description(words: Words, level: Level) -> str:
    """Return what playing against a level is like, in one line."""
    return {
        # Translators: descriptions of the computer's levels in a menu (at most 100 characters).
        Level.ONE: words.say("Just learned the rules. A good first opponent"),
        Level.TWO: words.say("A good idea now and then, and many bad ones"),
        Level.THREE: words.say("Plays for fun and overlooks a lot"),
        Level.FOUR: words.say("Knows what matters, but falls into traps"),
        Level.FIVE: words.say("Sees simple traps and sets a few"),
        Level.SIX: words.say("Looks far ahead, with a lapse now and then"),
        Level.SEVEN: words.say("Rarely goes wrong, and punishes those who do"),
        Level.EIGHT: words.say("Never gives away a win or a draw"),
    }[level]


def decided_level(game: Game) -> int | None:
    """Return which level someone has beaten or lost to, except in games of channels and of the day."""
    is_own = game.winner is not None and game.crowd is None and game.day is None
    return game.level if is_own else None


def next_level(game: Game) -> Level | None:
    """Return the level to try after ``game``: above the one that was beaten, or below the one that won.

    None if there is no such level, or neither of the two.
    """
    level = decided_level(game)
    if level is None:
        return None
    following = level - 1 if is_lost_to_computer(game) else level + 1
    return Level(following) if following in set(Level) else None


def is_lost_to_computer(game: Game) -> bool:
    return game.winner is not None and game.winner.level is not None


def level_lines(words: Words, game: Game) -> list[str]:
    """Return what the result of ``game`` says about the computer's level and what to try next, as a line.

    There's nothing in games between people or of channels, and after a draw.
    """
    if decided_level(game) is None:
        return []
    return [_after_loss(words, game) if is_lost_to_computer(game) else _beaten(words, game)]


def _after_loss(words: Words, game: Game) -> str:
    level = next_level(game)
    if level is None:
        # Translators: after a lost game against the computer. Hint and Lesson are buttons.
        return words.say("**Hint** helps you during a game, and the **Lesson** takes five minutes.")
    # Translators: after a lost game against the computer. Review is a button.
    return words.say("**Review** shows you where the game turned. Or try level {level} first.", level=level)


def _beaten(words: Words, game: Game) -> str:
    if not game.is_unaided:
        beaten = words.say("Level {level} beaten with help, so it doesn't count on the ladder.")
    elif any(earned.badge == f"level-{game.level}" for earned in game.badges):
        # The name of the badge says so.
        beaten = ""
    else:
        # Translators: after a game against the computer.
        beaten = words.say("Level {level} beaten.")
    following = next_level(game)
    last = words.say("There's no higher level.") if following is None else words.say("Next: level {level}")
    return f"{beaten.format(level=game.level)} {last.format(level=following)}".strip()


def verdict(words: Words, solution: Solution, move: Move) -> str:
    """Return what a move is worth, in a few words; a question mark if it isn't known."""
    return _said(words, solution.moves[move], moves_left(solution.distances.get(move)))


def space_values_text(words: Words, values: Mapping[Space, SpaceValue]) -> str:
    """Return what the best moves on spaces are worth, in the description of a picture; empty without any."""
    said = [
        f"{space} {_said(words, values[space].value, values[space].moves)}"
        for space in spaces_as_read(values)
    ]
    # Translators: in a description of a board; {values} is such as "a1 wins in 5; b2 draw".
    return words.say("Best moves: {values}.", values=joined(words, said)) if said else ""


def _said(words: Words, value: Value, moves: int | None) -> str:
    if value is Value.UNKNOWN:
        return "?"
    if value is Value.DRAW:
        # Translators: what a move leads to with best play, beside it.
        return words.label("what a move does", "draw")
    said = {
        # Translators: beside a move: the player who makes it wins with best play, or loses.
        (Value.WIN, False): words.label("what a move does", "wins"),
        (Value.LOSS, False): words.label("what a move does", "loses"),
        # Translators: beside a move on a button; {number} is in how many moves, this one included.
        (Value.WIN, True): words.label("what a move does", "wins in {number}"),
        # Translators: beside a move on a button; {number} is in how many moves, this one included.
        (Value.LOSS, True): words.label("what a move does", "loses in {number}"),
    }[value, moves is not None]
    return said.format(number=moves)


def rank(solution: Solution | None, move: Move) -> tuple[int, int]:
    """Return a sort key: the best moves first, the fastest winning ones, and the slowest losing ones."""
    if solution is None:
        return 0, 0
    value, distance = solution.moves[move], solution.distances.get(move)
    moves = 0 if distance is None else distance.at_least
    return _BEST_FIRST.index(value), moves if value is Value.WIN else -moves


def space_values(solution: Solution, moves: Iterable[Move]) -> Mapping[Space, SpaceValue]:
    """Return what the best of some moves on each space is worth, as far as that's known."""
    by_rank = sorted(moves, key=lambda move: rank(solution, move), reverse=True)
    # The last one on a space is the best.
    best = {move.space: move for move in by_rank}
    return {
        space: SpaceValue(solution.moves[move], moves_left(solution.distances.get(move)))
        for space, move in best.items()
        if solution.moves[move] is not Value.UNKNOWN
    }


def sign(solution: Solution, move: Move) -> str:
    """Return what a move is worth as a sign, with the number of moves to the end."""
    said = {Value.WIN: "+", Value.DRAW: "=", Value.LOSS: _MINUS, Value.UNKNOWN: "?"}[solution.moves[move]]
    return f"{said}{moves_left(solution.distances.get(move)) or ''}"


def legend(words: Words) -> str:
    """Return what the signs mean."""
    # Translators: what the signs beside moves on buttons mean; {minus} is a minus sign.
    return words.say("+ wins, = draws, {minus} loses; the number says in how many moves", minus=_MINUS)


def standing_sentence(words: Words, position: Position, solution: Solution) -> str:
    """Return who wins an unfinished position if both play perfectly, and when; empty if that isn't known."""
    white = position.turn is Color.WHITE
    value = solution.value if white else solution.value.reversed
    return outlook_sentence(words, value, moves_left(solution.distance))


def outlook_sentence(words: Words, value: Value, moves: int | None) -> str:
    """Return who wins with perfect play, by White's value, and in how many moves; empty if unknown."""
    if value is Value.UNKNOWN:
        return ""
    if value is Value.DRAW:
        return words.say("With best play it's a draw.")
    white = value is Value.WIN
    if moves is None:
        return words.say("White wins with best play.") if white else words.say("Black wins with best play.")
    if white:
        return words.count(
            "White wins in {number} move with best play.",
            "White wins in {number} moves with best play.",
            moves,
        )
    return words.count(
        "Black wins in {number} move with best play.", "Black wins in {number} moves with best play.", moves
    )


def moves_left(distance: Distance | None) -> int | None:
    """Return how many moves it takes until the game ends with best play; None if that isn't known exactly."""
    return None if distance is None else distance.exact


def line_sentence(words: Words, position: Position, line: Sequence[Move]) -> str:
    """Return how the game goes on from a position with best play, and how it ends if the line gets there."""
    if not line:
        return ""
    moves = moves_text(line[:MOST_OF_A_LINE], position.turn)
    if len(line) > MOST_OF_A_LINE:
        # Translators: {moves} is how the game goes on, as a list of moves in signs, and it goes on further.
        return words.say("Best play: {moves}, …", moves=moves)
    for move in line:
        position = position.play(move)
    # Translators: {moves} is how the game goes on, as a list of moves in signs.
    said = words.say("Best play: {moves}.", moves=moves)
    return f"{said} {ending(words, position)}".rstrip()


def ending(words: Words, position: Position) -> str:
    """Return how the game ends here, in a sentence; empty while it goes on."""
    outcome = position.outcome()
    if outcome is None:
        return ""
    if outcome.winner is None:
        # Translators: how a game or a line of moves ends.
        return words.say("That's a draw.")
    # Translators: how a game or a line of moves ends.
    return words.say("White wins.") if outcome.winner is Color.WHITE else words.say("Black wins.")
