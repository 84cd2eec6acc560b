"""A board in words, for people who can't see the picture."""

from collections.abc import Sequence
from gettext import NullTranslations
from itertools import cycle

from bot.matches.values.games import Game
from bot.ui.text.words import colour_name, game_name, piece_name, plain_name, result, standing
from engine import Colour, Kind, Move, Piece, Position, Record, Review, Space

# Discord's limit for the description of a picture.
LONGEST = 1024


def board_text(
    words: NullTranslations, game: Game, chosen: Move | None = None, aimed: Space | None = None
) -> str:
    """The whole state of a game in words; at most ``LONGEST`` characters.

    ``chosen`` is a move that the player to move has chosen but not played yet, ``aimed`` the space of a
    Triangle whose direction they are choosing.
    """
    sentences = [_headline(words, game)]
    if chosen is not None:
        # Translators: a move that is shown on the board and waits to be confirmed.
        sentence = words.gettext("Chosen but not played yet: {piece} on {space}.")
        piece = piece_name(words, Piece(chosen.kind, game.position.turn, chosen.direction))
        sentences.append(sentence.format(piece=piece, space=chosen.space))
    if aimed is not None:
        sentences.append(aimed_text(words, aimed))
    return fitted(" ".join([*sentences, position_text(words, game.position, over=game.outcome is not None)]))


def aimed_text(words: NullTranslations, aimed: Space) -> str:
    """Which space is marked while the direction of a Triangle there is being chosen."""
    return words.gettext("Chosen for a Triangle, without a direction yet: {space}.").format(space=aimed)


def position_text(words: NullTranslations, position: Position, *, over: bool = False) -> str:
    """Every space, both hands and both scores in words, at most ``LONGEST`` characters.

    Where to play isn't told if the game is ``over``: by the rules, or because it ended in another way.
    """
    _ = words.gettext
    spaces = {space: position.pieces(space) for space in Space}
    occupied = [_space_text(words, space, pieces) for space, pieces in spaces.items() if pieces]
    empty = [str(space) for space, pieces in spaces.items() if not pieces]
    sentences = []
    if occupied:
        sentences.append(f"{'; '.join(occupied)}.")
    if empty:
        sentences.append(_("Empty: {spaces}.").format(spaces=", ".join(empty)))
    playable = [str(space) for space in position.demand.playable]
    if 0 < len(playable) < len(Space) and not over and position.outcome() is None:
        sentences.append(_("Play on: {spaces}.").format(spaces=", ".join(playable)))
    sentences.extend(_side_text(words, position, colour) for colour in Colour)
    return fitted(" ".join(sentences))


def headed_text(words: NullTranslations, headline: str, position: Position) -> str:
    """A sentence, or none, followed by the position in words; at most ``LONGEST`` characters."""
    return fitted(f"{headline} {position_text(words, position)}".strip())


def replay_text(words: NullTranslations, game: Game, record: Record) -> str:
    """Every move of a game in words, and its result, at most ``LONGEST`` characters."""
    _ = words.gettext
    title = _("Replay of Pyrga game {game}, {white} (White) against {black} (Black).").format(
        game=game_name(game.number), white=plain_name(game.white), black=plain_name(game.black)
    )
    sides = cycle(Colour)
    moves = ", ".join(_move_text(words, recorded.move, next(sides)) for recorded in record.moves)
    sentences = [title]
    if moves:
        sentences.append(f"{moves}.")
    if game.outcome is not None:
        sentences.append(result(words, game, plain_name))
    return fitted(" ".join(sentences))


def review_text(words: NullTranslations, game: Game, review: Review, current: int | None = None) -> str:
    """How a game stood after each move in words, listing only changes; at most ``LONGEST`` characters.

    ``current`` is the number of the position that the chart points out.
    """
    _ = words.gettext
    sentences = [
        _("Chart of who wins Pyrga game {game} with best play, move by move.").format(
            game=game_name(game.number)
        )
    ]
    before = None
    for ply, value in enumerate(review.values):
        if ply < review.starting_moves or value is before:
            continue
        said = standing(words, value)
        if ply == 0:
            sentences.append(_("At the start: {standing}.").format(standing=said))
        else:
            sentences.append(_("After move {move}: {standing}.").format(move=ply, standing=said))
        before = value
    for pattern, plies in (
        (_("Mistakes: {moves}."), review.turning_points),
        (_("Shortened a lost game: {moves}."), review.breaks),
    ):
        if plies:
            sentences.append(pattern.format(moves=", ".join(str(ply + 1) for ply in plies)))
    if current:
        sentences.append(_("The chart points to move {move}.").format(move=current))
    elif current is not None:
        sentences.append(_("The chart points to the start."))
    return fitted(" ".join(sentences))


def _move_text(words: NullTranslations, move: Move, colour: Colour) -> str:
    return f"{piece_name(words, Piece(move.kind, colour, move.direction))} {move.space}"


def _headline(words: NullTranslations, game: Game) -> str:
    _ = words.gettext
    if game.outcome is not None:
        return _("Pyrga board at the end. {result}").format(result=result(words, game, plain_name))
    return _("Pyrga board, move {move}, {colour} to play.").format(
        move=game.position.ply + 1, colour=colour_name(words, game.position.turn)
    )


def _space_text(words: NullTranslations, space: Space, pieces: Sequence[Piece]) -> str:
    return f"{space}: {', '.join(piece_name(words, piece) for piece in pieces)}"


def _side_text(words: NullTranslations, position: Position, colour: Colour) -> str:
    _ = words.gettext
    hand = position.hand(colour)
    # Translators: what a player controls and still holds, such as "White: 1 Tower; in hand 3 Squares, ...".
    return _(
        "{colour}: Towers {towers}; in hand Squares {squares}, Triangles {triangles}, Cylinders {cylinders}."
    ).format(
        colour=colour_name(words, colour),
        towers=len(position.towers(colour)),
        squares=hand[Kind.SQUARE],
        triangles=hand[Kind.TRIANGLE],
        cylinders=hand[Kind.CYLINDER],
    )


def fitted(text: str) -> str:
    """Cut a text to ``LONGEST`` characters."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
