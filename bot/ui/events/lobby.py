"""The lobby of a server: one message in a channel, which shows what people can join, play, and watch now.

It has only what everyone who sees that channel may see, so that it's the same for all of them. Lists that
have more lead to those that each person gets in private.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import discord
import structlog
from discord import ui

from bot.locale import Wording, Words, words_for
from bot.ui.context.client import ServingClient
from bot.ui.context.looks import APART, LONGEST_LOSS
from bot.ui.context.posting import put_card
from bot.ui.context.requests import LOST, RequestError, Thing, ask, nonce_of
from bot.ui.events.cup_card import JoinCup
from bot.ui.events.cup_words import linked_cup, start_line
from bot.ui.games.lists import GameList, ShowGames, list_name, terms_facts
from bot.ui.message.content import GOLD, Button, Content, Part, boxed, rows_of
from bot.ui.message.custom_ids import JoinChallenge, PlayToday, button
from bot.ui.searches import PlayNow
from bot.ui.settings.notice_settings import notify_button
from bot.ui.text.words import link_to, name, player_in
from bot.values.events.lobbies import Lobby, LobbyLine, LobbyLines, LobbyList
from bot.values.players import Place

MOST: Final = 3
"""Maximum number of lines of each list: all of them fit on a phone's screen."""

FAR_UP: Final = 20
"""After so many later messages, the lobby is posted again with its next news."""

Section = ui.Section[Any]

_MEDALS: Final = ("🥇", "🥈", "🥉")

log = structlog.get_logger(__name__)


async def keep_lobby(client: ServingClient, lobby: Lobby) -> None:
    """Post a lobby, or bring it up to date, if it doesn't show what it should; or delete one that's off."""
    lobbies, thing = client.services.lobbies, _look_of(lobby)
    if lobby.channel_id is None:
        await _delete(client, lobby)
        await lobbies.note(replace(lobby, posted_in=None, shown=None))
        return
    content = await _content(client, lobby) if client.looks.is_due(thing) else None
    if content is None:
        return
    shown = nonce_of(content.view.to_components())  # type: ignore[no-untyped-call]  # the library's
    if (lobby.posted_in, lobby.shown) == (lobby.channel_id, shown):
        return
    client.finish(content.view)
    try:
        message_id = await _put(client, lobby, content)
    except RequestError as error:
        await _rest(client, lobby, error)
        return
    client.looks.there(thing)
    await lobbies.note(replace(lobby, posted_in=lobby.channel_id, message_id=message_id, shown=shown))


def _look_of(lobby: Lobby) -> tuple[str, int | None]:
    """Return what's looked for when a lobby is shown."""
    return "lobby", lobby.channel_id


async def _put(client: ServingClient, lobby: Lobby, content: Content) -> int:
    """Edit the message, or replace it if it's elsewhere or far up; return the id of the one that's shown.

    Whichever request or commit a process dies after, the next one finds either message: Discord knows the
    new one by its nonce, which has the id of the old one, and only once that's gone, the new one is stored.
    """
    if lobby.channel_id is None:
        raise ValueError(lobby)
    channel_id, old = lobby.channel_id, lobby.message_id
    below = old is not None and (lobby.posted_in != channel_id or await _is_far_up(client, lobby))
    message_id = await put_card(
        client, lobby.guild_id, content, channel_id=channel_id, message_id=old, again=True, below=below
    )
    if message_id != old:
        await _delete(client, lobby)
    return message_id


async def _is_far_up(client: ServingClient, lobby: Lobby) -> bool:
    channel = client.get_partial_messageable(lobby.posted_in or 0)

    async def later() -> list[discord.Message]:
        after = discord.Object(lobby.message_id or 0)
        return [message async for message in channel.history(limit=FAR_UP, after=after)]

    return len(await ask(later())) >= FAR_UP


async def _delete(client: ServingClient, lobby: Lobby) -> None:
    """Delete the message of a lobby, if there is one and the bot can."""
    if lobby.posted_in is None or lobby.message_id is None:
        return
    channel = client.get_partial_messageable(lobby.posted_in)
    try:
        await ask(channel.get_partial_message(lobby.message_id).delete())
    except LOST as error:
        log.info("lobby not deleted", guild=lobby.guild_id, error=str(error))


async def _rest(client: ServingClient, lobby: Lobby, error: RequestError) -> None:
    """Note that a lobby can't be shown now, which the settings say; switch it off once that's for good."""
    log.info("lobby not shown", guild=lobby.guild_id, error=str(error))
    apart = APART if error.gone is Thing.CHANNEL else LONGEST_LOSS
    if client.looks.fails(_look_of(lobby), error, apart):
        await client.services.lobbies.drop(lobby)
    elif isinstance(error, LOST) and lobby.shown is not None:
        await client.services.lobbies.note(replace(lobby, shown=None))


async def _content(client: ServingClient, lobby: Lobby) -> Content | None:
    """Return what a lobby shows, or None if it can't be found out now who may see that."""
    here = Place(lobby.guild_id, lobby.channel_id or 0)
    lines = await client.services.lobbies.lines(lobby, client.memberships.known_gone(here))
    channels = {line.place.channel_id for listed in _SECTIONS for line in lines[listed]}
    seen = await client.sight.seen_by_all(client, here, channels)
    if seen is None:
        return None
    leaders = [line.people[0] for line in lines[LobbyList.LEADERS]]
    await client.memberships.find_gone(client, here, leaders)
    gone = client.memberships.known_gone(here)
    shown = {
        listed: [each for each in found if listed not in _SECTIONS or each.place.channel_id in seen]
        for listed, found in lines.items()
    }
    shown[LobbyList.LEADERS] = [line for line in lines[LobbyList.LEADERS] if line.people[0].id not in gone]
    return lobby_content(words_for(lobby.language), shown, computer=client.services.computer.available)


def lobby_content(words: Words, lines: LobbyLines, *, computer: bool) -> Content:
    """Return the message of a lobby. ``computer`` says whether this host has one."""
    buttons = [button(PlayNow(), words, discord.ButtonStyle.success)]
    if computer:
        buttons.append(button(PlayToday(), words, discord.ButtonStyle.primary))
    buttons.append(notify_button(words))
    parts: list[Part] = [[_heading(words), _news(words, lines)]]
    for listed, (title, section) in _SECTIONS.items():
        shown = lines[listed][:MOST]
        parts += [f"**{title(words)}**", *(section(words, line) for line in shown)] if shown else []
    fuller = {LobbyList.CHALLENGES: GameList.JOIN, LobbyList.GAMES: GameList.WATCH}
    buttons += [
        button(ShowGames(games, 0), list_name(words, games))
        for listed, games in fuller.items()
        if len(lines[listed]) > MOST
    ]
    return boxed(*parts, _leaders(words, lines[LobbyList.LEADERS]), rows=rows_of(buttons), accent=GOLD)


def _heading(words: Words) -> str:
    # Translators: the heading of a message with what people can join, play, and watch in a server now.
    heading = words.say("Pyrga lobby")
    return f"### {heading}"


def _news(words: Words, lines: LobbyLines) -> str:
    """Return how many people look for an opponent; if there's nothing else to join either, it's quiet."""
    looking = sum(line.number for line in lines[LobbyList.LOOKING])
    if looking:
        return words.count(
            "{number} person is looking for an opponent.",
            "{number} people are looking for an opponent.",
            looking,
        )
    if any(lines[listed] for listed in _SECTIONS):
        return ""
    return words.say("It's quiet right now. Press **Play now**, and I'll find you an opponent.")


def _challenge(words: Words, line: LobbyLine) -> Section:
    facts = " · ".join(terms_facts(words, line))
    title = name(player_in(words, line.people[0]))
    if line.count:
        title = words.say(
            "{challenger} plays up to {number} people at once.", challenger=title, number=line.count
        )
    join = button(JoinChallenge(line.number), words.say("Join"), discord.ButtonStyle.success)
    return ui.Section(ui.TextDisplay(f"{title}\n-# {facts}"), accessory=join)


def _game(words: Words, line: LobbyLine) -> Section:
    white, black = (name(player_in(words, player)) for player in line.people)
    # Translators: the names of two players.
    text = words.say("{white} against {black}", white=white, black=black)
    watch: Button = ui.Button(label=words.say("Watch"), url=link_to(line.place, line.message_id))
    return ui.Section(ui.TextDisplay(text), accessory=watch)


def _cup(words: Words, line: LobbyLine) -> Section:
    if line.cup is None:
        raise ValueError(line)
    people = words.count("{count} person", "{count} people", line.count, count=line.count)
    text = f"{linked_cup(words, line.cup)}\n-# {people} · {start_line(words, line.cup, line.count)}"
    join = button(JoinCup(line.number), words, discord.ButtonStyle.success)
    return ui.Section(ui.TextDisplay(text), accessory=join)


_SECTIONS: Final[Mapping[LobbyList, tuple[Wording, Callable[[Words, LobbyLine], Section]]]] = {
    LobbyList.CHALLENGES: (lambda words: list_name(words, GameList.JOIN), _challenge),
    LobbyList.GAMES: (lambda words: list_name(words, GameList.WATCH), _game),
    # Translators: a heading above cups that people can join.
    LobbyList.CUPS: (lambda words: words.label("list of cups", "Cups to join"), _cup),
}
"""The lists of what's in a channel, with their titles, and what each line shows."""


def _leaders(words: Words, leaders: Sequence[LobbyLine]) -> str:
    if not leaders:
        return ""
    named = (
        f"{medal} {name(line.people[0])} {round(line.rating)}"
        for medal, line in zip(_MEDALS, leaders, strict=False)
    )
    # Translators: a heading before the names of the best three players of a server.
    title = words.label("of a leaderboard", "Leaders")
    return f"**{title}**\n{' · '.join(named)}"
