"""The running games of one person, and the buttons that lead to the other lists of games in a server."""

from collections.abc import Sequence
from enum import StrEnum

from discord.utils import format_dt

from bot.locale import Words
from bot.ui.context.context import Context
from bot.ui.context.refusals import refusal
from bot.ui.message.content import Content, Row, rows_of, unboxed
from bot.ui.message.custom_ids import Count, CustomId, button
from bot.ui.text.words import board_for, game_name, message_link, name, plain_name, seated
from bot.values.game.game import Game
from bot.values.game.game_errors import NoRunningGameError
from bot.values.players import Player
from engine import Color

# Well below Discord's 4,000 characters for the text of one message.
MOST = 12


class GameList(StrEnum):
    """Which games or challenges are listed."""

    OWN = "own"
    WATCH = "watch"
    JOIN = "join"


class ShowGames(CustomId, word="games"):
    """Shows a page, the first being 0, of a list of games or challenges in the server."""

    listed: GameList
    page: Count


async def running_games(context: Context, who: Player) -> Content:
    """Return the running games of a person: one's own, or those in the server that the reader may see."""
    own = who.id == context.user.id
    # Games that others play elsewhere stay private.
    guild_id = context.interaction.guild_id if own else context.guild_id
    running = await context.services.game_queries.running(guild_id, player_id=who.id, limit=MOST + 1)
    seen = [context.named(game) for game in running if await context.sees(game)]
    rows = list_rows(context.words, GameList.OWN) if own and guild_id is not None else []
    return game_list(context.words, seen, who, context.user.id, rows)


def list_name(words: Words, listed: GameList) -> str:
    """Return what a list is called, as a title and on the button that leads to it."""
    return {
        # Translators: these are titles, and also buttons (about 20 characters).
        GameList.OWN: words.label("list of games", "Your games"),
        GameList.WATCH: words.label("list of games", "Games to watch"),
        GameList.JOIN: words.label("list of games", "Open challenges"),
    }[listed]


def list_rows(words: Words, shown: GameList) -> list[Row]:
    """Return the buttons that lead from the list that's ``shown`` to the others."""
    others = [each for each in GameList if each is not shown]
    return rows_of([button(ShowGames(each, 0), list_name(words, each)) for each in others])


def game_list(
    words: Words, games: list[Game], player: Player, reader: int, rows: Sequence[Row] = ()
) -> Content:
    """Return the running games of ``player``, with links to their boards; the newest ``MOST``.

    ``reader`` is the person who asks, either ``player`` or someone else.
    """
    if player.id == reader:
        nothing, title = refusal(words, NoRunningGameError()), words.say("Your games in progress")
    else:
        nothing = words.say("{player} has no games in progress in this server.", player=name(player))
        title = words.say("{player}'s games in progress", player=name(player))
    lines = [_line(words, game, player.id, reader=reader) for game in games[:MOST]]
    if len(games) > MOST:
        lines.append(words.say("… and older games"))
    text = "\n".join([f"### {title}", *lines]) if games else nothing
    return unboxed(text, *rows)


def game_label(words: Words, game: Game, player_id: int) -> str:
    """Return a game in a few plain words, as a choice for ``player_id`` in a list: at most 100 characters."""
    if game.color_of(player_id) is None:
        label = words.say(
            "{game}: {white} against {black}",
            game=game_name(game.number),
            white=plain_name(game.white),
            black=plain_name(game.black),
        )
        return label[:100]
    # Translators: a game in a list, followed by its state, such as "#3k9x against Ada, your turn".
    against = words.say(
        "{game} against {opponent}",
        game=game_name(game.number),
        opponent=plain_name(game.opponent_of(player_id)),
    )
    return f"{against}, {_state(words, game, player_id)}"[:100]


def _state(words: Words, game: Game, player_id: int) -> str:
    if game.outcome is None:
        own = game.to_move.id == player_id
        return (
            words.label("state of a game", "your turn")
            if own
            else words.label("state of a game", "their turn")
        )
    if game.winner is None:
        drawn = game.outcome.result == "draw"
        return (
            words.label("state of a game", "a draw") if drawn else words.label("state of a game", "no result")
        )
    won = game.winner.id == player_id
    return words.label("state of a game", "you won") if won else words.label("state of a game", "you lost")


def _line(words: Words, game: Game, player_id: int, *, reader: int) -> str:
    color = Color.BLACK if player_id == game.white.id else Color.WHITE
    if game.to_move.id != player_id:
        pattern = words.say("{game} against {opponent}: waiting")
    elif player_id == reader:
        pattern = words.say("{game} against {opponent}: your turn")
    else:
        # Translators: {player} is the one whose games are listed, and has to move.
        pattern = words.say("{game} against {opponent}: {player} to move")
    line = pattern.format(
        game=f"**{game_name(game.number)}**",
        opponent=seated(game, color),
        player=name(game.to_move),
    )
    if game.clock is not None and not game.clock.claimable:
        line = f"{line} · {format_dt(game.clock.until, 'R')}"
    if board_for(game, reader).message_id is None:
        gone = (
            words.say("board deleted: use /pyrga show to repost it")
            if player_id == reader
            else words.label("state of a game", "board deleted")
        )
        return f"{line} · {gone}"
    label = words.say("open the board")
    return f"{line} · [{label}]({message_link(game, reader)})"
