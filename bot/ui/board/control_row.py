"""The controls below the moves, in rows that fit on a phone."""

from gettext import NullTranslations

import discord

from bot.matches.base36 import format_number
from bot.matches.games.allowances import both_have_moved
from bot.matches.values.games import Game, OfferKind
from bot.ui.components.buttons import Button, button
from bot.ui.message.actions import GameAction, Panel, PanelAction
from bot.ui.message.button_rows import rows_of
from bot.ui.message.content import Row
from bot.ui.message.custom_ids import GameButton, PanelButton
from bot.ui.text.levels import next_level
from engine import Reason

MORE_SIGN = "⋯"
"""The label of *More…* on a result, because four buttons wouldn't fit on a phone with the word."""

_STYLES = {
    GameAction.ACCEPT: discord.ButtonStyle.success,
    GameAction.CLAIM: discord.ButtonStyle.danger,
    GameAction.GIVE_TIME: discord.ButtonStyle.success,
    GameAction.REMATCH: discord.ButtonStyle.primary,
}


def control_rows(words: NullTranslations, game: Game) -> list[Row]:
    """What can be done in ``game`` besides moving. A question to one of the two players replaces it."""
    if game.outcome is not None:
        return [*_next_level_rows(words, game), _result_row(words, game)]
    groups = [[_button(words, game, action) for action in group] for group in _actions(game)]
    return [row for group in groups for row in rows_of(group)]


def _actions(game: Game) -> list[list[GameAction]]:
    """The actions, in groups that begin a row."""
    swap = [GameAction.SWAP] if game.offers_swap else []
    if game.clock is not None and game.clock.claimable:
        return [[*swap, GameAction.CLAIM, GameAction.GIVE_TIME, GameAction.MORE]]
    if game.offer is not None:
        # One row for the player who's asked, and one for the player who asks.
        return [[GameAction.ACCEPT, GameAction.DECLINE], [GameAction.WITHDRAW, GameAction.MORE]]
    hint = [GameAction.HINT] if game.hints and not game.computer_moves else []
    draw = [GameAction.DRAW] if game.level is None and both_have_moved(game) else []
    end = GameAction.RESIGN if both_have_moved(game) else GameAction.CANCEL
    return [[*hint, *swap, *draw, end, GameAction.MORE]]


def _next_level_rows(words: NullTranslations, game: Game) -> list[Row]:
    level = next_level(game)
    if level is None:
        return []
    # Translators: button (about 20 characters) for a game against a level of the computer.
    label = words.gettext("Play level {level}").format(level=level)
    custom_id = GameButton(game.number, game.revision, GameAction.NEXT_LEVEL)
    return [Row(button(custom_id, label, discord.ButtonStyle.success))]


def _result_row(words: NullTranslations, game: Game) -> Row:
    pgettext = words.pgettext
    panels = ((Panel.REVIEW, pgettext("button", "Review")), (Panel.REPLAY, pgettext("button", "Replay")))
    number, style = format_number(game.number), discord.ButtonStyle.secondary
    more = GameButton(game.number, game.revision, GameAction.MORE)
    # A rematch would undo a moderator's decision, or ask someone who can't be reached.
    annulled = game.outcome is not None and game.outcome.reason is Reason.ANNULLED
    rematch = [] if annulled or game.has_deleted_player else [_button(words, game, GameAction.REMATCH)]
    return Row(
        *rematch,
        *(button(PanelButton(panel, PanelAction.SHOW, number), label, style) for panel, label in panels),
        button(more, MORE_SIGN, style),
    )


def _button(words: NullTranslations, game: Game, action: GameAction) -> Button:
    _ = words.gettext
    labels = {
        # Translators: button (about 20 characters): Black takes White's side after the first move.
        GameAction.SWAP: _("Swap sides"),
        GameAction.HINT: words.pgettext("button", "Hint"),
        # Translators: button (about 20 characters): the opponent's time has run out.
        GameAction.CLAIM: _("Claim win"),
        # Translators: button (about 20 characters): let the opponent, whose time has run out, think longer.
        GameAction.GIVE_TIME: _("Give time"),
        GameAction.DRAW: words.pgettext("offer a draw", "Draw"),
        GameAction.RESIGN: words.pgettext("button", "Resign"),
        GameAction.CANCEL: _("Cancel game"),
        GameAction.ACCEPT: _accept_label(words, game),
        GameAction.DECLINE: _("Decline"),
        GameAction.WITHDRAW: words.pgettext("withdraw an offer", "Withdraw"),
        GameAction.REMATCH: words.pgettext("button", "Rematch"),
        # Translators: button (about 20 characters) that opens more choices.
        GameAction.MORE: _("More…"),
    }
    style = _STYLES.get(action, discord.ButtonStyle.secondary)
    return button(GameButton(game.number, game.revision, action), labels[action], style)


def _accept_label(words: NullTranslations, game: Game) -> str:
    if game.offer is not None and game.offer.kind is OfferKind.TAKE_BACK:
        return words.gettext("Accept takeback")
    return words.gettext("Accept draw")
