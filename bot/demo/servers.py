"""The servers and people of the demo, and what its channels show at the start."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord
import simcord

from bot.locale import ENGLISH, words_for
from bot.ui.board.messages import send_board
from bot.ui.challenges.card import challenge_card
from bot.ui.context.client import ServingClient
from bot.ui.context.requests import ask
from bot.ui.events.posting import show_event
from bot.ui.guide.help import welcome
from bot.ui.message.content import Content, unboxed
from bot.values.game.boards import put
from bot.values.game.game import Board, Game
from bot.values.players import Place, Player

_FIRST_ID = 1_000_000_000_000_000_000
# The last one of each server manages it.
_PEOPLE = {
    "Pyrga Café": ("Ada", "Blaise", "Chiyo", "Sofia", "Dora"),
    "Game Night": ("Emmy", "Felix", "Grace"),
}


@dataclass(frozen=True, slots=True)
class DemoServer:
    """A server with one channel and its members."""

    guild_id: int
    name: str
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]


def furnish(env: simcord.Env) -> tuple[DemoServer, ...]:
    """Create the servers.

    As long as time hasn't been moved, everything in them has the same id after every start, so stored games
    find their players.
    """
    env.backend.bot_user.name = "Pyrga"
    return tuple(_create(env, _FIRST_ID + index, name) for index, name in enumerate(_PEOPLE))


def _create(env: simcord.Env, guild_id: int, name: str) -> DemoServer:
    guild = env.create_guild(name, id=guild_id)
    # A page only shows one channel, so no one could open a thread: the bot says that it can't create any.
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = guild.create_text_channel("pyrga", overwrites={guild.default_role: no_threads})
    users = [env.create_user(person.lower(), global_name=person) for person in _PEOPLE[name]]
    managing = guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    members = [guild.add_member(user) for user in users[:-1]]
    members.append(guild.add_member(users[-1], roles=[managing]))
    return DemoServer(guild.id, name, channel, tuple(members))


async def speak(client: ServingClient, servers: Sequence[DemoServer], language: str) -> None:
    """Choose a language for the servers and their people, as they would in their settings."""
    preferences = client.services.preferences
    for server in servers:
        await preferences.change_guild(server.guild_id, lambda old: replace(old, language=language))
        for member in server.members:
            player = Player(member.id, member.user.global_name or member.user.name)
            await preferences.change_player(player, lambda old: replace(old, language=language))


async def spoken(client: ServingClient, server: DemoServer) -> str:
    """Return the language of a server, which an earlier start may have chosen."""
    return (await client.services.preferences.guild(server.guild_id)).language or ENGLISH


_MOST_GAMES, _MOST_FINISHED = 25, 5


async def post_all(client: ServingClient, servers: Sequence[DemoServer]) -> None:
    """Post the welcome, then open challenges, cards of events, and boards of games, the newest last.

    The imitation forgets its messages when it ends, but the bot remembers where they were.
    """
    for server, other in zip(servers, servers[::-1], strict=True):
        await _post_welcome(client, server, other)
        services = client.services
        for member in server.members:
            for challenge in await services.challenges.open_of(server.guild_id, challenger_id=member.id):
                score = await services.rematches.score(challenge)
                card_id = await _post(client, server, await challenge_card(challenge, score))
                await services.challenges.set_card(challenge.number, message_id=card_id)
        for cup in reversed(await client.services.cups.in_guild(server.guild_id)):
            await show_event(client, cup)
        for night in await client.services.nights.in_guild(server.guild_id):
            await show_event(client, night)
        for match in reversed(await client.services.team_matches.in_guild(server.guild_id)):
            await show_event(client, match, match.side_in(server.guild_id) or 0)
        await _post_games(client, server)


async def _post_welcome(client: ServingClient, server: DemoServer, other: DemoServer) -> None:
    words = words_for(await spoken(client, server))
    names = [member.user.global_name for member in server.members]
    # Translators: "Viewing as" is what the demo's page calls its menu, always in English. {challenger},
    # {opponent}, {manager} and {other} are people, and {other} is in another {server}.
    note = words.say(
        "In this demo you're everyone: the menu **Viewing as** says who you are. Challenge {opponent} as "
        "{challenger}, then become {opponent} and accept. Or use /pyrga find as {challenger} here and as "
        "{other} in {server}. {manager} manages this server.",
        challenger=names[0],
        opponent=names[1],
        manager=names[-1],
        other=other.members[0].user.global_name,
        server=other.name,
    )
    hello = await welcome(words, computer=client.services.computer.available)
    for content in (unboxed(f"-# {note}"), hello):
        client.finish(content.view)
        await _post(client, server, content)


async def _post_games(client: ServingClient, server: DemoServer) -> None:
    services = client.services
    games = await services.moderation.running(guild_id=server.guild_id, limit=_MOST_GAMES)
    for member in server.members:
        games += await services.game_queries.running(None, player_id=member.id, limit=_MOST_GAMES)
        games += await services.game_queries.finished(None, player_id=member.id, limit=_MOST_FINISHED)
    for _, game in sorted({game.number: game for game in games}.items()):
        for home in game.homes:
            if home.place.guild_id == server.guild_id:
                await _show_again(client, game, home, Place(server.guild_id, server.channel.id))


async def _show_again(client: ServingClient, game: Game, board: Board, place: Place) -> None:
    board_id = await send_board(client, game, replace(board, place=place))
    await client.services.games.update(
        game.number,
        lambda latest, now: put(latest, place, now, game.revision, board.side, message_id=board_id),
    )


async def _post(client: ServingClient, server: DemoServer, content: Content) -> int:
    channel, nobody = client.get_partial_messageable(server.channel.id), discord.AllowedMentions.none()
    message = await ask(channel.send(view=content.view, files=content.files(), allowed_mentions=nobody))
    return message.id
