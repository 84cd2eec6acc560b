"""The lobby of a server: one message in a channel, which shows what people can join, play, and watch now.

It has only what everyone who sees that channel may see, so that it's the same for all of them. Lists that
have more lead to those that each person gets in private.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
import structlog

from bot.locale import Wording, Words, words_for
from bot.ui.context.client import ServingClient
from bot.ui.context.looks import APART, LONGEST_LOSS
from bot.ui.context.posting import put_card
from bot.ui.context.requests import LOST, RequestError, Thing, ask, nonce_of
from bot.ui.events.cup_card import JoinCup
from bot.ui.events.cup_words import linked_cup
from bot.ui.events.night_card import JoinNight, night_title
from bot.ui.games.lists import GameList, ShowGames, list_name, terms_facts
from bot.ui.message.content import GOLD, Button, Content, Part, boxed, rows_of
from bot.ui.message.custom_ids import CustomId, JoinChallenge, PlayToday, button
from bot.ui.searches import PlayNow
from bot.ui.settings.notice_settings import notify_button
from bot.ui.text.words import link_to, name, player_in, relative_time
from bot.values.events.lobbies import Lobby, LobbyLine, LobbyLines, LobbyList
from bot.values.players import Place

MOST: Final = 3
"""Maximum number of lines of each list: all of them fit on a phone's screen."""

FAR_UP: Final = 20
"""After so many later messages, the lobby is posted again with its next news."""

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
    """Return the message of a lobby. ``computer`` says whether this host has one.

    On a phone, a line with a button beside it would take as much room as three without.
    """
    buttons = [button(PlayNow(), words, discord.ButtonStyle.success)]
    if computer:
        buttons.append(button(PlayToday(), words, discord.ButtonStyle.primary))
    buttons.append(notify_button(words))
    fuller = {LobbyList.CHALLENGES: GameList.JOIN, LobbyList.GAMES: GameList.WATCH}
    more = [ShowGames(games, 0) for listed, games in fuller.items() if len(lines[listed]) > MOST]
    # Translators: a button that leads to all challenges or games, of which a message lists the first ones.
    buttons += [button(each, words.label("of a list", "See all")) for each in more[:1]]
    parts: list[Part] = [[_heading(words), _news(words, lines)]]
    joins = iter(range(1, len(_SECTIONS) * MOST + 1))
    for listed, section in _SECTIONS.items():
        parts += section.parts(words, lines[listed][:MOST], joins)
    return boxed(*parts, _leaders(lines[LobbyList.LEADERS]), rows=rows_of(buttons), accent=GOLD)


@dataclass(frozen=True, slots=True)
class _Section:
    """A list of what's in a channel. If what's listed can be ``joined``, its lines have numbers.

    The numbers are on the buttons below, and go on from one list to the next.
    """

    title: Wording
    line: Callable[[Words, LobbyLine], str]
    joined: Callable[[int], CustomId] | None = None

    def parts(self, words: Words, shown: Sequence[LobbyLine], numbers: Iterator[int]) -> list[Part]:
        """Return what's in the message of these lines, which is nothing if there are none."""
        texts, buttons = [f"**{self.title(words)}**"], list[Button]()
        for each in shown:
            text = self.line(words, each)
            if self.joined is not None:
                number = next(numbers)
                # Not a list, which Discord sets apart.
                text = f"{number}\\. {text}"
                # Translators: a button: join what has this number in a list.
                label = words.label("in a list", "Join {number}", number=number)
                buttons.append(button(self.joined(each.number), label, discord.ButtonStyle.success))
            texts.append(text)
        return [texts, *rows_of(buttons)] if shown else []


def _heading(words: Words) -> str:
    # Translators: the heading of a message with what people can join, play, and watch in a server now.
    heading = words.say("Pyrga lobby")
    return f"### {heading}"


def _news(words: Words, lines: LobbyLines) -> str:
    """Return how many people look for an opponent; if there's nothing else to join either, it's quiet."""
    looking = sum(line.number for line in lines[LobbyList.LOOKING])
    if looking:
        return words.count("{number} person wants to play.", "{number} people want to play.", looking)
    if any(lines[listed] for listed in _SECTIONS):
        return ""
    return words.say("It's quiet right now. Press **Play now**, and I'll find you an opponent.")


def _challenge(words: Words, line: LobbyLine) -> str:
    facts = terms_facts(words, line)
    if line.count:
        # Translators: how many people can join someone who plays them all at once.
        simul = words.count("simul for {number} person", "simul for {number} people", line.count)
        facts = [simul, *facts]
    return " · ".join([name(player_in(words, line.people[0])), *facts])


def _game(words: Words, line: LobbyLine) -> str:
    white, black = (name(player_in(words, player)) for player in line.people)
    # Translators: the names of two players.
    players = words.say("{white} against {black}", white=white, black=black)
    watch = words.say("Watch")
    return f"{players} · [{watch}]({link_to(line.place, line.message_id)})"


def _cup(words: Words, line: LobbyLine) -> str:
    cup = line.cup
    if cup is None:
        raise ValueError(line)
    if cup.terms.wanted is not None and cup.postponed_until is None:
        # Translators: how many people have joined a cup, of as many as it needs.
        facts = [words.say("{number} of {all} people", number=line.count, all=cup.terms.wanted)]
    else:
        # Translators: Discord shows {time} in the reader's language, such as "in 2 days".
        facts = [words.say("starts {time}", time=relative_time(cup.starts_at))]
        joined = words.count("{count} person", "{count} people", line.count, count=line.count)
        facts += [joined] if line.count else []
    return " · ".join([linked_cup(words, cup), *facts])


def _night(words: Words, line: LobbyLine) -> str:
    people = words.count("{count} person", "{count} people", line.count, count=line.count)
    return f"[{night_title(words)}]({link_to(line.place, line.message_id)}) · {people}"


_SECTIONS: Final = {
    LobbyList.CHALLENGES: _Section(lambda words: list_name(words, GameList.JOIN), _challenge, JoinChallenge),
    # Translators: a heading above cups that people can join.
    LobbyList.CUPS: _Section(lambda words: words.label("list of cups", "Cups to join"), _cup, JoinCup),
    # Translators: a heading above game nights that people can join.
    LobbyList.NIGHTS: _Section(lambda words: words.label("list of events", "Game nights"), _night, JoinNight),
    LobbyList.GAMES: _Section(lambda words: list_name(words, GameList.WATCH), _game),
}
"""The lists of what's in a channel, in order."""


def _leaders(leaders: Sequence[LobbyLine]) -> str:
    named = (
        f"{medal} {name(line.people[0])} {round(line.rating)}"
        for medal, line in zip(_MEDALS, leaders, strict=False)
    )
    return " · ".join(named)
