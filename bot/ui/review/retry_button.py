"""The button that lets a player try their mistakes again."""

from collections.abc import Sequence
from gettext import NullTranslations

import discord

from bot.matches.match.match import Match
from bot.matches.values.players import Player
from bot.ui.components.buttons import Button, button
from bot.ui.message.custom_ids import Count, CustomId
from engine import Review


class OpenRetry(CustomId, word="retry"):
    """Opens the position of ``game`` after ``ply`` moves, in which the person made a mistake."""

    game: int
    ply: Count


def retry_button(
    words: NullTranslations, game: Match, review: Review, reader: Player, ply: int | None = None
) -> Sequence[Button]:
    """The button for ``reader``, if they played ``game`` and made a mistake in it; otherwise none.

    It starts with the mistake at ``ply``, counted from 0, if that's one of theirs, or else with their first
    one.
    """
    color = game.color_of(reader.id)
    # An older review doesn't say which moves it couldn't judge. It's made again when someone opens it.
    if color is None or not review.detailed:
        return []
    mistakes = review.mistakes(color)
    if not mistakes:
        return []
    chosen = ply if ply in mistakes else mistakes[0]
    label = words.ngettext("Retry your mistake", "Retry your mistakes", len(mistakes))
    return [button(OpenRetry(game.number, chosen), label, discord.ButtonStyle.primary)]
