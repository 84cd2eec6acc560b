"""The private list of a player's finished games, with filters, a page at a time."""

from dataclasses import dataclass
from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.values.players import Player
from bot.matches.values.standings import HistoryFilter, PastGame
from bot.ui.components.buttons import Button, button
from bot.ui.components.selects import Option, menu
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.accents import BLUE
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.custom_ids import CustomId
from bot.ui.message.shared_buttons import ShowHistory
from bot.ui.review.history_text import choice_description, choice_label, history_text
from bot.ui.text.words import name

PAGE_SIZE = 10


class OpenPastGame(CustomId, word="past-game"):
    """Shows the last position of ``game`` in a message of its own."""

    game: int


async def show_history(context: Context, player: Player, wanted: HistoryFilter) -> None:
    """Show the first page of a player's history privately.

    Raises:
        OutsideServerError: it's someone else's, and this isn't in a server.
        TooBusyError: too many clicks are in progress.
    """
    await context.admit_extra()
    page = await _read(context, ShowHistory(player.id, wanted, 0))
    await context.reply.private(page.content(context.words, player, context.user.id))


@on_click(ShowHistory)
async def show_history_page(context: Context, clicked: ShowHistory) -> None:
    """Show another page of a history."""
    await context.admit_extra()
    page = await _read(context, clicked)
    # People's names may differ between servers, so this one is taken from games of this server.
    player = page.games[0].player if page.games else None
    await context.reply.private(page.content(context.words, player, context.user.id), in_place=True)


async def _read(context: Context, asked: ShowHistory) -> "HistoryPage":
    # Games that others play elsewhere stay private.
    own = asked.player == context.user.id
    guild_id = context.interaction.guild_id if own else context.guild_id
    games, more = await context.services.histories.games(
        guild_id, asked.player, asked.wanted, page=asked.page, size=PAGE_SIZE
    )
    seen = [game for game in games if await context.sees_at(game.place, (game.player, game.opponent))]
    return HistoryPage(asked, tuple(seen), more)


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """What was ``asked`` for, the ``games`` that the person may see, and whether more pages follow."""

    asked: ShowHistory
    games: tuple[PastGame, ...]
    more: bool

    def content(self, words: NullTranslations, player: Player | None, reader: int) -> Content:
        """The page as a message to ``reader``. ``player`` is None if their name isn't known."""
        title = _title(words, player, own=self.asked.player == reader)
        if not self.games:
            said = f"### {title}\n{self._nothing(words, player, reader)}"
        else:
            said = history_text(words, title, self.games, self.asked.wanted)
        box = Box(ui.TextDisplay(said), accent_color=BLUE)
        return Content(layout(box, *self._menu(words), *self._row(words)))

    def _nothing(self, words: NullTranslations, player: Player | None, reader: int) -> str:
        _ = words.gettext
        if self.asked.page:
            return _("There's nothing on this page.")
        if self.asked.wanted != HistoryFilter():
            return _("No finished games match. Leave out a filter to see more.")
        if self.asked.player == reader:
            return _("You haven't finished a game here yet. Start one with /pyrga challenge or /pyrga play.")
        if player is None:
            return _("No finished games in this server yet.")
        return _("{player} hasn't finished a game in this server yet.").format(player=name(player))

    def _menu(self, words: NullTranslations) -> list[Row]:
        options = [
            Option(OpenPastGame(game.number), choice_label(words, game), choice_description(words, game))
            for game in self.games
        ]
        # Translators: stands in an empty menu.
        placeholder = words.gettext("Open a game")
        return [Row(menu(options, placeholder=placeholder))] if options else []

    def _row(self, words: NullTranslations) -> list[Row]:
        pgettext = words.pgettext
        buttons = []
        if self.asked.page and not self.games:
            buttons.append(self._button(pgettext("to a page", "First page"), 0))
        elif self.asked.page:
            buttons.append(self._button(pgettext("to a page", "Back"), self.asked.page - 1))
        if self.more:
            buttons.append(self._button(pgettext("to a page", "Next"), self.asked.page + 1))
        return [Row(*buttons)] if buttons else []

    def _button(self, label: str, page: int) -> Button:
        there = ShowHistory(self.asked.player, self.asked.wanted, page)
        return button(there, label, discord.ButtonStyle.secondary)


def _title(words: NullTranslations, player: Player | None, *, own: bool) -> str:
    _ = words.gettext
    if own:
        return _("Your finished games")
    return (
        _("Finished games") if player is None else _("{player}'s finished games").format(player=name(player))
    )
