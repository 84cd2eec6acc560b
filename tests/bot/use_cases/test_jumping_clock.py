"""A system clock that jumps neither costs nor gives anyone time, on real databases."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.store.clocks.vital_signs import INTERVAL
from bot.store.connections.database import Database
from bot.store.schema.tables import due_times
from bot.values.clocks import DueKind
from bot.values.game.game import Game
from tests.bot.clocks import Machine
from tests.bot.use_cases.clocked import ADA, DAY, HOUR, MINUTE, Clocked, until

pytestmark = pytest.mark.quick

SECOND = timedelta(seconds=1)
YEAR = 365 * DAY


class Jumping(Clocked):
    """The use cases on a machine whose clock jumps. The database may be on another machine."""

    def __init__(self, database: Database, machine: Machine) -> None:
        super().__init__(database, machine.steady)
        self.machine = machine

    async def pass_time(self, span: timedelta) -> None:
        """Let time pass while the bot is up."""
        for _ in range(span // INTERVAL):
            self.machine.live(INTERVAL)
            await self.downtime.beat()
        self.machine.live(span % INTERVAL)

    async def left(self, game: Game) -> timedelta:
        """Return how much time the player to move has left."""
        return until(await self.games.get(game.number)) - self.now


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
async def jumping(database: Database, machine: Machine) -> Jumping:
    bot = Jumping(database, machine)
    await bot.downtime.beat()
    return bot


def about(span: timedelta) -> object:
    """Return about this span: with a database on another machine, some real time passes."""
    return pytest.approx(span.total_seconds(), abs=20)


async def left(bot: Jumping, game: Game) -> float:
    """Return how many seconds the player to move has left. That's never more than the time per move."""
    seconds = (await bot.left(game)).total_seconds()
    assert seconds <= (game.move_seconds or 0) + 0.001
    return seconds


@pytest.mark.parametrize("jump", [YEAR, -YEAR, 40 * SECOND, -40 * SECOND, 2 * HOUR])
async def test_a_clock_that_jumps_forward_and_back_changes_no_deadline(
    jumping: Jumping, machine: Machine, jump: timedelta
) -> None:
    game = await jumping.begin(5 * MINUTE)
    machine.system.move(jump)
    assert await left(jumping, game) == about(5 * MINUTE)
    await jumping.downtime.beat()
    assert await left(jumping, game) == about(5 * MINUTE)
    assert await jumping.overdue() == []
    await jumping.pass_time(18 * SECOND)
    machine.system.move(-jump)
    await jumping.downtime.beat()
    assert 4 * MINUTE < await jumping.left(game) <= 5 * MINUTE
    assert await jumping.overdue() == []
    assert (await jumping.play(game)).outcome is None


async def test_a_move_while_the_clock_is_behind_costs_the_opponent_nothing(
    database: Database, machine: Machine
) -> None:
    machine.system.move(-400 * DAY)
    machine.start()
    jumping = Jumping(database, machine)
    await jumping.downtime.beat()
    game = await jumping.play(await jumping.begin(5 * MINUTE))
    machine.system.move(400 * DAY)
    await jumping.downtime.beat()
    assert await left(jumping, game) == about(5 * MINUTE)
    assert await jumping.overdue() == []
    assert (await jumping.play(game)).outcome is None


async def test_a_move_right_after_a_jump_gets_its_full_time(jumping: Jumping, machine: Machine) -> None:
    game = await jumping.begin(5 * MINUTE)
    machine.system.move(YEAR)
    played = await jumping.play(game)
    assert await left(jumping, played) == about(5 * MINUTE)
    await jumping.downtime.beat()
    assert await left(jumping, played) == about(5 * MINUTE)


async def test_notifications_come_on_time_after_the_clock_was_set_back(
    jumping: Jumping, machine: Machine
) -> None:
    await jumping.play(await jumping.begin(HOUR))
    machine.system.move(-YEAR)
    await jumping.downtime.beat()
    waits = await jumping.due_times.wait(DAY)
    assert waits <= 10 * MINUTE


@pytest.mark.parametrize("jump", [YEAR, -YEAR])
async def test_a_clock_that_jumps_while_the_bot_is_down_leaves_everyone_their_time(
    jumping: Jumping, machine: Machine, database: Database, jump: timedelta
) -> None:
    game = await jumping.begin(5 * MINUTE)
    machine.system.move(jump)
    machine.start()
    again = Jumping(database, machine)
    await again.downtime.beat()
    assert await left(again, game) == about(5 * MINUTE)
    await again.pass_time(MINUTE)
    assert 3 * MINUTE < await again.left(game) <= 5 * MINUTE


@pytest.mark.parametrize("days", [0, 2])
async def test_no_deadline_exceeds_the_time_per_move(
    jumping: Jumping, machine: Machine, database: Database, days: int
) -> None:
    game = await jumping.begin(5 * MINUTE)
    if days:
        await jumping.vacations.start(ADA, days)
    async with database.writing() as connection:
        broken = update(due_times).where(due_times.c.kind == DueKind.DEADLINE)
        await connection.execute(broken.values(at=jumping.now + YEAR))
    machine.start()
    again = Jumping(database, machine)
    await again.downtime.beat()
    remaining = (await again.left(game)).total_seconds()
    assert remaining == about(days * DAY + 5 * MINUTE)


async def test_time_while_the_machine_was_asleep_is_given_back(jumping: Jumping, machine: Machine) -> None:
    game = await jumping.begin(5 * MINUTE)
    # No clock of a process runs meanwhile.
    machine.system.move(8 * HOUR)
    await jumping.downtime.beat()
    assert await left(jumping, game) == about(5 * MINUTE)


def test_a_steady_clock_only_jumps_when_it_is_moved(machine: Machine) -> None:
    clock, begun = machine.steady, machine.system.now()
    machine.system.move(YEAR)
    machine.live(MINUTE)
    assert clock.now() == begun + MINUTE
    clock.move(-HOUR)
    assert clock.now() == begun + MINUTE - HOUR
