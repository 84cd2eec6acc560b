"""One process leads those that share a database, and another one takes over when it's gone."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from contextvars import Context
from datetime import UTC, datetime
from time import monotonic

import pytest
from sqlalchemy import update

from bot.settings import Settings
from bot.store.connections import transactions
from bot.store.connections.database import Database
from bot.store.connections.transactions import LostLeaseError, check_fence
from bot.store.processes import fetch_digest, note_digest
from bot.store.schema.tables import leases
from bot.use_cases.processes import LEASE, RENEWAL, Leadership

LONGEST_TAKEOVER = 15.0
"""Maximum number of seconds without a leader."""

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)

NewProcess = Callable[[], tuple[Leadership, Database]]


@pytest.fixture
async def processes(postgresql: str) -> AsyncIterator[NewProcess]:
    """Yield what starts processes that share a database."""
    opened: list[Database] = []

    def start() -> tuple[Leadership, Database]:
        database = Database(Settings(database_url=postgresql).database())
        opened.append(database)
        return Leadership(database, lambda: False), database

    yield start
    for database in opened:
        await database.close()


async def run_out(database: Database) -> None:
    """Let the lease run out, as it does if its holder has died."""
    async with database.writing() as connection:
        await connection.execute(update(leases).values(expires_at=LONG_AGO))


async def write(database: Database, text: str) -> None:
    async with database.writing() as connection:
        await note_digest(connection, 1, text)


def test_a_takeover_comes_within_fifteen_seconds() -> None:
    assert (LEASE + RENEWAL + RENEWAL).total_seconds() < LONGEST_TAKEOVER


async def test_one_process_leads_and_renews(processes: NewProcess) -> None:
    (first, _), (second, _) = processes(), processes()
    for _ in range(3):
        await first.renew()
        await second.renew()
        assert (first.is_held, second.is_held) == (True, False)


async def test_another_process_takes_over_once_the_lease_runs_out(processes: NewProcess) -> None:
    (first, database), (second, _) = processes(), processes()
    await first.renew()
    await run_out(database)
    await second.renew()
    assert second.is_held
    await first.renew()
    assert not first.is_held


async def test_a_process_that_stops_lets_another_lead_immediately(processes: NewProcess) -> None:
    (first, _), (second, _) = processes(), processes()
    await first.renew()
    await first.release()
    assert not first.is_held
    await second.renew()
    assert second.is_held


async def test_only_one_of_many_candidates_leads(processes: NewProcess) -> None:
    leaders = [processes()[0] for _ in range(6)]
    await asyncio.gather(*(leader.renew() for leader in leaders))
    assert sum(leader.is_held for leader in leaders) == 1


async def test_a_round_waits_until_the_process_leads(processes: NewProcess) -> None:
    (first, database), (second, _) = processes(), processes()
    await first.renew()
    await second.renew()
    done = asyncio.Event()

    async def begin() -> None:
        done.set()

    waiting = asyncio.create_task(second.lead(begin))
    await asyncio.sleep(0)
    assert not done.is_set()
    await run_out(database)
    await second.renew()
    await waiting
    assert done.is_set()


async def test_a_round_is_aborted_when_the_lease_is_lost(processes: NewProcess) -> None:
    (first, database), (second, _) = processes(), processes()
    await first.renew()
    begun, given_up = asyncio.Event(), asyncio.Event()

    async def begin() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            given_up.set()

    round_ = asyncio.create_task(first.lead(begin))
    await begun.wait()
    await run_out(database)
    await second.renew()
    await first.renew()
    await round_
    assert given_up.is_set()


async def test_writes_of_an_earlier_leader_are_refused(processes: NewProcess) -> None:
    (first, database), (second, other) = processes(), processes()
    await first.renew()
    refused = asyncio.Event()

    async def write_late() -> None:
        # Paused here, as by a debugger, it doesn't notice that another process has taken over.
        await run_out(other)
        await second.renew()
        try:
            await write(database, "by the first")
        except LostLeaseError:
            refused.set()
            raise

    await first.lead(write_late)
    assert refused.is_set()
    async with other.reading_once() as connection:
        assert await fetch_digest(connection, 1) is None


async def test_no_one_takes_over_in_the_middle_of_a_leaders_transaction(processes: NewProcess) -> None:
    (first, database), (second, other) = processes(), processes()
    await first.renew()
    await run_out(other)

    async def write_slowly() -> None:
        async with database.writing() as connection:
            # In a separate task, which isn't the leader's.
            takeover = asyncio.create_task(second.renew(), context=Context())
            await asyncio.sleep(0.2)
            assert not takeover.done()
            await note_digest(connection, 1, "by the first")
        await takeover

    await first.lead(write_slowly)
    assert second.is_held
    async with other.reading_once() as connection:
        assert await fetch_digest(connection, 1) == "by the first"


async def test_a_paused_process_notices_by_its_own_clock(
    processes: NewProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    leader, _ = processes()
    await leader.renew()

    async def ask_discord() -> None:
        check_fence()
        later = monotonic() + LEASE.total_seconds()
        monkeypatch.setattr(transactions, "monotonic", lambda: later)
        with pytest.raises(LostLeaseError):
            check_fence()

    await leader.lead(ask_discord)
    assert not leader.is_held


async def test_work_that_is_not_the_leaders_needs_no_lease(processes: NewProcess) -> None:
    (first, _), (_, database) = processes(), processes()
    await first.renew()
    check_fence()
    await write(database, "by anyone")


async def test_the_only_process_of_an_sqlite_file_always_leads(settings: Settings) -> None:
    async with AsyncExitStack() as stack:
        database = Database(settings.database())
        stack.push_async_callback(database.close)
        leader = Leadership(database, lambda: False)
        done = asyncio.Event()

        async def begin() -> None:
            done.set()

        await leader.lead(begin)
        assert leader.is_held
        assert done.is_set()


async def test_a_process_that_is_cut_off_from_discord_begins_nothing(database: Database) -> None:
    is_away, begun = True, 0
    process = Leadership(database, lambda: is_away)

    async def begin() -> None:
        nonlocal begun
        begun += 1

    await process.renew()
    waiting = asyncio.create_task(process.lead(begin))
    await asyncio.sleep(0)
    assert begun == 0
    is_away = False
    await process.renew()
    await asyncio.gather(waiting, process.lead(begin))
    assert begun >= 1
    is_away = True
    await process.renew()
    assert process.is_held is not database.is_shared
