"""What the moves of a reviewed game did, in words: their marks, what was better, and why."""

from collections.abc import Mapping, Sequence

from bot.locale import Words
from bot.ui.text.explanations import MOST, explanation
from bot.ui.text.values import MOST_OF_A_LINE, moves_left, outlook_sentence
from bot.ui.text.words import (
    bold_move,
    color_name,
    labeled,
    move_label,
    move_text,
    moves_text,
    name,
    unmarked,
)
from bot.values.game.game import Game
from engine import Color, Distance, Judgment, Move, Position, Review, ReviewedMove, Start, Value, Worth, mover
from render import MoveMark

# Listing all the other moves that keep a value would only make the line long.
_MOST_BETTER_MOVES = 2
_MOST_OTHERS = 4
# Discord's limit for the description of an option in a menu.
_LONGEST_DESCRIPTION = 100
NO_DIFFERENCE = "\N{HEAVY MINUS SIGN}"
"""The mark of a move that could be neither good nor bad."""
_MARKS = {MoveMark.GOOD: "✅", MoveMark.MISTAKE: "❌", MoveMark.BREAK: "⚠️"}


def move_line(words: Words, game: Game, review: Review, ply: int) -> str:
    """Return what the move at a ply, counted from 0, did, with its mark: a line in the list of moves."""
    return f"{_sign(game, review, ply)} {short_line(words, game, review, ply)}"


def short_line(words: Words, game: Game, review: Review, ply: int, why: str = "") -> str:
    """Return what the move at a ply, counted from 0, did, without its mark, ``why``, and what was better."""
    reviewed = review.moves[ply]
    color = mover(ply)
    said = f"**{ply + 1}** {side_and_move(words, ply, move_text(reviewed.move, color))}"
    line = f"{said} · {verdict(words, game, review, ply)} {why}".rstrip()
    if not reviewed.best:
        return line
    moves = ", ".join(move_text(move, color) for move in reviewed.best[:_MOST_BETTER_MOVES])
    # Translators: the moves that should have been played instead, the best one first.
    better = words.say("Better: {moves}", moves=moves)
    return f"{line}{'' if line.endswith('.') else '.'} {better}"


def move_choice(words: Words, game: Game, review: Review, ply: int) -> str:
    """Return the move at a ply, counted from 0, with its mark, as a choice in a menu."""
    move = side_and_move(words, ply, move_label(review.moves[ply].move))
    return f"{ply + 1} {move} {_sign(game, review, ply)}"


def choice_description(words: Words, game: Game, review: Review, ply: int) -> str:
    """Return what the move at a ply, counted from 0, did, for a menu, because not everyone sees the mark."""
    return unmarked(verdict(words, game, review, ply).replace("**", ""))[:_LONGEST_DESCRIPTION]


def played_line(words: Words, game: Game, ply: int) -> str:
    """Return who played the move at a ply, counted from 0; no one played the first move of a fair start."""
    move = move_text(Move.parse(game.moves[ply].text), mover(ply))
    if ply == 0 and game.start is not Start.PLAIN:
        return f"**{move}** · {_start(words, game)}"
    white = mover(ply) is Color.WHITE
    sentence = (
        words.say("{player} (White) played {move}") if white else words.say("{player} (Black) played {move}")
    )
    return sentence.format(player=name(game.player(mover(ply))), move=f"**{move}**")


def verdict_lines(words: Words, game: Game, review: Review, ply: int, *, brief: bool = False) -> list[str]:
    """Return who played a move and what it did, with its mark, why that was bad, and what was better.

    If it's to be ``brief``, one sentence says why, and one move is better.
    """
    played = played_line(words, game, ply)
    if review.judgments[ply] is Judgment.START:
        return [played]
    did = f"{_sign(game, review, ply)} {played} · {verdict(words, game, review, ply)}"
    reviewed = review.moves[ply]
    if not reviewed.best:
        return [did]
    why = why_bad(words, game, review, ply, most=1 if brief else MOST)
    better = _better if brief else better_line
    return [f"{did} {why}".rstrip(), better(words, reviewed, mover(ply))]


def why_bad(words: Words, game: Game, review: Review, ply: int, most: int = MOST) -> str:
    """Return why the move at a ply, counted from 0, gave something away; empty if nothing is known."""
    position = Position.replay(game.ruleset, [move.text for move in game.moves[:ply]])
    reviewed = review.moves[ply]
    return explanation(words, position, reviewed.move, Worth.reviewed(reviewed), most)


def verdict(words: Words, game: Game, review: Review, ply: int) -> str:
    """Return what the move at a ply, counted from 0, did for the player who made it."""
    reviewed, judgment = review.moves[ply], review.judgments[ply]
    if judgment is Judgment.START:
        return _start(words, game)
    if judgment is Judgment.OPENING:
        return judged(words, judgment)
    if _ends_the_game(game, review, ply) and reviewed.after is reviewed.before and reviewed.known:
        return _ended(words, reviewed.after)
    said = judged(words, judgment)
    if not reviewed.shortened:
        return said
    # Translators: what a move did, in a list of moves.
    return words.count(
        "every move loses, but this one loses {number} move sooner.",
        "every move loses, but this one loses {number} moves sooner.",
        reviewed.shortened,
    )


def judged(words: Words, judgment: Judgment) -> str:
    """Return how a move within the game changed the value for the player who made it."""
    return {
        # Translators: what a move did for its player, in a list such as "7 White: ■ c2 · kept the win".
        Judgment.KEPT_WIN: words.label("what a move did", "kept the win"),
        Judgment.KEPT_DRAW: words.label("what a move did", "kept the draw"),
        Judgment.STAYED_LOST: words.label("what a move did", "every move loses"),
        Judgment.LOSS_TO_DRAW: words.label("what a move did", "turned a loss into a draw"),
        Judgment.LOSS_TO_WIN: words.label("what a move did", "turned a loss into a win"),
        Judgment.DRAW_TO_WIN: words.label("what a move did", "turned a draw into a win"),
        Judgment.WIN_TO_DRAW: words.label("what a move did", "gave away the win, now a draw."),
        Judgment.WIN_TO_LOSS: words.label("what a move did", "threw away the win, now lost."),
        Judgment.DRAW_TO_LOSS: words.label("what a move did", "gave away the draw, now lost."),
        Judgment.OPENING: words.label("what a move did", "opening move: too early to judge"),
        Judgment.UNKNOWN: words.label("what a move did", "unknown"),
    }[judgment]


def better_line(words: Words, reviewed: ReviewedMove, color: Color) -> str:
    """Return what a player should have played instead of a move that gave something away, and why."""
    better, others = _better(words, reviewed, color), reviewed.best[1:]
    if not others:
        return better
    shown = ", ".join(move_text(move, color) for move in others[:_MOST_OTHERS])
    more = "…" if len(others) > _MOST_OTHERS else ""
    # Translators: {moves} are moves in signs, as good as the one just mentioned.
    also = words.say("Also good: {moves}", moves=shown)
    return f"{better} {also}{more}"


def _better(words: Words, reviewed: ReviewedMove, color: Color) -> str:
    move, moves = bold_move(reviewed.best[0], color), moves_left(reviewed.distance_before)
    if reviewed.before is Value.LOSS:
        return words.count(
            "Better: {move} lasts {number} move longer.",
            "Better: {move} lasts {number} moves longer.",
            reviewed.shortened,
            move=move,
        )
    if len(Worth.reviewed(reviewed).keeping) == 1:
        return (
            words.say("Only {move} wins.", move=move)
            if reviewed.before is Value.WIN
            else words.say("Only {move} holds the draw.", move=move)
        )
    if reviewed.before is Value.DRAW:
        return words.say("Better: {move} keeps the draw.", move=move)
    if moves is None:
        return words.say("Better: {move} keeps the win.", move=move)
    if moves == 1:
        return words.say("Better: {move} wins at once.", move=move)
    return words.count(
        "Better: {move} wins in {number} move.", "Better: {move} wins in {number} moves.", moves, move=move
    )


def line_text(line: Sequence[Move], first: Color, moves: int | None = None) -> str:
    """Return how a game goes on, from a move of the ``first`` player, as far as it fits on a line.

    ``moves`` is how many it takes to the end.
    """
    shown = moves_text(line[:MOST_OF_A_LINE], first)
    return f"{shown}, …" if len(line) > MOST_OF_A_LINE or moves not in (None, len(line)) else shown


def keeps(words: Words, move: Move, color: Color, value: Value, distance: Distance | None) -> str:
    """Return what a player's move does that keeps this value (not a loss), this far from the end."""
    said, moves = bold_move(move, color), moves_left(distance)
    if value is Value.DRAW:
        return words.say("{move} keeps the draw.", move=said)
    if moves is None:
        return words.say("{move} keeps the win.", move=said)
    if moves == 1:
        return words.say("{move} wins at once.", move=said)
    return words.count("{move} wins in {number} move.", "{move} wins in {number} moves.", moves, move=said)


def standing_line(words: Words, review: Review, number: int) -> str:
    """Return the state of a game after this many moves, and how far the end is; empty if it isn't known."""
    value = review.values[number] if review.values else Value.UNKNOWN
    sentence = outlook_sentence(words, value, _left(review, number) or None)
    return f"-# {sentence}" if sentence else ""


def move_marks(game: Game, review: Review) -> Mapping[int, MoveMark]:
    """Return the marks of moves that have one, by ply, counted from 0."""
    found = ((ply, _mark(game, review, ply)) for ply in range(len(review.moves)))
    return {ply: mark for ply, mark in found if mark is not None}


def player_and_side(words: Words, game: Game, color: Color) -> str:
    """Return a player with the color they play; one without a name is called by it."""
    if game.player(color).name == color_name(words, color):
        return name(game.player(color))
    # Translators: stands where a player's name would: at the start of a sentence, or before ":".
    pattern = words.say("{player} (White)") if color is Color.WHITE else words.say("{player} (Black)")
    return pattern.format(player=name(game.player(color)))


def side_and_move(words: Words, ply: int, move: str) -> str:
    """Return the move of a ply, counted from 0, with the color that made it: ``White: ■ c2``."""
    # A word, because a dot in the player's color would look like another piece.
    return labeled(words, color_name(words, mover(ply)), move)


def _mark(game: Game, review: Review, ply: int) -> MoveMark | None:
    judgment = review.judgments[ply]
    if judgment in (Judgment.START, Judgment.OPENING, Judgment.UNKNOWN):
        return None
    if judgment.is_mistake:
        return MoveMark.MISTAKE
    if ply in review.breaks:
        return MoveMark.BREAK
    reviewed = review.moves[ply]
    won = reviewed.after is Value.WIN and _ends_the_game(game, review, ply)
    return MoveMark.GOOD if reviewed.decision or won else None


def _sign(game: Game, review: Review, ply: int) -> str:
    mark = _mark(game, review, ply)
    if mark is not None:
        return _MARKS[mark]
    return "❔" if review.judgments[ply] is Judgment.UNKNOWN else NO_DIFFERENCE


def _left(review: Review, number: int) -> int | None:
    """Return how many more moves a game takes to end after this many, if that's known."""
    if not number:
        return moves_left(review.moves[0].distance_before)
    moves = moves_left(review.moves[number - 1].distance_after)
    return None if moves is None else moves - 1


def _ends_the_game(game: Game, review: Review, ply: int) -> bool:
    by_rules = game.outcome is not None and game.outcome.reason.from_rules
    return by_rules and ply == len(review.moves) - 1


def _ended(words: Words, value: Value) -> str:
    return {
        # Translators: what the last move of a game did, in a list such as "7 White: ■ c2 · wins the game".
        Value.WIN: words.label("what a move did", "wins the game"),
        Value.DRAW: words.label("what a move did", "ends the game in a draw"),
        Value.LOSS: words.label("what a move did", "loses the game, as every move did"),
    }[value]


def _start(words: Words, game: Game) -> str:
    if game.start.is_random:
        # Translators: what happened to the first piece of a game, in a list of moves.
        return words.label("the first piece", "placed at random")
    return words.label("the first piece", "placed before sides were chosen")
