"""The computer with its real process, no matter what happens to it."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from bot.computer import Computer
from bot.computer.computer import ComputerFailedError, ComputerUnavailableError
from bot.values.errors import StillWorkingError
from engine import Color, Level, Move, Position, Value

ADA, BLAISE = 101, 102
EASY = Position.replay("pyrga", ["Tc1w", "Tb1e", "Td1w", "Cc1", "Sc1", "Tc2e"])
HARD = Position.replay("classic", ["Tb3n", "Tb4w", "Ca4", "Sa4", "Sb4"])
"""A search of several seconds doesn't find the values of all moves here, and they aren't in the book."""


# One process for all tests that leave it alive: a start takes two seconds.
pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def computer(compiled_solver: Path) -> AsyncIterator[Computer]:
    made = Computer(megabytes=16, cache_folder=compiled_solver)
    yield made
    await made.close()


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that happens on its own."""
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110 - another process sends no event
            await asyncio.sleep(0.02)


def command_line(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")


def environment_of(pid: int) -> str:
    return Path(f"/proc/{pid}/environ").read_text(encoding="utf-8")


def pid_of(computer: Computer) -> int:
    pid = computer.pid
    assert pid is not None
    return pid


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.default
async def test_a_position_is_solved_with_all_its_moves(computer: Computer) -> None:
    solution = await computer.solve(EASY, ADA)
    assert solution.value is Value.WIN
    assert {str(move): str(value) for move, value in solution.moves.items()} == {
        "Sd2": "win",
        "Td2n": "win",
        "Td2s": "win",
        "Td2w": "draw",
        "Cd2": "win",
    }
    assert solution.line[0] == solution.best
    assert (await computer.solve(EASY, ADA, line=False)).line == ()


@pytest.mark.default
async def test_a_position_is_decided_as_best_play_ends_it(computer: Computer) -> None:
    won, drawn = await computer.decide(EASY), await computer.decide(EASY.play(Move.parse("Td2w")))
    assert won is not None
    assert (won.winner, won.moves, len(won.line)) == (Color.WHITE, 7, 7)
    assert drawn is not None
    assert (drawn.winner, drawn.moves, len(drawn.line) > 0) == (None, None, True)
    lost = EASY.play(Move.parse("Sd2"))
    assert (await computer.solve(lost, ADA)).value is Value.LOSS
    decided = await computer.decide(lost)
    assert decided is not None
    assert decided.winner is Color.WHITE


async def test_a_position_that_takes_too_long_is_not_decided_and_keeps_no_one_waiting(
    computer: Computer,
) -> None:
    assert await computer.decide(HARD, seconds=0.05) is None
    deciding = asyncio.create_task(computer.decide(HARD, seconds=5))
    await asyncio.sleep(0.1)
    assert await computer.choose(EASY, ADA, Level.ONE) in EASY.legal_moves
    assert not deciding.done()
    await deciding


@pytest.mark.default
async def test_every_level_chooses_a_legal_move(computer: Computer) -> None:
    for level in Level:
        assert await computer.choose(EASY, ADA, level) in EASY.legal_moves


@pytest.mark.default
async def test_one_process_serves_everyone(computer: Computer) -> None:
    await computer.choose(EASY, ADA, Level.ONE)
    first = pid_of(computer)
    await computer.choose(EASY, BLAISE, Level.ONE)
    assert computer.pid == first


async def test_the_process_gets_the_table_size_and_folder_of_the_settings_and_has_low_priority(
    computer: Computer, compiled_solver: Path
) -> None:
    await computer.choose(EASY, ADA, Level.ONE)
    words = command_line(pid_of(computer))
    assert words[words.index("--megabytes") + 1] == "16"
    assert words[words.index("--cache") + 1] == str(compiled_solver)
    assert os.getpriority(os.PRIO_PROCESS, pid_of(computer)) > os.getpriority(os.PRIO_PROCESS, 0)


async def test_a_request_survives_if_the_process_is_killed_halfway(computer: Computer) -> None:
    await computer.choose(EASY, ADA, Level.ONE)
    killed = pid_of(computer)
    asked = asyncio.create_task(computer.solve(HARD, ADA, seconds=1.5))
    await asyncio.sleep(0.3)
    os.kill(killed, signal.SIGKILL)
    solution = await asked
    assert solution.best in HARD.legal_moves
    assert computer.pid not in {None, killed}


async def test_a_process_that_has_died_is_replaced(computer: Computer) -> None:
    await computer.choose(EASY, ADA, Level.ONE)
    os.kill(pid_of(computer), signal.SIGKILL)
    await until(lambda: computer.pid is None)
    assert (await computer.solve(EASY, ADA)).value is Value.WIN


async def test_an_idle_process_ends_and_the_next_request_starts_another(compiled_solver: Path) -> None:
    computer = Computer(megabytes=16, cache_folder=compiled_solver, idle=0.5)
    assert computer.pid is None
    await computer.choose(EASY, ADA, Level.ONE)
    idle = pid_of(computer)
    await until(lambda: computer.pid is None)
    assert is_gone(idle)
    assert (await computer.solve(EASY, ADA)).value is Value.WIN
    await computer.close()


async def test_a_request_that_is_given_up_leaves_no_answer_to_the_next(computer: Computer) -> None:
    await computer.choose(EASY, ADA, Level.ONE)
    asked = asyncio.create_task(computer.solve(HARD, ADA, seconds=60))
    await asyncio.sleep(0.1)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert (await computer.solve(EASY, ADA)).value is Value.WIN


async def test_a_long_search_makes_way_for_another_persons_request(computer: Computer) -> None:
    ended: list[int] = []

    async def ask(player_id: int, answer: Awaitable[object]) -> None:
        await answer
        ended.append(player_id)

    long = asyncio.create_task(ask(ADA, computer.solve(HARD, ADA, seconds=2.5)))
    await asyncio.sleep(0.1)
    await ask(BLAISE, computer.choose(EASY, BLAISE, Level.ONE))
    await long
    assert ended == [BLAISE, ADA]


@pytest.mark.default
async def test_a_player_with_too_many_requests_is_refused(computer: Computer) -> None:
    answers = await asyncio.gather(
        *(computer.choose(EASY, ADA, Level.ONE) for _ in range(6)), return_exceptions=True
    )
    assert [isinstance(answer, StillWorkingError) for answer in answers] == [False] * 4 + [True] * 2
    assert await computer.choose(EASY, ADA, Level.ONE) in EASY.legal_moves


async def test_a_computer_whose_process_keeps_dying_gives_up(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    (tmp_path / "file").touch()
    computer = Computer(megabytes=1, cache_folder=tmp_path / "file")
    with pytest.raises(ComputerFailedError):
        await computer.choose(EASY, ADA, Level.ONE)
    await computer.close()


async def test_a_closed_computer_starts_no_more_processes(compiled_solver: Path) -> None:
    computer = Computer(megabytes=16, cache_folder=compiled_solver)
    await computer.choose(EASY, ADA, Level.ONE)
    ended = pid_of(computer)
    await computer.close()
    assert is_gone(ended)
    with pytest.raises(ComputerFailedError):
        await computer.choose(EASY, ADA, Level.ONE)
    await computer.warm()
    assert computer.pid is None


async def test_warming_fills_the_folder_without_keeping_anyone_waiting(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    computer = Computer(megabytes=16, cache_folder=tmp_path / "new")
    await computer.warm()
    await until((tmp_path / "new").exists)
    await computer.close()


@pytest.mark.parametrize(("megabytes", "missing"), [(16, "numba"), (16, "numpy"), (0, "nothing")])
async def test_a_host_without_the_requirements_has_no_computer(
    tmp_path: Path, megabytes: int, missing: str
) -> None:
    computer = Computer(
        megabytes=megabytes,
        cache_folder=tmp_path / "solver",
        find=lambda name: None if name == missing else sys.__spec__,
    )
    assert not computer.available
    with pytest.raises(ComputerUnavailableError):
        await computer.solve(EASY, ADA)
    with pytest.raises(ComputerUnavailableError):
        await computer.choose(EASY, ADA, Level.ONE)
    with capture_logs() as logged:
        await computer.warm()
    assert [line["event"] for line in logged] == ["there's no computer to play here, and no hints or reviews"]
    await computer.close()
    assert not (tmp_path / "solver").exists()


async def test_without_numba_the_bot_starts_and_knows_that_it_has_no_computer(tmp_path: Path) -> None:
    program = """
import sys
from importlib.machinery import PathFinder
find_spec = PathFinder.find_spec
PathFinder.find_spec = lambda name, *rest: None if name in ("numba", "numpy") else find_spec(name, *rest)
from bot.app import create_client
from bot.settings import Settings
print(create_client(Settings(database_url=sys.argv[1])).services.computer.available)
"""
    url = f"sqlite:///{tmp_path / 'pyrga.db'}"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program, url), stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    assert printed.decode().strip() == "False"


async def test_the_process_gets_no_secrets(compiled_solver: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-token.of-somebody")
    monkeypatch.setenv("PYRGA_DATABASE_URL", "postgresql://pyrga:password@localhost/pyrga")
    computer = Computer(megabytes=16, cache_folder=compiled_solver)
    await computer.choose(EASY, ADA, Level(1))
    environment = environment_of(pid_of(computer))
    await computer.close()
    assert "PATH=" in environment
    assert not [word for word in ("token", "password") if word in environment]
