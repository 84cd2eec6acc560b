"""``pyrga verify``, on a database in which people have played with version 1.0.0."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from bot.settings import Settings
from bot.store.schema.migration import run_migrations
from tests.bot.hosting.conftest import Pyrga
from tests.bot.store.test_upgrading import restore

pytestmark = pytest.mark.thorough

ALL = "games: 38, votes: 6, cups: 5, leagues: 1, team matches: 2, game nights: 0, differences: 0\n"

DAMAGE = {
    "#1: it ends with three-towers for black, and by its moves with three-towers for white": (
        "UPDATE games SET winner = 'black' WHERE id = 1"
    ),
    "#3: it ends with count-3 for white, and by its moves with nothing": (
        "UPDATE games SET reason = 'count-3' WHERE id = 3"
    ),
    "#5: it can't be replayed: ": """UPDATE games SET moves = replace(moves, 'Ta1n', 'Sc4') WHERE id = 5""",
    "#6: it can't be replayed: ": """UPDATE games SET takebacks = '[[2,9,[["Sc4",1,0]]]]' WHERE id = 6""",
    "#7: it can't be replayed: ": "UPDATE games SET moves = 'nonsense' WHERE id = 7",
    "#37: a vote at ply 0 is for Tz9, which can't be played": (
        "UPDATE votes SET move = 'Tz9' WHERE move = 'Sb2'"
    ),
    "cup-1: game #12 ended in another way than is known here": (
        "UPDATE games SET winner = 'black' WHERE id = 12"
    ),
    "cup-1: others should have won": (
        "UPDATE cup_entrants SET medal = 3 - medal WHERE cup_id = 1 AND medal < 3"
    ),
    "cup-2: the groups of stage 1 should have other people": (
        "INSERT INTO cup_entrants (cup_id, player_id, position, joined_at, rating, provisional)"
        " SELECT 2, 105, 3, joined_at, 1500, provisional FROM cup_entrants WHERE cup_id = 2 LIMIT 1"
    ),
    "cup-4: group 1 of stage 1 should have other games": (
        "UPDATE cups SET stages = replace(stages, '[0,3,21', '[0,1,null') WHERE id = 4"
    ),
    "team-match-6: game #33 isn't between the two who should play it": (
        "UPDATE games SET white_id = 105 WHERE id = 33"
    ),
    "league-1: 104 should have another place": ("UPDATE league_members SET place = 1 WHERE player_id = 104"),
    "league-1: the divisions of its last month should have other sizes": "UPDATE leagues SET sizes = '3 1'",
}
"""What's said of a damage, and the damage."""

DECIDED = """UPDATE games SET moves = '[["Sd1",0,0]]', plies = 1 WHERE id = 37"""


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> str:
    """Have a database of each kind with the tables and everything that version 1.0.0 stored."""
    address = settings.database_url
    if request.param == "postgresql":
        address = str(request.getfixturevalue("postgresql"))
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        restore(connection)
    engine.dispose()
    request.getfixturevalue("bare_environment")
    monkeypatch.setenv("PYRGA_DATABASE_URL", address)
    return address


@pytest.fixture
def upgraded(old: str) -> str:
    """Have it upgraded to this version."""
    engine = create_engine(old.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        run_migrations(connection)
    engine.dispose()
    return old


@pytest.mark.usefixtures("upgraded")
async def test_what_an_earlier_version_has_stored_is_what_the_rules_make_of_it(pyrga: Pyrga) -> None:
    assert await pyrga("verify") == (0, ALL, "")


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize("old", ["sqlite"], indirect=True)
async def test_a_database_is_verified_by_the_version_that_it_was_last_started_with(pyrga: Pyrga) -> None:
    code, said, errors = await pyrga("verify")
    assert (code, said) == (1, "")
    assert errors.startswith("The database has version 0001 of the tables, not ")


@pytest.mark.default
@pytest.mark.parametrize("old", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("upgraded")
async def test_whatever_differs_is_named_and_nothing_else(pyrga: Pyrga, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "pyrga.db")) as connection, connection:
        for damage in DAMAGE.values():
            assert connection.execute(damage).rowcount > 0
    code, said, errors = await pyrga("verify")
    *lines, summary = said.splitlines()
    assert (code, errors) == (1, "")
    missing = [what for what in DAMAGE if not any(line.startswith(what) for line in lines)]
    extra = [line for line in lines if not any(line.startswith(what) for what in DAMAGE)]
    assert (missing, extra) == ([], [])
    assert summary == ALL.replace("differences: 0\n", f"differences: {len(DAMAGE)}")


@pytest.mark.parametrize("old", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("upgraded")
async def test_one_is_verified_by_its_name(pyrga: Pyrga, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "pyrga.db")) as connection, connection:
        connection.execute(DECIDED)
    assert await pyrga("verify", "cup-4") == (0, "cups: 1, differences: 0\n", "")
    code, said, _ = await pyrga("verify", "#37")
    assert (code, said.splitlines()[1]) == (1, "games: 1, votes: 6, differences: 1")
    assert said.startswith("#37: Sd1 was played at ply 0, and the votes are for Sa1")
    for name in ("cup-9", "simul-1", "39", "#nonsense"):
        code, said, errors = await pyrga("verify", name)
        assert (code, said, errors.partition(".")[0]) == (1, "", f"There's no {name}")
