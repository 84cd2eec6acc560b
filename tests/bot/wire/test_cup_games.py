"""A cup's game is shown once, no matter where a process dies while it shows it."""

import asyncio
from contextlib import suppress

import pytest
from discord.http import HTTPClient

from bot.jobs.rounds import repair_boards
from bot.store.connections.database import Database
from bot.ui.board.display import show
from bot.ui.text.words import game_name
from bot.values.game.game import Game
from bot.values.players import Place, Player
from tests.bot.cup_games import begin_between
from tests.bot.whole.dying import Death, mortal, threatened
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, GUILD, Wire
from tests.loopback.kinds import limited
from tests.loopback.messages import Message

pytestmark = pytest.mark.thorough

PLAYERS = Player(ADA.id, ADA.name), Player(BLAISE.id, BLAISE.name)


@pytest.fixture
def death(monkeypatch: pytest.MonkeyPatch) -> Death:
    """Return a death before and after every request to Discord and every commit."""
    death = threatened(monkeypatch)
    monkeypatch.setattr(HTTPClient, "request", mortal(HTTPClient.request, death))
    return death


async def begin(wire: Wire) -> Game:
    database = Database(wire.settings.database())
    game = await begin_between(database, PLAYERS, wire.clock.now(), place=Place(GUILD, CAFE.id))
    await database.close()
    return game


def about(wire: Wire, game: Game) -> list[Message]:
    """Return the messages that were posted about a game."""
    messages = wire.discord.answers.messages.values()
    return [message for message in messages if game_name(game.number) in message.text]


async def test_wherever_the_bot_dies_there_is_one_line_thread_and_board(wire: Wire, death: Death) -> None:
    instant, died = 1, True
    while died:
        game = await begin(wire)
        death.appoint(instant)
        with suppress(asyncio.CancelledError):
            await show(wire.client, game)
        died = death.come
        death.appoint(0)
        await repair_boards(wire.client)
        opening, board = about(wire, game)
        assert (opening.channel.id, board.channel.id) == (CAFE.id, opening.id), instant
        shown = await wire.client.services.games.get(game.number)
        assert (shown.place.channel_id, shown.message_id, shown.shown) == (opening.id, board.id, True)
        assert opening.mentions == board.mentions == []
        instant += 1
    # Each request and each commit can end in two ways: a channel, a line, a thread, a board, a commit, ...
    assert instant > 10


async def test_a_game_for_which_discord_opens_no_thread_now_gets_one_later(wire: Wire) -> None:
    game = await begin(wire)
    wire.discord.weather.block(limited(280), "POST", f"channels/{CAFE.id}/messages/*/threads", times=3)
    await show(wire.client, game)
    assert (await wire.client.services.games.get(game.number)).message_id is None
    for _ in range(3):
        wire.client.limits._until.clear()
        await repair_boards(wire.client)
    opening, board = about(wire, game)
    assert (opening.channel.id, board.channel.id) == (CAFE.id, opening.id)
