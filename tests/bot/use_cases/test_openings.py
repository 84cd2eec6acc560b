"""Counts of opening moves, which are updated whenever a game ends, on both databases."""

from datetime import timedelta

import pytest
from sqlalchemy import delete, func, insert, select, update

from bot.store.connections.database import Database
from bot.store.schema.tables import EVERYWHERE, opening_moves
from bot.use_cases.privacy import KEPT, RemovedServers
from bot.use_cases.standings.openings import NEVER, PLIES, MoveRecord, OpeningMove, Openings, recompute
from bot.values.game.game import BY_LOT, FEWEST_COUNTED_PLIES, Game
from bot.values.players import Place, Player
from engine import Move, Position, Start
from tests.bot.statements import counted
from tests.bot.use_cases.clocked import ADA, BLAISE, HERE, OUTSIDE, THERE, Clocked, stay_in

pytestmark = pytest.mark.quick

GUILD, OTHER_GUILD = 10, 11
START = Position.start()


async def played(clocked: Clocked, moves: str, *, place: Place = HERE, loser: Player = BLAISE) -> Game:
    """Return a game where Ada has White and someone resigns after these moves, and enough others."""
    game = await clocked.move(await clocked.agree(place=place), moves)
    game = await clocked.play(game, FEWEST_COUNTED_PLIES - game.position.ply)
    return await clocked.resign(game, loser)


async def wrong(database: Database) -> int:
    """Return how many rows a recomputation corrects."""
    async with database.writing() as connection:
        return await recompute(connection)


async def row_count(database: Database, pool: int) -> int:
    async with database.reading() as connection:
        found = select(func.count()).select_from(opening_moves).where(opening_moves.c.pool == pool)
        return int(await connection.scalar(found) or 0)


async def moves_of(
    clocked: Clocked, position: Position = START, guild_id: int | None = GUILD
) -> list[OpeningMove]:
    return await Openings(clocked.database).moves(position, guild_id)


def of(moves: list[OpeningMove], text: str) -> OpeningMove:
    """Return the entry that a move belongs to."""
    return next(each for each in moves if Move.parse(text) in each.moves)


async def test_symmetric_moves_count_together(clocked: Clocked) -> None:
    await played(clocked, "Sa1 Tb1n")
    await played(clocked, "Sd4 Td3w", loser=ADA)
    start = await moves_of(clocked)
    assert sum(len(each.moves) for each in start) == 80
    assert len(start) < 20
    assert [str(move) for move in of(start, "Sa1").moves] == ["Sa1", "Sd1", "Sa4", "Sd4"]
    assert of(start, "Sd1").here == of(start, "Sd1").everywhere == MoveRecord(games=2, wins=1)
    assert of(start, "Sd1").here.score == 0.5
    assert of(start, "Sb2").everywhere == NEVER
    replies = await moves_of(clocked, Position.replay("pyrga", ["Sa4"]))
    assert of(replies, "Tb4s").moves == (Move.parse("Ta3e"), Move.parse("Tb4s"))
    assert of(replies, "Ta3e").here == MoveRecord(games=2, wins=1)


async def test_every_server_has_its_own_counts_and_they_add_up(clocked: Clocked) -> None:
    for place in (HERE, THERE, OUTSIDE):
        await played(clocked, "Sa1 Tb1n", place=place)
    for guild_id, here in ((GUILD, 1), (OTHER_GUILD, 1), (999, 0), (None, 0)):
        corner = of(await moves_of(clocked, guild_id=guild_id), "Sa1")
        assert (corner.here.games, corner.everywhere.games) == (here, 3)


async def test_only_the_first_moves_count(clocked: Clocked) -> None:
    game = await played(clocked, "Tb2e Cc2 Tc2w Sb2 Tb3e Cc3 Tc3s Cc1")
    position = START
    for ply, move in enumerate(game.moves):
        chosen = of(await moves_of(clocked, position), move.text)
        assert chosen.here.games == int(ply < PLIES)
        position = position.play(Move.parse(move.text))


async def test_a_random_first_move_is_not_counted_but_the_reply_is(clocked: Clocked) -> None:
    game = await clocked.agree(start=Start.BALANCED)
    assert game.moves[0].revision == BY_LOT
    game = await clocked.play(game, FEWEST_COUNTED_PLIES - 1)
    await clocked.resign(game, ADA)
    assert all(each.everywhere == NEVER for each in await moves_of(clocked))
    after = Position.replay("pyrga", [game.moves[0].text])
    assert of(await moves_of(clocked, after), game.moves[1].text).here == MoveRecord(games=1, wins=1)


async def test_an_annulled_game_is_taken_out_again(clocked: Clocked) -> None:
    kept = await played(clocked, "Sa1 Tb1n")
    game = await played(clocked, "Sa1 Ta2e")
    await clocked.annul(game)
    assert of(await moves_of(clocked), "Sa1").here == MoveRecord(games=1, wins=1)
    assert await row_count(clocked.database, GUILD) == 4
    assert await wrong(clocked.database) == 0
    await clocked.annul(kept)
    assert await row_count(clocked.database, EVERYWHERE) == 0


async def test_damaged_rows_are_corrected_and_counted(clocked: Clocked) -> None:
    await played(clocked, "Sa1 Tb1n Cb2")
    before = await moves_of(clocked)
    async with clocked.database.writing() as connection:
        here = opening_moves.c.pool == GUILD
        await connection.execute(update(opening_moves).where(here).values(wins=7))
        await connection.execute(delete(opening_moves).where(opening_moves.c.pool == EVERYWHERE))
        extra = {"pool": 999, "position": "p", "move": "a", "games": 1, "wins": 0, "draws": 0}
        await connection.execute(insert(opening_moves).values(extra))
    assert await moves_of(clocked) != before
    assert await wrong(clocked.database) == 4 + 4 + 1
    assert await moves_of(clocked) == before
    assert await wrong(clocked.database) == 0


async def test_the_counts_of_a_server_that_removed_the_bot_are_deleted_but_the_totals_stay(
    clocked: Clocked,
) -> None:
    await played(clocked, "Sa1 Tb1n")
    await played(clocked, "Sa1 Tb1n", place=THERE)
    removed = RemovedServers(clocked.database, clocked.clock)
    await stay_in(removed, OTHER_GUILD)
    assert await row_count(clocked.database, GUILD) == 4
    clocked.clock.move(KEPT + timedelta(days=1))
    await stay_in(removed, OTHER_GUILD)
    assert await row_count(clocked.database, GUILD) == 0
    assert await row_count(clocked.database, OTHER_GUILD) == 4
    assert of(await moves_of(clocked, guild_id=None), "Sa1").everywhere.games == 2
    assert await wrong(clocked.database) == 0


async def test_the_end_of_a_game_updates_all_counts_in_one_statement(
    clocked: Clocked, request: pytest.FixtureRequest
) -> None:
    if "postgresql" in request.node.name:
        pytest.skip("statements are counted on SQLite")
    with counted() as traffic:
        await played(clocked, "Sa1 Tb1n Cb2")
    assert len([each for each in traffic.statements if "opening_moves" in each]) == 1
    assert await row_count(clocked.database, GUILD) == 4
