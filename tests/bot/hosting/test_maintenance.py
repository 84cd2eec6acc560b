"""The commands that correct what's computed from the games, and those for a person's data."""

import json

from sqlalchemy import insert

from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.tables import ladder_rungs, ratings
from bot.store.settings.players import remember_player
from bot.store.standings import openings
from bot.store.standings.openings import OpeningRow
from bot.use_cases.standings.badges import give
from bot.values.badges import Badge
from bot.values.glicko import NEW
from tests.bot.clocks import StandingClock
from tests.bot.hosting.conftest import Pyrga


async def test_what_follows_from_games_is_recomputed(settings: Settings, pyrga: Pyrga) -> None:
    now, database = StandingClock().now(), Database(settings.database())
    rung = {"pool": 10, "player_id": 107, "level": 8, "wins": 1, "first_won_at": now}
    rating = {"pool": 0, "ruleset": "pyrga", "player_id": 107, **NEW._asdict()}
    async with database.writing() as connection:
        await remember_player(connection, 107, "Ada", now)
        await connection.execute(insert(ladder_rungs).values(rung))
        await connection.execute(insert(ratings).values(**rating, games=1, streak=1, rated_at=now))
        await give(connection, 107, {Badge.PUZZLE_WEEK, Badge.LESSON}, now)
        await openings.add(connection, [OpeningRow(0, "p", "a", 1, 1, 0)])
    await database.close()
    for wrong in (1, 0):
        said = f"Rows corrected: 0 in the records, {wrong} in the ladder\n"
        assert await pyrga("standings", "recompute") == (0, said, "")
        for counted in ("ratings", "badges", "openings"):
            assert await pyrga(counted, "recompute") == (0, f"Rows corrected: {wrong}\n", "")


async def test_the_host_exports_and_deletes_someones_data_on_request(
    settings: Settings, pyrga: Pyrga
) -> None:
    database = Database(settings.database())
    async with database.writing() as connection:
        await remember_player(connection, 107, "Ада", StandingClock().now())
    await database.close()
    code, exported, errors = await pyrga("privacy", "export", "107")
    assert (code, errors) == (0, "")
    assert [row["name"] for row in json.loads(exported)["players"]] == ["Ада"]
    said = "Deleted. Games resigned: 0, challenges closed: 0.\n"
    assert await pyrga("privacy", "delete", "107") == (0, said, "")
    for command in ("export", "delete"):
        assert await pyrga("privacy", command, "107") == (1, "", "Nothing is stored about 107.\n")


async def test_nothing_is_recomputed_without_a_database(pyrga: Pyrga) -> None:
    code, output, errors = await pyrga("ratings", "recompute")
    assert (code, output) == (2, "")
    assert errors.startswith("PYRGA_DATABASE_URL: There's no database at")
