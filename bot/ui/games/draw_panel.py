"""The private question before a draw is offered, and what follows."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.match import offers
from bot.matches.match.match import Match
from bot.ui.board.display import announce_after_panel
from bot.ui.components.confirm_panel import confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Content, layout
from bot.ui.message.custom_ids import Count, CustomId
from bot.ui.text.words import game_name, name


class OfferDraw(CustomId, word="draw"):
    """Offers a draw in ``game`` as it stood at ``revision``."""

    game: int
    revision: Count


def draw_panel(words: NullTranslations, game: Match, player_id: int) -> Content:
    """Ask a player whether they want to offer a draw in ``game`` as it stands."""
    _ = words.gettext
    question = _("Offer {opponent} a draw in game {game}?").format(
        opponent=name(game.opponent_of(player_id)), game=game_name(game.number)
    )
    return confirm_panel(
        question,
        OfferDraw(game.number, game.revision),
        _("Offer draw"),
        _("Keep playing"),
        style=discord.ButtonStyle.primary,
    )


@on_click(OfferDraw)
async def offer_draw(context: Context, clicked: OfferDraw) -> None:
    """Offer the other player a draw.

    Raises:
        MatchError: it isn't possible, or no longer.
    """
    who = context.user.id
    game = await context.services.games.change(
        clicked.game, lambda match, _: offers.offer_draw(match, clicked.revision, who), by=who
    )
    await context.reply.replace(offered_panel(context.words, game, who))
    await announce_after_panel(context, game)


def offered_panel(words: NullTranslations, game: Match, player_id: int) -> Content:
    """Say that the other player is asked."""
    sentence = words.gettext("Draw offered. {opponent} can answer on the board.")
    return Content(layout(ui.TextDisplay(sentence.format(opponent=name(game.opponent_of(player_id))))))
