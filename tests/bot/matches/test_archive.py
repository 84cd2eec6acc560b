"""The archive of moves: nothing that anyone can read changes."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from bot.matches.archive import GAMES_AT_ONCE, Archive
from bot.matches.games.queries import GameQueries
from bot.matches.privacy.exports import Exports
from bot.matches.review.histories import Histories
from bot.matches.servers.moderation import Moderation
from bot.matches.standings import badge_recomputing, openings, rerating
from bot.matches.standings.recomputing import recompute_standings
from bot.matches.values.history import HistoryFilter
from bot.matches.values.players import Player
from bot.store.archive import ArchiveError
from bot.store.connections.database import Database
from bot.store.games import games as game_rows
from bot.store.schema.tables import archived_moves, metadata, moves
from bot.store.standings import openings as opening_rows
from engine import Position, Reason, Ruleset, puzzles
from tests.bot.clocks import StandingClock
from tests.bot.matches.rated_games import GUILD, RatedGames

pytestmark = pytest.mark.thorough

PEOPLE = range(101, 107)
DAYS = 30
FINISHED, RUNNING = 60, 6
KEPT_APART = {"moves", "archived_moves", "alembic_version"}


@pytest.fixture
async def played(database: Database, clock: StandingClock) -> list[int]:
    """The numbers of finished games with random moves. A few more that follow are running."""
    chance = Random(5)
    rated = RatedGames(database, clock)
    pairs = [tuple(chance.sample(PEOPLE, 2)) for _ in range(FINISHED + RUNNING)]
    numbers = await rated.begin([(one, other) for one, other in pairs])
    async with database.writing() as connection:
        for number in numbers:
            rows = random_moves(chance, number, clock)
            await connection.execute(moves.delete().where(moves.c.game_id == number))
            if rows:
                await connection.execute(insert(moves), rows)
    for number, (one, other) in zip(numbers[:FINISHED], pairs[:FINISHED], strict=True):
        await rated.games.resign(number, chance.choice((one, other)))
        clock.move(timedelta(minutes=7))
    return numbers[:FINISHED]


def random_moves(chance: Random, number: int, clock: StandingClock) -> list[dict[str, Any]]:
    """Up to fourteen legal moves, at irregular times; every tenth game has none."""
    position, rows, played_at = Position.start(Ruleset.PYRGA), [], clock.now()
    for ply in range(0 if number % 10 == 0 else chance.randint(1, 14)):
        if position.outcome() is not None:
            break
        move = chance.choice(position.legal_moves)
        position = position.play(move)
        played_at += timedelta(microseconds=chance.randint(-5, 10**9))
        before = chance.choice((ply, ply + 3, game_rows.BY_LOT, game_rows.PLANNED))
        row = {"game_id": number, "ply": ply, "move": str(move), "revision": before}
        rows.append({**row, "played_at": played_at})
    return rows


async def archive_all(database: Database, clock: StandingClock, days: int = DAYS) -> int:
    """Archive whatever is due; return how many games are archived after that."""
    archive = Archive(database, clock, days)
    while await archive.archive_some():
        pass
    return await count(database, archived_moves)


async def count(database: Database, table: Any) -> int:
    async with database.reading() as connection:
        return await connection.scalar(select(func.count()).select_from(table)) or 0


async def read_everything(database: Database, numbers: Sequence[int]) -> list[object]:
    """What every use case that reads moves returns."""
    histories, exports = Histories(database), Exports(database)
    said: list[object] = []
    async with database.reading() as connection:
        said.append(await game_rows.fetch_several(connection, numbers))
        said += [await game_rows.finished_of(connection, None, person, 100) for person in PEOPLE]
        said.append(await opening_rows.counted_after(connection, 0, 6, ("annulled",), 1000))
    for person in PEOPLE:
        said.append(await histories.games(GUILD, person, HistoryFilter(), page=0, size=50))
        said.append(await exports.export(person))
    said += [await game_of(database, number) for number in numbers]
    return said


async def game_of(database: Database, number: int) -> object:
    async with database.reading() as connection:
        return await game_rows.fetch(connection, number)


async def recompute(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Recompute everything that follows from the games; return all rows of the database except moves."""
    async with database.writing() as connection:
        await recompute_standings(connection)
        await rerating.recompute(connection)
        await badge_recomputing.recompute(connection, puzzles())
        await openings.recompute(connection)
    return await rows_of(database)


async def rows_of(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    async with database.reading() as connection:
        return {
            table.name: [
                tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in metadata.sorted_tables
            if table.name not in KEPT_APART
        }


async def test_every_use_case_reads_the_same_before_and_after(
    database: Database, clock: StandingClock, played: list[int]
) -> None:
    computed = await recompute(database)
    assert {"records", "ratings", "badges", "opening_moves"} <= {
        name for name, rows in computed.items() if rows
    }
    said = await read_everything(database, played)
    stored = await count(database, moves)
    clock.move(timedelta(days=DAYS + 1))

    with_moves = [number for number in played if number % 10]
    assert await archive_all(database, clock) == len(with_moves) > GAMES_AT_ONCE
    async with database.reading() as connection:
        left = {*await connection.scalars(select(moves.c.game_id))}
    assert not left & {*played}
    assert 0 < await count(database, moves) < stored
    assert await read_everything(database, played) == said
    assert await recompute(database) == computed


@pytest.mark.default
async def test_only_games_that_ended_long_enough_ago_are_archived(
    database: Database, clock: StandingClock, played: list[int]
) -> None:
    assert await archive_all(database, clock) == 0
    clock.move(timedelta(days=DAYS) - timedelta(minutes=7) * (FINISHED // 2))
    some = await archive_all(database, clock)
    assert 0 < some < len(played)
    assert await archive_all(database, clock, days=0) == some
    clock.move(timedelta(days=1))
    assert await archive_all(database, clock) == sum(1 for number in played if number % 10)


@pytest.mark.usefixtures("played")
async def test_moves_that_cannot_be_read_back_are_not_deleted(
    database: Database, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = await count(database, moves)
    clock.move(timedelta(days=DAYS + 1))
    monkeypatch.setattr("bot.store.archive._pack", lambda _: "0:Sb2:0:0")
    with pytest.raises(ArchiveError):
        await archive_all(database, clock)
    assert (await count(database, moves), await count(database, archived_moves)) == (stored, 0)


@pytest.mark.usefixtures("played")
async def test_an_archived_game_can_be_annulled(database: Database, clock: StandingClock) -> None:
    clock.move(timedelta(days=DAYS + 1))
    await archive_all(database, clock)
    found = await GameQueries(database).finished(GUILD, PEOPLE[0], 25)
    game = next(one for one in found if one.moves)
    moderation = Moderation(database, clock)
    act = await moderation.propose_annulment(game, Player(PEOPLE[1], "moderator"), None)
    annulled = await moderation.annul(act)
    assert annulled.outcome is not None
    assert (annulled.outcome.reason, annulled.moves) == (Reason.ANNULLED, game.moves)


async def rows_of_moves(database: Database) -> list[tuple[Any, ...]]:
    async with database.reading() as connection:
        return [tuple(row) for row in await connection.execute(select(moves).order_by(*moves.primary_key))]
