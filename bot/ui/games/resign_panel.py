"""The private question before a resignation, and what follows."""

from gettext import NullTranslations

from discord import ui

from bot.matches.match.match import Match
from bot.matches.match.match_errors import FinishedGameError
from bot.matches.match.turns import check_player
from bot.ui.board.display import announce_after_panel
from bot.ui.components.confirm_panel import confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Content, layout
from bot.ui.message.custom_ids import CustomId
from bot.ui.text.words import game_name, name


class AskBeforeResigning(CustomId, word="ask-resign"):
    """Asks whether to resign ``game``."""

    game: int


class Resign(CustomId, word="resign"):
    """Resigns ``game``."""

    game: int


def resign_panel(words: NullTranslations, game: Match, player_id: int) -> Content:
    """Ask a player of ``game`` whether they're sure."""
    _ = words.gettext
    question = _("Resign game {game}? {opponent} will win.").format(
        game=game_name(game.number), opponent=name(game.opponent_of(player_id))
    )
    label = words.pgettext("button", "Resign")
    return confirm_panel(question, Resign(game.number), label, _("Keep playing"))


@on_click(AskBeforeResigning)
async def ask_before_resigning(context: Context, clicked: AskBeforeResigning) -> None:
    """Ask a player of the game whether they're sure.

    Raises:
        NotAPlayerError: the person doesn't play in it.
        FinishedGameError: it is over.
    """
    game = await context.seen_game(clicked.game)
    check_player(game, context.user.id)
    if game.outcome is not None:
        raise FinishedGameError(game)
    await context.reply.replace(resign_panel(context.words, game, context.user.id))


@on_click(Resign)
async def resign(context: Context, clicked: Resign) -> None:
    """End the game; the other player wins."""
    game = await context.services.games.resign(clicked.game, context.user.id)
    await context.reply.replace(resigned_panel(context.words, game))
    await announce_after_panel(context, game)


def resigned_panel(words: NullTranslations, game: Match) -> Content:
    """Say that the player has resigned."""
    sentence = words.gettext("You resigned game {game}.").format(game=game_name(game.number))
    return Content(layout(ui.TextDisplay(sentence)))
