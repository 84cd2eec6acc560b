"""Members play the game of the day."""

import asyncio
import re
from datetime import timedelta

import pytest
import simcord

from bot.jobs.crowds import PACE
from bot.jobs.rounds import DailyCards
from bot.store.connections.database import Database
from bot.ui.review.page import ShareReview
from bot.values.game.daily_games import Day, day_at
from bot.values.game.game import Game
from engine import Move, Symmetry
from tests.bot.servers import Server, alt_text, answer, choices, labels, read, said
from tests.bot.use_cases.made_days import made_day, make_day
from tests.loopback.messages import PATIENCE

pytestmark = [pytest.mark.thorough, pytest.mark.computer]

BARRED = "This would help with the game of the day."


@pytest.fixture
async def day(server: Server) -> None:
    """Have a game of the day."""
    database = Database(server.settings.database())
    await make_day(database, day_at(server.clock.now()))
    await database.close()


async def today(server: Server, who: simcord.MemberActor) -> simcord.ResponseMessage:
    """Return someone's board of the game of the day."""
    return answer(await who.slash(server.channel, "pyrga today"))


async def stored(server: Server, number: int = 1) -> Game:
    return await server.client.services.games.get(number)


async def resigned(server: Server, who: simcord.MemberActor) -> simcord.ResponseMessage:
    """Return someone's board of the game of the day, which they've resigned after their first move."""
    board = await today(server, who)
    await play_first(who, board)
    asked = answer(await who.click(board, label="Resign"))
    await who.click(asked, label="Resign")
    return await today(server, who)


async def play_first(who: simcord.MemberActor, board: simcord.ResponseMessage) -> None:
    """Play the first move that's offered, or choose a part of one."""
    await who.click(board, custom_id=choices(board)[0]["custom_id"])


@pytest.mark.usefixtures("day")
async def test_a_game_of_the_day_is_played_in_private_to_its_end(server: Server) -> None:
    board = await today(server, server.ada)
    assert board.ephemeral
    assert "game of the day #" in read(board)
    assert labels(board)[-2:] == ["Resign", "More…"]
    while (await stored(server)).outcome is None:
        await play_first(server.ada, board)
    assert "finished" in read(board)
    assert labels(board) == ["Result", "Review", "Replay", "More…"]
    again = await today(server, server.ada)
    assert (again.ephemeral, again.id != board.id) == (True, True)
    assert "finished" in read(again)
    replay = answer(await server.ada.slash(server.channel, "pyrga replay", game="1"))
    animation = answer(await server.ada.click(replay, label="GIF"))
    assert "Share" not in labels(animation)
    assert server.posted() == []


def one_for_each_way(server: Server, day: Day) -> dict[Symmetry, simcord.MemberActor]:
    """Return members who see the game of a day in the eight ways."""
    found: dict[Symmetry, simcord.MemberActor] = {}
    while len(found) < len(Symmetry):
        name = f"member{len(server.guild.member_ids())}"
        member = server.guild.add_member(server.env.create_user(name))
        way = day.symmetry_of([Move.parse(text) for text in day.moves_for(member.id)])
        found.setdefault(way, member)
    return found


async def play_by_name(server: Server, who: simcord.MemberActor, number: int, move: Move) -> Game:
    """Play a move, and return the game once the computer has replied."""
    await who.slash(server.channel, "pyrga move", move=str(move), game=str(number))
    async with asyncio.timeout(PATIENCE):
        while (game := await stored(server, number)).computer_moves:  # noqa: ASYNC110 - it sends no event
            await asyncio.sleep(0.02)
    return game


@pytest.mark.usefixtures("day")
async def test_to_the_same_moves_everyone_gets_the_same_replies_also_after_a_restart(server: Server) -> None:
    day, played = made_day(day_at(server.clock.now())), set()
    for number, (way, who) in enumerate(one_for_each_way(server, day).items(), start=1):
        if number == len(Symmetry) // 2:
            await server.restart()
        await today(server, who)
        game, back = await stored(server, number), way.inverse
        for turn in range(3):
            moves = sorted((back.move(move) for move in game.position.legal_moves), key=str)
            game = await play_by_name(server, who, number, way.move(moves[turn % len(moves)]))
        assert len(game.moves) == game.given_moves + 6
        played.add(" ".join(str(back.move(Move.parse(move.text))) for move in game.moves))
    assert len(played) == 1


@pytest.mark.usefixtures("day")
async def test_two_devices_show_the_same_game_and_either_goes_on(server: Server) -> None:
    phone, desktop = await today(server, server.ada), await today(server, server.ada)
    plies = len((await stored(server)).moves)
    while len((await stored(server)).moves) == plies:
        await play_first(server.ada, phone)
    await play_first(server.ada, desktop)
    assert f"move {(await stored(server)).position.ply}" in read(desktop)
    assert server.posted() == []


@pytest.mark.usefixtures("day")
async def test_no_door_shows_values_after_the_start_but_ones_own_review(server: Server) -> None:
    board = await resigned(server, server.ada)
    start = made_day(day_at(server.clock.now())).start
    for symmetry in Symmetry:
        turned = str(start.transformed(symmetry))
        for who in (server.ada, server.blaise):
            opened = answer(await who.slash(server.channel, "pyrga-learn analyze", position=turned))
            assert BARRED in read(opened)
            assert "best play" not in read(opened)
    review = answer(await server.ada.click(board, label="Review"))
    assert review.ephemeral
    assert "game of the day" not in read(review).partition("#")[0]
    refused = await server.forge(server.ada, review, str(ShareReview(1)))
    assert BARRED in refused
    assert "no game" in said(await server.blaise.slash(server.channel, "pyrga-learn review", game="1"))
    assert server.posted() == []
    server.clock.move(timedelta(days=1))
    opened = answer(await server.blaise.slash(server.channel, "pyrga-learn analyze", position=str(start)))
    assert BARRED not in read(opened)


@pytest.mark.usefixtures("day")
async def test_results_of_a_channel_gather_in_one_message_that_shows_no_move(server: Server) -> None:
    board = await resigned(server, server.ada)
    panel = answer(await server.ada.click(board, label="Result"))
    assert "\U0001f7e5" in read(panel), "a drawn game was given up"
    await server.ada.click(panel, label="Share")
    (card,) = server.posted()
    assert "1 result" in read(card)
    assert "Ada" in read(card)
    other = await resigned(server, server.blaise)
    theirs = answer(await server.blaise.click(other, label="Result"))
    await server.blaise.click(theirs, label="Share")
    assert "Blaise" not in read(card), "it's edited at most once in 30 seconds"
    cards = DailyCards()
    await cards.show(server.client)
    server.clock.move(PACE - timedelta(seconds=1))
    await cards.show(server.client)
    assert "Blaise" not in read(card)
    server.clock.move(timedelta(seconds=1))
    await cards.show(server.client)
    assert [message.id for message in server.posted()] == [card.id]
    assert "2 results" in read(card)
    assert not re.search(r"[a-d][1-4]", read(card))
    assert "Blaise" in read(card)
    page = answer(await server.chiyo.slash(server.channel, "pyrga leaderboard"))
    days = answer(await server.chiyo.click(page, label="Daily games"))
    assert "Games of the day" in (alt_text(days) or read(days))
