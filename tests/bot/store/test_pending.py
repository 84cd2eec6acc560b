"""Every migration states whether processes of an older version can keep running."""

from pathlib import Path

import pytest

from bot.store.schema.pending import Migration, needing_stop, pending_after, reasons
from bot.store.schema.revision import MIGRATIONS, newest_revision

STATED = 'revision = "{0}"\nstop_reason = {1}\nraise AssertionError("not to be run")\n'


def migrations_in(folder: Path, **statements: str) -> Path:
    """A folder with migrations that state this."""
    versions = folder / "versions"
    versions.mkdir()
    for name, statement in statements.items():
        revision = name.removeprefix("to_")
        (versions / f"{revision}_x.py").write_text(STATED.format(revision, statement))
    return folder


def test_every_migration_states_it_in_a_sentence_or_as_none() -> None:
    found = pending_after(None)
    assert len(found) == len(list((MIGRATIONS / "versions").glob("[0-9]*.py")))
    assert all(one.stop_reason is None or one.stop_reason.startswith("an older version ") for one in found)
    assert 0 < len(needing_stop(found)) < len(found)


def test_migrations_that_a_database_has_had_are_not_pending() -> None:
    assert pending_after(newest_revision()) == []
    assert [one.revision for one in pending_after("0025")][:2] == ["0026", "0027"]


def test_the_files_are_read_but_not_run(tmp_path: Path) -> None:
    folder = migrations_in(tmp_path, to_0001="None", to_0002='"it gets wet"', to_0003='"it gets cold"')
    found = pending_after("0001", folder)
    assert found == [Migration("0002", "it gets wet"), Migration("0003", "it gets cold")]
    assert reasons(found) == "0002: it gets wet; 0003: it gets cold"


@pytest.mark.parametrize("statement", ["...", "True", "7"])
def test_a_migration_that_does_not_state_it_is_refused(statement: str, tmp_path: Path) -> None:
    folder = migrations_in(tmp_path, to_0001=statement)
    with pytest.raises(ValueError, match=r"0001_x\.py has no stop_reason"):
        pending_after(None, folder)
