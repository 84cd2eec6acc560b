"""Members play against the computer."""

import asyncio
from asyncio.subprocess import Process
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import simcord
from simcord.builders import UserHandle
from structlog.contextvars import bound_contextvars, get_contextvars

from bot.app import create_client
from bot.computer import ComputerTurns
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.display import announce
from bot.values.game.game import FEWEST_COUNTED_PLIES, Game
from bot.values.game.presence import give_hint
from engine import Level, Position, Reason
from tests.bot import acts
from tests.bot.displays import moved
from tests.bot.servers import (
    ONE_SHARD,
    Server,
    alt_text,
    answer,
    labels,
    offered,
    said,
    selects,
    texts,
)
from tests.bot.whole.scenes import COMPUTER
from tests.cells import cells

pytestmark = [pytest.mark.thorough, pytest.mark.computer]

STALLED = "The computer can't move right now. The game goes on when it's back."


async def begin(server: Server, **options: Any) -> simcord.ResponseMessage:
    """Have Ada (White and against level 1 unless options say otherwise) start a game; return the board."""
    wanted = {"level": 1, "color": "white", **options}
    return answer(await server.ada.slash(server.channel, "pyrga play", **wanted))


async def stored(server: Server, number: int = 1) -> Game:
    return await server.client.services.games.get(number)


async def thought_through(server: Server) -> None:
    """Wait until the computer has chosen and played its move in game 1."""
    # One person's requests stay in order, and so do those that want the same game's lock.
    await server.client.services.computer.choose(Position.start(), server.ada.id, Level.ONE)
    await asyncio.sleep(0.1)
    await moved(server.client)


@pytest.mark.parametrize(("level", "ruleset", "color"), [(1, "pyrga", "white"), (3, "classic", "black")])
async def test_a_whole_game_against_the_computer(
    server: Server, level: int, ruleset: str, color: str
) -> None:
    board = await begin(server, level=level, ruleset=ruleset, color=color)
    await server.play_on(board, Random(level))
    game = await stored(server)
    assert game.outcome == game.position.outcome() is not None
    assert (game.level, game.ruleset.value, game.color_of(server.ada.id)) == (level, ruleset, color)
    assert "finished" in texts(board)[0]
    assert "no hints used" in texts(board)[0]
    ranking = answer(await server.ada.slash(server.channel, "pyrga leaderboard"))
    assert "No one here has played a rated game in the last 90 days" in texts(ranking)[0]


async def test_the_end_of_the_lesson_starts_a_game_with_level_1(server: Server) -> None:
    message = answer(await server.ada.slash(server.channel, "pyrga-learn lesson"))
    for _ in range(7):
        await server.ada.click(message, label="Next step")
    await server.ada.click(message, label="Finish")
    assert await server.client.services.badges.badges_of(server.ada.id) == [], "no task was solved"
    board = answer(await server.ada.click(message, label="Play level 1"))
    assert not board.ephemeral
    assert (await stored(server)).level == 1
    assert "Pyrga #1" in texts(board)[0]


async def test_no_game_starts_with_a_level_that_does_not_exist(server: Server) -> None:
    message = answer(await server.ada.slash(server.channel, "pyrga help"))
    for level in ("0", "9", "x"):
        (refused,) = await server.press_unoffered((server.ada, message, f"computer:{level}"))
        assert said(refused) == "This button no longer works. See /pyrga help."


async def test_the_computer_leaves_no_timer_behind_that_would_keep_the_demo_waiting(server: Server) -> None:
    await begin(server)
    await server.ada.click(await server.board(), label="Hint")
    # simcord waits for every timer that's due before its patience ends; the solver idles for much longer.
    async with asyncio.timeout(20):
        await server.env.settle(timeout=3600)


async def test_while_the_computer_thinks_the_board_says_so_and_offers_no_moves(server: Server) -> None:
    board = await begin(server)
    assert labels(board) == ["Hint", "Cancel game", "More…"]
    await server.play(board, "Sb2")
    *_, thinking = [str(sent["data"]) for sent in server.answers() if sent["type"] == 7]
    assert r"**Computer, level\xa01** (Black) is thinking…" in thinking
    assert texts(board)[0].startswith("### Pyrga #1 · move 2")
    assert texts(board)[-1].startswith(f"{server.ada.mention} (White) to play")
    assert server.pinged() == []


@pytest.mark.default
async def test_the_computer_begins_if_it_has_white(server: Server) -> None:
    board = await begin(server, color="black")
    assert "Pyrga #1 · move 1" in texts(board)[0]
    assert f"{server.ada.mention} (Black) to play" in texts(board)[-1]


async def test_of_two_processes_one_plays_and_neither_before_its_pause_is_over(server: Server) -> None:
    await begin(server)
    game = await acts.play(server.client.services.games, 1, revision=0, text="Sb2", player_id=server.ada.id)
    services = server.client.services
    pausing = ComputerTurns(services.games, services.daily_games, services.computer, pause=3600)
    other = ComputerTurns(services.games, services.daily_games, services.computer, pause=0)

    async def show(game: Game) -> None:
        await announce(server.client, game)

    pausing.begin(game, show, show)
    await thought_through(server)
    assert (await stored(server)).position.ply == 1
    await pausing.stop()
    let_computer_play(server.client, game)
    other.begin(game, show, show)
    await thought_through(server)
    assert (await stored(server)).position.ply == 2


async def test_what_the_computer_does_in_its_turn_is_not_logged_under_the_click_before(
    server: Server,
) -> None:
    await begin(server)
    game = await acts.play(server.client.services.games, 1, revision=0, text="Sb2", player_id=server.ada.id)
    logged_under: list[dict[str, Any]] = []

    async def show(_: Game) -> None:
        logged_under.append(get_contextvars())

    with bound_contextvars(interaction=1):
        server.client.services.computer_turns.begin(game, show, show)
    await thought_through(server)
    assert logged_under == [{}]


async def restart_with_solver(server: Server) -> None:
    """Have another process take over whose solver is already running, and take the computer's turns."""
    old = server.client
    server.client = create_client(server.settings, clock=server.clock, pause=0, shards=ONE_SHARD)
    # While a client starts, simcord waits five seconds for it, which may be less than the process needs.
    await server.client.services.computer.choose(Position.start(), 0, Level.ONE)
    await server.env.restart_bot(server.client)
    await old.close()
    await moved(server.client)


async def test_a_game_continues_after_a_restart_on_the_computers_turn(server: Server) -> None:
    board = await begin(server)
    await acts.play(server.client.services.games, 1, revision=0, text="Sb2", player_id=server.ada.id)
    assert "· start" in texts(board)[0]
    await restart_with_solver(server)
    assert (await stored(server)).position.ply == 2
    assert "move 2" in texts(board)[0]


@contextmanager
def murderer() -> Iterator[list[int]]:
    """Have each of the solver's processes killed as soon as it has started; yield the ids of the victims."""
    victims, start = list[int](), asyncio.create_subprocess_exec

    async def start_and_kill(*command: str, **options: Any) -> Process:
        process = await start(*command, **options)
        process.kill()
        victims.append(process.pid)
        return process

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(asyncio, "create_subprocess_exec", start_and_kill)
        yield victims


async def test_if_the_solver_keeps_dying_the_board_says_so_until_it_is_back(server: Server) -> None:
    board = await begin(server)
    with murderer() as victims:
        await server.play(board, "Sb2")
        assert texts(board)[-1] == STALLED
        assert len(victims) == 3
        await server.env.advance_time(20)
        assert texts(board)[-1] == STALLED
    assert (await stored(server)).position.ply == 1
    await server.env.advance_time(20)
    assert (await stored(server)).position.ply == 2
    assert "to play" in texts(board)[-1]


@cells("there's no solver", COMPUTER)
async def test_if_there_is_no_solver_the_board_says_so_until_it_is_back(server: Server) -> None:
    board, with_computer = await begin(server), server.settings
    await acts.play(server.client.services.games, 1, revision=0, text="Sb2", player_id=server.ada.id)
    server.settings = replace(with_computer, solver_megabytes=0)
    await server.restart()
    await server.env.advance_time(20)
    assert texts(board)[-1] == STALLED
    refused = said(await server.ada.slash(server.channel, "pyrga play"))
    assert refused.startswith("The computer isn't available on this host.")
    panel = await take_back(server, board)
    await server.ada.click(panel, label="Take back")
    assert "Pyrga #1 · start" in texts(board)[0]
    assert not (await stored(server)).stalled
    await server.play(board, "Sb2")
    assert texts(board)[-1] == STALLED
    server.settings = with_computer
    await restart_with_solver(server)
    assert (await stored(server)).position.ply == 2
    assert "to play" in texts(board)[-1]


async def test_resigning_while_the_computer_thinks_ends_the_game(server: Server) -> None:
    board = await begin(server)
    panel = answer(await server.ada.slash(server.channel, "pyrga resign"))
    assert texts(panel) == ["Resign game #1? **Computer, level 1** will win."]
    thought = await acts.play(
        server.client.services.games, 1, revision=0, text="Sb2", player_id=server.ada.id
    )
    await server.ada.click(panel, label="Resign")
    let_computer_play(server.client, thought)
    await thought_through(server)
    game = await stored(server)
    assert game.outcome is not None
    assert (game.outcome.reason, game.position.ply) == (Reason.RESIGNATION, 1)
    assert "**Computer, level 1 wins: Ada resigned**" in texts(board)[-1]


async def take_back(server: Server, board: simcord.ResponseMessage) -> simcord.ResponseMessage:
    """Have Ada press *Take back*; return the panel."""
    panel = answer(await server.ada.click(board, label="More…"))
    await server.ada.click(panel, label="Take back")
    return panel


async def test_after_one_warning_moves_are_taken_back_without_asking_the_computer(server: Server) -> None:
    board = await begin(server)
    await server.play(board, "Sb2")
    panel = await take_back(server, board)
    assert texts(panel) == ["With a takeback, a win won't count as beating level 1."]
    await server.ada.click(panel, label="Cancel")
    assert texts(panel) == ["OK, the game continues."]
    game = await stored(server)
    assert (game.position.ply, game.is_unaided) == (2, True)
    panel = await take_back(server, board)
    await server.ada.click(panel, label="Take back")
    for _ in range(2):
        assert "Move taken back." in texts(panel)[0]
        assert "Pyrga #1 · start" in texts(board)[0]
        await server.play(board, "Sb2")
        panel = await take_back(server, board)


async def test_a_rematch_with_the_computer_begins_immediately_with_the_colors_swapped(server: Server) -> None:
    board = await begin(server, ruleset="classic")
    panel = answer(await server.ada.slash(server.channel, "pyrga resign"))
    await server.ada.click(panel, label="Resign")
    begun = said(await server.ada.click(board, label="Rematch"))
    assert begun.startswith("Your game with **Computer, level 1** has started: [open the board](")
    newer = server.newest()
    assert str(newer.id) in begun
    game = await stored(server, 2)
    assert (game.black.id, game.level, game.ruleset.value) == (server.ada.id, 1, "classic")
    assert f"{server.ada.mention} (Black) to play" in texts(newer)[-1]
    again = said(await server.ada.click(board, label="Rematch"))
    assert again.startswith("Your next game has already started: [game #2](")


async def beaten(server: Server, level: int) -> simcord.ResponseMessage:
    """Have Ada, as White, beat a level, which resigns; returns the board."""
    board = await begin(server, level=level, ruleset="classic")
    await acts.resign(server.client.services.games, 1, player_id=level)
    await server.env.advance_time(30)
    return board


@pytest.mark.default
async def test_after_a_win_the_result_leads_to_the_next_level(server: Server) -> None:
    board = await beaten(server, 4)
    assert texts(board)[-1].splitlines()[1] == "Level 4 beaten. Next: level 5"
    assert labels(board) == ["Play level 5", "Rematch", "Review", "Replay", "Share", "More…"]
    assert said(await server.blaise.click(board, label="Play level 5")) == (
        "This is **Ada**'s game. Start your own with /pyrga play."
    )
    (button, *_rest) = offered(board)
    click = (server.ada, board, button["custom_id"])
    already, started = sorted(map(said, await server.press(click, click)), reverse=True)
    assert started.startswith("Your game with **Computer, level 5** has started: [open the board](")
    assert already.startswith("Your next game has already started: [game #2](")
    game = await stored(server, 2)
    assert (game.level, game.black.id, game.ruleset.value) == (5, server.ada.id, "classic")
    queries = server.client.services.game_queries
    assert len(await queries.running(server.guild.id, player_id=server.ada.id, limit=9)) == 1


async def test_a_win_with_help_is_marked_as_such(server: Server) -> None:
    board = await begin(server)
    await server.client.services.games.change(1, lambda game, _: give_hint(game, 0, player_id=server.ada.id))
    await acts.resign(server.client.services.games, 1, player_id=1)
    await server.env.advance_time(30)
    told = "Level 1 beaten with help, so it doesn't count on the ladder. Next: level 2"
    assert texts(board)[-1].splitlines()[1] == told
    assert labels(board)[0] == "Play level 2"


async def test_there_is_no_level_above_the_highest(server: Server) -> None:
    board = await beaten(server, 8)
    assert "Level 8 beaten. There's no higher level." in texts(board)[-1]
    assert labels(board) == ["Rematch", "Review", "Replay", "Share", "More…"]


async def lost(server: Server, level: int) -> simcord.ResponseMessage:
    """Have Ada resign a game against a level; returns the board."""
    board = await begin(server, level=level)
    panel = answer(await server.ada.slash(server.channel, "pyrga resign"))
    await server.ada.click(panel, label="Resign")
    return board


async def test_after_a_loss_the_result_leads_to_the_level_below(server: Server) -> None:
    board = await lost(server, 3)
    assert texts(board)[-1].splitlines()[1] == (
        "**Review** shows you where the game turned. Or try level 2 first."
    )
    assert labels(board) == ["Play level 2", "Rematch", "Review", "Replay", "Share", "More…"]
    begun = said(await server.ada.click(board, label="Play level 2"))
    assert begun.startswith("Your game with **Computer, level 2** has started: [open the board](")


async def test_after_a_loss_to_the_lowest_level_the_result_leads_to_the_lesson(server: Server) -> None:
    board = await lost(server, 1)
    assert texts(board)[-1].splitlines()[1] == (
        "**Hint** helps you during a game, and the **Lesson** takes five minutes."
    )
    assert labels(board) == ["Lesson", "Rematch", "Review", "Replay", "Share", "More…"]
    lesson = answer(await server.ada.click(board, label="Lesson"))
    assert lesson.ephemeral
    assert texts(lesson)[0].startswith("### 1 of ")
    (forged,) = await server.press_unoffered((server.ada, board, "next-level:1"))
    assert said(forged) == "The game has moved on. Check the board and try again."


async def test_without_a_solver_neither_a_rematch_nor_a_next_level_starts(server: Server) -> None:
    board = await beaten(server, 1)
    server.settings = replace(server.settings, solver_megabytes=0)
    await server.restart()
    for label in ("Play level 2", "Rematch"):
        refused = said(await server.ada.click(board, label=label))
        assert refused.startswith("The computer isn't available on this host.")


@pytest.mark.default
async def test_a_level_is_chosen_from_a_menu_that_says_what_it_is_like(server: Server) -> None:
    itself = UserHandle(server.env, server.env.backend.bot_user)
    result = await server.ada.slash(
        server.channel, "pyrga challenge", opponent=itself, ruleset="pilotis", color="white"
    )
    panel = answer(result)
    assert panel.ephemeral
    assert texts(panel) == ["### Play the computer\nIt has eight levels. The game starts right away."]
    (menu,) = selects(panel)
    described = [(option["value"], option["label"], option["description"]) for option in menu["options"]]
    assert described[0] == (
        "level:1:pilotis:white",
        "1 · Newcomer",
        "Just learned the rules. A good first opponent",
    )
    assert [value for value, _, _ in described] == [f"level:{level.value}:pilotis:white" for level in Level]
    board = answer(await server.choose(server.ada, panel, "level:1:pilotis:white"))
    assert not board.ephemeral
    game = await stored(server)
    assert (game.level, game.white.id, game.ruleset.value) == (1, server.ada.id, "pilotis")
    (forged,) = [await server.choose_unoffered(server.ada, panel, menu["custom_id"], "level:9:pilotis:white")]
    assert said(forged) == "This button no longer works. See /pyrga help."


async def test_the_ladder_and_a_finished_game_have_the_menu_of_levels(server: Server) -> None:
    board = await beaten(server, 1)
    panel = answer(await server.blaise.click(board, label="More…"))
    assert selects(panel) == []
    panel = answer(await server.ada.click(board, label="More…"))
    (menu,) = selects(panel)
    assert menu["options"][0]["value"] == "level:1:classic:black"
    panel = answer(await server.chiyo.slash(server.channel, "pyrga leaderboard"))
    await server.chiyo.click(panel, label="Computer")
    await server.choose(server.chiyo, panel, "level:2::random")
    assert (await stored(server, 2)).level == 2


async def test_without_a_level_the_next_one_is_played_and_the_ladder_shows_it(server: Server) -> None:
    board = answer(await server.ada.slash(server.channel, "pyrga play", color="white"))
    assert "Computer, level 1 (Black)." in alt_text(board)
    games = server.client.services.games
    game = await games.get(1)
    for _ in range(FEWEST_COUNTED_PLIES):
        move = str(game.position.legal_moves[0])
        game = await acts.move(games, game, move)
    await acts.resign(games, 1, player_id=1)
    again = answer(await server.ada.slash(server.channel, "pyrga play"))
    assert "Computer, level 2" in alt_text(again)

    panel = answer(await server.chiyo.slash(server.channel, "pyrga leaderboard"))
    await server.chiyo.click(panel, label="Computer")
    assert alt_text(panel).split("; ") == [
        "Against the computer (Without hints or takebacks)",
        "1. Ada · 1 · Newcomer, 1 win",
    ]
    await server.chiyo.click(panel, label="People")
    assert "No one here has played a rated game in the last 90 days" in texts(panel)[0]


async def test_the_computer_plays_by_the_rules_that_the_server_chose(
    server: Server, manager: simcord.MemberActor
) -> None:
    await server.change_setting(manager, "setting:server:ruleset", "pilotis")
    await begin(server)
    assert (await stored(server)).ruleset.value == "pilotis"


async def test_a_fourth_game_with_the_computer_is_refused(server: Server) -> None:
    boards = [await begin(server) for _ in range(3)]
    channel = f"https://discord.com/channels/{server.guild.id}/{server.channel.id}"
    links = [f"[#{number}]({channel}/{board.id})" for number, board in enumerate(boards, start=1)]
    result = await server.ada.slash(server.channel, "pyrga play")
    assert said(result) == (
        f"You already have 3 games against the computer here: {', '.join(reversed(links))}. Finish or resign "
        "one first."
    )


async def test_a_game_whose_board_cannot_be_posted_is_removed(server: Server) -> None:
    server.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035, times=2)
    result = await server.ada.slash(server.channel, "pyrga play", level=1)
    assert "Discord doesn't let me do that here right now." in said(result)
    queries = server.client.services.game_queries
    assert await queries.running(server.guild.id, player_id=server.ada.id, limit=9) == []
