"""Boards, games, and reviews in words, for people who can't see the pictures."""

from collections.abc import Sequence
from gettext import NullTranslations
from itertools import cycle

from bot.matches.match.match import Match
from bot.ui.text.words import game_name, labeled, piece_name, plain_name, result
from engine import Color, Direction, Kind, Move, Piece, Position, Record, Review, Space, Value

_ARROWS = {None: "", Direction.NORTH: "^", Direction.EAST: ">", Direction.SOUTH: "v", Direction.WEST: "<"}
_WIDTH = 4
# Three pieces, one of which has a direction.
_CELL = 4

# Discord's limit for the description of a picture.
LONGEST = 1024


def text_board(words: NullTranslations, position: Position) -> str:
    """The pieces on the board and in both hands, as lines of a message: in words, and then as a grid.

    The words are meant to be read aloud. Listeners can skip the grid, whose signs make little sense to them.
    """
    lines = [_row(words, position, spaces) for spaces in _rows()]
    lines += [side_text(words, position, color) for color in Color]
    # Translators: stands above the board as a grid of letters: S for a white Square, s for a black one.
    caption = words.gettext("The same as a grid. Capital letters are White's pieces:")
    return "\n".join([*lines, f"-# {caption}", "```", *_grid(position), "```"])


def _rows() -> list[list[Space]]:
    """The board's rows from the top, each from a to d."""
    spaces = list(Space)
    return [spaces[start : start + _WIDTH] for start in reversed(range(0, len(spaces), _WIDTH))]


def _row(words: NullTranslations, position: Position, spaces: Sequence[Space]) -> str:
    said = [f"{space} {_pieces(words, position, space)}" for space in spaces if position.pieces(space)]
    number = spaces[0].row + 1
    if not said:
        # Translators: {row} is the number of a row of the board, in which there is no piece.
        return words.gettext("Row {row}: empty.").format(row=number)
    # Translators: a row of the board, such as "Row 3: b3 white Square, black Cylinder; d3 black Square."
    return words.gettext("Row {row}: {spaces}.").format(row=number, spaces=joined(words, said))


def _pieces(words: NullTranslations, position: Position, space: Space) -> str:
    return ", ".join(piece_name(words, piece) for piece in position.pieces(space))


def _grid(position: Position) -> list[str]:
    rows = [
        f"{spaces[0].row + 1}  {'  '.join(_cell(position, space) for space in spaces)}".rstrip()
        for spaces in _rows()
    ]
    columns = "  ".join(column.ljust(_CELL) for column in "abcd")
    return [*rows, f"   {columns}".rstrip()]


def _cell(position: Position, space: Space) -> str:
    return ("".join(map(_letter, position.pieces(space))) or ".").ljust(_CELL)


def _letter(piece: Piece) -> str:
    letter = piece.kind.value if piece.color is Color.WHITE else piece.kind.value.lower()
    return letter + _ARROWS[piece.direction]


def board_text(
    words: NullTranslations, game: Match, chosen: Move | None = None, aimed: Space | None = None
) -> str:
    """The whole state of a game in words; at most ``LONGEST`` characters.

    ``chosen`` is a move that the player to move has chosen but not played yet, and ``aimed`` is the space of
    a Triangle whose direction they are choosing.
    """
    sentences = [_headline(words, game)]
    if chosen is not None:
        # Translators: a move that waits to be confirmed; {move} is one in words, such as "white Triangle up
        # c2".
        sentence = words.gettext("Chosen but not played yet: {move}.")
        sentences.append(sentence.format(move=_move_text(words, chosen, game.position.turn)))
    if aimed is not None:
        sentences.append(aimed_text(words, aimed))
    return fitted(" ".join([*sentences, position_text(words, game.position, over=game.outcome is not None)]))


def aimed_text(words: NullTranslations, aimed: Space) -> str:
    """The space that's marked while the direction of a Triangle there is being chosen."""
    # Translators: in a description of a board: {space} is where a Triangle will be, once it's clear where it
    # points.
    return words.gettext("Chosen for a Triangle, without a direction yet: {space}.").format(space=aimed)


def position_text(words: NullTranslations, position: Position, *, over: bool = False) -> str:
    """Every space, both hands and both scores in words, at most ``LONGEST`` characters.

    Where to play is left out if the game is ``over``, by the rules or in another way.
    """
    _ = words.gettext
    occupied = [
        labeled(words, str(space), _pieces(words, position, space))
        for space in Space
        if position.pieces(space)
    ]
    empty = [str(space) for space in Space if not position.pieces(space)]
    sentences = []
    if occupied:
        sentences.append(f"{joined(words, occupied)}.")
    if empty:
        # Translators: in a description of a board: the spaces without pieces.
        sentences.append(_("Empty: {spaces}.").format(spaces=", ".join(empty)))
    playable = [str(space) for space in position.demand.playable]
    if 0 < len(playable) < len(Space) and not over and position.outcome() is None:
        # Translators: in a description of a board: the spaces where the next piece can go.
        sentences.append(_("Play on: {spaces}.").format(spaces=", ".join(playable)))
    sentences.extend(side_text(words, position, color) for color in Color)
    return fitted(" ".join(sentences))


def headed_text(words: NullTranslations, headline: str, position: Position) -> str:
    """A sentence, or none, followed by the position in words; at most ``LONGEST`` characters."""
    return fitted(f"{headline} {position_text(words, position)}".strip())


def replay_text(words: NullTranslations, game: Match, record: Record) -> str:
    """Every move of a game in words, and its result, at most ``LONGEST`` characters."""
    _ = words.gettext
    title = _("Replay of Pyrga game {game}, {white} (White) against {black} (Black).").format(
        game=game_name(game.number), white=plain_name(game.white), black=plain_name(game.black)
    )
    sides = cycle(Color)
    moves = ", ".join(_move_text(words, recorded.move, next(sides)) for recorded in record.moves)
    sentences = [title]
    if moves:
        sentences.append(f"{moves}.")
    if game.outcome is not None:
        sentences.append(result(words, game, plain_name))
    return fitted(" ".join(sentences))


def review_text(words: NullTranslations, game: Match, review: Review, current: int | None = None) -> str:
    """The ``review_lines`` as text, in at most ``LONGEST`` characters."""
    return fitted(" ".join(review_lines(words, game, review, current)))


def review_lines(
    words: NullTranslations, game: Match, review: Review, current: int | None = None
) -> list[str]:
    """The state of a game after each move in words, listing only changes.

    ``current`` is the number of the position that the chart points out.
    """
    _ = words.gettext
    title = _("Chart of who wins Pyrga game {game} with best play, move by move.")
    sentences, before = [title.format(game=game_name(game.number))], None
    for ply, value in enumerate(review.values):
        if ply >= review.starting_moves and value is not before:
            sentences.append(_standing(words, ply, value))
            before = value
    for pattern, plies in (
        # Translators: {moves} are numbers of moves.
        (_("Mistakes: {moves}."), review.turning_points),
        # Translators: {moves} are numbers of moves.
        (_("Shortened a lost game: {moves}."), review.breaks),
    ):
        if plies:
            sentences.append(pattern.format(moves=", ".join(str(ply + 1) for ply in plies)))
    if current:
        sentences.append(_("The chart points to move {move}.").format(move=current))
    elif current is not None:
        sentences.append(_("The chart points to the start."))
    return sentences


def _move_text(words: NullTranslations, move: Move, color: Color) -> str:
    return f"{piece_name(words, Piece(move.kind, color, move.direction))} {move.space}"


def _standing(words: NullTranslations, moves: int, value: Value) -> str:
    _ = words.gettext
    if not moves:
        return {
            # Translators: how a game stands with best play, in the alt text of a chart.
            Value.WIN: _("At the start: White wins."),
            Value.DRAW: _("At the start: a draw."),
            Value.LOSS: _("At the start: Black wins."),
            Value.UNKNOWN: _("At the start: unknown."),
        }[value]
    sentence = {
        # Translators: how a game stands with best play, in the alt text of a chart; {move} is a number.
        Value.WIN: _("After move {move}: White wins."),
        Value.DRAW: _("After move {move}: a draw."),
        Value.LOSS: _("After move {move}: Black wins."),
        Value.UNKNOWN: _("After move {move}: unknown."),
    }[value]
    return sentence.format(move=moves)


def headline(words: NullTranslations, position: Position) -> str:
    """Which move is next on a board, and whose it is; or that the game is over."""
    _ = words.gettext
    if position.outcome() is not None:
        return _("Pyrga board at the end.")
    if position.turn is Color.WHITE:
        return _("Pyrga board, move {move}, White to play.").format(move=position.ply + 1)
    return _("Pyrga board, move {move}, Black to play.").format(move=position.ply + 1)


def _headline(words: NullTranslations, game: Match) -> str:
    if game.outcome is None:
        return headline(words, game.position)
    ended = words.gettext("Pyrga board at the end.")
    return f"{ended} {result(words, game, plain_name)}"


def side_text(words: NullTranslations, position: Position, color: Color) -> str:
    """How many Towers a player controls, and what they have in hand."""
    _ = words.gettext
    hand = position.hand(color)
    if color is Color.WHITE:
        # Translators: in an alt text: what a player controls and can still place. The placeholders are
        # numbers.
        sentence = _(
            "White: Towers {towers}; in hand Squares {squares}, Triangles {triangles}, Cylinders {cylinders}."
        )
    else:
        # Translators: in an alt text: what a player controls and can still place. The placeholders are
        # numbers.
        sentence = _(
            "Black: Towers {towers}; in hand Squares {squares}, Triangles {triangles}, Cylinders {cylinders}."
        )
    return sentence.format(
        towers=len(position.towers(color)),
        squares=hand[Kind.SQUARE],
        triangles=hand[Kind.TRIANGLE],
        cylinders=hand[Kind.CYLINDER],
    )


def joined(words: NullTranslations, parts: Sequence[str]) -> str:
    """Joins parts that contain commas into one line."""
    # Translators: put a no-break space before the semicolon if your language does.
    return words.pgettext("between long parts of a list", "; ").join(parts)


def fitted(text: str) -> str:
    """Cut a text to ``LONGEST`` characters."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
