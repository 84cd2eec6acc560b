"""The builder of the opening book."""

from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import Color, Move, Position, Ruleset
from engine.solver import Value
from engine.solver.making.book import main
from engine.solver.opening import OpeningBook
from engine.solver.proof_search import Key

pytestmark = pytest.mark.thorough

KNOWN = OpeningBook.load()
FOR_WHITE = {Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1}


def lines_of_first_moves(ruleset: Ruleset) -> list[str]:
    """Return what the builder writes for the positions after one move."""
    start = Position.start(ruleset)
    values = KNOWN.values(start)
    assert values is not None
    found = {}
    for move, value in values.items():
        after = start.play(move)
        assert after.turn is Color.BLACK
        first, second = Key.of(after).identity
        found[first, second] = f"{ruleset} {first} {second} {FOR_WHITE[value]}"
    return list(found.values())


def test_the_builder_continues_from_earlier_results(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = [line for ruleset in Ruleset for line in lines_of_first_moves(ruleset)]
    assert len(lines) == 3 * 12
    work = tmp_path / "values.txt"
    # Tb1e, the fastest of all, is solved again: the last line was cut off when the builder was stopped.
    quickest = str(Key.of(Position.start().play(Move.parse("Tb1e"))).first)
    left = [line for line in lines if not line.startswith(f"pyrga {quickest} ")]
    assert len(left) == len(lines) - 1
    work.write_text("\n".join([*left, "pyrga 12 3"]))
    built = tmp_path / "book.bin"
    assert main([str(tmp_path), "--book", str(built), "--deepest", "0", "--megabytes", "64"]) == 0
    assert capsys.readouterr().out == "plies 0 to 0 are complete\n"
    assert sorted(work.read_text().splitlines()) == sorted([*lines, "pyrga 12 3"])
    book = OpeningBook.load(built)
    for ruleset in Ruleset:
        assert book.values(Position.start(ruleset)) == KNOWN.values(Position.start(ruleset))


def test_builders_that_share_a_folder_find_the_truth_no_matter_what_they_expect(tmp_path: Path) -> None:
    lines = lines_of_first_moves(Ruleset.CLASSIC)
    work = tmp_path / "values.txt"
    first, second = Key.of(Position.start(Ruleset.CLASSIC).play(Move.parse("Tb1e"))).identity
    missing = f"classic {first} {second} -1"
    wrong = f"pilotis {first} {second} 1"
    work.write_text("\n".join([wrong, *(line for line in lines if line != missing), ""]))
    assert len(work.read_text().splitlines()) == len(lines)
    command = [str(tmp_path), "--only", "classic", "--backward", "--deepest", "0", "--megabytes", "64"]
    assert main(command) == 0
    assert work.read_text().splitlines()[-1] == missing
    assert main(command) == 0
    assert sorted(work.read_text().splitlines()) == sorted([*lines, wrong])
