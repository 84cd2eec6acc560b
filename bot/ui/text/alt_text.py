"""Moves, boards, games, and reviews in words, for people who can't see pictures or have messages read."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from bot.locale import Words
from bot.ui.text.reading_order import ROWS, spaces_as_read
from bot.ui.text.words import (
    MARKS,
    SIGNS,
    StepSign,
    game_name,
    joined,
    kind_name,
    labeled,
    piece_name,
    plain_name,
    result,
)
from bot.values.game.game import Game
from engine import Color, Direction, Kind, Move, Piece, Position, Record, Review, Space, Value

# Discord's limit for the description of a picture.
LONGEST = 1024

# Screen readers would call the sign of a move "black right-pointing pointer", whatever color the piece has.
_MOVE = re.compile(f"([{''.join(SIGNS)}])[{''.join(MARKS.values())}]?[ \N{NO-BREAK SPACE}]([a-d][1-4])")
# A line or a sentence, with Discord's marks for headings, lists and bold.
_START = re.compile(r"(?:^|[.!?] )[#>*\s-]*$", re.MULTILINE)


def board_lines(words: Words, position: Position) -> list[str]:
    """Return the pieces on the board, a line for each row from the top, and in both hands."""
    towers = {space: color for color in Color for space in position.towers(color)}
    rows = []
    for spaces in ROWS:
        said = [_said_of(words, space, position.pieces(space), towers.get(space)) for space in spaces]
        rows.append(_row(words, spaces[0].row, said))
    return [*rows, *(side_text(words, position, color) for color in Color)]


def _row(words: Words, row: int, said: Sequence[str]) -> str:
    if not any(said):
        # Translators: {row} is the number of a row of the board, in which there is no piece.
        return words.say("Row {row}: empty.", row=row + 1)
    # Translators: a row of the board, such as "Row 3: b3 white Square, black Cylinder; d3 black Square."
    return words.say("Row {row}: {spaces}.", row=row + 1, spaces=joined(words, list(filter(None, said))))


def _said_of(words: Words, space: Space, pieces: Sequence[Piece], tower: Color | None) -> str:
    """Return a space with its pieces and the owner of its ``tower``; empty if there are none."""
    if not pieces:
        return ""
    named = ", ".join(piece_name(words, piece) for piece in pieces)
    return f"{space} {named if tower is None else labeled(words, _tower(words, tower), named)}"


def _tower(words: Words, color: Color) -> str:
    if color is Color.WHITE:
        # Translators: before the pieces on a space, such as "b2 White's Tower: white Square, black Cylinder".
        return words.label("on a space", "White's Tower")
    # Translators: before the pieces on a space, such as "b2 Black's Tower: white Square, black Cylinder".
    return words.label("on a space", "Black's Tower")


def position_text(
    words: Words, position: Position, said: Sequence[str], lines: Sequence[str], *, over: bool = False
) -> str:
    """Return a position as it's heard: the last move, what's ``said``, where to play, its ``lines``.

    Those are the ``board_lines``. Where to play is left out if the game is ``over``, by the rules or in
    another way. The text has at most ``LONGEST`` characters.
    """
    playable = "" if over else _playable(words, position)
    return fitted(" ".join(filter(None, [_last_move(words, position), *said, playable, *lines])))


def _last_move(words: Words, position: Position) -> str:
    if position.last_move is None:
        return ""
    # Translators: {move} is a move in words, such as "Triangle on c2, pointing up".
    return words.say("Last move: {move}.", move=move_name(words, position.last_move))


def _playable(words: Words, position: Position) -> str:
    playable = list(map(str, spaces_as_read(position.demand.playable)))
    if not 0 < len(playable) < len(Space) or position.outcome() is not None:
        return ""
    # Translators: in a description of a board: the spaces where the next piece can go.
    return words.say("Play on: {spaces}.", spaces=", ".join(playable))


def chosen_text(words: Words, chosen: Move) -> str:
    """Return the move that the player to move has chosen but not played yet."""
    # Translators: a move that waits to be confirmed, in words, such as "Triangle on c2, pointing up".
    return words.say("Chosen but not played yet: {move}.", move=move_name(words, chosen))


def better_text(words: Words, better: Move) -> str:
    """Return the move that would have been better than the last one, whose piece is hatched."""
    # Translators: in a description of a board: {move} is a move in words, such as "Triangle on c2, pointing
    # up".
    return words.say("Better, shown hatched: {move}.", move=move_name(words, better))


def space_text(words: Words, space: Space) -> str:
    """Return the space that's marked while a piece for it is being chosen."""
    # Translators: in a description of a board: {space} is where the player will play, once they've chosen a
    # piece.
    return words.say("Chosen, without a piece yet: {space}.", space=space)


def replay_lines(words: Words, game: Game, record: Record) -> list[str]:
    """Return a sentence about the replay of a game, then every move in words, and its result."""
    title = words.say(
        "Replay of Pyrga game {game}, {white} (White) against {black} (Black).",
        game=game_name(game.number),
        white=plain_name(game.white),
        black=plain_name(game.black),
    )
    moves = [f"{number} {move_name(words, each.move)}" for number, each in enumerate(record.moves, 1)]
    ended = "" if game.outcome is None else result(words, game, plain_name)
    return list(filter(None, [title, f"{joined(words, moves)}." if moves else "", ended]))


def review_lines(words: Words, game: Game, review: Review, current: int | None = None) -> list[str]:
    """Return a sentence about the chart of a game, then its state in words wherever that changes.

    ``current`` is the number of the position that the chart points out.
    """
    title = words.say("Chart of who wins with best play, move by move.")
    if game.number:
        title = words.say(
            "Chart of who wins Pyrga game {game} with best play, move by move.", game=game_name(game.number)
        )
    sentences, before = [title], None
    for ply, value in enumerate(review.values):
        if ply >= review.starting_moves and value is not before:
            sentences.append(_standing(words, ply, value))
            before = value
    for pattern, plies in (
        # Translators: {moves} are numbers of moves.
        (words.say("Mistakes: {moves}."), review.turning_points),
        # Translators: {moves} are numbers of moves.
        (words.say("Shortened a lost game: {moves}."), review.breaks),
    ):
        if plies:
            sentences.append(pattern.format(moves=", ".join(str(ply + 1) for ply in plies)))
    if current:
        sentences.append(words.say("The chart points to move {move}.", move=current))
    elif current is not None:
        sentences.append(words.say("The chart points to the start."))
    return sentences


def _standing(words: Words, moves: int, value: Value) -> str:
    if not moves:
        return {
            # Translators: how a game stands with best play, in the alt text of a chart.
            Value.WIN: words.say("At the start: White wins."),
            Value.DRAW: words.say("At the start: a draw."),
            Value.LOSS: words.say("At the start: Black wins."),
            Value.UNKNOWN: words.say("At the start: unknown."),
        }[value]
    sentence = {
        # Translators: how a game stands with best play, in the alt text of a chart; {move} is a number.
        Value.WIN: words.say("After move {move}: White wins."),
        Value.DRAW: words.say("After move {move}: a draw."),
        Value.LOSS: words.say("After move {move}: Black wins."),
        Value.UNKNOWN: words.say("After move {move}: unknown."),
    }[value]
    return sentence.format(move=moves)


def headline(words: Words, position: Position, *, over: bool = False) -> str:
    """Return after which move a board is, and whose turn it is; or that the game is ``over``."""
    if over or position.outcome() is not None:
        return words.say("Pyrga board at the end.")
    if not position.ply:
        return words.say("Pyrga board at the start, White to play.")
    if position.turn is Color.WHITE:
        return words.say("Pyrga board after move {move}, White to play.", move=position.ply)
    return words.say("Pyrga board after move {move}, Black to play.", move=position.ply)


def side_text(words: Words, position: Position, color: Color) -> str:
    """Return how many Towers a player controls, and what they have in hand."""
    hand = position.hand(color)
    if color is Color.WHITE:
        # Translators: what a player controls and can still place. The placeholders are numbers.
        sentence = words.say(
            "White: Towers {towers}; in hand: Squares {squares}, Triangles {triangles}, "
            "Cylinders {cylinders}."
        )
    else:
        # Translators: what a player controls and can still place. The placeholders are numbers.
        sentence = words.say(
            "Black: Towers {towers}; in hand: Squares {squares}, Triangles {triangles}, "
            "Cylinders {cylinders}."
        )
    return sentence.format(
        towers=len(position.towers(color)),
        squares=hand[Kind.SQUARE],
        triangles=hand[Kind.TRIANGLE],
        cylinders=hand[Kind.CYLINDER],
    )


def fitted(text: str) -> str:
    """Cut a text to ``LONGEST`` characters."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def move_name(words: Words, move: Move) -> str:
    """Return a move in words: ``Triangle on c2, pointing up``."""
    return _name(words, move.kind, move.direction, str(move.space))


def spelled_out(words: Words, text: str) -> str:
    """Return ``text`` with all of its moves in words, or the label of a button that makes a step.

    >>> from bot.locale import words_for
    >>> spelled_out(words_for("en"), "Play ■ c2, or ► b1.")
    'Play Square on c2, or Triangle on b1, pointing right.'
    """

    def spelled(found: re.Match[str]) -> str:
        said = joined(words, [_name(words, *SIGNS[sign], space) for sign, space in _MOVE.findall(found[0])])
        return said[0].upper() + said[1:] if _START.search(text, 0, found.start()) else said

    return _steps(words).get(text) or _moves(words).sub(spelled, text)


def _name(words: Words, kind: Kind, direction: Direction | None, space: str) -> str:
    pattern = {
        # Translators: a move, in a sentence or a list; {space} is such as "c2".
        (Kind.SQUARE, None): words.label("move", "Square on {space}"),
        (Kind.CYLINDER, None): words.label("move", "Cylinder on {space}"),
        # Translators: on a button: a Triangle whose direction is chosen next.
        (Kind.TRIANGLE, None): words.label("move", "Triangle on {space}"),
        (Kind.TRIANGLE, Direction.NORTH): words.label("move", "Triangle on {space}, pointing up"),
        (Kind.TRIANGLE, Direction.EAST): words.label("move", "Triangle on {space}, pointing right"),
        (Kind.TRIANGLE, Direction.SOUTH): words.label("move", "Triangle on {space}, pointing down"),
        (Kind.TRIANGLE, Direction.WEST): words.label("move", "Triangle on {space}, pointing left"),
    }[kind, direction]
    return pattern.format(space=space)


@lru_cache(maxsize=64)
def _steps(words: Words) -> Mapping[str, str]:
    return {
        # Translators: buttons (about 20 characters) for people who don't want arrows.
        StepSign.FIRST: words.label("to a move", "First"),
        StepSign.BACK: words.label("to a move", "Back"),
        StepSign.NEXT: words.label("to a move", "Next"),
        StepSign.LAST: words.label("to a move", "Last"),
    }


@lru_cache(maxsize=64)
def _moves(words: Words) -> re.Pattern[str]:
    """Return what matches a list of moves, or one with the name of its kind, as in a menu."""
    kinds = "|".join(re.escape(kind_name(words, kind)) for kind in Kind)
    return re.compile(rf"{_MOVE.pattern}(?: \((?:{kinds})\)|(?:, {_MOVE.pattern})*)")
