"""What the last piece asks of the next, in a plain sentence."""

from gettext import NullTranslations

from bot.ui.text.words import all_of, alternatives, direction_name
from engine import Colour, DemandReason, Kind, Move, Position, Ruleset

# Plies count from 0: White plays 0, Black 1, and White's second piece is at 2.
SECOND_WHITE_PLY = 2


def demand_sentence(words: NullTranslations, position: Position) -> str:
    """Where the player to move may play and why; empty for a finished position."""
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
        only = f" {_('There is only one move.')}" if len(position.legal_moves) == 1 else ""
        return f"{cause}: {task}{aside}.{only}"
    return f"{cause}: {_fallback(words, position)}"


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
    _ = words.gettext
    demand = position.demand
    count = len(demand.spaces)
    if demand.why is DemandReason.COMPLETE:
        return words.ngettext(
            "{spaces} is full, so play any piece on any empty space.",
            "{spaces} are full, so play any piece on any empty space.",
            count,
        ).format(spaces=all_of(words, demand.spaces))
    if position.turn is Colour.WHITE:
        pattern = _("White has no piece left that fits on {spaces}, so play any piece on any empty space.")
    else:
        pattern = _("Black has no piece left that fits on {spaces}, so play any piece on any empty space.")
    return pattern.format(spaces=alternatives(words, demand.spaces))


def _blocked_notes(words: NullTranslations, position: Position) -> list[str]:
    demand = position.demand
    blocked = [space for space in demand.spaces if space not in demand.playable]
    full = [space for space in blocked if len(position.pieces(space)) == len(Kind)]
    unfitting = [space for space in blocked if space not in full]
    notes = []
    if full:
        pattern = words.ngettext("{spaces} is full", "{spaces} are full", len(full))
        notes.append(pattern.format(spaces=all_of(words, full)))
    if unfitting:
        pattern = words.gettext("no piece left that fits on {spaces}")
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
