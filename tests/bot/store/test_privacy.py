"""What ``docs/privacy.md`` tells hosts to run removes a player's name and everything that is only theirs."""

import re
from pathlib import Path

from sqlalchemy import select, text

from bot.matches.clocks.vacations import Vacations
from bot.matches.games.notes import Notes
from bot.store.connections.database import Database
from bot.store.schema.tables import metadata, notes, vacations
from tests.bot.clocks import StandingClock
from tests.bot.matches.clocked import ADA, Clocked

PAGE = Path(__file__).parents[3] / "docs" / "privacy.md"
OF_BOTH = {
    "challenges",
    "hints",
    "ladder_rungs",
    "moderation_acts",
    "rating_changes",
    "ratings",
    "records",
    "season_places",
}
"""Tables in which the id of a player stays, because their contents also belong to others."""


def statements() -> list[str]:
    """The SQL of the page."""
    (block,) = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [statement.strip() for statement in block.split(";") if statement.strip()]


async def contents(database: Database) -> dict[str, str]:
    """The rows of each table as text."""
    found = {}
    async with database.reading() as connection:
        for table in metadata.sorted_tables:
            found[table.name] = str((await connection.execute(select(table))).all())
    return found


async def test_a_player_is_removed_by_what_the_page_says(database: Database, clock: StandingClock) -> None:
    clocked = Clocked(database, clock)
    game = await clocked.play(await clocked.begin(None))
    await Notes(database, clock).write(game.number, ADA.id, "a secret")
    await Vacations(database, clock).start(ADA, 3)
    before = await contents(database)
    assert ADA.name in before["players"]
    assert ADA.name in before["games"]
    assert before[notes.name] != "[]" != before[vacations.name]

    async with database.writing() as connection:
        for statement in statements():
            await connection.execute(text(statement), {"id": ADA.id})

    after = await contents(database)
    assert {name for name, rows in after.items() if ADA.name in rows or "a secret" in rows} == set()
    assert after[notes.name] == after[vacations.name] == "[]"


def test_the_page_thinks_of_every_table_with_players() -> None:
    named = {match for statement in statements() for match in re.findall(r"(?:UPDATE|FROM) (\w+)", statement)}
    with_players = {
        table.name
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table.name == "players"
    }
    assert with_players - named == OF_BOTH
