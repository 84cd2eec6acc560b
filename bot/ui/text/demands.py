"""What the last piece demands of the next, in a plain sentence."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.ui.text.words import all_of, alternatives, any_of, colour_name, direction_name, kind_name
from engine import Colour, DemandReason, Kind, Move, Position, Ruleset, Space

# Plies count from 0: White plays 0, Black 1, and White's second piece is at 2.
SECOND_WHITE_PLY = 2


def demand_sentence(words: NullTranslations, position: Position) -> str:
    """Where the player to move can play and why; empty for a finished position."""
    _ = words.gettext
    demand = position.demand
    if demand.why is DemandReason.FINISHED:
        return ""
    if demand.move is None:
        return _("The first move: any piece on any space.")
    cause = _cause(words, demand.move)
    if demand.why is DemandReason.CONSTRAINED:
        notes = [*_blocked_notes(words, position), *_opening_notes(words, position)]
        task = _("play on {spaces}").format(spaces=alternatives(words, demand.playable))
        aside = f" ({'; '.join(notes)})" if notes else ""
        sentence = f"{cause}: {task}{aside}."
        only = _("There's only one move.")
        return f"{sentence} {only}" if len(position.legal_moves) == 1 else sentence
    return f"{cause}: {_fallback(words, position)}"


def direction_question(words: NullTranslations, space: Space) -> str:
    """What a player is asked who has chosen a space for a Triangle."""
    return words.gettext("Which way should the Triangle on **{space}** point?").format(space=space)


def _cause(words: NullTranslations, move: Move) -> str:
    _ = words.gettext
    space = f"**{move.space}**"
    if move.kind is Kind.SQUARE:
        return _("After a Square on {space}").format(space=space)
    if move.kind is Kind.CYLINDER:
        return _("After a Cylinder on {space}").format(space=space)
    direction = "" if move.direction is None else direction_name(words, move.direction)
    return _("After a Triangle on {space} pointing {direction}").format(space=space, direction=direction)


def _fallback(words: NullTranslations, position: Position) -> str:
    demand = position.demand
    if demand.why is DemandReason.COMPLETE:
        return words.ngettext(
            "{spaces} is full, so play any piece on any empty space.",
            "{spaces} are full, so play any piece on any empty space.",
            len(demand.spaces),
        ).format(spaces=all_of(words, demand.spaces))
    full, unfitting = _blocked(position)
    if full:
        pattern = words.ngettext(
            "{full} is full, and {colour} has no {kinds} left for {spaces}, "
            "so play any piece on any empty space.",
            "{full} are full, and {colour} has no {kinds} left for {spaces}, "
            "so play any piece on any empty space.",
            len(full),
        )
    else:
        pattern = words.gettext(
            "{colour} has no {kinds} left for {spaces}, so play any piece on any empty space."
        )
    return pattern.format(
        full=all_of(words, full) if full else "",
        colour=colour_name(words, position.turn),
        kinds=any_of(words, [kind_name(words, kind) for kind in _missing_kinds(position, unfitting)]),
        spaces=any_of(words, [str(space) for space in unfitting]),
    )


def _blocked(position: Position) -> tuple[list[Space], list[Space]]:
    """The demanded spaces that the player can't play on: the full ones, and those that nothing fits."""
    demand = position.demand
    blocked = [space for space in demand.spaces if space not in demand.playable]
    full = [space for space in blocked if len(position.pieces(space)) == len(Kind)]
    return full, [space for space in blocked if space not in full]


def _missing_kinds(position: Position, spaces: Sequence[Space]) -> list[Kind]:
    """The kinds that any of the spaces still lacks."""
    return [
        kind
        for kind in Kind
        if any(kind not in {piece.kind for piece in position.pieces(space)} for space in spaces)
    ]


def _blocked_notes(words: NullTranslations, position: Position) -> list[str]:
    full, unfitting = _blocked(position)
    notes = []
    if full:
        pattern = words.ngettext("{spaces} is full", "{spaces} are full", len(full))
        notes.append(pattern.format(spaces=all_of(words, full)))
    if unfitting:
        pattern = words.gettext("no piece left for {spaces}")
        notes.append(pattern.format(spaces=all_of(words, unfitting)))
    return notes


def _opening_notes(words: NullTranslations, position: Position) -> list[str]:
    if not _bars_second_square(position):
        return []
    return [words.gettext("not a Square: White's first piece was one")]


def _bars_second_square(position: Position) -> bool:
    """Whether the opening restriction of the ruleset ``pyrga`` holds for the next move."""
    if position.ruleset is not Ruleset.PYRGA or position.ply != SECOND_WHITE_PLY:
        return False
    return any(move.kind is Kind.SQUARE for move in position.placed(Colour.WHITE))
