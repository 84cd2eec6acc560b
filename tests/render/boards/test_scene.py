"""What a picture shows of a position, of a game's end, and of each player."""

from random import Random

import pytest

from engine import Color, DemandReason, Outcome, Position, Reason, Ruleset, Space
from render import Scene
from render.boards import scene
from render.boards.cells import Ring, Surface
from render.boards.scene import FEW, Standing
from tests.engine.games import random_positions

pytestmark = pytest.mark.quick

W, B = Color.WHITE, Color.BLACK
START = Position.start()


@pytest.mark.parametrize(
    ("outcome", "white", "black"),
    [
        (None, Standing.TO_MOVE, Standing.WAITING),
        (Outcome(W, Reason.RESIGNATION), Standing.WON, Standing.RESIGNED),
        (Outcome(B, Reason.RESIGNATION), Standing.RESIGNED, Standing.WON),
        (Outcome(W, Reason.TIMEOUT), Standing.WON, Standing.OUT_OF_TIME),
        (Outcome(B, Reason.THREE_TOWERS), Standing.LOST, Standing.WON),
        (Outcome(W, Reason.COUNT_1), Standing.WON, Standing.LOST),
        (Outcome(B, Reason.STUCK), Standing.LOST, Standing.WON),
        (Outcome(B, Reason.ADJUDICATION), Standing.LOST, Standing.WON),
        *(
            (Outcome(None, reason), Standing.DREW, Standing.DREW)
            for reason in (Reason.DRAW, Reason.AGREEMENT, Reason.ADJUDICATION)
        ),
        *(
            (Outcome(None, reason), Standing.VOID, Standing.VOID)
            for reason in (Reason.ABORTED, Reason.ANNULLED, Reason.ABANDONED)
        ),
    ],
)
def test_each_panel_says_how_its_player_stands(
    outcome: Outcome | None, white: Standing, black: Standing
) -> None:
    subject = Scene(START, "Ada", "Emmy", outcome)
    panels = [scene.panel(subject, color) for color in (W, B)]
    assert [(panel.name, panel.standing) for panel in panels] == [("Ada", white), ("Emmy", black)]


def test_a_panel_counts_its_own_pieces() -> None:
    position = Position.replay("pyrga", ["Tc1w", "Sb1", "Cc1", "Sc1"])
    white, black = (scene.panel(Scene(position, "", ""), color) for color in (W, B))
    assert [(panel.towers, panel.hand) for panel in (white, black)] == [(1, (5, 4, 4)), (0, (3, 5, 5))]


POSITIONS = [position for seed in range(80) for position in random_positions(Ruleset.PYRGA, Random(seed))]


def test_where_the_player_to_move_can_play_is_marked() -> None:
    counts = set[int]()
    for position in POSITIONS:
        if position.outcome() is not None:
            continue
        cells = scene.cells(Scene(position, "", ""))
        playable = {move.space for move in position.legal_moves}
        counts.add(len(playable))
        marked = Surface.LEGAL if len(playable) <= FEW else Surface.OPEN
        for space, cell in cells.items():
            assert cell.surface is (marked if space in playable else Surface.PLAIN)
            owners = [color for color in Color if space in position.towers(color)]
            assert cell.ring == (Ring(owners[0]) if owners else None)
            assert not cell.dimmed
            assert (cell.last is not None) == (position.ply > 0 and space is position.last_move.space)  # type: ignore[union-attr]
            assert bool(cell.chevrons) <= (position.demand.why is DemandReason.CONSTRAINED)
        aimed = next(iter(playable))
        surfaces = {
            space: cell.surface for space, cell in scene.cells(Scene(position, "", "", aimed=aimed)).items()
        }
        assert surfaces == {
            space: Surface.AIMED if space is aimed else Surface.OPEN if space in playable else Surface.PLAIN
            for space in Space
        }
    assert {FEW, FEW + 1} <= counts


def test_of_a_game_that_is_over_what_won_it_stands_out() -> None:
    reasons = set[Reason]()
    for position in POSITIONS:
        outcome = position.outcome()
        if outcome is None:
            continue
        reasons.add(outcome.reason)
        height = {Reason.COUNT_2: 2, Reason.COUNT_1: 1}.get(outcome.reason)
        winner = outcome.winner
        for space, cell in scene.cells(Scene(position, "", "")).items():
            towers = () if winner is None else position.towers(winner)
            owners = [piece.color for piece in position.pieces(space)]
            if height is None:
                wins = space in towers
                assert (cell.ring is Ring.GOLD) == wins
            else:
                wins = owners == [winner] * height
                assert cell.ring is not Ring.GOLD
            assert cell.dimmed != wins
            assert cell.surface is Surface.PLAIN
    assert {Reason.THREE_TOWERS, Reason.COUNT_2, Reason.COUNT_1} <= reasons


def test_without_a_result_on_the_board_everything_is_dimmed() -> None:
    position = Position.replay("pyrga", ["Tc1w", "Sb1", "Cc1", "Sc1"])
    for outcome in (
        Outcome(None, Reason.AGREEMENT),
        Outcome(W, Reason.RESIGNATION),
        Outcome(W, Reason.ADJUDICATION),
    ):
        cells = scene.cells(Scene(position, "", "", outcome))
        assert all(cell.dimmed for cell in cells.values())
        assert cells[Space.C1].ring == Ring(W)
