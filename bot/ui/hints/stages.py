"""The stages of a hint: the space, the piece, the move. Each is a message with the button for the next."""

from enum import StrEnum
from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.match.match import Match
from bot.ui.board.board_message import board_picture
from bot.ui.board.buttons import ConfirmMove
from bot.ui.components.buttons import button
from bot.ui.components.confirm_panel import confirm_panel
from bot.ui.hints.reasons import reasons
from bot.ui.message.accents import BLUE
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.custom_ids import Count, CustomId
from bot.ui.text.words import move_label
from engine import Kind, Move, Position, Solution


class Stage(StrEnum):
    """How much a hint reveals."""

    SPACE = "space"
    PIECE = "piece"
    MOVE = "move"


class ConfirmHint(CustomId, word="take-hint"):
    """Begins a hint after which ``game`` won't count on the ladder."""

    game: int


class ShowStage(CustomId, word="hint-stage"):
    """Shows a stage of the hint about ``move`` in ``game`` at ``revision``."""

    game: int
    revision: Count
    move: Move
    stage: Stage


def stages(position: Position, move: Move) -> list[Stage]:
    """Return the stages of a hint about ``move``, without those that would only state the obvious."""
    spaces = {each.space for each in position.legal_moves}
    kinds = {each.kind for each in position.legal_moves if each.space is move.space}
    telling = {Stage.SPACE: len(spaces) > 1, Stage.PIECE: len(kinds) > 1, Stage.MOVE: True}
    return [stage for stage in Stage if telling[stage]]


def warning_panel(words: NullTranslations, game: Match) -> Content:
    """Ask the player in a game with the computer whether a hint is worth its price."""
    _ = words.gettext
    return confirm_panel(
        _("If you take a hint, this game won't count on the ladder, even if you win."),
        ConfirmHint(game.number),
        _("Show hint"),
        words.pgettext("change nothing", "Cancel"),
        style=discord.ButtonStyle.primary,
    )


def part_panel(words: NullTranslations, game: Match, player_id: int, move: Move, stage: Stage) -> Content:
    """A stage before the last, with the button for the next one."""
    _ = words.gettext
    place = f"**{move.space}**"
    if stage is Stage.SPACE:
        # Translators: a heading: the first part of a hint, where to play.
        title, text = _("Hint: the space"), _("Play on {space}.").format(space=place)
    else:
        # Translators: a heading: the second part of a hint, what to play.
        title, text = _("Hint: the piece"), _kind_sentence(words, move.kind).format(space=place)
    shown = stages(game.position, move)
    following = shown[shown.index(stage) + 1]
    labels = {Stage.PIECE: _("Show piece"), Stage.MOVE: _("Show move")}
    custom_id = ShowStage(game.number, game.revision, move, following)
    row = Row(button(custom_id, labels[following], discord.ButtonStyle.secondary))
    lines = [f"### {title}", text, *_footer(words, game, player_id)]
    return Content(layout(Box(ui.TextDisplay("\n".join(lines)), accent_color=BLUE), row))


async def whole_panel(
    words: NullTranslations, game: Match, player_id: int, move: Move, solution: Solution | None
) -> Content:
    """The last stage: the move on the board, why it's good, and the button that plays it.

    ``solution`` is None if it's the only move.
    """
    picture = await board_picture(words, game, chosen=move)
    lines = [
        f"### {move_label(move)}",
        reasons(words, game.position, move, solution),
        *_footer(words, game, player_id),
    ]
    # The same button as on the confirmation of a move, so that it's played like any other.
    play = ConfirmMove(game.number, game.revision, move)
    row = Row(button(play, words.gettext("Play it"), discord.ButtonStyle.success))
    box = Box(picture.gallery(), ui.TextDisplay("\n".join(lines)), accent_color=BLUE)
    return Content(layout(box, row), (picture,))


def _kind_sentence(words: NullTranslations, kind: Kind) -> str:
    _ = words.gettext
    return {
        Kind.SQUARE: _("Play a Square on {space}."),
        Kind.TRIANGLE: _("Play a Triangle on {space}."),
        Kind.CYLINDER: _("Play a Cylinder on {space}."),
    }[kind]


def _footer(words: NullTranslations, game: Match, player_id: int) -> list[str]:
    """How many hints the player has used, and what that means."""
    used = len(game.seat_of(player_id).hints)
    if not used:
        return []
    pattern = words.ngettext(
        "You've used {count} hint in this game.", "You've used {count} hints in this game.", used
    )
    lines = [pattern.format(count=used)]
    if game.level is not None:
        lines.append(words.gettext("It doesn't count on the ladder."))
    return [f"-# {' '.join(lines)}"]
