"""The opening book: its values, its file, and the effect of damage."""

from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import Position, Ruleset, Symmetry
from engine.solver import Solver, Value
from engine.solver.digests import BookError
from engine.solver.opening import BOOK, OpeningBook, Section, ruleset_in_book
from tests.engine.games import random_positions

FIRST_MOVES = {
    "Sa1": Value.WIN,
    "Sb2": Value.DRAW,
    "Ca1": Value.DRAW,
    "Cb1": Value.DRAW,
    "Cb2": Value.WIN,
    "Tb1w": Value.WIN,
    "Tb2s": Value.DRAW,
    "Ta1n": Value.LOSS,
    "Tb1n": Value.LOSS,
    "Tb1e": Value.LOSS,
    "Tb2n": Value.LOSS,
}


@pytest.fixture(scope="module")
def book() -> OpeningBook:
    return OpeningBook.load()


@pytest.mark.parametrize("ruleset", Ruleset)
def test_first_moves_have_the_values_that_an_independent_program_found(
    book: OpeningBook, ruleset: Ruleset
) -> None:
    values = book.values(Position.start(ruleset))
    assert values is not None
    edge_square = Value.DRAW if ruleset is Ruleset.PYRGA else Value.WIN
    for symmetry in Symmetry:
        found = {str(move): values[symmetry.move(move)] for move in values}
        assert found.items() >= (FIRST_MOVES | {"Sb1": edge_square}).items()


def plies_of(book: OpeningBook, ruleset: Ruleset) -> int:
    """Return how many plies the book has under a ruleset, from 0 on."""
    ply = 0
    while (ruleset_in_book(ruleset, ply), ply) in book.sections:
        ply += 1
    return ply


@pytest.mark.parametrize("ruleset", Ruleset)
def test_the_book_has_all_positions_of_its_plies(book: OpeningBook, ruleset: Ruleset) -> None:
    random = Random(1)
    plies = plies_of(book, ruleset)
    assert plies == 5
    for _ in range(100):
        for position in random_positions(ruleset, random)[: plies + 1]:
            values = book.values(position)
            if position.ply < plies:
                assert values is not None
                assert list(values) == list(position.legal_moves)
            else:
                assert values is None


def test_a_position_in_the_book_has_the_value_of_its_best_move(book: OpeningBook) -> None:
    random = Random(2)
    order = (Value.WIN, Value.DRAW, Value.LOSS)
    for _ in range(100):
        before, after = random_positions(Ruleset.CLASSIC, random)[:2]
        assert after.last_move is not None
        replies, values = book.values(after), book.values(before)
        assert replies is not None
        assert values is not None
        assert min(replies.values(), key=order.index).reversed is values[after.last_move]


def test_the_solver_answers_from_the_book_without_a_search(cache_folder: Path) -> None:
    solver = Solver(table_megabytes=1, cache_folder=cache_folder)
    solution = solver.solve(Position.start(), line=False)
    assert (solution.value, solution.nodes) == (Value.WIN, 0)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", Ruleset)
def test_a_sample_that_is_solved_again_has_the_values_of_the_book(
    book: OpeningBook,
    ruleset: Ruleset,
    cache_folder: Path,
) -> None:
    solver = Solver(cache_folder=cache_folder, book=False)
    random = Random()
    for _ in range(3):
        position = random_positions(ruleset, random)[plies_of(book, ruleset) - 1]
        assert solver.solve(position, line=False).moves == book.values(position), position


def test_a_position_that_is_solved_again_has_a_move_with_the_value_of_the_book(
    book: OpeningBook,
    cache_folder: Path,
) -> None:
    solver = Solver(table_megabytes=64, cache_folder=cache_folder, book=False)
    random = Random(3)
    compared = 0
    while compared < 5:
        position = random_positions(Ruleset.CLASSIC, random)[plies_of(book, Ruleset.CLASSIC) - 1]
        values = book.values(position)
        assert values is not None
        solution = solver.solve(position, nodes=300_000, line=False)
        for move, value in solution.moves.items():
            assert value in {Value.UNKNOWN, values[move]}
            compared += value is not Value.UNKNOWN


def test_a_book_comes_back_from_its_file(book: OpeningBook, tmp_path: Path) -> None:
    copy = tmp_path / "book.bin"
    book.save(copy)
    assert copy.read_bytes() == BOOK.read_bytes()
    assert OpeningBook.load(copy).sections == book.sections


def test_a_section_keeps_the_values_of_every_key() -> None:
    random = Random(4)
    kept = {
        (random.randrange(1 << 64), number): tuple(random.choice(list(Value)[:3]) for _ in range(number % 81))
        for number in range(500)
    }
    section = Section.of(kept)
    assert all(section.values_of(key) == values for key, values in kept.items())
    assert section.values_of((1, 1_000)) is None


@pytest.mark.parametrize("place", [0, 40, -1])
def test_a_damaged_book_is_refused(place: int, tmp_path: Path) -> None:
    content = bytearray(BOOK.read_bytes())
    content[place] ^= 1
    damaged = tmp_path / "book.bin"
    damaged.write_bytes(content)
    with pytest.raises(BookError, match="checksum"):
        OpeningBook.load(damaged)
