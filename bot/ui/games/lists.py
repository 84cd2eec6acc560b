"""Lists of games and challenges: a person's running games, games to watch, and challenges to accept.

Those of a server only have what's in channels that the person can see, and don't tell whether there's
anything else.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TypeVar

import discord
import structlog
from discord import ui
from discord.utils import format_dt

from bot.locale import Words
from bot.ui.components.panels import page_row
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.refusals import refusal
from bot.ui.context.requests import RequestError
from bot.ui.games.watching import WatchGame
from bot.ui.message.content import Button, Content, Row, boxed, rows_of, unboxed
from bot.ui.message.custom_ids import Count, CustomId, JoinChallenge, button
from bot.ui.text.status import clock_name
from bot.ui.text.words import (
    board_for,
    card_link,
    game_name,
    message_link,
    name,
    plain_name,
    rated_name,
    relative_time,
    ruleset_name,
    seated,
)
from bot.values.challenges import Challenge, Terms
from bot.values.events.lobbies import LobbyLine
from bot.values.game.game import Game
from bot.values.game.game_errors import NoRunningGameError
from bot.values.players import Player
from engine import Color, Ruleset

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
    """Return the running games of ``player``, with links to their boards; the first ``MOST``.

    ``reader`` is the person who asks, either ``player`` or someone else.
    """
    if player.id == reader:
        nothing, title = refusal(words, NoRunningGameError()), words.say("Your games in progress")
        if len(games) > 1 and games[0].to_move.id == reader:
            # Translators: below the heading of a list of someone's games.
            order = words.say("Games in which it's your turn come first, the most urgent on top.")
            title = f"{title}\n-# {order}"
    else:
        nothing = words.say("{player} has no games in progress in this server.", player=name(player))
        title = words.say("{player}'s games in progress", player=name(player))
    lines = [_line(words, game, player.id, reader=reader) for game in games[:MOST]]
    if len(games) > MOST:
        lines.append(words.say("… and more"))
    text = "\n".join([f"### {title}", *lines]) if games else nothing
    return unboxed(text, *rows)


async def offer_next(context: Context, played: Game, *told: str) -> None:
    """Lead someone who has just moved to the next of their games that wait for them, if any does.

    ``told`` is what they were told in private about the move, which this replaces.
    """
    who = context.user.id
    found = await context.services.game_queries.next_after(played, who)
    if found is None:
        return
    await context.learn_words()
    words, (game, number) = context.words, found
    text = "\n".join([*told, _state_line(words, context.named(game), who, reader=who)])
    if number > 1:
        # Translators: after the next of someone's games, in which it's their turn.
        more = words.count(
            "It's your turn in {number} more game.", "It's your turn in {number} more games.", number - 1
        )
        text = f"{text}\n-# {more}"
    # Translators: a button that leads to the next game in which it's the person's turn.
    link: Button = ui.Button(label=words.say("Next game"), url=message_link(game, who))
    try:
        await context.reply.private_about(("next game", who), unboxed(text, Row(link)))
    except RequestError as error:
        log.info("next game not offered", error=str(error))


def game_label(words: Words, game: Game, player_id: int) -> str:
    """Return a game in a few plain words, as a choice for ``player_id`` in a list: at most 100 characters."""
    if game.color_of(player_id) is None:
        text = words.say(
            "{game}: {white} against {black}",
            game=game_name(game.number),
            white=plain_name(game.white),
            black=plain_name(game.black),
        )
        return text[:100]
    # Translators: a game in a list, followed by its state, such as "#1234 against Ada, your turn".
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
    line = _state_line(words, game, player_id, reader=reader)
    if board_for(game, reader).message_id is None:
        gone = (
            words.say("board deleted: use /pyrga show to repost it")
            if player_id == reader
            else words.label("state of a game", "board deleted")
        )
        return f"{line} · {gone}"
    label = words.say("open the board")
    return f"{line} · [{label}]({message_link(game, reader)})"


def _state_line(words: Words, game: Game, player_id: int, *, reader: int) -> str:
    color = Color.BLACK if player_id == game.white.id else Color.WHITE
    if game.to_move.id != player_id:
        pattern = words.say("{game} against {opponent}: waiting")
    elif player_id == reader:
        pattern = words.say("{game} against {opponent}: your turn")
    else:
        # Translators: {player} is the one whose games are listed, and has to move.
        pattern = words.say("{game} against {opponent}: {player} to move")
    line = pattern.format(
        game=f"**{game_name(game.number)}**", opponent=seated(game, color), player=name(game.to_move)
    )
    if game.clock is not None and not game.clock.claimable:
        return f"{line} · {format_dt(game.clock.until, 'R')}"
    return line


PAGE_SIZE = 8
"""As many entries with a button each as fit in a message with other buttons."""

_MOST_READ = 50
"""Maximum number of games or challenges that are looked at, the newest first."""

T = TypeVar("T")

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Entry:
    """One game or challenge in a list, and the button for it."""

    text: str
    button: Button


@on_click(ShowGames)
async def show_games(context: Context, clicked: ShowGames) -> None:
    """Show a list in place of another."""
    await context.admit_extra()
    guild_id, who, words = context.guild_id, context.user, context.words
    services, page = context.services, clicked.page
    if clicked.listed is GameList.OWN:
        content = await running_games(context, who)
    elif clicked.listed is GameList.WATCH:
        games = await services.game_queries.to_watch(guild_id, player_id=who.id, limit=_MOST_READ)
        seen = await _first_seen(games, context.sees, _upto(page))
        content = list_page(words, clicked, [game_entry(words, context.named(game)) for game in seen])
    else:
        content = list_page(
            words, clicked, await joinable_challenges(context, _upto(page), guild_id=guild_id)
        )
    await context.reply.private(content, in_place=True)


async def joinable_challenges(context: Context, most: int, *, guild_id: int) -> list[Entry]:
    """Return the newest challenges in a server that the person sees and may accept, up to a number."""
    challenges = await context.services.challenges.open_to(
        guild_id, player_id=context.user.id, limit=_MOST_READ
    )
    offered = await _first_seen(challenges, lambda each: context.sees_at(each.place, ()), most)
    return [challenge_entry(context.words, each) for each in offered]


def _upto(page: int) -> int:
    """Return the number of entries up to the end of a page, the first being 0, and one more."""
    return (page + 1) * PAGE_SIZE + 1


async def _first_seen(found: Sequence[T], sees: Callable[[T], Awaitable[bool]], most: int) -> list[T]:
    """Return the first of what the person may see, up to a number."""
    seen: list[T] = []
    for each in found:
        if len(seen) == most:
            break
        if await sees(each):
            seen.append(each)
    return seen


def list_page(words: Words, shown: ShowGames, entries: Sequence[Entry]) -> Content:
    """Return a page of a list. ``entries`` are all up to that page, and one more if another page follows."""
    first = shown.page * PAGE_SIZE
    listed, more = entries[first : first + PAGE_SIZE], len(entries) > first + PAGE_SIZE
    title = f"### {list_name(words, shown.listed)}"
    text = title if listed else f"{title}\n{_nothing(words, shown)}"
    sections = [ui.Section(ui.TextDisplay(entry.text), accessory=entry.button) for entry in listed]
    pages = page_row(words, partial(ShowGames, shown.listed), shown.page, more=more)
    return boxed(text, *sections, rows=[*pages, *list_rows(words, shown.listed)])


def _nothing(words: Words, shown: ShowGames) -> str:
    if shown.page:
        return words.say("There's nothing on this page.")
    if shown.listed is GameList.WATCH:
        return words.say("No one else is playing here right now.")
    return words.say("There are none right now. Post one with /pyrga challenge.")


def game_entry(words: Words, game: Game) -> Entry:
    """Return a running game that can be watched."""
    # Translators: the names of two players, and how many moves they've made.
    title = (
        words.say("{white} against {black} · move {move}")
        if game.position.ply
        else words.say("{white} against {black} · start")
    )
    title = title.format(
        white=seated(game, Color.WHITE), black=seated(game, Color.BLACK), move=game.position.ply
    )
    link = words.say("[Open the board]({link})", link=message_link(game))
    facts = [*terms_facts(words, game), link]
    # Translators: button (about 20 characters): watch a game that others are playing.
    watch = button(WatchGame(game.number), words.say("Watch"))
    return Entry(f"{title}\n-# {' · '.join(facts)}", watch)


def challenge_entry(words: Words, challenge: Challenge) -> Entry:
    """Return a challenge that the person may accept."""
    terms = challenge.terms
    challenger = rated_name(challenge.challenger, challenge.challenger_rating)
    if terms.seats is not None:
        title, label = words.say("{challenger} plays up to {number} people at once."), words.say("Join")
    elif challenge.opponent is None:
        title, label = words.say("{challenger} is looking for an opponent."), words.say("Join")
    else:
        title, label = words.say("{challenger} challenges you."), words.say("Accept")
    link = words.say("[See the card]({link})", link=card_link(challenge))
    # Translators: Discord shows {time} in the reader's language, such as "in 3 days".
    expiry = words.say("expires {time}", time=relative_time(challenge.expires_at))
    both = [words.say("both colors")] if terms.both else []
    facts = [*terms_facts(words, terms), *both, expiry, link]
    join = button(JoinChallenge(challenge.number), label, discord.ButtonStyle.success)
    return Entry(f"{title.format(challenger=challenger, number=terms.seats)}\n-# {' · '.join(facts)}", join)


def terms_facts(words: Words, terms: Game | Terms | LobbyLine) -> list[str]:
    """Return what a game is like, or would be, in a few words each."""
    return [
        *([] if terms.ruleset is Ruleset.PYRGA else [ruleset_name(words, terms.ruleset)]),
        words.label("fact about a game", "rated")
        if terms.rated
        else words.label("fact about a game", "casual"),
        clock_name(words, terms.move_seconds, terms.total),
    ]
