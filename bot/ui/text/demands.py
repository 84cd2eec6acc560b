"""What the last piece demands of the next one, in a plain sentence."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.ui.text.words import all_of, alternatives, any_of
from engine import Color, DemandReason, Direction, Kind, Move, Position, Ruleset, Space

# Plies count from 0: White plays 0, Black 1, and White's second piece is at 2.
SECOND_WHITE_PLY = 2


def demand_sentence(words: NullTranslations, position: Position) -> str:
    """Where the player to move can play and why, in a few sentences; empty for a finished position."""
    _ = words.gettext
    demand = position.demand
    if demand.why is DemandReason.FINISHED:
        return ""
    if demand.move is None:
        return _("The first move: any piece on any space.")
    if demand.why is not DemandReason.CONSTRAINED:
        return " ".join([_anywhere(words, demand.move), *_obstacles(words, position)])
    sentences = [_where(words, demand.move, demand.playable), *_obstacles(words, position)]
    if _bars_second_square(position):
        sentences.append(_("It can't be a Square: White's first piece was one."))
    if len(position.legal_moves) == 1:
        sentences.append(_("There's only one move."))
    return " ".join(sentences)


def direction_question(words: NullTranslations, space: Space) -> str:
    """The question to a player who has chosen a space for a Triangle."""
    return words.gettext("Which way should the Triangle on **{space}** point?").format(space=space)


def _where(words: NullTranslations, last: Move, playable: Sequence[Space]) -> str:
    """Where the next piece can go after the last one."""
    _ = words.gettext
    sentence = {
        # Translators: {space} is where the last piece is, {spaces} is where the next one can go, such as "b1,
        # a2 or c2".
        (Kind.SQUARE, None): _("After a Square on {space}: play on {spaces}."),
        (Kind.CYLINDER, None): _("After a Cylinder on {space}: play on {spaces}."),
        (Kind.TRIANGLE, Direction.NORTH): _("After a Triangle on {space} pointing up: play on {spaces}."),
        (Kind.TRIANGLE, Direction.EAST): _("After a Triangle on {space} pointing right: play on {spaces}."),
        (Kind.TRIANGLE, Direction.SOUTH): _("After a Triangle on {space} pointing down: play on {spaces}."),
        (Kind.TRIANGLE, Direction.WEST): _("After a Triangle on {space} pointing left: play on {spaces}."),
    }[last.kind, last.direction]
    return sentence.format(space=f"**{last.space}**", spaces=alternatives(words, playable))


def _anywhere(words: NullTranslations, last: Move) -> str:
    """What to do if nothing fits after the last piece."""
    _ = words.gettext
    sentence = {
        # Translators: {space} is where the last piece is.
        (Kind.SQUARE, None): _("After a Square on {space}, nothing fits: play any piece on any empty space."),
        (Kind.CYLINDER, None): _(
            "After a Cylinder on {space}, nothing fits: play any piece on any empty space."
        ),
        (Kind.TRIANGLE, Direction.NORTH): _(
            "After a Triangle on {space} pointing up, nothing fits: play any piece on any empty space."
        ),
        (Kind.TRIANGLE, Direction.EAST): _(
            "After a Triangle on {space} pointing right, nothing fits: play any piece on any empty space."
        ),
        (Kind.TRIANGLE, Direction.SOUTH): _(
            "After a Triangle on {space} pointing down, nothing fits: play any piece on any empty space."
        ),
        (Kind.TRIANGLE, Direction.WEST): _(
            "After a Triangle on {space} pointing left, nothing fits: play any piece on any empty space."
        ),
    }[last.kind, last.direction]
    return sentence.format(space=f"**{last.space}**")


def _obstacles(words: NullTranslations, position: Position) -> list[str]:
    """Why the player can't play on some or any of the demanded spaces, with one sentence for each reason."""
    demand = position.demand
    blocked = [space for space in demand.spaces if space not in demand.playable]
    full = [space for space in blocked if len(position.pieces(space)) == len(Kind)]
    unfitting = [space for space in blocked if space not in full]
    sentences = []
    if full:
        # Translators: {spaces} is one space or several, such as "c2, c3 and c4".
        pattern = words.ngettext("{spaces} is full.", "{spaces} are full.", len(full))
        sentences.append(pattern.format(spaces=all_of(words, full)))
    if unfitting:
        missing = _missing_kinds(position, unfitting)
        white = position.turn is Color.WHITE
        pattern = _white_lacks(words, missing) if white else _black_lacks(words, missing)
        sentences.append(pattern.format(spaces=any_of(words, [str(space) for space in unfitting])))
    return sentences


def _missing_kinds(position: Position, spaces: Sequence[Space]) -> frozenset[Kind]:
    """The kinds missing on any of the spaces, at most two: with three, the player would have no pieces."""
    return frozenset(
        kind
        for kind in Kind
        if any(kind not in {piece.kind for piece in position.pieces(space)} for space in spaces)
    )


def _white_lacks(words: NullTranslations, kinds: frozenset[Kind]) -> str:
    _ = words.gettext
    return {
        # Translators: {spaces} is where that kind of piece is missing, such as "c2, c3 or c4".
        frozenset({Kind.SQUARE}): _("White has no Square left for {spaces}."),
        frozenset({Kind.TRIANGLE}): _("White has no Triangle left for {spaces}."),
        frozenset({Kind.CYLINDER}): _("White has no Cylinder left for {spaces}."),
        frozenset({Kind.SQUARE, Kind.TRIANGLE}): _("White has no Square or Triangle left for {spaces}."),
        frozenset({Kind.SQUARE, Kind.CYLINDER}): _("White has no Square or Cylinder left for {spaces}."),
        frozenset({Kind.TRIANGLE, Kind.CYLINDER}): _("White has no Triangle or Cylinder left for {spaces}."),
    }[kinds]


def _black_lacks(words: NullTranslations, kinds: frozenset[Kind]) -> str:
    _ = words.gettext
    return {
        frozenset({Kind.SQUARE}): _("Black has no Square left for {spaces}."),
        frozenset({Kind.TRIANGLE}): _("Black has no Triangle left for {spaces}."),
        frozenset({Kind.CYLINDER}): _("Black has no Cylinder left for {spaces}."),
        frozenset({Kind.SQUARE, Kind.TRIANGLE}): _("Black has no Square or Triangle left for {spaces}."),
        frozenset({Kind.SQUARE, Kind.CYLINDER}): _("Black has no Square or Cylinder left for {spaces}."),
        frozenset({Kind.TRIANGLE, Kind.CYLINDER}): _("Black has no Triangle or Cylinder left for {spaces}."),
    }[kinds]


def _bars_second_square(position: Position) -> bool:
    """Whether the opening restriction of the ruleset ``pyrga`` applies to the next move."""
    if position.ruleset is not Ruleset.PYRGA or position.ply != SECOND_WHITE_PLY:
        return False
    return any(move.kind is Kind.SQUARE for move in position.placed(Color.WHITE))
