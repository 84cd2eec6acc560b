"""Game nights in the whole bot: the command, the card, boards that mention people, the end, and bad input."""

from datetime import timedelta

import simcord

from bot.jobs.events import keep_nights
from bot.values.events.night import Night
from bot.values.events.parts import EventStatus
from tests.bot.servers import Server, answer, choices, read, said
from tests.bot.statements import counted
from tests.bot.whole.cups import play_short
from tests.bot.whole.scenes import live
from tests.bot.whole.test_statements import MOST_WITH_A_CLOCK

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
COMMAND = "pyrga-event night"


async def wait(server: Server, step: timedelta) -> None:
    """Let time pass, and everything that's due happen."""
    await live(server, step)
    await keep_nights(server.client)
    await server.env.settle()


async def stored(server: Server) -> Night:
    return await server.client.services.nights.get(1)


def card_of(server: Server, posted: simcord.ResponseMessage) -> simcord.ResponseMessage:
    """Return a card as it is now."""
    return simcord.ResponseMessage(server.env, server.env.backend.messages[posted.channel_id][posted.id])


async def test_a_night_in_the_future_is_an_event_of_the_server_until_it_is_canceled(
    server: Server, manager: simcord.MemberActor
) -> None:
    card = answer(await manager.slash(server.channel, COMMAND, start="2d"))
    night = await stored(server)
    assert night.scheduled_id is not None
    asked = answer(await manager.click(card_of(server, card), label="Cancel…"))
    await manager.click(asked, label="Cancel the night")
    await wait(server, SECOND)
    assert (await stored(server)).scheduled_id is None
    assert any(
        request.method == "DELETE" and request.path.endswith(f"/scheduled-events/{night.scheduled_id}")
        for request in server.env.http_requests
    )


async def test_a_move_in_a_night_takes_no_more_statements_than_one_elsewhere(
    server: Server, manager: simcord.MemberActor
) -> None:
    card = answer(await manager.slash(server.channel, COMMAND))
    for person in server.members:
        await person.click(card, label="I'm in")
    await wait(server, SECOND)
    (planned,) = (await stored(server)).running
    game = await server.client.services.games.get(planned.number or 0)
    place, message_id = game.homes[0].place, game.homes[0].message_id or 0
    board = simcord.ResponseMessage(server.env, server.env.backend.messages[place.channel_id][message_id])
    mover = next(person for person in server.members if person.id == game.to_move.id)
    if "play:" not in choices(board)[0]["custom_id"]:
        # A space comes first.
        await mover.click(board, custom_id=choices(board)[0]["custom_id"])
    server.clock.move(20 * SECOND)
    with counted() as traffic:
        await mover.click(board, custom_id=choices(board)[0]["custom_id"])
    after = await server.client.services.games.get(game.number)
    assert after.position.ply == game.position.ply + 1
    assert len(traffic.statements) <= MOST_WITH_A_CLOCK, traffic.statements


async def test_a_night_pairs_people_on_boards_that_mention_them_until_its_podium(
    server: Server, manager: simcord.MemberActor
) -> None:
    card = answer(await manager.slash(server.channel, COMMAND, minutes=60, rated=False))
    assert "No one has joined yet." in read(card)
    for person in server.members:
        heard = await person.click(card, label="I'm in")
        assert said(heard).startswith("You're in.")
    assert "It starts in a moment." in read(card_of(server, card))
    before = len(server.pinged())
    await wait(server, SECOND)
    night = await stored(server)
    (game,) = night.running
    assert {*server.pinged()[before:]} == {*game.players}
    # A card is edited every 15 seconds at most.
    await wait(server, 20 * SECOND)
    assert "Playing now" in read(card_of(server, card))
    await play_short(server, game.number or 0, game.players[0])
    await wait(server, 20 * SECOND)
    shown = read(card_of(server, card))
    assert "**2** · 1 game" in shown
    # The two who have no points share the second place.
    assert shown.count("2\\. ") == 2
    refused = await manager.slash(server.channel, COMMAND)
    assert "There's already a game night in this channel" in said(refused)
    for person in server.members:
        await person.click(card_of(server, card), label="Pause")
    await wait(server, 2 * MINUTE)
    await wait(server, 60 * MINUTE)
    night = await stored(server)
    assert night.status is EventStatus.OVER
    shown = read(card_of(server, card))
    assert "The game night is over." in shown
    assert "🥇" in shown
