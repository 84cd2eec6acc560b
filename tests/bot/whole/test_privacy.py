"""People see what's stored about them and delete it. After that, their name is nowhere in the bot."""

import json
from datetime import timedelta
from typing import Any

import pytest
import simcord

from bot.jobs.rounds import check_servers, drop_outdated, repair_boards
from bot.store.connections.database import Database
from bot.ui.context.looks import APART
from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.use_cases.challenges.limits import WAIT
from bot.use_cases.privacy import KEPT
from bot.values.challenges import ColorChoice
from bot.values.players import Place, Player
from bot.values.preferences import GuildPreferences
from engine import Ruleset
from tests.bot.displays import displayed
from tests.bot.personal_rows import contents
from tests.bot.servers import Server, alt_text, answer, components, labels, said, texts
from tests.bot.ui.discord_limits import check_components
from tests.bot.whole.dying import Death
from tests.bot.whole.hostile_names import sent
from tests.bot.whole.scenes import PLAY, arrange, live
from tests.bot.whole.test_after import downloads, finish

pytestmark = pytest.mark.thorough

CONFIRM, KEEP = "delete", "delete-nothing"
DONE = "Your data has been deleted."


async def open_panel(server: Server, member: simcord.MemberActor) -> simcord.ResponseMessage:
    panel = answer(await member.slash(server.channel, "pyrga privacy"))
    assert panel.ephemeral
    return panel


async def ask(server: Server, member: simcord.MemberActor) -> simcord.ResponseMessage:
    """Return the question about whether to delete everything."""
    panel = await open_panel(server, member)
    await member.click(panel, label="Delete my data")
    return panel


async def delete(server: Server, member: simcord.MemberActor) -> None:
    panel = await ask(server, member)
    await member.click(panel, label="Delete my data")
    assert texts(panel)[0].startswith(DONE)


def public(server: Server) -> str:
    """Return everything that everyone can now read in the server, including descriptions of pictures."""
    backend = server.env.backend
    shown = [
        simcord.ResponseMessage(server.env, message)
        for channel in backend.messages.values()
        for message in channel.values()
    ]
    return str([components(message) for message in shown if not message.ephemeral])


def check_no_one_is_called_by_a_made_up_id(server: Server) -> None:
    assert all("<@-" not in text for _, text in sent(server))
    assert all(called > 0 for called in server.pinged())


@pytest.mark.default
async def test_a_person_gets_a_file_with_what_is_stored_about_them(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e")
    panel = await open_panel(server, server.blaise)
    check_components(panel.components)
    ((name, text),) = (await downloads(server, panel)).items()
    assert name == "pyrga-data.json"
    stored: dict[str, list[dict[str, Any]]] = json.loads(text)
    (mine,) = stored["players"]
    assert (mine["id"], mine["name"]) == (str(server.blaise.id), "Blaise")
    assert [(game["white_name"], game["black_name"]) for game in stored["games"]] == [("Ada", "Blaise")]
    (game,) = stored["games"]
    assert [move for move, _, _ in game["moves"]] == ["Sb2", "Ta2e"]
    assert isinstance(game["seats"]["seen"], int)


async def test_someone_who_changes_their_mind_keeps_everything(server: Server) -> None:
    await server.begin()
    told = "Nothing is stored about you. That changes with your first game or puzzle."
    assert said(await server.chiyo.slash(server.channel, "pyrga privacy")) == told
    panel = await ask(server, server.ada)
    assert texts(panel) == ["Delete everything that's stored about you, in all servers? It can't be undone."]
    await server.ada.click(panel, label="Keep my data")
    assert texts(panel) == ["OK, nothing was deleted."]
    assert "Ada" in public(server)
    assert (await server.client.services.games.get(1)).outcome is None


@pytest.mark.default
async def test_running_games_are_resigned_and_opponents_told(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e")
    server.clock.move(timedelta(minutes=6))
    await delete(server, server.ada)
    newer = await server.board()
    told = f"**<@{server.blaise.id}> wins: Deleted player resigned**"
    assert texts(newer)[-1].splitlines()[0] == told
    assert server.blaise.mention in texts(newer)[-1]
    assert server.pinged() == [server.blaise.id]
    assert labels(newer) == ["Review", "Replay", "Share", "More…"]
    assert "Ada" not in public(server)
    check_no_one_is_called_by_a_made_up_id(server)


async def test_games_with_the_computer_are_resigned_too_in_the_servers_language(server: Server) -> None:
    await server.begin()
    await server.configure(language="pl")
    terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-US")
    place, ada = Place(server.guild.id, server.channel.id), Player(server.ada.id, "Ada")
    games = server.client.services.computer_games
    game = await games.begin(place, ada, Player(1, "Computer, level 1"), terms)
    await delete(server, server.ada)
    ended = await server.client.services.games.get(game.number)
    assert (ended.winner, ended.white.name) == (Player(1, "Computer, level 1"), "Usunięty gracz")
    assert (await server.client.services.games.get(1)).white.name == "Usunięty gracz"


async def test_the_name_disappears_from_old_boards_and_lists(server: Server) -> None:
    await finish(server)
    await delete(server, server.ada)
    await repair_boards(server.client)
    assert "Ada" not in public(server)
    board = await server.board()
    assert "**Blaise wins: Deleted player resigned**" in texts(board)[-1]
    listed = answer(await server.blaise.slash(server.channel, "pyrga games"))
    assert "Ada" not in str(components(listed)) + listed.content
    viewer = answer(await server.blaise.click(board, label="Replay"))
    files = await downloads(server, answer(await server.blaise.click(viewer, label="Record")))
    assert all("Deleted player" in text and "Ada" not in text for text in files.values())
    check_no_one_is_called_by_a_made_up_id(server)


async def test_an_old_board_that_was_deleted_is_not_reposted(server: Server) -> None:
    board = await finish(server)
    del server.env.backend.messages[board.channel_id][board.id]
    await delete(server, server.ada)
    await repair_boards(server.client)
    await live(server, APART)
    await repair_boards(server.client)
    assert not server.channel.history()
    assert (await server.client.services.games.get(1)).message_id is None


async def test_cards_of_open_challenges_say_that_they_are_closed(server: Server) -> None:
    own = answer(await server.ada.slash(server.channel, "pyrga challenge"))
    theirs = answer(await server.blaise.slash(server.channel, "pyrga challenge", opponent=server.ada))
    await delete(server, server.ada)
    assert texts(own) == ["**Deleted player** withdrew the challenge."]
    assert texts(theirs) == ["**Deleted player** declined **Blaise**'s challenge."]
    assert "Ada" not in public(server)


async def test_a_double_click_deletes_once_and_clicks_after_it_show_the_end(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e")
    panel = await ask(server, server.ada)
    await server.restart()
    await server.press(*[(server.ada, panel, CONFIRM)] * 2)
    await displayed(server.client)
    assert texts(panel)[0].startswith(DONE)
    assert "Ada" not in public(server)
    await server.press_unoffered((server.ada, panel, CONFIRM), (server.ada, board, "play:1:2:Sb1"))
    assert texts(panel)[0].startswith(DONE)
    assert "**Blaise wins: Deleted player resigned**" in texts(board)[-1]


async def test_they_are_a_stranger_on_their_old_boards_and_come_back_as_a_new_player(server: Server) -> None:
    board = await finish(server)
    await delete(server, server.ada)
    assert await server.forge(server.ada, board, "rematch:1") == (
        "This is **Deleted player** and **Blaise**'s game. Start your own with /pyrga challenge."
    )
    assert await server.forge(server.blaise, board, "rematch:1") == (
        "The other player of game **#1** deleted their data, so there's no one to ask for a rematch. "
        "Start a new game with /pyrga challenge."
    )
    check_no_one_is_called_by_a_made_up_id(server)

    assert "Nothing is stored about you." in said(await server.ada.slash(server.channel, "pyrga privacy"))
    refused = said(await server.ada.slash(server.channel, "pyrga challenge", opponent=server.blaise))
    assert refused.startswith("You've just deleted your data. You can send challenges again <t:")
    # What limits them is forgotten in time.
    await drop_outdated(server.client)
    assert len(await rows_of(server, "kept_limits")) == 1
    await live(server, WAIT)
    await drop_outdated(server.client)
    assert await rows_of(server, "kept_limits") == []
    board = await server.begin()
    await server.play(board, "Sb2")
    assert "Ada (White) against Blaise (Black)." in alt_text(board)
    assert "Deleted player" not in str(components(board))


async def rows_of(server: Server, table: str) -> list[Any]:
    """Return what a table contains."""
    database = Database(server.settings.database())
    try:
        return list((await contents(database))[table])
    finally:
        await database.close()


async def test_the_first_start_makes_the_key_and_later_ones_keep_it(server: Server) -> None:
    (made,) = await rows_of(server, "secret_keys")
    await server.restart()
    assert await rows_of(server, "secret_keys") == [made]


async def test_whenever_the_bot_dies_the_next_click_and_jobs_finish_it(server: Server, death: Death) -> None:
    instant, died = 0, True
    while died:
        instant += 1
        scene = await arrange(server, PLAY)
        panel = await ask(scene.server, scene.ada)
        death.appoint(instant)
        await scene.server.press((scene.ada, panel, CONFIRM))
        died = death.come
        death.appoint(0)
        await server.restart()
        scene.server.client = server.client
        await scene.server.press_unoffered((scene.ada, panel, CONFIRM))
        await live(server, timedelta(minutes=2))
        await repair_boards(server.client)
        assert "**Blaise wins: Deleted player resigned**" in await scene.board(), instant
        assert (await scene.game()).white.is_deleted
    assert instant > 1


async def test_a_server_without_the_bot_is_eventually_forgotten(
    server: Server, manager: simcord.MemberActor
) -> None:
    await server.change_setting(manager, "setting:server:ruleset", "classic")
    preferences = server.client.services.preferences
    chosen = await preferences.guild(server.guild.id)
    assert chosen.ruleset is Ruleset.CLASSIC
    await check_servers(server.client)
    server.clock.move(KEPT)
    await check_servers(server.client)
    server.env.backend.remove_guild(server.guild.id)
    await check_servers(server.client)
    server.clock.move(APART)
    await check_servers(server.client)
    server.clock.move(KEPT - timedelta(days=1))
    server.env.inject_error("GET", "/users/@me/guilds", status=403)
    await server.client.run_jobs_once()
    assert await preferences.guild(server.guild.id) == chosen
    server.clock.move(timedelta(days=1))
    await check_servers(server.client)
    assert await preferences.guild(server.guild.id) == GuildPreferences()
