"""The daily puzzle in servers that want it."""

from datetime import timedelta

import pytest
import simcord

from bot.jobs.daily import MOST_TRIES, RETRY_AFTER, DailyPosts
from bot.values.game import endings
from engine import puzzles
from tests.bot.servers import BUTTON, Server, answer, components, said, texts
from tests.reading import sign_of

pytestmark = pytest.mark.thorough

SETTING = "setting:server:puzzle"
DAY = timedelta(days=1)
POST = ("POST", "/channels/*/messages")


def cards(server: Server) -> list[simcord.ResponseMessage]:
    """Return the daily puzzles in the channel, the oldest first."""
    return [message for message in server.posted() if "### Puzzle of the day" in "".join(texts(message))]


@pytest.fixture
async def posts(server: Server, manager: simcord.MemberActor) -> DailyPosts:
    """Return what the job does every minute, run whenever a test says so, in a server that wants puzzles."""
    await server.change_setting(manager, SETTING, server.channel)
    return DailyPosts(server.client, server.clock)


def chosen(panel: simcord.ResponseMessage) -> list[str]:
    (menu,) = (component for component in components(panel) if component.get("custom_id") == SETTING)
    return [str(value["id"]) for value in menu.get("default_values", [])]


async def test_a_server_that_switches_it_on_gets_one_a_day_across_restarts(
    server: Server, manager: simcord.MemberActor
) -> None:
    posts = DailyPosts(server.client, server.clock)
    await posts.post_due()
    assert cards(server) == [], "nobody asked for it yet"
    panel = await server.change_setting(manager, SETTING, server.channel)
    assert chosen(panel) == [str(server.channel.id)]
    await posts.post_due()
    await posts.post_due()
    await server.restart()
    assert len(cards(server)) == 1

    server.clock.move(DAY)
    await server.restart()
    first, second = cards(server)
    assert button_ids(first) != button_ids(second)

    await server.change_setting(manager, SETTING)
    server.clock.move(DAY)
    await server.restart()
    assert len(cards(server)) == 2


def button_ids(card: simcord.ResponseMessage) -> list[str]:
    return [component["custom_id"] for component in components(card) if component["type"] == BUTTON]


@pytest.mark.default
async def test_everyone_solves_it_privately_and_the_card_says_who_did(
    server: Server, posts: DailyPosts
) -> None:
    # Another process posts no second one.
    for process in (posts, DailyPosts(server.client, server.clock)):
        await process.post_due()
    (card,) = cards(server)
    before = texts(card)
    assert "Solved by" not in "".join(before)
    assert "<@" not in "".join(before)
    (custom_id,) = button_ids(card)
    puzzle = next(puzzle for puzzle in puzzles() if f"puzzle:{puzzle.number}:" == custom_id)
    for member in (server.ada, server.blaise):
        mine = answer(await member.click(card, label="Solve"))
        assert mine.ephemeral
        assert texts(mine)[0].startswith(f"### Puzzle {puzzle.number} · ")
    right = f"puzzle-move:{puzzle.number}::0:{puzzle.solution}"
    for member in (server.chiyo, server.ada):
        (solved,) = await server.press_unoffered((member, card, right))
        assert answer(solved).ephemeral
        assert "Solved on the first try!" in texts(answer(solved))[-1]
    assert texts(card) == before

    server.env.http_requests.clear()
    await posts.edit_outdated()
    await posts.edit_outdated()
    assert len([request for request in server.env.http_requests if request.method == "PATCH"]) == 1
    (card,) = cards(server)
    assert texts(card)[-1].endswith("\n✅ Solved by **Ada** in 1, **Chiyo** in 1")
    assert sign_of(puzzle.solution) not in "".join(texts(card))
    assert button_ids(card) == [custom_id]

    server.clock.move(DAY)
    await posts.post_due()
    await posts.edit_outdated()
    old, new = cards(server)
    assert f"Solution: **{sign_of(puzzle.solution)}**." in texts(old)[-1]
    assert f"/{old.id})): **{sign_of(puzzle.solution)}** · 2 people solved it" in texts(new)[-1]


@pytest.mark.computer
async def test_the_card_leads_to_the_game_that_its_channel_plays(
    server: Server, manager: simcord.MemberActor, posts: DailyPosts
) -> None:
    board = answer(await manager.slash(server.channel, "pyrga-event channel", color="white"))
    await posts.post_due()
    link = f"https://discord.com/channels/{server.guild.id}/{server.channel.id}/{board.id}"
    assert f"[vote on the next move]({link})" in texts(cards(server)[-1])[-1]
    await server.client.services.games.update(1, endings.call_off)
    server.clock.move(DAY)
    await posts.bring_up_to_date()
    for card in cards(server):
        assert "vote on the next move" not in "".join(texts(card))


async def test_a_card_that_is_gone_or_cannot_be_edited_now_does_not_block_others(
    server: Server, posts: DailyPosts
) -> None:
    await posts.post_due()
    for status, code in ((404, 10008), (500, 0)):
        (custom_id,) = button_ids(cards(server)[-1])
        puzzle = next(puzzle for puzzle in puzzles() if f"puzzle:{puzzle.number}:" == custom_id)
        right = f"puzzle-move:{puzzle.number}::0:{puzzle.solution}"
        await server.press_unoffered((server.ada, cards(server)[-1], right))
        server.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=1)
        await posts.edit_outdated()
        server.clock.move(DAY)
        await posts.post_due()
        await posts.edit_outdated()
        assert "Solution: " in texts(cards(server)[-2])[-1]


async def test_a_failed_post_is_retried_a_few_times_the_same_day(server: Server, posts: DailyPosts) -> None:
    # Each try is made a second time without ornaments.
    server.env.inject_error(*POST, status=400, code=50035, times=2)
    await posts.post_due()
    await posts.post_due()
    assert cards(server) == [], "not again right away"
    server.clock.move(RETRY_AFTER)
    await posts.post_due()
    assert len(cards(server)) == 1

    server.clock.move(DAY)
    server.env.inject_error(*POST, status=400, code=50035, times=2 * MOST_TRIES)
    for _ in range(MOST_TRIES + 1):
        await posts.post_due()
        server.clock.move(RETRY_AFTER)
    assert len(cards(server)) == 1, "not forever"

    server.clock.move(DAY)
    await posts.post_due()
    assert len(cards(server)) == 2


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, 50001)])
async def test_it_is_switched_off_if_its_channel_stays_out_of_reach(
    server: Server, manager: simcord.MemberActor, posts: DailyPosts, status: int, code: int
) -> None:
    server.env.inject_error(*POST, status=status, code=code, times=None)
    for _ in range(7 * 4 + 1):
        assert await channel_of(server) == server.channel.id
        await posts.post_due()
        server.clock.move(DAY / 4)
    assert await channel_of(server) is None
    server.env.backend.faults.clear()
    await server.change_setting(manager, SETTING, server.channel)
    await posts.post_due()
    assert len(cards(server)) == 1


async def channel_of(server: Server) -> int | None:
    return (await server.client.services.preferences.guild(server.guild.id)).puzzle_channel_id


async def test_only_managers_of_the_server_can_switch_it_on(
    server: Server, manager: simcord.MemberActor
) -> None:
    panel = await server.open_setting(manager, SETTING)
    assert chosen(panel) == []
    forged = await server.choose_unoffered(server.ada, panel, SETTING, str(server.channel.id))
    assert said(forged) == "Only people with the Manage Server permission can do that."
    assert await channel_of(server) is None


async def test_it_moves_to_another_channel_the_next_day(
    server: Server, manager: simcord.MemberActor, posts: DailyPosts
) -> None:
    await posts.post_due()
    other = server.guild.create_text_channel("other")
    assert chosen(await server.change_setting(manager, SETTING, other)) == [str(other.id)]
    await posts.post_due()
    assert other.history() == []
    server.clock.move(DAY)
    await posts.post_due()
    assert len(other.history()) == len(cards(server)) == 1
