"""Every migration states whether processes of an older version can keep running."""

from pathlib import Path

import pytest

from bot.store.schema.revision import (
    Migration,
    migration_files,
    needing_stop,
    newest_revision,
    pending_after,
    reasons,
)
from tests.bot.later_migrations import add_migration


def test_every_migration_states_it_in_a_sentence_or_as_none() -> None:
    found = pending_after(None)
    assert len(found) == len(migration_files())
    assert all(one.stop_reason is None or one.stop_reason.startswith("an older version ") for one in found)


@pytest.mark.usefixtures("later_migrations")
def test_migrations_that_a_database_has_had_are_not_pending() -> None:
    before = newest_revision()
    assert pending_after(before) == []
    wet, dry, cold = add_migration("it gets wet"), add_migration(), add_migration("it gets cold")
    found = [Migration(wet, "it gets wet"), Migration(dry, None), Migration(cold, "it gets cold")]
    assert pending_after(before) == found
    assert pending_after(wet) == found[1:]
    assert needing_stop(found) == [found[0], found[2]]
    assert reasons(found) == f"{wet}: it gets wet; {cold}: it gets cold"


def test_the_files_are_read_but_not_run(later_migrations: Path) -> None:
    before = newest_revision()
    write(later_migrations, 'stop_reason = "it gets wet"\nraise AssertionError("not to be run")\n')
    assert pending_after(before) == [Migration("9999", "it gets wet")]


@pytest.mark.parametrize("statement", ["stop_reason = ...", "stop_reason = True", "stop_reason = 7", ""])
def test_a_migration_that_does_not_state_it_is_refused(statement: str, later_migrations: Path) -> None:
    write(later_migrations, statement)
    with pytest.raises(ValueError, match=r"9999_x\.py has no stop_reason"):
        pending_after(None)


def write(folder: Path, text: str) -> None:
    (folder / "versions" / "9999_x.py").write_text(text)
