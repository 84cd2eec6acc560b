"""The rooms of the bot that talk to Discord, each with what makes it do so, and what's right in the end."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import insert

from bot.store.schema.tables import ratings
from bot.ui.events.posting import show_event
from bot.use_cases.challenges.proposing import NAMED_LIFETIME
from bot.use_cases.names import remember
from bot.use_cases.standings.rating_roles import RatingRole
from bot.values.challenges import ChallengeStatus
from bot.values.events.parts import Card, EventStatus
from bot.values.events.team_match import TeamTerms
from bot.values.game.game import FEWEST_COUNTED_PLIES, Game
from bot.values.players import NotificationMode, Place, Player, ThemeName
from engine import Ruleset
from tests.bot import acts
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, CHIYO, GUILD, Wire
from tests.bot.wire.test_cups import FILLED
from tests.bot.wire.test_private_boards import begin_apart
from tests.loopback import kinds
from tests.loopback.kinds import Kind, refusal
from tests.loopback.messages import PATIENCE, Message
from tests.loopback.places import APPLICATION_ID, Channel, Context, role_in

LOUNGE: Final = Channel(602, Context.GUILD, (ADA, BLAISE, CHIYO), guild_id=GUILD)
CLUB: Final = Channel(603, Context.GUILD, (CHIYO,), guild_id=GUILD + 2)
POSTS, EDITS = f"channels/{CAFE.id}/messages", f"channels/{CAFE.id}/messages/*"
IN_DIRECT_MESSAGES: Final = "channels/12*/messages"
"""Where the stand-in's direct messages are: their channels' ids begin that way."""

SOON: Final = timedelta(minutes=2)

Step = Callable[[Wire], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Room:
    """A room that talks to Discord, with the method and the path of its requests.

    ``prepare`` happens in clear sky. ``begin`` happens in the weather, and the jobs run ``after`` some time.
    ``kept`` returns what the weather mustn't change, and ``shown`` whether everyone sees what's right.
    ``refused``, ``forbidden``, and ``gone`` are the answers of these kinds that make sense there.
    """

    state: str
    method: str
    path: str
    prepare: Step
    begin: Step
    kept: Step
    shown: Step
    refused: Sequence[Kind] = (kinds.UNFIT_BODY, kinds.MODERATED, kinds.EMPTY_MESSAGE, *kinds.UNKNOWN_CODES)
    forbidden: Sequence[Kind] = (kinds.NO_ACCESS, kinds.NO_PERMISSION, kinds.LOCKED, kinds.ARCHIVED)
    gone: Sequence[Kind] = (kinds.UNKNOWN_CHANNEL,)
    after: timedelta = SOON


# Boards


async def game_of(wire: Wire) -> Game:
    return await wire.client.services.games.get(1)


async def board_kept(wire: Wire) -> object:
    game = await game_of(wire)
    return game.outcome, len(game.boards)


def text_of(wire: Wire, message_id: int | None) -> str:
    return wire.discord.answers.messages[message_id or 0].text


def texts_in(wire: Wire, channel: Channel) -> list[str]:
    return [each.text for each in wire.discord.answers.messages.values() if each.channel.id == channel.id]


async def boards_shown(wire: Wire) -> bool:
    game = await game_of(wire)
    return game.shown and all("· move 1" in text_of(wire, board.message_id) for board in game.boards)


async def move_by_command(wire: Wire) -> None:
    await wire.people.slash(ADA, CAFE, "move", move="Sb2")


async def move_on_board(wire: Wire) -> None:
    board = wire.discord.answers.messages[(await game_of(wire)).message_id or 0]
    await wire.people.click(ADA, board, ":Sb2")


async def list_to_watch(wire: Wire) -> Message:
    panel = (await wire.people.slash(CHIYO, LOUNGE, "games")).message
    await wire.people.click(CHIYO, panel, "watch:0")
    return panel


async def begin_watched(wire: Wire) -> None:
    await wire.begin()
    await wire.people.click(CHIYO, await list_to_watch(wire), "watch:1")


# Cards


async def challenge_kept(wire: Wire) -> object:
    return (await wire.client.services.challenges.get(1)).status is ChallengeStatus.CANCELED


async def card_shown(wire: Wire) -> bool:
    (card,) = texts_in(wire, CAFE)
    return "didn't answer" in card


async def accept(wire: Wire) -> None:
    (card, *_) = wire.discord.answers.messages.values()
    await wire.people.click(BLAISE, card, "Accept")


async def accepted(wire: Wire) -> bool:
    if (await wire.client.services.challenges.get(1)).status is ChallengeStatus.OPEN:
        await accept(wire)
    return "· start" in text_of(wire, (await game_of(wire)).message_id)


async def open_cup(wire: Wire) -> Message:
    form = await wire.people.event(ADA, CAFE, "cup", people=3)
    card = (await wire.people.fill(ADA, form, **FILLED)).message
    for person in (ADA, BLAISE):
        await wire.people.click(person, card, "Join")
    return card


async def start_cup(wire: Wire) -> None:
    cup = await wire.client.services.cups.get(1)
    await wire.people.click(CHIYO, wire.discord.answers.messages[cup.card.message_id or 0], "Join")


async def cup_kept(wire: Wire) -> object:
    cup = await wire.client.services.cups.get(1)
    begun = [await wire.client.services.games.get(game.number or 0) for game in cup.running]
    return (
        cup.paused_at,
        cup.status is EventStatus.CANCELED,
        cup.card.lost,
        any(game.outcome for game in begun),
    )


async def cup_shown(wire: Wire) -> bool:
    cup = await wire.client.services.cups.get(1)
    return "0 of 6 games are over." in text_of(wire, cup.card.message_id)


async def games_shown(wire: Wire) -> bool:
    games = [await wire.client.services.games.get(number) for number in range(1, 7)]
    shown = wire.discord.answers.messages
    return all(any(board.message_id in shown for board in game.boards) for game in games)


async def threads_shown(wire: Wire) -> bool:
    games = [await wire.client.services.games.get(number) for number in range(1, 7)]
    return await games_shown(wire) and all(game.place.channel_id != CAFE.id for game in games)


async def open_team_match(wire: Wire) -> None:
    services = wire.client.services
    managers = Player(ADA.id, "Ada"), Player(CHIYO.id, "Chiyo")
    for channel in (CAFE, CLUB):
        await wire.people.slash(CHIYO, channel, "help")
    first, second = (
        Card(Place(channel.guild_id, channel.id), manager.id, "en-US", ThemeName.AEGEAN, "Café")
        for channel, manager in zip((CAFE, CLUB), managers, strict=True)
    )
    code = await services.team_matches.offer(managers[0], first, TeamTerms(Ruleset.PYRGA, sign_up_days=2))
    match = await services.team_matches.accept(code.text, managers[1], second)
    for side in (0, 1):
        match = await show_event(wire.client, match, side)


async def sign_up(wire: Wire) -> None:
    services, player = wire.client.services, Player(ADA.id, "Ada")
    await services.preferences.change_player(player, lambda old: replace(old, across_servers=True))
    await services.team_matches.sign_up(await services.team_matches.get(1), player, guild_id=GUILD)


async def match_kept(wire: Wire) -> object:
    match = await wire.client.services.team_matches.get(1)
    return match.paused_at, match.status, [card.lost for card in match.cards]


async def match_shown(wire: Wire) -> bool:
    match = await wire.client.services.team_matches.get(1)
    return all("**Ada**" in text_of(wire, card.message_id) for card in match.cards)


# What's told


async def know_channels(wire: Wire) -> None:
    for channel in (CAFE, LOUNGE):
        await wire.people.slash(ADA, channel, "help")
    wire.discord.answers.messages.clear()


async def switch_puzzle_on(wire: Wire) -> None:
    await wire.client.services.daily_puzzles.switch_on(GUILD, channel_id=CAFE.id, language="en-US")


async def puzzle_kept(wire: Wire) -> object:
    # It's only switched on in the weather.
    return (await wire.client.services.preferences.guild(GUILD)).puzzle_channel_id in {None, CAFE.id}


async def news_kept(wire: Wire) -> object:
    return (await wire.client.services.preferences.guild(GUILD)).announcement_channel_id


async def puzzle_shown(wire: Wire) -> bool:
    kept = await wire.client.services.preferences.guild(GUILD)
    (posted,) = texts_in(wire, CAFE)
    return kept.puzzle_channel_id == CAFE.id and "Puzzle of the day" in posted


async def play_for_news(wire: Wire) -> None:
    await know_channels(wire)
    await wire.begin()
    await wire.client.services.preferences.change_guild(
        GUILD, lambda old: replace(old, announcement_channel_id=LOUNGE.id)
    )
    for _ in range(FEWEST_COUNTED_PLIES):
        game = await game_of(wire)
        await acts.move(wire.client.services.games, game, str(game.position.legal_moves[0]))


async def give_up(wire: Wire) -> None:
    await acts.resign(wire.client.services.games, 1, player_id=ADA.id)


async def news_shown(wire: Wire) -> bool:
    return ["resigned" in text for text in texts_in(wire, LOUNGE)] == [True]


async def begin_with_clock(wire: Wire) -> None:
    options = {"opponent": BLAISE, "color": "white", "clock": "1d", "rated": False}
    card = (await wire.people.slash(ADA, CAFE, "challenge", **options)).message
    await wire.people.click(BLAISE, card, "Accept")


async def reminded(wire: Wire) -> bool:
    board = wire.discord.answers.messages[(await game_of(wire)).message_id or 0]
    return ADA.id in board.mentions or "is due" in "".join(
        texts_in(wire, CAFE) + texts_in(wire, wire.private(ADA))
    )


async def begin_with_messages(wire: Wire) -> None:
    await wire.client.services.preferences.change_player(
        Player(BLAISE.id, "Blaise"), lambda old: replace(old, notifications=NotificationMode.PRIVATE)
    )
    await wire.begin()


async def move_while_away(wire: Wire) -> None:
    await wire.live(timedelta(minutes=6))
    await move_on_board(wire)


async def mentioned(wire: Wire) -> bool:
    board = wire.discord.answers.messages[(await game_of(wire)).message_id or 0]
    return board.mentions == [BLAISE.id]


# What the bot looks up, gives, and has


async def rate(wire: Wire) -> None:
    await know_channels(wire)
    now = wire.clock.now()
    async with wire.client.services.leaderboards._database.writing() as connection:
        await remember(connection, Player(ADA.id, "Ada"), now)
        row = {"pool": GUILD, "ruleset": "pyrga", "player_id": ADA.id, "rating": 2000.0, "deviation": 60.0}
        times = {"rated_at": now, "established_until": now + timedelta(days=100)}
        await connection.execute(
            insert(ratings).values(row | times | {"volatility": 0.09, "games": 20, "streak": 0})
        )


async def promise_role(wire: Wire) -> None:
    await wire.client.services.rating_roles.put(GUILD, RatingRole(role_in(GUILD), 1500))


async def role_given(wire: Wire) -> bool:
    return wire.discord.holdings == {(ADA.id, role_in(GUILD))}


async def to_watch(wire: Wire) -> bool:
    return "watch:1" in (await list_to_watch(wire)).custom_ids()


async def brought(wire: Wire) -> None:
    async with asyncio.timeout(PATIENCE):
        while not (wire.client.icons and wire.client.commands.ids):  # noqa: ASYNC110 - jobs bring them
            await asyncio.sleep(0.05)


async def lose_icons(wire: Wire) -> None:
    wire.discord.emojis.clear()


async def have_other_commands(wire: Wire) -> None:
    await wire.client.services.synced_commands.note(APPLICATION_ID, "of another version")
    wire.discord.commands = [command for command in wire.discord.commands if command["name"] != "pyrga"]


async def nothing(wire: Wire) -> None:
    del wire


async def icons_there(wire: Wire) -> bool:
    ids = {emoji["id"] for emoji in wire.discord.emojis}
    return bool(ids) and {str(icon.id) for icon in wire.client.icons.values()} <= ids


async def commands_there(wire: Wire) -> bool:
    return "pyrga" in {command["name"] for command in wire.discord.commands}


_MESSAGE = (kinds.UNKNOWN_CHANNEL, kinds.UNKNOWN_MESSAGE)
_MEMBER = (kinds.UNKNOWN_MEMBER, kinds.UNKNOWN_GUILD)
_DENIED = (kinds.NO_ACCESS, kinds.NO_PERMISSION)
_UNWANTED = (kinds.NO_PRIVATE_MESSAGES, kinds.NO_ACCESS)

ROOMS: Final = (
    Room("board", "PATCH", EDITS, Wire.begin, move_by_command, board_kept, boards_shown, gone=_MESSAGE),
    Room(
        "private board",
        "PATCH",
        f"{IN_DIRECT_MESSAGES}/*",
        begin_apart,
        move_on_board,
        board_kept,
        boards_shown,
        forbidden=_UNWANTED,
        gone=_MESSAGE,
    ),
    Room(
        "watched board",
        "PATCH",
        f"channels/{LOUNGE.id}/messages/*",
        begin_watched,
        move_on_board,
        board_kept,
        boards_shown,
        gone=_MESSAGE,
    ),
    Room(
        "challenge card",
        "PATCH",
        EDITS,
        Wire.challenge,
        nothing,
        challenge_kept,
        card_shown,
        after=NAMED_LIFETIME,
    ),
    Room("cup card", "PATCH", EDITS, open_cup, start_cup, cup_kept, cup_shown, gone=_MESSAGE),
    Room("team card", "PATCH", EDITS, open_team_match, sign_up, match_kept, match_shown, gone=_MESSAGE),
    Room(
        "thread",
        "POST",
        "channels/*/messages/*/threads",
        open_cup,
        start_cup,
        cup_kept,
        threads_shown,
        refused=kinds.UNKNOWN_CODES,
        gone=_MESSAGE,
    ),
    Room("daily puzzle", "POST", POSTS, know_channels, switch_puzzle_on, puzzle_kept, puzzle_shown),
    Room(
        "announcement",
        "POST",
        f"channels/{LOUNGE.id}/messages",
        play_for_news,
        give_up,
        news_kept,
        news_shown,
    ),
    Room(
        "reminder",
        "POST",
        "*",
        begin_with_clock,
        nothing,
        board_kept,
        reminded,
        after=timedelta(hours=18),
    ),
    Room(
        "role",
        "PUT",
        "guilds/*/roles/*",
        rate,
        promise_role,
        news_kept,
        role_given,
        refused=kinds.UNKNOWN_CODES,
        forbidden=_DENIED,
        gone=(*_MEMBER, refusal(404, 10011, "Unknown Role")),
    ),
    Room(
        "member lookup",
        "GET",
        "guilds/*/members/*",
        Wire.challenge,
        accept,
        challenge_kept,
        accepted,
        refused=kinds.UNKNOWN_CODES,
        forbidden=_DENIED,
        gone=_MEMBER,
    ),
    Room(
        "sight",
        "GET",
        "channels/*",
        Wire.begin,
        list_to_watch,
        board_kept,
        to_watch,
        refused=kinds.UNKNOWN_CODES,
        forbidden=_DENIED,
    ),
    Room("emoji", "POST", "applications/*/emojis", brought, lose_icons, news_kept, icons_there),
    Room(
        "command", "PUT", "applications/*/commands", brought, have_other_commands, news_kept, commands_there
    ),
    Room(
        "direct message",
        "POST",
        IN_DIRECT_MESSAGES,
        begin_with_messages,
        move_while_away,
        board_kept,
        mentioned,
        forbidden=_UNWANTED,
    ),
)
