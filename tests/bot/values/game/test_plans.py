"""Conditional moves as a tree: each answer, and what was planned after it."""

import pytest

from bot.values.game.game import NO_CONDITIONAL_MOVES, ConditionalTree

pytestmark = pytest.mark.quick

TREE = ConditionalTree.of_lines(["Sb2 Ta2e", "Sb2 Ta2e Cc1 Sc1", "Cd4 Sd4"])


def test_a_tree_is_read_as_it_was_written() -> None:
    assert ConditionalTree.of_lines(TREE.lines()) == TREE
    assert TREE.lines() == ["Cd4 Sd4", "Sb2 Ta2e", "Sb2 Ta2e Cc1 Sc1"]


def test_another_answer_drops_what_was_planned_after_the_former_one() -> None:
    assert TREE.with_answer(("Sb2",), "Ta2e") == TREE
    assert TREE.with_answer(("Sb2",), "Tb1n").lines() == ["Cd4 Sd4", "Sb2 Tb1n"]
    assert TREE.with_answer(("Sb2", "Ta2e", "Cc1"), "Tc1n").lines() == [
        "Cd4 Sd4",
        "Sb2 Ta2e",
        "Sb2 Ta2e Cc1 Tc1n",
    ]


def test_what_is_forgotten_takes_along_what_was_planned_after_it() -> None:
    assert TREE.without(("Sb2",)).lines() == ["Cd4 Sd4"]
    assert TREE.without(("Sb2", "Ta2e", "Cc1")).lines() == ["Cd4 Sd4", "Sb2 Ta2e"]
    assert TREE.without(()) == NO_CONDITIONAL_MOVES
