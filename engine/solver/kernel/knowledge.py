"""What a search recalls and keeps: values, or bounds if the game ends at a certain ply."""

from engine.solver.kernel.bounds import keep_bound, recall_bound
from engine.solver.kernel.compiled import compiled
from engine.solver.kernel.rules import ALL_PIECES
from engine.solver.kernel.stack import LAST_PLY, QUESTION, Search
from engine.solver.kernel.values import keep_value, recall_value

__all__ = ["keep", "recall"]


@compiled
def recall(search: Search, first: int, second: int) -> tuple[int, int, int]:
    """Return the answer for the position with this key, and its proof numbers if it's open.

    Both numbers are 0 if none are known.
    """
    state = search.state
    if state[LAST_PLY] > ALL_PIECES:
        return recall_value(search.table, first, second, state[QUESTION])
    return recall_bound(search.table, first, second, state[QUESTION], state[LAST_PLY])


@compiled
def keep(search: Search, position: tuple[int, int], answer: int, numbers: tuple[int, int]) -> None:
    """Keep an answer, or the numbers of a question that's still open, for the position with this key."""
    state = search.state
    if state[LAST_PLY] > ALL_PIECES:
        keep_value(search.table, position, state[QUESTION], answer, numbers)
    else:
        keep_bound(search.table, position, state[QUESTION], state[LAST_PLY], answer, numbers)
