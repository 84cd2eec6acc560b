"""Depth-first proof-number search (Nagai, 2002) for one question about one position.

Every position has two numbers: a lower bound of how many leaves must still be settled to show that the player
to move reaches their goal, and of how many to show that they miss it. Their goal is White's or Black's answer
to the question. They reach it with one child in which the opponent misses theirs, so the first number is the
smallest second one of the children, and the second is the sum of their first ones. The search always descends
to where the fewest leaves could decide, and stays there until another branch looks better by a margin.
"""

from engine.solver.kernel.compiled import compiled, entry_point
from engine.solver.kernel.expansion import expand
from engine.solver.kernel.knowledge import keep
from engine.solver.kernel.stack import (
    ANSWER,
    CHILD_FILLED,
    CHILD_FIRST,
    CHILD_LEGAL,
    CHILD_MISS,
    CHILD_REACH,
    CHILD_SECOND,
    CHOSEN,
    DEPTH,
    FIRST,
    LEGAL,
    MISS_LIMIT,
    NODE_LIMIT,
    NODES,
    NUMBER,
    OTHER,
    OWN,
    PLY,
    REACH_LIMIT,
    REACHED,
    SECOND,
    UNSEEN,
    Search,
)
from engine.solver.kernel.table import INFINITE, NO, OPEN, YES

__all__ = ["advance"]


@compiled
def _numbers(search: Search, depth: int) -> tuple[int, int, int, int]:
    """Return a frame's two proof numbers, its most promising child, and the second smallest miss number."""
    number = search.frames[depth, NUMBER]
    if number == REACHED:
        return 0, INFINITE, 0, INFINITE
    reach, miss, second, best, best_reach = INFINITE, 0, INFINITE, 0, INFINITE
    for child in range(number):
        child_reach = search.children[depth, child, CHILD_REACH]
        child_miss = search.children[depth, child, CHILD_MISS]
        miss += child_reach
        if child_miss < reach or (child_miss == reach and child_reach < best_reach):
            second = reach
            reach, best, best_reach = child_miss, child, child_reach
        elif child_miss < second:
            second = child_miss
    return reach, miss, best, second


@compiled
def _descend(search: Search, depth: int, miss: int, best: int, second: int) -> None:
    """Make the frame of a child, with the numbers at which another child, or another branch, looks better."""
    # Indexed in full: a row taken out first would be counted as a reference, which costs more than the work
    # here.
    frames, children, below = search.frames, search.children, depth + 1
    frames[depth, CHOSEN] = best
    frames[below, OWN] = frames[depth, OTHER]
    frames[below, OTHER] = children[depth, best, CHILD_FILLED]
    frames[below, LEGAL] = children[depth, best, CHILD_LEGAL]
    frames[below, FIRST] = children[depth, best, CHILD_FIRST]
    frames[below, SECOND] = children[depth, best, CHILD_SECOND]
    frames[below, NUMBER] = UNSEEN
    frames[below, REACH_LIMIT] = frames[depth, MISS_LIMIT] - (miss - children[depth, best, CHILD_REACH])
    frames[below, MISS_LIMIT] = min(frames[depth, REACH_LIMIT], second + (second >> 1) + 1)


@compiled
def _ascend(search: Search, depth: int, reach: int, miss: int) -> None:
    """Tell the frame above ``depth`` what the search of its chosen child has found."""
    frames, children, above = search.frames, search.children, depth - 1
    chosen = frames[above, CHOSEN]
    if miss == 0:
        frames[above, NUMBER] = REACHED
    elif reach == 0:
        last = frames[above, NUMBER] - 1
        for column in range(children.shape[2]):
            children[above, chosen, column] = children[above, last, column]
        frames[above, NUMBER] = last
    else:
        children[above, chosen, CHILD_REACH], children[above, chosen, CHILD_MISS] = reach, miss


@compiled
def _answer(ply: int, reach: int, miss: int) -> int:
    if reach == 0:
        return NO if ply & 1 else YES
    if miss == 0:
        return YES if ply & 1 else NO
    return OPEN


@entry_point
def advance(search: Search) -> bool:
    """Go on with a search to its answer or its limit of nodes; return whether the answer is known."""
    frames, state = search.frames, search.state
    depth, nodes = state[DEPTH], state[NODES]
    while True:
        if frames[depth, NUMBER] == UNSEEN:
            frames[depth, NUMBER] = expand(search, depth)
            nodes += 1
        reach, miss, best, second = _numbers(search, depth)
        answer = _answer(state[PLY] + depth, reach, miss)
        if answer != OPEN or reach >= frames[depth, REACH_LIMIT] or miss >= frames[depth, MISS_LIMIT]:
            position = (frames[depth, FIRST], frames[depth, SECOND])
            keep(search, position, answer, (reach, miss))
            if depth == 0:
                break
            _ascend(search, depth, reach, miss)
            depth -= 1
        elif nodes >= state[NODE_LIMIT]:
            break
        else:
            _descend(search, depth, miss, best, second)
            depth += 1
    state[DEPTH], state[NODES], state[ANSWER] = depth, nodes, answer if depth == 0 else OPEN
    return bool(state[ANSWER] != OPEN)
