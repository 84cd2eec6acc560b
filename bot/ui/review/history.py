"""A player's finished games in words, a page at a time, with filters."""

from dataclasses import dataclass
from functools import partial

from discord.utils import format_dt

from bot.locale import Words
from bot.ui.components.panels import page_buttons
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import LONGEST_OPTION, Content, Row, boxed, rows_of
from bot.ui.message.custom_ids import CustomId, ShowHistory, button
from bot.ui.message.selects import Option, menu
from bot.ui.text.status import reason_name
from bot.ui.text.words import (
    changed_rating,
    game_name,
    name,
    plain_name,
    player_in,
    rated_name,
    ruleset_name,
)
from bot.values.players import Player
from bot.values.standings import ANY_LEVEL, HistoryFilter, PastGame, Result
from engine import Ruleset

PAGE_SIZE = 10


def _line(words: Words, game: PastGame) -> str:
    opponent = rated_name(player_in(words, game.opponent), game.opponent_rating)
    facts = [_outcome(words, game, opponent), *_facts(words, game)]
    if game.change is not None:
        facts.append(changed_rating(game.change))
    return " · ".join([*facts, format_dt(game.finished_at, "R"), game_name(game.number)])


def _outcome(words: Words, game: PastGame, opponent: str) -> str:
    result = {
        # Translators: in a list of someone's games, after the opponent, such as "vs. Ada · won".
        Result.WON: words.label("result in a list of games", "won"),
        Result.DRAWN: words.label("result in a list of games", "draw"),
        Result.LOST: words.label("result in a list of games", "lost"),
    }[game.result]
    # Translators: the opponent in a list of someone's games; the result follows.
    against = words.say("vs. {opponent}", opponent=opponent)
    return f"{against} · {result}"


def _facts(words: Words, game: PastGame) -> list[str]:
    moves = words.count("{number} move", "{number} moves", game.plies)
    ruleset = [] if game.ruleset is Ruleset.PYRGA else [ruleset_name(words, game.ruleset)]
    return [reason_name(words, game.reason), moves, *ruleset]


def _filters(words: Words, example: PastGame, wanted: HistoryFilter) -> str:
    """Return the filters that apply, with the opponent's name from a game that games; often empty."""
    chosen = []
    if wanted.opponent == ANY_LEVEL:
        # Translators: a filter of someone's games.
        chosen.append(words.say("against the computer"))
    elif wanted.opponent is not None:
        # Translators: a filter of someone's games.
        chosen.append(words.say("against {opponent}", opponent=name(example.opponent)))
    if wanted.ruleset is not None:
        chosen.append(ruleset_name(words, wanted.ruleset))
    if wanted.result is not None:
        chosen.append(
            {
                # Translators: which games are listed, such as "Only: against Ada, wins".
                Result.WON: words.label("filter of games", "wins"),
                Result.DRAWN: words.label("filter of games", "draws"),
                Result.LOST: words.label("filter of games", "losses"),
            }[wanted.result]
        )
    # Translators: which games are listed; {filters} is a list such as "against Ada, Pilotis, wins".
    return words.say("Only: {filters}", filters=", ".join(chosen)) if chosen else ""


class OpenPastGame(CustomId, word="past-game"):
    """Shows the last position of ``game`` in a message of its own."""

    game: int


async def show_history(context: Context, player: Player, wanted: HistoryFilter) -> None:
    """Show the first page of a player's history privately: that of others only in servers."""
    await context.admit_extra()
    page = await _read(context, ShowHistory(player.id, wanted, 0))
    await context.reply.private(page.content(context.words, player, context.user.id))


@on_click(ShowHistory)
async def show_history_page(context: Context, clicked: ShowHistory) -> None:
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
        guild_id, player_id=asked.player, wanted=asked.wanted, page=asked.page, size=PAGE_SIZE
    )
    seen = [game for game in games if await context.sees_at(game.place, (game.player, game.opponent))]
    return HistoryPage(asked, tuple(seen), more)


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """What was ``asked`` for, the ``games`` that the person may see, and whether more pages follow."""

    asked: ShowHistory
    games: tuple[PastGame, ...]
    more: bool

    def content(self, words: Words, player: Player | None, reader: int) -> Content:
        """Return the page as a message to ``reader``. ``player`` is None if their name isn't known."""
        own = self.asked.player == reader
        lines = ["### " + _title(words, player, own=own), *(_line(words, game) for game in self.games)]
        if not self.games:
            lines.append(self._nothing(words, player, own=own))
        elif filters := _filters(words, self.games[0], self.asked.wanted):
            lines.append(f"-# {filters}")
        return boxed(lines, rows=[*self._menu(words), *self._row(words)])

    def _nothing(self, words: Words, player: Player | None, *, own: bool) -> str:
        if self.asked.page:
            return words.say("There's nothing on this page.")
        if self.asked.wanted != HistoryFilter():
            return words.say("No finished games match. Leave out a filter to see more.")
        if own:
            return words.say(
                "You haven't finished a game here yet. Start one with /pyrga challenge or /pyrga play."
            )
        if player is None:
            return words.say("No finished games in this server yet.")
        return words.say("{player} hasn't finished a game in this server yet.", player=name(player))

    def _menu(self, words: Words) -> list[Row]:
        options = []
        for game in self.games:
            text = _outcome(words, game, plain_name(player_in(words, game.opponent)))
            description = ", ".join([game_name(game.number), *_facts(words, game)])
            options.append(Option(OpenPastGame(game.number), text[:LONGEST_OPTION], description))
        # Translators: stands in an empty menu.
        placeholder = words.say("Open a game")
        return [Row(menu(options, placeholder=placeholder))] if options else []

    def _row(self, words: Words) -> list[Row]:
        named = partial(ShowHistory, self.asked.player, self.asked.wanted)
        buttons = page_buttons(words, named, self.asked.page, more=self.more)
        if self.asked.page and not self.games:
            buttons[0] = button(named(0), words.label("to a page", "First page"))
        return rows_of(buttons)


def _title(words: Words, player: Player | None, *, own: bool) -> str:
    if own:
        return words.say("Your finished games")
    if player is None:
        return words.say("Finished games")
    return words.say("{player}'s finished games", player=name(player))
