"""The export and deletion of people's data account for every table."""

from sqlalchemy import Index, PrimaryKeyConstraint, UniqueConstraint

from bot.store.privacy.deletions import DELETED, references_to
from bot.store.privacy.exports import NOT_PERSONAL, OF_GAMES, OF_PEOPLE
from bot.store.schema.indexes import metadata
from bot.store.schema.tables import players

OF_NO_ONE = {
    "allowed_channels": "what servers have chosen",
    "daily_puzzles": "what servers have chosen",
    "guilds": "what servers have chosen",
    "heartbeats": "when the bot was running",
    "identifies": "when the bot may connect to Discord",
    "kept_limits": "hashes of people who deleted their data, and of others, who can't be read from them",
    "leases": "which process of the bot leads",
    "puzzle_ratings": "how hard puzzles are",
    "opening_moves": "sums over games, without who played them",
    "outdated_ratings": "what has to be computed again",
    "seasons": "when the seasons of servers were",
    "shared_positions": "positions, without who shared them",
    "seen_interactions": "numbers of clicks, without who clicked",
    "secret_keys": "the key of those hashes",
    "synced_commands": "which commands Discord has",
}
"""Tables without anything about people, and what they have instead."""


def test_every_table_is_exported_or_has_nothing_about_people() -> None:
    left_out = {table.name for table in NOT_PERSONAL} | OF_NO_ONE.keys()
    exported = {table.name for table in (*(table for table, _ in OF_PEOPLE), *OF_GAMES)}
    assert exported | left_out == metadata.tables.keys()
    assert not exported & left_out


def test_rows_deleted_with_a_person_refer_only_to_them() -> None:
    assert set(DELETED) <= references_to(players).keys()


def test_everything_about_a_person_is_found_by_an_index() -> None:
    missing = [
        str(column)
        for table, columns in references_to(players).items()
        for column in columns
        if not any(
            list(index.columns)[:1] == [column] and not _is_partial(index)
            for index in (*table.indexes, *table.constraints)
            if isinstance(index, Index | PrimaryKeyConstraint | UniqueConstraint)
        )
    ]
    assert missing == [], "add index=True to these columns, and a migration"


def _is_partial(index: Index | PrimaryKeyConstraint | UniqueConstraint) -> bool:
    return isinstance(index, Index) and index.dialect_options["sqlite"]["where"] is not None
