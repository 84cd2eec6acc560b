"""The one row of controls below the moves: at most four buttons, so that they fit a phone's line."""

from gettext import NullTranslations

import discord

from bot.matches.base36 import format_number
from bot.matches.games.allowances import both_have_moved
from bot.matches.values.games import Game
from bot.ui.components.buttons import Button, button
from bot.ui.message.actions import GameAction, Panel, PanelAction
from bot.ui.message.content import Row
from bot.ui.message.custom_ids import GameButton, PanelButton

MORE_SIGN = "⋯"
"""The *More…* button on a result, because with the word four buttons wouldn't fit on a phone."""

_STYLES = {
    GameAction.ACCEPT: discord.ButtonStyle.success,
    GameAction.CLAIM: discord.ButtonStyle.danger,
    GameAction.GIVE_TIME: discord.ButtonStyle.success,
    GameAction.REMATCH: discord.ButtonStyle.primary,
}


def control_row(words: NullTranslations, game: Game) -> Row:
    """What can be done in ``game`` besides moving. An offer to one of the two replaces it."""
    if game.outcome is not None:
        return _result_row(words, game)
    return Row(*(_button(words, game, action) for action in _actions(game)))


def _actions(game: Game) -> list[GameAction]:
    if game.clock is not None and game.clock.claimable:
        # Their labels are long, and three of them fill the line.
        swap = [GameAction.SWAP] if game.offers_swap else []
        return [*swap, GameAction.CLAIM, GameAction.GIVE_TIME]
    if game.offer is not None:
        return [GameAction.ACCEPT, GameAction.DECLINE, GameAction.MORE]
    hint = [GameAction.HINT] if game.hints and not game.computer_moves else []
    swap = [GameAction.SWAP] if game.offers_swap else []
    draw = [GameAction.DRAW] if game.level is None and both_have_moved(game) else []
    return [*hint, *swap, *draw, GameAction.RESIGN, GameAction.MORE]


def _result_row(words: NullTranslations, game: Game) -> Row:
    _ = words.gettext
    panels = ((Panel.REVIEW, _("Review")), (Panel.REPLAY, _("Replay")))
    number, style = format_number(game.number), discord.ButtonStyle.secondary
    more = GameButton(game.number, game.revision, GameAction.MORE)
    return Row(
        _button(words, game, GameAction.REMATCH),
        *(button(PanelButton(panel, PanelAction.SHOW, number), label, style) for panel, label in panels),
        button(more, MORE_SIGN, style),
    )


def _button(words: NullTranslations, game: Game, action: GameAction) -> Button:
    _ = words.gettext
    labels = {
        GameAction.SWAP: _("Swap sides"),
        GameAction.HINT: _("Hint"),
        GameAction.CLAIM: _("Claim the win"),
        GameAction.GIVE_TIME: _("Give more time"),
        GameAction.DRAW: _("Draw"),
        GameAction.RESIGN: _("Resign"),
        GameAction.ACCEPT: _("Accept"),
        GameAction.DECLINE: _("Decline"),
        GameAction.REMATCH: _("Rematch"),
        GameAction.MORE: _("More…"),
    }
    style = _STYLES.get(action, discord.ButtonStyle.secondary)
    return button(GameButton(game.number, game.revision, action), labels[action], style)
