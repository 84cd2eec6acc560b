"""The private question before a game is canceled, and what follows."""

from gettext import NullTranslations

from discord import ui

from bot.matches.match.endings import cancel
from bot.matches.match.match import Match
from bot.ui.board.display import announce_after_panel
from bot.ui.components.confirm_panel import confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Content, layout
from bot.ui.message.custom_ids import CustomId
from bot.ui.text.words import game_name


class AskBeforeAbort(CustomId, word="ask-abort"):
    """Asks whether to cancel ``game``."""

    game: int


class Abort(CustomId, word="abort"):
    """Cancels ``game``."""

    game: int


@on_click(AskBeforeAbort)
async def ask_before_abort(context: Context, clicked: AskBeforeAbort) -> None:
    """Ask a player of the game whether they're sure."""
    game = await context.seen_game(clicked.game)
    await context.reply.replace(abort_panel(context.words, game))


@on_click(Abort)
async def abort(context: Context, clicked: Abort) -> None:
    """End the game without a result."""
    who = context.user.id
    game = await context.services.games.change(
        clicked.game, lambda match, now: cancel(match, who, now), by=who
    )
    await context.reply.replace(aborted_panel(context.words, game))
    await announce_after_panel(context, game)


def abort_panel(words: NullTranslations, game: Match) -> Content:
    """Ask a player of ``game`` whether they're sure."""
    _ = words.gettext
    question = _("Cancel game {game}? It will end without a result.").format(game=game_name(game.number))
    return confirm_panel(question, Abort(game.number), _("Cancel game"), _("Keep playing"))


def aborted_panel(words: NullTranslations, game: Match) -> Content:
    """Say that the game is canceled."""
    sentence = words.gettext("You canceled game {game}.").format(game=game_name(game.number))
    return Content(layout(ui.TextDisplay(sentence)))
