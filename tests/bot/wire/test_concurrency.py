"""What happens at the same time, in one process or in two."""

import asyncio
from datetime import timedelta

import pytest

import bot.app
from bot.ui.board.display import announce
from bot.use_cases.challenges.proposing import PAUSE
from bot.values.game import endings
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, CHIYO, Wire
from tests.bot.wire.test_guild import CALLBACK
from tests.loopback.answers import DEFERRED_UPDATE, MESSAGE, UPDATE
from tests.loopback.kinds import CLEAR, NO_PERMISSION
from tests.loopback.messages import PATIENCE, Message

pytestmark = pytest.mark.thorough


@pytest.mark.default
async def test_of_two_people_who_join_at_the_same_instant_one_plays(wire: Wire) -> None:
    card = (await wire.people.slash(ADA, CAFE, "challenge", rated=False)).message
    clicks = await asyncio.gather(
        wire.people.press(BLAISE, card, "challenge:1:accept"),
        wire.people.press(CHIYO, card, "challenge:1:accept"),
    )
    assert "Pyrga #1 · start" in card.text
    game = await wire.client.services.games.get(1)
    (late,) = [click for click in clicks if game.color_of(click.person.id) is None]
    told = await late.followup()
    assert told.ephemeral
    # Either can be first, and Chiyo reads French.
    expected = {
        BLAISE.id: "**Ada** and **Chiyo** are already playing this game. Next time!",
        CHIYO.id: "**Ada** et **Blaise** jouent déjà cette partie. À la prochaine\u202f!",
    }
    assert told.text == expected[late.person.id]


async def play_to_the_end(wire: Wire) -> Message:
    """Have Ada and Blaise move once and Ada resign; return the board."""
    board = await wire.begin()
    for person, move in ((ADA, ":Sb2"), (BLAISE, ":Sb1")):
        await wire.people.click(person, board, move)
    await wire.resign(ADA)
    await board.until("**Blaise wins: Ada resigned**")
    return board


@pytest.mark.default
async def test_of_two_who_want_a_rematch_at_once_both_read_where_its_board_is_or_that_it_comes(
    wire: Wire,
) -> None:
    board = await play_to_the_end(wire)
    slow = wire.discord.weather.block(
        CLEAR, "POST", f"channels/{CAFE.id}/messages", times=1, until=asyncio.Event()
    )
    offering = asyncio.create_task(wire.people.click(ADA, board, "Rematch"))
    await slow.happened.wait()
    told = (await wire.people.click(BLAISE, board, "Rematch")).message.text
    assert told.startswith("Your game with **Ada** has started, and its board is [on its way](")
    assert slow.until is not None
    slow.until.set()
    told = (await offering).message.text
    game = await wire.client.services.games.get(2)
    assert told.startswith("Your game with **Blaise** has started: [open the board](")
    assert f"/{game.message_id})" in told
    (card,) = await wire.discord.answers.posted("Pyrga #2")
    assert card.id == game.message_id


async def test_a_challenge_that_is_accepted_before_its_card_is_there_becomes_the_board(wire: Wire) -> None:
    slow = wire.discord.weather.block(CLEAR, "POST", CALLBACK, times=1, until=asyncio.Event())
    challenging = asyncio.create_task(wire.people.slash(ADA, CAFE, "challenge"))
    await slow.happened.wait()
    panel = (await wire.people.slash(BLAISE, CAFE, "find", where="server")).message
    told = (await wire.people.press(BLAISE, panel, "join:1")).message.text
    assert told.startswith("Your game with **Ada** has started, and its board is [on its way](")
    assert slow.until is not None
    slow.until.set()
    challenged = await challenging
    assert challenged.original is not None
    await challenged.original.until("### Pyrga #1 · move 1")
    assert (await wire.client.services.games.get(1)).message_id == challenged.original.id
    assert (await challenged.followup()).text.startswith("Your game with **Blaise** has started: [open")


async def test_a_simul_that_is_joined_before_its_card_is_there_shows_that(wire: Wire) -> None:
    slow = wire.discord.weather.block(CLEAR, "POST", CALLBACK, times=1, until=asyncio.Event())
    challenging = asyncio.create_task(wire.people.slash(ADA, CAFE, "challenge", simul=2))
    await slow.happened.wait()
    panel = (await wire.people.slash(BLAISE, CAFE, "find", where="server")).message
    await wire.people.press(BLAISE, panel, "join:1")
    assert slow.until is not None
    slow.until.set()
    await (await challenging).message.until("1 of 2 seats taken")


async def test_a_rematch_that_is_accepted_although_its_card_is_refused_stays(wire: Wire) -> None:
    board = await play_to_the_end(wire)
    refused = wire.discord.weather.block(
        NO_PERMISSION, "POST", f"channels/{CAFE.id}/messages", times=1, until=asyncio.Event()
    )
    offering = asyncio.create_task(wire.people.click(ADA, board, "Rematch"))
    await refused.happened.wait()
    await wire.people.click(BLAISE, board, "Rematch")
    assert refused.until is not None
    refused.until.set()
    assert (await offering).said == "Discord doesn't let me do that here right now. Your game is safe."
    assert (await wire.client.services.games.get(2)).outcome is None


async def test_of_two_who_look_for_an_opponent_at_once_both_read_that_their_game_has_started(
    wire: Wire,
) -> None:
    people = (ADA, BLAISE)
    for number in range(1, 6):
        searches = (wire.people.slash(each, CAFE, "find", where="server", rated=False) for each in people)
        # One may have been first, and then their panel is brought up to date.
        for told in await asyncio.gather(*searches):
            await told.message.until("has started")
        game = await wire.client.services.games.get(number)
        assert game.shown
        await wire.client.services.games.change(number, endings.call_off)
        wire.clock.move(timedelta(days=1))


async def test_five_clicks_play_one_move_and_two_players_at_once_are_both_answered(wire: Wire) -> None:
    board = await wire.begin()
    custom_id = board.custom_id(":Sb2")
    await asyncio.gather(*(wire.people.press(ADA, board, custom_id) for _ in range(5)))
    assert (await wire.client.services.games.get(1)).position.ply == 1
    assert "Pyrga #1 · move 1" in board.text
    await wire.people.click(BLAISE, board, ":Sb1")
    move = board.custom_id(":Ca1")
    asked = (await wire.people.click(BLAISE, board, "Draw")).message
    offer = asked.custom_id("Offer draw")
    clicks = await asyncio.gather(
        wire.people.press(ADA, board, move), wire.people.press(BLAISE, asked, offer)
    )
    game = await wire.client.services.games.get(1)
    assert game.revision == 3
    assert (game.position.ply == 3) is (game.offer is None)
    assert {click.kind for click in clicks} <= {MESSAGE, UPDATE, DEFERRED_UPDATE}
    assert f"Pyrga #1 · move {game.position.ply}" in board.text


async def test_many_games_are_played_at_once(wire: Wire) -> None:
    boards = []
    for _ in range(4):
        boards.append(await wire.begin())
        wire.clock.move(PAUSE)
    for person, move in ((ADA, ":Sb2"), (BLAISE, ":Sb1")):
        await asyncio.gather(*(wire.people.click(person, board, move) for board in boards))
    assert ["move 2" in board.text for board in boards] == [True] * 4


async def test_of_two_processes_that_get_the_same_interactions_one_answers(wire_on_postgresql: Wire) -> None:
    wire = wire_on_postgresql
    async with wire.another_process() as other:
        board = await wire.begin()
        await wire.people.click(ADA, board, ":Sb2")
        panel = (await wire.people.slash(BLAISE, CAFE, "settings")).message
        await wire.people.choose(BLAISE, panel, "setting:mine:theme", "basalt")
        more = (await wire.people.click(BLAISE, board, "More…")).message
        asked = await wire.people.click(BLAISE, more, "Private note")
        await wire.people.submit(BLAISE, asked, "mind the corner")
        await wire.people.complete(BLAISE, CAFE, "show", "game", "")
        for client in (wire.client, other):
            await client.finish_answering(PATIENCE)
    assert "Pyrga #1 · move 1" in board.text
    answered = [path for _, path in wire.discord.requests if path.endswith("/callback")]
    assert len(answered) == len(set(answered)) == 9


@pytest.mark.parametrize("sought", [":Sb2", "More…"])
async def test_a_click_that_comes_while_a_process_stops_is_answered_by_the_other_one(
    wire_on_postgresql: Wire, monkeypatch: pytest.MonkeyPatch, sought: str
) -> None:
    wire = wire_on_postgresql
    monkeypatch.setattr(bot.app, "PATIENCE", PATIENCE)
    board = await wire.begin()
    silence = wire.discord.weather.block(CLEAR, "POST", CALLBACK, times=2, until=asyncio.Event())
    more = await wire.people.tap(BLAISE, board, board.custom_id("More…"))
    await silence.happened.wait()
    stopping = asyncio.create_task(wire.client.close())
    await asyncio.sleep(0)
    came = asyncio.create_task(wire.client.wait_for("interaction"))
    await asyncio.sleep(0)
    click = await wire.people.tap(ADA, board, board.custom_id(sought))
    await came
    async with wire.another_process() as other:
        silence.times = 0
        await wire.people.send_again(click)
        await wire.discord.answers.wait(click, PATIENCE)
        await other.finish_answering(PATIENCE)
        assert not stopping.done()
        assert silence.until is not None
        silence.until.set()
        await wire.discord.answers.wait(more, PATIENCE)
        await stopping
    assert click.repetitions == more.repetitions == 0


async def test_two_processes_that_share_nothing_but_the_games_play_a_click_once(wire: Wire) -> None:
    board = await wire.begin()
    wire.discord.requests.clear()
    async with wire.another_process() as other:
        await wire.people.click(ADA, board, ":Sb2")
        await wire.people.click(BLAISE, board, ":Sb1")
        for client in (wire.client, other):
            await client.finish_answering(PATIENCE)
    game = await wire.client.services.games.get(1)
    assert (game.position.ply, game.revision) == (2, 2)
    assert "Pyrga #1 · move 2" in board.text
    assert list(wire.discord.answers.messages.values()) == [board]
    tried = [path for _, path in wire.discord.requests if path.endswith("/callback")]
    assert len(tried) == 2 * len(set(tried))


async def test_a_board_that_was_posted_by_a_process_that_died_stays(wire: Wire) -> None:
    board = await wire.begin()
    await wire.people.click(ADA, board, ":Sb2")
    await wire.live(timedelta(minutes=6))
    for _ in range(2):
        # The first time, no one recorded that Blaise has been notified. Discord posts it only once.
        await announce(wire.client, await wire.client.services.games.get(1))
    game = await wire.client.services.games.get(1)
    (posted,) = await wire.discord.answers.posted("Pyrga #1 · move 1")
    assert game.message_id == posted.id != board.id
