"""A game in two places: each player plays on a board of their own, and nothing else crosses."""

import re
from collections.abc import Callable
from datetime import timedelta

import discord
import pytest
import simcord

from bot.jobs.rounds import repair_boards
from bot.ui.board.display import show
from bot.ui.components.drawing import board_png
from bot.ui.context import looks
from bot.values.game import boards
from bot.values.players import ThemeName
from engine import Color, Outcome, Reason
from tests.bot.servers import Server, answer, components, delete_data, labels, offered, read, said, texts
from tests.bot.two_places import TwoPlaces, begin_in_two_places
from tests.bot.whole.scenes import live
from tests.bot.whole.test_privacy import rows_of
from tests.cells import cell, cells, in_cells

DAY = timedelta(days=1)

pytestmark = pytest.mark.thorough

APART = "in two places"


@pytest.fixture
async def two(server: Server) -> TwoPlaces:
    return await begin_in_two_places(server)


async def play(two: TwoPlaces, color: Color, move: str) -> None:
    """Have the player of a color click a move on their board."""
    for end in (f":{move}", f"::{move[1:3]}", f":{move}"):
        found = [button for button in buttons(await two.board_of(color)) if button.endswith(end)]
        if found:
            await two.click(color, found[0])
        if found and end == f":{move}":
            return


def buttons(board: simcord.ResponseMessage) -> list[str]:
    """Return the custom_ids of the buttons on a board."""
    return [button["custom_id"] for button in offered(board)]


@cells("a move on either board", APART)
@pytest.mark.default
async def test_each_has_a_board_in_their_servers_language_and_a_move_shows_on_both(two: TwoPlaces) -> None:
    white, black = await two.board_of(Color.WHITE), await two.board_of(Color.BLACK)
    assert "· start" in texts(white)[0]
    assert "· début" in texts(black)[0]
    await play(two, Color.WHITE, "Sb2")
    white, black = await two.board_of(Color.WHITE), await two.board_of(Color.BLACK)
    assert "move 1" in texts(white)[0]
    assert "coup 1" in texts(black)[0]
    assert (await two.game()).shown


@cells("a turn of the player in the other place", APART)
@pytest.mark.parametrize("place", ["private", "nearby"])
async def test_where_no_one_can_move_now_moves_are_gray_and_only_guessed_in_a_server(
    server: Server, place: str
) -> None:
    two = await begin_in_two_places(server, private=place == "private", nearby=place == "nearby")
    assert (BLUE, True) in styles(await two.board_of(Color.WHITE))
    there = await two.board_of(Color.BLACK)
    assert styles(there) == {(GRAY, place == "nearby")}
    if place == "nearby":
        await server.configure(guesses=True)
        (told,) = await server.press_unoffered((server.chiyo, there, "play:1:0:Sb2"))
        assert "Your guess: ■\N{NO-BREAK SPACE}b2." in read(answer(told))
    await play(two, Color.WHITE, "Sb2")
    assert styles(await two.board_of(Color.WHITE)) == {(GRAY, True)}
    assert styles(await two.board_of(Color.BLACK)) == {(BLUE, True)}


BLUE, GRAY = discord.ButtonStyle.primary.value, discord.ButtonStyle.secondary.value


def styles(board: simcord.ResponseMessage) -> set[tuple[int, bool]]:
    """Return the styles of the moves on a board, and whether they can be pressed."""
    pressed = {button["custom_id"] for button in offered(board)}
    moves = [part for part in components(board) if re.match("(play|choose):", part.get("custom_id", ""))]
    return {(move["style"], move["custom_id"] in pressed) for move in moves}


async def test_a_move_is_drawn_once_for_two_boards_that_look_the_same(server: Server) -> None:
    two = await begin_in_two_places(server, look=ThemeName.AEGEAN)
    await play(two, Color.WHITE, "Tb2n")
    board_png.cache_clear()
    await play(two, Color.BLACK, "Sb3")
    assert board_png.cache_info().misses == 1


@in_cells([cell("the game begins", APART), cell("a turn comes", APART)])
async def test_each_player_is_mentioned_only_where_they_play(two: TwoPlaces) -> None:
    assert two.server.pinged(two.here) == [two.ada.id]
    assert two.server.pinged(two.there) == [two.blaise.id]
    await play(two, Color.WHITE, "Sb2")
    assert two.server.pinged(two.here) == [two.ada.id]
    assert two.server.pinged(two.there) == [two.blaise.id, two.blaise.id]


@cells("a turn has lasted long", APART)
@pytest.mark.default
async def test_a_reminder_comes_only_where_its_player_plays(server: Server) -> None:
    two = await begin_in_two_places(server, move_seconds=int(DAY.total_seconds()))
    await play(two, Color.WHITE, "Sb2")
    told = server.pinged(two.there)
    await live(server, DAY / 2)
    assert server.pinged(two.here) == [two.ada.id]
    assert server.pinged(two.there) == [*told, two.blaise.id]


@in_cells([cell("one board can't be edited", APART), cell("someone deletes one of the boards", APART)])
async def test_a_board_that_cannot_be_edited_is_repaired_alone_and_one_that_was_deleted_posted_again(
    two: TwoPlaces,
) -> None:
    black = await two.board_of(Color.BLACK)
    two.server.env.inject_error("PATCH", f"/channels/{two.there.id}/messages/*", status=500, times=None)
    two.server.env.inject_error("POST", f"/channels/{two.there.id}/messages", status=500, times=None)
    await play(two, Color.WHITE, "Sb2")
    assert "move 1" in texts(await two.board_of(Color.WHITE))[0]
    assert "· début" in texts(black)[0]
    two.server.env.backend.faults.clear()
    await repair_boards(two.server.client)
    black = await two.board_of(Color.BLACK)
    assert "coup 1" in texts(black)[0]
    assert (await two.game()).shown
    await play(two, Color.BLACK, "Sc2")
    black = await two.board_of(Color.BLACK)
    two.server.env.backend.delete_message(two.there.id, black.id)
    await play(two, Color.WHITE, "Cd2")
    assert (await two.game()).home_of(Color.BLACK).place.channel_id == two.there.id
    assert "coup 3" in texts(await two.board_of(Color.BLACK))[0]


async def look_again(server: Server) -> None:
    """Let the bot look again for what was out of reach."""
    server.clock.move(looks.APART)
    await repair_boards(server.client)
    await server.env.settle()


def delete_channel(two: TwoPlaces) -> None:
    """Have Discord delete the channel of the other server."""
    two.server.env.backend.delete_channel(two.there.id)


def remove_bot(two: TwoPlaces) -> None:
    """Have managers of the other server remove the bot from it."""
    for method, path in (
        ("PATCH", f"/channels/{two.there.id}/messages/*"),
        ("POST", f"/channels/{two.there.id}/messages"),
        ("GET", f"/guilds/{two.blaise.guild.id}"),
    ):
        two.server.env.inject_error(method, path, status=403, code=50001, times=None)


@in_cells(
    [
        cell("the channel of one board is gone", APART, delete_channel),
        cell("one server has removed the bot", APART, remove_bot),
    ],
    "lose",
)
async def test_a_player_without_a_channel_goes_on_in_their_dms(
    two: TwoPlaces, lose: Callable[[TwoPlaces], None]
) -> None:
    lose(two)
    await play(two, Color.WHITE, "Sb2")
    assert (await two.game()).home_of(Color.BLACK).place.channel_id == two.there.id
    await look_again(two.server)
    home = (await two.game()).home_of(Color.BLACK)
    private = two.server.blaise.user.dm_channel
    assert (home.place.guild_id, home.place.channel_id, home.reader) == (None, private.id, Color.BLACK)
    board = await two.board_of(Color.BLACK)
    assert "coup 1" in texts(board)[0]
    await play(two, Color.BLACK, "Cc2")
    assert "coup 2" in texts(await two.board_of(Color.BLACK))[0]
    assert "move 2" in texts(await two.board_of(Color.WHITE))[0]
    assert (await two.game()).shown


async def test_a_board_that_is_out_of_reach_now_and_then_stays(two: TwoPlaces) -> None:
    edits = f"/channels/{two.there.id}/messages/*"
    for _ in range(3):
        two.server.env.inject_error("PATCH", edits, status=403, code=50013, times=1)
        doubted = await two.server.client.services.games.update(1, lambda game, _: boards.doubt(game))
        await show(two.server.client, doubted)
        assert not (await two.game()).shown
        await look_again(two.server)
        assert (await two.game()).home_of(Color.BLACK).place.channel_id == two.there.id
        assert (await two.game()).shown


@cells("a player has no place left", APART)
async def test_if_they_accept_no_dms_either_the_clock_decides(server: Server) -> None:
    two = await begin_in_two_places(server, move_seconds=int(DAY.total_seconds()))
    two.server.env.backend.delete_channel(two.there.id)
    two.server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await play(two, Color.WHITE, "Sb2")
    await look_again(server)
    assert (await two.game()).home_of(Color.BLACK).place.channel_id == two.there.id
    await live(server, DAY)
    await live(server, 7 * DAY)
    outcome = (await two.game()).outcome
    assert outcome == Outcome(Color.WHITE, Reason.TIMEOUT)


async def test_badges_and_vacations_are_only_told_where_a_player_plays(server: Server) -> None:
    two = await begin_in_two_places(
        server, move_seconds=int(DAY.total_seconds()), moves=("Sb2", "Ta2e", "Cc2", "Sc2"), rated=True
    )
    panel = answer(await two.ada.slash(two.here, "pyrga vacation", days=3))
    await two.ada.click(panel, label="Start vacation")
    for member, channel in ((two.ada, two.here), (two.blaise, two.there)):
        await member.slash(channel, "pyrga show")
    assert "on vacation until" in texts(await two.board_of(Color.WHITE))[-1]
    assert "on vacation until" not in texts(await two.board_of(Color.BLACK))[-1]

    panel = answer(await two.blaise.slash(two.there, "pyrga resign"))
    await two.blaise.click(panel, custom_id="resign:1")
    assert "**Ada** earned **First game**, **First win**" in texts(await two.board_of(Color.WHITE))[-1]
    assert "**First win**" not in texts(await two.board_of(Color.BLACK))[-1]


async def test_in_two_channels_of_a_server_each_board_is_addressed_to_its_player(server: Server) -> None:
    two = await begin_in_two_places(server, nearby=True)
    assert "**Blaise** plays" in texts(await two.board_of(Color.WHITE))[-1]
    assert "**Ada** (Blancs)" in texts(await two.board_of(Color.BLACK))[-1]
    await play(two, Color.WHITE, "Sb2")
    assert "**Blaise** (Black)" in texts(await two.board_of(Color.WHITE))[-1]
    assert f"<@{two.blaise.id}> (Noirs)" in texts(await two.board_of(Color.BLACK))[-1]


@cells("someone looks for a link to the other place", APART)
@pytest.mark.default
async def test_nothing_of_one_server_is_linked_in_the_other(two: TwoPlaces) -> None:
    """Links have the ids of servers and channels."""
    await play(two, Color.WHITE, "Sb2")
    await play(two, Color.BLACK, "Sc2")
    for member, guild, other in (
        (two.ada, two.here, two.there),
        (two.blaise, two.there, two.here),
    ):
        for command in ("games", "move"):
            options = {"move": "?"} if command == "move" else {}
            told = said(await member.slash(guild, f"pyrga {command}", **options))
            assert str(other.id) not in told
    assert str(two.there.id) not in sent_to(two, two.here)


async def test_no_list_leads_to_where_the_other_player_played(server: Server) -> None:
    two = await begin_in_two_places(server, moves=("Sb2", "Ta2e", "Cc2", "Sc2"), rated=True)
    await two.server.resign(two.ada)
    for _ in range(2):
        await begin_in_two_places(server)
    blaise = two.blaise.user
    for told in (
        texts(answer(await blaise.slash("pyrga versus", member=two.ada.user))),
        texts(answer(await blaise.slash("pyrga profile"))),
        [said(await blaise.slash("pyrga resign"))],
    ):
        assert "https://discord.com/channels/" in " ".join(told)
        assert str(two.here.id) not in " ".join(told)


def sent_to(two: TwoPlaces, channel: simcord.ChannelHandle) -> str:
    """Return everything that the bot has posted in a channel and edited there."""
    return " ".join(
        str(request.json)
        for request in two.server.env.http_requests
        if f"/channels/{channel.id}/" in request.path
    )


async def test_someone_elsewhere_is_only_named_and_their_server_until_both_have_moved(two: TwoPlaces) -> None:
    # A mention leads to someone's account, and people in other servers can't read it.
    white, black = texts(await two.board_of(Color.WHITE))[-1], texts(await two.board_of(Color.BLACK))[-1]
    assert f"<@{two.ada.id}> (White) to play" in white
    assert "**Ada** (Blancs)" in black
    assert "**Blaise** plays from Elsewhere." in white
    assert "Pyrga Café" in black
    assert "Elsewhere" not in black
    await play(two, Color.WHITE, "Sb2")
    await play(two, Color.BLACK, "Sc2")
    board = await two.board_of(Color.WHITE)
    assert "Elsewhere" not in texts(board)[-1]
    assert "Text mode" not in labels(answer(await two.ada.click(board, label="More…")))
    panel = answer(await two.ada.click(board, label="Draw"))
    await two.ada.click(panel, label="Offer draw")
    assert "**Blaise**, do you accept?" in texts(await two.board_of(Color.WHITE))[-1]
    assert f"<@{two.blaise.id}>" in texts(await two.board_of(Color.BLACK))[-1]
    assert str(two.ada.id) not in sent_to(two, two.there)
    assert str(two.blaise.id) not in sent_to(two, two.here)


async def test_a_game_is_listed_where_either_player_plays_and_shown_again_there(two: TwoPlaces) -> None:
    for member, channel, color in ((two.ada, two.here, Color.WHITE), (two.blaise, two.there, Color.BLACK)):
        listed = answer(await member.slash(channel, "pyrga games"))
        assert "#1" in "".join(texts(listed))
        await member.slash(channel, "pyrga show")
        assert (await two.game()).home_of(color).place.channel_id == channel.id
        assert (await two.board_of(color.opponent)).id
    old, elsewhere = await two.board_of(Color.BLACK), two.blaise.guild.create_text_channel("elsewhere")
    newer = answer(await two.blaise.slash(elsewhere, "pyrga show"))
    assert f"/{two.blaise.guild.id}/{elsewhere.id}/{newer.id})" in texts(old)[0]


@cells("the game is over", APART)
async def test_a_finished_game_counts_for_all_servers_and_both_find_another_opponent(server: Server) -> None:
    two = await begin_in_two_places(server, moves=("Sb2", "Ta2e", "Cc2", "Sc2"), rated=True)
    await server.resign(two.ada)
    game = await two.game()
    assert game.outcome is not None
    assert {change.player_id for change in game.rating_changes} == {two.ada.id, two.blaise.id}
    leaderboard = answer(await two.ada.slash(two.here, "pyrga leaderboard"))
    assert "Ada" not in read(leaderboard)
    board = await two.board_of(Color.WHITE)
    assert labels(board)[:2] == ["Find an opponent", "Review"]
    found = answer(await two.ada.click(board, label="Find an opponent"))
    assert "Play people from other servers?" in read(found)
    assert "/pyrga find" in await server.forge(two.ada, board, "rematch:1")


@cells("a player there deletes their data", APART)
@pytest.mark.parametrize("home", ["server", "DMs"])
async def test_after_deletion_nothing_is_kept_of_where_someone_played(server: Server, home: str) -> None:
    two = await begin_in_two_places(server, private=home == "DMs", moves=("Sb2", "Ta2e", "Cc2", "Sc2"))
    await two.server.resign(two.ada)
    await delete_data(two.blaise)
    await repair_boards(server.client)
    game = await two.game()
    assert game.black.is_deleted
    assert two.there.id not in {board.place.channel_id for board in game.boards}
    assert game.home_of(Color.WHITE).place.channel_id == two.here.id
    places = {two.there.id, two.blaise.guild.id}
    stored = {int(number) for number in re.findall(r"\d+", str(list(await rows_of(server, "games"))))}
    assert not stored & (places if home == "server" else {two.there.id})
    assert not game.is_dirty
    assert "Blaise" not in " ".join(texts(await two.board_of(Color.WHITE)))


async def test_a_board_that_a_dying_process_never_posted_is_posted_with_a_mention(server: Server) -> None:
    server.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    two = await begin_in_two_places(server)
    server.env.backend.faults.clear()
    # Whoever has to be told is no longer in the list of what comes due.
    for due in await server.client.services.due_times.overdue(10):
        await server.client.services.due_times.take(due)
    await repair_boards(server.client)
    assert (await two.game()).shown
    assert server.pinged(two.here)[-1:] == [two.ada.id]
    assert server.pinged(two.there)[-1:] == [two.blaise.id]


async def test_a_board_that_can_be_posted_nowhere_is_not_tried_again_and_again(server: Server) -> None:
    server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    server.env.inject_error("POST", "/channels/*/messages", status=403, code=50001, times=None)
    two = await begin_in_two_places(server)
    await look_again(server)
    asked = len(server.env.http_requests)
    await repair_boards(server.client)
    assert len(server.env.http_requests) == asked
    # Once nothing has happened for a week, no one looks again.
    server.clock.move(looks.LONGEST_LOSS)
    await repair_boards(server.client)
    await look_again(server)
    assert await server.client.services.games.unshown(10) == []
    assert [home.message_id for home in (await two.game()).homes] == [None, None]
